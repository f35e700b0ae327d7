//===- amp-gpu-emulate.cpp - Check GPU kernels on the CPU -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the GPU kernel of each `amp.kernel` function of a module (or takes the
// gpu.module @NAME_module beside it), runs it on emulated threads in several
// orders and compares every element with the function in double precision.
// Inputs are multiples of 1/8 in [-1, 1]: their products sum up exactly in f32,
// whatever the order, so that only rounding of results is left.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/InitAll.h"
#include "Cases.h"
#include "DeviceMemory.h"
#include "Jit.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace amp_emulate;

static llvm::cl::OptionCategory category("Options");
static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::cat(category),
                                            llvm::cl::desc("<module>"),
                                            llvm::cl::init("-"));
static llvm::cl::opt<std::string>
    chipName("chip", llvm::cl::cat(category),
             llvm::cl::desc("Chip to write kernels for"),
             llvm::cl::init("sm_80"));
static llvm::cl::opt<unsigned>
    orders("orders", llvm::cl::cat(category),
           llvm::cl::desc("How many thread orders to run, 1 to 8"),
           llvm::cl::init(3));
static llvm::cl::opt<unsigned> processors(
    "processors", llvm::cl::cat(category),
    llvm::cl::desc("Multiprocessors to write for, 0 for the chip's: few make "
                   "persistent kernels walk tiles"),
    llvm::cl::init(0));
static llvm::cl::opt<std::string> caseFolder(
    "write-cases", llvm::cl::value_desc("folder"), llvm::cl::cat(category),
    llvm::cl::desc("Run nothing; write each function as a module with inputs "
                   "and results, for a device"));
static llvm::cl::opt<unsigned> seed("seed", llvm::cl::cat(category),
                                    llvm::cl::desc("Seed of inputs"),
                                    llvm::cl::init(1));

namespace {
/// A tensor as the kernel sees it.
class Buffer {
public:
  explicit Buffer(RankedTensorType type)
      : type(type), elementBytes(getElementBytes(type.getElementType())),
        storage(static_cast<char *>(
            allocateDevice(type.getNumElements() * elementBytes))) {
    if (!storage)
      llvm::report_fatal_error("no memory for a buffer");
  }
  ~Buffer() { freeDevice(storage); }
  Buffer(const Buffer &) = delete;

  void write(const Tensor &tensor) {
    for (auto [element, value] : llvm::enumerate(tensor.data))
      encode(value, type.getElementType(), storage + element * elementBytes);
  }
  double read(int64_t element) const {
    return decode(storage + element * elementBytes, type.getElementType());
  }
  char *data() const { return storage; }

private:
  RankedTensorType type;
  int64_t elementBytes;
  char *storage;
};
} // namespace

static std::array<int64_t, 3> readTriple(DictionaryAttr launch,
                                         StringRef name) {
  auto values = launch.getAs<DenseI64ArrayAttr>(name).asArrayRef();
  return {values[0], values[1], values[2]};
}

/// The tensor maps of a launch, on these buffers.
static std::vector<amp_emulate::TensorMap>
readTensorMaps(DictionaryAttr launch,
               ArrayRef<std::unique_ptr<Buffer>> buffers) {
  std::vector<amp_emulate::TensorMap> maps;
  for (Attribute entry : launch.getAs<ArrayAttr>("tensor_maps")) {
    auto dictionary = cast<DictionaryAttr>(entry);
    amp_emulate::TensorMap map = {};
    map.base =
        buffers[dictionary.getAs<IntegerAttr>("buffer").getInt()]->data();
    map.elementBytes =
        dictionary.getAs<TypeAttr>("type").getValue().getIntOrFloatBitWidth() /
        8;
    auto dims = dictionary.getAs<DenseI64ArrayAttr>("dims").asArrayRef();
    auto strides = dictionary.getAs<DenseI64ArrayAttr>("strides").asArrayRef();
    auto box = dictionary.getAs<DenseI64ArrayAttr>("box").asArrayRef();
    map.rank = dims.size();
    map.strides[0] = map.elementBytes;
    llvm::copy(dims, map.dims);
    llvm::copy(strides, map.strides + 1);
    llvm::copy(box, map.box);
    map.swizzle = dictionary.getAs<IntegerAttr>("swizzle").getInt();
    maps.push_back(map);
  }
  return maps;
}

namespace {
/// One kernel function and its emulation.
class Check {
public:
  Check(func::FuncOp function, gpu::GPUModuleOp gpuModule)
      : function(function), gpuModule(gpuModule) {}
  LogicalResult run();

private:
  LogicalResult compare(const std::vector<Tensor> &expected,
                        ArrayRef<std::unique_ptr<Buffer>> buffers, Order order);

  func::FuncOp function;
  gpu::GPUModuleOp gpuModule;
  /// The largest error as a share of the bound.
  double worst = 0;
};
} // namespace

LogicalResult Check::compare(const std::vector<Tensor> &expected,
                             ArrayRef<std::unique_ptr<Buffer>> buffers,
                             Order order) {
  unsigned inputs = function.getNumArguments();
  for (auto [number, tensor] : llvm::enumerate(expected)) {
    const Buffer &buffer = *buffers[inputs + number];
    auto [relative, absolute] =
        getBound(function, tensor.type.getElementType());
    for (auto [element, value] : llvm::enumerate(tensor.data)) {
      double got = buffer.read(element), error = std::fabs(got - value);
      double bound = relative * std::fabs(value) + absolute;
      if (!(error <= bound))
        return function->emitError()
               << "order " << int(order) << ": element " << element
               << " of result " << number << " is " << got << ", expected "
               << value << " within " << bound;
      worst = std::max(worst, bound > 0 ? error / bound : 0);
    }
  }
  return success();
}

LogicalResult Check::run() {
  LLVM::LLVMFuncOp kernel;
  for (auto candidate : gpuModule.getOps<LLVM::LLVMFuncOp>())
    if (candidate->hasAttr(kLaunchAttrName))
      kernel = candidate;
  if (!kernel)
    return gpuModule->emitError("expected a kernel with 'amp.launch'");
  auto launchAttr = kernel->getAttrOfType<DictionaryAttr>(kLaunchAttrName);
  auto config = kernel->getAttrOfType<DictionaryAttr>(kGemmConfigAttrName);
  std::vector<Tensor> arguments = makeInputs(function, seed);
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (const Tensor &argument : arguments) {
    buffers.push_back(std::make_unique<Buffer>(argument.type));
    buffers.back()->write(argument);
  }
  FailureOr<std::vector<Tensor>> expected = evaluate(function, arguments);
  auto compiled = CompiledKernel::create(gpuModule);
  if (failed(expected) || failed(compiled))
    return failure();
  Grid grid;
  llvm::copy(readTriple(launchAttr, "grid"), grid.grid);
  llvm::copy(readTriple(launchAttr, "block"), grid.block);
  grid.cluster = readTriple(launchAttr, "cluster")[0];
  grid.shared = launchAttr.getAs<IntegerAttr>("shared").getInt() +
                (*compiled)->getStaticShared();
  Counters counters;
  for (unsigned number = 0; number < orders; ++number) {
    Order order = Order(std::min(number, 2u));
    buffers.resize(arguments.size());
    for (Type type : function.getResultTypes())
      buffers.push_back(std::make_unique<Buffer>(cast<RankedTensorType>(type)));
    std::vector<amp_emulate::TensorMap> maps =
        readTensorMaps(launchAttr, buffers);
    std::vector<void *> parameters;
    for (const std::unique_ptr<Buffer> &buffer : buffers)
      parameters.push_back(buffer->data());
    for (amp_emulate::TensorMap &map : maps)
      parameters.push_back(&map);
    std::string error = launch(
        grid, order, seed + number, [&] { (**compiled)(parameters.data()); },
        counters);
    if (!error.empty())
      return function->emitError("order ") << int(order) << ": " << error;
    if (failed(compare(*expected, buffers, order)))
      return failure();
  }
  llvm::outs() << function.getSymName() << ": ok, " << grid.grid[0]
               << " blocks of " << grid.block[0] << " threads, "
               << counters.mma / orders << " mma.sync, "
               << counters.wgmma / orders << " wgmma, " << counters.conflicts
               << " bank conflicts, error " << llvm::format("%.2f", worst)
               << " of the bound";
  if (config)
    llvm::outs() << ", " << config;
  llvm::outs() << "\n";
  return success();
}

static LogicalResult checkModule(ModuleOp module, const ChipInfo &chip) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kKernelAttrName))
      functions.push_back(function);
  if (functions.empty())
    return module.emitError("expected a function with 'amp.kernel'");
  for (func::FuncOp function : functions)
    for (Type type : function.getArgumentTypes())
      if (!isa<RankedTensorType>(type))
        return function.emitError("expected a kernel that reads tensors alone, "
                                  "got an argument of type ")
               << type;
  SymbolTable symbols(module);
  SmallVector<gpu::GPUModuleOp> gpuModules;
  for (func::FuncOp function : functions) {
    auto existing = symbols.lookup<gpu::GPUModuleOp>(
        (function.getSymName() + "_module").str());
    if (existing) {
      gpuModules.push_back(existing);
      continue;
    }
    FailureOr<gpu::GPUModuleOp> emitted = emitContractionKernel(function, chip);
    if (failed(emitted))
      return failure();
    gpuModules.push_back(*emitted);
  }
  PassManager pm(module.getContext());
  buildLowerGPUKernelsPipeline(pm);
  if (failed(pm.run(module)))
    return failure();
  bool failedOnce = false;
  for (auto [function, gpuModule] : llvm::zip_equal(functions, gpuModules))
    failedOnce |= failed(Check(function, gpuModule).run());
  return failure(failedOnce);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  amp::prepareForOutput();
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "Checks GPU kernels on the CPU\n");
  std::optional<ChipInfo> chip = ChipInfo::lookup(chipName);
  if (!chip || orders < 1 || orders > 8) {
    llvm::errs() << "amp-gpu-emulate: expected --chip to be one of "
                 << ChipInfo::getKnownNames() << " and --orders 1 to 8\n";
    return 1;
  }
  if (processors)
    chip->processors = processors;
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllAmpDialects(registry);
  registerKernelTranslations(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects(); // Kernels are written without a pass.
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(inputFile, &error);
  if (!file) {
    llvm::errs() << "amp-gpu-emulate: " << error << "\n";
    return 1;
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;
  if (!caseFolder.empty())
    return failed(writeCases(*module, caseFolder, seed, processors));
  return failed(checkModule(*module, *chip));
}
