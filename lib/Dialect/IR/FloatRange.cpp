//===- FloatRange.cpp - The lattice of the range analysis -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/FloatRange.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

FloatRange FloatRange::getUndefined() {
  FloatRange range;
  range.initialized = true;
  return range;
}

FloatRange FloatRange::getUnknown() { return getWithin(-kInf, kInf); }

FloatRange FloatRange::getAnything() {
  FloatRange range = getUnknown();
  range.mayBeNaN = range.mayBePosInf = range.mayBeNegInf = true;
  return range;
}

FloatRange FloatRange::getPoint(double value) {
  if (std::isfinite(value))
    return getReached(value, value);
  FloatRange range = getUndefined();
  range.mayBeNaN = std::isnan(value);
  range.mayBePosInf = value == kInf;
  range.mayBeNegInf = value == -kInf;
  return range;
}

FloatRange FloatRange::getWithin(double lower, double upper) {
  FloatRange range = getUndefined();
  // An empty or NaN interval holds no finite value.
  if (!(lower <= upper))
    return range;
  range.lower = lower;
  range.upper = upper;
  range.reachLower = std::clamp(-1.0, lower, upper);
  range.reachUpper = std::clamp(1.0, lower, upper);
  return range;
}

FloatRange FloatRange::getReached(double lower, double upper) {
  FloatRange range = getWithin(lower, upper);
  if (!range.hasFinite())
    return range;
  if (lower > -kInf)
    range.reachLower = lower;
  if (upper < kInf)
    range.reachUpper = upper;
  return range;
}

double FloatRange::reachMagnitude() const {
  return reachLower <= reachUpper
             ? std::max(std::fabs(reachLower), std::fabs(reachUpper))
             : 0.0;
}

FloatRange FloatRange::join(const FloatRange &a, const FloatRange &b) {
  // Hull by hull, flag by flag: each part is a join semilattice, so the whole
  // is. The bottom is neutral in every part.
  FloatRange range;
  range.lower = std::min(a.lower, b.lower);
  range.upper = std::max(a.upper, b.upper);
  range.reachLower = std::min(a.reachLower, b.reachLower);
  range.reachUpper = std::max(a.reachUpper, b.reachUpper);
  range.initialized = a.initialized || b.initialized;
  range.mayBeNaN = a.mayBeNaN || b.mayBeNaN;
  range.mayBePosInf = a.mayBePosInf || b.mayBePosInf;
  range.mayBeNegInf = a.mayBeNegInf || b.mayBeNegInf;
  range.isSum = a.isSum || b.isSum;
  range.isInteger = a.isInteger || b.isInteger;
  return range;
}

FloatRange FloatRange::widen(const FloatRange &previous,
                             const FloatRange &next) {
  FloatRange range = next;
  if (!previous.hasFinite())
    return range;
  if (next.lower < previous.lower)
    range.lower = -kInf;
  if (next.upper > previous.upper)
    range.upper = kInf;
  range.reachLower = previous.reachLower;
  range.reachUpper = previous.reachUpper;
  return range;
}

static void printBound(llvm::raw_ostream &os, double bound) {
  os << llvm::format("%g", bound == 0 ? 0.0 : bound);
}

void FloatRange::print(llvm::raw_ostream &os) const {
  if (!initialized) {
    os << "uninitialized";
    return;
  }
  if (isUndefined()) {
    os << "undefined";
    return;
  }
  llvm::ListSeparator separator(" or ");
  if (hasFinite()) {
    os << separator;
    if (lower == -kInf && upper == kInf) {
      os << "unknown";
    } else {
      os << '[';
      printBound(os, lower);
      os << ", ";
      printBound(os, upper);
      os << ']';
    }
    FloatRange plain = getWithin(lower, upper);
    if (reachLower != plain.reachLower || reachUpper != plain.reachUpper) {
      os << " reaches [";
      printBound(os, reachLower);
      os << ", ";
      printBound(os, reachUpper);
      os << ']';
    }
  }
  if (mayBeNegInf)
    os << separator << "-inf";
  if (mayBePosInf)
    os << separator << "+inf";
  if (mayBeNaN)
    os << separator << "nan";
}

llvm::raw_ostream &mlir::amp::operator<<(llvm::raw_ostream &os,
                                         const FloatRange &range) {
  range.print(os);
  return os;
}
