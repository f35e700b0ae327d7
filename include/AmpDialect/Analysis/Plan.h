//===- Plan.h - A decision as an editable file ------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A precision plan lists, one line an op or block argument, the side of its
// label and the storage of its values; docs/plan.md gives the format:
//
//   amp-plan 1 f32 f16
//   @main/linalg.matmul#0: low -> both     // net.py:12:3
//   @main/arg#0: -> high
//   loc "encoder/0/*": high
//
// Use: applyPlan before the assignment, enforcePlan after it.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_PLAN_H
#define AMPDIALECT_ANALYSIS_PLAN_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp {

class StagedFile;

/// How a value is stored. The last two have both copies; the word says which
/// one its op writes.
enum class PlannedStorage : uint8_t {
  /// Not said.
  Any,
  High,
  Low,
  BothFromHigh,
  BothFromLow
};

/// One line of a plan.
struct PlanEntry {
  /// A stable path, or the text of a location (a `*` at its end matches any
  /// rest).
  std::string key;
  /// Whether `key` is a location.
  bool byLocation = false;
  /// Whether the op's label is low; none: not said, or it has none.
  std::optional<bool> labelLow;
  /// One per result (one for a block argument); empty: not said.
  llvm::SmallVector<PlannedStorage, 2> storage;
  /// Shown as a comment, and read back from it.
  std::string location;
  /// Where the entry stands in its file, from 1; 0 if in none.
  unsigned line = 0;
};

/// A decision as text; see docs/plan.md.
struct Plan {
  /// For diagnostics.
  std::string file;
  /// Names of the two types, as `f32` and `f16`.
  std::string high, low;
  std::vector<PlanEntry> entries;

  /// The place of a line, to blame in diagnostics.
  Location getLoc(unsigned line, MLIRContext *context) const {
    return FileLineColLoc::get(context, file, line, 1);
  }
};

/// What a plan asks of a graph, by index; kept from applyPlan to enforcePlan.
struct PlannedChoices {
  /// Per value and per label: the plan's entry, kNone where it is silent.
  std::vector<GraphIndex> valueEntry, labelEntry;
  /// What is asked of each value, and of each label where an entry says so.
  std::vector<PlannedStorage> values;
  std::vector<bool> labelLow;
};

/// The plan that reproduces `assignment`, args first, then ops in program
/// order.
Plan makePlan(const PrecisionGraph &graph, const Assignment &assignment,
              Operation *root);

/// Prints the text that parsePlan reads.
void printPlan(llvm::raw_ostream &os, const Plan &plan);

/// Parses `text`; fails after a diagnostic at `file`:line:column.
FailureOr<Plan> parsePlan(StringRef text, StringRef file, MLIRContext *context);

/// Reads and parses a file; `loc` is blamed if it cannot be opened.
FailureOr<Plan> readPlan(StringRef file, Location loc);
/// Writes a plan to `file`, to be committed; to stderr if that is `-` (stdout
/// carries the IR). Fails after a diagnostic at `loc`.
LogicalResult writePlan(StagedFile &file, const Plan &plan, Location loc);

/// Fixes what `plan` says in `graph` (labels fixed, values pinned or forbidden)
/// so that an assignment only decides the rest. An entry that matches nothing,
/// or asks for what a hard constraint forbids, is an error at its line.
FailureOr<PlannedChoices> applyPlan(PrecisionGraph &graph, const Plan &plan,
                                    Operation *root);

/// Sets the planned storage in `assignment` exactly. Fails after a diagnostic
/// at the plan if the result breaks a hard constraint.
LogicalResult enforcePlan(const PrecisionGraph &graph, const Plan &plan,
                          const PlannedChoices &choices,
                          Assignment &assignment);

/// For a conversion that is dropped, as no contraction gains: fails, after a
/// diagnostic at the plan, if `choices` hold something low.
LogicalResult checkNothingLow(const Plan &plan, const PlannedChoices &choices,
                              MLIRContext *context);

/// Prints the entries that differ, one line each (`-` only in `before`, `+`
/// only in `after`, `~` changed). Returns true if there are none.
bool diffPlans(llvm::raw_ostream &os, const Plan &before, const Plan &after);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_PLAN_H
