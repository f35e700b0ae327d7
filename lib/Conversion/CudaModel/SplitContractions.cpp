//===- SplitContractions.cpp - Long sums with few results in parts --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction with few results and a long K leaves most of a device idle: its
// tiles are few, and each walks all of K. Where K is split into S parts, S
// times as many tiles compute partial sums. Another kernel, which also takes
// the epilogue or a norm over its rows, adds them up in a fixed order. The
// parts are a batch loop to all that follows.
//
//===----------------------------------------------------------------------===//

#include "SplitContractions.h"
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/Transforms/Generics.h"
#include "Roots.h"
#include "TransposeOperands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// Results of fewer elements are not split.
static constexpr int64_t kFewest = 64;
/// Sums shorter than the first are not split, parts are not shorter than the
/// second: each part costs a write and a read of the result in f32.
static constexpr int64_t kShortestSum = 1536, kShortestPart = 256;
/// Elements of the split loop in a part: whole steps of a matrix instruction.
static constexpr int64_t kStep = 16;
/// Parts that one op reads side by side.
static constexpr int64_t kFewParts = 16;

/// Parts that would keep a device busy; 1 for none.
static int64_t getWantedParts(ArrayRef<int64_t> sizes) {
  int64_t tiles = cuda::countTiles(sizes), k = sizes[3];
  // A channel that each part shares with nobody is no contraction to split, nor
  // is one without results.
  if (k < kShortestSum || 2 * tiles > cuda::kBusyTiles ||
      sizes[1] * sizes[2] < kFewest || tiles == 0)
    return 1;
  return std::min(cuda::kBusyTiles / tiles, k / kShortestPart);
}

namespace {
struct SplitPlan {
  unsigned loop;
  int64_t parts;
};
} // namespace

/// The longest loop of K that both operands have by itself, and the most parts
/// up to `wanted` that it divides into.
static std::optional<SplitPlan> makePlan(linalg::LinalgOp op, int64_t wanted) {
  std::optional<SplitPlan> plan;
  int64_t longest = 0;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind != utils::IteratorType::reduction || ranges[loop] <= longest ||
        !cuda::findAlone(maps[0], loop) || !cuda::findAlone(maps[1], loop))
      continue;
    for (int64_t parts = wanted; parts > 1; --parts) {
      if (ranges[loop] % (parts * kStep))
        continue;
      plan = SplitPlan{static_cast<unsigned>(loop), parts};
      longest = ranges[loop];
      break;
    }
  }
  return plan;
}

/// The op behind `value` if it only maps elements of one tensor to others in
/// another order, and `value` is read once.
static linalg::GenericOp getReordering(Value value) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  bool reorders = op && cuda::isPointwiseGeneric(op) && value.hasOneUse() &&
                  op.getNumDpsInputs() == 1 && op->getNumResults() == 1 &&
                  op.getBody()->getOps<linalg::IndexOp>().empty() &&
                  isMemoryEffectFree(op) &&
                  llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
                    return map.isPermutation();
                  });
  return reorders ? op : linalg::GenericOp();
}

/// `value` with dimension `dim` split into (parts, rest). A pad that leaves the
/// dimension alone stays in front of the contraction, which reads through it.
static Value expand(PatternRewriter &rewriter, Value value, unsigned dim,
                    int64_t parts) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= parts;
  shape.insert(shape.begin() + dim, parts);
  auto expanded = RankedTensorType::get(shape, type.getElementType());
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (unsigned i = 0; i != type.getRank(); ++i) {
    ReassociationIndices &group = groups.emplace_back();
    group.push_back(next++);
    if (i == dim)
      group.push_back(next++);
  }
  auto pad = value.getDefiningOp<tensor::PadOp>();
  Value filler = pad ? pad.getConstantPaddingValue() : Value();
  bool through = filler && pad->hasOneUse() &&
                 !ShapedType::isDynamicShape(pad.getStaticLow()) &&
                 !ShapedType::isDynamicShape(pad.getStaticHigh()) &&
                 pad.getStaticLow()[dim] == 0 && pad.getStaticHigh()[dim] == 0;
  if (!through)
    return tensor::ExpandShapeOp::create(rewriter, loc, expanded, value,
                                         groups);
  Value source = expand(rewriter, pad.getSource(), dim, parts);
  auto insert = [&](ArrayRef<int64_t> amounts) {
    SmallVector<int64_t> wider(amounts);
    wider.insert(wider.begin() + dim, 0);
    return getAsIndexOpFoldResult(rewriter.getContext(), wider);
  };
  return tensor::PadOp::create(rewriter, pad.getLoc(), expanded, source,
                               insert(pad.getStaticLow()),
                               insert(pad.getStaticHigh()), filler);
}

/// A map over one more loop in front. Loop `loop` at `place`, where given, is
/// preceded by the new one; otherwise the new loop is the first result.
static AffineMap addLoop(AffineMap map, std::optional<unsigned> place) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(expr.shiftDims(map.getNumDims(), 1));
  results.insert(results.begin() + place.value_or(0),
                 getAffineDimExpr(0, context));
  return AffineMap::get(map.getNumDims() + 1, 0, results, context);
}

namespace {
/// A tensor with one dimension split, and where the parts' dimension is.
struct SplitTensor {
  Value value;
  unsigned parts;
};
} // namespace

/// A filter with dimension `dim` split. Casts and transposes, which are kernels
/// of their own, put the parts in front of all: each part is then dense, as a
/// tensor map wants it.
static SplitTensor expandFilter(PatternRewriter &rewriter, Value value,
                                unsigned dim, int64_t parts) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= parts;
  DenseElementsAttr elements = cuda::getConstantElements(value);
  if (elements && !elements.isSplat()) {
    Value expanded = expand(rewriter, value, dim, parts);
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, shape.size() + 1));
    order.erase(order.begin() + dim);
    order.insert(order.begin(), dim);
    auto reshaped = elements.reshape(cast<ShapedType>(expanded.getType()));
    rewriter.eraseOp(expanded.getDefiningOp());
    Value whole = arith::ConstantOp::create(rewriter, loc, reshaped);
    return {cuda::transposeOrFold(rewriter, loc, whole, order), 0};
  }
  linalg::GenericOp op = getReordering(value);
  if (!op)
    return {expand(rewriter, value, dim, parts), dim};
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned from = *cuda::findAlone(maps[0], maps[1].getDimPosition(dim));
  SplitTensor source =
      expandFilter(rewriter, op.getDpsInputs()[0], from, parts);
  shape.insert(shape.begin(), parts);
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  auto made =
      createWithBodyOf(rewriter, op, source.value, empty,
                       {addLoop(maps[0], source.parts), addLoop(maps[1], 0)},
                       SmallVector<utils::IteratorType>(
                           shape.size(), utils::IteratorType::parallel));
  return {made->getResult(0), 0};
}

/// A tensor of `shape` and the type of `zero`, filled with it.
static Value makeZeros(PatternRewriter &rewriter, Location loc,
                       ArrayRef<int64_t> shape, Value zero) {
  Value empty = tensor::EmptyOp::create(rewriter, loc, shape, zero.getType());
  return linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
}

/// Adds `terms` from left to right.
static void yieldSum(OpBuilder &b, Location loc, ValueRange terms) {
  Value sum = terms.front();
  for (Value next : terms.drop_front())
    sum = arith::AddFOp::create(b, loc, sum, next);
  linalg::YieldOp::create(b, loc, sum);
}

/// The sum of `terms`, each read through its map, by an op that is parallel
/// over `type`.
static Value addElements(PatternRewriter &rewriter, Location loc,
                         RankedTensorType type, ValueRange terms,
                         SmallVector<AffineMap> maps) {
  maps.push_back(rewriter.getMultiDimIdentityMap(type.getRank()));
  Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                        type.getElementType());
  auto sum = linalg::GenericOp::create(
      rewriter, loc, TypeRange{type}, terms, ValueRange{empty}, maps,
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::parallel),
      [](OpBuilder &b, Location loc, ValueRange arguments) {
        yieldSum(b, loc, arguments.drop_back());
      });
  return sum->getResult(0);
}

/// The sum of a few parts, as an elementwise op that reads each of them: what
/// reads the sum, as the norm of a row does, may take it into its loop.
static Value addFewParts(PatternRewriter &rewriter, Location loc, Value partial,
                         RankedTensorType type) {
  unsigned rank = type.getRank();
  int64_t parts = cast<RankedTensorType>(partial.getType()).getDimSize(0);
  AffineMap all = rewriter.getMultiDimIdentityMap(rank);
  SmallVector<AffineMap> maps;
  for (int64_t part = 0; part != parts; ++part)
    maps.push_back(
        all.insertResult(rewriter.getAffineConstantExpr(part), /*pos=*/0));
  return addElements(rewriter, loc, type, SmallVector<Value>(parts, partial),
                     std::move(maps));
}

/// The sum of all parts, by a loop over the parts that is outermost.
static Value addManyParts(PatternRewriter &rewriter, Location loc,
                          Value partial, RankedTensorType type, Value zero) {
  int64_t rank = type.getRank();
  SmallVector<AffineExpr> kept;
  for (int64_t i = 0; i != rank; ++i)
    kept.push_back(rewriter.getAffineDimExpr(i + 1));
  AffineMap onlyKept = AffineMap::get(rank + 1, 0, kept, rewriter.getContext());
  SmallVector<utils::IteratorType> kinds(rank + 1,
                                         utils::IteratorType::parallel);
  kinds[0] = utils::IteratorType::reduction;
  Value start = makeZeros(rewriter, loc, type.getShape(), zero);
  auto sum = linalg::GenericOp::create(
      rewriter, loc, TypeRange{type}, ValueRange{partial}, ValueRange{start},
      ArrayRef<AffineMap>{rewriter.getMultiDimIdentityMap(rank + 1), onlyKept},
      kinds, yieldSum);
  return sum->getResult(0);
}

/// `sum` plus what the contraction started from, as an elementwise op: a bias
/// that was broadcast into the init is then read as it is.
static Value addInit(PatternRewriter &rewriter, Location loc, Value sum,
                     Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (fill && matchPattern(fill.value(), m_AnyZeroFloat()))
    return sum;
  auto type = cast<RankedTensorType>(sum.getType());
  AffineMap all = rewriter.getMultiDimIdentityMap(type.getRank());
  return addElements(rewriter, loc, type, {sum, init}, {all, all});
}

namespace {
struct SplitContraction : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!cuda::isTensorRoot(op) || !op.hasPureTensorSemantics() ||
        op->hasAttr(kSplitAttrName) || op->hasAttr(kGemmConfigAttrName) ||
        op.hasDynamicShape() || op.getNumDpsInits() != 1)
      return rewriter.notifyMatchFailure(op, "is no contraction to split");
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    if (!type.getElementType().isF32() ||
        !op.getBlock()->getOps<linalg::IndexOp>().empty())
      return rewriter.notifyMatchFailure(op, "does not sum up in f32");
    std::optional<SplitPlan> plan =
        makePlan(op, getWantedParts(getDeclaredSizes(op)));
    if (!plan)
      return rewriter.notifyMatchFailure(op, "fills a device, or no loop of K "
                                             "divides");
    rewriter.replaceOp(op, split(op, *plan, rewriter));
    return success();
  }

private:
  static Value split(linalg::LinalgOp op, const SplitPlan &plan,
                     PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<Value> inputs;
    for (unsigned i = 0; i != 2; ++i) {
      unsigned place = *cuda::findAlone(maps[i], plan.loop);
      Value value = op.getDpsInputs()[i];
      bool filter = i == 1 && cuda::isConvolutionRoot(op);
      SplitTensor operand =
          filter
              ? expandFilter(rewriter, value, place, plan.parts)
              : SplitTensor{expand(rewriter, value, place, plan.parts), place};
      inputs.push_back(operand.value);
      maps[i] = addLoop(maps[i], operand.parts);
    }
    maps[2] = addLoop(maps[2], std::nullopt);
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    SmallVector<int64_t> shape{plan.parts};
    llvm::append_range(shape, type.getShape());
    Value zero = arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
    Value start = makeZeros(rewriter, loc, shape, zero);
    SmallVector<utils::IteratorType> kinds{utils::IteratorType::parallel};
    llvm::append_range(kinds, op.getIteratorTypesArray());
    auto partial = createWithBodyOf(rewriter, op, inputs, start, maps, kinds);
    partial->setAttr(kSplitAttrName, rewriter.getI64IntegerAttr(plan.parts));
    if (Attribute sizes = op->getAttr(kSourceSizesAttrName))
      partial->setAttr(kSourceSizesAttrName, sizes);
    Value parts = partial->getResult(0);
    Value sum = plan.parts <= kFewParts
                    ? addFewParts(rewriter, loc, parts, type)
                    : addManyParts(rewriter, loc, parts, type, zero);
    return addInit(rewriter, loc, sum, op.getDpsInits()[0]);
  }
};
} // namespace

namespace {
/// A bias that is broadcast into what a contraction starts from is added to its
/// result instead: an epilogue reads the bias, an init the whole broadcast.
struct AddBroadcastInit : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!cuda::isTensorRoot(op) || !op.hasPureTensorSemantics() ||
        op.hasDynamicShape() || op.getNumDpsInits() != 1)
      return rewriter.notifyMatchFailure(op, "is no contraction");
    OpOperand &init = op.getDpsInitsMutable()[0];
    auto type = cast<RankedTensorType>(init.get().getType());
    auto broadcast = init.get().getDefiningOp<linalg::GenericOp>();
    if (!type.getElementType().isF32() || !broadcast ||
        !cuda::isPointwiseGeneric(broadcast) ||
        broadcast.getNumDpsInputs() != 1 || broadcast->getNumResults() != 1 ||
        broadcast.getIndexingMapsArray()[0].getNumResults() >= type.getRank())
      return rewriter.notifyMatchFailure(op, "starts from no broadcast");
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                           rewriter.getF32FloatAttr(0));
    Value bias = init.get();
    Value start = makeZeros(rewriter, op.getLoc(), type.getShape(), zero);
    rewriter.modifyOpInPlace(op, [&] { init.set(start); });
    rewriter.setInsertionPointAfter(op);
    Value sum = op->getResult(0);
    Value added = addInit(rewriter, op.getLoc(), sum, bias);
    rewriter.replaceAllUsesExcept(sum, added, added.getDefiningOp());
    return success();
  }
};
} // namespace

void cuda::populateBroadcastInitPatterns(RewritePatternSet &patterns) {
  patterns.add<AddBroadcastInit>(patterns.getContext());
}

void cuda::populateSplitContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitContraction>(patterns.getContext());
}
