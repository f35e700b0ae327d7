//===- Combiner.h - How partial results of a reduction merge ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_COMBINER_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_COMBINER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::cuda {

/// An op that merges two partial results, and what leaves the other operand
/// unchanged, in the type of the running value. The op may compute in a wider
/// float type: the body casts round it.
struct Combiner {
  Operation *op = nullptr;
  TypedAttr neutral;
};

/// The combiner of a linalg op's only result, or nothing.
std::optional<Combiner> getCombiner(linalg::LinalgOp op);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_COMBINER_H
