//===- Passes.h - Passes towards NVIDIA GPUs --------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_PASSES_H
#define AMPDIALECT_CONVERSION_TONVVM_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"

/// What ptxas is told: to save registers a little harder than by default, which
/// keeps every kernel of the models free of spills. utils/check-ptxas.py and
/// benchmarks/gpu_models.py say the same.
inline constexpr llvm::StringLiteral kPtxasOptions = "--register-usage-level=4";

/// Registers what translates kernels to LLVM IR and serialises them.
void registerKernelTranslations(DialectRegistry &registry);

/// Adds what `amp-lower-gpu-kernels` runs.
void buildLowerGPUKernelsPipeline(OpPassManager &pm);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_PASSES_H
