//===- ConstantResults.h - Results that are one number ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_CONSTANTRESULTS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_CONSTANTRESULTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// Adds patterns that take from a linalg.generic the results all elements of
/// which are one value from outside of its body: they are fills.
void populateConstantResultPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_CONSTANTRESULTS_H
