//===- CudaModel.h - Whole models to CUDA --------------------------*- C++
//-*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_CUDAMODEL_CUDAMODEL_H
#define AMPDIALECT_CONVERSION_CUDAMODEL_CUDAMODEL_H

#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
#include "AmpDialect/Conversion/ToNVVM/GemmConfig.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace mlir::amp {

/// What the kernels become inside the gpu.binary.
enum class KernelFormat { Llvm, Isa, Bin, Fatbin };

/// Where convolutions have their channels.
enum class ConvLayout {
  /// Where the module has them.
  Keep,
  /// Last where that moves fewer bytes, transposes counted.
  Auto,
  /// Last wherever a convolution gains anything.
  Last
};

/// How a module goes to CUDA.
struct ToNVVMOptions {
  /// Chips to compile for, as ptxas names them; one kernel image each.
  SmallVector<std::string> chips;
  KernelFormat format = KernelFormat::Bin;
  ConvLayout layout = ConvLayout::Auto;
  /// Whether two products and the rows between them become one kernel.
  bool fuseAttention = true;
  /// Overrides of the contraction kernels' configuration; empty for none.
  DictionaryAttr gemmConfig;
  /// File of measured configurations (GemmTable.h); empty for the compiler's.
  std::string table;
  /// Whether the images become LLVM globals, as a library needs them, and the
  /// gpu.binary goes.
  bool embed = false;
  /// Function that becomes the model's entry.
  std::string entry = "main";
};

/// Runs a pipeline on the module that is lowered or a module inside of it.
using PipelineRunner =
    llvm::function_ref<LogicalResult(OpPassManager &, Operation *)>;

/// Whether `module` holds an op of TOSA.
bool hasTosa(ModuleOp module);

/// Appends the passes that bring a mixed module on tensors (linalg, TOSA, arith
/// and math on tensors, tensor, scf) to the form that `formKernels` reads:
/// inlined, linalg.generic except for convolutions and fills, without unit
/// loops, neighbouring elementwise ops fused, convolutions in `layout`.
void buildPrepareForKernels(OpPassManager &manager, bool withTosa,
                            ConvLayout layout = ConvLayout::Auto);

/// Splits the bodies of `module`'s functions into `func.func private` kernels
/// with the unit attribute `amp.kernel`, one root and its fused neighbours
/// each. Equal kernels are shared. What stays behind: calls, constants,
/// tensor.empty, views and scf control flow. With `fuseAttention`, two products
/// and the rows between them are one kernel where that has room. Diagnoses the
/// first op that no kernel can hold.
LogicalResult formKernels(ModuleOp module, bool fuseAttention = true);

/// Emits a kernel whose root is no contraction (the contract is that of
/// `emitContractionKernel`, and `amp.launch` says in `route` how its loops were
/// mapped). Scalar arguments of the function become kernel arguments of the
/// same type.
FailureOr<gpu::GPUModuleOp> emitGeneralKernel(func::FuncOp kernel,
                                              const ChipInfo &chip);

/// Lowers a mixed module (output of amp-autocast) to an LLVM-dialect module:
/// a `gpu.binary @amp_kernels` with one object per chip, and the host function
/// `i32 @amp_model_entry(ptr state, ptr inputs, ptr outputs)` over the runtime
/// in AmpDialect/Runtime/Cuda.h. Run it in a pass or on a context that has
/// the dialects of `registerToNVVMDialects` and of amp-to-nvvm loaded.
/// Diagnoses what cannot be lowered. A pass hands in its `runPipeline`, so that
/// its pass manager's instrumentation sees all passes; without, each pipeline
/// has a pass manager of its own.
LogicalResult lowerToCuda(ModuleOp module, const ToNVVMOptions &options,
                          PipelineRunner run = nullptr);

/// Loads what `lowerToCuda` creates into a context outside of a pass.
void loadToNVVMDialects(MLIRContext &context);

/// Adds the translations and targets that `lowerToCuda` needs to a registry.
void registerToNVVMDialects(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_CUDAMODEL_CUDAMODEL_H
