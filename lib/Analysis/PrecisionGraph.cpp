//===- PrecisionGraph.cpp - Costs and constraints of a graph --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

StringRef amp::stringifyBinding(Binding binding) {
  switch (binding) {
  case Binding::Free:
    return "free";
  case Binding::Signature:
    return "signature";
  case Binding::StatisticChain:
    return "statistic-chain";
  case Binding::NormInside:
    return "norm-inside";
  case Binding::SecondMoment:
    return "second-moment";
  case Binding::Parameter:
    return "parameter";
  case Binding::IntegerChain:
    return "integer-chain";
  case Binding::AngleChain:
    return "angle-chain";
  case Binding::LogarithmChain:
    return "logarithm-chain";
  case Binding::PoleChain:
    return "pole-chain";
  case Binding::Cancellation:
    return "cancellation";
  case Binding::Position:
    return "position";
  case Binding::Unrounded:
    return "unrounded";
  case Binding::NeverOp:
    return "never-op";
  case Binding::AlwaysOp:
    return "always-op";
  case Binding::Range:
    return "range";
  case Binding::Policy:
    return "policy";
  case Binding::Accumulator:
    return "accumulator";
  case Binding::Unlisted:
    return "unlisted";
  case Binding::Converted:
    return "converted";
  case Binding::Profile:
    return "profile";
  case Binding::ErrorLimit:
    return "error-limit";
  }
  llvm_unreachable("unknown binding");
}

GraphIndex PrecisionGraph::lookup(Operation *op) const {
  if (opIndex.empty())
    for (auto [index, node] : llvm::enumerate(ops))
      opIndex[node.op] = index;
  auto it = opIndex.find(op);
  return it == opIndex.end() ? kNone : it->second;
}

bool PrecisionGraph::hasAlwaysOp() const {
  for (const OpNode &op : ops)
    if (op.category == Category::Always)
      return true;
  return false;
}

GraphIndex PrecisionGraph::getViewed(GraphIndex value) const {
  auto follow = [&](GraphIndex view) {
    auto it = viewShortcuts.find(view);
    return it == viewShortcuts.end() ? values[view].source : it->second;
  };
  while (values[value].def == DefKind::View) {
    GraphIndex next = follow(value);
    if (values[next].def != DefKind::View)
      return next;
    // Half of the way for whoever comes next: chains may be long.
    value = viewShortcuts[value] = follow(next);
  }
  return value;
}

bool PrecisionGraph::viewsMadeInPlace(const ValueNode &value) const {
  const ValueNode &viewed =
      value.def == DefKind::View ? values[getViewed(value.source)] : value;
  return viewed.def == DefKind::Creator && viewed.op != kNone &&
         !ops[viewed.op].isConstant;
}

bool PrecisionGraph::isExactData(const ValueNode &node) const {
  if (node.def != DefKind::Creator)
    return false;
  if (node.op == kNone || !ops[node.op].isConstant)
    return true;
  // Weights are none, and large.
  constexpr int64_t kMostElements = 1 << 16;
  TypedAttr data;
  if (!low || !matchPattern(node.value, m_Constant(&data)) ||
      (node.elements > kMostElements && !isa<SplatElementsAttr>(data)))
    return false;
  return canNarrowConstant(data, low) && countNarrowing(data, low).isExact();
}

Assignment PrecisionGraph::getAllHigh() const {
  Assignment result = getUntouched();
  for (auto [index, label] : llvm::enumerate(labels))
    if (label.fixed == LabelNode::Fixed::Low)
      result.labelLow[index] = true;
  return result;
}

Assignment PrecisionGraph::getUntouched() const {
  Assignment result;
  result.hasHigh.assign(values.size(), true);
  result.hasLow.assign(values.size(), false);
  result.labelLow.assign(labels.size(), false);
  return result;
}

DefinitionCost
PrecisionGraph::getDefinitionCost(GraphIndex value,
                                  const Assignment &assignment) const {
  const ValueNode &node = values[value];
  bool p = !assignment.hasHigh[value], q = assignment.hasLow[value];
  int64_t n = node.elements * node.trips;
  int64_t written = node.noWrite ? 0 : n;
  int64_t highWrite = highBytes * written, lowWrite = lowBytes * written;
  DefinitionCost cost;
  switch (node.def) {
  case DefKind::Fixed:
    cost.writes = highWrite;
    cost.casts = q;
    break;
  case DefKind::Absorbed:
  case DefKind::Creator:
    cost.writes = saturatingAdd(p ? 0 : highWrite, q ? lowWrite : 0);
    break;
  case DefKind::Labeled: {
    bool y = assignment.labelLow[node.label];
    cost.writes = y ? lowWrite : highWrite;
    cost.casts = (!y && q) + (y && !p);
    break;
  }
  case DefKind::View: {
    bool sourceP = !assignment.hasHigh[node.source];
    bool sourceQ = assignment.hasLow[node.source];
    cost.casts = (!sourceQ && q) + (sourceP && !p);
    break;
  }
  }
  cost.castBytes = saturatingMultiply(cost.casts, (highBytes + lowBytes) * n);
  return cost;
}

CostBreakdown PrecisionGraph::evaluate(const Assignment &assignment) const {
  CostBreakdown cost;
  for (auto [index, node] : llvm::enumerate(values)) {
    DefinitionCost definition = getDefinitionCost(index, assignment);
    if (assignment.hasLow[index])
      addTo(cost.labels, node.lowPrice);
    addTo(node.weight ? cost.weightWrites : cost.writes, definition.writes);
    addTo(node.castsOnce() ? cost.weightCasts : cost.casts,
          definition.castBytes);
    (node.castsOnce() ? cost.numWeightCasts : cost.numCasts) +=
        definition.casts;
  }
  for (const Use &use : uses)
    addTo(values[use.value].weight ? cost.weightReads : cost.reads,
          getReadBytes(use, assignment));
  for (auto [index, label] : llvm::enumerate(labels))
    addTo(cost.labels,
          assignment.labelLow[index] ? label.lowCost : label.highCost);
  return cost;
}

int64_t PrecisionGraph::objective(const Assignment &assignment) const {
  CostBreakdown cost = evaluate(assignment);
  return saturatingAdd(saturatingAdd(cost.activationBytes(), cost.weightReads),
                       cost.labels);
}

std::optional<Violation>
PrecisionGraph::findViolation(const Assignment &assignment) const {
  using Where = Violation::Where;
  auto broken = [](Where where, const char *what, size_t index) {
    return Violation{where, GraphIndex(index), what};
  };
  auto p = [&](GraphIndex v) { return !assignment.hasHigh[v]; };
  auto q = [&](GraphIndex v) { return bool(assignment.hasLow[v]); };
  for (auto [index, node] : llvm::enumerate(values)) {
    if (p(index) && !q(index))
      return broken(Where::Value, "no copy of value", index);
    if (node.pinnedHigh && p(index))
      return broken(Where::Value, "pinned high: value", index);
    if (node.forbidLow && q(index))
      return broken(Where::Value, "low forbidden: value", index);
    if (node.def == DefKind::Fixed && p(index))
      return broken(Where::Value, "fixed high: value", index);
    if (node.def == DefKind::Labeled) {
      bool y = assignment.labelLow[node.label];
      if ((p(index) && !y) || (y && !q(index)))
        return broken(Where::Value, "written type not kept: value", index);
    }
  }
  for (auto [index, use] : llvm::enumerate(uses)) {
    bool low = readsLow(use, assignment);
    if (low ? !q(use.value) : p(use.value))
      // An Any use of a value without a low copy reads the high one.
      return broken(Where::Use, "copy missing: use", index);
  }
  for (auto [index, label] : llvm::enumerate(labels)) {
    if (label.fixed == LabelNode::Fixed::High && assignment.labelLow[index])
      return broken(Where::Label, "fixed high: label", index);
    if (label.fixed == LabelNode::Fixed::Low && !assignment.labelLow[index])
      return broken(Where::Label, "fixed low: label", index);
  }
  for (auto [index, implication] : llvm::enumerate(implications))
    if (p(implication.from) && !p(implication.to))
      return broken(Where::Implication, "implication", index);
  return std::nullopt;
}

bool PrecisionGraph::isFeasible(const Assignment &assignment,
                                std::string *why) const {
  std::optional<Violation> violation = findViolation(assignment);
  if (violation && why)
    *why = violation->what.str() + " " + std::to_string(violation->index);
  return !violation;
}
