//===- ForallToFor.cpp - Parallel loops of the host -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForallToFor.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

struct ForallToFor : OpRewritePattern<scf::ForallOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::ForallOp op,
                                PatternRewriter &rewriter) const override {
    auto inParallel = cast<scf::InParallelOp>(op.getBody()->getTerminator());
    if (!llvm::all_of(inParallel.getYieldingOps(),
                      llvm::IsaPred<tensor::ParallelInsertSliceOp>))
      return rewriter.notifyMatchFailure(op, "puts together more than slices");
    auto iterate = [&](OpBuilder &builder, Location loc, ValueRange counters,
                       ValueRange carried) {
      IRMapping mapping;
      mapping.map(op.getInductionVars(), counters);
      mapping.map(op.getRegionIterArgs(), carried);
      for (Operation &inner : op.getBody()->without_terminator())
        builder.clone(inner, mapping);
      SmallVector<Value> results(carried);
      for (Operation &yielding : inParallel.getYieldingOps()) {
        auto insert = cast<tensor::ParallelInsertSliceOp>(yielding);
        unsigned number =
            cast<BlockArgument>(insert.getDest()).getArgNumber() - op.getRank();
        auto moved = [&](ValueRange values) {
          return llvm::map_to_vector(values, [&](Value value) {
            return mapping.lookupOrDefault(value);
          });
        };
        results[number] = tensor::InsertSliceOp::create(
            builder, insert.getLoc(), results[number].getType(),
            mapping.lookupOrDefault(insert.getSource()), results[number],
            moved(insert.getOffsets()), moved(insert.getSizes()),
            moved(insert.getStrides()), insert.getStaticOffsetsAttr(),
            insert.getStaticSizesAttr(), insert.getStaticStridesAttr());
      }
      return scf::ValueVector(results.begin(), results.end());
    };
    scf::LoopNest nest =
        scf::buildLoopNest(rewriter, op.getLoc(), op.getLowerBound(rewriter),
                           op.getUpperBound(rewriter), op.getStep(rewriter),
                           op.getOutputs(), iterate);
    rewriter.replaceOp(op, nest.results);
    return success();
  }
};

/// Reductions run in the order of the iterations.
struct ParallelToFor : OpRewritePattern<scf::ParallelOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::ParallelOp op,
                                PatternRewriter &rewriter) const override {
    auto reduce = cast<scf::ReduceOp>(op.getBody()->getTerminator());
    auto iterate = [&](OpBuilder &builder, Location loc, ValueRange counters,
                       ValueRange carried) {
      IRMapping mapping;
      mapping.map(op.getInductionVars(), counters);
      for (Operation &inner : op.getBody()->without_terminator())
        builder.clone(inner, mapping);
      scf::ValueVector results;
      for (auto [region, sum, operand] : llvm::zip_equal(
               reduce.getReductions(), carried, reduce.getOperands())) {
        Block &combiner = region.front();
        mapping.map(combiner.getArgument(0), sum);
        mapping.map(combiner.getArgument(1), mapping.lookupOrDefault(operand));
        for (Operation &inner : combiner.without_terminator())
          builder.clone(inner, mapping);
        results.push_back(
            mapping.lookupOrDefault(combiner.getTerminator()->getOperand(0)));
      }
      return results;
    };
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, op.getLoc(), op.getLowerBound(), op.getUpperBound(),
        op.getStep(), op.getInitVals(), iterate);
    rewriter.replaceOp(op, nest.results);
    return success();
  }
};

} // namespace

void cuda::populateForallToForPatterns(RewritePatternSet &patterns) {
  patterns.add<ForallToFor, ParallelToFor>(patterns.getContext());
}
