//===- ExpandTensorOps.cpp - Ops on tensors that nobody lowers ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream lowers none of them. A gather becomes a generic that reads by index,
// which both targets fuse; a scatter, slices that are inserted one by one; a
// reshape to a shape that is known, a view; a bitcast, an elementwise op; a
// tensor that is never read, which lifted control flow leaves, an empty one, as
// is one that is allocated for results; what is put into one, itself. A pad
// that is inserted with strides is lowered before upstream folds it; one below
// nought is a slice; what one is filled with is made before it. What Winograd's
// convolutions transform becomes loops over products.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Generics.h"
#include "AmpDialect/Transforms/IntegerSigns.h"
#include "AmpDialect/Transforms/Passes.h"
#include "AmpDialect/Transforms/SplitDividedLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDTENSOROPSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The coordinates that `indices` holds at `batch`, one for each of `dims`.
static llvm::SmallDenseMap<int64_t, Value>
readCoordinates(OpBuilder &b, Location loc, Value indices, ValueRange batch,
                ArrayRef<int64_t> dims) {
  llvm::SmallDenseMap<int64_t, Value> coordinates;
  for (auto [position, dim] : llvm::enumerate(dims)) {
    SmallVector<Value> at(batch);
    at.push_back(arith::ConstantIndexOp::create(b, loc, position));
    Value index = tensor::ExtractOp::create(b, loc, indices, at);
    if (!index.getType().isIndex())
      index = arith::IndexCastOp::create(b, loc, b.getIndexType(), index);
    coordinates[dim] = index;
  }
  return coordinates;
}

namespace {

struct ExpandGather : OpRewritePattern<tensor::GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::GatherOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = op.getResultType();
    Value source = op.getSource(), indices = op.getIndices();
    ArrayRef<int64_t> dims = op.getGatherDims();
    int64_t sourceRank = op.getSourceType().getRank();
    int64_t batchRank = op.getIndicesType().getRank() - 1;
    bool keepsDims = type.getRank() == batchRank + sourceRank;

    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < batchRank; ++dim)
      sizes.push_back(tensor::getMixedSize(rewriter, loc, indices, dim));
    // The loop over each of the source's dimensions; -1 for none.
    SmallVector<int64_t> loops;
    for (int64_t dim = 0; dim < sourceRank; ++dim) {
      bool gathered = llvm::is_contained(dims, dim);
      loops.push_back(gathered && !keepsDims ? -1 : int64_t(sizes.size()));
      if (gathered && keepsDims)
        sizes.push_back(rewriter.getIndexAttr(1));
      else if (!gathered)
        sizes.push_back(tensor::getMixedSize(rewriter, loc, source, dim));
    }
    Value empty =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    auto body = [&](OpBuilder &b, Location loc, ValueRange) {
      SmallVector<Value> batch, at;
      for (int64_t dim = 0; dim < batchRank; ++dim)
        batch.push_back(linalg::IndexOp::create(b, loc, dim));
      auto coordinates = readCoordinates(b, loc, indices, batch, dims);
      for (auto [dim, loop] : llvm::enumerate(loops)) {
        Value gathered = coordinates.lookup(dim);
        at.push_back(gathered ? gathered
                              : linalg::IndexOp::create(b, loc, loop));
      }
      Value element = tensor::ExtractOp::create(b, loc, source, at);
      linalg::YieldOp::create(b, loc, element);
    };
    auto generic = linalg::GenericOp::create(
        rewriter, loc, empty.getType(), ValueRange(), empty,
        ArrayRef<AffineMap>{rewriter.getMultiDimIdentityMap(type.getRank())},
        SmallVector<utils::IteratorType>(type.getRank(),
                                         utils::IteratorType::parallel),
        body);
    Value result = generic.getResult(0);
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandScatter : OpRewritePattern<tensor::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value source = op.getSource(), indices = op.getIndices();
    ArrayRef<int64_t> dims = op.getScatterDims();
    int64_t destRank = op.getDestType().getRank();
    int64_t batchRank = op.getIndicesType().getRank() - 1;
    bool keepsDims = op.getSourceType().getRank() == batchRank + destRank;
    OpFoldResult zero = rewriter.getIndexAttr(0),
                 one = rewriter.getIndexAttr(1);

    Value first = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value step = arith::ConstantIndexOp::create(rewriter, loc, 1);
    SmallVector<Value> ends;
    for (int64_t dim = 0; dim < batchRank; ++dim)
      ends.push_back(getValueOrCreateConstantIndexOp(
          rewriter, loc, tensor::getMixedSize(rewriter, loc, indices, dim)));
    // The slice of one place, in the source and in the destination.
    SmallVector<OpFoldResult> sizes, sourceSizes(batchRank, one);
    for (int64_t dim = 0, next = batchRank; dim < destRank; ++dim) {
      bool scattered = llvm::is_contained(dims, dim);
      OpFoldResult size =
          scattered ? one : tensor::getMixedSize(rewriter, loc, source, next);
      sizes.push_back(size);
      if (scattered && !keepsDims)
        continue;
      sourceSizes.push_back(size);
      ++next;
    }
    int64_t sourceRank = sourceSizes.size();
    auto shape = llvm::map_to_vector(
        ArrayRef(sourceSizes).drop_front(batchRank), [](OpFoldResult size) {
          return getConstantIntValue(size).value_or(ShapedType::kDynamic);
        });
    auto type = RankedTensorType::get(shape, op.getDestType().getElementType());
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, SmallVector<Value>(batchRank, first), ends,
        SmallVector<Value>(batchRank, step), op.getDest(),
        [&](OpBuilder &b, Location loc, ValueRange batch, ValueRange carried) {
          SmallVector<OpFoldResult> from(batch.begin(), batch.end());
          from.resize(sourceRank, zero);
          Value slice = tensor::ExtractSliceOp::create(
              b, loc, type, source, from, sourceSizes,
              SmallVector<OpFoldResult>(sourceRank, one));
          auto coordinates = readCoordinates(b, loc, indices, batch, dims);
          SmallVector<OpFoldResult> to;
          for (int64_t dim = 0; dim < destRank; ++dim) {
            Value scattered = coordinates.lookup(dim);
            to.push_back(scattered ? OpFoldResult(scattered) : zero);
          }
          Value next = tensor::InsertSliceOp::create(
              b, loc, slice, carried.front(), to, sizes,
              SmallVector<OpFoldResult>(destRank, one));
          return scf::ValueVector{next};
        });
    rewriter.replaceOp(op, nest.results);
    return success();
  }
};

} // namespace

/// Whether `op`, which gives a tensor of type `to`, is a view between static
/// shapes.
static bool isStaticReshape(tensor::ReshapeOp op, Type to) {
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto type = dyn_cast<RankedTensorType>(to);
  return from && type && from.hasStaticShape() && type.hasStaticShape() &&
         from.getNumElements() == type.getNumElements();
}

namespace {

struct ExpandReshape : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    if (isStaticReshape(op, op.getType())) {
      rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), op.getSource(),
                                     cast<RankedTensorType>(op.getType())));
      return success();
    }
    // Upstream lowers a shape of indices only.
    auto shape = cast<RankedTensorType>(op.getShape().getType());
    if (shape.getElementType().isIndex())
      return rewriter.notifyMatchFailure(op, "is of dynamic shape");
    Value indices = arith::IndexCastOp::create(
        rewriter, op.getLoc(), shape.clone(rewriter.getIndexType()),
        op.getShape());
    rewriter.modifyOpInPlace(op, [&] { op.getShapeMutable().assign(indices); });
    return success();
  }
};

/// Whoever casts to a static shape says what shape a run will give.
struct ExpandCastReshape : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto source = op.getSource().getDefiningOp<tensor::ReshapeOp>();
    if (!source || !isStaticReshape(source, op.getType()))
      return rewriter.notifyMatchFailure(op, "gives a reshape no static shape");
    rewriter.replaceOp(op, reshape(rewriter, op.getLoc(), source.getSource(),
                                   cast<RankedTensorType>(op.getType())));
    return success();
  }
};

/// An elementwise op. Signs are nothing but names: those of the elements change
/// by a cast that lowering drops.
struct ExpandBitcast : OpRewritePattern<tensor::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "has no rank");
    Type to = type.getElementType(), bare = getSignless(to);
    Value result = mapElements(
        rewriter, loc, op.getSource(), to, [&](OpBuilder &b, Value element) {
          Value bits =
              changeSign(b, loc, getSignless(element.getType()), element);
          if (bits.getType() != bare)
            bits = arith::BitcastOp::create(b, loc, bare, bits);
          return changeSign(b, loc, to, bits);
        });
    if (result.getType() != type)
      result = tensor::CastOp::create(rewriter, loc, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Nobody reads it: any sizes will do.
struct ExpandPoison : OpRewritePattern<ub::PoisonOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ub::PoisonOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "is no tensor");
    Value zero = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0);
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(
        op, type, SmallVector<Value>(type.getNumDynamicDims(), zero));
    return success();
  }
};

/// Tensors are values: whose memory they get is for bufferization to say,
/// unless the user does.
struct ExpandAllocation : OpRewritePattern<bufferization::AllocTensorOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(bufferization::AllocTensorOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || op.getMemorySpace() ||
        llvm::any_of(op->getUsers(),
                     llvm::IsaPred<bufferization::DeallocTensorOp>))
      return failure();
    if (Value copied = op.getCopy())
      rewriter.replaceOp(op, copied);
    else
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type,
                                                   op.getDynamicSizes());
    return success();
  }
};

/// What is put into a tensor is what comes out of it; a buffer is written.
struct ExpandMaterialization
    : OpRewritePattern<bufferization::MaterializeInDestinationOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(bufferization::MaterializeInDestinationOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 ||
        op->getResult(0).getType() != op.getSource().getType())
      return failure();
    rewriter.replaceOp(op, op.getSource());
    return success();
  }
};

/// Upstream's canonicalization puts what was padded straight into a fill that
/// the pad is inserted into, and counts the pad's offset in elements of the
/// fill even where the insertion strides over them.
struct PadBeforeStridedInsert : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getSource().getDefiningOp<tensor::PadOp>();
    if (!pad || op.hasUnitStride())
      return rewriter.notifyMatchFailure(op, "inserts no pad with strides");
    rewriter.setInsertionPoint(pad);
    return linalg::rewriteInDestinationPassingStyle(rewriter, pad);
  }
};

/// Less than no padding takes elements away (the gradient of a pad): a slice.
struct SliceBeforePadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> low = op.getMixedLowPad(),
                              high = op.getMixedHighPad();
    auto isNegative = [](OpFoldResult padding) {
      std::optional<int64_t> count = getConstantIntValue(padding);
      return count && *count < 0;
    };
    if (llvm::none_of(llvm::concat<OpFoldResult>(low, high), isNegative))
      return rewriter.notifyMatchFailure(op, "takes nothing away");
    // How many elements `padding` takes away; it is none then.
    auto takeAway = [&](OpFoldResult &padding) -> int64_t {
      if (!isNegative(padding))
        return 0;
      int64_t count = -*getConstantIntValue(padding);
      padding = rewriter.getIndexAttr(0);
      return count;
    };
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> offsets,
        sizes = tensor::getMixedSizes(rewriter, loc, op.getSource());
    for (auto [size, before, behind] : llvm::zip_equal(sizes, low, high)) {
      std::optional<int64_t> whole = getConstantIntValue(size),
                             added = getConstantIntValue(before),
                             last = getConstantIntValue(behind);
      int64_t first = takeAway(before), taken = first + takeAway(behind);
      if (whole && added && last && taken > *whole) {
        // Some of the padding on the other side goes, too.
        before = rewriter.getIndexAttr(*whole + *added + *last);
        behind = rewriter.getIndexAttr(0);
        first = 0;
        taken = *whole;
      }
      offsets.push_back(rewriter.getIndexAttr(first));
      AffineExpr left = rewriter.getAffineSymbolExpr(0) - taken;
      size = affine::makeComposedFoldedAffineApply(rewriter, loc, left, {size});
    }
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    Value slice = tensor::ExtractSliceOp::create(rewriter, loc, op.getSource(),
                                                 offsets, sizes, strides);
    auto pad = tensor::PadOp::create(rewriter, loc, op.getType(), slice, low,
                                     high, op.getNofold());
    rewriter.inlineRegionBefore(op.getRegion(), pad.getRegion(),
                                pad.getRegion().end());
    rewriter.replaceOp(op, pad);
    return success();
  }
};

/// What a pad is filled with is looked for outside of its region: a number that
/// is rounded there is rounded before.
struct HoistPadding : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    Region &region = op.getRegion();
    bool changed = false;
    for (Operation &inner :
         llvm::make_early_inc_range(region.front().without_terminator())) {
      if (inner.getNumRegions() != 0 || !isPure(&inner) ||
          llvm::any_of(inner.getOperands(), [&](Value operand) {
            return region.isAncestor(operand.getParentRegion());
          }))
        continue;
      rewriter.moveOpBefore(&inner, op);
      changed = true;
    }
    return success(changed);
  }
};

/// The extents of a slice, by name those that turn out to be one; none where it
/// leaves no dimension out, or all, or names each.
template <typename SliceOp>
static std::optional<SmallVector<OpFoldResult>> nameOnes(SliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  bool anyOne = false;
  for (OpFoldResult &size : sizes)
    if (isa<Value>(size) && getConstantIntValue(size) == 1) {
      size = Builder(op.getContext()).getIndexAttr(1);
      anyOne = true;
    }
  if (!anyOne || dropped.none() || dropped.all())
    return std::nullopt;
  return sizes;
}

/// The dimensions of a slice for each that is kept, `dropped` ones with the
/// next; at least one must be kept.
static SmallVector<ReassociationIndices>
groupDroppedDims(const llvm::SmallBitVector &dropped) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices group;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    group.push_back(dim);
    if (!dropped[dim])
      groups.push_back(std::exchange(group, {}));
  }
  groups.back().append(group);
  return groups;
}

/// Upstream's canonicalization (22.1) of a slice with an extent that turns out
/// to be one leaves out the first such dimension, whichever the slice does: it
/// would be a column instead of a row.
struct NameDroppedDims : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<OpFoldResult>> sizes = nameOnes(op);
    if (!sizes)
      return rewriter.notifyMatchFailure(op, "says which it leaves out");
    Location loc = op.getLoc();
    Value whole = tensor::ExtractSliceOp::create(rewriter, loc, op.getSource(),
                                                 op.getMixedOffsets(), *sizes,
                                                 op.getMixedStrides());
    Value part = tensor::CollapseShapeOp::create(
        rewriter, loc, whole, groupDroppedDims(op.getDroppedDims()));
    rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(), part);
    return success();
  }
};

/// The same of what is written into a slice.
template <typename InsertOp>
struct NameInsertedDims : OpRewritePattern<InsertOp> {
  using OpRewritePattern<InsertOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(InsertOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<SmallVector<OpFoldResult>> sizes = nameOnes(op);
    if (!sizes)
      return rewriter.notifyMatchFailure(op, "says which it leaves out");
    Location loc = op.getLoc();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    // What ends a parallel loop holds insertions alone.
    if (!op->getNumResults())
      rewriter.setInsertionPoint(op->getParentOp());
    SmallVector<int64_t> shape, part;
    for (auto [dim, size] : llvm::enumerate(*sizes)) {
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
      if (!dropped[dim])
        part.push_back(shape.back());
    }
    RankedTensorType type = op.getSourceType();
    Value source =
        tensor::CastOp::create(rewriter, loc, type.clone(part), op.getSource());
    source =
        tensor::ExpandShapeOp::create(rewriter, loc, type.clone(shape), source,
                                      groupDroppedDims(dropped), *sizes);
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<InsertOp>(op, source, op.getDest(),
                                          op.getMixedOffsets(), *sizes,
                                          op.getMixedStrides());
    return success();
  }
};

/// Upstream's own expansion takes the bounds the wrong way round.
struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::ClampFOp op,
                                PatternRewriter &rewriter) const override {
    Value raised = arith::MaximumFOp::create(
        rewriter, op.getLoc(), op.getValue(), op.getMin(), op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, raised, op.getMax(),
                                                   op.getFastmath());
    return success();
  }
};

/// Finite, and no smaller than the smallest normal number.
struct ExpandIsNormal : OpRewritePattern<math::IsNormalOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsNormalOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getOperand().getType();
    if (auto shaped = dyn_cast<ShapedType>(type);
        shaped && !shaped.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "is of unknown size");
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
    auto isBeside = [&](arith::CmpFPredicate how, const APFloat &number,
                        Value size) -> Value {
      TypedAttr value =
          rewriter.getFloatAttr(getElementTypeOrSelf(type), number);
      if (auto shaped = dyn_cast<ShapedType>(type))
        value = DenseElementsAttr::get(shaped, Attribute(value));
      Value bound = arith::ConstantOp::create(rewriter, loc, value);
      return arith::CmpFOp::create(rewriter, loc, how, size, bound);
    };
    Value size = math::AbsFOp::create(rewriter, loc, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::AndIOp>(
        op,
        isBeside(arith::CmpFPredicate::OGE,
                 APFloat::getSmallestNormalized(semantics), size),
        isBeside(arith::CmpFPredicate::OLE, APFloat::getLargest(semantics),
                 size));
    return success();
  }
};

struct ExpandTensorOpsPass
    : amp::impl::ExpandTensorOpsPassBase<ExpandTensorOpsPass> {
  /// As often as it goes: a loop may be divided by several numbers.
  void splitLoops() {
    SmallVector<Operation *> generics;
    getOperation()->walk([&](linalg::GenericOp op) { generics.push_back(op); });
    RewritePatternSet patterns(&getContext());
    populateSplitDividedLoopsPatterns(patterns);
    (void)applyOpPatternsGreedily(
        generics, std::move(patterns),
        GreedyRewriteConfig().enableFolding(false).setStrictness(
            GreedyRewriteStrictness::ExistingAndNewOps));
  }

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandGather, ExpandScatter, ExpandReshape, ExpandCastReshape,
                 ExpandBitcast, ExpandPoison, ExpandAllocation,
                 ExpandMaterialization, ExpandClamp, ExpandIsNormal,
                 PadBeforeStridedInsert, SliceBeforePadding, HoistPadding,
                 NameDroppedDims, NameInsertedDims<tensor::InsertSliceOp>,
                 NameInsertedDims<tensor::ParallelInsertSliceOp>>(
        &getContext());
    populateVectorContractionPatterns(patterns);
    linalg::populateDecomposeWinogradOpsPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    splitLoops();
  }
};

} // namespace
