//===- RangesTosa.cpp - Ranges of TOSA ops --------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "RangeModels.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/DialectRegistry.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

static FloatRange reciprocal(const FloatRange &a) {
  return range::divide(FloatRange::getPoint(1.0), a);
}

namespace {
struct ConstRange
    : FloatRangeOpInterface::ExternalModel<ConstRange, tosa::ConstOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &,
                        SetFloatRangeFn setResult) const {
    setResult(0, FloatRange::getConstant(cast<tosa::ConstOp>(op).getValues()));
  }
};

struct TosaClampRange
    : FloatRangeOpInterface::ExternalModel<TosaClampRange, tosa::ClampOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    auto clamp = cast<tosa::ClampOp>(op);
    FloatRange low = FloatRange::getConstant(clamp.getMinVal());
    FloatRange high = FloatRange::getConstant(clamp.getMaxVal());
    // relu arrives as a clamp at the largest number there is: no bound, as it
    // is after a conversion, in the low type's infinity.
    constexpr double largest = std::numeric_limits<float>::max();
    bool bounded = low.isPoint() && low.lower > -largest;
    bool capped = high.isPoint() && high.upper < largest;
    setResult(0,
              range::clamp(operands[0], bounded ? low.lower : -FloatRange::kInf,
                           capped ? high.upper : FloatRange::kInf));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Attributes;
  }
};

/// Casts keep numbers; a float that becomes an integer is rounded.
struct CastRange
    : FloatRangeOpInterface::ExternalModel<CastRange, tosa::CastOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    Type from = getElementTypeOrSelf(op->getOperand(0).getType());
    Type to = getElementTypeOrSelf(op->getResult(0).getType());
    FloatRange range = isa<FloatType>(to)
                           ? operands[0]
                           : monotone<std::nearbyint>(operands[0]);
    range.isInteger |= isa<FloatType>(to) && from.isInteger();
    setResult(0, range);
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Signature;
  }
  /// An extension copies.
  std::optional<ElementRelation> getElementRelation(Operation *op,
                                                    unsigned) const {
    if (!extendsFloats(op))
      return std::nullopt;
    return getIdentityRelation(op);
  }
};

/// The extent that `op` reduces; -1 if dynamic.
template <typename Op> int64_t getReducedExtent(Op op) {
  auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
  if (!type || type.isDynamicDim(op.getAxis()))
    return -1;
  return type.getDimSize(op.getAxis());
}

/// The relation of a reduction that keeps its dimension with extent 1.
template <typename Op>
std::optional<ElementRelation> getReduction(Op op, ElementRelation::Kind kind) {
  auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
  if (!type)
    return std::nullopt;
  MLIRContext *context = op->getContext();
  AffineMap map = AffineMap::getMultiDimIdentityMap(type.getRank(), context);
  llvm::SmallVector<AffineExpr, 4> index(map.getResults());
  index[op.getAxis()] = getAffineSymbolExpr(0, context);
  return ElementRelation{kind, 0,
                         AffineMap::get(type.getRank(), 1, index, context)};
}

struct ReduceSumRange
    : FloatRangeOpInterface::ExternalModel<ReduceSumRange, tosa::ReduceSumOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    int64_t extent = getReducedExtent(cast<tosa::ReduceSumOp>(op));
    setResult(0, range::sum(operands[0], extent));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Signature;
  }
  std::optional<ElementRelation> getElementRelation(Operation *op,
                                                    unsigned) const {
    return getReduction(cast<tosa::ReduceSumOp>(op),
                        ElementRelation::Kind::Sum);
  }
  std::optional<unsigned> getElementSource(Operation *, unsigned) const {
    return 0;
  }
};

struct ReduceMaxRange : CopyRange<ReduceMaxRange, tosa::ReduceMaxOp> {
  std::optional<ElementRelation> getElementRelation(Operation *op,
                                                    unsigned) const {
    return getReduction(cast<tosa::ReduceMaxOp>(op),
                        ElementRelation::Kind::Maximum);
  }
  std::optional<unsigned> getElementSource(Operation *, unsigned) const {
    return 0;
  }
};

/// Sums of `count` products of operands 0 and 1, and operand `Bias` if any.
template <typename Op, int Bias>
struct ContractionRange
    : FloatRangeOpInterface::ExternalModel<ContractionRange<Op, Bias>, Op> {
  /// Products added for one element of the result.
  static int64_t getCount(Operation *op) {
    if (isa<tosa::MatMulOp>(op)) {
      auto lhs = cast<ShapedType>(op->getOperand(0).getType());
      return lhs.hasRank() && !lhs.isDynamicDim(2) ? lhs.getDimSize(2) : -1;
    }
    auto weight = cast<ShapedType>(op->getOperand(1).getType());
    if (!weight.hasStaticShape())
      return -1;
    // Depthwise weights are HxWxCxM, all others OxHxWx..xC.
    return isa<tosa::DepthwiseConv2DOp>(op)
               ? weight.getDimSize(0) * weight.getDimSize(1)
               : weight.getNumElements() /
                     std::max<int64_t>(weight.getDimSize(0), 1);
  }

  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    // Padding may leave out any of the products.
    FloatRange term = FloatRange::join(
        range::multiply(operands[0], operands[1]), FloatRange::getPoint(0.0));
    FloatRange result =
        range::sumOfProducts(operands[0], operands[1], term, getCount(op));
    if constexpr (Bias >= 0)
      result = range::add(result, operands[Bias]);
    setResult(0, result);
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Signature;
  }
};

/// Operand 1 is the padding's shape.
struct TosaPadRange
    : FloatRangeOpInterface::ExternalModel<TosaPadRange, tosa::PadOp> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    setResult(0, FloatRange::join(operands[0], operands[2]));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Attributes;
  }
};

template <typename... Ops> void attachFirstOperand(MLIRContext *context) {
  (Ops::template attachInterface<JoinRange<Ops, 0, 0>>(*context), ...);
}
template <typename... Ops> void attachType(MLIRContext *context) {
  (Ops::template attachInterface<FromTypeRange<Ops>>(*context), ...);
}

void attachElementwise(MLIRContext *context) {
  using namespace tosa;
  AddOp::attachInterface<OrderedRange<AddOp, range::add, true>>(*context);
  SubOp::attachInterface<OrderedRange<SubOp, range::subtract, false>>(*context);
  MulOp::attachInterface<OrderedRange<MulOp, range::multiply, true>>(*context);
  PowOp::attachInterface<BinaryRange<PowOp, range::power>>(*context);
  MaximumOp::attachInterface<BinaryRange<MaximumOp, range::maximum>>(*context);
  MinimumOp::attachInterface<BinaryRange<MinimumOp, range::minimum>>(*context);
  NegateOp::attachInterface<UnaryRange<NegateOp, range::negate>>(*context);
  AbsOp::attachInterface<UnaryRange<AbsOp, range::absolute>>(*context);
  ExpOp::attachInterface<UnaryRange<ExpOp, range::exp>>(*context);
  LogOp::attachInterface<UnaryRange<LogOp, range::log>>(*context);
  TanhOp::attachInterface<UnaryRange<TanhOp, range::tanh>>(*context);
  SigmoidOp::attachInterface<UnaryRange<SigmoidOp, range::sigmoid>>(*context);
  ErfOp::attachInterface<UnaryRange<ErfOp, monotone<std::erf>>>(*context);
  CeilOp::attachInterface<UnaryRange<CeilOp, rounded<std::ceil>>>(*context);
  FloorOp::attachInterface<UnaryRange<FloorOp, rounded<std::floor>>>(*context);
  RsqrtOp::attachInterface<UnaryRange<RsqrtOp, range::rsqrt>>(*context);
  ReciprocalOp::attachInterface<UnaryRange<ReciprocalOp, reciprocal>>(*context);
  SinOp::attachInterface<UnaryRange<SinOp, range::sine>>(*context);
  CosOp::attachInterface<UnaryRange<CosOp, range::sine>>(*context);
  SelectOp::attachInterface<JoinRange<SelectOp, 1, 2>>(*context);
  ClampOp::attachInterface<TosaClampRange>(*context);
  CastOp::attachInterface<CastRange>(*context);
}
} // namespace

void amp::registerTosaRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    using namespace tosa;
    attachElementwise(context);
    ConstOp::attachInterface<ConstRange>(*context);
    ReduceSumOp::attachInterface<ReduceSumRange>(*context);
    ReduceMaxOp::attachInterface<ReduceMaxRange>(*context);
    MatMulOp::attachInterface<ContractionRange<MatMulOp, -1>>(*context);
    Conv2DOp::attachInterface<ContractionRange<Conv2DOp, 2>>(*context);
    Conv3DOp::attachInterface<ContractionRange<Conv3DOp, 2>>(*context);
    DepthwiseConv2DOp::attachInterface<ContractionRange<DepthwiseConv2DOp, 2>>(
        *context);
    TransposeConv2DOp::attachInterface<ContractionRange<TransposeConv2DOp, 2>>(
        *context);
    PadOp::attachInterface<TosaPadRange>(*context);
    ConcatOp::attachInterface<JoinRange<ConcatOp>>(*context);
    attachFirstOperand<ReshapeOp, TransposeOp, ReverseOp, SliceOp, TileOp,
                       IdentityOp, GatherOp, ReduceMinOp, AvgPool2dOp,
                       MaxPool2dOp>(context);
    attachType<EqualOp, GreaterOp, GreaterEqualOp, LogicalAndOp, LogicalOrOp,
               LogicalNotOp, LogicalXorOp>(context);
  });
}
