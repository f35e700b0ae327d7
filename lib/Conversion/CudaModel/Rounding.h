//===- Rounding.h - One value for all who read what is rounded --*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROUNDING_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROUNDING_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::cuda {

/// The cast of amp-autocast that rounds `value`, if it is one: a reader's cast
/// may undo it.
arith::TruncFOp getMarkedRounding(Value value);

/// Takes from `cast` the mark that lets a reader's cast undo it.
void keepRounding(arith::TruncFOp cast);

/// What `kernel` stores rounded and reads itself is read rounded: other kernels
/// read it from memory, and differences of sums over both cancel their rounding
/// (1 - cos) only where it is of one value.
void keepStoredRounding(func::FuncOp kernel);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROUNDING_H
