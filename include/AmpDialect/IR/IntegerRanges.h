//===- IntegerRanges.h - MLIR's integer ranges as ours ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices that become floats are computed by ops that know MLIR's
// InferIntRangeInterface (arith, index, affine, gpu, ...). It is asked twice:
// for the outer intervals of the operands and for their reach.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_INTEGERRANGES_H
#define AMPDIALECT_IR_INTEGERRANGES_H

#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace mlir::amp {

/// Receives the interval of a result, by its number.
using SetIntegersFn =
    llvm::function_ref<void(unsigned result, const ConstantIntRanges &)>;
/// Integer arithmetic on one interval per operand; those of operands that are
/// no integers are uninitialized.
using IntegerArithmeticFn =
    llvm::function_ref<void(ArrayRef<IntegerValueRange>, SetIntegersFn)>;

/// Calls `setResult` for each result of `op` that `arithmetic` bounds, which
/// must be monotone. Results are signed; those of type i1 are 0 or 1. The ends
/// of a type count as unknown, as does what has more than 53 bits.
void inferIntegers(Operation *op, ArrayRef<FloatRange> operands,
                   IntegerArithmeticFn arithmetic, SetFloatRangeFn setResult);

/// What the op itself says by `inferrable` of results that are integers.
void inferIntegers(InferIntRangeInterface inferrable,
                   ArrayRef<FloatRange> operands, SetFloatRangeFn setResult);

} // namespace mlir::amp

#endif // AMPDIALECT_IR_INTEGERRANGES_H
