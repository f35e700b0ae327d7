//===- KernelImages.cpp - Emitted kernels to one image a chip -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImages.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Roots.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

static gpu::CompilationTarget getTarget(KernelFormat format) {
  switch (format) {
  case KernelFormat::Llvm:
    return gpu::CompilationTarget::Offload;
  case KernelFormat::Isa:
    return gpu::CompilationTarget::Assembly;
  case KernelFormat::Bin:
    return gpu::CompilationTarget::Binary;
  case KernelFormat::Fatbin:
    break;
  }
  return gpu::CompilationTarget::Fatbin;
}

/// Moves the contents of `from` into `into`. A symbol that exists there already
/// (shared memory, a declaration) is the same one if it is external; else the
/// newcomer is renamed.
static LogicalResult moveKernels(gpu::GPUModuleOp from, gpu::GPUModuleOp into,
                                 SymbolTable &symbols) {
  SymbolTable own(from);
  SmallVector<Operation *> ops;
  for (Operation &op : *from.getBody())
    ops.push_back(&op);
  for (Operation *op : ops) {
    auto name = dyn_cast<SymbolOpInterface>(op);
    if (name && symbols.lookup(name.getName())) {
      if (name.isDeclaration()) {
        op->erase();
        continue;
      }
      auto global = dyn_cast<LLVM::GlobalOp>(op);
      if (global && global.getLinkage() == LLVM::Linkage::External) {
        op->erase();
        continue;
      }
      if (failed(own.renameToUnique(op, {&symbols})))
        return failure();
    }
    op->remove();
    if (name)
      symbols.insert(op);
    else
      into.getBody()->push_back(op);
  }
  from.erase();
  return success();
}

/// Kernels in llvm, nvvm, scf, arith and math ops to LLVM and NVVM ops alone.
static void buildLowering(OpPassManager &manager) {
  OpPassManager &nested = manager.nest<gpu::GPUModuleOp>();
  nested.addPass(createCanonicalizerPass());
  nested.addPass(createCSEPass());
  nested.addPass(createLoopInvariantCodeMotionPass());
  // No library call for integer powers.
  nested.addPass(math::createMathExpandOpsPass({{"fpowi"}}));
  nested.addPass(createSCFToControlFlowPass());
  nested.addPass(createConvertNVVMToLLVMPass());
  nested.addPass(createArithToLLVMConversionPass());
  nested.addPass(createConvertGpuOpsToNVVMOps());
  nested.addPass(createCanonicalizerPass());
  nested.addPass(createCSEPass());
  nested.addPass(createReconcileUnrealizedCastsPass());
}

/// The kernel for one function: the tensor cores' if its root is theirs.
static FailureOr<gpu::GPUModuleOp> emitKernel(func::FuncOp function,
                                              const ChipInfo &chip,
                                              const ToNVVMOptions &options) {
  return emitGeneralKernel(function, chip);
}

/// All kernels for one chip in one gpu.module.
static FailureOr<gpu::GPUModuleOp>
emitForChip(ModuleOp module, const ChipInfo &chip, const ToNVVMOptions &options,
            llvm::StringMap<DictionaryAttr> &launches) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kKernelAttrName))
      functions.push_back(function);
  OpBuilder builder(module.getBody(), module.getBody()->end());
  auto all = gpu::GPUModuleOp::create(builder, module.getLoc(), "amp_kernels");
  SymbolTable symbols(all);
  for (func::FuncOp function : functions) {
    FailureOr<gpu::GPUModuleOp> emitted = emitKernel(function, chip, options);
    if (failed(emitted) || failed(moveKernels(*emitted, all, symbols))) {
      all.erase();
      return failure();
    }
    auto kernel = symbols.lookup<LLVM::LLVMFuncOp>(function.getName());
    launches[function.getName()] =
        kernel->getAttrOfType<DictionaryAttr>(kLaunchAttrName);
  }
  return all;
}

/// Lowers and serialises `kernels`, the only gpu.module of a module of its own.
static FailureOr<Attribute> serialize(gpu::GPUModuleOp kernels,
                                      const ChipInfo &chip,
                                      const ToNVVMOptions &options) {
  MLIRContext *context = kernels.getContext();
  OwningOpRef<ModuleOp> own(ModuleOp::create(kernels.getLoc()));
  kernels->moveBefore(own->getBody(), own->getBody()->end());
  PassManager manager(context, ModuleOp::getOperationName());
  buildLowering(manager);
  if (failed(manager.run(*own)))
    return failure();
  Attribute target = NVVM::NVVMTargetAttr::get(
      context, /*optLevel=*/3, "nvptx64-nvidia-cuda", chip.name,
      chip.ptxFeatures);
  kernels.setTargetsAttr(ArrayAttr::get(context, target));
  gpu::TargetOptions targetOptions({}, {}, {}, {}, getTarget(options.format));
  if (failed(gpu::transformGpuModulesToBinaries(*own, nullptr, targetOptions)))
    return failure();
  auto binary = *own->getOps<gpu::BinaryOp>().begin();
  return binary.getObjects()[0];
}

LogicalResult cuda::buildKernelImages(
    ModuleOp module, const ToNVVMOptions &options,
    SmallVectorImpl<llvm::StringMap<DictionaryAttr>> &launches) {
  SmallVector<Attribute> objects;
  for (const std::string &name : options.chips) {
    std::optional<ChipInfo> chip = ChipInfo::lookup(name);
    if (!chip)
      return module.emitError() << "unknown chip '" << name
                                << "', expected one of "
                                << ChipInfo::getKnownNames();
    FailureOr<gpu::GPUModuleOp> kernels =
        emitForChip(module, *chip, options, launches.emplace_back());
    if (failed(kernels))
      return failure();
    FailureOr<Attribute> object = serialize(*kernels, *chip, options);
    if (failed(object))
      return failure();
    objects.push_back(*object);
  }
  OpBuilder builder(module.getBody(), module.getBody()->end());
  gpu::BinaryOp::create(builder, module.getLoc(), "amp_kernels", nullptr,
                        builder.getArrayAttr(objects));
  return success();
}
