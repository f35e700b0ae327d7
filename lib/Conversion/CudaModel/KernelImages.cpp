//===- KernelImages.cpp - Emitted kernels to one image a chip -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelImages.h"
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/Conversion/ToNVVM/Toolkit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/Runtime/Cuda.h"
#include "AmpDialect/Transforms/Lowering.h"
#include "Attention.h"
#include "GroupLaunches.h"
#include "Roots.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

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

void cuda::buildKernelLowering(OpPassManager &manager) {
  // No library call for integer powers.
  manager.nest<gpu::GPUModuleOp>().addPass(
      math::createMathExpandOpsPass({{"fpowi"}}));
  buildLowerGPUKernelsPipeline(manager);
}

/// Emits a contraction's kernel; the first error's text goes to `reason`.
static FailureOr<gpu::GPUModuleOp> emitQuietly(func::FuncOp function,
                                               const ChipInfo &chip,
                                               const GemmTable &measured,
                                               std::string &reason) {
  ScopedDiagnosticHandler handler(
      function.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        reason = reason.empty() ? diagnostic.str() : reason;
        return success();
      });
  return emitContractionKernel(function, chip, /*override=*/nullptr, &measured);
}

/// The tensor cores' kernel, with its entry of the audit. Null, with the
/// reason, where that emitter does not take the function. A configuration that
/// the op itself asks for must fit; one for all ops is left out where it does
/// not.
static FailureOr<gpu::GPUModuleOp>
tryContraction(func::FuncOp function, const ChipInfo &chip,
               const ToNVVMOptions &options, const GemmTable &measured,
               SmallVectorImpl<DictionaryAttr> &audits, std::string &reason) {
  Operation *root = findContractionRoot(function);
  bool asks = root->hasAttr(kGemmConfigAttrName);
  if (options.gemmConfig && !asks)
    root->setAttr(kGemmConfigAttrName, options.gemmConfig);
  FailureOr<gpu::GPUModuleOp> emitted =
      emitQuietly(function, chip, measured, reason);
  if (failed(emitted) && asks)
    return root->emitError() << reason;
  if (options.gemmConfig && !asks) {
    root->removeAttr(kGemmConfigAttrName);
    if (failed(emitted)) {
      root->emitWarning("runs in another configuration than asked for: ")
          << reason;
      reason.clear();
      emitted = emitQuietly(function, chip, measured, reason);
    }
  }
  if (succeeded(emitted)) {
    auto kernel = emitted->lookupSymbol(function.getName());
    audits.push_back(
        kernel->getAttrOfType<DictionaryAttr>(kTensorCoreAttrName));
    return emitted;
  }
  audits.push_back(makePlainEntry(cast<linalg::LinalgOp>(root), reason));
  return gpu::GPUModuleOp();
}

/// Lets a kernel start while the one before it ends: its threads wait, before
/// they do anything, for all that came before to be done and seen. Each kernel
/// of a model waits, so that what is done includes what is two launches back.
/// A small grid lets the next one come at once. Others do not: blocks of the
/// next one crowd the first multiprocessors that have room, and models in f32
/// took up to half as long again on an H200.
static void overlapLaunches(LLVM::LLVMFuncOp kernel, DictionaryAttr launch,
                            const ChipInfo &chip) {
  OpBuilder b(kernel.getContext());
  b.setInsertionPointToStart(&kernel.getBody().front());
  auto control = [&](NVVM::GridDepActionKind kind) {
    NVVM::GriddepcontrolOp::create(b, kernel.getLoc(), kind);
  };
  control(NVVM::GridDepActionKind::wait);
  auto grid = launch.getAs<DenseI64ArrayAttr>("grid");
  if (getVolume(grid.asArrayRef()) <= chip.processors / 2)
    control(NVVM::GridDepActionKind::launch_dependents);
}

/// The kernel for one function: the tensor cores' if its root is theirs.
static FailureOr<gpu::GPUModuleOp>
emitKernel(func::FuncOp function, const ChipInfo &chip,
           const ToNVVMOptions &options, const GemmTable &measured,
           SmallVectorImpl<DictionaryAttr> &audits) {
  if (isAttention(function))
    return emitAttention(function, chip, audits);
  Operation *root = findContractionRoot(function);
  if (!root || !isTensorRoot(root))
    return emitGeneralKernel(function, chip);
  std::string reason;
  FailureOr<gpu::GPUModuleOp> emitted =
      tryContraction(function, chip, options, measured, audits, reason);
  if (failed(emitted) || *emitted)
    return emitted;
  emitted = emitGeneralKernel(function, chip);
  if (failed(emitted))
    return root->emitError("cannot run on tensor cores either: ") << reason;
  auto launch = emitted->lookupSymbol(function.getName())
                    ->getAttrOfType<DictionaryAttr>(kLaunchAttrName);
  root->emitWarning("runs without tensor cores (")
      << launch.getAs<StringAttr>("route").getValue() << "): " << reason;
  return emitted;
}

/// As `emitKernel`, of a group too.
static FailureOr<gpu::GPUModuleOp>
emitKernelOrGroup(func::FuncOp function, ChipInfo chip,
                  const ToNVVMOptions &options, const GemmTable &measured,
                  SmallVectorImpl<DictionaryAttr> &audits) {
  func::FuncOp single = getGroupedKernel(function);
  func::FuncOp source = single ? single : function;
  if (auto few = source->getAttrOfType<IntegerAttr>(kProcessorsAttrName))
    chip.processors = few.getInt();
  FailureOr<gpu::GPUModuleOp> emitted =
      emitKernel(source, chip, options, measured, audits);
  if (succeeded(emitted) && single)
    groupKernel(*emitted, single, function);
  return emitted;
}

/// The kernels that host code launches.
static SmallVector<func::FuncOp> collectKernels(ModuleOp module) {
  llvm::DenseSet<StringRef> inGroups, launched;
  SmallVector<func::FuncOp> kernels;
  for (auto function : module.getOps<func::FuncOp>()) {
    bool isKernel = function->hasAttr(kKernelAttrName);
    if (isKernel)
      kernels.push_back(function);
    function.walk([&](func::CallOp call) {
      (isKernel ? inGroups : launched).insert(call.getCallee());
    });
  }
  llvm::erase_if(kernels, [&](func::FuncOp kernel) {
    return inGroups.contains(kernel.getName()) &&
           !launched.contains(kernel.getName());
  });
  return kernels;
}

/// All kernels for one chip in one gpu.module.
static FailureOr<gpu::GPUModuleOp>
emitForChip(ModuleOp module, const ChipInfo &chip, const ToNVVMOptions &options,
            const GemmTable &measured, KernelTable &table) {
  OpBuilder builder(module.getBody(), module.getBody()->end());
  auto all = gpu::GPUModuleOp::create(builder, module.getLoc(), "amp_kernels");
  SymbolTable symbols(all);
  for (func::FuncOp function : collectKernels(module)) {
    SmallVector<DictionaryAttr> audits;
    FailureOr<gpu::GPUModuleOp> emitted =
        emitKernelOrGroup(function, chip, options, measured, audits);
    if (failed(emitted) || failed(moveKernels(*emitted, all, symbols))) {
      all.erase();
      return failure();
    }
    auto kernel = symbols.lookup<LLVM::LLVMFuncOp>(function.getName());
    auto launch = kernel->getAttrOfType<DictionaryAttr>(kLaunchAttrName);
    if (chip.capability >= kAmpCudaOverlapCapability)
      overlapLaunches(kernel, launch, chip);
    table.launches[function.getName()] = launch;
    if (!audits.empty())
      table.audits[function.getName()] = std::move(audits);
  }
  return all;
}

/// LLVM IR with the device library's functions only declared: for the emulator.
static FailureOr<Attribute> makeBitcode(gpu::GPUModuleOp kernels,
                                        Attribute target) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(kernels, context);
  if (!translated)
    return failure();
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*translated, stream);
  // The emulator's image: a mark, the length, the bitcode.
  uint64_t length = bytes.size();
  std::string image("AMPBC\0\0\0", 8);
  image.append(reinterpret_cast<const char *>(&length), sizeof(length));
  image.append(bytes);
  Builder builder(kernels.getContext());
  return Attribute(gpu::ObjectAttr::get(
      kernels.getContext(), target, gpu::CompilationTarget::Offload,
      builder.getStringAttr(image), DictionaryAttr(), gpu::KernelTableAttr()));
}

/// Lowers and serialises `kernels`, which goes into a module of its own: passes
/// and serialisation walk what they are given. That module stands where
/// `kernels` stood, and is erased.
static FailureOr<Attribute> serialize(gpu::GPUModuleOp kernels,
                                      const ChipInfo &chip,
                                      const ToNVVMOptions &options,
                                      PipelineRunner run) {
  MLIRContext *context = kernels.getContext();
  OpBuilder builder(kernels);
  ModuleOp own = ModuleOp::create(builder, kernels.getLoc());
  llvm::scope_exit eraseOwn([&] { own.erase(); });
  kernels->moveBefore(own.getBody(), own.getBody()->end());
  OpPassManager lowering(ModuleOp::getOperationName());
  buildKernelLowering(lowering);
  if (failed(run(lowering, own)) || failed(checkLowered(own)))
    return failure();
  Attribute target =
      NVVM::NVVMTargetAttr::get(context, /*optLevel=*/3, "nvptx64-nvidia-cuda",
                                chip.name, chip.ptxFeatures);
  kernels.setTargetsAttr(ArrayAttr::get(context, target));
  if (options.format == KernelFormat::Llvm)
    return makeBitcode(kernels, target);
  FailureOr<std::string> toolkit =
      findToolkit(kernels.getLoc(), options.format != KernelFormat::Isa);
  if (failed(toolkit))
    return failure();
  gpu::TargetOptions targetOptions(*toolkit, {}, kPtxasOptions, {},
                                   getTarget(options.format));
  if (failed(gpu::transformGpuModulesToBinaries(own, nullptr, targetOptions)))
    return failure();
  auto binary = *own.getOps<gpu::BinaryOp>().begin();
  return binary.getObjects()[0];
}

LogicalResult cuda::buildKernelImages(ModuleOp module,
                                      const ToNVVMOptions &options,
                                      PipelineRunner run,
                                      SmallVectorImpl<KernelTable> &tables) {
  FailureOr<GemmTable> measured =
      GemmTable::load(options.table, module.getLoc());
  if (failed(measured))
    return failure();
  SmallVector<Attribute> objects;
  for (const std::string &name : options.chips) {
    FailureOr<ChipInfo> chip = ChipInfo::get(module.getLoc(), name);
    if (failed(chip))
      return failure();
    FailureOr<gpu::GPUModuleOp> kernels =
        emitForChip(module, *chip, options, *measured, tables.emplace_back());
    if (failed(kernels))
      return failure();
    FailureOr<Attribute> object = serialize(*kernels, *chip, options, run);
    if (failed(object))
      return failure();
    objects.push_back(*object);
  }
  OpBuilder builder(module.getBody(), module.getBody()->end());
  gpu::BinaryOp::create(builder, module.getLoc(), "amp_kernels", nullptr,
                        builder.getArrayAttr(objects));
  return success();
}
