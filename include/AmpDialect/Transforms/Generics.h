//===- Generics.h - Generics made of others ---------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_GENERICS_H
#define AMPDIALECT_TRANSFORMS_GENERICS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp {

/// A generic on tensors with the body of `op`, other operands, maps and loops.
/// Attributes of `op` stay behind.
linalg::GenericOp createWithBodyOf(RewriterBase &rewriter, linalg::LinalgOp op,
                                   ValueRange inputs, ValueRange inits,
                                   ArrayRef<AffineMap> maps,
                                   ArrayRef<utils::IteratorType> kinds);

/// The result of an elementwise generic: a tensor as large as `value`, whose
/// elements of type `element` are what `body` makes of those of `value`.
Value mapElements(OpBuilder &builder, Location loc, Value value, Type element,
                  function_ref<Value(OpBuilder &, Value)> body);

/// `value` in the static shape of `to`, which has as many elements: a view by
/// way of one dimension, which folds.
Value reshape(OpBuilder &builder, Location loc, Value value,
              RankedTensorType to);

/// Makes a `tensor.concat` of more than `most` (2 or more) parts one of groups
/// of so many.
void populateSplitConcatPatterns(RewritePatternSet &patterns, size_t most);

/// Makes a large `vector.contract` a product of tensors, and has any read what
/// is narrower than its sums extended to their type.
void populateVectorContractionPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_GENERICS_H
