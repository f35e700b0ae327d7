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

// All three return a feasible assignment wherever one exists, the same one each
// time. Where none does (a label fixed low over a value whose low copy is
// forbidden) they return `graph.getAllHigh()`: the module as it came.

/// The forward sweep of TVM, TensorFlow and PyTorch: in program order, ALWAYS
/// ops low, FOLLOW ops low where every input already is (weights, constants,
/// fills and pinned values do not count), NEVER ops high. Carried values are
/// decided with their loops, to a fixpoint. Linear time.
Assignment assignGreedy(const PrecisionGraph &graph);

/// "Low unless forbidden": starts with everything low and raises only what a
/// hard constraint raises; a copy of the other type exists only where a use
/// needs it. Reads no prices. Linear time.
Assignment assignLowUnlessForbidden(const PrecisionGraph &graph);

/// The exact minimum of `graph.objective`. Among optima: fewest low copies,
/// then fewest casts (of weights too), then fewest second copies; where the
/// bytes need more than 120 bits less those of the counts, the least point,
/// i.e. high wherever possible. Unknowns that a reduction cannot settle take
/// one minimum cut per batch of connected components (Boykov-Kolmogorov).
/// Near-linear on graphs of real modules.
Assignment assignOptimal(const PrecisionGraph &graph);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_ASSIGNMENT_H
