//===- Softmax.h - Kernels of rows that are a softmax -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SOFTMAX_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SOFTMAX_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::cuda {

/// Weights that are powers of logits, by the row's largest, as shares of their
/// sum.
struct Softmax {
  /// What is a logit, however the kernel came by it.
  Value logits;
  /// The largest of a row, the powers, their sum.
  linalg::GenericOp most, powers, total;
  /// math.exp or math.exp2.
  Operation *power = nullptr;
  /// Makes a weight of a power, its operand `powerSide`, and of what is made of
  /// the sum: arith.divf or arith.mulf.
  Operation *scaling = nullptr;
  unsigned powerSide = 0;
  /// What that other operand needs of the body around it, in order; the only
  /// arguments among it stand for results of `total`, or what one a row is made
  /// of that alone, and for scalars.
  SmallVector<Operation *> factorOps;
};

/// The softmax whose weights the kernel of rows returns; nothing where they are
/// anything else.
std::optional<Softmax> matchSoftmax(func::FuncOp rows);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SOFTMAX_H
