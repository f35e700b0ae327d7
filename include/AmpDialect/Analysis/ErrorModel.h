//===- ErrorModel.h - What roundings do to the results ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A first-order model of rounding errors on the precision graph. Each rounding
// to the low type adds one unit of relative variance to what reads the rounded
// copy. Roundings are independent. In products and contractions the variances
// of the factors add up, in sums they are averaged (a term that goes around a
// contraction makes up most of its sum, all others are equal), a reduction
// whose result meets its data again (a statistic) averages over its elements,
// all else passes them on; no rounding adds more than one of the result would.
// So the variance of the results is linear in the roundings: one backward sweep
// gives each its weight, whatever is chosen. Whether the errors of early layers
// grow or fade on their way depends on the data; hence an estimate per level.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_ERRORMODEL_H
#define AMPDIALECT_ANALYSIS_ERRORMODEL_H

#include "AmpDialect/Analysis/PrecisionGraph.h"

namespace mlir::amp {

/// What roundings anywhere in a module add to the variance of its results.
class ErrorModel {
public:
  /// Linear in `graph`, which must outlive the model.
  explicit ErrorModel(const PrecisionGraph &graph);

  /// What one unit of relative variance in what `use` reads adds to that of
  /// the module's results; at most 1.
  double getWeight(GraphIndex use) const { return weights[use]; }

  /// Contractions on the longest way from the module's arguments to `op`.
  GraphIndex getLevel(GraphIndex op) const { return levels[op]; }
  /// One more than the highest level.
  GraphIndex getNumLevels() const { return numLevels; }

  /// Relative variance of the results under `assignment`, in units of one
  /// rounding's, per level: the sum of the weights of the reads that see a
  /// rounding.
  std::vector<double> estimate(const Assignment &assignment) const;

  /// As `estimate`, of the operands of the low contractions alone. Greedy runs
  /// each of these low, too, so its estimate is no less wherever `isBound`.
  std::vector<double> estimateContractions(const Assignment &assignment) const;
  /// False with loops and calls: what is carried is rounded elsewhere, and its
  /// weight there may differ.
  bool isBound() const { return !hasCarried; }

  /// What a low copy of each value and the low side of each label would add to
  /// the estimate, each level times its price, if nothing that they are made
  /// from were low.
  void getPrices(llvm::ArrayRef<double> ofLevels, std::vector<double> &ofValues,
                 std::vector<double> &ofLabels) const;

private:
  /// What an op does to its operands.
  enum class Kind : uint8_t;
  /// An op as the sweep sees it.
  struct Shape;
  Shape getShape(const OpNode &op) const;
  double getShare(const Shape &shape, const Use &use) const;
  /// What a value is made of.
  enum class Origin : uint8_t;
  Origin getOrigin(const OpNode &op, const Shape &shape) const;
  struct Sensitivity;
  Sensitivity getOfResults(const OpNode &op, const Shape &shape,
                           ArrayRef<Sensitivity> ofValues) const;
  void sweep(std::vector<Sensitivity> &ofValues,
             std::vector<Sensitivity> &ofLabels);
  void noteBeside(const OpNode &op, const Shape &shape);
  bool isExact(GraphIndex value, const Assignment &assignment) const;
  double getWeighted(GraphIndex use) const;
  void traceForward();

  const PrecisionGraph &graph;
  /// Per use.
  std::vector<float> weights;
  /// Per value: elements that are its own, not repeated by a broadcast; 0 for
  /// what is exact in any type.
  std::vector<int64_t> distinct;
  /// Per value: it meets data larger than itself.
  std::vector<bool> beside;
  /// Per value.
  std::vector<Origin> origins;
  /// Per op.
  std::vector<GraphIndex> levels;
  GraphIndex numLevels = 1;
  bool hasCarried = false;
};

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_ERRORMODEL_H
