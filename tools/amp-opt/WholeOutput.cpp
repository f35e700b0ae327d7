//===- WholeOutput.cpp - mlir-opt's main, output whole or not at all ------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeOutput.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

static void sayCannotWrite(llvm::StringRef output, llvm::StringRef why) {
  llvm::errs() << "amp-opt: cannot write '" << output << "': " << why << "\n";
}

/// Names the output where LLVM's stream, closed after a failed write, says only
/// what failed. LLVM then removes temporary files and exits with status 1.
static void sayWhatFailed(void *output, const char *reason, bool /*crash*/) {
  llvm::StringRef text = reason;
  if (text.consume_front("IO failure on output stream: "))
    sayCannotWrite(*static_cast<std::string *>(output), text);
  else
    llvm::errs() << "LLVM ERROR: " << text << "\n";
}

/// What standard output still holds is written; false where it cannot be.
static bool flushStandardOutput() {
  llvm::raw_fd_ostream &stream = llvm::outs();
  stream.flush();
  if (!stream.has_error())
    return true;
  sayCannotWrite("-", stream.error().message());
  stream.clear_error();
  return false;
}

/// The files that the command line names; sets `problem` if two are one.
static std::vector<amp::ProgramFile>
findFiles(StringRef input, StringRef output, std::string &problem) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  const tracing::DebugConfig &actions = config.getDebugConfig();
  std::vector<amp::ProgramFile> files = {
      {"the module", input.str(), false},
      {"-o", output.str(), true},
      {"--remarks-output-file", config.getRemarksOutputFile(), true},
      {"--log-actions-to", actions.getLogActionsTo().str(), true},
      {"--profile-actions-to", actions.getProfileActionsTo().str(), true},
      {"--mlir-generate-reproducer", config.getReproducerFilename().str(),
       true}};
  for (const amp::ProgramFile &file : files)
    for (const amp::ProgramFile &other : files) {
      if (&other == &file)
        break;
      // The result may take the module's place.
      bool allowed =
          amp::isDevice(file.path) || (!other.written && file.what == "-o");
      if (!allowed && amp::isSameFile(file.path, other.path))
        problem = "expected " + other.what + " and " + file.what +
                  " to name two files, got '" + other.path + "' and '" +
                  file.path + "'";
    }
  return files;
}

int amp::runOptTool(int argc, char **argv, llvm::StringRef name,
                    DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv, /*InstallPipeSignalExitHandler=*/false);
  prepareForOutput();
  failOnClosedPipes();
  auto [input, output] = registerAndParseCLIOptions(argc, argv, name, registry);
  llvm::ScopedFatalErrorHandler handler(sayWhatFailed, &output);
  std::string problem;
  addProgramFiles(registry, findFiles(input, output, problem));
  std::string temporary;
  if (problem.empty())
    temporary = makeTemporaryBeside(output, problem);
  if (!problem.empty()) {
    llvm::errs() << "amp-opt: " << problem << "\n";
    return EXIT_FAILURE;
  }
  LogicalResult result = MlirOptMain(
      argc, argv, input, temporary.empty() ? output : temporary, registry);
  if (temporary.empty())
    return asMainReturnCode(
        success(flushStandardOutput() && succeeded(result)));
  if (failed(result)) {
    (void)llvm::sys::fs::remove(temporary);
    return EXIT_FAILURE;
  }
  problem = moveIntoPlace(temporary, output);
  if (!problem.empty())
    llvm::errs() << "amp-opt: " << problem << "\n";
  return problem.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}
