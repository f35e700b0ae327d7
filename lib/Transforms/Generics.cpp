//===- Generics.cpp - Generics made of others -----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Generics.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

linalg::GenericOp amp::createWithBodyOf(RewriterBase &rewriter,
                                        linalg::LinalgOp op, ValueRange inputs,
                                        ValueRange inits,
                                        ArrayRef<AffineMap> maps,
                                        ArrayRef<utils::IteratorType> kinds) {
  auto made = linalg::GenericOp::create(rewriter, op.getLoc(), TypeRange(inits),
                                        inputs, inits, maps, kinds);
  rewriter.cloneRegionBefore(op->getRegion(0), made.getRegion(),
                             made.getRegion().begin());
  return made;
}

Value amp::mapElements(OpBuilder &builder, Location loc, Value value,
                       Type element,
                       function_ref<Value(OpBuilder &, Value)> body) {
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, value), element);
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  AffineMap map = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), value, empty,
             ArrayRef<AffineMap>{map, map}, kinds,
             [&](OpBuilder &b, Location loc, ValueRange arguments) {
               linalg::YieldOp::create(b, loc, body(b, arguments[0]));
             })
      ->getResult(0);
}
