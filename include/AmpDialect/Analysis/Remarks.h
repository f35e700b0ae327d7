//===- Remarks.h - Names of the remarks that we emit ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every remark of the project: category `amp`, so that `--remark-filter=amp`
// shows them all. Names and argument keys are stable; docs/report.md lists
// them.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_REMARKS_H
#define AMPDIALECT_ANALYSIS_REMARKS_H

#include "AmpDialect/Analysis/Report.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::amp {

inline constexpr llvm::StringLiteral kRemarkCategory = "amp";

/// Passed: an op now runs low. Args: Category, Reason, and BytesSaved or
/// Constraint (what forbids the other choice).
inline constexpr llvm::StringLiteral kRemarkLowered = "Lowered";
/// Missed: an op kept its type. Args: Category, Binding, Reason, and BytesMore
/// (what lowering would cost) or Constraint, if one is named.
inline constexpr llvm::StringLiteral kRemarkKeptHigh = "KeptHigh";
/// Analysis: a cast that costs a pass over memory. Args: Bytes, Casts.
inline constexpr llvm::StringLiteral kRemarkCast = "Cast";
/// Missed: the module stays as it is. Args: Reason.
inline constexpr llvm::StringLiteral kRemarkUnchanged = "Unchanged";
/// Missed: advice. Args: Suggestion.
inline constexpr llvm::StringLiteral kRemarkHint = "Hint";
/// Analysis: totals of a module. Args: Casts, CastBytes, WeightCasts,
/// BytesBefore, BytesAfter, MultiplyAddsLow, MultiplyAdds.
inline constexpr llvm::StringLiteral kRemarkSummary = "Summary";
/// Passed: constants became low data. Args: Constants, Elements.
inline constexpr llvm::StringLiteral kRemarkConstants = "ConstantsChanged";
/// Missed: constants hold elements that would overflow or vanish. Args:
/// Constants (those that kept their type), OutOfRange, Underflow.
inline constexpr llvm::StringLiteral kRemarkConstantKept = "ConstantKept";

/// True if some remark of ours could be shown; else explaining is wasted time.
bool areRemarksEnabled(MLIRContext *context);

/// Emits Lowered, KeptHigh and Cast for each op and value of a decision. To be
/// called while the graph's ops exist.
void emitDecisionRemarks(const PrecisionGraph &graph,
                         const Assignment &assignment,
                         ExplanationOptions options = {});

/// Emits Summary, Unchanged, Hint, ConstantsChanged and ConstantKept at `loc`.
void emitReportRemarks(Location loc, const Report &report);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_REMARKS_H
