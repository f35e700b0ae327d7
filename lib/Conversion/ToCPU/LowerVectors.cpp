//===- LowerVectors.cpp - Reductions, scans and sums of vectors -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPULOWERVECTORSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
/// Upstream makes a multiply-add of it that LLVM may round twice, and does in
/// types that are computed in a wider one.
struct RoundFmaOnce : OpRewritePattern<vector::FMAOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(vector::FMAOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getVectorType().getElementTypeBitWidth() >= 32)
      return rewriter.notifyMatchFailure(op, "is of a type of its own");
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, op.getLhs(), op.getRhs(),
                                             op.getAcc());
    return success();
  }
};

/// Upstream lowers contractions that sum up. Others are made of products of all
/// pairs, which are as many as the contraction has steps.
struct LowerOtherContraction : OpRewritePattern<vector::ContractionOp> {
  using OpRewritePattern::OpRewritePattern;

  /// `operand` over the whole space of loops, in their order.
  static Value spread(OpBuilder &b, Location loc, Value operand, AffineMap map,
                      ArrayRef<int64_t> bounds) {
    SmallVector<int64_t> shape, order(bounds.size());
    unsigned missing = bounds.size() - map.getNumResults(), next = 0;
    for (unsigned dim = 0; dim < bounds.size(); ++dim) {
      std::optional<unsigned> place =
          map.getResultPosition(b.getAffineDimExpr(dim));
      order[dim] = place ? missing + *place : next++;
      if (!place)
        shape.push_back(bounds[dim]);
    }
    auto type = cast<VectorType>(operand.getType());
    llvm::append_range(shape, type.getShape());
    Value whole = vector::BroadcastOp::create(
        b, loc, VectorType::get(shape, type.getElementType()), operand);
    return vector::TransposeOp::create(b, loc, whole, order);
  }

  LogicalResult matchAndRewrite(vector::ContractionOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getResultType());
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<int64_t> bounds;
    op.getIterationBounds(bounds);
    // A result in the order of the loops: what is left of them.
    bool inOrder =
        type &&
        llvm::is_sorted(maps[2].getResults(), [](AffineExpr a, AffineExpr b) {
          return cast<AffineDimExpr>(a).getPosition() <
                 cast<AffineDimExpr>(b).getPosition();
        });
    if (op.getKind() == vector::CombiningKind::ADD || !inOrder ||
        type.isScalable() || !isa<FloatType>(type.getElementType()) ||
        isa<vector::MaskOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "is upstream's");
    Location loc = op.getLoc();
    Value products = arith::MulFOp::create(
        rewriter, loc, spread(rewriter, loc, op.getLhs(), maps[0], bounds),
        spread(rewriter, loc, op.getRhs(), maps[1], bounds));
    SmallVector<bool> isReduced = llvm::map_to_vector(
        op.getIteratorTypesArray(), [](vector::IteratorType type) {
          return type == vector::IteratorType::reduction;
        });
    rewriter.replaceOpWithNewOp<vector::MultiDimReductionOp>(
        op, products, op.getAcc(), isReduced, op.getKind());
    return success();
  }
};

struct CPULowerVectorsPass
    : amp::impl::CPULowerVectorsPassBase<CPULowerVectorsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    vector::populateVectorMultiReductionLoweringPatterns(
        patterns, vector::VectorMultiReductionLowering::InnerParallel);
    vector::populateVectorScanLoweringPatterns(patterns);
    patterns.add<RoundFmaOnce, LowerOtherContraction>(&getContext());
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};
} // namespace
