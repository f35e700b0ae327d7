//===- SplitInits.cpp - Values that sums start from, added behind ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitInits.h"
#include "CollectOps.h"
#include "SplitProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;

/// The op that spreads a smaller tensor out as `value`; null if none, or if
/// somebody else reads it.
static linalg::GenericOp findSpread(Value value) {
  auto spread = value.getDefiningOp<linalg::GenericOp>();
  if (!spread || !value.hasOneUse() || !movesData(spread) ||
      spread.getNumDpsInputs() != 1 ||
      !spread.getIndexingMapsArray().back().isIdentity())
    return nullptr;
  AffineMap read = spread.getIndexingMapsArray().front();
  bool smaller = read.isProjectedPermutation(/*allowZeroInResults=*/true) &&
                 read.getNumResults() < spread.getNumLoops();
  return smaller ? spread : nullptr;
}

static void splitInit(RewriterBase &rewriter, linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      !op.hasPureTensorSemantics() || !findProduct(op))
    return;
  linalg::GenericOp spread = findSpread(op.getDpsInits()[0]);
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  if (!spread || !type.hasStaticShape())
    return;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  Value fill = linalg::FillOp::create(rewriter, loc, zero, empty)->getResult(0);
  rewriter.modifyOpInPlace(op, [&] { op.getDpsInitsMutable()[0].set(fill); });
  rewriter.setInsertionPointAfter(op);
  AffineMap all = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto sum = linalg::GenericOp::create(
      rewriter, loc, type, ValueRange{op.getResult(0), spread.getInputs()[0]},
      empty, {all, spread.getIndexingMapsArray().front(), all}, iterators,
      [](OpBuilder &builder, Location loc, ValueRange arguments) {
        Value sum =
            arith::AddFOp::create(builder, loc, arguments[0], arguments[1]);
        linalg::YieldOp::create(builder, loc, sum);
      });
  rewriter.replaceAllUsesExcept(op.getResult(0), sum.getResult(0), sum);
}

void amp::splitInits(RewriterBase &rewriter, Operation *root) {
  for (linalg::GenericOp op : collect<linalg::GenericOp>(root))
    splitInit(rewriter, op);
}
