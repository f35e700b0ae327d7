//===- FloatRangeTest.cpp - Laws of the range lattice ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/FloatRange.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace mlir::amp;

namespace {
constexpr double kInf = FloatRange::kInf;
constexpr int kRounds = 4000;

/// Random ranges, the corners of the lattice among them, and elements of them.
class Generator {
public:
  double number() {
    static const double corners[] = {0,    1,     -1,    0.5,   65504, -65504,
                                     1e-8, -1e-8, 1e-12, -1e30, 3.4e38};
    if (random() % 3 == 0)
      return corners[random() % std::size(corners)];
    return std::uniform_real_distribution<double>(-10, 10)(random);
  }
  FloatRange range() {
    FloatRange r;
    double a = number(), b = number();
    switch (random() % 8) {
    case 0:
      return FloatRange::getUninitialized();
    case 1:
      return FloatRange::getUndefined();
    case 2:
      r = FloatRange::getUnknown();
      break;
    case 3:
      r = FloatRange::getPoint(a);
      break;
    case 4:
      r = FloatRange::getWithin(a, kInf);
      break;
    case 5:
      r = FloatRange::getWithin(-kInf, a);
      break;
    case 6:
      r = FloatRange::getReached(std::min(a, b), std::max(a, b));
      break;
    default:
      r = FloatRange::getWithin(std::min(a, b), std::max(a, b));
    }
    r.mayBeNaN = random() % 6 == 0;
    r.mayBePosInf = random() % 6 == 0;
    r.mayBeNegInf = random() % 6 == 0;
    return r;
  }
  /// An element of `r`, which is initialized and not undefined.
  double element(const FloatRange &r) {
    std::vector<double> choices;
    if (r.hasFinite()) {
      double low = std::max(r.lower, -1e3), high = std::min(r.upper, 1e3);
      low = std::min(low, r.upper), high = std::max(high, r.lower);
      choices = {low, high, low + (high - low) / 3};
      if (r.contains(0))
        choices.push_back(0);
    }
    if (r.mayBeNaN)
      choices.push_back(std::nan(""));
    if (r.mayBePosInf)
      choices.push_back(kInf);
    if (r.mayBeNegInf)
      choices.push_back(-kInf);
    return choices[random() % choices.size()];
  }
  std::mt19937 random{7};
};

/// True if `r` allows `value`, but for rounding.
bool allows(const FloatRange &r, double value) {
  if (std::isnan(value))
    return r.mayBeNaN;
  if (value == kInf)
    return r.mayBePosInf;
  if (value == -kInf)
    return r.mayBeNegInf;
  double slack = 1e-9 * std::max(1.0, std::fabs(value));
  return r.lower - slack <= value && value <= r.upper + slack;
}

std::string show(const FloatRange &r) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << r;
  return text;
}
} // namespace

TEST(FloatRange, JoinIsASemilattice) {
  Generator g;
  for (int i = 0; i < kRounds; ++i) {
    FloatRange a = g.range(), b = g.range(), c = g.range();
    EXPECT_EQ(FloatRange::join(a, b), FloatRange::join(b, a));
    EXPECT_EQ(FloatRange::join(a, FloatRange::join(b, c)),
              FloatRange::join(FloatRange::join(a, b), c));
    EXPECT_EQ(FloatRange::join(a, a), a);
    EXPECT_EQ(FloatRange::join(a, FloatRange::getUninitialized()), a);
  }
}

TEST(FloatRange, UninitializedUndefinedAndUnknownDiffer) {
  EXPECT_NE(FloatRange::getUninitialized(), FloatRange::getUndefined());
  EXPECT_NE(FloatRange::getUndefined(), FloatRange::getUnknown());
  EXPECT_NE(FloatRange::getUnknown(), FloatRange::getAnything());
  EXPECT_EQ(show(FloatRange::getUninitialized()), "uninitialized");
  EXPECT_EQ(show(FloatRange::getUndefined()), "undefined");
  EXPECT_EQ(show(FloatRange::getUnknown()), "unknown");
  EXPECT_EQ(show(FloatRange::getAnything()), "unknown or -inf or +inf or nan");
}

TEST(FloatRange, WideningIsAboveAndEndsTheAscent) {
  Generator g;
  for (int i = 0; i < kRounds; ++i) {
    FloatRange r = g.range();
    int moves = 0;
    // Any sequence of joins followed by widening stops moving: two bounds, the
    // flags, the start.
    for (int step = 0; step < 60; ++step) {
      FloatRange next = FloatRange::join(r, g.range());
      FloatRange wide = FloatRange::widen(r, next);
      EXPECT_LE(wide.lower, next.lower);
      EXPECT_GE(wide.upper, next.upper);
      moves += wide != r;
      r = wide;
    }
    EXPECT_LE(moves, 10);
  }
}

using Binary = FloatRange (*)(const FloatRange &, const FloatRange &);
using Scalar = double (*)(double, double);

static void checkBinary(Binary onRanges, Scalar onNumbers, const char *name) {
  Generator g;
  for (int i = 0; i < kRounds; ++i) {
    FloatRange a = g.range(), b = g.range();
    if (!a.initialized || !b.initialized || a.isUndefined() || b.isUndefined())
      continue;
    FloatRange r = onRanges(a, b);
    if (r.hasFinite()) {
      EXPECT_LE(r.lower, r.reachLower) << name;
      EXPECT_LE(r.reachUpper, r.upper) << name;
      EXPECT_LE(r.reachLower, r.reachUpper) << name;
    }
    double x = g.element(a), y = g.element(b), z = onNumbers(x, y);
    EXPECT_TRUE(allows(r, z))
        << name << ": " << x << " in " << show(a) << ", " << y << " in "
        << show(b) << " gives " << z << " not in " << show(r);
    // Monotone: wider operands give a wider result.
    FloatRange wide = onRanges(FloatRange::join(a, g.range()), b);
    EXPECT_LE(wide.lower, r.lower) << name;
    EXPECT_GE(wide.upper, r.upper) << name;
  }
}

TEST(FloatRange, BinaryFunctionsCoverTheirElements) {
  checkBinary(
      [](const FloatRange &a, const FloatRange &b) { return range::add(a, b); },
      [](double x, double y) { return x + y; }, "add");
  checkBinary([](const FloatRange &a,
                 const FloatRange &b) { return range::subtract(a, b); },
              [](double x, double y) { return x - y; }, "subtract");
  checkBinary([](const FloatRange &a,
                 const FloatRange &b) { return range::multiply(a, b); },
              [](double x, double y) { return x * y; }, "multiply");
  checkBinary([](const FloatRange &a,
                 const FloatRange &b) { return range::divide(a, b); },
              [](double x, double y) { return x / y; }, "divide");
  auto most = [](double x, double y) {
    return std::isnan(x) || std::isnan(y) ? std::nan("") : std::max(x, y);
  };
  checkBinary(range::maximum, most, "maximum");
  auto least = [](double x, double y) {
    return std::isnan(x) || std::isnan(y) ? std::nan("") : std::min(x, y);
  };
  checkBinary(range::minimum, least, "minimum");
}

static void checkUnary(FloatRange (*onRanges)(const FloatRange &),
                       double (*onNumbers)(double), const char *name) {
  Generator g;
  for (int i = 0; i < kRounds; ++i) {
    FloatRange a = g.range();
    if (!a.initialized || a.isUndefined())
      continue;
    FloatRange r = onRanges(a);
    double x = g.element(a), z = onNumbers(x);
    // A finite operand whose result overflows double is outside of the game.
    if (std::isfinite(x) && z == kInf && x > 0)
      continue;
    EXPECT_TRUE(allows(r, z)) << name << ": " << x << " in " << show(a)
                              << " gives " << z << " not in " << show(r);
  }
}

TEST(FloatRange, UnaryFunctionsCoverTheirElements) {
  checkUnary(range::negate, [](double x) { return -x; }, "negate");
  checkUnary(
      range::absolute, [](double x) { return std::fabs(x); }, "absolute");
  checkUnary(range::exp, [](double x) { return std::exp(x); }, "exp");
  checkUnary(range::log, [](double x) { return std::log(x); }, "log");
  checkUnary(range::sqrt, [](double x) { return std::sqrt(x); }, "sqrt");
  checkUnary(
      range::rsqrt, [](double x) { return 1.0 / std::sqrt(x); }, "rsqrt");
  checkUnary(range::tanh, [](double x) { return std::tanh(x); }, "tanh");
  checkUnary(
      range::sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); },
      "sigmoid");
  checkUnary(range::sine, [](double x) { return std::sin(x); }, "sine");
  checkUnary(
      [](const FloatRange &a) {
        return range::power(a, FloatRange::getPoint(3));
      },
      [](double x) { return x * x * x; }, "cube");
  checkUnary(
      [](const FloatRange &a) {
        return range::multiply(a, a, ValueOrder::Equal);
      },
      [](double x) { return x * x; }, "square");
}

/// Holds elements of range::power of pairs of ranges against std::pow.
static void checkPowers(
    llvm::function_ref<std::pair<FloatRange, FloatRange>(Generator &)> make) {
  Generator g;
  for (int i = 0; i < kRounds; ++i) {
    auto [a, b] = make(g);
    if (!a.initialized || !b.initialized || a.isUndefined() || b.isUndefined())
      continue;
    FloatRange r = range::power(a, b);
    double x = g.element(a), y = g.element(b), z = std::pow(x, y);
    // The function goes by way of the logarithm; overflow as for others.
    bool overflows = std::isfinite(x) && std::isfinite(y) && z == kInf;
    bool isOne = x == 1 || y == 0; // Of NaN and infinity, too.
    if (overflows || isOne)
      continue;
    double slack = 1e-12 * (1 + std::fabs(y));
    EXPECT_TRUE(allows(r, z) || allows(r, z * (1 + slack)) ||
                allows(r, z * (1 - slack)))
        << x << " in " << show(a) << " to " << y << " in " << show(b)
        << " gives " << z << " not in " << show(r);
  }
}

TEST(FloatRange, PowersOfPositiveNumbersCoverTheirElements) {
  checkPowers([](Generator &g) {
    FloatRange a =
        range::add(range::absolute(g.range()), FloatRange::getPoint(0.25));
    return std::pair(a, g.range());
  });
}

TEST(FloatRange, PowersCoverTheirElements) {
  checkPowers([](Generator &g) {
    FloatRange a = g.range();
    return std::pair(a, g.range());
  });
}

TEST(FloatRange, PowersWithNarrowExponentsCoverTheirElements) {
  unsigned whole = 0;
  checkPowers([&](Generator &g) {
    FloatRange a = g.range();
    // Around whole numbers and between them, of either sign.
    double least = 0.5 * int(++whole % 23) - 5.6;
    return std::pair(a, FloatRange::getWithin(least, least + 0.3));
  });
}

TEST(FloatRange, PowersOfNarrowExponentsAreBounded) {
  FloatRange base = FloatRange::getReached(-2, 3);
  FloatRange r = range::power(base, FloatRange::getReached(36.2, 36.8));
  EXPECT_TRUE(r.mayBeNaN);
  EXPECT_EQ(r.lower, 0);
  EXPECT_EQ(r.reachUpper, std::pow(3, 36.8));
  // One is whole: minus eight is there, too.
  r = range::power(base, FloatRange::getReached(2.9, 3.1));
  EXPECT_LE(r.lower, -8);
  EXPECT_EQ(r.upper, std::pow(3, 3.1));
}

TEST(FloatRange, ReachFollowsScalesAndSums) {
  FloatRange x = FloatRange::getUnknown();
  EXPECT_EQ(x.reachMagnitude(), 1);
  FloatRange scaled = range::multiply(x, FloatRange::getPoint(-1e9));
  EXPECT_EQ(scaled.reachMagnitude(), 1e9);
  EXPECT_EQ(range::sum(x, 70000).reachMagnitude(), 70000);
  EXPECT_EQ(range::sum(x, -1).reachMagnitude(), 1);
  // Two unknown values may cancel, or be of order one.
  EXPECT_EQ(range::subtract(x, x).reachMagnitude(), 1);
  FloatRange mask = FloatRange::getReached(-3.4e38, 0);
  EXPECT_EQ(range::add(mask, x).reachLower, -3.4e38 + 1);
}

TEST(FloatRange, OrderBoundsDifferencesAndQuotients) {
  FloatRange x = FloatRange::getUnknown();
  EXPECT_EQ(range::subtract(x, x, ValueOrder::AtMost).upper, 0);
  EXPECT_EQ(range::subtract(x, x, ValueOrder::Equal).lower, 0);
  FloatRange positive = FloatRange::getWithin(0, kInf);
  FloatRange share = range::divide(positive, positive, ValueOrder::AtMost);
  EXPECT_EQ(share.lower, 0);
  EXPECT_EQ(share.upper, 1);
  EXPECT_TRUE(share.mayBeNaN);
}
