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
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace mlir::amp {
#define GEN_PASS_DEF_VIEWPRECISIONPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Runs Graphviz on `dotFile`; `format` is svg, png or pdf.
static LogicalResult runGraphviz(StringRef dotFile, StringRef output,
                                 StringRef format, Location loc) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("dot");
  if (!program)
    return emitError(loc) << "cannot find Graphviz's 'dot' on PATH; install "
                             "graphviz, or write a .dot file";
  std::string formatFlag = ("-T" + format).str();
  std::string outputFlag = ("-o" + output).str();
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      *program, {*program, formatFlag, outputFlag, dotFile}, std::nullopt, {},
      /*SecondsToWait=*/120, /*MemoryLimit=*/0, &message);
  if (status == 0)
    return success();
  return emitError(loc) << "Graphviz failed to draw '" << output
                        << "' (exit status " << status << ")"
                        << (message.empty() ? "" : ": " + message);
}

namespace {
struct ViewPrecisionPass : amp::impl::ViewPrecisionPassBase<ViewPrecisionPass> {
  using ViewPrecisionPassBase::ViewPrecisionPassBase;

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
    llvm::SmallString<128> path;
    int descriptor = 0;
    if (std::error_code error = llvm::sys::fs::createTemporaryFile(
            "amp-view", "dot", descriptor, path))
      return emitError(loc)
             << "cannot create a temporary file: " << error.message();
    llvm::FileRemover remover(path);
    {
      llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
      print(os);
    }
    return runGraphviz(path, output, format, loc);
  }
};
} // namespace
