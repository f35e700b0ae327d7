//===- RangeAnalysis.cpp - Which values a low type can hold ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "RangeSolver.h"
#include "llvm/ADT/Hashing.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

RangeTable::RangeTable()
    : ranges{FloatRange::getUninitialized(), FloatRange::getAnything(),
             FloatRange::getUnknown()} {
  assert(ranges.size() == kUnknown + 1 && "expected the common ranges first");
}

/// Ranges that are found again; those of more kinds than that are kept each for
/// itself.
static constexpr size_t kMaxKnown = 4096;

/// Bit by bit: two zeros of different sign are equal, but no single range.
static bool areIdentical(const FloatRange &a, const FloatRange &b) {
  return a == b && std::signbit(a.lower) == std::signbit(b.lower) &&
         std::signbit(a.upper) == std::signbit(b.upper) &&
         std::signbit(a.reachLower) == std::signbit(b.reachLower) &&
         std::signbit(a.reachUpper) == std::signbit(b.reachUpper);
}

static uint64_t hashRange(const FloatRange &range) {
  unsigned flags = range.mayBeNaN | range.mayBePosInf << 1 |
                   range.mayBeNegInf << 2 | range.isSum << 3 |
                   range.isInteger << 4;
  // The highest bit stays free: a map has two keys of its own.
  return llvm::hash_combine(llvm::bit_cast<uint64_t>(range.lower),
                            llvm::bit_cast<uint64_t>(range.upper),
                            llvm::bit_cast<uint64_t>(range.reachLower),
                            llvm::bit_cast<uint64_t>(range.reachUpper),
                            flags) >>
         1;
}

RangeId RangeTable::intern(const FloatRange &range) {
  if (!range.initialized)
    return kUninitialized;
  for (RangeId common : {kUnknown, kAnything})
    if (areIdentical(ranges[common], range))
      return common;
  RangeId next = ranges.size();
  if (known.size() < kMaxKnown) {
    auto [it, isNew] = known.try_emplace(hashRange(range), next);
    if (!isNew && areIdentical(ranges[it->second], range))
      return it->second;
  }
  ranges.push_back(range);
  return next;
}

bool RangeTable::set(Value value, RangeId id) {
  RangeId &slot = entries[value].range;
  if (slot == id || ranges[slot] == ranges[id])
    return false;
  slot = id;
  return true;
}

RangeAnalysis RangeAnalysis::compute(Operation *root) {
  RangeAnalysis analysis;
  RangeSolver solver(analysis.table, root);
  solver.run();
  analysis.failed = solver.hasFailed();
  return analysis;
}
