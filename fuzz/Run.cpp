//===- Run.cpp - Many modules, and what came of them ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "InstanceGenerator.h"
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

/// Seeds of what follows a generator are other ones.
static constexpr uint64_t kSalt = 0x5eed;

/// By ModuleKind: in a record, and before a seed in a failure.
static constexpr std::pair<const char *, const char *> kKinds[] = {
    {"generated", "seed "},
    {"networks", "seed "},
    {"mutated", "mutant "},
    {"instances", "instances "}};

std::string Run::readSources(StringRef folder, ModuleKind kind, bool all) {
  options.kind = kind;
  sources.clear();
  if (std::string problem = readCorpus(folder, sources); !problem.empty())
    return problem;
  if (!parseCorpus(sources, registry, all, options.allowUnregistered))
    return "no file below '" + folder.str() +
           "' parses: " + sources.front().describe();
  return "";
}

std::string Run::readModels(StringRef folder) {
  std::string problem = readSources(folder, ModuleKind::Mutated, /*all=*/true);
  if (!problem.empty())
    return problem;
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

std::string Run::readInstances(StringRef folder) {
  return readSources(folder, ModuleKind::Instances, /*all=*/false);
}

std::unique_ptr<MLIRContext> Run::makeContext() const {
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->allowUnregisteredDialects(options.allowUnregistered);
  return context;
}

/// Every second one has been through upstream's passes.
std::string Run::makeGenerated(uint64_t seed) const {
  bool networks = options.kind == ModuleKind::Networks;
  bool runs = options.forRuns || networks;
  std::string text = networks ? KernelGenerator(seed).generate()
                              : ModuleGenerator(seed, runs).generate();
  if (seed % 2)
    text = prepare(all, text, seed, runs);
  if (options.forRuns || seed % 4 != 3)
    return text;
  Random random(seed ^ kSalt);
  std::string problem;
  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> module = parse(*context, text, problem);
  if (!module)
    return text;
  decorate(*module, random);
  return print(*module);
}

/// Models that do not parse are picked too, so that a seed's mutant does not
/// depend on the dialects that are registered.
std::string Run::makeMutant(uint64_t seed) const {
  Random random(seed ^ kSalt);
  const Source &source = random.pick(sources);
  if (!source.problem.empty())
    return "";
  std::string problem;
  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> module = parse(*context, source.text, problem);
  mutate(*module, random, 1 + random.below(12));
  if (random.oneIn(3))
    decorate(*module, random);
  return print(*module);
}

std::string Run::makeOfInstances(uint64_t seed) const {
  Random random(seed ^ kSalt);
  std::unique_ptr<MLIRContext> context = makeContext();
  std::vector<OwningOpRef<ModuleOp>> owners;
  std::vector<ModuleOp> examples;
  std::string problem;
  for (unsigned i = 0, e = 1 + random.below(3); i < e; ++i) {
    owners.push_back(parse(*context, random.pick(sources).text, problem));
    if (owners.back())
      examples.push_back(*owners.back());
  }
  if (examples.empty())
    return "";
  OwningOpRef<ModuleOp> module =
      InstanceGenerator(examples, random,
                        options.asKernels ? Runs::AsKernels
                        : options.forRuns ? Runs::OnCPU
                                          : Runs::Nowhere)
          .generate();
  if (!module)
    return "";
  if (!options.forRuns && random.oneIn(3))
    mutate(*module, random, 1 + random.below(6));
  if (!options.forRuns && random.oneIn(4))
    decorate(*module, random);
  // Upstream does not read all that it prints: named ops of linalg without a
  // region's worth of operands.
  std::string text = print(*module);
  if (!parse(*context, text, problem))
    return "";
  return seed % 2 ? prepare(all, text, seed, options.forRuns) : text;
}

std::string Run::makeModule(uint64_t seed) const {
  switch (options.kind) {
  case ModuleKind::Mutated:
    return makeMutant(seed);
  case ModuleKind::Instances:
    return makeOfInstances(seed);
  default:
    return makeGenerated(seed);
  }
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
            kKinds[unsigned(options.kind)].second + std::to_string(seed));
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
      llvm::json::Object{{"kind", kKinds[unsigned(options.kind)].first},
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
