//===- amp-reduce.cpp - Shrinks a module that shows a failure -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/InitAll.h"
#include "Reducer.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("Options");
static cl::opt<std::string> input(cl::Positional, cl::Required,
                                  cl::cat(category), cl::desc("<module>"));
static cl::opt<std::string> output("o", cl::init("-"), cl::cat(category),
                                   cl::desc("The small module"),
                                   cl::value_desc("file"));
static cl::opt<std::string>
    test("test", cl::Required, cl::value_desc("program"), cl::cat(category),
         cl::desc("Exits with another status than 0 while a module, its last "
                  "argument, shows the failure"));
static cl::list<std::string> arguments("test-arg", cl::value_desc("text"),
                                       cl::cat(category),
                                       cl::desc("Arguments of the test"));

/// What keeps the test from being run at all; empty if nothing does.
static std::string checkTest() {
  // No path is searched, and a folder is none.
  if (!llvm::sys::fs::can_execute(test))
    return "cannot run the test '" + test + "': no such program";
  std::string path;
  std::error_code error = amp::makeTemporaryFile("amp-reduce", "mlir", path);
  llvm::FileRemover remover(path);
  return error
             ? "cannot write a temporary file (see TMPDIR): " + error.message()
             : "";
}

/// Upstream's Tester ends the program where it cannot write or run.
static void reportFatalError(void *, const char *reason, bool) {
  llvm::errs() << "amp-reduce: " << reason << "\n";
  llvm::sys::RunInterruptHandlers();
  std::exit(1);
}

static size_t countOps(ModuleOp module) {
  size_t count = 0;
  module->walk([&](Operation *) { ++count; });
  return count;
}

static LogicalResult write(ModuleOp module) {
  std::string problem = amp::writeWholeFile(
      output, [&](raw_ostream &os) { os << module << "\n"; });
  if (problem.empty())
    return success();
  llvm::errs() << "amp-reduce: " << problem << "\n";
  return failure();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  amp::prepareForOutput();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Shrinks a module\n");
  llvm::install_fatal_error_handler(reportFatalError);
  if (std::string problem = checkTest(); !problem.empty()) {
    llvm::errs() << "amp-reduce: " << problem << "\n";
    return 1;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  amp::registerAllAmpDialects(registry);
  MLIRContext context(registry);
  context.allowUnregisteredDialects();
  std::string problem;
  auto file = openInputFile(input, &problem);
  if (!file) {
    llvm::errs() << "amp-reduce: " << problem << "\n";
    return 1;
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  auto module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return 1;
  std::vector<std::string> list(arguments.begin(), arguments.end());
  Tester tester(test, list);
  if (!amp::isInteresting(tester, *module)) {
    llvm::errs() << "amp-reduce: '" << input
                 << "' does not show the failure that '" << test
                 << "' looks for\n";
    return 1;
  }
  // What is left so far is there for whoever does not wait for the end.
  size_t numOps = countOps(*module);
  auto shown = std::chrono::steady_clock::now();
  auto show = [&](ModuleOp smaller) -> LogicalResult {
    auto now = std::chrono::steady_clock::now();
    if (now - shown < std::chrono::seconds(1))
      return success();
    shown = now;
    llvm::errs() << "amp-reduce: " << countOps(smaller) << " of " << numOps
                 << " ops are left\n";
    return output == "-" ? success() : write(smaller);
  };
  if (failed(amp::reduceModule(module, tester, show)) || failed(write(*module)))
    return 1;
  llvm::errs() << "amp-reduce: " << countOps(*module) << " of " << numOps
               << " ops are left, none to take away\n";
  return 0;
}
