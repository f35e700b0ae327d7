//===- RangesTensor.cpp - Ranges of tensor ops ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "RangeModels.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

namespace {
struct EmptyRange
    : FloatRangeOpInterface::ExternalModel<EmptyRange, tensor::EmptyOp> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &,
                        SetFloatRangeFn setResult) const {
    setResult(0, FloatRange::getUndefined());
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Attributes;
  }
};

/// The range of what the body of `op` yields; nothing is known of it before the
/// body has been looked at.
FloatRange getYielded(Operation *op, const FloatRangeOperands &operands) {
  Value yielded = op->getRegion(0).front().getTerminator()->getOperand(0);
  // A conversion may have put its cast there.
  while (Operation *cast = yielded.getDefiningOp()) {
    if (!isPrecisionCast(cast))
      break;
    yielded = cast->getOperand(0);
  }
  return operands.lookup(yielded);
}

/// The operand's elements and what the body yields around them.
struct PadRange
    : FloatRangeOpInterface::ExternalModel<PadRange, tensor::PadOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    FloatRange padding = getYielded(op, operands);
    setResult(0, padding.initialized ? FloatRange::join(operands[0], padding)
                                     : FloatRange::getUninitialized());
  }
};

struct GenerateRange
    : FloatRangeOpInterface::ExternalModel<GenerateRange, tensor::GenerateOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    setResult(0, getYielded(op, operands));
  }
};

/// Elements of the operand; of a constant (the coefficients of a polynomial,
/// one by one) the very one, if all are copies of a single one.
struct ExtractSliceRange
    : FloatRangeOpInterface::ExternalModel<ExtractSliceRange,
                                           tensor::ExtractSliceOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    const FloatRange &all = operands[0];
    std::optional<FloatRange> one;
    if (all.isBounded() && all.lower < all.upper)
      one = getOneElement(cast<tensor::ExtractSliceOp>(op));
    setResult(0, one ? *one : all);
  }

private:
  /// From indices of a slice of the source's rank to the source's; none where
  /// a run decides.
  static AffineMap getSourceMap(tensor::ExtractSliceOp op) {
    OpBuilder builder(op.getContext());
    SmallVector<AffineExpr> index;
    for (auto [dim, offset, size, stride] :
         llvm::enumerate(op.getStaticOffsets(), op.getStaticSizes(),
                         op.getStaticStrides())) {
      if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(stride))
        return AffineMap();
      index.push_back(size == 1
                          ? builder.getAffineConstantExpr(offset)
                          : builder.getAffineDimExpr(dim) * stride + offset);
    }
    return AffineMap::get(index.size(), 0, index, op.getContext());
  }

  static std::optional<FloatRange> getOneElement(tensor::ExtractSliceOp op) {
    AffineMap map = getSourceMap(op);
    DenseFPElementsAttr elements;
    Value source = op.getSource();
    // A constant, or one that was repeated and transposed.
    constexpr unsigned kMostSteps = 4;
    for (unsigned step = 0; map && !matchPattern(source, m_Constant(&elements));
         ++step) {
      std::optional<ElementOrigin> origin;
      if (step < kMostSteps)
        origin = findOrigin(source, map);
      if (!origin || origin->kind != ElementRelation::Kind::Copy)
        return std::nullopt;
      map = origin->map;
      source = origin->operand;
    }
    if (!elements || !map || !map.isConstant())
      return std::nullopt;
    SmallVector<uint64_t> index;
    llvm::append_range(index, map.getConstantResults());
    if (!ElementsAttr(elements).isValidIndex(index))
      return std::nullopt;
    APFloat element = elements.getValues<APFloat>()[index];
    return element.isFinite()
               ? std::optional(FloatRange::getPoint(toDouble(element)))
               : std::nullopt;
  }
};

/// Reshapes between unit dimensions keep indices; others are only joined.
template <typename Op, bool Expand>
struct ReshapeRange : CopyRange<ReshapeRange<Op, Expand>, Op> {
  std::optional<ElementRelation> getElementRelation(Operation *op,
                                                    unsigned) const {
    auto reshape = cast<Op>(op);
    MLIRContext *context = op->getContext();
    auto source = cast<ShapedType>(op->getOperand(0).getType());
    auto result = cast<ShapedType>(op->getResult(0).getType());
    ShapedType longer = Expand ? result : source;
    llvm::SmallVector<AffineExpr, 4> index(source.getRank(),
                                           getAffineConstantExpr(0, context));
    for (auto [group, dims] :
         llvm::enumerate(reshape.getReassociationIndices())) {
      int64_t carrier = -1;
      for (int64_t dim : dims) {
        if (longer.getDimSize(dim) == 1)
          continue;
        if (carrier >= 0)
          return std::nullopt;
        carrier = dim;
      }
      if (carrier >= 0)
        index[Expand ? group : carrier] =
            getAffineDimExpr(Expand ? carrier : group, context);
    }
    return ElementRelation{ElementRelation::Kind::Copy, 0,
                           AffineMap::get(result.getRank(), 0, index, context)};
  }
};
} // namespace

void amp::registerTensorRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    using namespace tensor;
    EmptyOp::attachInterface<EmptyRange>(*context);
    PadOp::attachInterface<PadRange>(*context);
    GenerateOp::attachInterface<GenerateRange>(*context);
    ExpandShapeOp::attachInterface<ReshapeRange<ExpandShapeOp, true>>(*context);
    CollapseShapeOp::attachInterface<ReshapeRange<CollapseShapeOp, false>>(
        *context);
    CastOp::attachInterface<JoinRange<CastOp, 0, 0>>(*context);
    ReshapeOp::attachInterface<JoinRange<ReshapeOp, 0, 0>>(*context);
    ExtractSliceOp::attachInterface<ExtractSliceRange>(*context);
    ExtractOp::attachInterface<JoinRange<ExtractOp, 0, 0>>(*context);
    GatherOp::attachInterface<JoinRange<GatherOp, 0, 0>>(*context);
    SplatOp::attachInterface<JoinRange<SplatOp, 0, 0>>(*context);
    InsertOp::attachInterface<JoinRange<InsertOp, 0, 1>>(*context);
    InsertSliceOp::attachInterface<JoinRange<InsertSliceOp, 0, 1>>(*context);
    ScatterOp::attachInterface<JoinRange<ScatterOp, 0, 1>>(*context);
    ConcatOp::attachInterface<JoinRange<ConcatOp>>(*context);
    FromElementsOp::attachInterface<JoinRange<FromElementsOp>>(*context);
  });
}
