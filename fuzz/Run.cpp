//===- Run.cpp - Many modules, and what came of them ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "KernelGenerator.h"
#include "ModuleGenerator.h"
#include "Mutator.h"
#include "Preparation.h"
#include "PropertyRuns.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

std::string Run::readModels(StringRef folder) {
  sources.clear();
  if (std::string problem = readCorpus(folder, sources); !problem.empty())
    return problem;
  if (!parseCorpus(sources, registry, /*all=*/true, options.allowUnregistered))
    return "no file below '" + folder.str() +
           "' parses: " + sources.front().describe();
  unsigned bad = 0;
  for (const Source &source : sources) {
    if (source.problem.empty())
      continue;
    ++bad;
    llvm::errs() << "left out: " << source.describe() << "\n";
  }
  if (bad)
    llvm::errs() << bad << " of " << sources.size() << " models do not parse\n";
  return "";
}

/// Every second one has been through upstream's passes.
std::string Run::makeGenerated(uint64_t seed) const {
  bool runs = options.forRuns || options.kernels;
  std::string text = options.kernels ? KernelGenerator(seed).generate()
                                     : ModuleGenerator(seed, runs).generate();
  return seed % 2 ? prepare(all, text, seed, runs) : text;
}

std::string Run::makeModule(uint64_t seed) const {
  std::string text, problem;
  if (sources.empty())
    text = makeGenerated(seed);
  bool plain = sources.empty() && (options.forRuns || seed % 4 != 3);
  if (plain)
    return text;
  Random random(seed ^ 0x5eed);
  // Models that do not parse are picked too, so that a seed's mutant does not
  // depend on the dialects that are registered.
  if (!sources.empty()) {
    const Source &source = random.pick(sources);
    if (!source.problem.empty())
      return "";
    text = source.text;
  }
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects(options.allowUnregistered);
  OwningOpRef<ModuleOp> module = parse(context, text, problem);
  if (!module)
    return text;
  if (!sources.empty())
    mutate(*module, random, 1 + random.below(12));
  if (sources.empty() || random.oneIn(3))
    decorate(*module, random);
  return print(*module);
}

void Run::restart() {
  if (checker)
    for (auto [index, count] : llvm::enumerate(checker->getCounts())) {
      counts.resize(std::max(counts.size(), index + 1), {count.first, 0});
      counts[index].second += count.second;
    }
  checker =
      std::make_unique<Checker>(registry, stock, options.allowUnregistered);
}

bool Run::check(const std::string &text, uint64_t seed,
                const llvm::Twine &name) {
  std::string what = name.str();
  llvm::PrettyStackTraceString trace(what.c_str());
  if (modules++ % 256 == 0)
    restart();
  std::vector<std::string> problems =
      checker->check(text, seed, options.property);
  for (const std::string &problem : problems) {
    llvm::errs() << what << ", " << problem << "\n";
    failures.push_back(what + ", " + problem);
  }
  failed += !problems.empty();
  return problems.empty();
}

void Run::checkSeeds(uint64_t from, unsigned count) {
  for (uint64_t seed = from, end = from + count; seed < end; ++seed) {
    std::string text = makeModule(seed);
    skipped += text.empty();
    if (!text.empty())
      check(text, seed,
            (sources.empty() ? "seed " : "mutant ") + std::to_string(seed));
  }
}

void Run::addFailures(ArrayRef<std::string> lines) {
  failed += lines.size();
  failures.insert(failures.end(), lines.begin(), lines.end());
}

uint64_t Run::countChecks() {
  restart();
  uint64_t sum = 0;
  for (const auto &[name, count] : counts)
    if (options.property.empty() || options.property == name)
      sum += count;
  return sum;
}

std::string Run::writeRecord(StringRef path, uint64_t first, double seconds) {
  restart();
  llvm::json::Object properties;
  for (const auto &[name, count] : counts)
    properties[name] = int64_t(count);
  llvm::json::Array lines;
  for (const std::string &failure : failures)
    lines.push_back(failure);
  llvm::json::Value value =
      llvm::json::Object{{"kind", !sources.empty()  ? "mutated"
                                  : options.kernels ? "networks"
                                                    : "generated"},
                         {"first", int64_t(first)},
                         {"modules", int64_t(modules)},
                         {"failed", int64_t(failed)},
                         {"cpu_seconds", seconds},
                         {"checks", std::move(properties)},
                         {"failures", std::move(lines)}};
  return writeWholeFile(path, [&](raw_ostream &os) {
    os << llvm::formatv("{0:2}", value) << "\n";
  });
}
