//===- amp-libfuzzer.cpp - Coverage-guided fuzzing ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One libFuzzer target; AMP_FUZZ_KIND says what the bytes are: `text`,
// `bytecode`, `options`, `policy`, `plan` or `profile`. AMP_FUZZ_STOCK=1 only
// parses them with upstream dialects: what crashes then is not ours.
// AMP_FUZZ_PARSE=1 only parses them, with ours too.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "Corpus.h"
#include "ModuleGenerator.h"
#include "PropertyRuns.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/Regex.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

// The shared MLIR keeps registries alive until the process ends, and its
// allocators do not lift poison that ours set.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "detect_leaks=0:allow_user_poisoning=0:handle_abort=1";
}
extern "C" int LLVMFuzzerInitialize(int *argc, char ***argv);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {
struct Target {
  Target() {
    if (const char *name = std::getenv("AMP_FUZZ_KIND"))
      kind = name;
    stockOnly = std::getenv("AMP_FUZZ_STOCK") != nullptr;
    parseOnly = stockOnly || std::getenv("AMP_FUZZ_PARSE") != nullptr;
    registerAmpPasses();
    registerStockDialects(registry);
    if (!stockOnly)
      registerConvertingDialects(registry);
    // Files that the passes read or are asked to write.
    char folder[] = "/tmp/amp-libfuzzer-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0)
      std::abort();
    restart();
  }

  void restart() {
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->allowUnregisteredDialects(stockOnly);
    // An attribute of a dialect that is not loaded yet would not be verified.
    context->loadAllAvailableDialects();
    model = nullptr;
    if (stockOnly)
      return;
    std::string problem;
    model = parse(*context, ModuleGenerator(7).generate(), problem);
  }

  void runOne(const std::string &input);
  void convert(ModuleOp module, const std::string &pipeline);

  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> model;
  std::string kind = "text";
  bool stockOnly = false, parseOnly = false;
  unsigned runs = 0;
};
} // namespace

[[noreturn]] static void fail(const std::string &what) {
  std::fprintf(stderr, "amp-libfuzzer: %s\n", what.c_str());
  std::abort();
}

/// Fails with a message or gives a module that verifies.
void Target::convert(ModuleOp module, const std::string &pipeline) {
  OwningOpRef<ModuleOp> copy(module.clone());
  PassManager manager(context.get(), "builtin.module");
  manager.enableVerifier(false);
  std::string ignored;
  llvm::raw_string_ostream stream(ignored);
  Messages messages(*context);
  if (failed(parseModulePipeline(pipeline, manager, stream))) {
    if (stream.str().empty() && messages.text.empty())
      fail("the pipeline failed to parse without a message: " + pipeline);
    return;
  }
  bool failedRun = failed(manager.run(*copy));
  if (failedRun && !messages.isError)
    fail("failed without a message: " + pipeline);
  if (!failedRun && failed(verify(*copy)))
    fail("the result does not verify: " + pipeline + "\n" + messages.text);
}

/// MLIR 22's parser of linalg.transpose and linalg.broadcast crashes where the
/// list of dimensions is malformed. libFuzzer finds that again every few
/// seconds, which ends its process each time.
static bool crashesParser(llvm::StringRef text) {
  static const llvm::Regex list("^ *= *\\[ *([0-9]+( *, *[0-9]+)*)? *\\]");
  for (llvm::StringRef name : {"permutation", "dimensions"})
    for (size_t at = text.find(name); at != llvm::StringRef::npos;
         at = text.find(name, at + 1))
      if (!list.match(text.drop_front(at + name.size()).take_until([](char c) {
            return c == '\n';
          })))
        return true;
  return false;
}

void Target::runOne(const std::string &input) {
  // Constants and types stay in a context for its life.
  if (++runs % 512 == 0) {
    model = nullptr;
    restart();
  }
  if (kind == "text" && crashesParser(input))
    return;
  if (kind == "text" || kind == "bytecode") {
    OwningOpRef<ModuleOp> module;
    {
      Messages messages(*context);
      module = parseSourceString<ModuleOp>(input, context.get());
    }
    if (!module || parseOnly)
      return;
    convert(*module, "builtin.module(amp-autocast{unlisted=ignore})");
    convert(*module, "builtin.module(amp-autocast{type=bf16 assign=greedy "
                     "signature=convert unlisted=warn})");
    convert(*module, "builtin.module(amp-fold-casts)");
    convert(*module, "builtin.module(amp-annotate)");
    return;
  }
  if (parseOnly)
    return;
  if (kind == "options") {
    // Paths lead out of the folder.
    if (input.find('/') == std::string::npos)
      convert(*model, "builtin.module(amp-autocast{" + input + "})");
    return;
  }
  std::ofstream("input") << input;
  convert(*model,
          "builtin.module(amp-autocast{unlisted=ignore " + kind + "=input})");
}

int LLVMFuzzerInitialize(int *, char ***) { return 0; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Target target;
  target.runOne(std::string(reinterpret_cast<const char *>(data), size));
  return 0;
}
