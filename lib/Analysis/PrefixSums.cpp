//===- PrefixSums.cpp - Running sums in a few steps -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A running sum may be written as sums of a value and of itself, shifted or
// taken apart, each of what the one before made: by doubling (Hillis and
// Steele), or down and up a tree (Blelloch), as importers and jax do. That is a
// reduction, whose accumulator is f32: rounded, each step would add an error.
// Two such sums in a row add up four neighbours (a pooling by slices), and stay
// what they are; from three on they are kept.
//
//===----------------------------------------------------------------------===//

#include "ValueMarks.h"

using namespace mlir;
using namespace mlir::amp;

/// So many sums in a row, each of a value with itself, are a running sum.
static constexpr uint8_t kLeastSteps = 3;

namespace {

class PrefixSums {
public:
  explicit PrefixSums(PrecisionGraph &graph)
      : graph(graph), sums(graph.values.size()) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  struct Sum {
    /// What the sums started from; kNone: no value.
    GraphIndex start = kNone;
    uint8_t steps = 0;
  };
  Sum lookup(GraphIndex value) const {
    return sums[value].start == kNone ? Sum{value, 0} : sums[value];
  }
  bool isConstant(const Use &use) const {
    const ValueNode &read = graph.values[use.value];
    return read.def == DefKind::Creator || read.weight;
  }
  /// What all that `op` reads are sums of, beside constants, if that is one
  /// value, with the most steps.
  Sum join(const OpNode &op) const;
  /// Whether `op` adds two values, no constant.
  bool adds(const OpNode &op) const;

  PrecisionGraph &graph;
  /// By value.
  std::vector<Sum> sums;
};

} // namespace

PrefixSums::Sum PrefixSums::join(const OpNode &op) const {
  Sum all;
  for (const Use &use : graph.getUses(op)) {
    // They fill up where a value was shifted.
    if (isConstant(use))
      continue;
    Sum sum = lookup(use.value);
    if (all.start != kNone && all.start != sum.start)
      return {};
    all = {sum.start, std::max(all.steps, sum.steps)};
  }
  return all;
}

bool PrefixSums::adds(const OpNode &op) const {
  return op.traits == NumericTraits::Difference && op.numUses == 2 &&
         llvm::none_of(graph.getUses(op),
                       [&](const Use &use) { return isConstant(use); });
}

bool PrefixSums::run() {
  SmallVector<const OpNode *> found;
  /// By what sums started from.
  std::vector<bool> isLong(graph.values.size());
  for (const OpNode &op : graph.ops) {
    bool isSum = adds(op);
    if (op.handsOn || op.numResults != 1 ||
        (!isSum && !hasAny(op.traits, NumericTraits::DataMovement)))
      continue;
    Sum sum = join(op);
    if (sum.start == kNone)
      continue;
    ArrayRef<Use> uses = graph.getUses(op);
    if (isSum && uses[0].value != uses[1].value) {
      sum.steps = std::min<uint8_t>(sum.steps + 1, kLeastSteps);
      found.push_back(&op);
      if (sum.steps == kLeastSteps)
        isLong[sum.start] = true;
    }
    sums[graph.getResults(op).front()] = sum;
  }
  bool any = false;
  for (const OpNode *op : found) {
    if (!isLong[sums[graph.getResults(*op).front()].start])
      continue;
    any = true;
    for (Use &use : graph.getUses(*op))
      readHigh(graph, use, Binding::Cancellation);
    pinResults(graph, *op, Binding::Cancellation);
  }
  return any;
}

bool amp::pinPrefixSums(PrecisionGraph &graph) {
  return PrefixSums(graph).run();
}
