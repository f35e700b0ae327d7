//===- RoundIntegers.h - Integers rounded once to bf16 ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_ROUNDINTEGERS_H
#define AMPDIALECT_TRANSFORMS_ROUNDINTEGERS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// Patterns for `arith.sitofp` and `uitofp` of scalars or vectors of more than
/// 24 bits to bf16, for targets that go by way of f32 and so round twice: the
/// integer is first made one of 24 digits that rounds as it does. Integers of
/// 24 bits are exact in f32, and those that f16 holds as well.
void populateRoundIntegersPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_ROUNDINTEGERS_H
