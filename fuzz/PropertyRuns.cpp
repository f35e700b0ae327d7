//===- PropertyRuns.cpp - Running passes and listening to them ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PropertyRuns.h"
#include "Properties.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

Messages::Messages(MLIRContext &context)
    : handler(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
          isError = true;
          errors.push_back({diagnostic.getLocation(), diagnostic.str()});
        }
        text += diagnostic.str() + "\n";
        return success();
      }) {}

std::string fuzz::print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  // Whoever made it has verified it; printing would do so again.
  op->print(stream, OpPrintingFlags().assumeVerified());
  return text;
}

LogicalResult fuzz::parseModulePipeline(const std::string &pipeline,
                                        PassManager &manager,
                                        llvm::raw_ostream &errors) {
  StringRef inside = pipeline;
  if (!inside.consume_front("builtin.module(") || !inside.consume_back(")"))
    return failure();
  return parsePassPipeline(inside, manager, errors);
}

std::string fuzz::runPipeline(ModuleOp module, const std::string &pipeline) {
  PassManager manager(module.getContext(), "builtin.module");
  manager.enableVerifier(true);
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parseModulePipeline(pipeline, manager, stream)))
    return "pipeline does not parse: " + message;
  Messages messages(*module.getContext());
  if (failed(manager.run(module)))
    return "pass failed: " + messages.text;
  return messages.isError ? "error without failure: " + messages.text : "";
}

OwningOpRef<ModuleOp> fuzz::parse(MLIRContext &context, const std::string &text,
                                  std::string &problem) {
  Messages messages(context);
  auto module = parseSourceString<ModuleOp>(text, &context, "module");
  if (!module)
    problem = "does not parse: " + messages.text;
  return module;
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
    PassManager manager(&context, "builtin.module");
    manager.enableVerifier(false);
    Messages messages(context);
    if (failed(parseModulePipeline(pipeline, manager, llvm::errs())))
      return kSilent;
    bool failedRun = failed(manager.run(*copy));
    if (failedRun && !messages.isError)
      return kSilent;
    if (!failedRun && failed(verify(*copy)))
      return kInvalid;
  }
  return 0;
}
