//===- Float8.h - Casts of 8-bit floats as arithmetic on bits ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_FLOAT8_H
#define AMPDIALECT_TRANSFORMS_FLOAT8_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// True for f8E4M3FN and f8E5M2, the formats that targets compute with.
bool isFloat8(Type type);

/// Patterns that write `arith.extf` of scalars of these types and
/// `arith.truncf` of f32, f16 or bf16 to them by integer and f32 arithmetic.
/// `truncf` rounds to the nearest, ties to even; what is too large becomes
/// infinity in f8E5M2 and NaN in f8E4M3FN, which has none.
void populateExpandFloat8Patterns(RewritePatternSet &patterns);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_FLOAT8_H
