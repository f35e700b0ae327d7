//===- Garble.cpp - Texts that are nearly modules -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Garble.h"
#include "Properties.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdio>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

std::string fuzz::garble(std::string text, Random &random) {
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

std::vector<std::string> fuzz::checkGarbled(const DialectRegistry &registry,
                                            const DialectRegistry &stock,
                                            const std::vector<Source> &corpus,
                                            uint64_t first, unsigned count,
                                            bool printFailures) {
  std::vector<std::string> failures;
  unsigned upstream = 0;
  for (unsigned i = 0; i < count; ++i) {
    Random random(first + i);
    std::string text = garble(random.pick(corpus).text, random);
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
    failures.push_back("garbled text " + std::to_string(first + i) + ": " +
                       names[unsigned(outcome)]);
    llvm::errs() << failures.back() << "\n";
    if (printFailures)
      llvm::errs() << text << "\n";
  }
  if (upstream)
    llvm::outs() << upstream << " garbled texts trip MLIR's own parser\n";
  return failures;
}
