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

struct CPULowerVectorsPass
    : amp::impl::CPULowerVectorsPassBase<CPULowerVectorsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    vector::populateVectorMultiReductionLoweringPatterns(
        patterns, vector::VectorMultiReductionLowering::InnerParallel);
    vector::populateVectorScanLoweringPatterns(patterns);
    patterns.add<RoundFmaOnce>(&getContext());
    (void)applyPatternsGreedily(getOperation(), std::move(patterns));
  }
};
} // namespace
