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
// the reader's, and so do their costs, as one term between the two. So do those
// of a value that only a view of it reads, with the view (a bias that is
// reshaped), and those of a value that nobody may read low, from its own label.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Assignment.h"
#include "AmpDialect/Analysis/CutNetwork.h"
#include "Constraints.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// Readers from which a constant's copies are left out of the decision.
static constexpr unsigned kHubReaders = 16;

/// Whether the definition stores the value at a price.
static bool writes(const ValueNode &node) {
  return !node.noWrite && !node.weight;
}

namespace {

struct ReaderSums;

class Objective {
public:
  Objective(const PrecisionGraph &graph, const ConstraintSystem &system,
            const ReaderSums &sums);
  ConstraintSystem::Point minimise();
  /// See isHub.
  ArrayRef<GraphIndex> getHubs() const { return hubs; }

private:
  CutNetwork makeNetwork();
  void chooseScale();
  void addDerived(GraphIndex index);
  /// What casting the whole value once costs.
  CutCost getCastCost(const ValueNode &node) const;
  /// What a low copy costs beside the bytes that move.
  CutCost getLowCost(const ValueNode &node) const {
    return lowUnit + scaled(node.lowPrice);
  }
  /// What writing low costs more than writing high: at most 0.
  CutCost getWriteChange(const ValueNode &node) const {
    int64_t written = writes(node) ? node.elements * node.trips : 0;
    return scaled((graph.lowBytes - graph.highBytes) * written);
  }
  void addValue(GraphIndex index);
  GraphIndex findDerived(GraphIndex index,
                         const ConstraintSystem::Point &fixed) const;
  bool canFollowView(GraphIndex index,
                     const ConstraintSystem::Point &fixed) const;
  /// Whether `index`, which is derived, follows from its view's reader.
  bool followsView(GraphIndex index) const;
  void addDerivedView(const ValueNode &view, Unknown read);
  void readDerived(GraphIndex index, ConstraintSystem::Point &point) const;
  void readDerivedView(GraphIndex index, ConstraintSystem::Point &point) const;
  CutCost scaled(CutCost bytes) const { return bytes * byteUnit; }

  const PrecisionGraph &graph;
  const ConstraintSystem &system;
  const ReaderSums &sums;
  /// Per value: the label from which its copies follow, or kNone.
  LargeArray<GraphIndex> derived, hubs;
  /// The most terms that the network may get.
  size_t mostTerms = 0;
  CutNetwork network;
  CutCost byteUnit = 1, lowUnit = 0, castUnit = 0, copyUnit = 0;
};

/// What the uses of each value and of each label come to: everything that is
/// asked of the uses, in one sweep over them.
struct ReaderSums {
  static constexpr GraphIndex kUnread = kNone - 1;
  struct OfValue {
    /// Bytes saved by the readers that read what there is.
    CutCost saved = 0;
    /// The label of the only reader, kUnread without one, else kNone.
    GraphIndex label = kUnread;
    /// The view of it, where there is one and nobody else reads it, else kNone.
    GraphIndex view = kNone;
    uint32_t readers = 0;
    /// Some reader may ask for one type, or for what it makes.
    bool coupled = false;
    /// Some reader may read a low copy.
    bool lowWanted = false;
  };
  ReaderSums(const PrecisionGraph &graph, const ConstraintSystem &system);

  LargeArray<OfValue> values;
  /// Per label: bytes that its reads save at 1.
  LargeArray<CutCost> labels;
  /// No assignment differs from another by more bytes.
  double bytes = 1;
};

} // namespace

ReaderSums::ReaderSums(const PrecisionGraph &graph,
                       const ConstraintSystem &system)
    : values(graph.values.size()), labels(graph.labels.size()) {
  int64_t perElement = graph.highBytes - graph.lowBytes;
  const ConstraintSystem::Point &greatest = system.getGreatest();
  double elements = 0;
  for (const Use &use : graph.uses) {
    OfValue &value = values[use.value];
    bool isOnly = value.label == kUnread && use.kind == UseKind::Tied;
    value.label = isOnly ? use.label : kNone;
    ++value.readers;
    value.lowWanted |=
        use.kind == UseKind::Any ||
        (use.kind == UseKind::Tied && greatest[system.y(use.label)]);
    int64_t read = use.elements;
    elements += read;
    if (use.kind == UseKind::Any)
      value.saved += perElement * read;
    else
      value.coupled = true;
    if (use.kind == UseKind::Tied)
      labels[use.label] += perElement * read;
  }
  double perElementMoved = graph.highBytes + graph.lowBytes;
  bytes += perElementMoved * elements;
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    bytes += 3 * perElementMoved * node.elements * node.trips +
             std::fabs(node.lowPrice);
    if (node.def != DefKind::View)
      continue;
    OfValue &source = values[node.source];
    bool isFirst = !source.coupled && source.saved == 0;
    source.view = isFirst ? index : kNone;
    source.coupled = source.lowWanted = true;
    source.label = kNone;
  }
  for (const Implication &implication : graph.implications) {
    values[implication.from].coupled = true;
    for (GraphIndex index : {implication.from, implication.to})
      values[index].label = values[index].view = kNone;
  }
  for (const LabelNode &label : graph.labels)
    bytes += std::fabs(label.highCost) + std::fabs(label.lowCost);
}

/// Constants that many ops read (zero points, an epsilon). Both copies cost no
/// byte, so they exist while the network is solved and couple nothing; what
/// nobody reads goes afterwards. Only a tie in bytes could have been broken
/// otherwise. The network is smaller by two terms a reader, and one in which a
/// million ops hang on one unknown takes its flow solver quadratic time.
static bool isHub(const ValueNode &node, uint32_t readers) {
  return readers >= kHubReaders && node.def == DefKind::Creator &&
         node.noWrite && node.lowPrice == 0;
}

/// Drops the copies of hubs that nobody reads.
static void dropUnread(const PrecisionGraph &graph, ArrayRef<GraphIndex> hubs,
                       Assignment &assignment) {
  if (hubs.empty())
    return;
  std::vector<uint8_t> high(graph.values.size()), low(graph.values.size());
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
  for (GraphIndex index : hubs) {
    assignment.hasLow[index] = low[index];
    assignment.hasHigh[index] =
        high[index] || graph.values[index].pinnedHigh || !low[index];
  }
}

/// Fixes what is decided without a look at other unknowns, so that the network
/// need not hold it: a value whose op absorbs casts, which nobody may ask for
/// in one type, is low alone where that moves fewer bytes. In models of
/// generics that is most values.
static bool isLowAnyway(const PrecisionGraph &graph, const ValueNode &node,
                        const ReaderSums::OfValue &sums) {
  if (node.def != DefKind::Absorbed && node.def != DefKind::Creator)
    return false;
  int64_t written = writes(node) ? node.elements * node.trips : 0;
  int64_t perElement = graph.highBytes - graph.lowBytes;
  return !sums.coupled && node.lowPrice < perElement * written + sums.saved;
}

/// Likewise a value that stays high and that nobody may read low.
static bool isHighAnyway(const ValueNode &node,
                         const ReaderSums::OfValue &sums) {
  bool follows = node.def == DefKind::Labeled || node.def == DefKind::View;
  return !follows && !sums.lowWanted && node.lowPrice >= 0;
}

/// Whether the copies of a view's source follow from the view's reader and, if
/// it has one, the source's own label.
bool Objective::canFollowView(GraphIndex index,
                              const ConstraintSystem::Point &fixed) const {
  const ValueNode &node = graph.values[index];
  if (node.lowPrice < 0 || fixed[system.q(index)] != CutNetwork::kFree)
    return false;
  if (node.def == DefKind::Fixed)
    return fixed[system.p(index)] == 0;
  return node.def == DefKind::Labeled &&
         fixed[system.p(index)] == CutNetwork::kFree &&
         fixed[system.y(node.label)] == CutNetwork::kFree;
}

/// The label from which the copies of a value follow (see the top), or kNone.
GraphIndex Objective::findDerived(GraphIndex index,
                                  const ConstraintSystem::Point &fixed) const {
  const ValueNode &node = graph.values[index];
  const ReaderSums::OfValue &ofValue = sums.values[index];
  auto isFree = [&](Unknown x) { return fixed[x] == CutNetwork::kFree; };
  if (node.lowPrice < 0 || !isFree(system.q(index)))
    return kNone;
  if (node.def == DefKind::Labeled && !ofValue.lowWanted &&
      fixed[system.p(index)] == 0)
    return isFree(system.y(node.label)) ? node.label : kNone;
  GraphIndex label = ofValue.label;
  if (label == ReaderSums::kUnread || label == kNone ||
      !isFree(system.y(label)))
    return kNone;
  bool open = true;
  switch (node.def) {
  case DefKind::Fixed:
    break;
  case DefKind::Absorbed:
  case DefKind::Creator:
    open = isFree(system.p(index));
    break;
  case DefKind::Labeled:
    open = isFree(system.p(index)) && isFree(system.y(node.label));
    break;
  case DefKind::View:
    open = isFree(system.p(index)) && sums.values[node.source].view == index &&
           canFollowView(node.source, fixed);
    break;
  }
  return open ? label : kNone;
}

bool Objective::followsView(GraphIndex index) const {
  return sums.values[index].view != kNone;
}

CutNetwork Objective::makeNetwork() {
  const ConstraintSystem::Point &least = system.getLeast();
  const ConstraintSystem::Point &greatest = system.getGreatest();
  ConstraintSystem::Point fixed(system.size());
  for (size_t i = 0; i < fixed.size(); ++i)
    fixed[i] = least[i] == greatest[i] ? least[i] : CutNetwork::kFree;
  derived.assign(graph.values.size(), kNone);
  mostTerms = graph.implications.size();
  auto derive = [&](GraphIndex index, GraphIndex label) {
    derived[index] = label;
    fixed[system.p(index)] = fixed[system.q(index)] = 0;
  };
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (derived[index] != kNone) // With its view.
      continue;
    uint8_t &p = fixed[system.p(index)], &q = fixed[system.q(index)];
    if (isHub(node, sums.values[index].readers) && p != 1 && q != 0) {
      hubs.push_back(index);
      p = 0;
      q = 1;
    } else if (p == CutNetwork::kFree && q == CutNetwork::kFree &&
               isLowAnyway(graph, node, sums.values[index])) {
      p = q = 1;
    }
    if (p == 0 && q == CutNetwork::kFree &&
        isHighAnyway(node, sums.values[index]))
      q = 0;
    GraphIndex label = findDerived(index, fixed);
    if (label == kNone) {
      // A term has two free unknowns: this value's, or one of them and one of
      // its label, of a reader or of its source.
      size_t numFree = (p == CutNetwork::kFree) + (q == CutNetwork::kFree);
      mostTerms += numFree * (1 + size_t(sums.values[index].readers)) +
                   (numFree == 2 ? 1 : 0);
      continue;
    }
    ++mostTerms;
    derive(index, label);
    if (node.def == DefKind::View)
      derive(node.source, label);
  }
  return CutNetwork(std::move(fixed));
}

Objective::Objective(const PrecisionGraph &graph,
                     const ConstraintSystem &system, const ReaderSums &sums)
    : graph(graph), system(system), sums(sums), network(makeNetwork()) {
  chooseScale();
  network.reserve(mostTerms);
  for (GraphIndex v = 0; v < graph.values.size(); ++v) {
    if (derived[v] == kNone)
      addValue(v);
    else if (!followsView(v))
      addDerived(v);
  }
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied && derived[use.value] == kNone) {
      network.addDemand(system.p(use.value), system.y(use.label));
      network.addDemand(system.y(use.label), system.q(use.value));
    }
  for (const Implication &implication : graph.implications)
    network.addDemand(system.p(implication.from), system.p(implication.to));
  for (auto [index, label] : llvm::enumerate(graph.labels))
    network.addUnary(
        system.y(index),
        scaled(CutCost(label.lowCost) - label.highCost - sums.labels[index]));
}

ConstraintSystem::Point Objective::minimise() {
  ConstraintSystem::Point point = network.solve();
  for (GraphIndex v = 0; v < derived.size(); ++v)
    if (derived[v] != kNone && !followsView(v))
      readDerived(v, point);
  return point;
}

/// The least of the cheapest copies of a value, from what its labels are.
void Objective::readDerived(GraphIndex index,
                            ConstraintSystem::Point &point) const {
  const ValueNode &node = graph.values[index];
  if (node.def == DefKind::View)
    return readDerivedView(index, point);
  bool read = point[system.y(derived[index])];
  bool written =
      node.def == DefKind::Labeled ? point[system.y(node.label)] : read;
  // A high copy that saves nothing by going stays: ties go to 0.
  bool paid = node.def == DefKind::Labeled ? !node.castsOnce() : writes(node);
  bool gains = copyUnit > 0 || (paid && node.elements * node.trips > 0);
  point[system.q(index)] = read || written;
  point[system.p(index)] = node.def != DefKind::Fixed &&
                           sums.values[index].lowWanted && read && written &&
                           gains;
}

/// The same for a view and its source.
void Objective::readDerivedView(GraphIndex index,
                                ConstraintSystem::Point &point) const {
  const ValueNode &view = graph.values[index];
  const ValueNode &source = graph.values[view.source];
  CutCost ofView = getCastCost(view), ofSource = getCastCost(source);
  bool read = point[system.y(derived[index])];
  bool written =
      source.def == DefKind::Labeled && point[system.y(source.label)];
  bool both = read && written;
  point[system.q(index)] = read;
  point[system.p(index)] =
      read && (copyUnit > 0 || (both && ofSource > 0 && ofView > 0));
  point[system.q(view.source)] =
      written || (read && ofSource + getLowCost(source) < ofView);
  point[system.p(view.source)] = both ? copyUnit > 0 || ofSource > 0
                                      : written && ofView < ofSource + copyUnit;
}

/// Gives the tie-breaks room below one byte, or drops them where the bytes need
/// all bits (ties then go to the least point: high).
void Objective::chooseScale() {
  double n = graph.values.size();
  // At most n second copies, 2n casts, n low copies.
  double total = sums.bytes * (n + 1) * (2 * n + 1) * (n + 2);
  if (total >= std::ldexp(1.0, 120))
    return;
  CutCost count = graph.values.size();
  copyUnit = 1;
  castUnit = count + 1;
  lowUnit = castUnit * (2 * count + 1);
  byteUnit = lowUnit * (count + 2);
}

CutCost Objective::getCastCost(const ValueNode &node) const {
  int64_t bytes = node.castsOnce() ? 0
                                   : (graph.highBytes + graph.lowBytes) *
                                         node.elements * node.trips;
  return scaled(bytes) + castUnit;
}

void Objective::addValue(GraphIndex index) {
  const ValueNode &node = graph.values[index];
  Unknown p = system.p(index), q = system.q(index);
  int64_t written = writes(node) ? node.elements * node.trips : 0;
  CutCost cast = getCastCost(node);
  CutCost highWrite = scaled(graph.highBytes * written);
  CutCost lowWrite = scaled(graph.lowBytes * written);
  network.addUnary(q,
                   lowUnit + scaled(node.lowPrice - sums.values[index].saved));
  network.addUnary(p, -copyUnit);
  if (node.def != DefKind::Labeled)
    network.addDemand(p, q);
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
    network.addTerm(y, q, cast, kInfiniteCut);
    network.addTerm(p, y, cast, kInfiniteCut);
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
  CutCost cast = getCastCost(node);
  CutCost change = getWriteChange(node);
  CutCost low = getLowCost(node);
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
    if (!sums.values[index].lowWanted) {
      // Written low, it is widened for those who read it.
      network.addUnary(y, low + change + cast);
      break;
    }
    network.addUnary(y, low + change - copyUnit);
    network.addTerm(y, read, low + cast, cast + copyUnit);
    break;
  }
  case DefKind::View:
    addDerivedView(node, read);
    break;
  }
}

/// The copies of a view and of its source, each at the cheaper of two places.
void Objective::addDerivedView(const ValueNode &view, Unknown read) {
  const ValueNode &source = graph.values[view.source];
  CutCost ofView = getCastCost(view), ofSource = getCastCost(source);
  CutCost low = getLowCost(source);
  CutCost narrow = std::min(ofView, ofSource + low);
  network.addUnary(read, getLowCost(view) - copyUnit);
  if (source.def == DefKind::Fixed) {
    network.addUnary(read, narrow);
    return;
  }
  Unknown y = system.y(source.label);
  network.addUnary(y, low - copyUnit + getWriteChange(source));
  network.addTerm(y, read, narrow, std::min(ofView, ofSource + copyUnit));
}

Assignment amp::assignOptimal(const PrecisionGraph &graph) {
  ConstraintSystem system(graph);
  if (!system.isFeasible())
    return graph.getAllHigh();
  ReaderSums sums(graph, system);
  Objective objective(graph, system, sums);
  Assignment result = system.toAssignment(objective.minimise());
  dropUnread(graph, objective.getHubs(), result);
  return result;
}
