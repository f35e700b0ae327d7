//===- SerializeKernels.cpp - gpu.modules to NVVM and to binaries ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/Conversion/ToNVVM/Toolkit.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace mlir::amp {
#define GEN_PASS_DEF_LOWERGPUKERNELSPASS
#define GEN_PASS_DEF_SERIALIZEGPUKERNELSPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

void mlir::amp::registerKernelTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

void mlir::amp::buildLowerGPUKernelsPipeline(OpPassManager &pm) {
  OpPassManager &nested = pm.nest<gpu::GPUModuleOp>();
  // LLVM has no casts of 8-bit floats.
  nested.addPass(createExpandFloat8Pass());
  nested.addPass(createExpandRemaindersPass());
  nested.addPass(createExpandIntegerPowersPass());
  nested.addPass(createRoundIntegersPass());
  nested.addPass(createExpandActivationsPass());
  nested.addPass(createExpandConstantDivisionsPass());
  // Arithmetic of numbers; what is left makes pairs of them and takes them
  // apart.
  nested.addPass(createConvertComplexToStandardPass());
  // Address arithmetic is written as it comes; identical parts meet here, while
  // loops and branches still show.
  nested.addPass(createCanonicalizerPass());
  nested.addPass(createCSEPass());
  nested.addPass(createLoopInvariantCodeMotionPass());
  // Indices that fusion computed.
  nested.addPass(createLowerAffinePass());
  nested.addPass(createSCFToControlFlowPass());
  // Before the others: its inline PTX takes their results.
  nested.addPass(createConvertNVVMToLLVMPass());
  nested.addPass(createConvertComplexToLLVMPass());
  nested.addPass(createArithToLLVMConversionPass());
  nested.addPass(createConvertGpuOpsToNVVMOps());
  // Integers and tests of floats: intrinsics, where libdevice has nothing.
  nested.addPass(createConvertMathToLLVMPass());
  nested.addPass(createCanonicalizerPass());
  nested.addPass(createCSEPass());
  nested.addPass(createReconcileUnrealizedCastsPass());
}

namespace {
struct LowerGPUKernelsPass
    : amp::impl::LowerGPUKernelsPassBase<LowerGPUKernelsPass> {
  using LowerGPUKernelsPassBase::LowerGPUKernelsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    LowerGPUKernelsPassBase::getDependentDialects(registry);
    OpPassManager pm(ModuleOp::getOperationName());
    buildLowerGPUKernelsPipeline(pm);
    pm.getDependentDialects(registry);
  }

  void runOnOperation() override {
    OpPassManager pm(ModuleOp::getOperationName());
    buildLowerGPUKernelsPipeline(pm);
    if (failed(runPipeline(pm, getOperation())))
      signalPassFailure();
  }
};

struct SerializeGPUKernelsPass
    : amp::impl::SerializeGPUKernelsPassBase<SerializeGPUKernelsPass> {
  using SerializeGPUKernelsPassBase::SerializeGPUKernelsPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    SerializeGPUKernelsPassBase::getDependentDialects(registry);
    OpPassManager pm(ModuleOp::getOperationName());
    buildLowerGPUKernelsPipeline(pm);
    pm.getDependentDialects(registry);
    registerKernelTranslations(registry);
  }

  void runOnOperation() override {
    FailureOr<ChipInfo> found = ChipInfo::get(getOperation().getLoc(), chip);
    if (failed(found))
      return signalPassFailure();
    auto target =
        llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(format)
            .Case("isa", gpu::CompilationTarget::Assembly)
            .Case("bin", gpu::CompilationTarget::Binary)
            .Case("fatbin", gpu::CompilationTarget::Fatbin)
            .Default(std::nullopt);
    if (!target) {
      emitError(getOperation()->getLoc())
          << "unknown format '" << format << "', expected isa, bin or fatbin";
      return signalPassFailure();
    }
    OpPassManager pm(ModuleOp::getOperationName());
    buildLowerGPUKernelsPipeline(pm);
    if (failed(runPipeline(pm, getOperation())) ||
        failed(serialize(*found, *target)))
      signalPassFailure();
  }

private:
  LogicalResult serialize(const ChipInfo &info, gpu::CompilationTarget target);
  LogicalResult writeText(StringRef name, StringRef text);
};
} // namespace

LogicalResult
SerializeGPUKernelsPass::serialize(const ChipInfo &info,
                                   gpu::CompilationTarget target) {
  auto attribute = NVVM::NVVMTargetAttr::get(&getContext(), /*optLevel=*/3,
                                             "nvptx64-nvidia-cuda", info.name,
                                             info.ptxFeatures);
  FailureOr<std::string> toolkit = findToolkit(
      getOperation().getLoc(), target != gpu::CompilationTarget::Assembly);
  if (failed(toolkit))
    return failure();
  // One module at a time, so that a text knows its name.
  SmallVector<gpu::GPUModuleOp> modules(
      getOperation().getOps<gpu::GPUModuleOp>());
  for (gpu::GPUModuleOp gpuModule : modules) {
    gpuModule.setTargetsAttr(
        ArrayAttr::get(&getContext(), ArrayRef<Attribute>{attribute}));
    std::string name = gpuModule.getName().str();
    SmallVector<NamedAttribute> kept;
    for (auto function : gpuModule.getOps<LLVM::LLVMFuncOp>())
      for (StringRef key :
           {StringRef(kLaunchAttrName), StringRef(kGemmConfigAttrName),
            StringRef(kTensorCoreAttrName)})
        if (Attribute value = function->getAttr(key))
          kept.emplace_back(StringAttr::get(&getContext(), key), value);
    LogicalResult written = success();
    auto onText = [&](StringRef text) {
      if (!dump.empty())
        written = writeText(name, text);
    };
    gpu::TargetOptions options(*toolkit, /*librariesToLink=*/{},
                               /*cmdOptions=*/kPtxasOptions, /*elfSection=*/{},
                               target,
                               /*getSymbolTableCallback=*/{},
                               /*initialLlvmIRCallback=*/{},
                               /*linkedLlvmIRCallback=*/{},
                               /*optimizedLlvmIRCallback=*/{}, onText);
    // The function walks its argument: a module of its own holds the kernel.
    OwningOpRef<ModuleOp> own(ModuleOp::create(gpuModule.getLoc()));
    gpuModule->moveBefore(own->getBody(), own->getBody()->end());
    if (failed(gpu::transformGpuModulesToBinaries(*own, nullptr, options)) ||
        failed(written))
      return failure();
    for (Operation &op : llvm::make_early_inc_range(*own->getBody())) {
      for (NamedAttribute entry : kept)
        op.setAttr(entry.getName(), entry.getValue());
      op.moveBefore(getOperation().getBody(), getOperation().getBody()->end());
    }
  }
  return success();
}

LogicalResult SerializeGPUKernelsPass::writeText(StringRef name,
                                                 StringRef text) {
  if (std::error_code error = llvm::sys::fs::create_directories(dump))
    return emitError(getOperation()->getLoc())
           << "cannot make the folder '" << dump << "': " << error.message();
  SmallString<128> path(dump);
  llvm::sys::path::append(path, name + ".ptx");
  for (const ProgramFile &file : getProgramFiles(&getContext()))
    if (isSameFile(path, file.path))
      return emitError(getOperation()->getLoc())
             << "expected dump and " << file.what
             << " to name different files, got '" << path << "'";
  std::string problem =
      writeWholeFile(path, [&](raw_ostream &os) { os << text; });
  if (!problem.empty())
    return emitError(getOperation()->getLoc()) << problem;
  return success();
}
