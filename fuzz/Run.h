//===- Run.h - Many modules, and what came of them --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_RUN_H
#define AMPDIALECT_FUZZ_RUN_H

#include "Corpus.h"
#include "Properties.h"

namespace mlir::amp::fuzz {

/// Where the modules of a run come from; written to its record.
enum class ModuleKind {
  /// ModuleGenerator.
  Generated,
  /// KernelGenerator: of what networks are made of.
  Networks,
  /// Mutants of files.
  Mutated,
  /// InstanceGenerator, of the ops in files.
  Instances
};

/// What a run makes and checks.
struct RunOptions {
  /// The property to check; empty for all.
  std::string property;
  ModuleKind kind = ModuleKind::Generated;
  /// Modules that a target runs, and whether that is a GPU.
  bool forRuns = false, asKernels = false;
  /// Ops of dialects that nobody registered are let through, as mlir-opt's
  /// option of that name says.
  bool allowUnregistered = false;
};

/// A run over many seeds; it prints each failure.
class Run {
public:
  /// `all` holds what upstream's passes need.
  Run(const DialectRegistry &registry, const DialectRegistry &stock,
      const DialectRegistry &all, RunOptions options)
      : registry(registry), stock(stock), all(all),
        options(std::move(options)) {}

  /// From now on modules are mutants of the models in `folder`; says which of
  /// them do not parse. Returns why there are none, empty on success.
  std::string readModels(StringRef folder);
  /// From now on modules are made of the ops in the files below `folder` that
  /// parse. Returns why there are none, empty on success.
  std::string readInstances(StringRef folder);
  /// The module of `seed`; empty if it has none, its files being some that do
  /// not parse.
  std::string makeModule(uint64_t seed) const;
  /// False if a property does not hold; `name` is what its failures begin with.
  bool check(const std::string &text, uint64_t seed, const llvm::Twine &name);
  void checkSeeds(uint64_t from, unsigned count);
  /// Failures that were found and printed elsewhere.
  void addFailures(ArrayRef<std::string> lines);

  /// How often the property of the options was checked; of all, their sum.
  uint64_t countChecks();
  unsigned getModules() const { return modules; }
  unsigned getFailed() const { return failed; }
  /// Seeds that have no module.
  unsigned getSkipped() const { return skipped; }
  /// What was done, as JSON; `first` is its first seed. Returns why it cannot
  /// be written, empty on success.
  std::string writeRecord(StringRef path, uint64_t first, double seconds);

private:
  /// Starts anew: contexts keep every constant that they have seen.
  void restart();

  /// Reads the files below `folder` for modules of `kind` and parses all, or up
  /// to the first that does. Returns why none does, empty on success.
  std::string readSources(StringRef folder, ModuleKind kind, bool all);
  /// One for the modules of a seed: contexts keep every constant.
  std::unique_ptr<MLIRContext> makeContext() const;
  std::string makeGenerated(uint64_t seed) const;
  std::string makeMutant(uint64_t seed) const;
  std::string makeOfInstances(uint64_t seed) const;

  const DialectRegistry &registry, &stock, &all;
  RunOptions options;
  std::vector<Source> sources;
  std::unique_ptr<Checker> checker;
  std::vector<std::pair<std::string, uint64_t>> counts;
  std::vector<std::string> failures;
  unsigned modules = 0, failed = 0, skipped = 0;
};

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_RUN_H
