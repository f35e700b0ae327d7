//===- RangeAnalysis.cpp - Which values a low type can hold ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "RangeSolver.h"

using namespace mlir;
using namespace mlir::amp;

RangeTable::RangeTable()
    : ranges{FloatRange::getUninitialized(), FloatRange::getAnything(),
             FloatRange::getUnknown()} {}

bool RangeTable::set(Value value, const FloatRange &range) {
  uint32_t &slot = entries[value].range;
  if (slot == ValueEntry::kNone)
    slot = 0;
  if (ranges[slot] == range)
    return false;
  for (unsigned common = 1; common < kCommonRanges; ++common)
    if (ranges[common] == range) {
      slot = common;
      return true;
    }
  if (slot >= kCommonRanges) {
    ranges[slot] = range;
    return true;
  }
  slot = ranges.size();
  ranges.push_back(range);
  return true;
}

RangeAnalysis RangeAnalysis::compute(Operation *root) {
  RangeAnalysis analysis;
  RangeSolver(analysis.table, root).run();
  return analysis;
}
