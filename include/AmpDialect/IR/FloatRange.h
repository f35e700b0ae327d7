//===- FloatRange.h - What values a number can take -------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice of the range analysis and the arithmetic on it. Rules and
// assumptions are in docs/ranges.md.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_FLOATRANGE_H
#define AMPDIALECT_IR_FLOATRANGE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <limits>

namespace mlir::amp {

/// How the elements of two operands of one elementwise op compare.
enum class ValueOrder : uint8_t { Unknown, Equal, AtMost, AtLeast };

/// The values that the elements of a tensor, a vector or a scalar take, in real
/// arithmetic (rounding of the source type is not added). Two intervals:
///   outer  no finite element lies outside [lower, upper]; an infinite end
///          means that no bound is known, not that the value is infinite;
///   reach  elements at reachLower and at reachUpper are taken to occur. Where
///          nothing is known, data is taken to be of order one: [-1, 1], cut
///          to the outer interval.
/// Exact infinities and NaN are flags. Integers are numbers here too.
struct FloatRange {
  static constexpr double kInf = std::numeric_limits<double>::infinity();

  double lower = kInf, upper = -kInf;
  double reachLower = kInf, reachUpper = -kInf;
  /// Set once anything is said about the value; false is the lattice's bottom.
  bool initialized = false;
  bool mayBeNaN = false, mayBePosInf = false, mayBeNegInf = false;
  /// The sum of two data values: what is added may eat the head-room.
  bool isSum = false;
  /// An integer or an index turned into a float: each digit counts.
  bool isInteger = false;

  /// Nothing said yet (not reached by the analysis).
  static FloatRange getUninitialized() { return {}; }
  /// Contents that nobody has written (tensor.empty).
  static FloatRange getUndefined();
  /// Finite, no bound known.
  static FloatRange getUnknown();
  /// Nothing known, infinities and NaN included.
  static FloatRange getAnything();
  /// Exactly `value`, which may be infinite or NaN.
  static FloatRange getPoint(double value);
  /// Within [lower, upper]; taken to reach order one.
  static FloatRange getWithin(double lower, double upper);
  /// Within [lower, upper], both taken to occur.
  static FloatRange getReached(double lower, double upper);
  /// The elements of a constant attribute (float or integer, scalar, dense or
  /// dense_resource); anything for other attributes. Linear in the elements.
  static FloatRange getConstant(Attribute value);
  /// What the type alone says: i1 is [0, 1], other integers and floats unknown.
  static FloatRange getForType(Type type);

  bool hasFinite() const { return lower <= upper; }
  bool mayBeInf() const { return mayBePosInf || mayBeNegInf; }
  bool isUndefined() const {
    return initialized && !hasFinite() && !mayBeNaN && !mayBeInf();
  }
  /// Finite values on both sides bounded.
  bool isBounded() const {
    return hasFinite() && lower > -kInf && upper < kInf;
  }
  /// One finite value and nothing else.
  bool isPoint() const {
    return lower == upper && !mayBeNaN && !mayBeInf() && upper < kInf;
  }
  /// True if every value is finite and within [low, high].
  bool isWithin(double low, double high) const {
    return hasFinite() && lower >= low && upper <= high && !mayBeNaN &&
           !mayBeInf();
  }
  bool contains(double value) const { return lower <= value && value <= upper; }
  /// Largest magnitude that is taken to occur, 0 if none is.
  double reachMagnitude() const;

  bool operator==(const FloatRange &other) const {
    return lower == other.lower && upper == other.upper &&
           reachLower == other.reachLower && reachUpper == other.reachUpper &&
           initialized == other.initialized && mayBeNaN == other.mayBeNaN &&
           mayBePosInf == other.mayBePosInf &&
           mayBeNegInf == other.mayBeNegInf && isSum == other.isSum &&
           isInteger == other.isInteger;
  }
  bool operator!=(const FloatRange &other) const { return !(*this == other); }

  /// Least upper bound: commutative, associative, idempotent.
  static FloatRange join(const FloatRange &a, const FloatRange &b);
  /// `next`, with each outer bound that moved past `previous`'s dropped and
  /// `previous`'s reach kept: ends the ascent of loops. `next` must be above
  /// `previous`.
  static FloatRange widen(const FloatRange &previous, const FloatRange &next);

  /// `[0, 1] reaches [0, 1]`, `unknown`, `undefined`, `... or -inf or nan`.
  void print(llvm::raw_ostream &os) const;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const FloatRange &range);

/// `value` in f64, rounded to the nearest if it has more digits.
double toDouble(const APFloat &value);

/// Arithmetic. `order` says how the operands' elements compare. Results cover
/// all elements that the operands' ranges allow, if the f32 computation itself
/// overflows nowhere.
namespace range {
FloatRange negate(const FloatRange &a);
FloatRange add(const FloatRange &a, const FloatRange &b,
               ValueOrder order = ValueOrder::Unknown);
FloatRange subtract(const FloatRange &a, const FloatRange &b,
                    ValueOrder order = ValueOrder::Unknown);
FloatRange multiply(const FloatRange &a, const FloatRange &b,
                    ValueOrder order = ValueOrder::Unknown);
FloatRange divide(const FloatRange &a, const FloatRange &b,
                  ValueOrder order = ValueOrder::Unknown);
FloatRange maximum(const FloatRange &a, const FloatRange &b);
FloatRange minimum(const FloatRange &a, const FloatRange &b);
FloatRange absolute(const FloatRange &a);
FloatRange clamp(const FloatRange &a, double low, double high);
/// Sum of `count` elements within `a` (negative: unknown count).
FloatRange sum(const FloatRange &a, int64_t count);
/// Sum of `count` products of elements of `a` and of `b`, each within `term`.
FloatRange sumOfProducts(const FloatRange &a, const FloatRange &b,
                         const FloatRange &term, int64_t count);
/// `a`, of which only whole numbers are left.
FloatRange whole(const FloatRange &a);
/// Non-decreasing `function`, whose limits at the infinities are right.
FloatRange increasing(const FloatRange &a,
                      llvm::function_ref<double(double)> function);
FloatRange exp(const FloatRange &a);
FloatRange log(const FloatRange &a);
FloatRange sqrt(const FloatRange &a);
FloatRange rsqrt(const FloatRange &a);
FloatRange tanh(const FloatRange &a);
FloatRange sigmoid(const FloatRange &a);
/// Any result in [-1, 1], NaN for infinities (sine, cosine).
FloatRange sine(const FloatRange &a);
/// `a` to the power of `exponent`.
FloatRange power(const FloatRange &a, const FloatRange &exponent);
/// Rounded towards an integer.
FloatRange truncateToInteger(const FloatRange &a);
} // namespace range

} // namespace mlir::amp

#endif // AMPDIALECT_IR_FLOATRANGE_H
