//===- ExpandResize.cpp - Resizing from before the first element ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bilinear tosa.resize of integers whose offset is negative (the usual one,
// that maps centres to centres) reads points before the first row. Upstream's
// lowering divides their places towards zero, where TOSA rounds down, and gets
// negative weights. With the first row once more in front of the others, which
// is what such a point reads twice, no place is negative.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDRESIZEPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

/// `input` with its first slice along `axis` once more in front.
static Value repeatFirst(PatternRewriter &rewriter, Location loc, Value input,
                         int32_t axis) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> first(type.getShape()), both(type.getShape());
  first[axis] = 1;
  ++both[axis];
  SmallVector<int64_t> start(type.getRank(), 0);
  Value slice =
      tosa::SliceOp::create(rewriter, loc, type.clone(first), input,
                            tosa::getTosaConstShape(rewriter, loc, start),
                            tosa::getTosaConstShape(rewriter, loc, first));
  return tosa::ConcatOp::create(rewriter, loc, type.clone(both),
                                ValueRange{slice, input}, axis);
}

namespace {
struct ShiftResize : OpRewritePattern<tosa::ResizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tosa::ResizeOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
    SmallVector<int64_t> scale, offset;
    if (!type || !type.hasStaticShape() || !type.getElementType().isInteger() ||
        op.getMode() != tosa::ResizeMode::BILINEAR ||
        !tosa::getConstShapeValues(op.getScale().getDefiningOp(), scale) ||
        !tosa::getConstShapeValues(op.getOffset().getDefiningOp(), offset) ||
        llvm::none_of(offset, [](int64_t number) { return number < 0; }))
      return failure();
    Value input = op.getInput();
    for (unsigned dim : {0, 1}) {
      // A repeated row moves all places by one, which is `scale` parts of it;
      // TOSA allows an offset of one row at most.
      int64_t parts = scale[2 * dim];
      if (offset[dim] >= 0)
        continue;
      if (offset[dim] < -parts)
        return failure();
      offset[dim] += parts;
      input = repeatFirst(rewriter, op.getLoc(), input, 1 + dim);
    }
    rewriter.replaceOpWithNewOp<tosa::ResizeOp>(
        op, op.getType(), input, op.getScale(),
        tosa::getTosaConstShape(rewriter, op.getLoc(), offset), op.getBorder(),
        op.getMode());
    return success();
  }
};

struct ExpandResizePass : amp::impl::ExpandResizePassBase<ExpandResizePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ShiftResize>(&getContext());
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};
} // namespace
