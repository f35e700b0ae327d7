//===- Explanation.h - Why each precision was chosen ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a finished assignment and answers, for each op and value: which
// precision, who declared it, what binds it, what it pays in casts, and what
// the other choice would cost. Never changes IR; the graph must be alive.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_EXPLANATION_H
#define AMPDIALECT_ANALYSIS_EXPLANATION_H

#include "AmpDialect/Analysis/PrecisionGraph.h"

namespace mlir::amp {
class StablePaths;
class TrialAssignment;

/// In which types a value lies in memory.
enum class Storage : uint8_t { High, Low, Both };

/// The choice that was not taken.
struct Alternative {
  /// False: a hard constraint forbids it, named by `constraint`.
  bool feasible = false;
  /// Additional bytes of the objective if only this choice and the copies that
  /// it needs changed; negative where the assignment was not optimal.
  int64_t bytes = 0;
  /// In words; empty if `feasible`.
  std::string constraint;
  /// The binding of the value that forbids it.
  Binding binding = Binding::Free;
};

/// How one op runs.
enum class OpPrecision : uint8_t {
  /// Nothing of it takes part.
  None,
  High,
  Low,
  /// Reads or writes both types (an absorbing body at a boundary).
  Mixed
};

/// `f32`-style words for reports: `none`, `high`, `low`, `mixed`.
StringRef stringifyOpPrecision(OpPrecision precision);
/// `high`, `low`, `both`.
StringRef stringifyStorage(Storage storage);

/// One op's choice. Types are element types; operands and results that take no
/// part have the element type that they had.
struct OpExplanation {
  OpPrecision precision = OpPrecision::None;
  llvm::SmallVector<Type, 4> operands, results;
  /// Type of its arithmetic and of its running values; null where there is
  /// none.
  FloatType compute, accumulate;
  /// What holds the op where it is; Free where only bytes decided.
  Binding binding = Binding::Free;
  Alternative otherwise;
};

/// `stays f32`, `runs in f16`, `computes in f32 on f16` (a body that extends
/// what it reads) or `reads or writes both f32 and f16`; empty for None.
std::string describePrecision(const OpExplanation &explained,
                              const PrecisionGraph &graph);

/// Bytes of one value as assigned.
struct ValueBytes {
  /// What its op and its casts write, its readers read, and casts read to make
  /// the other copy, loops counted as often as they run.
  int64_t writes = 0, reads = 0, casts = 0;
  unsigned numCasts = 0;
  int64_t total() const {
    return saturatingAdd(saturatingAdd(writes, reads), casts);
  }
};

/// How the conversion was asked for, and how ops are named.
struct ExplanationOptions {
  /// `compute=low`, `accumulate=low` of the conversion.
  bool computeLow = false, accumulateLow = false;
  /// Names other ops in constraints; null: by their locations.
  const StablePaths *paths = nullptr;
};

/// Answers questions about one assignment. Construction is linear in the graph,
/// as is asking about all of its ops.
class Explanation {
public:
  /// `graph` and `assignment` must outlive the answers.
  Explanation(const PrecisionGraph &graph, const Assignment &assignment,
              ExplanationOptions options = {});
  ~Explanation();

  /// All about one op; `op` is its number in the graph.
  OpExplanation explainOp(GraphIndex op);
  /// The op's precision alone, without the price of the alternative.
  OpPrecision getPrecision(GraphIndex op) const;
  /// Whether an op is a contraction of which no factor takes part: they came in
  /// the low type, or in one that it holds.
  bool cameLow(GraphIndex op) const;
  /// Where the value, by its number in the graph, lies after the conversion.
  Storage getStorage(GraphIndex value) const;
  /// Whether its op writes `value` low; of one that accumulates, whether what
  /// it is rounded to is all that is read.
  bool isWrittenLow(GraphIndex value) const;
  /// The cost of storing `value` the other way: high only where it is low (or
  /// both) now, low only where it is high. Values of a label flip the label.
  Alternative getAlternative(GraphIndex value);
  /// The cost of the other side of `label`, with the copies it then needs.
  Alternative getLabelAlternative(GraphIndex label);
  /// What the value moves through memory as assigned.
  ValueBytes getBytes(GraphIndex value) const;
  /// Bytes that `op` reads and writes; 0 for views and empty tensors.
  int64_t getOpBytes(GraphIndex op) const;

  /// Uses of `value` in graph order.
  ArrayRef<GraphIndex> getUses(GraphIndex value) const;
  /// Values defined by `op`, in result order.
  ArrayRef<GraphIndex> getResults(GraphIndex op) const;

  const PrecisionGraph &graph;
  const Assignment &assignment;

private:
  /// Sorted buckets of indices: those of key k lie at [start[k], start[k+1]).
  struct Buckets {
    std::vector<GraphIndex> start, items;
    ArrayRef<GraphIndex> operator[](GraphIndex key) const {
      return ArrayRef(items).slice(start[key], start[key + 1] - start[key]);
    }
  };
  static Buckets makeBuckets(size_t numKeys, size_t numItems,
                             llvm::function_ref<GraphIndex(size_t)> keyOf);

  using Cost = __int128;
  /// Made for the first question about another choice.
  TrialAssignment &getTrial();
  /// Whether `value` may have the copies that it has in the trial; else the
  /// constraint in `why`.
  bool isAllowed(GraphIndex value, std::string &why) const;
  std::string describeUse(GraphIndex use) const;
  /// Picks the cheapest allowed storage of `value` in the trial; adds the
  /// change in cost to `delta`. Fails with the constraint in `why`.
  bool repair(GraphIndex value, Cost &delta, std::string &why);

  ExplanationOptions options;
  Buckets usesOf, resultsOf, valuesOfLabel, usesOfLabel;
  std::unique_ptr<TrialAssignment> trial;
  std::vector<std::optional<Alternative>> labelCache;
};

/// The function that holds `op`, null outside of functions.
Operation *getEnclosingFunction(Operation *op);
/// The op that defines `value`, or the owner of its block.
Operation *getDefiningOrParentOp(Value value);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_EXPLANATION_H
