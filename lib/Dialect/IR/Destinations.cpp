//===- Destinations.cpp - What structured ops leave unwritten -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/Destinations.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

bool amp::writesWholeDestination(linalg::LinalgOp op, unsigned index) {
  // The maps of the others are implied: they write all, and it takes time to
  // make those maps.
  ArrayAttr maps;
  unsigned number = index;
  auto show = [&](auto shows) {
    maps = shows.getIndexingMaps();
    number += shows.getInputs().size();
  };
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    show(generic);
  else if (auto named = dyn_cast<linalg::ElementwiseOp>(op.getOperation()))
    show(named);
  if (!maps)
    return true;
  AffineMap map = cast<AffineMapAttr>(maps[number]).getValue();
  if (map.isIdentity())
    return true;
  // A loop for each dimension, as long as that is; none at 0 for extent 1.
  auto type = cast<ShapedType>(op->getOperand(number).getType());
  llvm::SmallBitVector written(map.getNumDims());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      if (written.test(loop.getPosition()))
        return false;
      written.set(loop.getPosition());
      continue;
    }
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant || constant.getValue() != 0 || !type.hasRank() ||
        type.getDimSize(dim) != 1)
      return false;
  }
  if (written.all())
    return true;
  // The other loops write each element again, if they run at all: as long as
  // some operand is known to be.
  for (auto [operand, attribute] : llvm::zip(op->getOperands(), maps)) {
    auto read = dyn_cast<ShapedType>(operand.getType());
    if (!read || !read.hasRank())
      continue;
    AffineMap reads = cast<AffineMapAttr>(attribute).getValue();
    for (auto [dim, expr] : llvm::enumerate(reads.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (!read.isDynamicDim(dim) && read.getDimSize(dim) > 0)
          written.set(loop.getPosition());
  }
  return written.all();
}

bool amp::isUnreadDestination(linalg::GenericOp op, OpOperand &init) {
  return isa<RankedTensorType>(init.get().getType()) &&
         !op.payloadUsesValueFromOperand(&init) &&
         !init.get().getDefiningOp<tensor::EmptyOp>();
}
