//===- Interval.cpp - Numbers with bounds of their rounding errors --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interval.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::amp::fuzz;

static constexpr double kInf = std::numeric_limits<double>::infinity();
// Units of f32, of sums in any order and of the polynomials for functions, and
// what flushed subnormals lose.
static constexpr double kUnit = 0x1p-24, kSumUnits = 8, kFunctionUnits = 64,
                        kTiny = 0x1p-120;

Interval Interval::of(double value) {
  return std::isnan(value) ? anything() : Interval{value, value, false};
}
Interval Interval::anything() { return {-kInf, kInf, true}; }
bool Interval::isBounded() const {
  return !mayBeNaN && low > -kInf && high < kInf;
}

Interval mlir::amp::fuzz::hull(const Interval &a, const Interval &b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high),
          a.mayBeNaN || b.mayBeNaN};
}

static double roundOne(double value, FloatType type) {
  llvm::APFloat number(value);
  bool inexact;
  number.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &inexact);
  return number.convertToDouble();
}

Interval mlir::amp::fuzz::roundTo(const Interval &value, Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType || floatType.getWidth() >= 64)
    return value;
  Interval rounded = {roundOne(value.low, floatType),
                      roundOne(value.high, floatType), value.mayBeNaN};
  // The other run may hold an f32 that overflows later than the low type.
  return hull(value, rounded);
}

/// The results at the corners, NaN among them or not.
template <typename Function>
static Interval corners(const Interval &a, const Interval &b,
                        Function function) {
  Interval result{kInf, -kInf, a.mayBeNaN || b.mayBeNaN};
  for (double x : {a.low, a.high})
    for (double y : {b.low, b.high}) {
      double z = function(x, y);
      if (std::isnan(z))
        return Interval::anything();
      result.low = std::min(result.low, z);
      result.high = std::max(result.high, z);
    }
  return result;
}

static double magnitude(const Interval &a) {
  return std::max(std::fabs(a.low), std::fabs(a.high));
}

static Interval widen(Interval value, double by) {
  if (std::isfinite(by)) {
    value.low -= by + kTiny;
    value.high += by + kTiny;
  }
  return value;
}

static bool contains(const Interval &a, double value) {
  return a.low <= value && value <= a.high;
}

/// A function that does not fall, within [least, most].
template <typename Function>
static Interval increasing(const Interval &a, Function function, double least,
                           double most) {
  Interval result{function(a.low), function(a.high), a.mayBeNaN};
  if (std::isnan(result.low) || std::isnan(result.high))
    return Interval::anything();
  result = widen(result, kFunctionUnits * kUnit * magnitude(result));
  return {std::max(result.low, least), std::min(result.high, most),
          result.mayBeNaN};
}

static Interval divide(const Interval &a, const Interval &b) {
  if (contains(b, 0))
    return Interval::anything();
  Interval result = corners(a, b, [](double x, double y) { return x / y; });
  return widen(result, 4 * kUnit * magnitude(result));
}

static Interval power(const Interval &a, const Interval &b) {
  if (a.low < 0 && !(b.isExact() && b.low == std::floor(b.low)))
    return Interval::anything();
  Interval result =
      corners(a, b, [](double x, double y) { return std::pow(x, y); });
  if (contains(a, 0)) {
    if (b.low <= 0)
      return Interval::anything();
    result = hull(result, Interval::of(0));
  }
  // Between bases around one and exponents of both signs lies 1.
  if (contains(a, 1) || contains(b, 0))
    result = hull(result, Interval::of(1));
  double logs = 1 + std::fabs(magnitude(b)) * 128;
  return widen(result, kFunctionUnits * kUnit * magnitude(result) * logs);
}

/// A sine or cosine: no steeper than one, and within [-1, 1].
template <typename Function>
static Interval wave(const Interval &a, Function function) {
  Interval all{-1, 1, a.mayBeNaN};
  double half = (a.high - a.low) / 2;
  // Targets lose digits of large angles.
  if (!a.isBounded() || half > 1 || magnitude(a) > 1e4)
    return a.isBounded() ? all : Interval::anything();
  double middle = function(a.low + half);
  Interval result = widen({middle - half, middle + half, false},
                          kFunctionUnits * kUnit * (1 + magnitude(a)));
  return {std::max(result.low, -1.0), std::min(result.high, 1.0), false};
}

/// Functions that rise everywhere on the real line, or where `least` says.
struct RisingFunction {
  llvm::StringRef name;
  double (*function)(double);
  /// Of arguments; below it there is none.
  double least;
  /// Of results.
  double low, high;
};

static std::optional<Interval> evaluateRising(llvm::StringRef name,
                                              const Interval &a) {
  static const RisingFunction functions[] = {
      {"math.exp2", std::exp2, -kInf, 0, kInf},
      {"math.expm1", std::expm1, -kInf, -1, kInf},
      {"math.log2", std::log2, 0, -kInf, kInf},
      {"math.log10", std::log10, 0, -kInf, kInf},
      {"math.log1p", std::log1p, -1, -kInf, kInf},
      {"math.atan", std::atan, -kInf, -1.5708, 1.5708},
      {"math.sinh", std::sinh, -kInf, -kInf, kInf},
      {"math.cbrt", std::cbrt, -kInf, -kInf, kInf},
      {"math.asinh", std::asinh, -kInf, -kInf, kInf}};
  for (const RisingFunction &one : functions) {
    if (one.name != name)
      continue;
    if (a.low <= one.least && one.least > -kInf)
      return Interval::anything();
    // As with the exponential, the rounding of a large argument counts.
    Interval wide = widen(a, 4 * kUnit * magnitude(a));
    wide.low = std::max(wide.low, one.least);
    return widen(increasing(wide, one.function, one.low, one.high),
                 kFunctionUnits * kUnit);
  }
  return std::nullopt;
}

/// Functions that rise, or fall, between two ends beyond which they are not
/// defined, and where their slope may have no bound.
static std::optional<Interval> evaluateBetween(llvm::StringRef name,
                                               const Interval &a) {
  struct {
    llvm::StringRef name;
    double (*function)(double);
    double least, most;
    bool falls;
  } functions[] = {{"math.asin", std::asin, -1, 1, false},
                   {"math.acos", std::acos, -1, 1, true},
                   {"math.atanh", std::atanh, -1, 1, false},
                   {"math.acosh", std::acosh, 1, kInf, false},
                   {"math.erfc", std::erfc, -kInf, kInf, true},
                   {"math.tan", std::tan, -1.57, 1.57, false}};
  for (const auto &one : functions) {
    if (one.name != name)
      continue;
    // Targets compute the slopes at the ends as they like.
    Interval wide = widen(a, 8 * kUnit * std::max(magnitude(a), 1.0));
    if (!a.isBounded() || wide.low <= one.least || wide.high >= one.most)
      return Interval::anything();
    double x = one.function(wide.low), y = one.function(wide.high);
    Interval result = one.falls ? Interval{y, x, false} : Interval{x, y, false};
    return widen(result, kFunctionUnits * kUnit * (1 + magnitude(result)));
  }
  return std::nullopt;
}

static std::optional<Interval> evaluateUnary(llvm::StringRef name,
                                             const Interval &a) {
  if (std::optional<Interval> result = evaluateRising(name, a))
    return result;
  if (std::optional<Interval> result = evaluateBetween(name, a))
    return result;
  if (name == "math.sin")
    return wave(a, [](double x) { return std::sin(x); });
  if (name == "math.cos")
    return wave(a, [](double x) { return std::cos(x); });
  if (name == "math.cosh") {
    Interval size{
        contains(a, 0) ? 0 : std::min(std::fabs(a.low), std::fabs(a.high)),
        magnitude(a), a.mayBeNaN};
    size = widen(size, 4 * kUnit * size.high);
    size.low = std::max(size.low, 0.0);
    return increasing(size, [](double x) { return std::cosh(x); }, 1, kInf);
  }
  if (name == "math.trunc")
    return Interval{std::trunc(a.low), std::trunc(a.high), a.mayBeNaN};
  if (name == "math.roundeven")
    return Interval{std::nearbyint(a.low), std::nearbyint(a.high), a.mayBeNaN};
  if (name == "arith.negf")
    return Interval{-a.high, -a.low, a.mayBeNaN};
  if (name == "math.absf") {
    double least =
        contains(a, 0) ? 0 : std::min(std::fabs(a.low), std::fabs(a.high));
    return Interval{least, magnitude(a), a.mayBeNaN};
  }
  if (name == "math.exp") {
    // The rounding of a large exponent counts as much as the exponent is large.
    Interval wide = widen(a, 4 * kUnit * magnitude(a));
    return increasing(wide, [](double x) { return std::exp(x); }, 0, kInf);
  }
  if (name == "math.tanh")
    return increasing(a, [](double x) { return std::tanh(x); }, -1, 1);
  if (name == "math.erf") {
    Interval result =
        increasing(a, [](double x) { return std::erf(x); }, -kInf, kInf);
    // Upstream's polynomial is that far off near zero.
    result = widen(result, 1e-6);
    return Interval{std::max(result.low, -1.0 - 1e-6),
                    std::min(result.high, 1.0 + 1e-6), result.mayBeNaN};
  }
  if (name == "math.floor")
    return Interval{std::floor(a.low), std::floor(a.high), a.mayBeNaN};
  if (name == "math.ceil")
    return Interval{std::ceil(a.low), std::ceil(a.high), a.mayBeNaN};
  if (name == "math.round")
    return Interval{std::round(a.low), std::round(a.high), a.mayBeNaN};
  if (name == "math.sqrt") {
    if (a.low < 0)
      return Interval::anything();
    return increasing(a, [](double x) { return std::sqrt(x); }, 0, kInf);
  }
  if (name == "math.rsqrt" || name == "math.log") {
    if (a.low <= 0)
      return Interval::anything();
    if (name == "math.log")
      return widen(increasing(
                       a, [](double x) { return std::log(x); }, -kInf, kInf),
                   kFunctionUnits * kUnit);
    return divide(
        Interval::of(1),
        increasing(a, [](double x) { return std::sqrt(x); }, 0, kInf));
  }
  return std::nullopt;
}

/// What is left of `a` behind whole multiples of `b`, with the sign of `a`.
static Interval remainder(const Interval &a, const Interval &b) {
  if (!a.isBounded() || !b.isBounded() || contains(b, 0))
    return Interval::anything();
  Interval quotient = widen(divide(a, b), 0);
  double times = std::trunc(quotient.low);
  if (times == std::trunc(quotient.high) && (times != 0 || !contains(a, 0))) {
    Interval most = corners(Interval::of(times), b,
                            [](double x, double y) { return x * y; });
    return widen({a.low - most.high, a.high - most.low, false},
                 4 * kUnit * magnitude(a));
  }
  double size = std::min(magnitude(b), magnitude(a));
  return widen({a.low < 0 ? -size : 0, a.high > 0 ? size : 0, false},
               4 * kUnit * size);
}

static Interval copySign(const Interval &a, const Interval &sign) {
  Interval size = *evaluateUnary("math.absf", a);
  Interval minus{-size.high, -size.low, size.mayBeNaN};
  // Of zeros nothing is told.
  if (sign.low > 0)
    return size;
  return sign.high < 0 ? minus : hull(size, minus);
}

/// Right of the axis; elsewhere the angle may jump.
static Interval angle(const Interval &y, const Interval &x) {
  if (!y.isBounded() || !x.isBounded())
    return Interval::anything();
  if (x.low <= 0)
    return {-3.1416, 3.1416, false};
  Interval result =
      corners(y, x, [](double a, double b) { return std::atan2(a, b); });
  return widen(result, kFunctionUnits * kUnit * 2);
}

std::optional<Interval>
mlir::amp::fuzz::evaluateFloat(llvm::StringRef name,
                               llvm::ArrayRef<Interval> operands, Type type) {
  const Interval &a = operands[0], &b = operands[operands.size() - 1];
  std::optional<Interval> result;
  if (name == "math.fma") {
    Type wide = Float64Type::get(type.getContext());
    Interval product =
        *evaluateFloat("arith.mulf", operands.take_front(2), wide);
    return evaluateFloat("arith.addf", {product, b}, type);
  }
  if (name == "arith.addf" || name == "arith.subf") {
    Interval other =
        name == "arith.addf" ? b : Interval{-b.high, -b.low, b.mayBeNaN};
    Interval sum{a.low + other.low, a.high + other.high,
                 a.mayBeNaN || b.mayBeNaN};
    if (std::isnan(sum.low) || std::isnan(sum.high))
      return Interval::anything();
    result = widen(sum, kSumUnits * kUnit * (magnitude(a) + magnitude(b)));
  } else if (name == "arith.mulf") {
    Interval product = corners(a, b, [](double x, double y) { return x * y; });
    result = widen(product, kSumUnits * kUnit * magnitude(product));
  } else if (name == "arith.divf") {
    result = divide(a, b);
  } else if (name == "math.powf" || name == "math.fpowi") {
    result = power(a, b);
  } else if (name == "arith.maximumf" || name == "arith.maxnumf") {
    result = Interval{std::max(a.low, b.low), std::max(a.high, b.high),
                      a.mayBeNaN || b.mayBeNaN};
  } else if (name == "arith.minimumf" || name == "arith.minnumf") {
    result = Interval{std::min(a.low, b.low), std::min(a.high, b.high),
                      a.mayBeNaN || b.mayBeNaN};
  } else if (name == "arith.remf") {
    result = remainder(a, b);
  } else if (name == "math.copysign") {
    result = copySign(a, b);
  } else if (name == "math.atan2") {
    result = angle(a, b);
  } else if (operands.size() == 1) {
    result = evaluateUnary(name, a);
  }
  if (!result)
    return std::nullopt;
  return roundTo(*result, type);
}

Interval mlir::amp::fuzz::isLess(const Interval &a, const Interval &b,
                                 bool orEqual) {
  bool surely = orEqual ? a.high <= b.low : a.high < b.low;
  bool surelyNot = orEqual ? a.low > b.high : a.low >= b.high;
  if (a.mayBeNaN || b.mayBeNaN || (!surely && !surelyNot))
    return {0, 1, false};
  return Interval::of(surely);
}

Interval mlir::amp::fuzz::isEqual(const Interval &a, const Interval &b) {
  if (a.isExact() && b.isExact())
    return Interval::of(a.low == b.low);
  if (!a.mayBeNaN && !b.mayBeNaN && (a.high < b.low || b.high < a.low))
    return Interval::of(0);
  return {0, 1, false};
}

Interval mlir::amp::fuzz::compareFloats(arith::CmpFPredicate predicate,
                                        const Interval &a, const Interval &b) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::OLT:
  case P::ULT:
    return isLess(a, b, false);
  case P::OLE:
  case P::ULE:
    return isLess(a, b, true);
  case P::OGT:
  case P::UGT:
    return isLess(b, a, false);
  case P::OGE:
  case P::UGE:
    return isLess(b, a, true);
  case P::OEQ:
  case P::UEQ:
    return isEqual(a, b);
  case P::UNO:
    return a.mayBeNaN || b.mayBeNaN ? Interval{0, 1, false} : Interval::of(0);
  case P::ORD:
    return a.mayBeNaN || b.mayBeNaN ? Interval{0, 1, false} : Interval::of(1);
  default: {
    Interval equal = isEqual(a, b);
    return {1 - equal.high, 1 - equal.low, false};
  }
  }
}

Interval mlir::amp::fuzz::compareIntegers(arith::CmpIPredicate predicate,
                                          const Interval &a,
                                          const Interval &b) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return isEqual(a, b);
  case P::ne: {
    Interval equal = isEqual(a, b);
    return {1 - equal.high, 1 - equal.low, false};
  }
  case P::slt:
  case P::ult:
    return isLess(a, b, false);
  case P::sle:
  case P::ule:
    return isLess(a, b, true);
  case P::sgt:
  case P::ugt:
    return isLess(b, a, false);
  default:
    return isLess(b, a, true);
  }
}

std::optional<Interval>
mlir::amp::fuzz::evaluateInteger(StringRef name, ArrayRef<Interval> operands,
                                 unsigned width) {
  const Interval &a = operands.front(), &b = operands.back();
  bool asUnsigned = name == "arith.index_castui" || name == "arith.extui" ||
                    name == "arith.uitofp";
  if (asUnsigned && a.low < 0)
    return std::nullopt;
  if (name == "arith.index_cast" || name == "arith.index_castui" ||
      name == "arith.extui" || name == "arith.extsi" ||
      name == "arith.sitofp" || name == "arith.uitofp")
    return a;
  bool exact = a.isExact() && b.isExact();
  int64_t x = int64_t(a.low), y = int64_t(b.low);
  // What does not fit comes round from the other end.
  auto wrapped = [&](uint64_t value) {
    return Interval::of(double(llvm::SignExtend64(value, width)));
  };
  if (name == "arith.trunci")
    return a.isExact() && width > 1 ? wrapped(uint64_t(x)) : a;
  if (name == "arith.muli" && exact)
    return wrapped(uint64_t(x) * uint64_t(y));
  if (name == "arith.addi")
    return exact ? wrapped(uint64_t(x) + uint64_t(y))
                 : Interval{a.low + b.low, a.high + b.high, false};
  if (name == "arith.subi")
    return exact ? wrapped(uint64_t(x) - uint64_t(y))
                 : Interval{a.low - b.high, a.high - b.low, false};
  if (name == "arith.andi")
    return exact ? Interval::of(x & y) : Interval{0, a.high, false};
  if (name == "arith.ori")
    return exact ? Interval::of(x | y)
                 : Interval{std::min(a.low, b.low), a.high + b.high, false};
  if (name == "arith.xori")
    return exact ? Interval::of(x ^ y) : Interval{0, a.high + b.high, false};
  if ((name == "arith.divsi" || name == "arith.divui") && exact && y != 0)
    return Interval::of(x / y);
  if ((name == "arith.remsi" || name == "arith.remui") && exact && y != 0)
    return Interval::of(x % y);
  if (name == "arith.maxsi" || name == "arith.maxui")
    return Interval{std::max(a.low, b.low), std::max(a.high, b.high), false};
  if (name == "arith.minsi" || name == "arith.minui")
    return Interval{std::min(a.low, b.low), std::min(a.high, b.high), false};
  return std::nullopt;
}

std::optional<Interval> mlir::amp::fuzz::convertToBits(StringRef name,
                                                       const Interval &value,
                                                       Type type) {
  constexpr Interval kEither{0, 1, false};
  bool mayBeInfinite = value.low == -kInf || value.high == kInf;
  bool isInfinite = value.isExact() && mayBeInfinite;
  if (name == "math.isnan")
    return value.mayBeNaN ? kEither : Interval::of(0);
  if (name == "math.isinf")
    return isInfinite || (!mayBeInfinite && !value.mayBeNaN)
               ? Interval::of(isInfinite)
               : kEither;
  if (name == "math.isfinite")
    return isInfinite || value.isBounded() ? Interval::of(!isInfinite)
                                           : kEither;
  if (name == "arith.bitcast") {
    if (isa<FloatType>(type))
      return Interval::anything();
    double half = std::ldexp(1.0, type.getIntOrFloatBitWidth() - 1);
    return Interval{-half, half - 1, false};
  }
  bool isSigned = name == "arith.fptosi";
  if (!isSigned && name != "arith.fptoui")
    return std::nullopt;
  // Beyond, the result is anything, and not the same each time.
  double most = std::ldexp(1.0, type.getIntOrFloatBitWidth() - isSigned);
  Interval whole{std::trunc(value.low), std::trunc(value.high), false};
  if (!value.isBounded() || whole.high >= most ||
      whole.low < (isSigned ? -most : 0))
    return std::nullopt;
  return whole;
}
