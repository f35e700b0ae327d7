//===- Contraction.h - A contraction and what surrounds it ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_CONTRACTION_H
#define AMP_LIB_CONVERSION_TONVVM_CONTRACTION_H

#include "ElementProgram.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp {

/// One operand of the multiply-add.
struct ContractionOperand {
  /// Its element for given loops, cast to `computeType` by `cast`.
  ElementProgram program;
  ScalarRef element;
  /// Set where the element is a plain load, which may be rounded once.
  std::optional<Access> access;
  /// Element type that the multiply-add reads: after the casts of its body.
  Type computeType;
};

/// One result of the kernel function.
struct KernelResult {
  ScalarRef element;
  Access access;
};

/// C[batch, m, n] += A[batch, m, k] * B[batch, n, k], each address a linear
/// form over loops, with what surrounds it. `lhs` is the operand that has the M
/// loops; the result's contiguous loop is an N loop where there is one.
struct Contraction {
  Contraction(func::FuncOp kernel, linalg::LinalgOp root)
      : kernel(kernel), root(root), epilogue(space, root) {}

  func::FuncOp kernel;
  linalg::LinalgOp root;
  LoopSpace space;
  /// Loop numbers, outermost first.
  SmallVector<unsigned> batch, m, n, k;
  std::unique_ptr<ContractionOperand> lhs, rhs;
  /// Whether lhs is the root's second operand.
  bool swapped = false;

  /// From the accumulator to the kernel's results. The node with `isRoot` is
  /// the accumulator plus `init`, in the root's result type.
  ElementProgram epilogue;
  std::optional<ScalarRef> init;
  SmallVector<KernelResult> results;

  /// Product of the sizes of `loops`.
  int64_t getExtent(ArrayRef<unsigned> loops) const;
};

/// Orders loops by their coefficients in `offset`, largest first.
void orderBy(SmallVectorImpl<unsigned> &loops, const LinearForm &offset);

/// Whether the op's body yields init + a * b of its two inputs: each may be
/// cast in any way; sums of floats may be wider than what is stored (32 bits at
/// most), products rounded to the sum's type.
bool isMultiplyAdd(linalg::LinalgOp op);

/// Reads the function. Diagnoses what cannot be one kernel.
FailureOr<std::unique_ptr<Contraction>> matchContraction(func::FuncOp kernel);

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_CONTRACTION_H
