//===- ToNVVM.cpp - The amp-to-nvvm pass ----------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "AmpDialect/Conversion/CudaModel/Passes.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/Transforms/BareWord.h"
#include "AmpDialect/Transforms/Lowering.h"
#include "AmpDialect/Transforms/Passes.h"
#include "KernelImages.h"
#include "Program.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToFuncs/MathToFuncs.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/SmallSet.h"

namespace mlir::amp {
#define GEN_PASS_DEF_TONVVMPASS
#include "AmpDialect/Conversion/CudaModel/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

void amp::registerToNVVMDialects(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

void amp::loadToNVVMDialects(MLIRContext &context) {
  DialectRegistry registry;
  createToNVVMPass()->getDependentDialects(registry);
  context.appendDialectRegistry(registry);
  for (StringRef name : registry.getDialectNames())
    context.getOrLoadDialect(name);
}

/// The control flow and scalars round the runtime's calls.
static void buildHostLowering(OpPassManager &manager) {
  manager.addPass(createLowerAffinePass());
  manager.addPass(createExpandIntegerPowersPass());
  manager.addPass(createConvertMathToFuncs());
  addMathInF32(manager);
  addBF16Expansion(manager);
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createBF16AsIntegersPass());
  manager.addPass(createCanonicalizerPass());
}

/// Bytes of the tensors that launches read and write, each once a launch.
static int64_t countLaunchBytes(const Program &program) {
  int64_t bytes = 0;
  for (const Site &site : program.sites) {
    if (site.kind != AmpCudaLaunch)
      continue;
    llvm::SmallSet<int, 8> seen;
    for (const Argument &argument : site.arguments)
      if (argument.buffer >= 0 && seen.insert(argument.buffer).second)
        bytes += program.buffers[argument.buffer].bytes;
  }
  return bytes;
}

/// What a user may want to know about the model, on the module.
static void annotate(ModuleOp module, const Program &program) {
  Builder builder(module.getContext());
  int64_t launches = llvm::count_if(program.sites, [](const Site &site) {
    return site.kind == AmpCudaLaunch;
  });
  int64_t constantBytes = 0;
  for (const Buffer &buffer : program.buffers)
    if (buffer.space == AmpCudaConstant)
      constantBytes += buffer.bytes;
  auto number = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  module->setAttr(kModelAttrName,
                  builder.getDictionaryAttr(
                      {number("arena_bytes", program.arenaBytes),
                       number("bytes_without_reuse", program.bytesWithoutReuse),
                       number("constant_bytes", constantBytes),
                       number("kernels", program.kernels.size()),
                       number("launch_bytes", countLaunchBytes(program)),
                       number("launches", launches)}));
}

/// An entry of the audit for each launch of a contraction and each chip, and
/// for what elementwise kernels hold of such.
static void annotateAudit(ModuleOp module, const Program &program,
                          const ToNVVMOptions &options,
                          ArrayRef<KernelTable> tables) {
  Builder builder(module.getContext());
  SmallVector<Attribute> entries;
  auto fused =
      dyn_cast_if_present<ArrayAttr>(module->removeAttr(kUnitProductsAttrName));
  auto add = [&](NamedAttrList entry, StringRef chip, StringRef kernel) {
    entry.set("chip", builder.getStringAttr(chip));
    entry.set("kernel", builder.getStringAttr(kernel));
    entries.push_back(entry.getDictionary(module.getContext()));
  };
  for (auto [chip, table] : llvm::zip_equal(options.chips, tables)) {
    for (const Site &site : program.sites) {
      if (site.kind != AmpCudaLaunch)
        continue;
      StringRef kernel = program.kernels.begin()[site.kernel].first;
      auto found = table.audits.find(kernel);
      if (found == table.audits.end())
        continue;
      // The calls of a group are of one kernel; other kernels have an entry for
      // each of their places.
      ArrayRef<DictionaryAttr> audits = found->second;
      for (auto [number, source] : llvm::enumerate(site.sources)) {
        NamedAttrList entry(audits[audits.size() == 1 ? 0 : number]);
        entry.set("location", builder.getStringAttr(source));
        add(std::move(entry), chip, kernel);
      }
    }
    if (fused)
      for (auto product : fused.getAsRange<DictionaryAttr>())
        add(NamedAttrList(product), chip, "elementwise");
  }
  module->setAttr(kTensorCoresAttrName, builder.getArrayAttr(entries));
}

namespace {
/// Private functions that are kernels already, out of the passes' way:
/// declarations stand in for them.
class KernelsAside {
public:
  explicit KernelsAside(ModuleOp module) : module(module) {
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (!function->hasAttr(kKernelAttrName) || function.isExternal() ||
          !function.isPrivate())
        continue;
      OpBuilder builder(function);
      builder.insert(function.cloneWithoutRegions());
      function->remove();
      kernels.emplace_back(function);
    }
  }
  /// Those that something still calls return, and what they call.
  void putBack() {
    SmallVector<func::FuncOp> returned;
    for (OwningOpRef<func::FuncOp> &kernel : kernels)
      if (auto place = module.lookupSymbol<func::FuncOp>(kernel->getName())) {
        OpBuilder builder(place);
        returned.push_back(kernel.release());
        builder.insert(returned.back());
        place.erase();
      }
    while (!returned.empty())
      for (auto call : returned.pop_back_val().getOps<func::CallOp>())
        if (auto *called = llvm::find_if(kernels,
                                         [&](auto &kernel) {
                                           return kernel &&
                                                  kernel->getName() ==
                                                      call.getCallee();
                                         });
            called != kernels.end()) {
          returned.push_back(called->release());
          module.push_back(returned.back());
        }
  }

private:
  ModuleOp module;
  SmallVector<OwningOpRef<func::FuncOp>, 0> kernels;
};
} // namespace

static LogicalResult runAlone(OpPassManager &pipeline, Operation *op) {
  PassManager manager(op->getContext(), op->getName().getStringRef());
  static_cast<OpPassManager &>(manager) = pipeline;
  return manager.run(op);
}

LogicalResult amp::lowerToCuda(ModuleOp module, const ToNVVMOptions &options,
                               PipelineRunner run) {
  if (!run)
    run = runAlone;
  OpPassManager prepare(ModuleOp::getOperationName());
  buildPrepareForKernels(prepare, hasTosa(module), options.layout);
  KernelsAside aside(module);
  if (failed(run(prepare, module)))
    return failure();
  aside.putBack();
  auto entry = module.lookupSymbol<func::FuncOp>(options.entry);
  if (!entry || entry.isExternal())
    return emitError(module.getLoc())
           << "expected a function '@" << options.entry
           << "' with a body as the model's entry";
  if (entry->hasAttr(kKernelAttrName))
    return emitError(entry.getLoc(),
                     "expected host code as the model's entry, got a "
                     "kernel");
  // A configuration for all products is for each by itself.
  bool fuses = options.fuseAttention && !options.gemmConfig;
  if (failed(formKernels(module, fuses)))
    return failure();
  Program program;
  if (failed(buildHostCode(module, entry, program)))
    return failure();
  planMemory(program);
  SmallVector<KernelTable, 0> tables;
  if (failed(buildKernelImages(module, options, run, tables)) ||
      failed(writeProgram(module, program, options, tables)))
    return failure();
  annotateAudit(module, program, options, tables);
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    function.erase();
  annotate(module, program);
  OpPassManager host(ModuleOp::getOperationName());
  buildHostLowering(host);
  return failure(failed(run(host, module)) || failed(checkLowered(module)));
}

namespace {

struct ToNVVMPass : amp::impl::ToNVVMPassBase<ToNVVMPass> {
  using ToNVVMPassBase::ToNVVMPassBase;

  /// A leading bare word is the chip: `--amp-to-nvvm=sm_90a`.
  LogicalResult initializeOptions(
      StringRef text,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return ToNVVMPassBase::initializeOptions(nameBareWord(text, "chip"),
                                             errorHandler);
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    ToNVVMPassBase::getDependentDialects(registry);
    registerToNVVMDialects(registry);
    OpPassManager manager(ModuleOp::getOperationName());
    buildPrepareForKernels(manager, /*withTosa=*/true);
    buildKernelLowering(manager);
    buildHostLowering(manager);
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ToNVVMOptions options;
    for (StringRef name : llvm::split(StringRef(chip), ','))
      options.chips.push_back(name.trim().str());
    options.format = format;
    options.layout = layout;
    options.fuseAttention = fuseAttention;
    options.entry = entry;
    options.table = table;
    if (!config.empty()) {
      options.gemmConfig = dyn_cast_or_null<DictionaryAttr>(
          parseAttribute(config, &getContext()));
      if (!options.gemmConfig) {
        emitError(getOperation().getLoc())
            << "expected config to be a dictionary attribute, got '" << config
            << "'";
        return signalPassFailure();
      }
    }
    auto run = [&](OpPassManager &pipeline, Operation *op) {
      return runPipeline(pipeline, op);
    };
    if (failed(lowerToCuda(getOperation(), options, run)))
      signalPassFailure();
  }
};

} // namespace
