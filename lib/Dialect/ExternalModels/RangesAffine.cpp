//===- RangesAffine.cpp - Ranges of affine ops ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Those that MLIR's integer ranges do not know, and affine.apply, whose
// divisors may be zero.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/IntegerRanges.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// False if the map divides by what may not be positive: upstream's ranges end
/// the process where that is zero.
bool dividesByPositive(AffineMap map) {
  bool positive = true;
  map.walkExprs([&](AffineExpr expr) {
    bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                   expr.getKind() == AffineExprKind::CeilDiv ||
                   expr.getKind() == AffineExprKind::Mod;
    if (!divides)
      return;
    auto divisor =
        dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    positive &= divisor && divisor.getValue() > 0;
  });
  return positive;
}

/// What the map gives; the least or the greatest of several.
template <typename Op>
struct MapRange : FloatRangeOpInterface::ExternalModel<MapRange<Op>, Op> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    constexpr bool isMin = std::is_same_v<Op, affine::AffineMinOp>;
    AffineMap map = cast<Op>(op).getMap();
    if (!dividesByPositive(map))
      return setResult(0, FloatRange::getForType(op->getResult(0).getType()));
    inferIntegers(
        op, operands.ranges,
        [&](ArrayRef<IntegerValueRange> ranges, SetIntegersFn set) {
          SmallVector<ConstantIntRanges> known;
          for (const IntegerValueRange &range : ranges)
            known.push_back(range.getValue());
          ArrayRef<ConstantIntRanges> all(known);
          std::optional<APInt> low, high;
          for (AffineExpr expr : map.getResults()) {
            ConstantIntRanges one = intrange::inferAffineExpr(
                expr, all.take_front(map.getNumDims()),
                all.drop_front(map.getNumDims()));
            auto choose = [](std::optional<APInt> &end, const APInt &value) {
              if (!end || (isMin ? value.slt(*end) : value.sgt(*end)))
                end = value;
            };
            choose(low, one.smin());
            choose(high, one.smax());
          }
          set(0, ConstantIntRanges::fromSigned(*low, *high));
        },
        setResult);
  }
};

/// The range of entry `position` of a basis.
FloatRange getBasis(ArrayRef<int64_t> basis, unsigned position,
                    ArrayRef<FloatRange> dynamic) {
  if (!ShapedType::isDynamic(basis[position]))
    return FloatRange::getPoint(basis[position]);
  return dynamic[llvm::count_if(basis.take_front(position),
                                ShapedType::isDynamic)];
}

/// ((i0 * b1 + i1) * b2 + i2) ...
struct LinearizeRange
    : FloatRangeOpInterface::ExternalModel<LinearizeRange,
                                           affine::AffineLinearizeIndexOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    auto linearize = cast<affine::AffineLinearizeIndexOp>(op);
    unsigned count = linearize.getMultiIndex().size();
    if (count == 0)
      return setResult(0, FloatRange::getPoint(0));
    ArrayRef<int64_t> basis = linearize.getStaticBasis();
    // Without an outer bound the first index has no entry; with one, the first
    // entry isn't asked.
    basis = basis.take_back(count - 1);
    unsigned skipped = linearize.getDynamicBasis().size() -
                       llvm::count_if(basis, ShapedType::isDynamic);
    inferIntegers(
        op, operands.ranges,
        [&](ArrayRef<IntegerValueRange> ranges, SetIntegersFn set) {
          ConstantIntRanges total = ranges.front().getValue();
          unsigned next = count + skipped;
          for (auto [extent, index] :
               llvm::zip_equal(basis, ranges.slice(1, count - 1))) {
            ConstantIntRanges size =
                ShapedType::isDynamic(extent)
                    ? ranges[next++].getValue()
                    : ConstantIntRanges::constant(APInt(64, extent));
            total = intrange::inferMul({total, size});
            total = intrange::inferAdd({total, index.getValue()});
          }
          set(0, total);
        },
        setResult);
  }
};

struct DelinearizeRange
    : FloatRangeOpInterface::ExternalModel<DelinearizeRange,
                                           affine::AffineDelinearizeIndexOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    ArrayRef<int64_t> basis =
        cast<affine::AffineDelinearizeIndexOp>(op).getStaticBasis();
    unsigned count = op->getNumResults(), missing = count - basis.size();
    FloatRange rest = operands[0];
    for (unsigned i = count; i-- > 0;) {
      if (i < missing) {
        setResult(i, range::truncateToInteger(rest));
        continue;
      }
      FloatRange extent =
          getBasis(basis, i - missing, operands.ranges.drop_front());
      FloatRange digit = FloatRange::getWithin(0, FloatRange::kInf);
      if (extent.isBounded() && extent.upper >= 1)
        digit = FloatRange::getReached(
            0, std::max(extent.reachUpper, extent.lower) - 1);
      digit.upper = std::max(extent.upper - 1, digit.reachUpper);
      setResult(i, digit);
      rest = range::divide(rest, extent);
    }
  }
};
} // namespace

void amp::registerAffineRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, affine::AffineDialect *) {
    using namespace affine;
    AffineApplyOp::attachInterface<MapRange<AffineApplyOp>>(*context);
    AffineMinOp::attachInterface<MapRange<AffineMinOp>>(*context);
    AffineMaxOp::attachInterface<MapRange<AffineMaxOp>>(*context);
    AffineLinearizeIndexOp::attachInterface<LinearizeRange>(*context);
    AffineDelinearizeIndexOp::attachInterface<DelinearizeRange>(*context);
  });
}
