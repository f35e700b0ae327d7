//===- SplitRows.h - Few long rows over many blocks -------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SPLITROWS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SPLITROWS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// Splits sums of few long rows, and the sums of squared distances to their
/// means, into parts that one look at the data gives, and mergers of the parts.
/// Before the following, which would take the sums one by one.
void populateSplitMomentsPatterns(RewritePatternSet &patterns);

/// Splits every other reduction of few long rows into parts and their merger.
void populateSplitRowsPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SPLITROWS_H
