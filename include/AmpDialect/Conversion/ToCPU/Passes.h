//===- Passes.h - Lowering to the CPU ---------------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TOCPU_PASSES_H
#define AMPDIALECT_CONVERSION_TOCPU_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::amp {
#define GEN_PASS_DECL
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"

/// Options of `amp-to-cpu`.
struct ToCPUPipelineOptions : public PassPipelineOptions<ToCPUPipelineOptions> {
  PassOptions::Option<std::string> entry{
      *this, "entry", llvm::cl::desc("Function that the model consists of"),
      llvm::cl::init("main")};
  PassOptions::Option<bool> expandBF16{
      *this, "expand-bf16",
      llvm::cl::desc("Round to bf16 by integer operations, for processors "
                     "without AVX512-BF16"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> maskRows{
      *this, "mask-rows",
      llvm::cl::desc("Make masked vectors of short loops, for processors with "
                     "AVX-512"),
      llvm::cl::init(false)};
};

/// Appends the lowering of a module on tensors (linalg, TOSA, tensor, arith,
/// math, scf, cf, func; mixed precision or f32) to the LLVM dialect, with
/// `amp_model_entry` and calls to the runtime of AmpDialect/Runtime/CPU.h.
void buildToCPUPipeline(OpPassManager &manager,
                        const ToCPUPipelineOptions &options);

/// Registers `amp-to-cpu` with the global registry.
void registerToCPUPipeline();

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TOCPU_PASSES_H
