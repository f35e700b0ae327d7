//===- Compile.cpp - From a module to a shared library --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Compile/Compile.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "AmpDialect/Pipelines/Pipelines.h"
#include "AmpDialect/Policy/AutocastScopes.h"
#include "AmpDialect/Runtime/CPU.h"
#include "AmpDialect/Transforms/Lowering.h"
#include "AmpDialect/Transforms/Passes.h"
#include "AmpDialect/Transforms/Symbols.h"
#include "Stages.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::amp;

/// What a target's name starts with if it is a list of CUDA chips.
static constexpr llvm::StringLiteral kCudaPrefix = "cuda:";

void amp::registerCompileDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerToNVVMDialects(registry);
}

LogicalResult amp::specializeShapes(ModuleOp module,
                                    ArrayRef<std::string> shapes,
                                    StringRef entry) {
  if (shapes.empty()) // No pass need verify the module.
    return success();
  PassManager manager(module->getName());
  SpecializeShapesPassOptions options;
  llvm::append_range(options.shapes, shapes);
  options.entry = entry.str();
  manager.addPass(createSpecializeShapesPass(options));
  return manager.run(module);
}

/// Runs the conversion to mixed precision, if one is asked for; its report goes
/// to `report`. Without one, what the module says of it means nothing.
static LogicalResult autocast(ModuleOp module, const CompileOptions &options,
                              StringRef report) {
  if (options.autocast.empty()) {
    inlineAutocastRegions(module);
    return success();
  }
  PassManager manager(module->getName());
  AutocastPipelineOptions autocast;
  autocast.type = options.autocast;
  autocast.keepSignature = options.keepSignature;
  autocast.policy = options.policy;
  autocast.profile = options.profile;
  autocast.plan = options.plan;
  autocast.report = report.str();
  buildAutocastPipeline(manager, autocast);
  return manager.run(module);
}

/// Makes constants of several dimensions one row of elements each: the
/// translation to LLVM IR makes a value of every innermost row, which are
/// millions of single elements where a filter is 1 x 1. Pointers are opaque,
/// and addresses have the layout in them.
static void flattenConstants(ModuleOp module) {
  module.walk([](LLVM::GlobalOp global) {
    auto value = dyn_cast_or_null<ElementsAttr>(global.getValueOrNull());
    if (!value || value.getShapedType().getRank() < 2 ||
        !value.getElementType().isIntOrFloat() ||
        value.getElementType().isInteger(1))
      return;
    auto flat =
        RankedTensorType::get({value.getNumElements()}, value.getElementType());
    Attribute elements;
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
      elements = DenseResourceElementsAttr::get(flat, resource.getRawHandle());
    else if (auto dense = dyn_cast<DenseElementsAttr>(value))
      elements = dense.reshape(flat);
    Type element = global.getGlobalType();
    while (auto array = dyn_cast<LLVM::LLVMArrayType>(element))
      element = array.getElementType();
    if (!elements || element != value.getElementType())
      return;
    global.setValueAttr(elements);
    global.setGlobalType(
        LLVM::LLVMArrayType::get(element, value.getNumElements()));
  });
}

/// Puts the constants of `module` into sections that need no short distances,
/// if they are many.
static void placeLargeData(llvm::Module &module, uint64_t threshold) {
  const llvm::DataLayout &layout = module.getDataLayout();
  auto getBytes = [&](const llvm::GlobalVariable &global) -> uint64_t {
    return global.hasInitializer() && global.isConstant()
               ? layout.getTypeAllocSize(global.getValueType())
               : 0;
  };
  uint64_t bytes = 0;
  for (const llvm::GlobalVariable &global : module.globals())
    bytes += getBytes(global);
  if (bytes <= threshold)
    return;
  // What is small stays near.
  constexpr uint64_t small = 1024;
  for (llvm::GlobalVariable &global : module.globals())
    if (getBytes(global) >= small)
      global.setCodeModel(llvm::CodeModel::Large);
}

/// Turns `module`, in the LLVM dialect, into an object at `path` that describes
/// itself by `signature`, its target, the target's `flags` and the instruction
/// sets of `machine`.
static LogicalResult writeModel(ModuleOp module,
                                const ModelSignature &signature,
                                const CompileOptions &options, int32_t flags,
                                llvm::TargetMachine &machine, StringRef path) {
  Location loc = module.getLoc();
  llvm::LLVMContext context;
  flattenConstants(module);
  auto translated = translateModuleToLLVMIR(module, context, "amp-model");
  if (!translated)
    return emitError(loc) << "the module has no form in LLVM IR";
  addDescriptor(*translated, signature, options.target, flags,
                getUsedFeatures(machine));
  if (machine.getTargetTriple().isX86())
    placeLargeData(*translated, options.largeDataThreshold);
  return writeObject(loc, *translated, machine, path);
}

/// Whether the runtime or a library that the model is linked with defines
/// `function`: this program is linked with those of C too.
static bool isDefined(StringRef function) {
  return function.starts_with("amp_cpu_") ||
         function.starts_with("_mlir_memref_to_llvm_") ||
         dlsym(RTLD_DEFAULT, function.str().c_str());
}

/// Names calls of functions that nothing defines, before the linker does.
static LogicalResult checkCalls(ModuleOp module) {
  SymbolTable symbols(module);
  WalkResult result = module.walk([&](LLVM::CallOp call) {
    FlatSymbolRefAttr callee = call.getCalleeAttr();
    auto function =
        callee ? symbols.lookup<LLVM::LLVMFuncOp>(callee.getAttr()) : nullptr;
    if (!function || !function.isExternal() || isDefined(function.getName()))
      return WalkResult::advance();
    StringRef name = function.getName();
    name.consume_front("_mlir_ciface_"); // Of llvm.emit_c_interface.
    emitError(getKnownLoc(call.getLoc(), module.getLoc()))
        << "expected a function with a body, got a call of '" << name << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Names scalable vectors where `machine` has none: LLVM would end the program.
static LogicalResult checkVectors(ModuleOp module,
                                  const llvm::TargetMachine &machine) {
  if (hasScalableVectors(machine))
    return success();
  WalkResult result = module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto vector = dyn_cast<VectorType>(type);
          vector && vector.isScalable()) {
        emitError(getKnownLoc(op->getLoc(), module.getLoc()))
            << "expected vectors of known lengths, as the processor has, "
               "got "
            << vector;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Lowers `module` for the CPU and writes its object to `path`.
static LogicalResult compileForCPU(ModuleOp module,
                                   const ModelSignature &signature,
                                   const CompileOptions &options,
                                   StringRef path) {
  auto machine = createTargetMachine(module.getLoc(), options.cpu);
  if (failed(machine))
    return failure();
  PassManager manager(module->getName());
  ToCPUPipelineOptions lowering;
  lowering.entry = options.entry;
  int32_t flags = getContractionFlags(**machine);
  lowering.expandBF16 = !(flags & AMP_CPU_AVX512_BF16);
  lowering.maskRows = flags & AMP_CPU_AVX512;
  buildToCPUPipeline(manager, lowering);
  if (failed(manager.run(module)) || failed(checkLowered(module)) ||
      failed(checkCalls(module)) || failed(checkVectors(module, **machine)))
    return failure();
  return writeModel(module, signature, options, flags, **machine, path);
}

/// Lowers `module` for the chips of a target `cuda:CHIP,...` and writes the
/// host's object, which carries the kernels, to `path`.
static LogicalResult compileForCuda(ModuleOp module,
                                    const ModelSignature &signature,
                                    const CompileOptions &options,
                                    StringRef path) {
  Location loc = module.getLoc();
  auto machine = createTargetMachine(loc, options.cpu);
  if (failed(machine))
    return failure();
  ToNVVMOptions lowering;
  lowering.entry = options.entry;
  lowering.embed = true;
  lowering.table = options.gemmTable;
  auto layout =
      llvm::StringSwitch<std::optional<ConvLayout>>(options.convLayout)
          .Case("keep", ConvLayout::Keep)
          .Case("auto", ConvLayout::Auto)
          .Case("last", ConvLayout::Last)
          .Default(std::nullopt);
  if (!layout)
    return emitError(loc) << "expected a convolution layout of auto, keep or "
                             "last, got '"
                          << options.convLayout << "'";
  lowering.layout = *layout;
  lowering.fuseAttention = options.fuseAttention;
  auto format = llvm::StringSwitch<std::optional<KernelFormat>>(options.kernels)
                    .Case("bin", KernelFormat::Bin)
                    .Case("fatbin", KernelFormat::Fatbin)
                    .Case("llvm", KernelFormat::Llvm)
                    .Default(std::nullopt);
  if (!format)
    return emitError(loc) << "expected kernels as bin, fatbin or llvm, got '"
                          << options.kernels << "'";
  lowering.format = *format;
  for (StringRef chip : llvm::split(
           StringRef(options.target).drop_front(kCudaPrefix.size()), ','))
    lowering.chips.push_back(chip.trim().str());
  loadToNVVMDialects(*module.getContext());
  if (failed(lowerToCuda(module, lowering)))
    return failure();
  return writeModel(module, signature, options, /*flags=*/0, **machine, path);
}

LogicalResult amp::checkWritten(Location loc, const std::string &problem) {
  return problem.empty() ? success() : emitError(loc) << problem;
}

TemporaryFiles::~TemporaryFiles() {
  for (const std::string &name : names) {
    (void)llvm::sys::fs::remove(name);
    llvm::sys::DontRemoveFileOnSignal(name);
  }
}

FailureOr<std::string> TemporaryFiles::make(Location loc, StringRef suffix) {
  std::string name;
  if (std::error_code error = makeTemporaryFile("amp-compile", suffix, name))
    return emitError(loc) << "cannot make a temporary file: "
                          << error.message();
  llvm::sys::RemoveFileOnSignal(name);
  names.push_back(name);
  return names.back();
}

/// Whether nothing in the module around it can refer to `op`: a symbol without
/// a name (a module that holds a transform script, a pattern of PDL), or a
/// script itself.
static bool isOutOfReach(Operation &op) {
  bool mayHaveName = op.getName().hasInterface<SymbolOpInterface>();
  return (mayHaveName && !isa<SymbolOpInterface>(&op)) ||
         isa<transform::SequenceOp>(&op);
}

/// Drops what `entry` does not reach: the library offers the entry alone, and
/// functions beside it need neither compile nor keep their callees' signatures.
static LogicalResult keepEntry(ModuleOp module, StringRef entry) {
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isOutOfReach(op) && op.use_empty())
      op.erase();
  if (failed(checkSymbolsKnown(module)))
    return failure();
  module.lookupSymbol<func::FuncOp>(entry).setPublic();
  PassManager manager(module->getName());
  // What names a variable of TOSA is no use of a symbol.
  manager.addPass(createTosaToMLProgram());
  manager.addPass(createSymbolPrivatizePass({entry.str()}));
  manager.addPass(createSymbolDCEPass());
  return manager.run(module);
}

/// Options that would change nothing, which nobody means.
static LogicalResult checkUsed(Location loc, const CompileOptions &options,
                               bool forCuda) {
  // The report also tells of a GPU's kernels.
  bool ofConversion = !options.policy.empty() || !options.profile.empty() ||
                      !options.plan.empty() || !options.keepSignature ||
                      (!options.report.empty() && !forCuda);
  if (options.autocast.empty() && ofConversion)
    return emitError(loc) << "a policy, a profile, a plan, a report or a "
                             "converted signature need autocast=f16 or bf16";
  CompileOptions standard;
  bool ofCuda = options.kernels != standard.kernels ||
                options.convLayout != standard.convLayout ||
                options.fuseAttention != standard.fuseAttention ||
                !options.gemmTable.empty();
  if (!forCuda && ofCuda)
    return emitError(loc) << "kernels, a layout of convolutions, attention in "
                             "parts or a table of products need a target "
                             "cuda:CHIP";
  return success();
}

/// Outputs that would replace what is read, or one another.
static LogicalResult checkOutputs(Location loc, const CompileOptions &options) {
  // A rename would put the library in the place of a device or a folder.
  auto refuse = [&](StringRef path) {
    return emitError(loc) << "expected the name of a file to write, got '"
                          << path << "'";
  };
  if (options.output.empty() || options.output == "-")
    return refuse(options.output);
  for (StringRef path : {StringRef(options.output), StringRef(options.header)})
    if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
      return refuse(path);
  struct File {
    StringRef what, path;
    bool written;
  };
  const File files[] = {
      {"the module", options.input, false},
      // A preset is no file.
      {"the policy",
       llvm::sys::fs::exists(options.policy) ? StringRef(options.policy) : "",
       false},
      {"the profile", options.profile, false},
      {"the plan", options.plan, false},
      {"the table of products", options.gemmTable, false},
      {"the library", options.output, true},
      {"the header", options.header, true},
      {"the report", options.report, true}};
  for (const File &file : files)
    for (const File &other : llvm::make_range(std::begin(files), &file))
      if (file.written && isSameFile(file.path, other.path))
        return emitError(loc) << "expected different files for " << other.what
                              << " and " << file.what << ", got '" << other.path
                              << "' and '" << file.path << "'";
  return success();
}

LogicalResult amp::compileModel(ModuleOp module,
                                const CompileOptions &options) {
  Location loc = module.getLoc();
  bool forCuda = StringRef(options.target).starts_with(kCudaPrefix);
  if (options.target != "cpu" && !forCuda)
    return emitError(loc) << "expected target cpu or cuda:CHIP, got '"
                          << options.target << "'";
  if (failed(checkOutputs(loc, options)))
    return failure();
  if (failed(checkUsed(loc, options, forCuda)))
    return failure();
  TemporaryFiles files;
  // The report gets its place at the end, if nothing fails.
  std::string draft = options.report;
  if (!draft.empty() && draft != "-") {
    auto made = files.make(loc, "json");
    if (failed(made))
      return failure();
    draft = *made;
  }
  // The conversion may change the types; what is wrong before is said before.
  if (failed(specializeShapes(module, options.shapes, options.entry)) ||
      failed(readSignature(module, options.entry)) ||
      failed(keepEntry(module, options.entry)) ||
      failed(readResources(module)) || failed(autocast(module, options, draft)))
    return failure();
  auto signature = readSignature(module, options.entry);
  auto object = files.make(loc, "o");
  if (failed(signature) || failed(object))
    return failure();
  if (failed(forCuda ? compileForCuda(module, *signature, options, *object)
                     : compileForCPU(module, *signature, options, *object)))
    return failure();
  StagedFile library(options.output), header(options.header);
  if (failed(checkWritten(loc, library.open())))
    return failure();
  if (!options.header.empty() &&
      failed(checkWritten(loc, header.write([&](raw_ostream &os) {
        os << makeHeader(*signature, options.target,
                         llvm::sys::path::filename(options.output));
      }))))
    return failure();
  if (failed(linkLibrary(loc, *object,
                         forCuda ? getCudaRuntime() : getCPURuntime(), files,
                         library.getName())) ||
      failed(finishReport(module, draft, options.report)))
    return failure();
  if (!options.header.empty() && failed(checkWritten(loc, header.commit())))
    return failure();
  return checkWritten(loc, library.commit());
}
