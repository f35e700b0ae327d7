//===- RangeFacts.cpp - From ranges to constraints ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "llvm/ADT/APFloat.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

LowTypeLimits LowTypeLimits::get(FloatType low) {
  const llvm::fltSemantics &semantics = low.getFloatSemantics();
  double smallest = toDouble(APFloat::getSmallest(semantics));
  int digits = APFloat::semanticsPrecision(APFloat::BFloat());
  return {toDouble(APFloat::getLargest(semantics)), smallest / 2,
          std::ldexp(smallest, digits - 1),
          std::ldexp(1.0, APFloat::semanticsPrecision(semantics))};
}

StringRef mlir::amp::stringifyRangeVerdict(RangeVerdict verdict) {
  switch (verdict) {
  case RangeVerdict::Open:
    return "open";
  case RangeVerdict::Fits:
    return "fits";
  case RangeVerdict::Overflow:
    return "overflow";
  case RangeVerdict::HeadRoom:
    return "head-room";
  case RangeVerdict::Vanishes:
    return "vanishes";
  case RangeVerdict::BecomesZero:
    return "becomes-zero";
  case RangeVerdict::InexactIntegers:
    return "inexact-integers";
  }
  llvm_unreachable("unknown verdict");
}

RangeVerdict mlir::amp::judgeRange(Value value, const FloatRange &range,
                                   FloatType low) {
  return judgeRange(value, range, LowTypeLimits::get(low));
}

RangeVerdict mlir::amp::judgeRange(Value value, const FloatRange &range,
                                   const LowTypeLimits &limits) {
  // Exact infinities and NaN are the same in any type.
  if (!range.hasFinite())
    return RangeVerdict::Open;
  double reach = range.reachMagnitude();
  if (reach > limits.largest)
    return RangeVerdict::Overflow;
  if (range.isSum && reach > 0.5 * limits.largest)
    return RangeVerdict::HeadRoom;
  if (range.isInteger && reach > limits.exactIntegers)
    return RangeVerdict::InexactIntegers;
  double magnitude = std::max(std::fabs(range.lower), std::fabs(range.upper));
  bool allTiny = magnitude > 0 && magnitude < limits.vanishing;
  bool someTiny = (range.lower > 0 && range.reachLower < limits.vanishing) ||
                  (range.upper < 0 && range.reachUpper > -limits.vanishing);
  if (allTiny || someTiny) {
    Operation *op = value.getDefiningOp();
    if (allTiny && op && op->hasTrait<OpTrait::ConstantLike>())
      return RangeVerdict::Vanishes;
    if (someTiny)
      return RangeVerdict::BecomesZero;
  }
  return magnitude <= limits.largest ? RangeVerdict::Fits : RangeVerdict::Open;
}

ValueFact mlir::amp::getRangeFact(Value value, const FloatRange &range,
                                  FloatType low) {
  return getRangeFact(value, range, LowTypeLimits::get(low));
}

ValueFact mlir::amp::getRangeFact(Value value, const FloatRange &range,
                                  const LowTypeLimits &limits) {
  RangeVerdict verdict = judgeRange(value, range, limits);
  ValueFact fact;
  fact.forbidLow =
      verdict != RangeVerdict::Open && verdict != RangeVerdict::Fits;
  fact.fits = verdict == RangeVerdict::Fits;
  return fact;
}
