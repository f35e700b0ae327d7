//===- IntegerRanges.cpp - MLIR's integer ranges as ours ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/IntegerRanges.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// Integers of a larger magnitude are not told apart in f64.
static constexpr double kExact = 1ll << 53;

/// The bits of `type`'s elements, 0 if they are no integers or too wide.
static unsigned getWidth(Type type) {
  unsigned width =
      ConstantIntRanges::getStorageBitwidth(getElementTypeOrSelf(type));
  return width <= 64 ? width : 0;
}

static IntegerValueRange getIntegers(double lower, double upper,
                                     unsigned width) {
  if (width == 0)
    return IntegerValueRange();
  // An i1 is 0 or 1 here, -1 where it is read as signed.
  bool isSigned = width != 1;
  APInt low = isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0);
  APInt high =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  // An end outside of these says nothing of integers (and fits into none).
  if (lower >= std::max(low.roundToDouble(isSigned), -kExact) &&
      lower <= kExact)
    low = APInt(width, int64_t(lower), isSigned, /*implicitTrunc=*/true);
  if (upper <= std::min(high.roundToDouble(isSigned), kExact) &&
      upper >= -kExact)
    high = APInt(width, int64_t(upper), isSigned, /*implicitTrunc=*/true);
  if (isSigned ? low.sgt(high) : low.ugt(high))
    return ConstantIntRanges::maxRange(width);
  return ConstantIntRanges::range(low, high, isSigned);
}

namespace {
/// One interval in f64; the ends of a type are infinite.
struct Bounds {
  double lower = -FloatRange::kInf, upper = FloatRange::kInf;

  explicit Bounds(const ConstantIntRanges &known) {
    bool isSigned = known.smin().getBitWidth() != 1;
    const APInt &low = isSigned ? known.smin() : known.umin();
    const APInt &high = isSigned ? known.smax() : known.umax();
    double first = low.roundToDouble(isSigned);
    double last = high.roundToDouble(isSigned);
    if (!isSigned || (!low.isMinSignedValue() && first >= -kExact))
      lower = first;
    if (!isSigned || (!high.isMaxSignedValue() && last <= kExact))
      upper = last;
  }
};
} // namespace

static FloatRange getRange(Type type, const ConstantIntRanges &outer,
                           const ConstantIntRanges &reach) {
  FloatRange range = FloatRange::getForType(type);
  Bounds bounds(outer), reached(reach);
  range.lower = std::max(range.lower, bounds.lower);
  range.upper = std::min(range.upper, bounds.upper);
  if (range.lower > range.upper)
    return FloatRange::getForType(type);
  // Of an end that the arithmetic loses, the type says what is assumed.
  if (reached.lower > -FloatRange::kInf)
    range.reachLower = reached.lower;
  if (reached.upper < FloatRange::kInf)
    range.reachUpper = reached.upper;
  range.reachLower = std::clamp(range.reachLower, range.lower, range.upper);
  range.reachUpper =
      std::clamp(range.reachUpper, range.reachLower, range.upper);
  return range;
}

void amp::inferIntegers(Operation *op, ArrayRef<FloatRange> operands,
                        IntegerArithmeticFn arithmetic,
                        SetFloatRangeFn setResult) {
  SmallVector<IntegerValueRange, 4> outer, reach;
  for (auto [type, range] : llvm::zip_equal(op->getOperandTypes(), operands)) {
    unsigned width = getWidth(type);
    outer.push_back(getIntegers(range.lower, range.upper, width));
    reach.push_back(getIntegers(range.reachLower, range.reachUpper, width));
  }
  SmallVector<std::optional<ConstantIntRanges>, 2> bounds(op->getNumResults());
  arithmetic(outer, [&](unsigned i, const ConstantIntRanges &known) {
    bounds[i] = known;
  });
  arithmetic(reach, [&](unsigned i, const ConstantIntRanges &known) {
    Type type = op->getResult(i).getType();
    if (bounds[i] && getWidth(type) != 0 &&
        known.smin().getBitWidth() == getWidth(type))
      setResult(i, getRange(type, *bounds[i], known));
  });
}

void amp::inferIntegers(InferIntRangeInterface inferrable,
                        ArrayRef<FloatRange> operands,
                        SetFloatRangeFn setResult) {
  inferIntegers(
      inferrable, operands,
      [&](ArrayRef<IntegerValueRange> ranges, SetIntegersFn set) {
        inferrable.inferResultRangesFromOptional(
            ranges, [&](Value value, const IntegerValueRange &known) {
              auto result = dyn_cast<OpResult>(value);
              if (result && result.getOwner() == inferrable &&
                  !known.isUninitialized())
                set(result.getResultNumber(), known.getValue());
            });
      },
      setResult);
}
