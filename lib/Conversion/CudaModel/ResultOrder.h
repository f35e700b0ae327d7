//===- ResultOrder.h - Loops in the order of their results ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_RESULTORDER_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_RESULTORDER_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// Elementwise generics walk through their result as it lies: what is written
/// through a permutation (a transpose of torch-mlir) is read through its
/// inverse instead. Results that are written in different orders become ops of
/// their own.
void populateResultOrderPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_RESULTORDER_H
