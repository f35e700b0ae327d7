//===- Roots.h - Which ops are contractions or convolutions -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROOTS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROOTS_H

#include "llvm/ADT/ArrayRef.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::amp::cuda {

/// A linalg contraction (matrix product of any form), named or generic.
bool isTensorContraction(Operation *op);

/// A linalg convolution that is no pooling, named or generic.
bool isConvolutionRoot(Operation *op);

/// Either.
bool isTensorRoot(Operation *op);

/// Tiles that keep a device busy.
inline constexpr int64_t kBusyTiles = 128;

/// Tiles of 64 x 64, which reuse what they load, of a contraction or
/// convolution by its batch, M, N and K.
int64_t countTiles(llvm::ArrayRef<int64_t> sizes);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROOTS_H
