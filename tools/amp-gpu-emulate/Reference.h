//===- Reference.h - Functions on tensors in double precision ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_REFERENCE_H
#define AMP_TOOLS_GPU_EMULATE_REFERENCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <vector>

namespace amp_emulate {

/// Elements in row-major order; integers too.
struct Tensor {
  mlir::RankedTensorType type;
  std::vector<double> data;

  explicit Tensor(mlir::RankedTensorType type, double value = 0)
      : type(type), data(type.getNumElements(), value) {}
  Tensor() = default;
};

/// `value` rounded to the nearest of a float type, unchanged for other types.
double roundTo(double value, mlir::Type type);

/// The results of a function of one block of linalg, tensor, arith and math
/// ops. Only casts to f16, bf16 and integers round. Fails with an error on an
/// op that it does not know.
mlir::FailureOr<std::vector<Tensor>> evaluate(mlir::func::FuncOp function,
                                              std::vector<Tensor> arguments);

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_REFERENCE_H
