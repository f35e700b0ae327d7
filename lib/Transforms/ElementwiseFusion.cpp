//===- ElementwiseFusion.cpp - Fusion that keeps destinations -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/ElementwiseFusion.h"
#include "AmpDialect/IR/Destinations.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace {

/// A destination that is neither read nor left in part is only a shape: what
/// made it is not waited for.
struct DropUnreadDestination : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    bool any = false;
    for (OpOperand &destination : op.getDpsInitsMutable()) {
      unsigned index = destination.getOperandNumber() - op.getNumDpsInputs();
      if (!amp::isUnreadDestination(op, destination) ||
          !amp::writesWholeDestination(op, index))
        continue;
      auto type = cast<RankedTensorType>(destination.get().getType());
      if (type.getEncoding())
        continue;
      Value shape = tensor::EmptyOp::create(
          rewriter, op.getLoc(),
          tensor::getMixedSizes(rewriter, op.getLoc(), destination.get()),
          type.getElementType());
      rewriter.modifyOpInPlace(op, [&] { destination.set(shape); });
      any = true;
    }
    return success(any);
  }
};

} // namespace

void amp::populateElementwiseFusionPatterns(
    RewritePatternSet &patterns, const linalg::ControlFusionFn &control) {
  RewritePatternSet upstream(patterns.getContext());
  linalg::populateElementwiseOpsFusionPatterns(upstream, control);
  for (std::unique_ptr<RewritePattern> &pattern : upstream.getNativePatterns())
    if (!pattern->getDebugName().contains("RemoveOutsDependency"))
      patterns.add(std::move(pattern));
  patterns.add<DropUnreadDestination>(patterns.getContext());
}
