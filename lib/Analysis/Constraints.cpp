//===- Constraints.cpp - Hard constraints as a closure --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Constraints.h"
#include "AmpDialect/Analysis/LargeArray.h"

using namespace mlir;
using namespace mlir::amp;

FlatLists::FlatLists(size_t size, ArrayRef<std::pair<uint32_t, uint32_t>> pairs,
                     bool swapped)
    : starts(makeLarge<uint32_t>(size + 1)),
      elements(makeLarge<uint32_t>(pairs.size())) {
  for (auto [from, to] : pairs)
    ++starts[swapped ? to : from];
  for (size_t i = 0; i < size; ++i)
    starts[i + 1] += starts[i];
  // Each start is its list's end now; filled from behind, it moves to the
  // front.
  for (auto [from, to] : llvm::reverse(pairs))
    elements[--starts[swapped ? to : from]] = swapped ? from : to;
}

ConstraintSystem::ConstraintSystem(const PrecisionGraph &graph)
    : numValues(graph.values.size()), numLabels(graph.labels.size()),
      firstLabel(2 * numValues), numUnknowns(2 * numValues + numLabels),
      below(0, {}) {
  reserveLarge(orders, 3 * numValues + 2 * graph.uses.size());
  collectValues(graph);
  collectUses(graph);
  for (auto [index, label] : llvm::enumerate(graph.labels)) {
    if (label.fixed == LabelNode::Fixed::High)
      zeros.push_back(y(index));
    if (label.fixed == LabelNode::Fixed::Low)
      ones.push_back(y(index));
  }
  for (const Implication &implication : graph.implications)
    addOrder(p(implication.from), p(implication.to));
  below = FlatLists(numUnknowns, orders, /*swapped=*/true);

  least.assign(numUnknowns, 0);
  closeUp(least, ones);
  greatest = getGreatestBesideReads();
  closeDown(greatest, readZeros);
  for (size_t i = 0; i < numUnknowns && feasible; ++i)
    feasible = least[i] <= greatest[i];
}

void ConstraintSystem::collectValues(const PrecisionGraph &graph) {
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (node.pinnedHigh || node.def == DefKind::Fixed)
      zeros.push_back(p(index));
    if (node.forbidLow)
      zeros.push_back(q(index));
    if (node.def == DefKind::Labeled) {
      // p <= q follows.
      addOrder(p(index), y(node.label));
      addOrder(y(node.label), q(index));
      continue;
    }
    addOrder(p(index), q(index));
  }
}

void ConstraintSystem::collectUses(const PrecisionGraph &graph) {
  for (const Use &use : graph.uses) {
    if (use.kind == UseKind::High)
      readZeros.push_back(p(use.value));
    if (use.kind == UseKind::Tied) {
      addOrder(p(use.value), y(use.label));
      addOrder(y(use.label), q(use.value));
    }
  }
}

ConstraintSystem::Point ConstraintSystem::getGreatestBesideReads() const {
  Point point(numUnknowns, 1);
  closeDown(point, zeros);
  return point;
}

void ConstraintSystem::closeUp(Point &point, std::vector<Unknown> seeds) const {
  for (Unknown seed : seeds)
    point[seed] = 1;
  if (!seeds.empty() && !above)
    above.emplace(numUnknowns, orders);
  while (!seeds.empty()) {
    Unknown next = seeds.back();
    seeds.pop_back();
    for (Unknown up : (*above)[next]) {
      if (!point[up]) {
        point[up] = 1;
        seeds.push_back(up);
      }
    }
  }
}

void ConstraintSystem::closeDown(Point &point,
                                 std::vector<Unknown> seeds) const {
  for (Unknown seed : seeds)
    point[seed] = 0;
  while (!seeds.empty()) {
    Unknown next = seeds.back();
    seeds.pop_back();
    for (Unknown down : below[next]) {
      if (point[down]) {
        point[down] = 0;
        seeds.push_back(down);
      }
    }
  }
}

Assignment ConstraintSystem::complete(const Point &wanted,
                                      ArrayRef<GraphIndex> keepHigh) const {
  // A set of labels and low copies inside `greatest`, closed upwards, is
  // feasible together with `least`; closing does not leave `greatest`.
  Point lows = least;
  std::vector<Unknown> seeds;
  for (Unknown i = 0; i < numUnknowns; ++i) {
    bool isHighCopy = i < firstLabel && i % 2 == 0;
    if (!isHighCopy && wanted[i] && greatest[i])
      seeds.push_back(i);
  }
  closeUp(lows, std::move(seeds));

  // With those fixed, drop every high copy that nothing asks for.
  Point point = greatest;
  std::vector<Unknown> kept;
  for (Unknown i = 0; i < numUnknowns; ++i) {
    bool isHighCopy = i < firstLabel && i % 2 == 0;
    if (!lows[isHighCopy ? i + 1 : i] && point[i])
      kept.push_back(i);
  }
  for (GraphIndex value : keepHigh)
    if (!lows[p(value)])
      kept.push_back(p(value));
  closeDown(point, std::move(kept));
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
