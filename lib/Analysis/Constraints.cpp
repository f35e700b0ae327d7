//===- Constraints.cpp - Hard constraints as a closure --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constraints.h"

using namespace mlir;
using namespace mlir::amp;

FlatLists::FlatLists(size_t size, ArrayRef<std::pair<uint32_t, uint32_t>> pairs,
                     bool swapped)
    : starts(size + 1), elements(pairs.size()) {
  for (auto [from, to] : pairs)
    ++starts[swapped ? to : from];
  for (size_t i = 0; i < size; ++i)
    starts[i + 1] += starts[i];
  // Each start is its list's end now; filled from behind, it moves to the
  // front.
  for (auto [from, to] : llvm::reverse(pairs))
    elements[--starts[swapped ? to : from]] = swapped ? from : to;
}

ArrayRef<uint32_t> HandedOnUses::operator[](GraphIndex label) {
  if (!lists) {
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    for (auto [index, use] : llvm::enumerate(graph.uses))
      if (use.kind == UseKind::Tied && graph.isCarried(use.label))
        pairs.emplace_back(use.label, index);
    lists.emplace(graph.labels.size(), pairs);
  }
  return (*lists)[label];
}

ConstraintSystem::ConstraintSystem(const PrecisionGraph &graph)
    : graph(graph), numValues(graph.values.size()),
      numLabels(graph.labels.size()), firstLabel(2 * numValues),
      numUnknowns(2 * numValues + numLabels) {
  least.assign(numUnknowns, 0);
  bool anyLow = false;
  for (auto [index, label] : llvm::enumerate(graph.labels)) {
    least[y(index)] = label.fixed == LabelNode::Fixed::Low;
    anyLow |= label.fixed == LabelNode::Fixed::Low;
  }
  if (anyLow)
    closeUp(least);
  greatest = findGreatest(/*withReads=*/true);
  // A high copy that stays forces nothing but other high copies to stay.
  closeImplications(greatest, /*up=*/false);
  for (size_t i = 0; anyLow && i < numUnknowns && feasible; ++i)
    feasible = least[i] <= greatest[i];
}

ConstraintSystem::Point ConstraintSystem::getGreatestBesideReads() const {
  Point point = findGreatest(/*withReads=*/false);
  closeImplications(point, /*up=*/false);
  return point;
}

/// As `closeDown` of what is fixed, in as few sweeps: all labels come before
/// the high copies that they hold.
ConstraintSystem::Point ConstraintSystem::findGreatest(bool withReads) const {
  Point point(numUnknowns, 1);
  for (auto [index, label] : llvm::enumerate(graph.labels))
    point[y(index)] = label.fixed != LabelNode::Fixed::High;
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    point[q(index)] = !node.forbidLow;
    if (node.def == DefKind::Labeled)
      point[y(node.label)] &= !node.forbidLow;
  }
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied)
      point[y(use.label)] &= point[q(use.value)];
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    bool mayGo = !node.pinnedHigh && node.def != DefKind::Fixed;
    point[p(index)] =
        mayGo &&
        (node.def == DefKind::Labeled ? point[y(node.label)] : point[q(index)]);
  }
  for (const Use &use : graph.uses) {
    if (use.kind == UseKind::Tied)
      point[p(use.value)] &= point[y(use.label)];
    else if (withReads && use.kind == UseKind::High)
      point[p(use.value)] = 0;
  }
  return point;
}

/// p(from) <= p(to), along chains of them.
void ConstraintSystem::closeImplications(Point &point, bool up) const {
  if (graph.implications.empty())
    return;
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  std::vector<GraphIndex> worklist;
  auto spread = [&](GraphIndex from, GraphIndex to) {
    if (point[p(from)] != up || point[p(to)] == up)
      return;
    point[p(to)] = up;
    worklist.push_back(to);
  };
  for (const Implication &implication : graph.implications) {
    pairs.emplace_back(up ? implication.from : implication.to,
                       up ? implication.to : implication.from);
    spread(pairs.back().first, pairs.back().second);
  }
  if (worklist.empty())
    return;
  FlatLists next(numValues, pairs);
  while (!worklist.empty()) {
    GraphIndex value = worklist.back();
    worklist.pop_back();
    for (GraphIndex other : next[value])
      spread(value, other);
  }
}

void ConstraintSystem::closeUp(Point &point) const {
  closeImplications(point, /*up=*/true);
  // First all labels, then the low copies that they and high copies need.
  for (auto [index, node] : llvm::enumerate(graph.values))
    if (node.def == DefKind::Labeled)
      point[y(node.label)] |= point[p(index)];
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied)
      point[y(use.label)] |= point[p(use.value)];
  for (auto [index, node] : llvm::enumerate(graph.values))
    point[q(index)] |=
        node.def == DefKind::Labeled ? point[y(node.label)] : point[p(index)];
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied)
      point[q(use.value)] |= point[y(use.label)];
}

void ConstraintSystem::closeDown(Point &point) const {
  // First all labels, then the high copies that they and low copies hold.
  for (auto [index, node] : llvm::enumerate(graph.values))
    if (node.def == DefKind::Labeled)
      point[y(node.label)] &= point[q(index)];
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied)
      point[y(use.label)] &= point[q(use.value)];
  for (auto [index, node] : llvm::enumerate(graph.values))
    point[p(index)] &=
        node.def == DefKind::Labeled ? point[y(node.label)] : point[q(index)];
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied)
      point[p(use.value)] &= point[y(use.label)];
  closeImplications(point, /*up=*/false);
}

Assignment ConstraintSystem::complete(const Point &wanted,
                                      ArrayRef<GraphIndex> keepHigh) const {
  // A set of labels and low copies inside `greatest`, closed upwards, is
  // feasible together with `least`; closing does not leave `greatest`.
  auto isHighCopy = [&](Unknown i) { return i < firstLabel && i % 2 == 0; };
  Point lows = least;
  for (Unknown i = 0; i < numUnknowns; ++i)
    if (!isHighCopy(i))
      lows[i] |= wanted[i] & greatest[i];
  closeUp(lows);

  // With those fixed, drop every high copy that nothing asks for.
  Point point = greatest;
  for (Unknown i = 0; i < numUnknowns; ++i)
    point[i] &= lows[isHighCopy(i) ? i + 1 : i];
  for (GraphIndex value : keepHigh)
    point[p(value)] &= lows[p(value)];
  closeDown(point);
  return toAssignment(point);
}

Assignment ConstraintSystem::toAssignment(const Point &point) const {
  Assignment result;
  result.hasHigh.resize(numValues);
  result.hasLow.resize(numValues);
  result.labelLow.resize(numLabels);
  for (size_t v = 0; v < numValues; ++v) {
    result.hasHigh[v] = !point[p(v)];
    result.hasLow[v] = point[q(v)];
  }
  for (size_t l = 0; l < numLabels; ++l)
    result.labelLow[l] = point[y(l)];
  return result;
}
