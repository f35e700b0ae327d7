//===- KernelBuilder.h - Short names for kernel code ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_KERNELBUILDER_H
#define AMP_LIB_CONVERSION_TONVVM_KERNELBUILDER_H

#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/MemoryType.h"
#include "LoopSpace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp {

/// One digit of a flattened loop index: `value % size` after the digits inside
/// it, with its coefficient in each of some forms.
struct Digit {
  int64_t size;
  SmallVector<int64_t> coefs;
};

/// The digits of the index that flattens `loops` (outermost first), where loops
/// that every form walks as one are one digit. Innermost last; one at least.
SmallVector<Digit> mergeDigits(const LoopSpace &space, ArrayRef<unsigned> loops,
                               ArrayRef<const LinearForm *> forms);

/// The widest power of two of elements, at most `limit`, such that every run of
/// that many in the index over `contiguous` (starting at a multiple) is
/// contiguous and aligned in memory and passes or fails `guards` as one.
int64_t getContiguousWidth(const LoopSpace &space, const LinearForm &offset,
                           ArrayRef<Guard> guards,
                           ArrayRef<unsigned> contiguous, int64_t limit);

/// Builds 32-bit index arithmetic, memory accesses and synchronisation. Folds
/// constants while it builds.
class KernelBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;

  Value c(int64_t value);
  /// The same as an i64.
  Value wide(int64_t value);
  Value add(Value a, Value b) { return createOrFold<arith::AddIOp>(a, b); }
  Value sub(Value a, Value b) { return createOrFold<arith::SubIOp>(a, b); }
  Value mul(Value a, Value b) { return createOrFold<arith::MulIOp>(a, b); }
  Value div(Value a, Value b) { return createOrFold<arith::DivUIOp>(a, b); }
  Value rem(Value a, Value b) { return createOrFold<arith::RemUIOp>(a, b); }
  Value bitXor(Value a, Value b) { return createOrFold<arith::XOrIOp>(a, b); }
  Value bitAnd(Value a, Value b) { return createOrFold<arith::AndIOp>(a, b); }
  Value min(Value a, Value b) { return createOrFold<arith::MinUIOp>(a, b); }
  Value add(Value a, int64_t b) { return b == 0 ? a : add(a, c(b)); }
  Value mul(Value a, int64_t b) { return b == 1 ? a : mul(a, c(b)); }
  Value div(Value a, int64_t b) { return b == 1 ? a : div(a, c(b)); }
  Value rem(Value a, int64_t b) { return b == 1 ? c(0) : rem(a, c(b)); }
  Value less(Value a, Value b);
  Value equal(Value a, Value b);
  Value select(Value condition, Value a, Value b);
  /// a and b; either may be null for true.
  Value both(Value a, Value b);

  /// The share of `form` that `loops` have at the flattened index `flat`, i32.
  Value part(const LoopSpace &space, const LinearForm &form,
             ArrayRef<unsigned> loops, Value flat);
  /// The same plus the form's constant, i64.
  Value widePart(const LoopSpace &space, const LinearForm &form,
                 ArrayRef<unsigned> loops, Value flat);

  /// Bits that a scalar or vector takes in memory: 8 for an i1.
  static int64_t getMemoryBits(Type type);

  /// The pointer `index` elements (or bytes) behind `pointer`.
  Value element(Value pointer, Type type, Value index);
  Value bytes(Value pointer, Value offset);

  /// A vector of `count` elements (a scalar for 1) aligned to its size.
  Value load(Value pointer, Type type, int64_t count);
  void store(Value pointer, Value value);
  Value extract(Value vector, int64_t position);
  Value makeVector(ArrayRef<Value> elements);

  /// arith.extf or truncf where the type changes.
  Value castFloat(Value value, Type type);

  /// 2^x of an f32 by ex2.approx; 0 instead of a subnormal number.
  Value exp2(Value x);

  /// Runs `then` under a condition; a null one means always.
  void guarded(Value condition, llvm::function_ref<void()> then);
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_KERNELBUILDER_H
