//===- TrialAssignment.cpp - What other choices would cost ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialAssignment.h"

using namespace mlir;
using namespace mlir::amp;

/// Bytes of one cast over a whole value.
static TrialAssignment::Cost getCastBytes(const PrecisionGraph &graph,
                                          const ValueNode &node) {
  return TrialAssignment::Cost(graph.highBytes + graph.lowBytes) *
         (node.elements * node.trips);
}

TrialAssignment::TrialAssignment(const PrecisionGraph &graph,
                                 const Assignment &assignment)
    : graph(graph), assignment(assignment), trial(assignment),
      summaries(graph.values.size()) {
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (node.def != DefKind::View || node.castsOnce())
      continue;
    Summary &source = summaries[node.source];
    source.highViews += assignment.hasHigh[index] * getCastBytes(graph, node);
    source.lowViews += assignment.hasLow[index] * getCastBytes(graph, node);
  }
  for (auto [index, use] : llvm::enumerate(graph.uses)) {
    Summary &summary = summaries[use.value];
    if (use.kind == UseKind::Any) {
      summary.anyReads += use.elements;
      continue;
    }
    summary.fixedReads += graph.getReadBytes(use, assignment);
    FirstUses &uses =
        graph.readsLow(use, assignment) ? summary.needLow : summary.needHigh;
    if (uses.first == kNone)
      uses.first = index;
    else if (uses.other == kNone && getLabel(uses.first) != getLabel(index))
      uses.other = index;
  }
  for (auto [from, to] : graph.implications) {
    // One between a value and itself says nothing.
    if (from == to)
      continue;
    targets.emplace_back(from, to);
    sources.emplace_back(to, from);
    summaries[from].toHigh += assignment.hasHigh[to];
    summaries[to].fromLow += !assignment.hasHigh[from];
  }
  llvm::sort(targets);
  llvm::sort(sources);
}

GraphIndex TrialAssignment::getLabel(GraphIndex use) const {
  const Use &node = graph.uses[use];
  return node.kind == UseKind::Tied ? node.label : kNone;
}

void TrialAssignment::setStorage(GraphIndex value, bool high, bool low) {
  const ValueNode &node = graph.values[value];
  if (node.def == DefKind::View && !node.castsOnce()) {
    Summary &source = summaries[node.source];
    TrialAssignment::Cost bytes = getCastBytes(graph, node);
    source.highViews += (int(high) - trial.hasHigh[value]) * bytes;
    source.lowViews += (int(low) - trial.hasLow[value]) * bytes;
  }
  trial.hasHigh[value] = high;
  trial.hasLow[value] = low;
}

void TrialAssignment::settle(GraphIndex value) {
  if (trial.hasHigh[value] != assignment.hasHigh[value])
    turned.push_back(value);
}

void TrialAssignment::flip(GraphIndex label, ArrayRef<GraphIndex> uses) {
  assert(flipped == kNone && "one label at a time");
  for (GraphIndex use : uses)
    summaries[graph.uses[use].value].fixedReads -=
        graph.getReadBytes(graph.uses[use], trial);
  trial.labelLow[label] = !trial.labelLow[label];
  flipped = label;
  for (GraphIndex use : uses) {
    GraphIndex value = graph.uses[use].value;
    summaries[value].fixedReads += graph.getReadBytes(graph.uses[use], trial);
    flippedUses.emplace_back(value, use);
  }
  llvm::sort(flippedUses);
}

void TrialAssignment::reset(ArrayRef<GraphIndex> touched) {
  for (GraphIndex value : touched)
    setStorage(value, assignment.hasHigh[value], assignment.hasLow[value]);
  turned.clear();
  if (flipped == kNone)
    return;
  for (auto [value, use] : flippedUses) {
    const Use &node = graph.uses[use];
    summaries[value].fixedReads +=
        graph.getReadBytes(node, assignment) - graph.getReadBytes(node, trial);
  }
  trial.labelLow[flipped] = assignment.labelLow[flipped];
  flipped = kNone;
  flippedUses.clear();
}

TrialAssignment::Cost TrialAssignment::getCost(GraphIndex value) const {
  const ValueNode &node = graph.values[value];
  const Summary &summary = summaries[value];
  bool high = trial.hasHigh[value], low = trial.hasLow[value];
  DefinitionCost definition = graph.getDefinitionCost(value, trial);
  Cost cost = 0;
  if (!node.weight)
    cost += definition.writes;
  if (!node.castsOnce())
    cost += definition.castBytes;
  if (low)
    cost += node.lowPrice;
  if (!low)
    cost += summary.lowViews;
  if (!high)
    cost += summary.highViews;
  return cost + summary.fixedReads +
         summary.anyReads * (low ? graph.lowBytes : graph.highBytes);
}

/// The first use, but those of the Any kind, that reads the low copy of `value`
/// or the high one.
GraphIndex TrialAssignment::findUse(GraphIndex value, bool low) const {
  const Summary &summary = summaries[value];
  const FirstUses &uses = low ? summary.needLow : summary.needHigh;
  GraphIndex use = uses.first;
  if (flipped == kNone)
    return use;
  if (use != kNone && getLabel(use) == flipped)
    use = uses.other;
  if (bool(trial.labelLow[flipped]) != low)
    return use;
  const auto *it =
      llvm::lower_bound(flippedUses, std::pair(value, GraphIndex(0)));
  return it != flippedUses.end() && it->first == value
             ? std::min(use, it->second)
             : use;
}

GraphIndex TrialAssignment::findUnmetUse(GraphIndex value) const {
  if (!trial.hasLow[value])
    return findUse(value, /*low=*/true);
  return trial.hasHigh[value] ? kNone : findUse(value, /*low=*/false);
}

/// Whether one of `value`'s other ends has a high copy, or lacks it, as `high`
/// says; `assigned` many did before anything was set. Looks at those ends or at
/// the values that turned, whichever are fewer.
bool TrialAssignment::anyOther(const Ends &ends, GraphIndex value,
                               unsigned assigned, bool high) const {
  auto begin = llvm::lower_bound(ends, std::pair(value, GraphIndex(0)));
  auto end =
      std::lower_bound(begin, ends.end(), std::pair(value + 1, GraphIndex(0)));
  if (size_t(end - begin) <= turned.size())
    return std::any_of(begin, end, [&](const auto &pair) {
      return bool(trial.hasHigh[pair.second]) == high;
    });
  for (GraphIndex other : turned) {
    auto [first, last] = std::equal_range(begin, end, std::pair(value, other));
    bool counts = bool(trial.hasHigh[other]) == high;
    assigned += (counts ? 1 : -1) * (last - first);
  }
  return assigned > 0;
}

bool TrialAssignment::impliesHigh(GraphIndex value) const {
  return anyOther(targets, value, summaries[value].toHigh, /*high=*/true);
}

bool TrialAssignment::isImpliedLow(GraphIndex value) const {
  return anyOther(sources, value, summaries[value].fromLow, /*high=*/false);
}
