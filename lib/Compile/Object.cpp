//===- Object.cpp - From LLVM IR to object code ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Runtime/CPU.h"
#include "AmpDialect/Runtime/Target.h"
#include "Stages.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;
using namespace mlir::amp;

FailureOr<std::unique_ptr<llvm::TargetMachine>>
amp::createTargetMachine(Location loc, StringRef cpu) {
  static bool initialized = !llvm::InitializeNativeTarget() &&
                            !llvm::InitializeNativeTargetAsmPrinter();
  if (!initialized)
    return emitError(loc) << "LLVM has no code generator for this machine";
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return emitError(loc) << error;
  llvm::SubtargetFeatures features;
  std::string name = cpu.str();
  if (cpu == "native") {
    name = llvm::sys::getHostCPUName().str();
    for (auto &feature : llvm::sys::getHostCPUFeatures())
      features.AddFeature(feature.getKey(), feature.getValue());
  }
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!info->isCPUStringValid(name))
    return emitError(loc) << "expected a processor that LLVM knows, got '"
                          << cpu << "'";
  // LLVM ends the process where such a one is to run code of 64 bits.
  if (triple.getArch() == llvm::Triple::x86_64 &&
      llvm::X86::parseArchX86(name, /*Only64Bit=*/true) == llvm::X86::CK_None)
    return emitError(loc) << "expected a processor of 64 bits, got '" << cpu
                          << "'";
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, name, features.getString(), options, llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Default));
  if (!machine)
    return emitError(loc) << "LLVM makes no code for '" << triple.str() << "'";
  return machine;
}

int32_t amp::getContractionFlags(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  int32_t flags = 0;
  if (!machine.getTargetTriple().isX86())
    return flags;
  if (info.checkFeatures("+avx2") && info.checkFeatures("+fma"))
    flags |= AMP_CPU_AVX2_FMA;
  if (info.checkFeatures("+avx512f,+avx512bw,+avx512dq,+avx512vl"))
    flags |= AMP_CPU_AVX512;
  if ((flags & AMP_CPU_AVX512) && info.checkFeatures("+avx512bf16"))
    flags |= AMP_CPU_AVX512_BF16;
  return flags;
}

bool amp::hasScalableVectors(const llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  const llvm::MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  return (triple.isAArch64() && info.checkFeatures("+sve")) ||
         (triple.isRISCV() && info.checkFeatures("+v"));
}

uint64_t amp::getUsedFeatures(const llvm::TargetMachine &machine) {
  uint64_t features = 0;
  if (!machine.getTargetTriple().isX86())
    return features;
  const llvm::MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  unsigned bit = 0;
#define AMP_CPU_FEATURE(NAME, LEAF, SUBLEAF, REGISTER, MASK, LEAST, STATE)     \
  features |= uint64_t(info.checkFeatures("+" NAME)) << bit++;
#include "AmpDialect/Runtime/CPUFeatures.def"
  return features;
}

namespace {
/// Builds the constant data of AmpDialect/Runtime/Target.h.
class DescriptorBuilder {
public:
  DescriptorBuilder(llvm::Module &module)
      : module(module), context(module.getContext()),
        pointer(llvm::PointerType::get(context, 0)),
        i32(llvm::Type::getInt32Ty(context)),
        i64(llvm::Type::getInt64Ty(context)),
        info(llvm::StructType::get(context,
                                   {pointer, i32, i32, pointer, i64})) {}

  llvm::Constant *makeString(StringRef text) {
    return add(llvm::ConstantDataArray::getString(context, text));
  }
  llvm::Constant *makeInfos(ArrayRef<ModelTensor> tensors);
  void finish(const ModelSignature &signature, StringRef target, int32_t flags,
              uint64_t features);

private:
  llvm::Constant *number(int64_t value) {
    return llvm::ConstantInt::getSigned(i32, value);
  }
  llvm::Constant *add(llvm::Constant *value) {
    return new llvm::GlobalVariable(module, value->getType(),
                                    /*isConstant=*/true,
                                    llvm::GlobalValue::PrivateLinkage, value);
  }

  llvm::Module &module;
  llvm::LLVMContext &context;
  llvm::Type *pointer, *i32, *i64;
  llvm::StructType *info;
};
} // namespace

llvm::Constant *DescriptorBuilder::makeInfos(ArrayRef<ModelTensor> tensors) {
  SmallVector<llvm::Constant *> infos;
  for (const ModelTensor &tensor : tensors) {
    SmallVector<uint64_t> shape(tensor.shape.begin(), tensor.shape.end());
    infos.push_back(llvm::ConstantStruct::get(
        info, {makeString(tensor.name), number(tensor.type),
               number(tensor.shape.size()),
               add(llvm::ConstantDataArray::get(context, shape)),
               llvm::ConstantInt::getSigned(i64, tensor.getBytes())}));
  }
  return add(llvm::ConstantArray::get(llvm::ArrayType::get(info, infos.size()),
                                      infos));
}

void DescriptorBuilder::finish(const ModelSignature &signature,
                               StringRef target, int32_t flags,
                               uint64_t features) {
  auto *type = llvm::StructType::get(
      context, {i32, i32, i32, i32, pointer, pointer, pointer, i64});
  llvm::Constant *value = llvm::ConstantStruct::get(
      type,
      {number(AMP_MODEL_ABI_VERSION), number(signature.inputs.size()),
       number(signature.outputs.size()), number(flags), makeString(target),
       makeInfos(signature.inputs), makeInfos(signature.outputs),
       llvm::ConstantInt::get(i64, features)});
  auto *global = new llvm::GlobalVariable(module, type, /*isConstant=*/true,
                                          llvm::GlobalValue::ExternalLinkage,
                                          value, "amp_model_descriptor");
  global->setVisibility(llvm::GlobalValue::HiddenVisibility);
}

void amp::addDescriptor(llvm::Module &module, const ModelSignature &signature,
                        StringRef target, int32_t flags, uint64_t features) {
  DescriptorBuilder(module).finish(signature, target, flags, features);
}

/// Loop unrolling and straight-line vectorisation cost several times the
/// compile time and gain nothing measurable on kernels of one short loop.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.SLPVectorization = false;
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

LogicalResult amp::writeObject(Location loc, llvm::Module &module,
                               llvm::TargetMachine &machine, StringRef path) {
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(llvm::PICLevel::BigPIC);
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr("prefer-vector-width", "512");
    if (function.hasExternalLinkage())
      function.setVisibility(llvm::GlobalValue::HiddenVisibility);
  }
  optimize(module, machine);
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return emitError(loc) << "cannot write '" << path
                          << "': " << error.message();
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return emitError(loc) << "LLVM writes no object files for this machine";
  passes.run(module);
  os.flush();
  if (os.has_error()) {
    error = os.error();
    os.clear_error();
    return emitError(loc) << "cannot write '" << path
                          << "': " << error.message();
  }
  return success();
}
