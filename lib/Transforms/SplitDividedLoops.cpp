//===- SplitDividedLoops.cpp - Loops whose parts index operands -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over heads of which every four read one key (`h floordiv 4`) is a loop
// over keys and one over four heads. Where all divisors of a loop share a
// factor that its extent has too, the loop becomes these two, and a dimension
// that the loop walks through as a whole two as well: maps are linear again,
// and a product is one that every target knows.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/SplitDividedLoops.h"
#include "AmpDialect/Transforms/Generics.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

/// The constant that `expr` divides loop `loop` itself by; 0 if it does not.
static int64_t getDivisor(AffineExpr expr, unsigned loop) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || (expr.getKind() != AffineExprKind::FloorDiv &&
                  expr.getKind() != AffineExprKind::Mod))
    return 0;
  auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  return dim && dim.getPosition() == loop && divisor ? divisor.getValue() : 0;
}

/// The largest factor that all divisors of `loop` share; 0 if there are none.
static int64_t getCommonDivisor(ArrayRef<AffineMap> maps, unsigned loop) {
  int64_t common = 0;
  for (AffineMap map : maps)
    for (AffineExpr result : map.getResults())
      result.walk([&](AffineExpr part) {
        common = std::gcd(common, getDivisor(part, loop));
      });
  return common;
}

namespace {
/// How loop `loop` becomes `outer * factor + inner`; loops behind it move on.
class Split {
public:
  Split(linalg::GenericOp op, unsigned loop, int64_t factor)
      : op(op), loop(loop), factor(factor) {}

  Value getIndex(OpBuilder &builder, Location loc);
  AffineMap rewrite(AffineMap map);
  std::optional<unsigned> findSplitDim(OpOperand &operand);
  AffineMap splitResult(AffineMap map, unsigned dim);

  linalg::GenericOp op;
  unsigned loop;
  int64_t factor;

private:
  AffineExpr rewrite(AffineExpr expr);
  AffineExpr getOuter() { return getAffineDimExpr(loop, op.getContext()); }
  AffineExpr getInner() { return getAffineDimExpr(loop + 1, op.getContext()); }
};
} // namespace

/// With x = f q + r and a divisor f k: x floordiv f k is q floordiv k, and
/// x mod f k is f (q mod k) + r.
AffineExpr Split::rewrite(AffineExpr expr) {
  if (int64_t divisor = getDivisor(expr, loop)) {
    int64_t rest = divisor / factor;
    return expr.getKind() == AffineExprKind::FloorDiv
               ? getOuter().floorDiv(rest)
               : (getOuter() % rest) * factor + getInner();
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    unsigned position = dim.getPosition();
    if (position == loop)
      return getOuter() * factor + getInner();
    return position < loop ? expr
                           : getAffineDimExpr(position + 1, op.getContext());
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  return binary
             ? getAffineBinaryOpExpr(expr.getKind(), rewrite(binary.getLHS()),
                                     rewrite(binary.getRHS()))
             : expr;
}

AffineMap Split::rewrite(AffineMap map) {
  SmallVector<AffineExpr> results;
  for (AffineExpr result : map.getResults())
    results.push_back(rewrite(result));
  return AffineMap::get(map.getNumDims() + 1, 0, results, op.getContext());
}

/// The dimension of `operand` that the loop walks through from end to end.
std::optional<unsigned> Split::findSplitDim(OpOperand &operand) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  int64_t extent = op.getStaticLoopRanges()[loop];
  for (auto [dim, result] : llvm::enumerate(map.getResults())) {
    auto expr = dyn_cast<AffineDimExpr>(result);
    if (expr && expr.getPosition() == loop &&
        op.getShape(&operand)[dim] == extent)
      return dim;
  }
  return std::nullopt;
}

/// `map`, rewritten already, into a tensor whose dimension `dim` is split.
AffineMap Split::splitResult(AffineMap map, unsigned dim) {
  SmallVector<AffineExpr> results(map.getResults());
  results[dim] = getOuter();
  results.insert(results.begin() + dim + 1, getInner());
  return AffineMap::get(map.getNumDims(), 0, results, op.getContext());
}

Value Split::getIndex(OpBuilder &builder, Location loc) {
  Value outer = linalg::IndexOp::create(builder, loc, loop);
  Value inner = linalg::IndexOp::create(builder, loc, loop + 1);
  AffineExpr first, second;
  bindDims(builder.getContext(), first, second);
  return affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(2, 0, first * factor + second),
      ValueRange{outer, inner});
}

/// Whether a result of `op` is written at a place that adds to `loop` or
/// multiplies it: at two loops' sum, which no target knows, once it is split.
static bool isWrittenAtSum(linalg::GenericOp op, unsigned loop) {
  for (OpOperand &init : op.getDpsInitsMutable())
    for (AffineExpr result : op.getMatchingIndexingMap(&init).getResults())
      if (result.isFunctionOfDim(loop) && !isa<AffineDimExpr>(result) &&
          getDivisor(result, loop) == 0)
        return true;
  return false;
}

/// A loop of `op` that can be split, and by what.
static std::optional<Split> findSplit(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    int64_t factor = getCommonDivisor(maps, loop);
    // A part of the factor may do, if the extent has no more of it.
    factor = factor > 0 ? std::gcd(factor, extent) : 0;
    if (factor > 1 && !isWrittenAtSum(op, loop))
      return Split(op, loop, factor);
  }
  return std::nullopt;
}

static SmallVector<ReassociationIndices> getGroups(int64_t rank, unsigned dim) {
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (int64_t i = 0; i < rank; ++i) {
    groups.push_back({next++});
    if (i == dim)
      groups.back().push_back(next++);
  }
  return groups;
}

namespace {
struct SplitDividedLoop : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.hasDynamicShape())
      return rewriter.notifyMatchFailure(op, "is on buffers or dynamic");
    std::optional<Split> split = findSplit(op);
    if (!split)
      return rewriter.notifyMatchFailure(op, "divides no loop evenly");
    unsigned loop = split->loop;
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    SmallVector<std::optional<unsigned>> splitDims;
    for (OpOperand &operand : op->getOpOperands()) {
      maps.push_back(split->rewrite(op.getMatchingIndexingMap(&operand)));
      operands.push_back(operand.get());
      splitDims.push_back(split->findSplitDim(operand));
      if (!splitDims.back())
        continue;
      unsigned dim = *splitDims.back();
      maps.back() = split->splitResult(maps.back(), dim);
      operands.back() =
          expand(rewriter, op.getLoc(), operand.get(), dim, split->factor);
    }
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    kinds.insert(kinds.begin() + loop, kinds[loop]);
    ValueRange all(operands);
    ValueRange inits = all.take_back(op.getNumDpsInits());
    auto parts = createWithBodyOf(
        rewriter, op, all.take_front(op.getNumDpsInputs()), inits, maps, kinds);
    parts->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    moveIndices(rewriter, parts, *split);
    SmallVector<Value> results(parts.getResults());
    ArrayRef<std::optional<unsigned>> dims(splitDims);
    for (auto [result, old, dim] : llvm::zip_equal(
             results, op.getResults(), dims.take_back(results.size())))
      if (dim) {
        auto type = cast<RankedTensorType>(old.getType());
        result =
            tensor::CollapseShapeOp::create(rewriter, op.getLoc(), type, result,
                                            getGroups(type.getRank(), *dim));
      }
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static Value expand(OpBuilder &builder, Location loc, Value value,
                      unsigned dim, int64_t factor) {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] /= factor;
    shape.insert(shape.begin() + dim + 1, factor);
    return tensor::ExpandShapeOp::create(
        builder, loc, RankedTensorType::get(shape, type.getElementType()),
        value, getGroups(type.getRank(), dim));
  }

  static void moveIndices(PatternRewriter &rewriter, linalg::GenericOp parts,
                          Split &split) {
    SmallVector<linalg::IndexOp> indices;
    parts.getBody()->walk(
        [&](linalg::IndexOp index) { indices.push_back(index); });
    for (linalg::IndexOp index : indices) {
      if (index.getDim() < split.loop)
        continue;
      rewriter.setInsertionPoint(index);
      if (index.getDim() == split.loop)
        rewriter.replaceOp(index, split.getIndex(rewriter, index.getLoc()));
      else
        rewriter.replaceOpWithNewOp<linalg::IndexOp>(index, index.getDim() + 1);
    }
    rewriter.setInsertionPointAfter(parts);
  }
};
} // namespace

void amp::populateSplitDividedLoopsPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitDividedLoop>(patterns.getContext());
}
