//===- LoopSpace.h - Loops of a contraction and linear forms ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every address in a contraction kernel is a linear form over its loops: matrix
// products, strided and dilated convolutions, transposes, broadcasts and
// reshapes alike. Reshapes of the result split loops after the fact.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_LOOPSPACE_H
#define AMP_LIB_CONVERSION_TONVVM_LOOPSPACE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/Support/LLVM.h"

namespace mlir::amp {

/// What a loop of a contraction runs over: all operands, the left operand and
/// the result, the right operand and the result, both operands.
enum class LoopKind { Batch, M, N, K };

/// sum(coefs[l] * loop l) + constant. Made over a space when it had
/// `coefs.size()` loops; `LoopSpace::update` follows later splits.
struct LinearForm {
  SmallVector<int64_t, 8> coefs;
  int64_t constant = 0;
};

/// A form that must lie in [0, limit): padding reads zero outside.
struct Guard {
  LinearForm form;
  int64_t limit;
};

/// The loops, which can be split while forms over them exist.
class LoopSpace {
public:
  void add(int64_t size, LoopKind kind) {
    sizes.push_back(size);
    kinds.push_back(kind);
  }
  unsigned size() const { return sizes.size(); }
  int64_t getSize(unsigned loop) const { return sizes[loop]; }
  LoopKind getKind(unsigned loop) const { return kinds[loop]; }

  LinearForm getZero() const;
  LinearForm getLoop(unsigned loop) const;

  /// Brings a form up to date with the splits made since.
  void update(LinearForm &form) const;

  /// lhs += factor * rhs.
  void accumulate(LinearForm &lhs, LinearForm rhs, int64_t factor) const;

  /// `expr` with dimension i standing for `dims[i]`. Fails unless linear.
  FailureOr<LinearForm> evaluate(AffineExpr expr,
                                 ArrayRef<LinearForm> dims) const;

  /// Splits a form that runs over [0, product of sizes) into one form per
  /// entry of `sizes`, outermost first. Splits loops where needed.
  FailureOr<SmallVector<LinearForm>> split(LinearForm form,
                                           ArrayRef<int64_t> sizes);

  /// Whether two forms take equal values everywhere.
  bool equal(LinearForm a, LinearForm b) const;

private:
  /// loop becomes (loop / inner, new loop of size inner).
  unsigned splitLoop(unsigned loop, int64_t inner);

  SmallVector<int64_t> sizes;
  SmallVector<LoopKind> kinds;
  /// (first new loop index, loop that was split, inner size), in order.
  struct Split {
    unsigned loop;
    int64_t inner;
    unsigned created;
  };
  SmallVector<Split> splits;
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_LOOPSPACE_H
