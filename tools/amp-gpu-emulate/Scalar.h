//===- Scalar.h - Scalar ops in double precision ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_SCALAR_H
#define AMP_TOOLS_GPU_EMULATE_SCALAR_H

#include "mlir/IR/Operation.h"
#include <functional>

namespace amp_emulate {

using Scalar = std::function<double(const double *operands)>;

/// What an arith or math op computes of scalars, empty if it is unknown.
Scalar getScalar(mlir::Operation *op);

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_SCALAR_H
