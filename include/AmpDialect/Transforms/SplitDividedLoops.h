//===- SplitDividedLoops.h - Loops whose parts index operands ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_SPLITDIVIDEDLOOPS_H
#define AMPDIALECT_TRANSFORMS_SPLITDIVIDEDLOOPS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// Patterns that split a loop of a `linalg.generic` on tensors in two where its
/// maps divide it (`h floordiv 4`, `h mod 4`) by what divides its extent.
void populateSplitDividedLoopsPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_SPLITDIVIDEDLOOPS_H
