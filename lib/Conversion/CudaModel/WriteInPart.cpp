//===- WriteInPart.cpp - Ops that write a part of their result ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels write each element of their results. An op whose output map leaves
// some out (`i -> i + 1`, `i -> 2 * i`, `i -> (0, i)`) is one that writes a
// slice, which is then inserted. A loop that is written backwards runs the
// other way round first; a diagonal (`i -> (i, i)`) is a stride in one
// dimension.
//
//===----------------------------------------------------------------------===//

#include "WriteInPart.h"
#include "AmpDialect/IR/Destinations.h"
#include "AmpDialect/Transforms/Generics.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// What one dimension of a result is written at: `offset + stride * loop`; no
/// loop where it is written at one place.
struct Place {
  std::optional<unsigned> loop;
  int64_t offset = 0;
  int64_t stride = 1;
};

} // namespace

static std::optional<Place> getPlace(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Place{std::nullopt, constant.getValue(), 1};
  Place place;
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && sum.getKind() == AffineExprKind::Add) {
    auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (!constant)
      return std::nullopt;
    place.offset = constant.getValue();
    expr = sum.getLHS();
  }
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      product && product.getKind() == AffineExprKind::Mul) {
    auto constant = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!constant || constant.getValue() == 0)
      return std::nullopt;
    place.stride = constant.getValue();
    expr = product.getLHS();
  }
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return std::nullopt;
  place.loop = dim.getPosition();
  return place;
}

/// The places of `map`'s results, each loop at one of them; nothing for others.
static std::optional<SmallVector<Place>> getPlaces(AffineMap map) {
  SmallVector<Place> places;
  llvm::SmallBitVector seen(map.getNumDims());
  for (AffineExpr expr : map.getResults()) {
    std::optional<Place> place = getPlace(expr);
    if (!place || (place->loop && seen.test(*place->loop)))
      return std::nullopt;
    if (place->loop)
      seen.set(*place->loop);
    places.push_back(*place);
  }
  return places;
}

/// The number of a result of `op` that is written in part, by loops that are
/// all of those which add nothing up; with static shapes.
static std::optional<unsigned> findPartialResult(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.hasDynamicShape())
    return std::nullopt;
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    if (!writesWholeDestination(op, i))
      return i;
  return std::nullopt;
}

/// An op like `op` with another destination `number`, written through `map`.
static linalg::GenericOp cloneWithInit(PatternRewriter &rewriter,
                                       linalg::GenericOp op, unsigned number,
                                       Value init, AffineMap map) {
  SmallVector<Value> inits(op.getOutputs());
  inits[number] = init;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[op.getNumDpsInputs() + number] = map;
  auto clone = createWithBodyOf(rewriter, op, op.getInputs(), inits, maps,
                                op.getIteratorTypesArray());
  clone->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return clone;
}

/// Replaces `op` by `clone`, but result `number` by `value`.
static void replaceBut(PatternRewriter &rewriter, linalg::GenericOp op,
                       linalg::GenericOp clone, unsigned number, Value value) {
  SmallVector<Value> results(clone.getResults());
  results[number] = value;
  rewriter.replaceOp(op, results);
}

namespace {

/// Runs a loop that a result is written backwards by the other way round.
struct RunForwards : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<unsigned> number = findPartialResult(op);
    if (!number)
      return rewriter.notifyMatchFailure(op, "writes all elements");
    auto places =
        getPlaces(op.getMatchingIndexingMap(op.getDpsInitOperand(*number)));
    auto backwards =
        places
            ? llvm::find_if(*places,
                            [](const Place &place) { return place.stride < 0; })
            : nullptr;
    if (!places || backwards == places->end())
      return rewriter.notifyMatchFailure(op, "is written forwards");
    unsigned loop = *backwards->loop;
    int64_t last = op.getStaticLoopRanges()[loop] - 1;
    AffineExpr dim = rewriter.getAffineDimExpr(loop);
    SmallVector<AffineMap> maps;
    for (AffineMap map : op.getIndexingMapsArray())
      maps.push_back(
          simplifyAffineMap(map.replace(dim, last - dim, map.getNumDims(), 0)));
    // Reversed maps no longer say how long the loop is: one more operand does.
    SmallVector<Value> inputs(op.getInputs());
    Type element = getElementTypeOrSelf(op.getOutputs().front().getType());
    inputs.push_back(
        tensor::EmptyOp::create(rewriter, op.getLoc(), {last + 1}, element));
    maps.insert(maps.begin() + op.getNumDpsInputs(),
                AffineMap::get(maps.front().getNumDims(), 0, dim));
    auto forwards = createWithBodyOf(rewriter, op, inputs, op.getOutputs(),
                                     maps, op.getIteratorTypesArray());
    forwards->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    forwards.getBody()->insertArgument(op.getNumDpsInputs(), element,
                                       op.getLoc());
    reverseIndices(rewriter, forwards, loop, last);
    rewriter.replaceOp(op, forwards);
    return success();
  }

private:
  static void reverseIndices(PatternRewriter &rewriter, linalg::GenericOp op,
                             unsigned loop, int64_t last) {
    SmallVector<linalg::IndexOp> indices;
    op.getBody()->walk([&](linalg::IndexOp index) {
      if (index.getDim() == loop)
        indices.push_back(index);
    });
    for (linalg::IndexOp index : indices) {
      rewriter.setInsertionPointAfter(index);
      auto reversed = affine::AffineApplyOp::create(
          rewriter, index.getLoc(),
          AffineMap::get(1, 0, last - rewriter.getAffineDimExpr(0)),
          ValueRange{index});
      rewriter.replaceAllUsesExcept(index, reversed, reversed);
    }
    rewriter.setInsertionPointAfter(op);
  }
};

/// One dimension for two and what is between them, where one loop walks through
/// both and no other loop through any.
struct JoinDiagonal : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<unsigned> number = findPartialResult(op);
    if (!number)
      return rewriter.notifyMatchFailure(op, "writes all elements");
    OpOperand *init = op.getDpsInitOperand(*number);
    AffineMap map = op.getMatchingIndexingMap(init);
    auto type = cast<RankedTensorType>(init->get().getType());
    auto range = findDiagonal(map);
    if (!range)
      return rewriter.notifyMatchFailure(op, "writes no diagonal");
    auto [first, last] = *range;
    SmallVector<ReassociationIndices> groups;
    SmallVector<AffineExpr> results;
    SmallVector<int64_t> shape;
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
      if (dim <= first || dim > last) {
        groups.emplace_back();
        results.push_back(map.getResult(dim));
        shape.push_back(type.getDimSize(dim));
      } else {
        results.back() =
            results.back() * type.getDimSize(dim) + map.getResult(dim);
        shape.back() *= type.getDimSize(dim);
      }
      groups.back().push_back(dim);
    }
    Value flat = tensor::CollapseShapeOp::create(
        rewriter, op.getLoc(),
        RankedTensorType::get(shape, type.getElementType()), init->get(),
        groups);
    linalg::GenericOp joined =
        cloneWithInit(rewriter, op, *number, flat,
                      simplifyAffineMap(AffineMap::get(
                          map.getNumDims(), 0, results, op.getContext())));
    Value whole = tensor::ExpandShapeOp::create(
        rewriter, op.getLoc(), type, joined.getResult(*number), groups);
    replaceBut(rewriter, op, joined, *number, whole);
    return success();
  }

private:
  static std::optional<std::pair<unsigned, unsigned>>
  findDiagonal(AffineMap map) {
    for (unsigned first = 0; first < map.getNumResults(); ++first) {
      std::optional<Place> place = getPlace(map.getResult(first));
      if (!place || !place->loop)
        continue;
      for (unsigned last = first + 1; last < map.getNumResults(); ++last) {
        std::optional<Place> other = getPlace(map.getResult(last));
        if (!other || (other->loop && other->loop != place->loop))
          break;
        if (other->loop)
          return std::pair(first, last);
      }
    }
    return std::nullopt;
  }
};

/// The op on a slice of the destination, and the slice's insertion.
struct InsertPart : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<unsigned> number = findPartialResult(op);
    if (!number)
      return rewriter.notifyMatchFailure(op, "writes all elements");
    OpOperand *init = op.getDpsInitOperand(*number);
    AffineMap map = op.getMatchingIndexingMap(init);
    auto places = getPlaces(map);
    if (!places || !isWrittenOnce(op, *places))
      return rewriter.notifyMatchFailure(op, "writes no slice");
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    SmallVector<OpFoldResult> offsets, sizes, strides;
    SmallVector<int64_t> shape;
    SmallVector<AffineExpr> results;
    for (const Place &place : *places) {
      int64_t size = place.loop ? extents[*place.loop] : 1;
      offsets.push_back(rewriter.getIndexAttr(place.offset));
      sizes.push_back(rewriter.getIndexAttr(size));
      strides.push_back(rewriter.getIndexAttr(place.stride));
      if (!place.loop)
        continue;
      shape.push_back(size);
      results.push_back(rewriter.getAffineDimExpr(*place.loop));
    }
    Location loc = op.getLoc();
    auto type = RankedTensorType::get(
        shape, cast<RankedTensorType>(init->get().getType()).getElementType());
    bool isRead = !op.getMatchingBlockArgument(init).use_empty();
    Value slice = isRead ? tensor::ExtractSliceOp::create(rewriter, loc, type,
                                                          init->get(), offsets,
                                                          sizes, strides)
                               .getResult()
                         : tensor::EmptyOp::create(rewriter, loc, shape,
                                                   type.getElementType());
    linalg::GenericOp part = cloneWithInit(
        rewriter, op, *number, slice,
        AffineMap::get(map.getNumDims(), 0, results, op.getContext()));
    Value whole =
        tensor::InsertSliceOp::create(rewriter, loc, part.getResult(*number),
                                      init->get(), offsets, sizes, strides);
    replaceBut(rewriter, op, part, *number, whole);
    return success();
  }

private:
  /// Whether the loops that walk through the slice are all that add nothing up,
  /// and forwards: else an element is written by several iterations.
  static bool isWrittenOnce(linalg::GenericOp op, ArrayRef<Place> places) {
    llvm::SmallBitVector walked(op.getNumLoops());
    for (const Place &place : places) {
      if (place.stride < 0 || place.offset < 0)
        return false;
      if (place.loop)
        walked.set(*place.loop);
    }
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
      if (extents[loop] == 0 || (kind == utils::IteratorType::parallel &&
                                 extents[loop] > 1 && !walked.test(loop)))
        return false;
    return true;
  }
};

} // namespace

void cuda::populateWriteInPartPatterns(RewritePatternSet &patterns) {
  patterns.add<RunForwards, JoinDiagonal, InsertPart>(patterns.getContext());
}
