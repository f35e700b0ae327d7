//===- amp-fuzz.cpp - Random modules through the passes -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   amp-fuzz --smoke                   what every test run does
//   amp-fuzz --seeds=1000 --first=60   generated modules
//   amp-fuzz --seeds=1000 --models=DIR mutated modules of a folder
//   amp-fuzz --print=17                the module of one seed
//   amp-fuzz --check=file.mlir         the properties on a module of one's own
//
// Exit status 1 if a property fails; each failure is a line with its seed, the
// property and the pipeline. docs/fuzzing.md tells more.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Transforms/Passes.h"
#include "Corpus.h"
#include "Garble.h"
#include "Interpreter.h"
#include "KernelGenerator.h"
#include "ModuleGenerator.h"
#include "Mutator.h"
#include "Properties.h"
#include "PropertyRuns.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <cmath>
#include <cstdlib>
#include <ctime>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
namespace cl = llvm::cl;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// The shared MLIR keeps registries alive until the process ends.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }
#endif
#endif

static cl::opt<bool> smoke("smoke", cl::desc("what every test run does"));
static cl::opt<unsigned> seeds("seeds", cl::init(60),
                               cl::desc("how many modules"));
static cl::opt<uint64_t> first("first", cl::init(0),
                               cl::desc("the first seed"));
static cl::opt<int64_t> printSeed("print", cl::init(-1),
                                  cl::desc("print this seed's module"));
static cl::opt<bool> runnable("runnable",
                              cl::desc("--print a module to run on the CPU"));
static cl::opt<bool>
    kernels("kernels", cl::desc("modules of what networks are made of, at "
                                "sizes of kernels; --print one for the GPU"));
static cl::opt<std::string>
    boundsFile("bounds",
               cl::desc("bound the results of a module by running it on "
                        "intervals; --data holds the arguments"));
static cl::opt<std::string>
    dataFile("data", cl::desc("arguments, as f64, one after the other; becomes "
                              "the lower and then the upper bounds"));
static cl::opt<std::string> checkFile("check", cl::desc("check a file"));
static cl::opt<std::string> property("property",
                                     cl::desc("check this property alone"));
static cl::opt<std::string>
    models("models", cl::desc("folder whose .mlir files are mutated"));
static cl::opt<std::string>
    record("record", cl::desc("write what was done to this file, as JSON"));
static cl::opt<std::string>
    corpus("corpus", cl::init(AMP_FUZZ_CORPUS),
           cl::desc("folder whose .mlir files are garbled"));
static cl::opt<unsigned> mutations("mutations", cl::init(120),
                                   cl::desc("how many garbled texts"));
static cl::opt<bool>
    printFailures("print-failures",
                  cl::desc("print the garbled texts that fail"));

namespace {
/// A run over many seeds.
struct Run {
  const DialectRegistry &registry, &stock;
  std::vector<std::string> sources;
  std::unique_ptr<Checker> checker;
  std::vector<std::pair<std::string, uint64_t>> counts;
  std::vector<std::string> failures;
  unsigned failedModules = 0, modules = 0;

  /// The module of `seed`; empty if the seed has none.
  std::string makeModule(uint64_t seed);
  bool check(const std::string &text, uint64_t seed, const llvm::Twine &name);
  void checkSeeds(uint64_t from, unsigned count);
  /// Starts anew: contexts keep every constant that they have seen.
  void restart();
  bool writeRecord(StringRef path, double seconds);
};
} // namespace

std::string Run::makeModule(uint64_t seed) {
  std::string text, problem;
  if (sources.empty())
    text = kernels ? KernelGenerator(seed).generate()
                   : ModuleGenerator(seed).generate();
  bool plain = sources.empty() && seed % 4 != 3;
  if (plain)
    return text;
  Random random(seed ^ 0x5eed);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module =
      parse(context, sources.empty() ? text : random.pick(sources), problem);
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
  checker = std::make_unique<Checker>(registry, stock);
}

bool Run::check(const std::string &text, uint64_t seed,
                const llvm::Twine &name) {
  std::string what = name.str();
  llvm::PrettyStackTraceString trace(what.c_str());
  if (modules++ % 256 == 0)
    restart();
  std::vector<std::string> problems = checker->check(text, seed, property);
  for (const std::string &problem : problems) {
    llvm::errs() << what << ", " << problem << "\n";
    failures.push_back(what + ", " + problem);
  }
  failedModules += !problems.empty();
  return problems.empty();
}

void Run::checkSeeds(uint64_t from, unsigned count) {
  for (uint64_t seed = from, end = from + count; seed < end; ++seed)
    if (std::string text = makeModule(seed); !text.empty())
      check(text, seed,
            (models.empty() ? "seed " : "mutant ") + std::to_string(seed));
}

bool Run::writeRecord(StringRef path, double seconds) {
  restart();
  llvm::json::Object properties;
  for (const auto &[name, count] : counts)
    properties[name] = int64_t(count);
  llvm::json::Array lines;
  for (const std::string &failure : failures)
    lines.push_back(failure);
  llvm::json::Value value =
      llvm::json::Object{{"kind", !models.empty() ? "mutated"
                                  : kernels       ? "networks"
                                                  : "generated"},
                         {"first", int64_t(first)},
                         {"modules", int64_t(modules)},
                         {"failed", int64_t(failedModules)},
                         {"cpu_seconds", seconds},
                         {"checks", std::move(properties)},
                         {"failures", std::move(lines)}};
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (error) {
    llvm::errs() << "amp-fuzz: cannot write '" << path
                 << "': " << error.message() << "\n";
    return false;
  }
  stream << llvm::formatv("{0:2}", value) << "\n";
  return true;
}

static int checkOneFile(Run &run) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(checkFile);
  if (!buffer) {
    llvm::errs() << "amp-fuzz: cannot read '" << checkFile << "'\n";
    return 1;
  }
  bool holds = true;
  // Seeds stand for the minor options.
  for (uint64_t seed : {0, 1, 2, 3, 4})
    holds &= run.check((*buffer)->getBuffer().str(), seed, checkFile);
  return !holds;
}

/// Reads, lowers and runs; prints the largest magnitude on the way.
static int printBounds(const DialectRegistry &registry) {
  auto fail = [](const llvm::Twine &why) {
    llvm::errs() << "amp-fuzz: " << why << "\n";
    return 2;
  };
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(boundsFile);
  auto data = llvm::MemoryBuffer::getFile(dataFile);
  if (!buffer || !data)
    return fail("cannot read '" + boundsFile + "' or '" + dataFile + "'");
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string problem;
  OwningOpRef<ModuleOp> module =
      parse(context, (*buffer)->getBuffer().str(), problem);
  if (problem.empty())
    problem = lowerToLoops(*module);
  auto function = module ? module->lookupSymbol<FunctionOpInterface>("main")
                         : FunctionOpInterface();
  if (!problem.empty() || !function)
    return fail(problem.empty() ? "no function 'main'" : problem);
  std::vector<std::vector<double>> arguments;
  auto numbers = ArrayRef<double>(
      reinterpret_cast<const double *>((*data)->getBufferStart()),
      (*data)->getBufferSize() / sizeof(double));
  for (Type type : function.getArgumentTypes()) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasStaticShape() ||
        shaped.getNumElements() > int64_t(numbers.size()))
      return fail("expected static tensors and data for each");
    arguments.push_back(numbers.take_front(shaped.getNumElements()).vec());
    numbers = numbers.drop_front(shaped.getNumElements());
  }
  IntervalResults run = runOnIntervals(*module, "main", arguments);
  if (!run.problem.empty())
    return fail(run.problem);
  std::error_code error;
  llvm::raw_fd_ostream stream(dataFile, error);
  for (bool upper : {false, true})
    for (const std::vector<Interval> &result : run.results)
      for (const Interval &one : result) {
        double bound = one.mayBeNaN ? std::nan("") : upper ? one.high : one.low;
        stream.write(reinterpret_cast<const char *>(&bound), sizeof bound);
      }
  llvm::outs() << llvm::format("%g", run.largest) << "\n";
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  amp::prepareForOutput();
  cl::ParseCommandLineOptions(argc, argv, "random modules through amp\n");
  registerAmpPasses();
  DialectRegistry registry, stock;
  registerStockDialects(stock);
  registerStockDialects(registry);
  registerConvertingDialects(registry);
  if (!boundsFile.empty()) {
    registerLoweringDialects(registry);
    return printBounds(registry);
  }
  Run run{registry, stock, {}, nullptr, {}, {}};
  if (!models.empty())
    run.sources = readCorpus(models);
  if (printSeed >= 0 && runnable) {
    llvm::outs() << ModuleGenerator(printSeed, true).generate();
    return 0;
  }
  if (printSeed >= 0 && kernels) {
    llvm::outs() << KernelGenerator(printSeed).generate();
    return 0;
  }
  if (printSeed >= 0) {
    llvm::outs() << run.makeModule(printSeed);
    return 0;
  }
  if (!checkFile.empty())
    return checkOneFile(run);
  unsigned count = seeds;
  if (const char *wanted = std::getenv("AMP_FUZZ_SEEDS"))
    count = std::atoi(wanted);
  run.checkSeeds(first, count);
  if (smoke) {
    models = corpus + "/Models";
    run.sources = readCorpus(models);
    run.checkSeeds(first, 20);
  }
  unsigned garbled = smoke || mutations.getNumOccurrences() ? mutations : 0;
  unsigned failed =
      run.failedModules +
      checkGarbled(registry, stock, corpus, first, garbled, printFailures);
  double seconds = double(std::clock()) / CLOCKS_PER_SEC;
  llvm::outs() << run.modules << " modules and " << garbled
               << " garbled texts, " << failed << " failed, "
               << llvm::format("%.1f", seconds) << " s\n";
  if (!record.empty() && !run.writeRecord(record, seconds))
    return 1;
  return failed != 0;
}
