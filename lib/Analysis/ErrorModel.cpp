//===- ErrorModel.cpp - What roundings do to the results ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/ErrorModel.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;

/// No rounding adds more than one of the result would: a value that is read
/// many times would grow in weight without bound from layer to layer.
static constexpr float kMaxWeight = 1;
/// The share of what goes around a contraction (a residual connection) in the
/// variance of the sum of both. Measured errors of transformers whose weights
/// are as they are initialised fit 0.8; equal shares are too low for all of
/// them, 0.9 is too high for some (docs/error-limit.md).
static constexpr double kAroundShare = 0.8;
/// A rounding in a loop counts once per execution, up to this many times.
static constexpr int64_t kMaxTrips = 16;
/// Sweeps over a module with loops or calls: what flows back into a loop or up
/// to a caller is known only after a sweep.
static constexpr unsigned kMaxSweeps = 3;

enum class ErrorModel::Kind : uint8_t { Moves, Sums, Multiplies };

enum class ErrorModel::Origin : uint8_t {
  /// Arguments and constants, at most moved: weights, biases, inputs.
  Given,
  /// A contraction's result, at most moved and with given terms added.
  Contracted,
  Computed,
};

struct ErrorModel::Shape {
  Kind kind = Kind::Sums;
  bool reduces = false, contracts = false;
  /// Of the operands: the most distinct elements (of a contraction, the second
  /// most, so that its two factors count as data), and their sum.
  int64_t largest = 1, sum = 0;
  /// Full-size operands that are added up.
  int64_t summands = 0;
  /// Distinct elements of the largest result.
  int64_t written = 0;
  /// Of two summands, the one that goes around the contraction that the other
  /// comes from.
  GraphIndex around = kNone;
  bool isBroadcast(int64_t elements) const { return 2 * elements <= largest; }
};

/// What one unit of relative variance in a value adds to that of the results:
/// if its elements err each for itself, as roundings do, or all alike, as where
/// a weight was rounded that each of them was made with. A mean over elements
/// averages the former only.
struct ErrorModel::Sensitivity {
  float single = 0, shared = 0;
  Sensitivity scaled(float ofSingle, float ofShared) const {
    return {single * ofSingle, shared * ofShared};
  }
  Sensitivity scaled(float share) const { return scaled(share, share); }
  void operator+=(const Sensitivity &other) {
    single = std::min(single + other.single, kMaxWeight);
    shared = std::min(shared + other.shared, kMaxWeight);
  }
  void raise(const Sensitivity &other) {
    single = std::max(single, other.single);
    shared = std::max(shared, other.shared);
  }
};

ErrorModel::Shape ErrorModel::getShape(const OpNode &op) const {
  Shape shape;
  shape.contracts = hasAny(op.traits, NumericTraits::Contraction);
  shape.reduces =
      !shape.contracts && hasAny(op.traits, NumericTraits::AdditiveReduction |
                                                NumericTraits::OrderReduction);
  bool moves = hasAny(op.traits, NumericTraits::DataMovement);
  for (GraphIndex value : graph.getResults(op)) {
    moves |= graph.values[value].def == DefKind::View;
    shape.written = std::max(shape.written, distinct[value]);
  }
  // A delicate op (a quotient, a power) is as sensitive as a product.
  bool multiplies =
      shape.contracts || (op.category == Category::Never && !shape.reduces) ||
      hasAny(op.traits, NumericTraits::Product | NumericTraits::Scale);
  shape.kind = moves ? Kind::Moves : multiplies ? Kind::Multiplies : Kind::Sums;
  int64_t second = 1;
  for (const Use &use : graph.getUses(op)) {
    int64_t count = distinct[use.value];
    second = std::max(second, std::min(shape.largest, count));
    shape.largest = std::max(shape.largest, count);
    shape.sum += count;
  }
  if (shape.contracts)
    shape.largest = second;
  GraphIndex contracted = kNone, computed = kNone;
  for (const Use &use : graph.getUses(op)) {
    if (shape.isBroadcast(distinct[use.value]) ||
        (shape.kind != Kind::Sums && !use.summand))
      continue;
    ++shape.summands;
    if (origins[use.value] == Origin::Contracted)
      contracted = use.value;
    else if (origins[use.value] == Origin::Computed)
      computed = use.value;
  }
  if (shape.summands == 2 && !shape.reduces && contracted != kNone)
    shape.around = computed;
  return shape;
}

/// What one unit of variance in what `use` reads adds to its op's results.
double ErrorModel::getShare(const Shape &shape, const Use &use) const {
  int64_t own = distinct[use.value];
  if (own == 0)
    return 0;
  switch (shape.kind) {
  case Kind::Moves:
    return double(own) / double(shape.sum);
  case Kind::Multiplies:
    if (!use.summand)
      return 1;
    [[fallthrough]];
  case Kind::Sums:
    // A broadcast term (a bias, a mean) is small beside the data.
    if (shape.isBroadcast(own))
      return 0;
    if (shape.around != kNone)
      return use.value == shape.around ? kAroundShare : 1 - kAroundShare;
    return 1 / double(std::max<int64_t>(shape.summands, 1));
  }
  llvm_unreachable("unknown kind");
}

/// Marks operands of `op` that meet larger data here, or whose result does.
void ErrorModel::noteBeside(const OpNode &op, const Shape &shape) {
  bool any = false;
  if (!shape.reduces && !shape.contracts)
    for (GraphIndex value : graph.getResults(op))
      any |= beside[value];
  for (const Use &use : graph.getUses(op)) {
    int64_t own = distinct[use.value];
    if (shape.isBroadcast(own) || (any && own <= shape.written))
      beside[use.value] = true;
  }
}

ErrorModel::Sensitivity
ErrorModel::getOfResults(const OpNode &op, const Shape &shape,
                         ArrayRef<Sensitivity> ofValues) const {
  Sensitivity sum;
  bool isStatistic = false;
  for (GraphIndex value : graph.getResults(op)) {
    sum += ofValues[value];
    isStatistic |= beside[value];
  }
  if (!shape.reduces)
    return sum;
  // A softmax or a norm does not depend on the largest element.
  bool picks = hasAny(op.traits, NumericTraits::OrderReduction);
  float average = std::min(1.0, double(std::max<int64_t>(1, shape.written)) /
                                    double(shape.largest));
  if (isStatistic)
    return sum.scaled(picks ? 0 : average, picks ? 0 : average);
  return sum.scaled(picks ? 1 : average, 1);
}

void ErrorModel::sweep(std::vector<Sensitivity> &ofValues,
                       std::vector<Sensitivity> &ofLabels) {
  std::fill(ofValues.begin(), ofValues.end(), Sensitivity());
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    for (GraphIndex value : graph.getResults(op))
      if (GraphIndex label = graph.values[value].label; label != kNone)
        ofLabels[label].raise(ofValues[value]);
    Shape shape = getShape(op);
    Sensitivity ofResults = getOfResults(op, shape, ofValues);
    noteBeside(op, shape);
    // What leaves the module or our sight.
    bool isSink = op.numResults == 0 && (!op.op || op.op->getNumResults() == 0);
    for (GraphIndex u = op.firstUse; u < op.firstUse + op.numUses; ++u) {
      const Use &use = graph.uses[u];
      // Carried: into a block, a function, a loop's result.
      bool carried = use.kind == UseKind::Tied && use.label != op.label;
      Sensitivity added{1, 1};
      if (carried)
        added = ofLabels[use.label];
      else if (!isSink)
        added = ofResults.scaled(getShare(shape, use));
      // A weight or a scale meets many elements with one rounding.
      bool repeated = shape.kind == Kind::Multiplies &&
                      (graph.values[use.value].weight ||
                       shape.isBroadcast(distinct[use.value]));
      if (repeated)
        added.single = added.shared;
      weights[u] = added.single;
      ofValues[use.value] += added;
    }
  }
}

/// Per value: how many of its elements are its own.
static std::vector<int64_t> countDistinct(const PrecisionGraph &graph) {
  std::vector<int64_t> distinct(graph.values.size());
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (!graph.isExactData(node))
      distinct[index] = std::max<int64_t>(node.elements, 1);
  }
  for (const OpNode &op : graph.ops) {
    if (hasAny(op.traits, NumericTraits::Contraction) || op.numUses == 0)
      continue;
    int64_t largest = 0, sum = 0;
    for (const Use &use : graph.getUses(op)) {
      largest = std::max(largest, distinct[use.value]);
      sum = std::min(sum + distinct[use.value], int64_t(1) << 40);
    }
    int64_t read =
        hasAny(op.traits, NumericTraits::DataMovement) ? sum : largest;
    for (GraphIndex value : graph.getResults(op))
      if (read > 0)
        distinct[value] = std::min(distinct[value], read);
  }
  return distinct;
}

ErrorModel::ErrorModel(const PrecisionGraph &graph)
    : graph(graph), weights(graph.uses.size()), distinct(countDistinct(graph)),
      beside(graph.values.size()), origins(graph.values.size(), Origin::Given) {
  traceForward();
  std::vector<Sensitivity> ofValues(graph.values.size());
  std::vector<Sensitivity> ofLabels(graph.labels.size());
  for (unsigned round = 0; round < kMaxSweeps; ++round) {
    sweep(ofValues, ofLabels);
    for (auto [index, node] : llvm::enumerate(graph.values))
      if (node.op == kNone && node.def == DefKind::Labeled) {
        hasCarried = true;
        ofLabels[node.label].raise(ofValues[index]);
      }
    if (!hasCarried)
      break;
  }
}

ErrorModel::Origin ErrorModel::getOrigin(const OpNode &op,
                                         const Shape &shape) const {
  if (shape.contracts)
    return Origin::Contracted;
  bool arithmetic = shape.kind != Kind::Moves && op.numUses > 0;
  bool anyContracted = false, anyComputed = false;
  unsigned terms = 0;
  for (const Use &use : graph.getUses(op)) {
    Origin origin = origins[use.value];
    bool isTerm =
        origin != Origin::Given && !shape.isBroadcast(distinct[use.value]);
    terms += isTerm;
    anyContracted |= isTerm && origin == Origin::Contracted;
    anyComputed |= origin != Origin::Given;
  }
  bool onlyAdds = shape.kind == Kind::Sums && !shape.reduces && terms == 1;
  if (anyContracted && (shape.kind == Kind::Moves || onlyAdds))
    return Origin::Contracted;
  return arithmetic || anyComputed ? Origin::Computed : Origin::Given;
}

/// Levels and origins, in program order.
void ErrorModel::traceForward() {
  std::vector<GraphIndex> ofValues(graph.values.size());
  for (const OpNode &op : graph.ops) {
    GraphIndex level = 0;
    for (const Use &use : graph.getUses(op))
      level = std::max(level, ofValues[use.value]);
    levels.push_back(level);
    numLevels = std::max(numLevels, level + 1);
    Shape shape = getShape(op);
    Origin origin = getOrigin(op, shape);
    for (GraphIndex value : graph.getResults(op)) {
      ofValues[value] = level + shape.contracts;
      origins[value] = origin;
    }
  }
}

/// The weight of a rounding that `use` sees, for all its executions.
double ErrorModel::getWeighted(GraphIndex use) const {
  int64_t trips = graph.values[graph.uses[use].value].trips;
  return double(weights[use]) * double(std::min(trips, kMaxTrips));
}

/// True if the low copy of `value` comes to exist without a rounding.
bool ErrorModel::isExact(GraphIndex value, const Assignment &assignment) const {
  const ValueNode &node = graph.values[value];
  if (distinct[value] == 0)
    return true;
  if (node.def == DefKind::View)
    return assignment.hasLow[node.source];
  bool writtenLow =
      node.def == DefKind::Labeled && assignment.labelLow[node.label];
  if (node.op == kNone)
    return writtenLow;
  const OpNode &op = graph.ops[node.op];
  return hasAny(op.traits, NumericTraits::DataMovement) &&
         llvm::all_of(graph.getUses(op), [&](const Use &use) {
           return distinct[use.value] == 0 || graph.readsLow(use, assignment);
         });
}

std::vector<double> ErrorModel::estimate(const Assignment &assignment) const {
  std::vector<bool> rounded(graph.values.size());
  for (GraphIndex value = 0; value < graph.values.size(); ++value)
    rounded[value] = assignment.hasLow[value] && !isExact(value, assignment);
  std::vector<double> sums(numLevels);
  for (auto [index, use] : llvm::enumerate(graph.uses)) {
    const ValueNode &node = graph.values[use.value];
    bool writtenLow =
        node.def == DefKind::Labeled && assignment.labelLow[node.label];
    if (rounded[use.value] && (writtenLow || graph.readsLow(use, assignment)))
      sums[levels[use.op]] += getWeighted(index);
  }
  return sums;
}

std::vector<double>
ErrorModel::estimateContractions(const Assignment &assignment) const {
  std::vector<double> sums(numLevels);
  for (auto [index, use] : llvm::enumerate(graph.uses)) {
    const OpNode &op = graph.ops[use.op];
    if (op.category == Category::Always && use.kind == UseKind::Tied &&
        use.label == op.label && assignment.labelLow[op.label])
      sums[levels[use.op]] += getWeighted(index);
  }
  return sums;
}

void ErrorModel::getPrices(llvm::ArrayRef<double> ofLevels,
                           std::vector<double> &ofValues,
                           std::vector<double> &ofLabels) const {
  ofValues.assign(graph.values.size(), 0);
  ofLabels.assign(graph.labels.size(), 0);
  for (auto [index, use] : llvm::enumerate(graph.uses)) {
    const ValueNode &node = graph.values[use.value];
    double price = getWeighted(index) * ofLevels[levels[use.op]];
    if (use.kind != UseKind::High)
      ofValues[use.value] += price;
    else if (node.def == DefKind::Labeled)
      ofLabels[node.label] += price;
  }
}
