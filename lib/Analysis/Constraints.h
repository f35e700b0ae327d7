//===- Constraints.h - Hard constraints as a closure ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every hard constraint of a precision graph fixes one 0/1 unknown or says
// a <= b. So the feasible points form a lattice: the least one holds what is
// forced to 1, the greatest one all that is not forced to 0, and between the
// two any set closed upwards is feasible. All three assignments build on this.
//
// The constraints are read off the graph: a value's high copy goes only if what
// is tied to the value is low, which needs its low copy (p <= y <= q), and but
// for implications between values that is all.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_CONSTRAINTS_H
#define AMPDIALECT_LIB_ANALYSIS_CONSTRAINTS_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::amp {

/// Number of one unknown of a graph: p and q per value, then y per label.
using Unknown = uint32_t;

/// Successor lists in two flat arrays.
class FlatLists {
public:
  /// One list per index below `size`; `pairs` are (list, element).
  FlatLists(size_t size, ArrayRef<std::pair<uint32_t, uint32_t>> pairs,
            bool swapped = false);
  ArrayRef<uint32_t> operator[](uint32_t list) const {
    return ArrayRef<uint32_t>(elements).slice(starts[list],
                                              starts[list + 1] - starts[list]);
  }

private:
  LargeArray<uint32_t> starts, elements;
};

/// By label of what control flow and calls carry: the uses by which it is
/// handed on (a loop's first value, what each iteration ends with, what callers
/// hand over). Found when first asked for.
class HandedOnUses {
public:
  explicit HandedOnUses(const PrecisionGraph &graph) : graph(graph) {}
  ArrayRef<uint32_t> operator[](GraphIndex label);

private:
  const PrecisionGraph &graph;
  std::optional<FlatLists> lists;
};

class ConstraintSystem {
public:
  /// One 0/1 value per unknown.
  using Point = std::vector<uint8_t>;

  explicit ConstraintSystem(const PrecisionGraph &graph);

  Unknown p(GraphIndex value) const { return 2 * value; }
  Unknown q(GraphIndex value) const { return 2 * value + 1; }
  Unknown y(GraphIndex label) const { return firstLabel + label; }
  size_t size() const { return numUnknowns; }

  /// False if no assignment meets every constraint (then `least` and
  /// `greatest` contradict each other).
  bool isFeasible() const { return feasible; }
  /// What is forced to 1; the least feasible point.
  const Point &getLeast() const { return least; }
  /// What is not forced to 0; the greatest feasible point.
  const Point &getGreatest() const { return greatest; }
  /// As `getGreatest`, with the reads of high copies left aside: what stays 1
  /// in p here is high, if at all, beside a low copy.
  Point getGreatestBesideReads() const;

  /// Raises to 1 what the ones of `point` force to 1. Linear.
  void closeUp(Point &point) const;
  /// Lowers to 0 what the zeros of `point` force to 0. Linear.
  void closeDown(Point &point) const;

  /// The feasible assignment with the labels and low copies of `wanted`, as far
  /// as constraints allow and with what they add, and, of those, with as few
  /// high copies as `keepHigh` (values that keep one) permits.
  Assignment complete(const Point &wanted, ArrayRef<GraphIndex> keepHigh) const;

  /// `point` in the form that users read.
  Assignment toAssignment(const Point &point) const;

private:
  /// The greatest point, implications left aside; reads of high copies, too,
  /// unless `withReads`.
  Point findGreatest(bool withReads) const;
  void closeImplications(Point &point, bool up) const;

  const PrecisionGraph &graph;
  size_t numValues, numLabels;
  Unknown firstLabel;
  size_t numUnknowns;
  Point least, greatest;
  bool feasible = true;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_CONSTRAINTS_H
