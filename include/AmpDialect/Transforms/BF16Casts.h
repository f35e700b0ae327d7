//===- BF16Casts.h - Casts of bf16 by other operations ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_BF16CASTS_H
#define AMPDIALECT_TRANSFORMS_BF16CASTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// Adds a pattern that rounds f64 to bf16 and to 8-bit floats by way of f32, as
/// if by one rounding to nearest even, of scalars and vectors.
void populateTruncateFromF64Patterns(RewritePatternSet &patterns);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_BF16CASTS_H
