//===- FoldSizes.h - Sizes that tensors compute -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_FOLDSIZES_H
#define AMPDIALECT_TRANSFORMS_FOLDSIZES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// Patterns for `tensor.extract` of a small tensor of integers, as importers
/// compute shapes with: an element of what an elementwise linalg op makes, or
/// of what a slice, concatenation or reshape moves, is computed from the
/// elements that it is made of. With canonicalization, sizes made of constants
/// become constants.
void populateFoldSizesPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_FOLDSIZES_H
