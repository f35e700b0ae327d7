//===- amp-compile.cpp - From a module to a shared library ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Compile/Compile.h"
#include "AmpDialect/InitAll.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
/// The command line, hidden behind one category so that --help shows ours.
struct Arguments {
  cl::OptionCategory category{"amp-compile options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<module, - for stdin>"),
                             cl::Required, cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("The library to write"),
                              cl::value_desc("file.so"), cl::Required,
                              cl::cat(category)};
  cl::opt<std::string> autocast{
      "autocast", cl::value_desc("f16|bf16"), cl::cat(category),
      cl::desc("Convert to mixed precision first; default: compile as it is")};
  cl::opt<std::string> target{
      "target", cl::value_desc("cpu|cuda:sm_80,..."), cl::cat(category),
      cl::desc("What the library runs on (default: cpu)"), cl::init("cpu")};
  cl::opt<std::string> cpu{
      "mcpu", cl::value_desc("name"), cl::cat(category),
      cl::desc("Processor, as clang's -march (default: native)"),
      cl::init("native")};
  cl::opt<std::string> kernels{
      "kernels", cl::value_desc("bin|fatbin|llvm"), cl::cat(category),
      cl::desc("CUDA: kernels as machine code (default), with PTX beside it, "
               "or as bitcode for the emulator"),
      cl::init("bin")};
  cl::opt<std::string> convLayout{
      "conv-layout", cl::value_desc("auto|keep|last"), cl::cat(category),
      cl::desc("CUDA: channels of convolutions last where that moves fewer "
               "bytes (default), as the module has them, or last wherever a "
               "convolution gains"),
      cl::init("auto")};
  cl::opt<bool> fuseAttention{
      "fuse-attention", cl::cat(category),
      cl::desc("CUDA: one kernel for two products and the rows between them "
               "(default: true)"),
      cl::init(true)};
  cl::opt<std::string> gemmTable{
      "gemm-table", cl::value_desc("file"), cl::cat(category),
      cl::desc("CUDA: measured configurations, as benchmarks/tune_gemm.py "
               "writes them (default: the compiler's own)")};
  cl::opt<std::string> entry{"entry", cl::value_desc("name"), cl::cat(category),
                             cl::desc("Function to compile (default: main)"),
                             cl::init("main")};
  cl::list<std::string> shapes{
      "shapes", cl::CommaSeparated, cl::value_desc("0:1x128,..."),
      cl::cat(category),
      cl::desc("Shapes of arguments whose sizes the module leaves open, by "
               "their numbers")};
  cl::opt<std::string> header{
      "header", cl::value_desc("file.h"), cl::cat(category),
      cl::desc("The C header to write (default: beside the library)")};
  cl::opt<std::string> policy{"policy", cl::value_desc("file"),
                              cl::cat(category),
                              cl::desc("Policy file or preset")};
  cl::opt<std::string> profile{"profile", cl::value_desc("file"),
                               cl::cat(category),
                               cl::desc("Profile of values, as calibrate "
                                        "writes it")};
  cl::opt<std::string> plan{"plan", cl::value_desc("file"), cl::cat(category),
                            cl::desc("Precision plan to apply")};
  cl::opt<std::string> report{"report", cl::value_desc("file"),
                              cl::cat(category),
                              cl::desc("Report of the conversion, - for a "
                                       "table on stderr")};
  cl::opt<uint64_t> largeDataThreshold{
      "large-data-threshold", cl::value_desc("bytes"), cl::cat(category),
      cl::desc("Constants of more bytes than this together go into sections "
               "for large data (default: 1 GiB)"),
      cl::init(amp::CompileOptions().largeDataThreshold)};
  cl::opt<bool> convertSignature{
      "convert-signature", cl::cat(category),
      cl::desc("Inputs and results of the model may take the low type")};
};
} // namespace

/// The header's name: `model.h` for `model.so`.
static std::string getHeaderName(StringRef library) {
  SmallString<128> name(library);
  llvm::sys::path::replace_extension(name, ".h");
  return std::string(name);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv, /*InstallPipeSignalExitHandler=*/false);
  amp::prepareForOutput();
  amp::failOnClosedPipes();
  Arguments arguments;
  cl::HideUnrelatedOptions(arguments.category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles a module on tensors to a library "
                              "with a C interface\n");
  // A variable of the shell that is not set asks for no conversion.
  if (arguments.autocast.getNumOccurrences() && arguments.autocast.empty()) {
    llvm::errs() << "amp-compile: --autocast: expected f16 or bf16, got none\n";
    return 1;
  }
  std::string problem;
  auto file = openInputFile(arguments.input, &problem);
  if (!file) {
    llvm::errs() << "amp-compile: " << problem << "\n";
    return 1;
  }
  DialectRegistry registry;
  amp::registerAllAmpDialects(registry);
  amp::registerCompileDialects(registry);
  // compileModel compares the outputs.
  amp::addProgramFiles(registry, {{"the module", arguments.input, false}});
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  // MLIR names an option that this program does not have.
  ScopedDiagnosticHandler withoutHint(&context, [&](Diagnostic &diag) {
    std::string message = diag.str();
    size_t hint = message.find(". If this is intended");
    if (hint == std::string::npos || !StringRef(message).contains("unregist"))
      return failure();
    handler.emitDiagnostic(diag.getLocation(),
                           message.substr(0, hint) +
                               ", for which no target has code",
                           diag.getSeverity());
    return success();
  });
  auto module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return 1;

  amp::CompileOptions options;
  options.autocast = arguments.autocast;
  options.policy = arguments.policy;
  options.profile = arguments.profile;
  options.plan = arguments.plan;
  options.report = arguments.report;
  options.keepSignature = !arguments.convertSignature;
  options.target = arguments.target;
  options.cpu = arguments.cpu;
  options.kernels = arguments.kernels;
  options.entry = arguments.entry;
  llvm::append_range(options.shapes, arguments.shapes);
  options.gemmTable = arguments.gemmTable;
  options.convLayout = arguments.convLayout;
  options.fuseAttention = arguments.fuseAttention;
  options.largeDataThreshold = arguments.largeDataThreshold;
  options.input = arguments.input;
  options.output = arguments.output;
  options.header = arguments.header.empty() ? getHeaderName(arguments.output)
                                            : arguments.header.getValue();
  return failed(amp::compileModel(*module, options));
}
