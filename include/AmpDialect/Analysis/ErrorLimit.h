//===- ErrorLimit.h - Fewest bytes within a bound on the error --*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The optimum stores low whatever saves bytes, and each such value is one more
// rounding. Where ops absorb casts that costs little; where each op rounds its
// own result it adds up. This bounds it: the error that ErrorModel estimates
// may be at most `ratio` times that of the greedy assignment.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_ERRORLIMIT_H
#define AMPDIALECT_ANALYSIS_ERRORLIMIT_H

#include "AmpDialect/Analysis/PrecisionGraph.h"

namespace mlir::amp {

/// Most minimum cuts that the search may take.
inline constexpr unsigned kMaxLimitSolves = 12;

/// What became of the limit. Ratios are of estimated relative errors (square
/// roots of variances) by greedy's; 0 where they were not needed.
struct ErrorLimitResult {
  /// The limit; 0 for none.
  double limit = 0;
  /// Of the optimum without the limit, and of the assignment.
  double unlimited = 0, chosen = 0;
  /// Activation bytes of the optimum without the limit, and of the assignment.
  int64_t unlimitedBytes = 0, chosenBytes = 0;
  /// The optimum broke the limit; the assignment is another one.
  bool binding = false;
  /// The assignment keeps the limit.
  bool reached = true;
  /// Minimum cuts solved.
  unsigned solves = 1;
};

/// assignOptimal, within the limit on the error: `ratio` times greedy's, none
/// where `ratio` is 0. Where the optimum breaks it, low storage gets prices of
/// accuracy in proportion to what the model says it adds, raised until the
/// limit is met, and then lowered as far as they go (kMaxLimitSolves cuts in
/// all). Contractions that the optimum runs low stay low, and no more bytes
/// are moved than without any conversion. On return `graph` holds the prices,
/// and what they alone keep high is marked `limited`. `wantRatios`: fills in
/// the ratios even where a bound shows that the limit holds.
Assignment assignWithinErrorLimit(PrecisionGraph &graph, double ratio,
                                  bool wantRatios, ErrorLimitResult &result);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_ERRORLIMIT_H
