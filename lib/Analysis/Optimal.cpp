//===- Optimal.cpp - The cheapest assignment ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the cost formulas of PrecisionGraph.h into a cut network. Ties are
// broken by three smaller costs, each below one unit of the one before: low
// copies, casts (those of weights too), second copies.
//
// A value with one reader that works in one type (in a chain that is every
// value) needs no unknowns: which copies it has follows from its own label and
// the reader's, and so do their costs, as one term between the two.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Assignment.h"
#include "Constraints.h"
#include "CutNetwork.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// Readers from which a constant's copies are left out of the decision.
static constexpr unsigned kHubReaders = 256;

/// Whether the definition stores the value at a price.
static bool writes(const ValueNode &node) {
  return !node.noWrite && !node.weight;
}

namespace {

/// Per value: the label from which its copies follow (see the top), or kNone.
using Derived = std::vector<GraphIndex>;

class Objective {
public:
  Objective(const PrecisionGraph &graph, const ConstraintSystem &system,
            const std::vector<bool> &hubs);
  ConstraintSystem::Point minimise();

private:
  CutNetwork makeNetwork(const std::vector<bool> &hubs);
  void chooseScale();
  void addDerived(GraphIndex index);
  bool isDerived(Unknown x) const {
    return x < 2 * derived.size() && derived[x / 2] != kNone;
  }
  void addValue(GraphIndex index);
  void addUse(const Use &use);
  CutCost scaled(int64_t bytes) const { return CutCost(bytes) * byteUnit; }

  const PrecisionGraph &graph;
  const ConstraintSystem &system;
  Derived derived;
  CutNetwork network;
  CutCost byteUnit = 1, lowUnit = 0, castUnit = 0, copyUnit = 0;
};

} // namespace

/// Constants that very many ops read. Both copies cost no byte, so they exist
/// while the network is solved and couple nothing; what nobody reads goes
/// afterwards. Only a tie in bytes could have been broken otherwise. A network
/// in which a million ops hang on one unknown takes its flow solver quadratic
/// time.
static std::vector<bool> findHubs(const PrecisionGraph &graph,
                                  const ConstraintSystem &system) {
  std::vector<unsigned> readers(graph.values.size());
  for (const Use &use : graph.uses)
    ++readers[use.value];
  std::vector<bool> hubs(graph.values.size());
  for (auto [index, node] : llvm::enumerate(graph.values))
    hubs[index] = readers[index] >= kHubReaders &&
                  node.def == DefKind::Creator && node.noWrite &&
                  node.lowPrice == 0 && !system.getLeast()[system.p(index)] &&
                  system.getGreatest()[system.q(index)];
  return hubs;
}

/// Drops the copies of hubs that nobody reads.
static void dropUnread(const PrecisionGraph &graph,
                       const std::vector<bool> &hubs, Assignment &assignment) {
  std::vector<bool> high(graph.values.size()), low(graph.values.size());
  for (const Use &use : graph.uses) {
    bool either = use.kind == UseKind::Any && use.elements == 0;
    if (!either)
      (graph.readsLow(use, assignment) ? low : high)[use.value] = true;
  }
  for (auto [index, node] : llvm::enumerate(graph.values))
    if (node.def == DefKind::View) {
      if (assignment.hasLow[index])
        low[node.source] = true;
      if (assignment.hasHigh[index])
        high[node.source] = true;
    }
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (!hubs[index])
      continue;
    assignment.hasLow[index] = low[index];
    assignment.hasHigh[index] = high[index] || node.pinnedHigh || !low[index];
  }
}

/// Fixes what is decided without a look at other unknowns, so that the network
/// need not hold it: a value whose op absorbs casts, which nobody may ask for
/// in one type, is low alone where that moves fewer bytes. In models of
/// generics that is most values.
static void fixLocally(const PrecisionGraph &graph,
                       const ConstraintSystem &system,
                       std::vector<uint8_t> &fixed) {
  // Per value: bytes saved by readers that read what there is.
  std::vector<int64_t> saved(graph.values.size());
  std::vector<bool> coupled(graph.values.size());
  int64_t perElement = graph.highBytes - graph.lowBytes;
  for (const Use &use : graph.uses) {
    saved[use.value] += perElement * use.elements * use.trips;
    if (use.kind != UseKind::Any)
      coupled[use.value] = true;
  }
  for (const Implication &implication : graph.implications)
    coupled[implication.from] = true;
  for (const ValueNode &node : graph.values)
    if (node.def == DefKind::View)
      coupled[node.source] = true;
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    bool absorbs =
        node.def == DefKind::Absorbed || node.def == DefKind::Creator;
    if (!absorbs || coupled[index])
      continue;
    uint8_t &p = fixed[system.p(index)], &q = fixed[system.q(index)];
    int64_t written = writes(node) ? node.elements * node.trips : 0;
    if (p == CutNetwork::kFree && q == CutNetwork::kFree &&
        node.lowPrice < perElement * written + saved[index])
      p = q = 1;
  }
}

/// Finds the values that the top of this file speaks of; nothing else may be
/// known or asked of them.
static Derived findDerived(const PrecisionGraph &graph,
                           const ConstraintSystem &system,
                           const std::vector<uint8_t> &fixed) {
  constexpr GraphIndex kUnread = kNone - 1;
  Derived derived(graph.values.size(), kUnread);
  for (const Use &use : graph.uses) {
    bool first = derived[use.value] == kUnread;
    derived[use.value] = first && use.kind == UseKind::Tied ? use.label : kNone;
  }
  for (const Implication &implication : graph.implications)
    derived[implication.from] = derived[implication.to] = kNone;
  auto isFree = [&](Unknown x) { return fixed[x] == CutNetwork::kFree; };
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    GraphIndex &label = derived[index];
    if (node.def == DefKind::View)
      label = derived[node.source] = kNone;
    if (label == kUnread || node.lowPrice < 0)
      label = kNone;
    if (label == kNone)
      continue;
    bool open = isFree(system.q(index)) && isFree(system.y(label)) &&
                (node.def == DefKind::Fixed || isFree(system.p(index))) &&
                (node.def != DefKind::Labeled || isFree(system.y(node.label)));
    if (!open)
      label = kNone;
  }
  return derived;
}

CutNetwork Objective::makeNetwork(const std::vector<bool> &hubs) {
  std::vector<uint8_t> fixed(system.size());
  for (size_t i = 0; i < fixed.size(); ++i)
    fixed[i] = system.getLeast()[i] == system.getGreatest()[i]
                   ? system.getLeast()[i]
                   : CutNetwork::kFree;
  for (size_t value = 0; value < hubs.size(); ++value)
    if (hubs[value]) {
      fixed[system.p(value)] = 0;
      fixed[system.q(value)] = 1;
    }
  fixLocally(graph, system, fixed);
  derived = findDerived(graph, system, fixed);
  for (size_t value = 0; value < derived.size(); ++value)
    if (derived[value] != kNone)
      fixed[system.p(value)] = fixed[system.q(value)] = 0;
  return CutNetwork(std::move(fixed));
}

Objective::Objective(const PrecisionGraph &graph,
                     const ConstraintSystem &system,
                     const std::vector<bool> &hubs)
    : graph(graph), system(system), network(makeNetwork(hubs)) {
  chooseScale();
  for (auto [a, b] : system.getOrders())
    if (!isDerived(a) && !isDerived(b))
      network.addOrder(a, b);
  for (GraphIndex v = 0; v < graph.values.size(); ++v) {
    if (derived[v] != kNone)
      addDerived(v);
    else
      addValue(v);
  }
  for (const Use &use : graph.uses)
    addUse(use);
  for (auto [index, label] : llvm::enumerate(graph.labels))
    network.addUnary(system.y(index), scaled(label.lowCost - label.highCost));
}

ConstraintSystem::Point Objective::minimise() {
  ConstraintSystem::Point point = network.solve();
  for (GraphIndex v = 0; v < derived.size(); ++v) {
    if (derived[v] == kNone)
      continue;
    const ValueNode &node = graph.values[v];
    bool read = point[system.y(derived[v])];
    bool written =
        node.def == DefKind::Labeled ? point[system.y(node.label)] : read;
    // A high copy that saves nothing by going stays: ties go to 0.
    bool paid = node.def == DefKind::Labeled ? !node.weight : writes(node);
    bool gains = copyUnit > 0 || (paid && node.elements * node.trips > 0);
    point[system.q(v)] = read || written;
    point[system.p(v)] = node.def != DefKind::Fixed && read && written && gains;
  }
  return point;
}

/// Gives the tie-breaks room below one byte, or drops them where the bytes need
/// all bits (ties then go to the least point: high).
void Objective::chooseScale() {
  double bytes = 1, n = graph.values.size();
  double perElement = graph.highBytes + graph.lowBytes;
  for (const ValueNode &node : graph.values)
    bytes +=
        3 * perElement * node.elements * node.trips + std::fabs(node.lowPrice);
  for (const Use &use : graph.uses)
    bytes += perElement * use.elements * use.trips;
  for (const LabelNode &label : graph.labels)
    bytes += std::fabs(label.highCost) + std::fabs(label.lowCost);
  // At most n second copies, 2n casts, n low copies.
  double total = bytes * (n + 1) * (2 * n + 1) * (n + 2);
  if (total >= std::ldexp(1.0, 120))
    return;
  CutCost count = graph.values.size();
  copyUnit = 1;
  castUnit = count + 1;
  lowUnit = castUnit * (2 * count + 1);
  byteUnit = lowUnit * (count + 2);
}

void Objective::addValue(GraphIndex index) {
  const ValueNode &node = graph.values[index];
  Unknown p = system.p(index), q = system.q(index);
  int64_t n = node.elements * node.trips;
  int64_t written = writes(node) ? n : 0;
  int64_t castBytes = node.weight ? 0 : (graph.highBytes + graph.lowBytes) * n;
  CutCost cast = scaled(castBytes) + castUnit;
  CutCost highWrite = scaled(graph.highBytes * written);
  CutCost lowWrite = scaled(graph.lowBytes * written);
  network.addUnary(q, lowUnit + scaled(node.lowPrice));
  network.addUnary(p, -copyUnit);
  switch (node.def) {
  case DefKind::Fixed:
    network.addUnary(q, cast);
    break;
  case DefKind::Absorbed:
  case DefKind::Creator:
    network.addUnary(p, -highWrite);
    network.addUnary(q, lowWrite);
    break;
  case DefKind::Labeled: {
    Unknown y = system.y(node.label);
    network.addUnary(y, lowWrite - highWrite);
    network.addTerm(y, q, cast);
    network.addTerm(p, y, cast);
    break;
  }
  case DefKind::View:
    network.addTerm(system.q(node.source), q, cast);
    network.addTerm(p, system.p(node.source), cast);
    break;
  }
}

void Objective::addDerived(GraphIndex index) {
  const ValueNode &node = graph.values[index];
  Unknown read = system.y(derived[index]);
  int64_t n = node.elements * node.trips;
  int64_t written = writes(node) ? n : 0;
  int64_t castBytes = node.weight ? 0 : (graph.highBytes + graph.lowBytes) * n;
  CutCost cast = scaled(castBytes) + castUnit;
  CutCost change = scaled((graph.lowBytes - graph.highBytes) * written);
  CutCost low = lowUnit + scaled(node.lowPrice);
  switch (node.def) {
  case DefKind::Fixed:
    network.addUnary(read, low + cast);
    break;
  case DefKind::Absorbed:
  case DefKind::Creator:
    network.addUnary(read, low + change - copyUnit);
    break;
  case DefKind::Labeled: {
    Unknown y = system.y(node.label);
    network.addUnary(y, low + change - copyUnit);
    network.addTerm(y, read, low + cast);
    network.addTerm(read, y, cast + copyUnit);
    break;
  }
  case DefKind::View:
    llvm_unreachable("a view's copies follow its source");
  }
}

void Objective::addUse(const Use &use) {
  int64_t saved = (graph.highBytes - graph.lowBytes) * use.elements * use.trips;
  if (use.kind == UseKind::Tied)
    network.addUnary(system.y(use.label), -scaled(saved));
  if (use.kind == UseKind::Any)
    network.addUnary(system.q(use.value), -scaled(saved));
}

Assignment amp::assignOptimal(const PrecisionGraph &graph) {
  ConstraintSystem system(graph);
  if (!system.isFeasible())
    return graph.getAllHigh();
  std::vector<bool> hubs = findHubs(graph, system);
  Assignment result =
      system.toAssignment(Objective(graph, system, hubs).minimise());
  dropUnread(graph, hubs, result);
  return result;
}
