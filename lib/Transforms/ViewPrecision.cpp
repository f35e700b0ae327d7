//===- ViewPrecision.cpp - Draws the precision graph ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/View.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/BareWord.h"
#include "AmpDialect/Transforms/DecisionOutput.h"
#include "AmpDialect/Transforms/Passes.h"
#include "WithModels.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include <cstdio>
#include <sys/wait.h>

namespace mlir::amp {
#define GEN_PASS_DEF_VIEWPRECISIONPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// `word` as one word of the shell's.
static std::string quote(StringRef word) {
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Runs Graphviz on `dotFile` and writes the picture to `output`; `format` is
/// svg, png or pdf. The picture comes through a pipe: what Graphviz itself
/// writes to a full disk is cut off without an error.
static LogicalResult runGraphviz(StringRef dotFile, StringRef output,
                                 StringRef format, Location loc) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("dot");
  if (!program)
    return emitError(loc) << "cannot find Graphviz's 'dot' on PATH; install "
                             "graphviz, or write a .dot file";
  std::string command =
      quote(*program) + " -T" + format.str() + " " + quote(dotFile);
  std::string picture;
  int status = -1;
  if (FILE *pipe = popen(command.c_str(), "r")) {
    char buffer[4096];
    while (size_t size = fread(buffer, 1, sizeof(buffer), pipe))
      picture.append(buffer, size);
    status = pclose(pipe);
    if (WIFEXITED(status))
      status = WEXITSTATUS(status);
  }
  if (status != 0)
    return emitError(loc) << "Graphviz failed to draw '" << output
                          << "' (exit status " << status << ")";
  std::string problem =
      writeWholeFile(output, [&](llvm::raw_ostream &os) { os << picture; });
  if (!problem.empty())
    return emitError(loc) << "cannot write the picture: " << problem;
  return success();
}

namespace {
struct ViewPrecisionPass
    : WithModels<amp::impl::ViewPrecisionPassBase<ViewPrecisionPass>> {
  using WithModels::WithModels;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return Pass::initializeOptions(nameBareWord(options, "output"),
                                   errorHandler);
  }

  void runOnOperation() override {
    Location loc = getOperation().getLoc();
    StringRef extension = llvm::sys::path::extension(output);
    if (!llvm::is_contained({".svg", ".png", ".pdf", ".dot"}, extension)) {
      emitError(loc) << "expected a picture's name to end in .svg, .png, .pdf "
                        "or .dot, got '"
                     << output << "'";
      return signalPassFailure();
    }
    AutocastOptions options;
    options.type = type;
    options.assign = assign;
    options.unlisted = unlisted;
    options.signature = signature;
    options.errorRatio = errorRatio;
    options.policy = policy;
    options.plan = plan;
    options.profile = profile;
    AutocastOptions written = options;
    written.report = output;
    if (failed(checkTakesOneModule(getOperation(), output, "output")) ||
        failed(checkOutputs(written, loc, "output")))
      return signalPassFailure();
    FailureOr<Decision> decision = decidePrecision(getOperation(), options);
    if (failed(decision) || failed(draw(*decision, extension.drop_front())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult draw(const Decision &decision, StringRef format) {
    Location loc = getOperation().getLoc();
    ViewOptions options;
    options.collapse = collapse;
    options.title = getOperation().getName().value_or("").str();
    if (auto file = dyn_cast<FileLineColLoc>(loc);
        file && options.title.empty())
      options.title =
          llvm::sys::path::filename(file.getFilename().getValue()).str();
    auto print = [&](llvm::raw_ostream &os) {
      printDot(os, decision.graph, decision.assignment, options);
    };
    if (format == "dot") {
      if (std::string problem = writeWholeFile(output, print); !problem.empty())
        return emitError(loc) << "cannot write the picture: " << problem;
      return success();
    }
    std::string path;
    if (std::error_code error = makeTemporaryFile("amp-view", "dot", path))
      return emitError(loc)
             << "cannot create a temporary file: " << error.message();
    llvm::FileRemover remover(path);
    llvm::sys::RemoveFileOnSignal(path);
    std::error_code error;
    if (llvm::raw_fd_ostream os(path, error); !error) {
      print(os);
      os.flush();
      error = os.error();
      os.clear_error();
    }
    if (error)
      return emitError(loc)
             << "cannot write '" << path << "': " << error.message();
    return runGraphviz(path, output, format, loc);
  }
};
} // namespace
