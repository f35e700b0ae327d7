//===- PrecisionGraphLabels.cpp - Types that ops share --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A label stands for one type that several operands and results have. Ties
// unite labels while the graph is built; at its end they are numbered anew.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

GraphIndex PrecisionGraphBuilder::makeLabel(GraphIndex op, Binding binding) {
  GraphIndex index = graph.labels.size();
  LabelNode label;
  label.op = op;
  label.binding = binding;
  graph.labels.push_back(label);
  labelParent.push_back(index);
  return index;
}

GraphIndex PrecisionGraphBuilder::findLabel(GraphIndex label) {
  while (labelParent[label] != label)
    label = labelParent[label] = labelParent[labelParent[label]];
  return label;
}

void PrecisionGraphBuilder::uniteLabels(GraphIndex a, GraphIndex b) {
  a = findLabel(a);
  b = findLabel(b);
  if (a == b)
    return;
  anyUnion = true;
  if (b < a)
    std::swap(a, b);
  labelParent[b] = a;
  LabelNode &into = graph.labels[a], &from = graph.labels[b];
  addTo(into.highCost, from.highCost);
  addTo(into.lowCost, from.lowCost);
  if (into.fixed == LabelNode::Fixed::None ||
      from.fixed == LabelNode::Fixed::High) {
    if (from.fixed != LabelNode::Fixed::None)
      into.binding = from.binding;
    into.fixed = from.fixed != LabelNode::Fixed::None ? from.fixed : into.fixed;
  }
}

GraphIndex PrecisionGraphBuilder::getCarriedLabel(Value value) {
  ValueNode &node = graph.values[getValue(value)];
  if (node.def != DefKind::Labeled) {
    node.def = DefKind::Labeled;
    node.label = makeLabel(kNone, Binding::Free);
    node.noWrite = true;
  }
  return node.label;
}

void PrecisionGraphBuilder::fixHigh(GraphIndex label) {
  graph.labels[label].fixed = LabelNode::Fixed::High;
  graph.labels[label].binding = Binding::NeverOp;
}

void PrecisionGraphBuilder::tie(OpOperand &operand, ValueRange targets) {
  if (!participates(operand.get())) {
    // What comes in from a form that stays (unranked, encoded) stays as well.
    for (Value target : targets)
      if (participates(target))
        fixHigh(findLabel(getCarriedLabel(target)));
    return;
  }
  GraphIndex label = kNone;
  for (Value target : targets) {
    GraphIndex other;
    if (participates(target)) {
      other = getCarriedLabel(target);
    } else {
      // It comes out in another form, such as an async value, which stays.
      other = makeLabel(kNone, Binding::NeverOp);
      fixHigh(other);
    }
    if (label != kNone)
      uniteLabels(label, other);
    label = other;
  }
  auto [it, inserted] = carried.try_emplace(&operand, label);
  if (!inserted)
    uniteLabels(it->second, label);
}

void PrecisionGraphBuilder::renumberLabels() {
  std::vector<GraphIndex> number(graph.labels.size(), kNone);
  LargeArray<LabelNode> labels;
  labels.reserve(graph.labels.size());
  auto renumber = [&](GraphIndex &label) {
    if (label == kNone)
      return;
    GraphIndex root = findLabel(label);
    if (number[root] == kNone) {
      number[root] = labels.size();
      labels.push_back(graph.labels[root]);
    }
    label = number[root];
  };
  for (OpNode &op : graph.ops)
    renumber(op.label);
  for (ValueNode &value : graph.values)
    renumber(value.label);
  for (Use &use : graph.uses)
    renumber(use.label);
  graph.labels = std::move(labels);
}

void PrecisionGraphBuilder::judgeNearLimits(ValueRanges getRange) {
  LowTypeLimits nearer = limits;
  nearer.largest *= 1 - 2 / limits.exactIntegers; // Two roundings.
  for (GraphIndex index = 0; index < graph.values.size(); ++index) {
    ValueNode &node = graph.values[index];
    const FloatRange &range = getRange(index);
    // What ends at the limit itself is clamped there.
    if (node.forbidLow || range.reachMagnitude() == limits.largest)
      continue;
    ValueFact fact = getRangeFact(node.value, range, nearer);
    if (!fact.forbidLow)
      continue;
    node.forbidLow = true;
    node.fits = false;
    node.binding = Binding::Range;
    node.fromNever |=
        node.op != kNone && graph.ops[node.op].category == Category::Never;
  }
}

/// Whether an earlier conversion rounds a result of `op` to `low`.
static bool isRoundedByConversion(Operation *op, FloatType low) {
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isa<arith::TruncFOp>(user) && isPrecisionCast(user) &&
           getStoredType(user->getResult(0).getType()) == low;
  });
}

/// A contraction that an earlier conversion left high, and whose result it
/// rounds, stays high: that one knew the costs, and wrote the result low for
/// nothing, which nobody can of a cast that stands there.
static void keepRoundedHigh(PrecisionGraph &graph) {
  for (const OpNode &op : graph.opsWith(NumericTraits::Contraction))
    if (op.category == Category::Always &&
        isRoundedByConversion(op.op, graph.low))
      fixLabelHigh(graph, op.label, Binding::Converted);
}

void PrecisionGraphBuilder::finish() {
  if (anyUnion)
    renumberLabels();
  ValueRanges getRange(graph, options.ranges);
  if (graph.anyLow && getRange)
    judgeNearLimits(getRange);
  if (graph.anyLow)
    keepRoundedHigh(graph);
  for (const ValueNode &value : graph.values) {
    contents.anyNever |= value.fromNever;
    contents.anyPinned |= value.pinnedHigh;
  }
  markWeights(graph, contents);
  if (options.pinStatistics) {
    // Who absorbs casts reads what is pinned there high, too.
    if (mayRecur) {
      contents.anyPinned |= pinRecurrences(graph, root, getRange);
      contents.anyPinned |= pinConvergence(graph, root, conditions, getRange);
    }
    if (anyHandedBack)
      contents.anyPinned |= pinHandedBack(graph);
    contents.anyFactor = contents.has(kMultiplies);
    contents.computesLow = options.computeLow;
    if (options.computeLow)
      contents.traits &=
          ~(NumericTraits::Difference | NumericTraits::Subtraction |
            NumericTraits::Product | NumericTraits::Square);
    contents.anyExtreme = options.ranges && losesSmallNumbers(graph) &&
                          hasExtreme(options.ranges->getRanges(), graph.low);
    pinNumericRegions(graph, contents, getRange);
  }
  // The analysis goes once there is a graph.
  graph.rangeIds = LargeArray<uint32_t>();
}
