//===- Jit.cpp - A kernel's LLVM IR to host code --------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include <cmath>
#include <cstdlib>

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
  /// Bytes of shared memory that have a size, before those of the launch.
  int64_t getStaticShared() const { return staticShared; }

private:
  std::string bindIntrinsics();
  std::string bindInlineAssembly();
  void bindSharedMemory();
  void bindSharedGlobal(GlobalVariable &global, int64_t offset);
  void checkAccesses();
  void addEntry(Function &kernel);
  Function *makeStub(FunctionType *type, const Twine &name, Intrinsic handler);
  Intrinsic findInlineAssembly(StringRef text, FunctionType *type);

  Module &module;
  LLVMContext &context;
  std::vector<std::unique_ptr<Intrinsic>> &handlers;
  int64_t staticShared = 0;
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

Intrinsic Rewriter::findInlineAssembly(StringRef text, FunctionType *type) {
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
  // Behind the sums: the left operand's registers, or its descriptor.
  unsigned sums = columns / 2;
  if (type->getNumParams() <= sums)
    return {};
  bool inRegisters = type->getParamType(sums)->isIntegerTy(32);
  if (inRegisters && getBytes(a) != 2)
    return {};
  return getWgmma(columns, a, b, inRegisters);
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
      Intrinsic handler =
          findInlineAssembly(text->getAsmString(), call->getFunctionType());
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

/// The window differs from block to block: its address is asked for. What has a
/// size comes first, then what the launch gives one.
void Rewriter::bindSharedMemory() {
  const DataLayout &layout = module.getDataLayout();
  for (bool hasSize : {true, false})
    for (GlobalVariable &global : make_early_inc_range(module.globals())) {
      uint64_t bytes = layout.getTypeAllocSize(global.getValueType());
      if (global.getAddressSpace() != 3 || (bytes != 0) != hasSize)
        continue;
      staticShared = alignTo(staticShared, global.getAlign().valueOrOne());
      bindSharedGlobal(global, staticShared);
      staticShared += bytes;
    }
}

void Rewriter::bindSharedGlobal(GlobalVariable &global, int64_t offset) {
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
      window = b.CreateAddrSpaceCast(
          b.CreateConstGEP1_64(b.getInt8Ty(), b.CreateCall(type, callee),
                               offset),
          global.getType());
    }
    use->set(window);
  }
  global.eraseFromParent();
}

/// What an instruction reads or writes outside of the stack and constants: an
/// address and bytes.
static void forEachAccess(Instruction &instruction, const DataLayout &layout,
                          function_ref<void(Value *, Value *, bool)> use) {
  auto visit = [&](Value *pointer, Value *bytes, bool writes) {
    const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
    if (!isa<AllocaInst, GlobalVariable>(object))
      use(pointer, bytes, writes);
  };
  auto sizeOf = [&](Type *type) {
    return ConstantInt::get(Type::getInt64Ty(type->getContext()),
                            layout.getTypeStoreSize(type));
  };
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    visit(load->getPointerOperand(), sizeOf(load->getType()), false);
  else if (auto *store = dyn_cast<StoreInst>(&instruction))
    visit(store->getPointerOperand(),
          sizeOf(store->getValueOperand()->getType()), true);
  else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    visit(update->getPointerOperand(), sizeOf(update->getType()), true);
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    visit(exchange->getPointerOperand(),
          sizeOf(exchange->getCompareOperand()->getType()), true);
  else if (auto *memory = dyn_cast<MemIntrinsic>(&instruction)) {
    visit(memory->getDest(), memory->getLength(), true);
    if (auto *copy = dyn_cast<MemTransferInst>(memory))
      visit(copy->getSource(), copy->getLength(), false);
  }
}

/// A call before each access. It may end the run, so nothing that may trap
/// moves before it; the kernel's own memory it leaves alone.
void Rewriter::checkAccesses() {
  SmallVector<Instruction *> all;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      all.push_back(&instruction);
  Type *i64 = Type::getInt64Ty(context);
  PointerType *pointerType = PointerType::get(context, 0);
  auto *type =
      FunctionType::get(Type::getVoidTy(context), {pointerType, i64}, false);
  auto makeCallee = [&](void (*check)(const void *, int64_t)) {
    return ConstantExpr::getIntToPtr(
        ConstantInt::get(i64, reinterpret_cast<uintptr_t>(check)), pointerType);
  };
  Value *read = makeCallee(&checkRead), *write = makeCallee(&checkWrite);
  for (Instruction *instruction : all)
    forEachAccess(
        *instruction, module.getDataLayout(),
        [&](Value *pointer, Value *bytes, bool writes) {
          IRBuilder<> b(instruction);
          CallInst *call =
              b.CreateCall(type, writes ? write : read,
                           {b.CreateAddrSpaceCast(pointer, pointerType),
                            b.CreateZExtOrTrunc(bytes, i64)});
          call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
          call->setDoesNotThrow();
        });
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
  checkAccesses();
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

/// A number rounded to `semantics`, as the functions of compiler-rt that LLVM
/// calls return it: 16 bits at the bottom of a float's register.
template <typename From>
static float roundToLow(From value, const fltSemantics &semantics) {
  APFloat number(value);
  bool exact;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &exact);
  return bit_cast<float>(
      static_cast<uint32_t>(number.bitcastToAPInt().getZExtValue()));
}

template <typename Float>
static void sineAndCosine(Float x, Float *sine, Float *cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}

namespace {

using UnaryFloat = float(float);
using UnaryDouble = double(double);
using BinaryFloat = float(float, float);
using BinaryDouble = double(double, double);

/// What kernels call beside intrinsics, by name: libdevice's functions, and
/// those of the math library that LLVM makes of intrinsics.
class Library {
public:
  explicit Library(LLJIT &jit) : jit(jit) {}
  void define();

private:
  template <typename Function> void add(const Twine &name, Function *function) {
    symbols[jit.mangleAndIntern(name.str())] = {ExecutorAddr::fromPtr(function),
                                                JITSymbolFlags::Exported};
  }
  /// By libdevice's name and that of the math library.
  template <typename Function>
  void addMath(StringRef name, Function *function) {
    add("__nv_" + name, function);
    add(name, function);
  }
  void addUnary();
  void addOfSeveral();
  void addQuestions();
  /// Those that `fastmath<afn>` asks for.
  void addFast();
  void addRounding();

  LLJIT &jit;
  SymbolMap symbols;
};

} // namespace

void Library::addUnary() {
#define AMP_UNARY(name)                                                        \
  addMath(#name "f", static_cast<UnaryFloat *>(name##f));                      \
  addMath(#name, static_cast<UnaryDouble *>(name))
  AMP_UNARY(acos);
  AMP_UNARY(acosh);
  AMP_UNARY(asin);
  AMP_UNARY(asinh);
  AMP_UNARY(atan);
  AMP_UNARY(atanh);
  AMP_UNARY(cbrt);
  AMP_UNARY(ceil);
  AMP_UNARY(cos);
  AMP_UNARY(cosh);
  AMP_UNARY(erf);
  AMP_UNARY(erfc);
  AMP_UNARY(exp);
  AMP_UNARY(exp2);
  AMP_UNARY(expm1);
  AMP_UNARY(fabs);
  AMP_UNARY(floor);
  AMP_UNARY(log);
  AMP_UNARY(log10);
  AMP_UNARY(log1p);
  AMP_UNARY(log2);
  AMP_UNARY(rint);
  AMP_UNARY(round);
  AMP_UNARY(sin);
  AMP_UNARY(sinh);
  AMP_UNARY(sqrt);
  AMP_UNARY(tan);
  AMP_UNARY(tanh);
  AMP_UNARY(trunc);
#undef AMP_UNARY
  add("__nv_rsqrtf", +[](float x) { return 1.0f / sqrtf(x); });
  add("__nv_rsqrt", +[](double x) { return 1.0 / sqrt(x); });
  add("__nv_abs", static_cast<int (*)(int)>(abs));
  add("__nv_sincosf", &sineAndCosine<float>);
  add("__nv_sincos", &sineAndCosine<double>);
}

void Library::addOfSeveral() {
#define AMP_BINARY(name)                                                       \
  addMath(#name "f", static_cast<BinaryFloat *>(name##f));                     \
  addMath(#name, static_cast<BinaryDouble *>(name))
  AMP_BINARY(atan2);
  AMP_BINARY(copysign);
  AMP_BINARY(fmod);
  AMP_BINARY(pow);
#undef AMP_BINARY
  addMath("fmaf", static_cast<float (*)(float, float, float)>(fmaf));
  addMath("fma", static_cast<double (*)(double, double, double)>(fma));
  add("__nv_powif", +[](float x, int n) { return powf(x, float(n)); });
  add("__nv_powi", +[](double x, int n) { return pow(x, double(n)); });
  add("memset", &memset);
  add("memcpy", &memcpy);
}

void Library::addQuestions() {
  add("__nv_isnanf", +[](float x) -> int { return std::isnan(x); });
  add("__nv_isnand", +[](double x) -> int { return std::isnan(x); });
  add("__nv_isinff", +[](float x) -> int { return std::isinf(x); });
  add("__nv_isinfd", +[](double x) -> int { return std::isinf(x); });
  add("__nv_finitef", +[](float x) -> int { return std::isfinite(x); });
  add("__nv_isfinited", +[](double x) -> int { return std::isfinite(x); });
}

void Library::addFast() {
  add("__nv_fast_cosf", static_cast<UnaryFloat *>(cosf));
  add("__nv_fast_expf", static_cast<UnaryFloat *>(expf));
  add("__nv_fast_logf", static_cast<UnaryFloat *>(logf));
  add("__nv_fast_log10f", static_cast<UnaryFloat *>(log10f));
  add("__nv_fast_log2f", static_cast<UnaryFloat *>(log2f));
  add("__nv_fast_powf", static_cast<BinaryFloat *>(powf));
  add("__nv_fast_sinf", static_cast<UnaryFloat *>(sinf));
  add("__nv_fast_sincosf", &sineAndCosine<float>);
  add("__nv_fast_tanf", static_cast<UnaryFloat *>(tanf));
  add("__nv_fast_tanhf", static_cast<UnaryFloat *>(tanhf));
}

void Library::addRounding() {
  add(
      "__truncsfhf2",
      +[](float x) { return roundToLow(x, APFloat::IEEEhalf()); });
  add(
      "__truncdfhf2",
      +[](double x) { return roundToLow(x, APFloat::IEEEhalf()); });
  add(
      "__truncsfbf2",
      +[](float x) { return roundToLow(x, APFloat::BFloat()); });
  add(
      "__truncdfbf2",
      +[](double x) { return roundToLow(x, APFloat::BFloat()); });
}

void Library::define() {
  addUnary();
  addOfSeveral();
  addQuestions();
  addFast();
  addRounding();
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
  Rewriter rewriter(*module, handlers);
  std::string error = rewriter.run();
  if (!error.empty())
    return error;
  staticShared = rewriter.getStaticShared();
  optimize(*module, target->get());
  Library(**created).define();
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
