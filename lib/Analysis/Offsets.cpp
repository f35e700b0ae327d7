//===- Offsets.cpp - Numbers that are added and taken away again ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `sqrt(1 + x * x) - 1`, `1 - 1 / (1 + x * x)` and `((1 + e) * (1 + e) - 1)`
// are nought where what the offset was added to is, and as small as that near
// it. Range facts say so: the difference ends at nought where what it is taken
// from ends at the constant, and that is bounded because a constant was added
// to what ends at nought, or nowhere. The sum, and all between it and the
// difference, is high: rounded, the offset's last place is all that is left.
// What it was added to keeps its own digits, and may be low. One less a gate
// that is written out (`1 - 1 / (1 + exp(-x))`) weighs something else, and a
// small weight does not count: that is left to Differences.cpp.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

namespace {

class OffsetPinner {
public:
  OffsetPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  /// Values between a difference and the sums behind it.
  static constexpr size_t kMost = 16;

  /// Whether `range` ends at nought, on one side.
  static bool endsAtNought(const FloatRange &range) {
    return range.hasFinite() && (range.lower == 0) != (range.upper == 0);
  }
  /// Whether the range of `value` ends elsewhere, on any side.
  bool endsAway(GraphIndex value) const {
    const FloatRange &range = getRange(value);
    auto isAway = [](double end) { return std::isfinite(end) && end != 0; };
    return range.hasFinite() && !range.isPoint() &&
           (isAway(range.lower) || isAway(range.upper));
  }
  /// Whether `op` takes a constant from something, or the other way round, that
  /// ends at it.
  bool vanishes(const OpNode &op) const;
  /// Whether `op` is an exponential, or reads one.
  bool readsExponential(const OpNode &op) const;
  /// Fills `between` with what `op` reads and what that is made of, as far as
  /// it ends away from nought. Returns whether a constant was added on the way.
  bool follow(const OpNode &op);

  PrecisionGraph &graph;
  ValueRanges getRange;
  SmallVector<GraphIndex, kMost> between;
};

} // namespace

/// Whether `op` is a sum or a difference of data and other things than factors.
static bool isSum(const OpNode &op) {
  return hasAny(op.traits, NumericTraits::Difference) && !op.handsOn &&
         !hasAny(op.traits, kReductions | NumericTraits::Contraction);
}

bool OffsetPinner::vanishes(const OpNode &op) const {
  // Uses first: they are numbers, results are looked up.
  return isSum(op) && !hasAny(op.traits, kPowers) &&
         llvm::any_of(graph.getUses(op),
                      [&](const Use &use) { return endsAway(use.value); }) &&
         llvm::any_of(op.op->getResults(), [&](Value value) {
           return endsAtNought(getRange(value));
         });
}

bool OffsetPinner::readsExponential(const OpNode &op) const {
  return hasAny(op.traits, NumericTraits::Exponential) ||
         llvm::any_of(graph.getUses(op), [&](const Use &use) {
           const OpNode *maker = findMovedMaker(graph, use.value);
           return maker && hasAny(maker->traits, NumericTraits::Exponential);
         });
}

bool OffsetPinner::follow(const OpNode &op) {
  between.clear();
  bool isBounded = llvm::all_of(op.op->getResults(), [&](Value value) {
    return getRange(value).isBounded();
  });
  auto add = [&](const OpNode &reader) {
    bool any = false;
    for (const Use &use : graph.getUses(reader))
      if (endsAway(use.value)) {
        any = true;
        if (!llvm::is_contained(between, use.value))
          between.push_back(use.value);
      }
    return any;
  };
  add(op);
  bool isFound = false;
  for (size_t i = 0; i < between.size(); ++i) {
    const ValueNode &value = graph.values[between[i]];
    if (i == kMost)
      return false;
    if (value.op == kNone || value.weight)
      continue;
    const OpNode &maker = graph.ops[value.op];
    if (!maker.handsOn &&
        !hasAny(maker.traits, kReductions | NumericTraits::Contraction))
      isFound |= !add(maker) && isSum(maker) &&
                 !(isBounded && readsExponential(maker));
  }
  return isFound;
}

bool OffsetPinner::run() {
  bool any = false;
  for (const OpNode &op : graph.opsWith(NumericTraits::Difference)) {
    if (!vanishes(op) || !follow(op))
      continue;
    for (Use &use : graph.getUses(op))
      if (llvm::is_contained(between, use.value))
        readHigh(graph, use, Binding::Cancellation);
    for (GraphIndex index : between) {
      ValueNode &value = graph.values[index];
      if (value.op == kNone || value.weight || value.def == DefKind::Creator ||
          graph.isFixedLow(value.label))
        continue;
      any = true;
      value.pinHigh(Binding::Cancellation);
    }
  }
  return any;
}

bool amp::pinOffsets(PrecisionGraph &graph, ValueRanges getRange) {
  return OffsetPinner(graph, getRange).run();
}
