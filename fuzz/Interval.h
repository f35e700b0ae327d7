//===- Interval.h - Numbers with bounds of their rounding errors *- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an element can be in any run of a module: with f32 instead of the low
// type, with each result rounded to its type or not at all (fused), with sums
// in another order, and with functions a few units off. Running error analysis
// by intervals: every op computes on bounds and widens by its own rounding.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_INTERVAL_H
#define AMPDIALECT_FUZZ_INTERVAL_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::amp::fuzz {

/// [low, high], or NaN as well. Integers and booleans are exact numbers.
struct Interval {
  double low = 0, high = 0;
  bool mayBeNaN = false;

  static Interval of(double value);
  static Interval anything();
  bool isExact() const { return low == high && !mayBeNaN; }
  bool isBounded() const;
};

/// The smallest interval around both.
Interval hull(const Interval &a, const Interval &b);

/// `value` as it came and rounded to `type`; integers and f64 stay.
Interval roundTo(const Interval &value, Type type);

/// `arith` and `math` ops of floats, by name, with result type `type`; nullopt
/// for one that is not known.
std::optional<Interval> evaluateFloat(llvm::StringRef name,
                                      llvm::ArrayRef<Interval> operands,
                                      Type type);

/// Whether `a` is less than `b`: 1, 0, or [0, 1] where either may be.
Interval isLess(const Interval &a, const Interval &b, bool orEqual);
/// The same for equality.
Interval isEqual(const Interval &a, const Interval &b);
/// What `arith.cmpf` and `arith.cmpi` give.
Interval compareFloats(arith::CmpFPredicate predicate, const Interval &a,
                       const Interval &b);
Interval compareIntegers(arith::CmpIPredicate predicate, const Interval &a,
                         const Interval &b);

/// `arith` ops of integers of `width` bits, by name: exact, or what encloses
/// them; nullopt for one that is not known.
std::optional<Interval> evaluateInteger(llvm::StringRef name,
                                        llvm::ArrayRef<Interval> operands,
                                        unsigned width);

/// Ops that make an integer or a truth value of a float, or bits of either, by
/// name; nullopt for one that is not known.
std::optional<Interval> convertToBits(llvm::StringRef name,
                                      const Interval &value, Type type);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_INTERVAL_H
