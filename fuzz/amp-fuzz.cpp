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
//   amp-fuzz --seeds=99 --instances=DIR modules of the ops in a folder's files
//   amp-fuzz --print=17                the module of one seed
//   amp-fuzz --check=file.mlir         the properties on a module of one's own
//   amp-fuzz --check=file.mlir --order=3  that module, its ops in another order
//
// Exit status 1 if a property fails, or nothing was checked; each failure is a
// line with its seed, the property and the pipeline. docs/fuzzing.md tells
// more.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Transforms/Passes.h"
#include "Bounds.h"
#include "Corpus.h"
#include "Garble.h"
#include "Interpreter.h"
#include "Properties.h"
#include "Reordering.h"
#include "Run.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
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

static cl::OptionCategory category("Options");
static cl::opt<bool> smoke("smoke", cl::cat(category),
                           cl::desc("what every test run does"));
static cl::opt<unsigned> seeds("seeds", cl::init(60), cl::cat(category),
                               cl::desc("how many modules"));
static cl::opt<uint64_t> first("first", cl::init(0), cl::cat(category),
                               cl::desc("the first seed"));
static cl::opt<uint64_t> printSeed("print", cl::cat(category),
                                   cl::desc("print this seed's module"));
static cl::opt<bool>
    runnable("runnable", cl::cat(category),
             cl::desc("--print a module to run on the CPU, with "
                      "--instances of instances"));
static cl::opt<bool>
    kernels("kernels", cl::cat(category),
            cl::desc("modules of what networks are made of, at "
                     "sizes of kernels; --print one for the GPU, with "
                     "--instances of instances on tensors"));
static cl::opt<std::string>
    boundsFile("bounds", cl::cat(category),
               cl::desc("bound the results of a module by running it on "
                        "intervals; --data holds the arguments"));
static cl::opt<std::string>
    dataFile("data", cl::cat(category),
             cl::desc("arguments, as f64, one after the other; becomes "
                      "the lower and then the upper bounds"));
static cl::opt<std::string> checkFile("check", cl::cat(category),
                                      cl::desc("check a file"));
static cl::opt<uint64_t>
    order("order", cl::cat(category),
          cl::desc("print the --check file with its ops in this order, one "
                   "that same-in-any-order names"));
static cl::opt<std::string> property("property", cl::cat(category),
                                     cl::desc("check this property alone"));
static cl::opt<bool> allowUnregistered(
    "allow-unregistered-dialect", cl::cat(category),
    cl::desc("ops of any dialect in --check, --models and --instances; "
             "those without an interface keep their types"));
static cl::opt<std::string>
    models("models", cl::cat(category),
           cl::desc("folder whose .mlir files are mutated"));
static cl::opt<std::string>
    instances("instances", cl::cat(category),
              cl::desc("folder of .mlir files; modules are made of their ops"));
static cl::opt<std::string>
    record("record", cl::cat(category),
           cl::desc("write what was done to this file, as JSON"));
static cl::opt<std::string>
    corpus("corpus", cl::init(AMP_FUZZ_CORPUS), cl::cat(category),
           cl::desc("folder whose .mlir files are garbled"));
static cl::opt<unsigned> mutations("mutations", cl::init(120),
                                   cl::cat(category),
                                   cl::desc("how many garbled texts"));
static cl::opt<bool>
    printFailures("print-failures", cl::cat(category),
                  cl::desc("print the garbled texts that fail"));

static int fail(const llvm::Twine &why) {
  llvm::errs() << "amp-fuzz: " << why << "\n";
  return 1;
}

static bool isGiven(const cl::Option &option) {
  return option.getNumOccurrences() != 0;
}

/// Modes of the command line, as bits: checking seeds is what is left.
enum : unsigned {
  kSeeds = 1,
  kSmoke = 2,
  kPrint = 4,
  kCheck = 8,
  kBounds = 16
};

static std::string nameOf(const cl::Option &option) {
  return "--" + option.ArgStr.str();
}

static std::string exclude(const cl::Option &one, const cl::Option &other) {
  return nameOf(one) + " and " + nameOf(other) + " exclude each other";
}

/// The mode that was asked for; sets `problem` where the options contradict one
/// another.
static unsigned findMode(std::string &problem) {
  static const std::pair<cl::Option *, unsigned> names[] = {
      {&smoke, kSmoke},
      {&printSeed, kPrint},
      {&checkFile, kCheck},
      {&boundsFile, kBounds}};
  static const std::pair<cl::Option *, unsigned> uses[] = {
      {&seeds, kSeeds | kSmoke},
      {&first, kSeeds | kSmoke},
      {&runnable, kPrint},
      {&kernels, kSeeds | kPrint},
      {&dataFile, kBounds},
      {&order, kCheck},
      {&property, kSeeds | kSmoke | kCheck},
      {&allowUnregistered, kCheck | kSeeds | kPrint},
      {&models, kSeeds | kPrint},
      {&instances, kSeeds | kPrint},
      {&record, kSeeds},
      {&corpus, kSeeds | kSmoke},
      {&mutations, kSeeds | kSmoke},
      {&printFailures, kSeeds | kSmoke}};
  unsigned mode = kSeeds;
  cl::Option *chosen = nullptr;
  for (auto [option, bit] : names) {
    if (!isGiven(*option))
      continue;
    if (chosen)
      problem = exclude(*chosen, *option);
    mode = bit;
    chosen = option;
  }
  for (auto [option, modes] : uses) {
    if (!isGiven(*option) || (modes & mode) || !problem.empty())
      continue;
    if (chosen)
      problem = exclude(*option, *chosen);
    for (auto [other, bit] : names)
      if (!chosen && bit == modes)
        problem = nameOf(*option) + " needs " + nameOf(*other);
  }
  return mode;
}

/// Why the options make no sense; empty if they do.
static std::string findProblem(unsigned mode) {
  for (cl::opt<std::string> *option :
       {&boundsFile, &dataFile, &checkFile, &property, &models, &instances,
        &record, &corpus})
    if (isGiven(*option) && option->getValue().empty())
      return nameOf(*option) + ": expected a name, got none";
  std::vector<std::string> names = getPropertyNames();
  if (isGiven(property) && !llvm::is_contained(names, property.getValue()))
    return "--property: expected one of " + llvm::join(names, ", ") +
           ", got '" + property + "'";
  const cl::Option *given = nullptr;
  const cl::Option *kinds[] = {&kernels, &models, &instances, &runnable};
  for (const cl::Option *kind : kinds) {
    if (!isGiven(*kind))
      continue;
    // Instances that are printed may be those that run.
    bool isTarget = (given == &instances && kind == &runnable) ||
                    (given == &kernels && kind == &instances && mode == kPrint);
    if (given && !isTarget)
      return exclude(*given, *kind);
    if (!given)
      given = kind;
  }
  if (isGiven(order) && isGiven(property))
    return exclude(order, property);
  // What we generate needs none.
  if (isGiven(allowUnregistered) && mode != kCheck && !isGiven(models) &&
      !isGiven(instances))
    return nameOf(allowUnregistered) +
           " needs --check, --models or --instances";
  if (mode == kBounds && !isGiven(dataFile))
    return "--bounds needs --data";
  bool garbles = mode == kSmoke || isGiven(mutations);
  for (cl::Option *option :
       {(cl::Option *)&corpus, (cl::Option *)&printFailures})
    if (isGiven(*option) && !garbles)
      return nameOf(*option) + " needs --mutations or --smoke";
  return "";
}

/// How many seeds: the command line's, else AMP_FUZZ_SEEDS. Returns why the
/// number is none.
static std::string readCount(unsigned garbled, unsigned &count) {
  count = seeds;
  const char *wanted = isGiven(seeds) ? nullptr : std::getenv("AMP_FUZZ_SEEDS");
  if (wanted && (StringRef(wanted).getAsInteger(10, count) || count == 0))
    return "AMP_FUZZ_SEEDS: expected a positive number, got '" +
           std::string(wanted) + "'";
  if (count == 0 && garbled == 0)
    return "--seeds=0 leaves nothing to check";
  if (first > uint64_t(INT64_MAX) - count - garbled)
    return "--first: expected a number below 2^63, got " +
           std::to_string(first);
  return "";
}

static int printModule(const Run &run) {
  std::string text = run.makeModule(printSeed);
  if (text.empty())
    return fail("--print: the model of seed " + llvm::Twine(printSeed) +
                " does not parse");
  std::string problem =
      writeWholeFile("-", [&](raw_ostream &os) { os << text; });
  return problem.empty() ? 0 : fail(problem);
}

static int printReordered(const DialectRegistry &registry) {
  MLIRContext context(registry);
  context.allowUnregisteredDialects(allowUnregistered);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(checkFile, &context);
  if (!module)
    return 1;
  reorder(*module, order);
  std::string problem =
      writeWholeFile("-", [&](raw_ostream &os) { os << *module << "\n"; });
  return problem.empty() ? 0 : fail(problem);
}

static int checkOneFile(Run &run) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(checkFile);
  if (!buffer)
    return fail("cannot read '" + checkFile +
                "': " + buffer.getError().message());
  bool holds = true;
  // Seeds stand for the minor options.
  for (uint64_t seed : {0, 1, 2, 3, 4})
    holds &= run.check((*buffer)->getBuffer().str(), seed, checkFile);
  if (holds && run.countChecks() == 0)
    return fail("--property: '" + property + "' was never checked");
  return !holds;
}

static int checkMany(Run &run, const DialectRegistry &registry,
                     const DialectRegistry &stock) {
  unsigned garbled = smoke || isGiven(mutations) ? mutations : 0, count = 0;
  if (std::string problem = readCount(garbled, count); !problem.empty())
    return fail(problem);
  std::vector<Source> texts;
  if (garbled) {
    if (std::string problem = readCorpus(corpus, texts); !problem.empty())
      return fail("--corpus: " + problem);
    if (!parseCorpus(texts, registry, /*all=*/false))
      return fail("--corpus: no file below '" + corpus +
                  "' parses: " + texts.front().describe());
  }
  run.checkSeeds(first, count);
  if (smoke) {
    std::string problem = run.readModels(corpus + "/Models");
    if (!problem.empty())
      return fail("--corpus: " + problem);
    run.checkSeeds(first, 20);
    if (problem = run.readInstances(AMP_FUZZ_INSTANCES); !problem.empty())
      return fail(problem);
    run.checkSeeds(first, 20);
  }
  run.addFailures(
      checkGarbled(registry, stock, texts, first, garbled, printFailures));
  double seconds = double(std::clock()) / CLOCKS_PER_SEC;
  llvm::outs() << run.getModules() << " modules and " << garbled
               << " garbled texts, " << run.getFailed() << " failed, "
               << llvm::format("%.1f", seconds) << " s\n";
  if (run.getSkipped())
    llvm::outs() << run.getSkipped() << " seeds without a module\n";
  if (isGiven(record)) {
    std::string problem = run.writeRecord(record, first, seconds);
    if (!problem.empty())
      return fail("--record: " + problem);
  }
  if (run.getFailed() == 0 && garbled == 0 && run.countChecks() == 0)
    return fail(isGiven(property)
                    ? "--property: '" + property + "' was never checked"
                    : "nothing was checked");
  return run.getFailed() != 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  amp::prepareForOutput();
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "random modules through amp\n");
  std::string problem;
  unsigned mode = findMode(problem);
  if (problem.empty())
    problem = findProblem(mode);
  if (!problem.empty())
    return fail(problem);
  registerAmpPasses();
  DialectRegistry registry, stock, all;
  bool takesFiles =
      mode == kCheck || mode == kSmoke || isGiven(models) || isGiven(instances);
  auto *registerUpstream =
      takesFiles ? registerAllStockDialects : registerStockDialects;
  registerUpstream(registry);
  registerUpstream(stock);
  registerConvertingDialects(registry);
  if (mode == kBounds) {
    registerLoweringDialects(registry);
    problem = printBounds(registry, boundsFile, dataFile);
    return problem.empty() ? 0 : fail(problem);
  }
  if (isGiven(order))
    return printReordered(registry);
  registerLoweringDialects(all);
  bool forRuns = mode == kPrint && (runnable || kernels);
  Run run(registry, stock, all,
          {property, kernels ? ModuleKind::Networks : ModuleKind::Generated,
           forRuns, forRuns && kernels, allowUnregistered});
  if (isGiven(models)) {
    problem = run.readModels(models);
    if (!problem.empty())
      return fail("--models: " + problem);
  }
  if (isGiven(instances)) {
    problem = run.readInstances(instances);
    if (!problem.empty())
      return fail("--instances: " + problem);
  }
  if (mode == kPrint)
    return printModule(run);
  return mode == kCheck ? checkOneFile(run) : checkMany(run, registry, stock);
}
