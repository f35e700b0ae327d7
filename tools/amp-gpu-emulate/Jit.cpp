//===- Jit.cpp - A kernel's LLVM IR to host code --------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include <cmath>

using namespace llvm;
using namespace llvm::orc;

namespace amp_emulate {

CompiledKernel::~CompiledKernel() = default;

/// What generated code calls.
static void callHandler(Intrinsic *handler, int64_t *arguments, void *result) {
  (*handler)(arguments, result);
}

namespace {
/// Rewrites a module for the NVPTX target into one for this machine.
class Rewriter {
public:
  Rewriter(Module &module, std::vector<std::unique_ptr<Intrinsic>> &handlers)
      : module(module), context(module.getContext()), handlers(handlers) {}

  /// Empty, or what has no handler.
  std::string run();

private:
  std::string bindIntrinsics();
  std::string bindInlineAssembly();
  void bindSharedMemory();
  void addEntry(Function &kernel);
  Function *makeStub(FunctionType *type, const Twine &name, Intrinsic handler);
  Intrinsic findInlineAssembly(StringRef text);

  Module &module;
  LLVMContext &context;
  std::vector<std::unique_ptr<Intrinsic>> &handlers;
};
} // namespace

/// A function that stores its arguments to 8-byte slots, calls the handler and
/// loads the result. Aggregates are stored whole, behind each other.
Function *Rewriter::makeStub(FunctionType *type, const Twine &name,
                             Intrinsic handler) {
  handlers.push_back(std::make_unique<Intrinsic>(std::move(handler)));
  Function *stub =
      Function::Create(type, GlobalValue::InternalLinkage, name, module);
  stub->addFnAttr(Attribute::NoInline);
  IRBuilder<> b(BasicBlock::Create(context, "entry", stub));
  const DataLayout &layout = module.getDataLayout();
  SmallVector<uint64_t> slots;
  uint64_t count = 0;
  for (Type *argument : type->params()) {
    slots.push_back(count);
    count += divideCeil(layout.getTypeAllocSize(argument), 8);
  }
  Type *i64 = b.getInt64Ty();
  Value *arguments = b.CreateAlloca(ArrayType::get(i64, count + 1));
  AllocaInst *result = b.CreateAlloca(ArrayType::get(i64, 128));
  for (auto [slot, argument] : llvm::zip_equal(slots, stub->args()))
    b.CreateStore(&argument, b.CreateConstGEP1_64(i64, arguments, slot));
  auto address = [&](const void *pointer) {
    return ConstantExpr::getIntToPtr(
        b.getInt64(reinterpret_cast<uintptr_t>(pointer)), b.getPtrTy());
  };
  FunctionType *callee = FunctionType::get(
      b.getVoidTy(), {b.getPtrTy(), b.getPtrTy(), b.getPtrTy()}, false);
  b.CreateCall(callee, address(reinterpret_cast<const void *>(&callHandler)),
               {address(handlers.back().get()), arguments, result});
  if (type->getReturnType()->isVoidTy())
    b.CreateRetVoid();
  else
    b.CreateRet(b.CreateLoad(type->getReturnType(), result));
  return stub;
}

std::string Rewriter::bindIntrinsics() {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() ||
        !function.getName().starts_with("llvm.nvvm."))
      continue;
    Intrinsic handler = findIntrinsic(function.getName().str());
    if (!handler)
      return "no handler for " + function.getName().str();
    Function *stub = makeStub(function.getFunctionType(),
                              "emulate." + function.getName(), handler);
    function.replaceAllUsesWith(stub);
    function.eraseFromParent();
  }
  return {};
}

Intrinsic Rewriter::findInlineAssembly(StringRef text) {
  if (text.contains("mbarrier.try_wait.parity"))
    return getMbarrierTryWait();
  if (text.contains("cvt.rn.f16x2.f32"))
    return getPairRounding(/*isBF16=*/false);
  if (text.contains("cvt.rn.bf16x2.f32"))
    return getPairRounding(/*isBF16=*/true);
  size_t at = text.find("wgmma.mma_async.sync.aligned.m64n");
  if (at == StringRef::npos)
    return {};
  int columns = 0;
  StringRef rest =
      text.substr(at + strlen("wgmma.mma_async.sync.aligned.m64n"));
  Format a, b;
  if (rest.consumeInteger(10, columns) || !parseFormats(rest.str(), a, b) ||
      !rest.starts_with(getBytes(a) == 2 ? "k16.f32." : "k32.f32."))
    return {};
  return getWgmma(columns, a, b);
}

std::string Rewriter::bindInlineAssembly() {
  SmallVector<CallInst *> calls;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction);
          call && call->isInlineAsm())
        calls.push_back(call);
  std::map<std::pair<std::string, FunctionType *>, Function *> stubs;
  for (CallInst *call : calls) {
    auto *text = cast<InlineAsm>(call->getCalledOperand());
    auto &stub = stubs[{text->getAsmString().str(), call->getFunctionType()}];
    if (!stub) {
      Intrinsic handler = findInlineAssembly(text->getAsmString());
      if (!handler)
        return "no handler for inline PTX " + text->getAsmString().str();
      stub = makeStub(call->getFunctionType(), "emulate.asm", handler);
    }
    IRBuilder<> b(call);
    SmallVector<Value *> arguments(call->args());
    CallInst *replacement = b.CreateCall(stub, arguments);
    call->replaceAllUsesWith(replacement);
    call->eraseFromParent();
  }
  return {};
}

/// The window differs from block to block: its address is asked for.
void Rewriter::bindSharedMemory() {
  for (GlobalVariable &global : make_early_inc_range(module.globals())) {
    if (global.getAddressSpace() != 3)
      continue;
    convertUsersOfConstantsToInstructions({&global});
    std::map<Function *, Value *> windows;
    SmallVector<Use *> uses;
    for (Use &use : global.uses())
      uses.push_back(&use);
    for (Use *use : uses) {
      auto *user = cast<Instruction>(use->getUser());
      Function *function = user->getFunction();
      Value *&window = windows[function];
      if (!window) {
        IRBuilder<> b(&*function->getEntryBlock().getFirstInsertionPt());
        auto *type = FunctionType::get(b.getPtrTy(), false);
        Value *callee = ConstantExpr::getIntToPtr(
            b.getInt64(reinterpret_cast<uintptr_t>(&getShared)), b.getPtrTy());
        window =
            b.CreateAddrSpaceCast(b.CreateCall(type, callee), global.getType());
      }
      use->set(window);
    }
    global.eraseFromParent();
  }
}

/// `entry(void **parameters)` calls the kernel.
void Rewriter::addEntry(Function &kernel) {
  auto *type = FunctionType::get(Type::getVoidTy(context),
                                 {PointerType::get(context, 0)}, false);
  Function *entry = Function::Create(type, GlobalValue::ExternalLinkage,
                                     "emulate_entry", module);
  IRBuilder<> b(BasicBlock::Create(context, "entry", entry));
  SmallVector<Value *> arguments;
  for (auto [number, parameter] : enumerate(kernel.args())) {
    Value *slot = b.CreateConstGEP1_64(b.getPtrTy(), entry->getArg(0), number);
    if (!parameter.getType()->isPointerTy()) {
      arguments.push_back(b.CreateLoad(parameter.getType(), slot));
      continue;
    }
    Value *pointer = b.CreateLoad(b.getPtrTy(), slot);
    arguments.push_back(b.CreateAddrSpaceCast(pointer, parameter.getType()));
  }
  b.CreateCall(&kernel, arguments);
  b.CreateRetVoid();
}

std::string Rewriter::run() {
  Function *kernel = nullptr;
  for (Function &function : module) {
    if (function.getCallingConv() == CallingConv::PTX_Kernel)
      kernel = &function;
    function.setCallingConv(CallingConv::C);
    for (Argument &argument : function.args())
      argument.removeAttr(Attribute::ByVal);
  }
  if (!kernel)
    return "no kernel in the module";
  std::string error = bindIntrinsics();
  if (error.empty())
    error = bindInlineAssembly();
  if (!error.empty())
    return error;
  bindSharedMemory();
  addEntry(*kernel);
  return {};
}

static void optimize(Module &module, TargetMachine *target) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder(target);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O1)
      .run(module, modules);
}

/// libdevice by name, the math library by value.
static void defineMath(LLJIT &jit) {
  static float (*const kUnary[])(float) = {
      expf,  exp2f,  logf,   log2f,  log10f, log1pf, expm1f, tanhf,
      erff,  erfcf,  sqrtf,  cbrtf,  sinf,   cosf,   tanf,   asinf,
      acosf, atanf,  sinhf,  coshf,  asinhf, acoshf, atanhf, fabsf,
      ceilf, floorf, truncf, roundf, rintf};
  static const char *const kNames[] = {
      "expf",   "exp2f",  "logf",   "log2f",  "log10f", "log1pf",
      "expm1f", "tanhf",  "erff",   "erfcf",  "sqrtf",  "cbrtf",
      "sinf",   "cosf",   "tanf",   "asinf",  "acosf",  "atanf",
      "sinhf",  "coshf",  "asinhf", "acoshf", "atanhf", "fabsf",
      "ceilf",  "floorf", "truncf", "roundf", "rintf"};
  static double (*const kUnaryDouble[])(double) = {
      exp,   exp2,  log,   log2, log10, log1p, expm1, tanh,  erf,  erfc,
      sqrt,  cbrt,  sin,   cos,  tan,   asin,  acos,  atan,  sinh, cosh,
      asinh, acosh, atanh, fabs, ceil,  floor, trunc, round, rint};
  static const char *const kDoubleNames[] = {
      "exp",  "exp2",  "log",   "log2",  "log10", "log1p", "expm1", "tanh",
      "erf",  "erfc",  "sqrt",  "cbrt",  "sin",   "cos",   "tan",   "asin",
      "acos", "atan",  "sinh",  "cosh",  "asinh", "acosh", "atanh", "fabs",
      "ceil", "floor", "trunc", "round", "rint"};
  SymbolMap symbols;
  auto define = [&](const Twine &name, const void *address) {
    symbols[jit.mangleAndIntern(name.str())] = {ExecutorAddr::fromPtr(address),
                                                JITSymbolFlags::Exported};
  };
  for (auto [name, function] : zip_equal(kNames, kUnary)) {
    define(Twine("__nv_") + name, reinterpret_cast<const void *>(function));
    define(name, reinterpret_cast<const void *>(function));
  }
  for (auto [name, function] : zip_equal(kDoubleNames, kUnaryDouble)) {
    define(Twine("__nv_") + name, reinterpret_cast<const void *>(function));
    define(name, reinterpret_cast<const void *>(function));
  }
  static double (*const kBinaryDouble[])(double, double) = {pow, atan2, fmod};
  static float (*const kBinary[])(float, float) = {atan2f, fmodf, copysignf};
  static const char *const kBinaryDoubleNames[] = {"pow", "atan2", "fmod"};
  static const char *const kBinaryNames[] = {"atan2f", "fmodf", "copysignf"};
  for (auto [name, function] : zip_equal(kBinaryDoubleNames, kBinaryDouble))
    define(Twine("__nv_") + name, reinterpret_cast<const void *>(function));
  for (auto [name, function] : zip_equal(kBinaryNames, kBinary))
    define(Twine("__nv_") + name, reinterpret_cast<const void *>(function));
  double (*doubleRoot)(double) = [](double x) { return 1.0 / sqrt(x); };
  define("__nv_rsqrt", reinterpret_cast<const void *>(doubleRoot));
  float (*reciprocalRoot)(float) = [](float x) { return 1.0f / sqrtf(x); };
  float (*power)(float, float) = powf;
  float (*integerPower)(float, int) = [](float x, int n) {
    return powf(x, float(n));
  };
  uint16_t (*toBfloat)(float) = floatToBfloat;
  define("__nv_rsqrtf", reinterpret_cast<const void *>(reciprocalRoot));
  define("__nv_powf", reinterpret_cast<const void *>(power));
  define("__nv_powif", reinterpret_cast<const void *>(integerPower));
  define("__truncsfbf2", reinterpret_cast<const void *>(toBfloat));
  float (*fused)(float, float, float) = fmaf;
  define("__nv_fmaf", reinterpret_cast<const void *>(fused));
  define("fmaf", reinterpret_cast<const void *>(fused));
  define("memset", reinterpret_cast<const void *>(&memset));
  define("memcpy", reinterpret_cast<const void *>(&memcpy));
  cantFail(jit.getMainJITDylib().define(absoluteSymbols(std::move(symbols))));
}

std::string CompiledKernel::compile(std::unique_ptr<Module> given,
                                    std::unique_ptr<LLVMContext> givenContext) {
  // In this order: a module must go before its context.
  std::unique_ptr<LLVMContext> context = std::move(givenContext);
  std::unique_ptr<Module> module = std::move(given);
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto host = JITTargetMachineBuilder::detectHost();
  if (!host)
    return toString(host.takeError());
  host->setCodeGenOptLevel(CodeGenOptLevel::Less);
  auto target = host->createTargetMachine();
  auto created = LLJITBuilder().setJITTargetMachineBuilder(*host).create();
  if (!target || !created)
    return toString(joinErrors(target.takeError(), created.takeError()));
  for (Function &function : *module) {
    if (function.getCallingConv() != CallingConv::PTX_Kernel)
      continue;
    numParameters = function.arg_size();
    // "nvvm.cluster_dim"="2,1,1"
    StringRef dims =
        function.getFnAttribute("nvvm.cluster_dim").getValueAsString();
    if (!dims.empty() && dims.split(',').first.getAsInteger(10, cluster))
      return "unknown cluster " + dims.str();
  }
  module->setTargetTriple((*target)->getTargetTriple());
  module->setDataLayout((*created)->getDataLayout());
  std::string error = Rewriter(*module, handlers).run();
  if (!error.empty())
    return error;
  optimize(*module, target->get());
  defineMath(**created);
  if (Error added = (*created)->addIRModule(
          ThreadSafeModule(std::move(module), std::move(context))))
    return toString(std::move(added));
  auto found = (*created)->lookup("emulate_entry");
  if (!found)
    return toString(found.takeError());
  entry = found->toPtr<void (*)(void **)>();
  jit = std::move(*created);
  return {};
}

mlir::FailureOr<std::unique_ptr<CompiledKernel>>
CompiledKernel::create(mlir::gpu::GPUModuleOp gpuModule) {
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> module =
      mlir::translateModuleToLLVMIR(gpuModule, *context);
  if (!module)
    return mlir::failure();
  auto result = std::make_unique<CompiledKernel>();
  std::string error = result->compile(std::move(module), std::move(context));
  if (!error.empty())
    return gpuModule->emitError("cannot emulate: ") << error;
  return result;
}

std::unique_ptr<CompiledKernel>
CompiledKernel::create(const std::string &bitcode, const std::string &name,
                       std::string &error) {
  auto context = std::make_unique<LLVMContext>();
  auto module = parseBitcodeFile(MemoryBufferRef(bitcode, "kernels"), *context);
  if (!module) {
    error = toString(module.takeError());
    return nullptr;
  }
  for (Function &function : make_early_inc_range(**module))
    if (function.getCallingConv() == CallingConv::PTX_Kernel &&
        function.getName() != name)
      function.eraseFromParent();
  // What only other kernels used would have no handler here.
  for (Function &function : make_early_inc_range(**module))
    if (function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  for (GlobalVariable &global : make_early_inc_range((*module)->globals()))
    if (global.use_empty())
      global.eraseFromParent();
  auto result = std::make_unique<CompiledKernel>();
  error = result->compile(std::move(*module), std::move(context));
  return error.empty() ? std::move(result) : nullptr;
}

} // namespace amp_emulate
