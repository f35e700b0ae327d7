//===- AutocastOp.cpp - The scope op and its clean-up ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AmpDialect.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::amp;

LogicalResult AutocastOp::verify() {
  if (std::optional<Type> dtype = getDtype()) {
    auto type = dyn_cast<FloatType>(*dtype);
    if (!type || type.getWidth() >= 32)
      return emitOpError() << "expected dtype to be a float type of fewer than "
                              "32 bits such as f16 or bf16, got "
                           << *dtype;
  }
  // The trait comes behind this and says what a body and its end are.
  if (getBody().empty() || getBody().front().empty())
    return success();
  auto yield = dyn_cast<YieldOp>(getBody().front().back());
  if (!yield)
    return success();
  if (yield.getNumOperands() != getNumResults())
    return yield.emitOpError()
           << "expected " << getNumResults() << " values, one per result of "
           << "the enclosing scope, got " << yield.getNumOperands();
  for (auto [index, value, type] :
       llvm::enumerate(yield.getValues(), getResultTypes()))
    if (value.getType() != type)
      return yield.emitOpError()
             << "expected value " << index << " to be of the result's type "
             << type << ", got " << value.getType();
  return success();
}

void AutocastOp::getSuccessorRegions(
    RegionBranchPoint point, SmallVectorImpl<RegionSuccessor> &regions) {
  if (point.isParent())
    regions.emplace_back(&getBody());
  else
    regions.emplace_back(getOperation(), getResults());
}

void AutocastOp::getRegionInvocationBounds(
    ArrayRef<Attribute> operands, SmallVectorImpl<InvocationBounds> &bounds) {
  // It runs once, but an upper bound of one invites passes to sink code into
  // the region, where the scope would speak of what never stood in it.
  bounds.emplace_back(/*lb=*/1, /*ub=*/std::nullopt);
}

void AutocastOp::inlineBody(RewriterBase &rewriter) {
  Block *body = &getBody().front();
  auto yield = cast<YieldOp>(body->getTerminator());
  SmallVector<Value> values(yield.getValues());
  rewriter.eraseOp(yield);
  rewriter.inlineBlockBefore(body, getOperation());
  rewriter.replaceOp(getOperation(), values);
}

namespace {
/// A scope that holds no op decides nothing.
struct InlineEmptyScope : OpRewritePattern<AutocastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AutocastOp op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::hasSingleElement(op.getBody().front()))
      return rewriter.notifyMatchFailure(op, "the scope holds ops");
    op.inlineBody(rewriter);
    return success();
  }
};

/// A scope directly inside another with the same state decides nothing. One
/// without an outer scope stays: its function may be inlined into another.
struct InlineRedundantScope : OpRewritePattern<AutocastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AutocastOp op,
                                PatternRewriter &rewriter) const override {
    auto outer = op->getParentOfType<AutocastOp>();
    if (!outer || outer.getEnabled() != op.getEnabled() ||
        outer.getCache() != op.getCache())
      return rewriter.notifyMatchFailure(op, "no outer scope of equal state");
    if (op.getEnabled() && outer.getDtype() != op.getDtype())
      return rewriter.notifyMatchFailure(op, "the outer type differs");
    op.inlineBody(rewriter);
    return success();
  }
};
} // namespace

void AutocastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<InlineEmptyScope, InlineRedundantScope>(context);
}
