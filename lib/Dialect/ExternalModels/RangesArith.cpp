//===- RangesArith.cpp - Ranges of arith ops ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "RangeModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

namespace {
struct ConstantRange
    : FloatRangeOpInterface::ExternalModel<ConstantRange, arith::ConstantOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &,
                        SetFloatRangeFn setResult) const {
    setResult(0,
              FloatRange::getConstant(cast<arith::ConstantOp>(op).getValue()));
  }
};

/// A cast to a wider type: each element is a copy.
struct WidenRange : CopyRange<WidenRange, arith::ExtFOp> {
  std::optional<ElementRelation> getElementRelation(Operation *op,
                                                    unsigned) const {
    return getIdentityRelation(op);
  }
  std::optional<unsigned> getElementSource(Operation *, unsigned) const {
    return 0;
  }
};

/// Rounding to a narrower type makes what it cannot hold infinite. A cast with
/// `contract` is one of ours: data of unknown size is taken to fit there, as it
/// was when the cast was put in, so that a second conversion knows as much as
/// the first. Where an unfinished state of a loop reaches beyond the type, it
/// did so in the first conversion too.
struct TruncRange
    : FloatRangeOpInterface::ExternalModel<TruncRange, arith::TruncFOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    FloatRange range = operands[0];
    auto type =
        dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
    if (type && type.getWidth() < 32 && range.hasFinite()) {
      if (isPrecisionCast(op))
        return setResult(0, range);
      double bound = toDouble(APFloat::getLargest(type.getFloatSemantics()));
      bool high = range.upper > bound, low = range.lower < -bound;
      bool isSum = range.isSum, isInteger = range.isInteger,
           posInf = range.mayBePosInf, negInf = range.mayBeNegInf;
      range.mayBePosInf = range.mayBeNegInf = false;
      range = range::clamp(range, -bound, bound);
      range.isSum = isSum;
      range.isInteger = isInteger;
      range.mayBePosInf = posInf || high;
      range.mayBeNegInf = negInf || low;
    }
    // A constant of f64 in a body that computes in f32.
    double rounded = static_cast<float>(range.lower);
    if (type && type.isF32() && range.isPoint() && std::isfinite(rounded))
      range.lower = range.upper = range.reachLower = range.reachUpper = rounded;
    setResult(0, range);
  }
};

/// sitofp of an i1 is 0 or -1.
struct SignedToFloatRange
    : FloatRangeOpInterface::ExternalModel<SignedToFloatRange,
                                           arith::SIToFPOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    Type type = getElementTypeOrSelf(op->getOperand(0).getType());
    FloatRange range =
        type.isInteger(1) ? range::negate(operands[0]) : operands[0];
    range.isInteger = true;
    setResult(0, range);
  }
};

/// A negative integer that is known counts from the end of its type; of data,
/// nothing says that it is negative.
struct UnsignedToFloatRange
    : FloatRangeOpInterface::ExternalModel<UnsignedToFloatRange,
                                           arith::UIToFPOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    FloatRange range = operands[0];
    Type type = getElementTypeOrSelf(op->getOperand(0).getType());
    if (range.isBounded() && range.lower < 0) {
      double end = std::ldexp(1.0, type.getIntOrFloatBitWidth());
      bool always = range.upper < 0, reaches = range.reachLower < 0;
      range = FloatRange::getReached(always ? range.lower + end : 0,
                                     reaches ? end - 1
                                             : std::max(range.reachUpper, 0.0));
      range.upper = always ? end + operands[0].upper : end - 1;
      range.reachUpper = std::min(range.reachUpper, range.upper);
    }
    range.isInteger = true;
    setResult(0, range);
  }
};

/// Of a constant, what its bits say.
struct BitcastRange
    : FloatRangeOpInterface::ExternalModel<BitcastRange, arith::BitcastOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &,
                        SetFloatRangeFn setResult) const {
    Attribute bits;
    SmallVector<OpFoldResult, 1> folded;
    if (matchPattern(op->getOperand(0), m_Constant(&bits)) &&
        succeeded(op->fold({bits}, folded)) && folded.size() == 1)
      if (auto value = dyn_cast<Attribute>(folded.front()))
        setResult(0, FloatRange::getConstant(value));
  }
};

/// What `value`, whose range is `range`, can be where `value predicate bound`
/// has come out as `holds`.
FloatRange refine(const FloatRange &range, arith::CmpFPredicate predicate,
                  bool isLeft, const FloatRange &bound, bool holds) {
  using P = arith::CmpFPredicate;
  bool greater, unordered;
  switch (predicate) {
  case P::OGT:
  case P::OGE:
    greater = true, unordered = false;
    break;
  case P::UGT:
  case P::UGE:
    greater = true, unordered = true;
    break;
  case P::OLT:
  case P::OLE:
    greater = false, unordered = false;
    break;
  case P::ULT:
  case P::ULE:
    greater = false, unordered = true;
    break;
  default:
    return range;
  }
  // A NaN bound decides an unordered comparison without saying anything.
  if (!range.hasFinite() || !bound.hasFinite() || bound.mayBeNaN ||
      bound.mayBeInf())
    return range;
  bool nanPasses = unordered == holds;
  bool above = (greater == isLeft) == holds;
  FloatRange r = range;
  r.lower = above ? std::max(r.lower, bound.lower) : r.lower;
  r.upper = above ? r.upper : std::min(r.upper, bound.upper);
  if (r.lower > r.upper) {
    r = FloatRange::getUndefined();
    r.mayBePosInf = range.mayBePosInf && above;
    r.mayBeNegInf = range.mayBeNegInf && !above;
  } else {
    r.reachLower = std::clamp(range.reachLower, r.lower, r.upper);
    r.reachUpper = std::clamp(range.reachUpper, r.lower, r.upper);
    r.mayBePosInf = range.mayBePosInf && above;
    r.mayBeNegInf = range.mayBeNegInf && !above;
  }
  r.mayBeNaN = range.mayBeNaN && nanPasses;
  return r;
}

/// select(c, x, y), where c may compare x or y with a bound: relu and clamps.
struct SelectRange
    : FloatRangeOpInterface::ExternalModel<SelectRange, arith::SelectOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    FloatRange branches[] = {operands[1], operands[2]};
    if (auto compare = op->getOperand(0).getDefiningOp<arith::CmpFOp>())
      for (unsigned b = 0; b < 2; ++b)
        branches[b] = refineBranch(branches[b], op->getOperand(b + 1), compare,
                                   b == 0, operands.lookup);
    setResult(0, FloatRange::join(branches[0], branches[1]));
  }

private:
  /// What `value`, whose range is `range`, is where `compare` comes out as
  /// `holds`.
  static FloatRange refineBranch(const FloatRange &range, Value value,
                                 arith::CmpFOp compare, bool holds,
                                 function_ref<FloatRange(Value)> lookup) {
    FloatRange left = lookup(compare.getLhs()),
               right = lookup(compare.getRhs());
    arith::CmpFPredicate predicate = compare.getPredicate();
    // It never does: values that are copies of these, of another type perhaps,
    // say no less than they.
    if (left.hasFinite() && right.hasFinite() &&
        (refine(left, predicate, true, right, holds).isUndefined() ||
         refine(right, predicate, false, left, holds).isUndefined()))
      return FloatRange::getUndefined();
    value = stripPrecisionCasts(value);
    if (value == stripPrecisionCasts(compare.getLhs()))
      return refine(range, predicate, true, right, holds);
    if (value == stripPrecisionCasts(compare.getRhs()))
      return refine(range, predicate, false, left, holds);
    return range;
  }
};
} // namespace

/// Ops on integers need none: see IntegerRanges.h.
void amp::registerArithRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    using namespace arith;
    ConstantOp::attachInterface<ConstantRange>(*context);
    AddFOp::attachInterface<OrderedRange<AddFOp, range::add, true>>(*context);
    SubFOp::attachInterface<OrderedRange<SubFOp, range::subtract, false>>(
        *context);
    MulFOp::attachInterface<OrderedRange<MulFOp, range::multiply, true>>(
        *context);
    DivFOp::attachInterface<OrderedRange<DivFOp, range::divide, false>>(
        *context);
    NegFOp::attachInterface<UnaryRange<NegFOp, range::negate>>(*context);
    MaximumFOp::attachInterface<BinaryRange<MaximumFOp, range::maximum>>(
        *context);
    MaxNumFOp::attachInterface<BinaryRange<MaxNumFOp, range::maximum>>(
        *context);
    MinimumFOp::attachInterface<BinaryRange<MinimumFOp, range::minimum>>(
        *context);
    MinNumFOp::attachInterface<BinaryRange<MinNumFOp, range::minimum>>(
        *context);
    SelectOp::attachInterface<SelectRange>(*context);
    ExtFOp::attachInterface<WidenRange>(*context);
    TruncFOp::attachInterface<TruncRange>(*context);
    SIToFPOp::attachInterface<SignedToFloatRange>(*context);
    UIToFPOp::attachInterface<UnsignedToFloatRange>(*context);
    BitcastOp::attachInterface<BitcastRange>(*context);
    FPToSIOp::attachInterface<UnaryRange<FPToSIOp, range::truncateToInteger>>(
        *context);
    CmpFOp::attachInterface<FromTypeRange<CmpFOp>>(*context);
    CmpIOp::attachInterface<FromTypeRange<CmpIOp>>(*context);
  });
}
