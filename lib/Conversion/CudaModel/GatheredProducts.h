//===- GatheredProducts.h - Products with gathered matrices -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GATHEREDPRODUCTS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GATHEREDPRODUCTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// A product of each row with a matrix that it picks from a few, as mixtures of
/// experts have it, becomes a product of all rows with all matrices and a pick
/// of its results, where that moves fewer bytes.
void populateGatheredProductsPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GATHEREDPRODUCTS_H
