//===- Properties.cpp - What must hold of every module --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Properties.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

std::vector<Configuration> fuzz::getConfigurations(uint64_t seed) {
  std::vector<Configuration> all;
  for (const char *assign : {"optimal", "greedy", "fixpoint"})
    for (bool convert : {false, true}) {
      // Minor options take turns.
      bool bf16 = (seed + all.size()) % 2;
      std::string options = std::string("type=") + (bf16 ? "bf16" : "f16") +
                            " unlisted=error assign=" + assign;
      if (convert)
        options += " signature=convert";
      if (seed % 5 == 1)
        options += " compute=low";
      if (seed % 7 == 2)
        options += " accumulate=low";
      if (seed % 5 == 3)
        options += " fold-weights=false";
      all.push_back(
          {"builtin.module(amp-autocast{" + options + "})", !convert});
    }
  return all;
}

namespace {

/// Diagnostics as text instead of output.
struct Messages {
  explicit Messages(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          isError |= diagnostic.getSeverity() == DiagnosticSeverity::Error;
          text += diagnostic.str() + "\n";
          return success();
        }) {}
  std::string text;
  bool isError = false;
  ScopedDiagnosticHandler handler;
};

} // namespace

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op;
  return text;
}

/// Empty on success.
static std::string run(ModuleOp module, const std::string &pipeline) {
  PassManager manager(module.getContext());
  manager.enableVerifier(true);
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parsePassPipeline(pipeline, manager, stream)))
    return "pipeline does not parse: " + message;
  Messages messages(*module.getContext());
  if (failed(manager.run(module)))
    return "pass failed: " + messages.text;
  return messages.isError ? "error without failure: " + messages.text : "";
}

static bool isFloatCast(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return name == "arith.truncf" || name == "arith.extf";
}

static int64_t countUserCasts(ModuleOp module) {
  int64_t count = 0;
  module.walk(
      [&](Operation *op) { count += isFloatCast(op) && !isPrecisionCast(op); });
  return count;
}

/// No pair of ours that undoes itself; at most one of ours per value and type.
static std::string checkCasts(ModuleOp module) {
  std::string problem;
  llvm::DenseSet<std::pair<Value, Type>> seen;
  module.walk([&](Operation *op) {
    if (!isPrecisionCast(op) || !problem.empty())
      return;
    Operation *inner = op->getOperand(0).getDefiningOp();
    if (isPrecisionCast(inner) &&
        inner->getOperand(0).getType() == op->getResult(0).getType())
      problem = "a cast undoes another: " + print(op);
    // Two branches may each hold a cast; one block may not.
    if (!seen.insert({op->getOperand(0), op->getResult(0).getType()}).second)
      problem = "a value is cast twice to one type: " + print(op);
  });
  return problem;
}

static std::vector<Type> getPublicTypes(ModuleOp module) {
  std::vector<Type> types;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (SymbolTable::getSymbolVisibility(function) ==
        SymbolTable::Visibility::Public)
      types.push_back(function.getFunctionType());
  return types;
}

/// amp-fold-casts on any module: verifies, removes no cast of the user that
/// rounds, and is idempotent.
static std::string checkFolding(ModuleOp module) {
  const std::string fold = "builtin.module(amp-fold-casts)";
  if (std::string problem = run(module, fold); !problem.empty())
    return "fold-casts: " + problem;
  std::string once = print(module);
  if (std::string problem = run(module, fold); !problem.empty())
    return "fold-casts again: " + problem;
  return print(module) == once ? "" : "folding twice differs from once";
}

std::string fuzz::checkModule(MLIRContext &context, const std::string &text,
                              const Configuration &configuration) {
  auto parse = [&](MLIRContext &context, const std::string &text) {
    return parseSourceString<ModuleOp>(text, &context);
  };
  OwningOpRef<ModuleOp> module;
  {
    Messages messages(context);
    module = parse(context, text);
    if (!module)
      return "the generated module does not parse: " + messages.text;
  }
  int64_t userCasts = countUserCasts(*module);
  std::vector<Type> types = getPublicTypes(*module);
  if (std::string problem = run(*module, configuration.pipeline);
      !problem.empty())
    return problem;
  if (std::string problem = checkCasts(*module); !problem.empty())
    return problem;
  if (countUserCasts(*module) != userCasts)
    return "a cast of the user appeared or went";
  if (configuration.keepsSignature && getPublicTypes(*module) != types)
    return "a public signature changed";

  std::string once = print(*module);
  OwningOpRef<ModuleOp> again = parse(context, once);
  if (!again)
    return "the result does not parse";
  if (std::string problem = run(*again, configuration.pipeline);
      !problem.empty())
    return "converting again: " + problem;
  if (print(*again) != once)
    return "converting twice differs from once";

  // Other addresses, same text.
  MLIRContext other(context.getDialectRegistry(),
                    MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> copy = parse(other, text);
  if (std::string problem = run(*copy, configuration.pipeline);
      !problem.empty())
    return "second run: " + problem;
  if (print(*copy) != once)
    return "two runs differ";

  if (std::string problem = checkFolding(*module); !problem.empty())
    return "after conversion: " + problem;
  copy = parse(other, text);
  return checkFolding(*copy);
}

int fuzz::checkGarbage(MLIRContext &context, const std::string &text,
                       bool parseAlone, bool &parsed) {
  OwningOpRef<ModuleOp> module;
  {
    Messages messages(context);
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return messages.text.empty() ? kSilent : 0;
  }
  if (parseAlone)
    return 0;
  parsed = true;
  for (const char *pipeline :
       {"builtin.module(amp-autocast{unlisted=ignore})",
        "builtin.module(amp-autocast{type=bf16 assign=greedy "
        "signature=convert unlisted=warn})",
        "builtin.module(amp-fold-casts)"}) {
    OwningOpRef<ModuleOp> copy(module->clone());
    PassManager manager(&context);
    manager.enableVerifier(false);
    Messages messages(context);
    if (failed(parsePassPipeline(pipeline, manager)))
      return kSilent;
    bool failedRun = failed(manager.run(*copy));
    if (failedRun && !messages.isError)
      return kSilent;
    if (!failedRun && failed(verify(*copy)))
      return kInvalid;
  }
  return 0;
}
