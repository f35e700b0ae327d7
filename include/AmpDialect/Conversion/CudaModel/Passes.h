//===- Passes.h - Passes towards NVVM ---------------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_CUDAMODEL_PASSES_H
#define AMPDIALECT_CONVERSION_CUDAMODEL_PASSES_H

#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "AmpDialect/Conversion/CudaModel/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "AmpDialect/Conversion/CudaModel/Passes.h.inc"

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_CUDAMODEL_PASSES_H
