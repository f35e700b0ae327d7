//===- GatherOperands.cpp - Operands read by maps that are not linear -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatherOperands.h"
#include "Access.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

struct GatherOperand : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.hasDynamicShape())
      return rewriter.notifyMatchFailure(op, "is on buffers or dynamic");
    OpOperand *input = findNonlinear(op);
    if (!input)
      return rewriter.notifyMatchFailure(op, "reads along linear maps");
    AffineMap map = op.getMatchingIndexingMap(input);
    Value source = input->get();
    BlockArgument argument = op.getMatchingBlockArgument(input);
    rewriter.setInsertionPointToStart(op.getBody());
    SmallVector<Value> loops, position;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      loops.push_back(linalg::IndexOp::create(rewriter, op.getLoc(), loop));
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      position.push_back(affine::makeComposedAffineApply(
          rewriter, op.getLoc(), map.getSubMap(dim), getAsOpFoldResult(loops)));
    Value element =
        tensor::ExtractOp::create(rewriter, op.getLoc(), source, position);
    rewriter.replaceAllUsesWith(argument, element);
    // In its place an operand that says how far its loops go, for those that no
    // other operand tells of.
    rewriter.setInsertionPoint(op);
    SmallVector<int64_t> extents = op.getStaticLoopRanges(), shape;
    SmallVector<AffineExpr> results;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      if (map.isFunctionOfDim(loop)) {
        shape.push_back(extents[loop]);
        results.push_back(rewriter.getAffineDimExpr(loop));
      }
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), shape, getElementTypeOrSelf(source.getType()));
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps[input->getOperandNumber()] =
        AffineMap::get(map.getNumDims(), 0, results, op.getContext());
    rewriter.modifyOpInPlace(op, [&] {
      input->set(empty);
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }

private:
  static OpOperand *findNonlinear(linalg::GenericOp op) {
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto type = dyn_cast<RankedTensorType>(input->get().getType());
      if (type && !op.getMatchingBlockArgument(input).use_empty() &&
          !cuda::getLinearAccess(op.getMatchingIndexingMap(input),
                                 type.getShape(), extents))
        return input;
    }
    return nullptr;
  }
};

} // namespace

void cuda::populateGatherOperandPatterns(RewritePatternSet &patterns) {
  patterns.add<GatherOperand>(patterns.getContext());
}
