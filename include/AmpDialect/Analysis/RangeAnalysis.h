//===- RangeAnalysis.h - Which values a low type can hold -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward interval analysis, and the facts that the precision graph takes
// from it. The rules are in docs/ranges.md.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_RANGEANALYSIS_H
#define AMPDIALECT_ANALYSIS_RANGEANALYSIS_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "AmpDialect/Analysis/ValueTable.h"
#include "AmpDialect/IR/FloatRange.h"
#include <vector>

namespace mlir::amp {

/// The number of a range in a table. A module holds few ranges that differ, and
/// two numbers are compared and kept at less cost than two ranges.
using RangeId = uint32_t;

/// The range of each value.
class RangeTable {
public:
  /// Nothing said yet; nothing known; nothing known but that it is finite.
  static constexpr RangeId kUninitialized = 0, kAnything = 1, kUnknown = 2;

  RangeTable();

  /// Makes room for `count` values.
  void reserve(size_t count) { entries.reserve(count); }
  /// The number of `range`: one for all that are equal, but for those beyond
  /// the first few thousand.
  RangeId intern(const FloatRange &range);
  const FloatRange &operator[](RangeId id) const { return ranges[id]; }

  /// False if that was known already.
  bool set(Value value, RangeId id);
  /// kUninitialized for a value that was never set.
  RangeId getId(Value value) const { return entries.lookup(value).range; }
  const FloatRange &lookup(Value value) const { return ranges[getId(value)]; }
  const FloatRange &lookup(const ValueEntry &entry) const {
    return ranges[entry.range];
  }
  /// All ranges that some value has, or had for a time.
  ArrayRef<FloatRange> getRanges() const { return ranges; }
  /// Gives the entries away: ranges are found by these alone afterwards.
  ValueTable takeEntries() { return std::move(entries); }

private:
  ValueTable entries;
  std::vector<FloatRange> ranges;
  /// Numbers by the hash of the range.
  llvm::DenseMap<uint64_t, RangeId> known;
};

/// The ranges of all values below an op, outside of bodies that belong to an
/// op's own arithmetic. Reads IR, never changes it.
class RangeAnalysis {
public:
  /// Runs the analysis below `root` (a module or a function). Near-linear in
  /// the number of ops, plus one look at each element of each constant. The
  /// same program gives the same ranges, whatever the order of use lists.
  static RangeAnalysis compute(Operation *root);

  /// Whether an op gave an answer that does not fit it, and an error was told.
  bool hasFailed() const { return failed; }

  /// The range of `value`; uninitialized where control never gets, or for a
  /// value made after the analysis ran.
  FloatRange lookup(Value value) const { return table.lookup(value); }
  const FloatRange &lookup(const ValueEntry &entry) const {
    return table.lookup(entry);
  }
  /// All ranges that some value has, or had while the analysis ran.
  ArrayRef<FloatRange> getRanges() const { return table.getRanges(); }
  /// Gives the table of values away, so that another analysis need not make one
  /// of its own. Afterwards ranges are found by its entries alone.
  ValueTable takeEntries() { return table.takeEntries(); }

private:
  RangeTable table;
  bool failed = false;
};

/// What `low` can hold, in the units of FloatRange.
struct LowTypeLimits {
  /// The largest finite value, and half of the smallest subnormal: what is
  /// smaller rounds to zero.
  double largest, vanishing;
  /// The smallest number with as many digits as bf16 has, eight: 2^-17 for f16.
  double smallestWithDigits;
  /// Integers up to this magnitude are all exact: 2048 for f16, 256 for bf16.
  double exactIntegers;
  /// Of any float type narrower than f64.
  static LowTypeLimits get(FloatType low);
};

/// Why a value cannot be stored in the low type.
enum class RangeVerdict : uint8_t {
  /// Nothing speaks against it, nothing proves it.
  Open,
  /// All finite values are within the low type's range.
  Fits,
  /// Elements that are taken to occur lie beyond the largest finite value.
  Overflow,
  /// A sum of data that comes within a factor of two of the largest value.
  HeadRoom,
  /// A constant whose elements all round to zero and are not all zero.
  Vanishes,
  /// Never zero, but zero after rounding to the low type.
  BecomesZero,
  /// Integers of which some are taken to occur that the low type does not have.
  InexactIntegers,
};

/// The verdict's name: `open`, `fits`, `overflow`, `head-room`, `vanishes`,
/// `becomes-zero`, `inexact-integers`.
StringRef stringifyRangeVerdict(RangeVerdict verdict);

/// Judges `range`, the range of `value`, for storage in `low`.
RangeVerdict judgeRange(Value value, const FloatRange &range, FloatType low);

RangeVerdict judgeRange(Value value, const FloatRange &range,
                        const LowTypeLimits &limits);

/// The fact for the precision graph: low is forbidden unless the
/// verdict is Open or Fits.
ValueFact getRangeFact(Value value, const FloatRange &range, FloatType low);
ValueFact getRangeFact(Value value, const FloatRange &range,
                       const LowTypeLimits &limits);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_RANGEANALYSIS_H
