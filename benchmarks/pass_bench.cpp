//===- pass_bench.cpp - Passes run again and again in one process ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times amp-autocast, canonicalize and cse on parsed modules, by Google
// Benchmark, in one thread and without the verifier: what a compiler pays that
// converts one module after the other. Each run parses its module anew (a copy
// made in memory that others have freed lies scattered, which costs every pass
// twice the time); parsing and deleting it are not in the time. Benchmarks are
// named PASS/FILE.
//
//   pass_bench [--benchmark_repetitions=N ...] FILE...
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/InitAll.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

using namespace mlir;

/// One pass as its pipeline, by the name of its benchmarks.
static constexpr std::pair<const char *, const char *> kPasses[] = {
    {"amp-autocast", "amp-autocast{f16}"},
    {"canonicalize", "canonicalize"},
    {"cse", "cse"}};

/// Seconds of one run of `manager` on the module in `path`; none after an error
/// of the parser or the pass.
static std::optional<double> timeRun(PassManager &manager,
                                     const std::string &path) {
  using Clock = std::chrono::steady_clock;
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(path, manager.getContext());
  if (!module)
    return std::nullopt;
  Clock::time_point start = Clock::now();
  if (failed(manager.run(*module)))
    return std::nullopt;
  return std::chrono::duration<double>(Clock::now() - start).count();
}

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (argc < 2 || argv[1][0] == '-') {
    std::fprintf(stderr, "usage: pass_bench [--benchmark_...] FILE...\n");
    return 1;
  }
  DialectRegistry registry;
  registerAllDialects(registry);
  amp::registerAllAmpDialects(registry);
  amp::registerAllAmpPasses();
  registerCanonicalizer();
  registerCSE();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();

  std::vector<std::unique_ptr<PassManager>> managers;
  for (auto [name, pipeline] : kPasses) {
    managers.push_back(std::make_unique<PassManager>(&context));
    managers.back()->enableVerifier(false);
    if (failed(parsePassPipeline(pipeline, *managers.back())))
      return 1;
  }
  for (int i = 1; i < argc; ++i) {
    std::string path = argv[i];
    for (auto [pass, manager] : llvm::zip_equal(kPasses, managers)) {
      PassManager &reused = *manager;
      // A pass manager's first run makes the patterns of its passes, which is
      // no time of theirs.
      if (!timeRun(reused, path))
        return 1;
      benchmark::RegisterBenchmark(
          (std::string(pass.first) + "/" + path).c_str(),
          [&reused, path](benchmark::State &state) {
            for (auto _ : state)
              state.SetIterationTime(timeRun(reused, path).value_or(0));
          })
          ->Iterations(1)
          ->UseManualTime()
          ->Unit(benchmark::kMicrosecond);
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
