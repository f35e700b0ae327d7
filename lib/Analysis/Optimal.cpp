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
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Assignment.h"
#include "Constraints.h"
#include "CutNetwork.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// Readers from which a constant's copies are left out of the decision.
static constexpr unsigned kHubReaders = 256;

namespace {

class Objective {
public:
  Objective(const PrecisionGraph &graph, const ConstraintSystem &system,
            const std::vector<bool> &hubs);
  ConstraintSystem::Point minimise() { return network.solve(); }

private:
  void chooseScale();
  void addValue(GraphIndex index);
  void addUse(const Use &use);
  CutCost scaled(int64_t bytes) const { return CutCost(bytes) * byteUnit; }

  const PrecisionGraph &graph;
  const ConstraintSystem &system;
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
    int64_t written =
        node.noWrite || node.weight ? 0 : node.elements * node.trips;
    if (p == CutNetwork::kFree && q == CutNetwork::kFree &&
        node.lowPrice < perElement * written + saved[index])
      p = q = 1;
  }
}

static CutNetwork makeNetwork(const PrecisionGraph &graph,
                              const ConstraintSystem &system,
                              const std::vector<bool> &hubs) {
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
  return CutNetwork(std::move(fixed));
}

Objective::Objective(const PrecisionGraph &graph,
                     const ConstraintSystem &system,
                     const std::vector<bool> &hubs)
    : graph(graph), system(system), network(makeNetwork(graph, system, hubs)) {
  chooseScale();
  for (auto [a, b] : system.getOrders())
    network.addOrder(a, b);
  for (GraphIndex v = 0; v < graph.values.size(); ++v)
    addValue(v);
  for (const Use &use : graph.uses)
    addUse(use);
  for (auto [index, label] : llvm::enumerate(graph.labels))
    network.addUnary(system.y(index), scaled(label.lowCost - label.highCost));
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
  int64_t written = node.noWrite || node.weight ? 0 : n;
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
