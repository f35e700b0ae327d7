//===- Passes.h - Passes towards NVIDIA GPUs --------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_PASSES_H
#define AMPDIALECT_CONVERSION_TONVVM_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"

/// Registers what translates kernels to LLVM IR and serialises them.
void registerKernelTranslations(DialectRegistry &registry);

/// Adds what `amp-lower-gpu-kernels` runs.
void buildLowerGPUKernelsPipeline(OpPassManager &pm);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_PASSES_H
