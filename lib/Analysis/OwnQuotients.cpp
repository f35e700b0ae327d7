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
  QuotientPinner(PrecisionGraph &graph, ValueRangeFn getRange)
      : graph(graph), getRange(getRange) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  static constexpr size_t kMost = 16;
  struct Step {
    GraphIndex value;
    /// The step that `value` was reached from, none for the first.
    size_t from;
  };

  /// What multiplies or divides in `op` has, as a divisor, `use`, or is the
  /// inverse of such.
  bool isDivisor(const Use &use) const;
  bool isEpsilon(GraphIndex value) const;
  /// Whether what `op` makes is, where it matters, one of its operands.
  bool keepsDigits(const OpNode &op, bool isFirst) const;
  /// Pins all between `divisor` and what `dividend` is moved from.
  bool pinPath(OpNode &op, const Use &divisor, GraphIndex dividend);

  PrecisionGraph &graph;
  ValueRangeFn getRange;
};

} // namespace

static bool hasPole(const Use &use) {
  return use.pole == PoleKind::AtZero || use.pole == PoleKind::BehindSum;
}

bool QuotientPinner::isDivisor(const Use &use) const {
  if (hasPole(use))
    return true;
  const ValueNode &value = graph.values[findMovedValue(graph, use.value)];
  return value.op != kNone && !graph.ops[value.op].handsOn &&
         graph.ops[value.op].numUses == 1 &&
         hasPole(graph.getUses(graph.ops[value.op]).front());
}

bool QuotientPinner::isEpsilon(GraphIndex value) const {
  const ValueNode &node = graph.values[findMovedValue(graph, value)];
  if (node.op == kNone || !graph.ops[node.op].isConstant || !getRange)
    return false;
  FloatRange range = getRange(node.value);
  return range.hasFinite() && range.reachMagnitude() <= kMostEpsilon;
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
  return !hasAny(op.traits, NumericTraits::Difference) ||
         op.op->getNumRegions() > 0 || llvm::any_of(uses, [&](const Use &use) {
           return isEpsilon(use.value);
         });
}

bool QuotientPinner::pinPath(OpNode &op, const Use &divisor,
                             GraphIndex dividend) {
  GraphIndex source = findMovedValue(graph, dividend);
  if (graph.values[source].op == kNone)
    return false;
  SmallVector<Step, kMost> steps = {{divisor.value, kMost}};
  size_t found = kMost;
  bool keeps = false;
  for (size_t i = 0; i < steps.size() && found == kMost; ++i) {
    GraphIndex value = steps[i].value;
    if (keeps && findMovedValue(graph, value) == source) {
      found = i;
      break;
    }
    const ValueNode &node = graph.values[value];
    if (node.op == kNone || node.weight || node.def == DefKind::Creator ||
        !keepsDigits(graph.ops[node.op], i == 0))
      continue;
    keeps = true;
    for (const Use &use : graph.getUses(graph.ops[node.op]))
      if (steps.size() < kMost)
        steps.push_back({use.value, i});
  }
  if (found == kMost)
    return false;
  for (size_t i = found; i != kMost; i = steps[i].from) {
    ValueNode &node = graph.values[steps[i].value];
    if (node.def != DefKind::Creator && !graph.isFixedLow(node.label))
      node.pinHigh(Binding::Cancellation);
    OpNode &reader =
        steps[i].from == kMost
            ? op
            : graph.ops[graph.values[steps[steps[i].from].value].op];
    for (Use &use : graph.getUses(reader))
      if (use.value == steps[i].value || &reader == &op)
        readHigh(graph, use, Binding::Cancellation);
  }
  return true;
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
            (hasAny(op.traits, NumericTraits::Product | NumericTraits::Scale) &&
             isDivisor(divisor))))
        continue;
      for (const Use &dividend : uses)
        if (dividend.value != divisor.value && readsData(graph, op, dividend))
          any |= pinPath(op, divisor, dividend.value);
    }
  }
  return any;
}

bool amp::pinOwnQuotients(PrecisionGraph &graph, ValueRangeFn getRange) {
  return QuotientPinner(graph, getRange).run();
}
