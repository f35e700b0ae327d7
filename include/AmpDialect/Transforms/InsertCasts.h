//===- InsertCasts.h - From a decision to mixed IR --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_INSERTCASTS_H
#define AMPDIALECT_TRANSFORMS_INSERTCASTS_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// How an assignment is made real.
struct InsertCastsOptions {
  /// Type of arithmetic in bodies, and of running values; null: the high type.
  FloatType compute, accumulate;
  /// Narrow constants; false leaves a cast of the constant.
  bool foldWeights = true;
  /// Mark ops whose sums this narrows, as `amp.low_sum`.
  bool markLowSums = false;
};

/// Makes `assignment` real: one copy per value and type, right after the
/// definition, and every op of the graph rebuilt at its signature through
/// MixedPrecisionOpInterface. Linear in the graph, no recursion. The listener
/// of `rewriter` is told of every change. On failure a diagnostic was emitted
/// and the IR may be half converted.
LogicalResult insertCasts(RewriterBase &rewriter, const PrecisionGraph &graph,
                          const Assignment &assignment,
                          const InsertCastsOptions &options);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_INSERTCASTS_H
