//===- ScalarTensors.h - Tensors made of scalars, and scalars of them -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SCALARTENSORS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SCALARTENSORS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// Ops of loops for `tensor.splat`, `generate`, `from_elements` and `insert` of
/// static shape; `tensor.extract` of a known element outside of kernels reads a
/// slice of one; rounded constants are constants.
void populateScalarTensorPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SCALARTENSORS_H
