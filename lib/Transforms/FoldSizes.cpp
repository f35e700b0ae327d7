//===- FoldSizes.cpp - Sizes that tensors compute -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream folds an element of a constant, but none of what is computed from
// constants: importers of ONNX compute the shape of an Expand or a Reshape by
// slices, concatenations and elementwise ops on tensors of a few integers.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/FoldSizes.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FOLDSIZESPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

/// More elements are data.
static constexpr int64_t kMostElements = 64;

/// More ops in a body compute more than a size.
static constexpr unsigned kMostOps = 16;

static bool holdsSizes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() &&
         type.getNumElements() <= kMostElements &&
         type.getElementType().isIntOrIndex();
}

namespace {

/// The body of an elementwise op, on elements of its operands.
struct ElementOfElementwise : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getTensor());
    auto source =
        dyn_cast_if_present<linalg::LinalgOp>(op.getTensor().getDefiningOp());
    if (!source || !holdsSizes(result) || !isElementwise(source))
      return rewriter.notifyMatchFailure(op, "reads no elementwise op");
    AffineMap written = source.getIndexingMapMatchingResult(result);
    if (!written.isPermutation())
      return rewriter.notifyMatchFailure(op, "is written in another order");

    SmallVector<Value> loops =
        applyPermutationMap(inversePermutation(written),
                            ArrayRef(SmallVector<Value>(op.getIndices())));
    IRMapping mapping;
    for (OpOperand &operand : source->getOpOperands()) {
      BlockArgument argument = source.getMatchingBlockArgument(&operand);
      if (argument.use_empty())
        continue;
      mapping.map(argument,
                  readAt(rewriter, op.getLoc(), operand.get(),
                         source.getMatchingIndexingMap(&operand), loops));
    }
    for (Operation &inner : source.getBlock()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), loops[index.getDim()]);
      else
        rewriter.clone(inner, mapping);
    }
    Value yielded = source.getBlock()->getTerminator()->getOperand(
        result.getResultNumber());
    rewriter.replaceOp(op, mapping.lookupOrDefault(yielded));
    return success();
  }

private:
  static bool isElementwise(linalg::LinalgOp op) {
    Block *body = op.getBlock();
    return op.hasPureTensorSemantics() &&
           op.getNumParallelLoops() == op.getNumLoops() &&
           body->getOperations().size() <= kMostOps &&
           llvm::all_of(body->without_terminator(), [](Operation &inner) {
             return inner.getNumRegions() == 0 && isPure(&inner);
           });
  }
  static Value readAt(OpBuilder &builder, Location loc, Value operand,
                      AffineMap map, ValueRange loops) {
    if (!isa<RankedTensorType>(operand.getType()))
      return operand;
    SmallVector<Value> indices;
    for (AffineExpr expr : map.getResults())
      indices.push_back(affine::AffineApplyOp::create(
          builder, loc, AffineMap::get(map.getNumDims(), 0, expr), loops));
    return tensor::ExtractOp::create(builder, loc, operand, indices);
  }
};

/// An element of one of the parts.
struct ElementOfConcat : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto concat = op.getTensor().getDefiningOp<tensor::ConcatOp>();
    if (!concat || !holdsSizes(concat))
      return rewriter.notifyMatchFailure(op, "reads no concatenation");
    unsigned dim = concat.getDim();
    std::optional<int64_t> left = getConstantIntValue(op.getIndices()[dim]);
    if (!left || *left < 0)
      return rewriter.notifyMatchFailure(op, "reads a part that varies");
    for (Value part : concat.getInputs()) {
      int64_t size = cast<RankedTensorType>(part.getType()).getDimSize(dim);
      if (ShapedType::isDynamic(size))
        return rewriter.notifyMatchFailure(op, "has a part of unknown size");
      if (*left >= size) {
        *left -= size;
        continue;
      }
      SmallVector<Value> indices(op.getIndices());
      indices[dim] =
          arith::ConstantIndexOp::create(rewriter, op.getLoc(), *left);
      rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, part, indices);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "reads outside of all parts");
  }
};

/// An element of the tensor that a slice is of.
struct ElementOfSlice : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto slice = op.getTensor().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !holdsSizes(slice.getSource()))
      return rewriter.notifyMatchFailure(op, "reads no slice");
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    AffineExpr offset, index, stride;
    bindSymbols(op.getContext(), offset, index, stride);
    SmallVector<Value> indices;
    unsigned next = 0;
    for (auto [dim, start, step] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
      OpFoldResult at = dropped.test(dim)
                            ? OpFoldResult(rewriter.getIndexAttr(0))
                            : OpFoldResult(op.getIndices()[next++]);
      indices.push_back(getValueOrCreateConstantIndexOp(
          rewriter, op.getLoc(),
          affine::makeComposedFoldedAffineApply(rewriter, op.getLoc(),
                                                offset + index * stride,
                                                {start, at, step})));
    }
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, slice.getSource(),
                                                   indices);
    return success();
  }
};

/// An element in the same place in row-major order.
template <typename ReshapeOp>
struct ElementOfReshape : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern<tensor::ExtractOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto reshape = op.getTensor().getDefiningOp<ReshapeOp>();
    if (!reshape || !holdsSizes(reshape.getSrc()) ||
        !reshape.getResultType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "reads no reshape");
    std::optional<SmallVector<int64_t>> at =
        getConstantIntValues(getAsOpFoldResult(op.getIndices()));
    if (!at)
      return rewriter.notifyMatchFailure(op, "reads a place that varies");
    int64_t place =
        linearize(*at, computeStrides(reshape.getResultType().getShape()));
    SmallVector<int64_t> source =
        delinearize(place, computeStrides(reshape.getSrcType().getShape()));
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(
        op, reshape.getSrc(),
        getValueOrCreateConstantIndexOp(
            rewriter, op.getLoc(),
            getAsIndexOpFoldResult(op.getContext(), source)));
    return success();
  }
};

struct FoldSizesPass : amp::impl::FoldSizesPassBase<FoldSizesPass> {
  void runOnOperation() override {
    SmallVector<Operation *> extracts;
    getOperation()->walk([&](tensor::ExtractOp op) {
      if (holdsSizes(op.getTensor()))
        extracts.push_back(op);
    });
    if (extracts.empty())
      return;
    RewritePatternSet patterns(&getContext());
    amp::populateFoldSizesPatterns(patterns);
    (void)applyOpPatternsGreedily(
        extracts, std::move(patterns),
        GreedyRewriteConfig().setStrictness(
            GreedyRewriteStrictness::ExistingAndNewOps));
  }
};

} // namespace

void amp::populateFoldSizesPatterns(RewritePatternSet &patterns) {
  patterns.add<ElementOfElementwise, ElementOfConcat, ElementOfSlice,
               ElementOfReshape<tensor::CollapseShapeOp>,
               ElementOfReshape<tensor::ExpandShapeOp>>(patterns.getContext());
}
