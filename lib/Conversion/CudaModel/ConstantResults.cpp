//===- ConstantResults.cpp - Results that are one number ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Importers of adaptive poolings sum up windows and count their elements in one
// op; where all windows are as large, the count is a constant, over loops that
// write it again and again. No kernel does that, and as a fill it costs
// nothing.
//
//===----------------------------------------------------------------------===//

#include "ConstantResults.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;

/// Whether the loops of `op` write each element of `result`, at least once.
static bool writesAll(linalg::GenericOp op, OpResult result) {
  AffineMap map = op.getIndexingMapMatchingResult(result);
  return map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
         llvm::all_of(op.getStaticLoopRanges(), [](int64_t extent) {
           return !ShapedType::isDynamic(extent) && extent > 0;
         });
}

namespace {
struct FillConstantResult : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    Operation *yield = op.getBody()->getTerminator();
    for (OpResult result : op->getResults()) {
      Value value = yield->getOperand(result.getResultNumber());
      if (result.use_empty() || value.getParentBlock() == op.getBody() ||
          !writesAll(op, result))
        continue;
      Value init = op.getDpsInitOperand(result.getResultNumber())->get();
      auto fill = linalg::FillOp::create(rewriter, op.getLoc(), value, init);
      rewriter.replaceAllUsesWith(result, fill.getResult(0));
      return success();
    }
    return failure();
  }
};
} // namespace

void amp::cuda::populateConstantResultPatterns(RewritePatternSet &patterns) {
  patterns.add<FillConstantResult>(patterns.getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
}
