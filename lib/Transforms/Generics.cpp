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

Value amp::reshape(OpBuilder &builder, Location loc, Value value,
                   RankedTensorType to) {
  if (value.getType() == to)
    return value;
  auto from = cast<RankedTensorType>(value.getType());
  auto getAll = [](RankedTensorType type) {
    SmallVector<ReassociationIndices> groups;
    if (type.getRank() > 0)
      groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())));
    return groups;
  };
  auto flat =
      RankedTensorType::get(from.getNumElements(), from.getElementType());
  if (from.getRank() == 0)
    value =
        tensor::ExpandShapeOp::create(builder, loc, flat, value, getAll(from));
  else if (from.getRank() > 1)
    value = tensor::CollapseShapeOp::create(builder, loc, flat, value,
                                            getAll(from));
  if (to.getRank() == 0)
    value =
        tensor::CollapseShapeOp::create(builder, loc, to, value, getAll(to));
  else if (to.getRank() > 1)
    value = tensor::ExpandShapeOp::create(builder, loc, to, value, getAll(to));
  return value;
}
