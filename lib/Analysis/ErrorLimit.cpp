//===- ErrorLimit.cpp - Fewest bytes within a bound on the error ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cost plus a price times error, minimised, gives the cheapest assignment of
// its error (Lagrangian relaxation). Each stretch of the module has a price of
// its own. Stretches hardly depend on each other, so that one minimum cut tries
// a new price for each: all are bisected at once.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/ErrorLimit.h"
#include "AmpDialect/Analysis/Assignment.h"
#include "AmpDialect/Analysis/ErrorModel.h"
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

/// A stretch goes on until contractions alone round so often in it, each with
/// weight 1: shorter ones would compare single roundings.
static constexpr double kStretchError = 8;
/// Largest price of one value or label, as of a profile's entry.
static constexpr double kMaxPrice = 1e12;
/// From so many values on, half the cuts must do.
static constexpr size_t kLargeGraph = 50000;
/// Factor between prices while one end of the bisection is open, and between
/// its ends when it is over.
static constexpr double kPriceFactor = 8, kPriceStep = 1.1;

namespace {

/// Errors of stretches, from errors of levels.
class Stretches {
public:
  explicit Stretches(ArrayRef<double> contractions);
  std::vector<double> sum(ArrayRef<double> ofLevels) const;
  std::vector<double> spread(ArrayRef<double> prices) const;
  size_t size() const { return count; }

private:
  /// Per level.
  std::vector<unsigned> stretchOf;
  size_t count = 1;
};

/// One stretch's price: too low at `low`, high enough at `high`.
struct PriceRange {
  double low = 0, high = 0, price = 0;
  bool isSettled() const {
    return price == 0 || (high > 0 && high <= kPriceStep * low);
  }
  void fail(double start) {
    low = price;
    price = price == 0 ? start
            : high > 0 ? std::sqrt(low * high)
                       : price * kPriceFactor;
  }
  void pass() {
    high = price;
    price = low > 0 ? std::sqrt(low * high) : price / kPriceFactor;
  }
};

class LimitSearch {
public:
  LimitSearch(PrecisionGraph &graph, const ErrorModel &model,
              const Stretches &stretches, std::vector<double> limits);

  /// The cheapest assignment within the limits that the search finds, or one
  /// near them; leaves its prices in the graph. `start` is the first price.
  Assignment run(const Assignment &optimal, double start);
  double getCost(const Assignment &assignment) const;
  /// Moves no more bytes than the module as it came.
  bool isAffordable(const Assignment &assignment) const {
    return graph.evaluate(assignment).activationBytes() <= mostBytes;
  }
  unsigned numSolves() const { return solves; }

private:
  void judge(Assignment assignment);
  void setPrices(ArrayRef<double> prices);
  void solve(bool final);

  PrecisionGraph &graph;
  const ErrorModel &model;
  const Stretches &stretches;
  std::vector<double> limits;
  std::vector<PriceRange> ranges;
  double start = 0;
  /// Prices of the graph as it came.
  std::vector<int64_t> valuePrices, labelPrices;
  int64_t mostBytes;
  /// The cheapest within the limits; else the least excess.
  std::optional<Assignment> best;
  std::vector<double> tried, bestPrices;
  double bestCost = 0, bestExcess = 0;
  unsigned solves = 1, maxSolves;
};

} // namespace

Stretches::Stretches(ArrayRef<double> contractions) {
  double inStretch = 0;
  for (double error : contractions) {
    if (inStretch >= kStretchError) {
      ++count;
      inStretch = 0;
    }
    stretchOf.push_back(count - 1);
    inStretch += error;
  }
  // What is left over goes to the last whole one.
  if (count > 1 && inStretch < kStretchError) {
    --count;
    for (unsigned &stretch : stretchOf)
      stretch = std::min<unsigned>(stretch, count - 1);
  }
}

std::vector<double> Stretches::sum(ArrayRef<double> ofLevels) const {
  std::vector<double> sums(count);
  for (auto [stretch, error] : llvm::zip(stretchOf, ofLevels))
    sums[stretch] += error;
  return sums;
}

std::vector<double> Stretches::spread(ArrayRef<double> prices) const {
  std::vector<double> ofLevels;
  for (unsigned stretch : stretchOf)
    ofLevels.push_back(prices[stretch]);
  return ofLevels;
}

LimitSearch::LimitSearch(PrecisionGraph &graph, const ErrorModel &model,
                         const Stretches &stretches,
                         std::vector<double> stretchLimits)
    : graph(graph), model(model), stretches(stretches),
      limits(std::move(stretchLimits)), ranges(limits.size()) {
  for (const ValueNode &node : graph.values)
    valuePrices.push_back(node.lowPrice);
  for (const LabelNode &node : graph.labels)
    labelPrices.push_back(node.lowCost);
  mostBytes = graph.evaluate(graph.getUntouched()).activationBytes();
  maxSolves =
      graph.values.size() > kLargeGraph ? kMaxLimitSolves / 2 : kMaxLimitSolves;
}

void LimitSearch::setPrices(ArrayRef<double> prices) {
  std::vector<double> ofValues, ofLabels;
  model.getPrices(stretches.spread(prices), ofValues, ofLabels);
  auto add = [](int64_t base, double price) {
    return base + int64_t(std::llround(std::min(price, kMaxPrice)));
  };
  for (auto [index, node] : llvm::enumerate(graph.values))
    node.lowPrice = add(valuePrices[index], ofValues[index]);
  for (auto [index, node] : llvm::enumerate(graph.labels))
    node.lowCost = add(labelPrices[index], ofLabels[index]);
}

/// What `assignment` costs without the prices of the error.
double LimitSearch::getCost(const Assignment &assignment) const {
  CostBreakdown bytes = graph.evaluate(assignment);
  double cost = double(bytes.activationBytes()) + double(bytes.weightReads);
  for (auto [index, base] : llvm::enumerate(valuePrices))
    cost += assignment.hasLow[index] ? double(base) : 0;
  for (auto [index, base] : llvm::enumerate(labelPrices))
    cost += assignment.labelLow[index] ? double(base)
                                       : double(graph.labels[index].highCost);
  return cost;
}

/// Moves each stretch's price by what came of the last one, and keeps the
/// assignment if it is the best so far.
void LimitSearch::judge(Assignment assignment) {
  std::vector<double> errors = stretches.sum(model.estimate(assignment));
  double excess = 0;
  for (auto [range, error, limit] : llvm::zip(ranges, errors, limits)) {
    excess += std::max(0.0, error - limit);
    if (error > limit)
      range.fail(start);
    else if (range.price > 0)
      range.pass();
  }
  if (!isAffordable(assignment))
    return;
  double cost = getCost(assignment);
  if (best && std::pair(excess, cost) >= std::pair(bestExcess, bestCost))
    return;
  best = std::move(assignment);
  bestPrices = tried;
  bestExcess = excess;
  bestCost = cost;
}

/// `final`: at prices known to be high enough, where there are any.
void LimitSearch::solve(bool final) {
  ++solves;
  tried.clear();
  for (PriceRange &range : ranges) {
    if (final && range.high > 0)
      range.price = range.high;
    tried.push_back(range.price);
  }
  setPrices(tried);
  judge(assignOptimal(graph));
}

Assignment LimitSearch::run(const Assignment &optimal, double startPrice) {
  start = startPrice;
  // What runs low is not at stake, only what is stored: a contraction that
  // stayed high now would turn low in a second conversion.
  std::vector<GraphIndex> fixed;
  for (const OpNode &op : graph.ops)
    if (op.category == Category::Always && op.label != kNone &&
        optimal.labelLow[op.label] &&
        graph.labels[op.label].fixed == LabelNode::Fixed::None) {
      graph.labels[op.label].fixed = LabelNode::Fixed::Low;
      fixed.push_back(op.label);
    }
  tried.assign(ranges.size(), 0);
  judge(optimal);
  auto isSettled = [](const PriceRange &range) { return range.isSettled(); };
  while (solves + 2 < maxSolves && !llvm::all_of(ranges, isSettled))
    solve(/*final=*/false);
  // Neighbours may push a stretch over its limit once more.
  do
    solve(/*final=*/true);
  while (solves < maxSolves && bestExcess > 0);
  if (best)
    setPrices(bestPrices);
  for (GraphIndex label : fixed)
    graph.labels[label].fixed = LabelNode::Fixed::None;
  return best ? std::move(*best) : optimal;
}

/// Marks what only the prices of the error keep high.
static void markLimited(PrecisionGraph &graph, const Assignment &chosen,
                        const Assignment &unlimited) {
  for (auto [index, node] : llvm::enumerate(graph.values))
    node.limited = !chosen.hasLow[index] && unlimited.hasLow[index];
  for (auto [index, node] : llvm::enumerate(graph.labels))
    node.limited = !chosen.labelLow[index] && unlimited.labelLow[index];
}

static double getTotal(ArrayRef<double> errors) {
  return std::accumulate(errors.begin(), errors.end(), 0.0);
}

/// The ratio of two errors, as of standard deviations.
static double getRatio(double variance, double greedy) {
  return greedy > 0 ? std::sqrt(variance / greedy) : 0;
}

Assignment amp::assignWithinErrorLimit(PrecisionGraph &graph, double ratio,
                                       bool wantRatios,
                                       ErrorLimitResult &result) {
  Assignment optimal = assignOptimal(graph);
  result = ErrorLimitResult();
  result.limit = ratio;
  if (ratio <= 0)
    return optimal;
  ErrorModel model(graph);
  std::vector<double> contractions = model.estimateContractions(optimal);
  double error = getTotal(model.estimate(optimal));
  double square = ratio * ratio;
  bool holds = model.isBound() && error <= square * getTotal(contractions);
  if (holds && !wantRatios)
    return optimal;

  Assignment greedy = assignGreedy(graph);
  std::vector<double> greedyErrors = model.estimate(greedy);
  double greedyError = getTotal(greedyErrors);
  result.unlimited = result.chosen = getRatio(error, greedyError);
  result.unlimitedBytes = result.chosenBytes =
      graph.evaluate(optimal).activationBytes();
  if (error <= square * greedyError)
    return optimal;

  Stretches stretches(contractions);
  std::vector<double> limits = stretches.sum(greedyErrors);
  for (double &limit : limits)
    limit *= square;
  LimitSearch search(graph, model, stretches, limits);
  // Greedy's price of a unit of error, where it errs less at all.
  double start = 1, gain = error - greedyError;
  if (gain > 0)
    start = std::max(start,
                     (search.getCost(greedy) - search.getCost(optimal)) / gain);
  Assignment chosen = search.run(optimal, start);
  double chosenError = getTotal(model.estimate(chosen));
  // Greedy keeps a limit of 1 or more, by its definition.
  if (chosenError > square * greedyError && square >= 1 &&
      search.isAffordable(greedy)) {
    chosen = std::move(greedy);
    chosenError = greedyError;
  }
  result.binding = true;
  result.reached = chosenError <= square * greedyError;
  result.chosen = getRatio(chosenError, greedyError);
  result.chosenBytes = graph.evaluate(chosen).activationBytes();
  result.solves = search.numSolves();
  markLimited(graph, chosen, optimal);
  return chosen;
}
