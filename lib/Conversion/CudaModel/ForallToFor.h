//===- ForallToFor.h - Parallel loops of the host ---------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_FORALLTOFOR_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_FORALLTOFOR_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// `scf.for` for `scf.forall` on tensors and `scf.parallel`, one iteration
/// after the other: each is launches of its own. Upstream's passes take loops
/// on buffers alone, and none that reduce.
void populateForallToForPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_FORALLTOFOR_H
