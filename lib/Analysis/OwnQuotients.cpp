//===- OwnQuotients.cpp - Values that are divided by their own size -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value over its own magnitude (a sign, as arithmetic has it), or over the
// largest of its row, is one exactly where both are equal, and that is what it
// is computed for: one less it is a mask, which may be multiplied by 1e9. A
// product in f32 that is divided by a rounded copy of itself is one nowhere,
// and rounded on both sides, others are as large as the largest. So what the
// divisor is made of, by ops that only choose, move or turn signs, and by
// adding an epsilon, is read as the dividend is.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// What is no more than that counts as an epsilon.
static constexpr double kMostEpsilon = 1.0 / 64;

namespace {

class QuotientPinner {
public:
  QuotientPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  static constexpr size_t kMost = 16;
  /// A value on the way from a divisor back to what it is made of.
  struct Step {
    GraphIndex value;
    /// What reads it, and the step that makes; kMost for the first.
    OpNode *reader;
    size_t from;
  };
  using Path = SmallVector<Step, kMost>;

  /// Whether `use` reads the inverse of something, perhaps moved.
  bool readsInverse(const Use &use) const;
  bool isEpsilon(GraphIndex value) const;
  /// Whether what `op` makes is, where it matters, one of its operands.
  bool keepsDigits(const OpNode &op, bool isFirst) const;
  /// The steps from `divisor`, which `op` reads, back to `source`, last first;
  /// none where it is not made of that.
  Path findPath(OpNode &op, const Use &divisor, GraphIndex source);
  /// Pins all between `divisor` and what `dividend` is moved from.
  bool pinPath(OpNode &op, const Use &divisor, GraphIndex dividend);

  PrecisionGraph &graph;
  ValueRanges getRange;
};

} // namespace

static bool hasPole(const Use &use) {
  return use.pole == PoleKind::AtZero || use.pole == PoleKind::BehindSum;
}

bool QuotientPinner::readsInverse(const Use &use) const {
  const ValueNode &value = graph.values[findMovedValue(graph, use.value)];
  return value.op != kNone && !graph.ops[value.op].handsOn &&
         graph.ops[value.op].numUses == 1 &&
         hasPole(graph.getUses(graph.ops[value.op]).front());
}

bool QuotientPinner::isEpsilon(GraphIndex value) const {
  std::optional<FloatRange> range = getConstantRange(graph, value, getRange);
  return range && range->hasFinite() && range->reachMagnitude() <= kMostEpsilon;
}

bool QuotientPinner::keepsDigits(const OpNode &op, bool isFirst) const {
  if (op.handsOn || op.isConstant)
    return false;
  ArrayRef<Use> uses = graph.getUses(op);
  // The inverse, by which the dividend is multiplied.
  if (isFirst && uses.size() == 1 && hasPole(uses.front()))
    return true;
  // The root of a square is a magnitude.
  if (uses.size() == 1 && uses.front().pole == PoleKind::OfRoot)
    return true;
  if (hasAny(op.traits, NumericTraits::Square) &&
      !hasAny(op.traits, kReductions))
    return llvm::all_of(
        uses, [&](const Use &use) { return use.value == uses.front().value; });
  constexpr NumericTraits kKeeps =
      NumericTraits::Difference | NumericTraits::DataMovement |
      NumericTraits::Comparison | NumericTraits::OrderReduction;
  if (op.category == Category::Never ||
      (op.traits & ~kKeeps) != NumericTraits::None)
    return false;
  return !hasAny(op.traits, NumericTraits::Difference) || op.hasRegions ||
         llvm::any_of(uses,
                      [&](const Use &use) { return isEpsilon(use.value); });
}

QuotientPinner::Path QuotientPinner::findPath(OpNode &op, const Use &divisor,
                                              GraphIndex source) {
  Path steps = {{divisor.value, &op, kMost}};
  for (size_t i = 0; i < steps.size(); ++i) {
    GraphIndex value = steps[i].value;
    // More than the divisor's own way there.
    if (i > 0 && findMovedValue(graph, value) == source) {
      Path path;
      for (; i != kMost; i = steps[i].from)
        path.push_back(steps[i]);
      return path;
    }
    const ValueNode &node = graph.values[value];
    if (node.op == kNone || node.weight || node.def == DefKind::Creator ||
        !keepsDigits(graph.ops[node.op], i == 0))
      continue;
    for (const Use &use : graph.getUses(graph.ops[node.op]))
      if (steps.size() < kMost)
        steps.push_back({use.value, &graph.ops[node.op], i});
  }
  return {};
}

bool QuotientPinner::pinPath(OpNode &op, const Use &divisor,
                             GraphIndex dividend) {
  GraphIndex source = findMovedValue(graph, dividend);
  if (graph.values[source].op == kNone)
    return false;
  Path path = findPath(op, divisor, source);
  for (const Step &step : path) {
    ValueNode &node = graph.values[step.value];
    if (node.def != DefKind::Creator && !graph.isFixedLow(node.label))
      node.pinHigh(Binding::Cancellation);
    for (Use &use : graph.getUses(*step.reader))
      if (use.value == step.value || step.reader == &op)
        readHigh(graph, use, Binding::Cancellation);
  }
  return !path.empty();
}

bool QuotientPinner::run() {
  bool any = false;
  for (OpNode &op : graph.ops) {
    if (op.handsOn || op.numUses < 2 || op.numUses > 4 ||
        hasAny(op.traits, kReductions))
      continue;
    ArrayRef<Use> uses = graph.getUses(op);
    for (const Use &divisor : uses) {
      if (!(hasPole(divisor) ||
            (hasAny(op.traits, kMultiplies) && readsInverse(divisor))))
        continue;
      for (const Use &dividend : uses)
        if (dividend.value != divisor.value && readsData(graph, op, dividend))
          any |= pinPath(op, divisor, dividend.value);
    }
  }
  return any;
}

bool amp::pinOwnQuotients(PrecisionGraph &graph, ValueRanges getRange) {
  return QuotientPinner(graph, getRange).run();
}
