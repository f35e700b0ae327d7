//===- SplitConcats.cpp - Concatenations of many parts --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a recurrent net that is written out are put side by side, as
// many as there are. A kernel has an argument for each part, and upstream's
// analysis of buffers walks from each part through all before it.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Generics.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

struct SplitConcat : OpRewritePattern<tensor::ConcatOp> {
  SplitConcat(MLIRContext *context, size_t most)
      : OpRewritePattern(context, /*benefit=*/2), most(most) {}
  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    ValueRange inputs = op.getInputs();
    if (inputs.size() <= most)
      return rewriter.notifyMatchFailure(op, "has few parts");
    SmallVector<Value> groups;
    for (size_t first = 0; first < inputs.size(); first += most)
      groups.push_back(tensor::ConcatOp::create(
          rewriter, op.getLoc(), op.getDim(),
          inputs.slice(first, std::min(most, inputs.size() - first))));
    Value whole =
        tensor::ConcatOp::create(rewriter, op.getLoc(), op.getDim(), groups);
    if (whole.getType() != op.getType())
      whole =
          tensor::CastOp::create(rewriter, op.getLoc(), op.getType(), whole);
    rewriter.replaceOp(op, whole);
    return success();
  }

private:
  size_t most;
};

} // namespace

void amp::populateSplitConcatPatterns(RewritePatternSet &patterns,
                                      size_t most) {
  patterns.add<SplitConcat>(patterns.getContext(), most);
}
