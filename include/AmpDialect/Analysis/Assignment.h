//===- Assignment.h - Ways to choose precisions -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_ASSIGNMENT_H
#define AMPDIALECT_ANALYSIS_ASSIGNMENT_H

#include "AmpDialect/Analysis/PrecisionGraph.h"

namespace mlir::amp {

/// The forward sweep of TVM, TensorFlow and PyTorch: in program order, ALWAYS
/// ops low, FOLLOW ops low where every input already is, NEVER ops high. Linear
/// time. The result is feasible.
Assignment assignGreedy(const PrecisionGraph &graph);

/// "Low unless forbidden": starts with everything low and raises only what a
/// hard constraint raises, to a fixpoint. Linear time. Feasible.
Assignment assignLowUnlessForbidden(const PrecisionGraph &graph);

/// The exact minimum of `graph.objective` by one s-t minimum cut per connected
/// component (Boykov-Kolmogorov). Among optima: fewest low values, then fewest
/// casts; deterministic. Feasible. Near-linear on graphs of real modules.
Assignment assignOptimal(const PrecisionGraph &graph);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_ASSIGNMENT_H
