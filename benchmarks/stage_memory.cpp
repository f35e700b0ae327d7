//===- stage_memory.cpp - Peak memory of the conversion's stages ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a module, runs amp-autocast on it in one thread, and prints as JSON
// the resident bytes that the parsed module takes and, for each stage and for
// the pass as a whole, the peak that lies above them. Neither the parser's own
// memory nor the printer's is in the figures. Linux alone: the kernel is told
// to begin its peak anew (/proc/self/clear_refs) at each stage.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/InitAll.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <malloc.h>
#include <string>
#include <vector>

using namespace mlir;

/// Bytes that the kernel reports as `field` of this process.
static int64_t readStatus(llvm::StringRef field) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    llvm::StringRef text = line;
    if (!text.consume_front(field) || !text.consume_front(":"))
      continue;
    int64_t kilobytes = 0;
    text.trim().consumeInteger(10, kilobytes);
    return 1024 * kilobytes;
  }
  return 0;
}

static int64_t getResident() { return readStatus("VmRSS"); }
static int64_t getPeak() { return readStatus("VmHWM"); }
static void beginPeak() { std::ofstream("/proc/self/clear_refs") << "5\n"; }

namespace {

/// Peaks by stage, in the order of the stages.
struct StagePeaks : PassInstrumentation {
  explicit StagePeaks(std::vector<std::pair<std::string, int64_t>> &peaks)
      : peaks(peaks) {}

  void runBeforeAnalysis(StringRef, TypeID, Operation *) override {
    beginPeak();
  }
  void runAfterAnalysis(StringRef name, TypeID, Operation *) override {
    peaks.emplace_back(name.rsplit(' ').second.str(), getPeak());
  }

  std::vector<std::pair<std::string, int64_t>> &peaks;
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: stage_memory FILE\n");
    return 1;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  amp::registerAllAmpDialects(registry);
  amp::registerAllAmpPasses();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();

  int64_t empty = getResident();
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  malloc_trim(0);
  int64_t parsed = getResident();

  std::vector<std::pair<std::string, int64_t>> peaks;
  PassManager manager(&context);
  manager.enableVerifier(false);
  if (failed(parsePassPipeline("amp-autocast{f16}", manager)))
    return 1;
  manager.addInstrumentation(std::make_unique<StagePeaks>(peaks));
  if (failed(manager.run(*module)))
    return 1;

  int64_t most = 0;
  std::printf("{\"module\": %lld", static_cast<long long>(parsed - empty));
  for (auto &[name, peak] : peaks) {
    most = std::max(most, peak - parsed);
    std::printf(", \"%s\": %lld", name.c_str(),
                static_cast<long long>(peak - parsed));
  }
  std::printf(", \"pass\": %lld}\n", static_cast<long long>(most));
  return 0;
}
