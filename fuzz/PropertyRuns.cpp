//===- PropertyRuns.cpp - Running passes and listening to them ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PropertyRuns.h"
#include "Properties.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

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

/// A constant that is equal where type and bytes of the resource are.
static Attribute hashResource(DenseResourceElementsAttr resource) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(ArrayRef<uint8_t>());
  if (blob)
    hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(
        StringRef(blob->getData().data(), blob->getData().size())));
  std::string type;
  llvm::raw_string_ostream(type) << resource.getType();
  uint64_t words[] = {hash.low64, hash.high64, llvm::xxh3_64bits(type)};
  auto i64 = IntegerType::get(resource.getContext(), 64);
  return DenseElementsAttr::get(RankedTensorType::get({3}, i64),
                                ArrayRef<uint64_t>(words));
}

std::string fuzz::printForComparison(ModuleOp module) {
  // What a resource holds would be printed digit by digit.
  auto flags = OpPrintingFlags().assumeVerified().elideLargeResourceString(64);
  std::string text;
  llvm::raw_string_ostream(text) << OpWithFlags(module, flags);
  // Bytecode numbers them in another order.
  if (StringRef(text).contains("distinct[")) {
    llvm::Regex distinct("distinct\\[[0-9]+\\]");
    while (distinct.match(text))
      text = distinct.sub("distinct", text);
  }
  if (!StringRef(text).contains("dense_resource<"))
    return text;
  OwningOpRef<ModuleOp> copy(module.clone());
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](DenseResourceElementsAttr one) -> std::optional<Attribute> {
        return hashResource(one);
      });
  replacer.recursivelyReplaceElementsIn(*copy);
  return print(*copy);
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
  // Resources in bytecode must lie as aligned as they do in a file.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      text.size(), "module", llvm::Align(64));
  llvm::copy(text, buffer->getBufferStart());
  llvm::SourceMgr manager;
  manager.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(manager, &context);
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
