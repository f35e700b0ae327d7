//===- FloatRangeArithmetic.cpp - Interval arithmetic ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/FloatRange.h"
#include <algorithm>
#include <cmath>
#include <utility>

using namespace mlir;
using namespace mlir::amp;

static constexpr double kInf = FloatRange::kInf;

/// Undefined operands give undefined results; no element exists to compute on.
static bool isVoid(const FloatRange &a) {
  return !a.initialized || a.isUndefined();
}
static bool isVoid(const FloatRange &a, const FloatRange &b) {
  return isVoid(a) || isVoid(b);
}

/// x * y where an unbounded end times zero is zero.
static double product(double x, double y) {
  return x == 0 || y == 0 ? 0.0 : x * y;
}

/// x / y where an unbounded end over an unbounded end is zero: the end of the
/// divisor may be as far as wanted, the other corners hold the bound.
static double quotient(double x, double y) {
  if (std::isinf(y))
    return 0.0;
  return x / y;
}

/// Whether all in `range` are whole numbers: integers, or a bound of theirs.
static bool isWhole(const FloatRange &range) {
  return range.isInteger ||
         (range.isPoint() && std::trunc(range.lower) == range.lower);
}

/// Integers that are cut at both ends (quantised numbers, places in a tensor)
/// take all values between them.
static void takeAll(FloatRange &range) {
  if (!range.isInteger || !std::isfinite(range.lower) ||
      !std::isfinite(range.upper))
    return;
  range.reachLower = range.lower;
  range.reachUpper = range.upper;
}

/// Has the sum or the product of `a` and `b` be whole if both are.
static void keepWhole(FloatRange &to, const FloatRange &a,
                      const FloatRange &b) {
  to.isInteger = isWhole(a) && isWhole(b) && !(a.isPoint() && b.isPoint());
}

static void copyFlags(FloatRange &to, const FloatRange &a,
                      const FloatRange &b) {
  to.mayBeNaN |= a.mayBeNaN || b.mayBeNaN;
}

/// Replaces the reach of `range` by [low, high], cut to the outer interval.
static void setReach(FloatRange &range, double low, double high) {
  if (!range.hasFinite() || !(low <= high))
    return;
  if (std::isfinite(low))
    range.reachLower = std::clamp(low, range.lower, range.upper);
  if (std::isfinite(high))
    range.reachUpper = std::clamp(high, range.lower, range.upper);
}

/// Lets the reach of `range` also hold [low, high].
static void addReach(FloatRange &range, double low, double high) {
  setReach(range, std::min(range.reachLower, low),
           std::max(range.reachUpper, high));
}

FloatRange range::negate(const FloatRange &a) {
  FloatRange r = a;
  r.lower = -a.upper;
  r.upper = -a.lower;
  r.reachLower = -a.reachUpper;
  r.reachUpper = -a.reachLower;
  r.mayBePosInf = a.mayBeNegInf;
  r.mayBeNegInf = a.mayBePosInf;
  return r;
}

FloatRange range::add(const FloatRange &a, const FloatRange &b,
                      ValueOrder order) {
  if (isVoid(a, b))
    return FloatRange::getUndefined();
  if (order == ValueOrder::Equal)
    return multiply(a, FloatRange::getPoint(2.0));
  FloatRange r = FloatRange::getUndefined();
  if (a.hasFinite() && b.hasFinite())
    r = FloatRange::getWithin(a.lower + b.lower, a.upper + b.upper);
  copyFlags(r, a, b);
  r.mayBePosInf = a.mayBePosInf || b.mayBePosInf;
  r.mayBeNegInf = a.mayBeNegInf || b.mayBeNegInf;
  r.mayBeNaN |=
      (a.mayBePosInf && b.mayBeNegInf) || (a.mayBeNegInf && b.mayBePosInf);
  keepWhole(r, a, b);
  if (a.isPoint() || b.isPoint()) {
    setReach(r, a.reachLower + b.reachLower, a.reachUpper + b.reachUpper);
    return r;
  }
  // Where one operand is at an end, the other is within its own reach at worst
  // at the opposite end: the sum gets at least this far.
  r.isSum = true;
  double p = a.reachLower + b.reachUpper, q = a.reachUpper + b.reachLower;
  addReach(r, std::min(p, q), std::max(p, q));
  return r;
}

FloatRange range::subtract(const FloatRange &a, const FloatRange &b,
                           ValueOrder order) {
  if (isVoid(a, b))
    return FloatRange::getUndefined();
  FloatRange r = add(a, negate(b));
  if (order == ValueOrder::Unknown || !r.hasFinite())
    return r;
  double low = order == ValueOrder::AtMost ? -kInf : 0.0;
  double high = order == ValueOrder::AtLeast ? kInf : 0.0;
  return clamp(r, low, high);
}

/// Whether both are never zero, and positive: where one is at an end of its
/// reach, the other is, at worst, at the one that takes least or most of it
/// away (as for sums). That the least that both may be meet, nobody knows.
static bool arePositive(const FloatRange &a, const FloatRange &b) {
  return a.hasFinite() && b.hasFinite() && a.lower > 0 && b.lower > 0;
}

FloatRange range::multiply(const FloatRange &a, const FloatRange &b,
                           ValueOrder order) {
  if (isVoid(a, b))
    return FloatRange::getUndefined();
  if (order == ValueOrder::Equal)
    return power(a, FloatRange::getPoint(2.0));
  FloatRange r = FloatRange::getUndefined();
  if (a.hasFinite() && b.hasFinite()) {
    double corners[] = {product(a.lower, b.lower), product(a.lower, b.upper),
                        product(a.upper, b.lower), product(a.upper, b.upper)};
    r = FloatRange::getWithin(*std::min_element(corners, corners + 4),
                              *std::max_element(corners, corners + 4));
  }
  copyFlags(r, a, b);
  if (a.mayBeInf() || b.mayBeInf()) {
    r.mayBeNaN |=
        (a.mayBeInf() && b.contains(0)) || (b.mayBeInf() && a.contains(0));
    r.mayBePosInf = r.mayBeNegInf = true;
  }
  if (a.isPoint() || b.isPoint()) {
    double scale = a.isPoint() ? a.lower : b.lower;
    const FloatRange &x = a.isPoint() ? b : a;
    double p = product(x.reachLower, scale), q = product(x.reachUpper, scale);
    setReach(r, std::min(p, q), std::max(p, q));
    // A power of two only moves the point, and of a truth there are two values.
    // A large one may have been another number before it was rounded to bf16.
    constexpr double kExact = 256;
    int exponent = 0;
    if (double size = std::fabs(scale);
        x.reachMagnitude() > 1 &&
        (size == 1 || size >= kExact || std::frexp(size, &exponent) != 0.5))
      keepWhole(r, a, b);
  } else if (arePositive(a, b)) {
    double p = a.reachLower * b.reachUpper, q = a.reachUpper * b.reachLower;
    setReach(r, std::min(p, q), std::max(p, q));
  } else if (double most = a.reachMagnitude() * b.reachMagnitude();
             most < r.reachMagnitude()) {
    // Times a vector of small constants.
    setReach(r, std::max(r.reachLower, -most), std::min(r.reachUpper, most));
  }
  return r;
}

FloatRange range::divide(const FloatRange &a, const FloatRange &b,
                         ValueOrder order) {
  if (isVoid(a, b))
    return FloatRange::getUndefined();
  bool byZero = b.contains(0);
  FloatRange r = FloatRange::getUndefined();
  if (a.hasFinite() && b.hasFinite()) {
    double low = -kInf, high = kInf;
    // The divisor's sign is known, zero apart: the corner at zero is infinite.
    if (b.lower >= 0 || b.upper <= 0) {
      auto over = [](double x, double y, double side) {
        return y == 0 ? (x == 0 ? 0.0 : x * side * kInf) : quotient(x, y);
      };
      double side = b.lower >= 0 ? 1.0 : -1.0;
      double corners[] = {
          over(a.lower, b.lower, side), over(a.lower, b.upper, side),
          over(a.upper, b.lower, side), over(a.upper, b.upper, side)};
      low = *std::min_element(corners, corners + 4);
      high = *std::max_element(corners, corners + 4);
    }
    // |a| <= |b| with both of one sign.
    if (a.lower >= 0 && b.lower >= 0 &&
        (order == ValueOrder::AtMost || order == ValueOrder::Equal))
      low = std::max(low, 0.0), high = std::min(high, 1.0);
    r = FloatRange::getWithin(low, high);
  }
  if (b.mayBeInf() && a.hasFinite())
    r = FloatRange::join(r, FloatRange::getWithin(0, 0));
  copyFlags(r, a, b);
  bool bounded = order == ValueOrder::AtMost && a.lower >= 0;
  r.mayBeNaN |= (a.mayBeInf() && b.mayBeInf()) || (byZero && a.contains(0));
  if (a.mayBeInf() || (byZero && !bounded)) {
    r.mayBePosInf = a.upper > 0 || a.mayBeInf() || b.lower < 0;
    r.mayBeNegInf = a.lower < 0 || a.mayBeInf() || b.lower < 0;
  }
  if (b.isPoint() && b.lower != 0) {
    double p = a.reachLower / b.lower, q = a.reachUpper / b.lower;
    setReach(r, std::min(p, q), std::max(p, q));
  } else if (a.isPoint() && !byZero && b.hasFinite()) {
    double p = a.lower / b.reachLower, q = a.lower / b.reachUpper;
    setReach(r, std::min(p, q), std::max(p, q));
  } else if (arePositive(a, b)) {
    double p = a.reachLower / b.reachLower, q = a.reachUpper / b.reachUpper;
    setReach(r, std::min(p, q), std::max(p, q));
  }
  return r;
}

FloatRange range::maximum(const FloatRange &a, const FloatRange &b) {
  if (isVoid(a, b))
    return FloatRange::getUndefined();
  FloatRange r = FloatRange::getUndefined();
  // -inf loses against anything, so the other operand's finite values stay.
  double aLow = a.mayBeNegInf || !a.hasFinite() ? -kInf : a.lower;
  double bLow = b.mayBeNegInf || !b.hasFinite() ? -kInf : b.lower;
  double low = std::max(aLow, bLow), high = std::max(a.upper, b.upper);
  if (low == -kInf)
    low = std::min(a.lower, b.lower);
  // The greater of two data values is one of them.
  low = std::max(low, std::min(a.lower, b.lower));
  r = FloatRange::getWithin(low, high);
  if (r.hasFinite()) {
    double reachLow = std::max(a.reachLower, b.reachLower);
    double reachHigh = std::max(a.reachUpper, b.reachUpper);
    if (!a.hasFinite() || !b.hasFinite())
      reachLow = std::min(a.reachLower, b.reachLower);
    setReach(r, reachLow, reachHigh);
  }
  copyFlags(r, a, b);
  r.mayBePosInf = a.mayBePosInf || b.mayBePosInf;
  r.mayBeNegInf = a.mayBeNegInf && b.mayBeNegInf;
  keepWhole(r, a, b);
  takeAll(r);
  return r;
}

FloatRange range::whole(const FloatRange &a) {
  FloatRange r = a;
  r.isInteger |= a.hasFinite() && !a.isPoint();
  takeAll(r);
  return r;
}

FloatRange range::minimum(const FloatRange &a, const FloatRange &b) {
  return negate(maximum(negate(a), negate(b)));
}

FloatRange range::clamp(const FloatRange &a, double low, double high) {
  if (isVoid(a))
    return FloatRange::getUndefined();
  FloatRange r = FloatRange::getUndefined();
  if (a.hasFinite()) {
    r = FloatRange::getWithin(std::clamp(a.lower, low, high),
                              std::clamp(a.upper, low, high));
    setReach(r, std::clamp(a.reachLower, low, high),
             std::clamp(a.reachUpper, low, high));
  }
  r.mayBeNaN = a.mayBeNaN;
  // An infinity may end at the bound, but is not taken to occur.
  for (auto [may, bound] :
       {std::pair(a.mayBePosInf, high), std::pair(a.mayBeNegInf, low)}) {
    if (!may)
      continue;
    if (std::isinf(bound) || !r.hasFinite()) {
      r = FloatRange::join(r, FloatRange::getPoint(bound));
      continue;
    }
    r.lower = std::min(r.lower, bound);
    r.upper = std::max(r.upper, bound);
  }
  r.isSum = a.isSum;
  r.isInteger = a.isInteger && std::trunc(r.lower) == r.lower &&
                std::trunc(r.upper) == r.upper;
  takeAll(r);
  return r;
}

FloatRange range::sumOfProducts(const FloatRange &a, const FloatRange &b,
                                const FloatRange &term, int64_t count) {
  FloatRange total = sum(term, count);
  if (!total.hasFinite())
    return total;
  // Products of two operands have either sign in any data worth the name: the
  // bound holds, but nothing says that the sum comes near it. Those of bytes
  // are large wherever they lie.
  FloatRange plain = FloatRange::getWithin(total.lower, total.upper);
  bool areQuantised = a.isInteger && b.isInteger && a.reachMagnitude() > 1 &&
                      b.reachMagnitude() > 1;
  total.reachLower = plain.reachLower;
  total.reachUpper = plain.reachUpper;
  if (areQuantised)
    setReach(total, total.lower, total.upper);
  return total;
}

FloatRange range::absolute(const FloatRange &a) {
  if (isVoid(a))
    return FloatRange::getUndefined();
  if (!a.mayBeNegInf && (!a.hasFinite() || a.lower >= 0))
    return a;
  FloatRange r = maximum(a, negate(a));
  // max(x, -x) of intervals forgets that zero is between the two.
  if (r.hasFinite()) {
    r.lower =
        a.contains(0) ? 0.0 : std::min(std::fabs(a.lower), std::fabs(a.upper));
    setReach(r, std::max(r.lower, std::max(0.0, a.reachLower)),
             a.reachMagnitude());
  }
  r.mayBePosInf = a.mayBeInf();
  r.mayBeNegInf = false;
  return r;
}

FloatRange range::sum(const FloatRange &a, int64_t count) {
  if (isVoid(a) || count == 0)
    return FloatRange::getPoint(0.0);
  FloatRange r = FloatRange::getUndefined();
  if (a.hasFinite()) {
    double n = count < 0 ? kInf : static_cast<double>(count);
    // An unknown count may be small, so nothing is said of the reach.
    r = FloatRange::getWithin(
        std::min(product(a.lower, n), count < 0 ? 0.0 : kInf),
        std::max(product(a.upper, n), count < 0 ? 0.0 : -kInf));
    if (count > 0)
      setReach(r, product(a.reachLower, n), product(a.reachUpper, n));
  }
  r.mayBePosInf = a.mayBePosInf;
  r.mayBeNegInf = a.mayBeNegInf;
  r.mayBeNaN = a.mayBeNaN || (a.mayBePosInf && a.mayBeNegInf);
  return r;
}

FloatRange range::increasing(const FloatRange &a,
                             llvm::function_ref<double(double)> function) {
  if (isVoid(a))
    return FloatRange::getUndefined();
  FloatRange r = FloatRange::getUndefined();
  if (a.hasFinite()) {
    r = FloatRange::getWithin(function(a.lower), function(a.upper));
    setReach(r, function(a.reachLower), function(a.reachUpper));
  }
  r.mayBeNaN = a.mayBeNaN;
  if (a.mayBePosInf)
    r = FloatRange::join(r, FloatRange::getPoint(function(kInf)));
  if (a.mayBeNegInf)
    r = FloatRange::join(r, FloatRange::getPoint(function(-kInf)));
  return r;
}

FloatRange range::exp(const FloatRange &a) {
  return increasing(a, [](double x) { return std::exp(x); });
}

FloatRange range::tanh(const FloatRange &a) {
  return increasing(a, [](double x) { return std::tanh(x); });
}

FloatRange range::sigmoid(const FloatRange &a) {
  return increasing(a, [](double x) { return 1.0 / (1.0 + std::exp(-x)); });
}

FloatRange range::log(const FloatRange &a) {
  if (isVoid(a))
    return FloatRange::getUndefined();
  FloatRange r =
      increasing(a, [](double x) { return std::log(std::max(x, 0.0)); });
  r.mayBeNegInf |= a.contains(0);
  r.mayBeNaN |= a.lower < 0 || a.mayBeNegInf;
  return r;
}

FloatRange range::sqrt(const FloatRange &a) {
  if (isVoid(a))
    return FloatRange::getUndefined();
  FloatRange r =
      increasing(a, [](double x) { return std::sqrt(std::max(x, 0.0)); });
  r.mayBeNaN |= a.lower < 0 || a.mayBeNegInf;
  return r;
}

FloatRange range::rsqrt(const FloatRange &a) {
  return divide(FloatRange::getPoint(1.0), sqrt(a));
}

FloatRange range::sine(const FloatRange &a) {
  if (isVoid(a))
    return FloatRange::getUndefined();
  FloatRange r = FloatRange::getWithin(-1.0, 1.0);
  r.mayBeNaN = a.mayBeNaN || a.mayBeInf();
  return r;
}

/// x^n for a whole n >= 0.
static FloatRange wholePower(const FloatRange &a, double n) {
  auto raise = [n](double x) { return std::pow(x, n); };
  if (n == 0)
    return FloatRange::getPoint(1.0);
  if (std::fmod(n, 2.0) == 0)
    return range::increasing(range::absolute(a), raise);
  return range::increasing(a, raise);
}

/// max(x, 0)^n for n in [least, most], positive: between the powers of the two.
static FloatRange clippedPower(const FloatRange &a, double least, double most) {
  auto raise = [&](double n) {
    return range::increasing(
        a, [n](double x) { return std::pow(std::max(x, 0.0), n); });
  };
  FloatRange r = raise(least);
  if (least == most || !r.hasFinite())
    return r;
  FloatRange other = raise(most);
  r.lower = std::min(r.lower, other.lower);
  r.upper = std::max(r.upper, other.upper);
  setReach(r, std::min(r.reachLower, other.reachLower),
           std::max(r.reachUpper, other.reachUpper));
  return r;
}

/// x^n for n in [least, most], positive, of which a negative x makes a NaN
/// unless n is whole, and negative infinity a positive one.
static FloatRange fractionalPower(FloatRange a, double least, double most) {
  bool anyNegInf = std::exchange(a.mayBeNegInf, false);
  FloatRange r = clippedPower(a, least, most);
  r.mayBePosInf |= anyNegInf;
  if (a.lower >= 0 && !anyNegInf)
    return r;
  r.mayBeNaN = true;
  if (std::ceil(least) > most)
    return r;
  // A whole n lies between.
  a.mayBeNegInf = anyNegInf;
  FloatRange magnitude = clippedPower(range::absolute(a), least, most);
  FloatRange all = FloatRange::join(
      r, FloatRange::join(magnitude, range::negate(magnitude)));
  // Of negative numbers alone, only whole powers are numbers.
  if (a.upper >= 0)
    setReach(all, r.reachLower, r.reachUpper);
  return all;
}

FloatRange range::power(const FloatRange &a, const FloatRange &exponent) {
  if (isVoid(a, exponent))
    return FloatRange::getUndefined();
  if (exponent.isPoint() && std::floor(exponent.lower) == exponent.lower) {
    FloatRange r = wholePower(a, std::fabs(exponent.lower));
    return exponent.lower < 0 ? divide(FloatRange::getPoint(1.0), r) : r;
  }
  // c^x for a positive c is exp(x log c).
  if (!exponent.isPoint() && a.lower > 0 && !a.mayBeNegInf)
    return exp(multiply(exponent, log(a)));
  if (!exponent.hasFinite() || exponent.mayBeInf() ||
      (exponent.lower <= 0 && exponent.upper >= 0))
    return FloatRange::getAnything();
  FloatRange r;
  if (exponent.lower > 0)
    r = fractionalPower(a, exponent.lower, exponent.upper);
  else
    r = divide(FloatRange::getPoint(1.0),
               fractionalPower(a, -exponent.upper, -exponent.lower));
  r.mayBeNaN |= exponent.mayBeNaN;
  return r;
}

FloatRange range::truncateToInteger(const FloatRange &a) {
  FloatRange r = increasing(a, [](double x) { return std::trunc(x); });
  // A NaN or an infinity has no integer; what comes out is anybody's guess.
  return a.mayBeNaN || a.mayBeInf() ? FloatRange::getUnknown() : r;
}
