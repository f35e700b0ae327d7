//===- amp-fuzz.cpp - Random modules through the passes -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   amp-fuzz --smoke                  60 seeds, and 120 garbled texts of a
//   corpus amp-fuzz --seeds=1000 --first=60  more of them amp-fuzz --print=17
//   the module of one seed amp-fuzz --check=file.mlir        the properties on
//   a module of one's own
//
// AMP_FUZZ_SEEDS in the environment replaces the number of seeds. Exit status 1
// if a property fails; each failure is printed with its seed and pipeline.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/InitAll.h"
#include "ModuleGenerator.h"
#include "Properties.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

#if __has_feature(address_sanitizer)
// The shared MLIR keeps registries alive until the process ends.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() { return "detect_leaks=0"; }
#endif

static llvm::cl::opt<bool> smoke("smoke",
                                 llvm::cl::desc("what every test run does"));
static llvm::cl::opt<unsigned> seeds("seeds", llvm::cl::init(60),
                                     llvm::cl::desc("how many modules"));
static llvm::cl::opt<unsigned> first("first", llvm::cl::init(0),
                                     llvm::cl::desc("the first seed"));
static llvm::cl::opt<int> printSeed("print", llvm::cl::init(-1),
                                    llvm::cl::desc("print this seed's module"));
static llvm::cl::opt<std::string> checkFile("check",
                                            llvm::cl::desc("check a file"));
static llvm::cl::opt<std::string>
    corpus("corpus", llvm::cl::init(AMP_FUZZ_CORPUS),
           llvm::cl::desc("folder whose .mlir files are garbled"));
static llvm::cl::opt<unsigned>
    mutations("mutations", llvm::cl::init(120),
              llvm::cl::desc("how many garbled texts"));

static llvm::cl::opt<bool>
    printFailures("print-failures",
                  llvm::cl::desc("print the garbled texts that fail"));

static void registerStockDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                  func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                  scf::SCFDialect, tensor::TensorDialect, tosa::TosaDialect>();
}

static bool check(const DialectRegistry &registry, const std::string &text,
                  uint64_t seed, const llvm::Twine &name) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  bool holds = true;
  for (const Configuration &configuration : getConfigurations(seed)) {
    std::string what = (name + ", " + configuration.pipeline).str();
    llvm::PrettyStackTraceString trace(what.c_str());
    std::string problem = checkModule(context, text, configuration);
    if (problem.empty())
      continue;
    llvm::errs() << what << ": " << problem << "\n";
    holds = false;
  }
  return holds;
}

/// Cuts, doubles, swaps or overwrites some part of `text`.
static std::string garble(std::string text, Random &random) {
  static const std::vector<std::string> tokens = {
      "f32",     "f16",
      "tensor<", "%0",
      "}",       "{",
      "dense<",  "-1",
      "?",       "x",
      ">",       "amp.category = #amp.category<always>",
      "1e400",   "fastmath<contract>"};
  for (unsigned i = 0, e = 1 + random.below(3); i < e && !text.empty(); ++i) {
    size_t at = random.next() % text.size();
    size_t length = std::min<size_t>(1 + random.below(40), text.size() - at);
    switch (random.below(5)) {
    case 0:
      text.resize(at);
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(at, length));
      break;
    case 3:
      text.replace(at, std::min<size_t>(3, length), random.pick(tokens));
      break;
    default:
      text[at] = char(random.below(256));
    }
  }
  return text;
}

/// The .mlir files below `folder`, in the order of their names.
static std::vector<std::string> readCorpus(StringRef folder) {
  std::vector<std::string> paths, texts;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      paths.push_back(it->path());
  llvm::sort(paths);
  for (const std::string &path : paths)
    if (auto buffer = llvm::MemoryBuffer::getFile(path))
      texts.push_back((*buffer)->getBuffer().str());
  return texts;
}

/// What came of one garbled text.
enum class Outcome { Fine, Silent, Invalid, CrashInParser, CrashInPass };

/// Parses and converts `text` in a child, so that a crash ends that alone.
static Outcome runApart(const DialectRegistry &registry,
                        const std::string &text, bool parseAlone) {
  auto *parsed =
      static_cast<bool *>(mmap(nullptr, sizeof(bool), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *parsed = false;
  llvm::outs().flush();
  llvm::errs().flush();
  pid_t child = fork();
  if (child == 0) {
    for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
      std::signal(number, SIG_DFL);
    std::freopen("/dev/null", "w", stderr);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.allowUnregisteredDialects(parseAlone);
    _exit(checkGarbage(context, text, parseAlone, *parsed));
  }
  int status = 0;
  waitpid(child, &status, 0);
  bool inPass = *parsed;
  munmap(parsed, sizeof(bool));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return Outcome::Fine;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kSilent)
    return Outcome::Silent;
  if (WIFEXITED(status) && WEXITSTATUS(status) == kInvalid)
    return Outcome::Invalid;
  return inPass ? Outcome::CrashInPass : Outcome::CrashInParser;
}

static unsigned checkGarbled(const DialectRegistry &registry, unsigned count) {
  std::vector<std::string> texts = readCorpus(corpus);
  DialectRegistry stock;
  registerStockDialects(stock);
  unsigned failures = 0, upstream = 0;
  for (unsigned i = 0; i < count && !texts.empty(); ++i) {
    Random random(first + i);
    std::string text = garble(random.pick(texts), random);
    Outcome outcome = runApart(registry, text, false);
    // Where MLIR alone does the same, it is not ours to fix.
    if ((outcome == Outcome::CrashInParser || outcome == Outcome::Silent) &&
        runApart(stock, text, true) == outcome) {
      ++upstream;
      continue;
    }
    if (outcome == Outcome::Fine)
      continue;
    static const char *const names[] = {
        "fine", "failed without a message", "the result does not verify",
        "crash in the parser", "crash in a pass"};
    llvm::errs() << "garbled text " << first + i << ": "
                 << names[unsigned(outcome)] << "\n";
    if (printFailures)
      llvm::errs() << text << "\n";
    ++failures;
  }
  if (upstream)
    llvm::outs() << upstream << " garbled texts trip MLIR's own parser\n";
  return failures;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "random modules through amp\n");
  registerAllAmpPasses();
  DialectRegistry registry;
  registerStockDialects(registry);
  registerAllAmpDialects(registry);
  if (printSeed >= 0) {
    llvm::outs() << ModuleGenerator(printSeed).generate();
    return 0;
  }
  if (!checkFile.empty()) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(checkFile);
    if (!buffer) {
      llvm::errs() << "cannot read '" << checkFile << "'\n";
      return 1;
    }
    bool holds = true;
    // Seeds stand for the minor options.
    for (uint64_t seed : {0, 1, 2, 3})
      holds &= check(registry, (*buffer)->getBuffer().str(), seed, checkFile);
    return !holds;
  }
  unsigned count = seeds;
  if (const char *wanted = std::getenv("AMP_FUZZ_SEEDS"))
    count = std::atoi(wanted);
  unsigned failures = 0;
  for (uint64_t seed = first, end = first + count; seed < end; ++seed)
    failures += !check(registry, ModuleGenerator(seed).generate(), seed,
                       "seed " + std::to_string(seed));
  unsigned garbled = smoke || mutations.getNumOccurrences() ? mutations : 0;
  failures += checkGarbled(registry, garbled);
  llvm::outs() << count << " modules and " << garbled << " garbled texts, "
               << failures << " failed\n";
  return failures != 0;
}
