//===- TrialAssignment.h - What other choices would cost --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An assignment that is changed for a question and put back. What all uses of a
// value ask for is known together: a value that thousands of ops read is asked
// about for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_TRIALASSIGNMENT_H
#define AMPDIALECT_ANALYSIS_TRIALASSIGNMENT_H

#include "AmpDialect/Analysis/PrecisionGraph.h"

namespace mlir::amp {

class TrialAssignment {
public:
  /// Differences of costs that no sum of bytes leaves.
  using Cost = __int128;

  /// Both must outlive it.
  TrialAssignment(const PrecisionGraph &graph, const Assignment &assignment);

  const Assignment &get() const { return trial; }

  /// Gives `value` these copies, until reset.
  void setStorage(GraphIndex value, bool high, bool low);
  /// Says that `value` keeps the copies it has when others are asked about.
  void settle(GraphIndex value);
  /// Turns `label`, whose Tied uses are `uses`. One label at a time.
  void flip(GraphIndex label, ArrayRef<GraphIndex> uses);
  /// Puts back the label and the storage of `touched`, all that was set.
  void reset(ArrayRef<GraphIndex> touched);

  /// The terms of the objective that mention `value`'s storage.
  Cost getCost(GraphIndex value) const;
  /// The first use that reads the copy that `value` lacks, of two; kNone if it
  /// lacks none that is read.
  GraphIndex findUnmetUse(GraphIndex value) const;
  /// Whether an implication lets `value` lose its high copy only with that of
  /// another, which is there.
  bool impliesHigh(GraphIndex value) const;
  /// Whether an implication lets another value, which has no high copy, be so
  /// only if `value` has none.
  bool isImpliedLow(GraphIndex value) const;

private:
  /// The first of some uses, and the first after it that has another label.
  struct FirstUses {
    GraphIndex first = kNone, other = kNone;
  };
  /// What is asked of one value.
  struct Summary {
    /// Bytes that uses read whatever copies there are.
    Cost fixedReads = 0;
    /// Elements that are read from whichever copy there is.
    Cost anyReads = 0;
    /// Bytes of the casts of views that have a high copy, or a low one.
    Cost highViews = 0, lowViews = 0;
    FirstUses needHigh, needLow;
    /// Implications to values with a high copy and from values without, as
    /// assigned.
    unsigned toHigh = 0, fromLow = 0;
  };
  /// Implications by one of their ends, which comes first.
  using Ends = std::vector<std::pair<GraphIndex, GraphIndex>>;

  GraphIndex getLabel(GraphIndex use) const;
  GraphIndex findUse(GraphIndex value, bool low) const;
  bool anyOther(const Ends &ends, GraphIndex value, unsigned assigned,
                bool high) const;

  const PrecisionGraph &graph;
  const Assignment &assignment;
  /// Equals `assignment` between questions.
  Assignment trial;
  std::vector<Summary> summaries;
  Ends targets, sources;
  GraphIndex flipped = kNone;
  /// Value and use, of all that read as `flipped` says, in order.
  SmallVector<std::pair<GraphIndex, GraphIndex>> flippedUses;
  /// Settled values whose high copy came or went.
  SmallVector<GraphIndex> turned;
};

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_TRIALASSIGNMENT_H
