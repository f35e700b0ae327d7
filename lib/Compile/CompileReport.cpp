//===- CompileReport.cpp - The report of a compilation --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/Report.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Stages.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::amp;

/// The ops of category ALWAYS that a report of the conversion lists.
static SmallVector<AuditedOp> readAlwaysOps(StringRef report) {
  SmallVector<AuditedOp> found;
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(report);
  if (!value) {
    llvm::consumeError(value.takeError());
    return found;
  }
  const llvm::json::Object *object = value->getAsObject();
  const llvm::json::Array *ops = object ? object->getArray("ops") : nullptr;
  if (!ops)
    return found;
  for (const llvm::json::Value &op : *ops) {
    const llvm::json::Object *fields = op.getAsObject();
    if (!fields || fields->getString("category") != "always")
      continue;
    auto text = [&](StringRef name) {
      return fields->getString(name).value_or("").str();
    };
    found.push_back({text("location"), text("path"), text("op")});
  }
  return found;
}

std::string amp::addTensorCores(StringRef report, ArrayAttr entries,
                                DictionaryAttr figures) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    if (report.empty())
      json.attribute("schema", kReportSchema);
    if (figures)
      json.attributeObject("model", [&] {
        for (NamedAttribute figure : figures)
          if (auto number = dyn_cast<IntegerAttr>(figure.getValue()))
            json.attribute(figure.getName(), number.getInt());
      });
    json.attributeBegin("tensor_cores");
    writeTensorCoreAudit(json, entries, readAlwaysOps(report));
    json.attributeEnd();
  });
  os << "\n";
  if (report.empty())
    return text;
  // Both are objects: the last brace of one and the first of the other go.
  StringRef head = report.rtrim().drop_back().rtrim();
  return (head + "," + StringRef(text).drop_front()).str();
}

/// The audit's lines behind the table for people.
static void printAudit(ArrayAttr entries) {
  llvm::raw_ostream &os = llvm::errs();
  llvm::MapVector<StringRef, TensorCoreShare> chips;
  for (auto entry : entries.getAsRange<DictionaryAttr>())
    chips[entry.getAs<StringAttr>("chip").getValue()].add(entry);
  for (auto &[chip, share] : chips) {
    os << chip << ": ";
    printTensorCoreShare(os, share);
  }
  constexpr unsigned kMost = 8;
  unsigned left = 0;
  for (auto entry : entries.getAsRange<DictionaryAttr>())
    if (!entry.getAs<BoolAttr>("tensor_core").getValue() && left++ < kMost)
      printTensorCoreEntry(os, entry.getAs<StringAttr>("kernel").getValue(),
                           entry);
  if (left > kMost)
    os << "... and " << left - kMost
       << " more without tensor cores (all are in the JSON report)\n";
}

LogicalResult amp::finishReport(ModuleOp module, StringRef draft,
                                StringRef destination) {
  Location loc = module.getLoc();
  auto entries = module->getAttrOfType<ArrayAttr>(kTensorCoresAttrName);
  if (destination.empty())
    return success();
  if (destination == "-") {
    if (entries)
      printAudit(entries);
    return success();
  }
  std::string text;
  if (auto buffer = llvm::MemoryBuffer::getFile(draft))
    text = (*buffer)->getBuffer().str();
  if (entries)
    text = addTensorCores(
        text, entries, module->getAttrOfType<DictionaryAttr>(kModelAttrName));
  if (text.empty())
    return success();
  return checkWritten(
      loc, writeWholeFile(destination, [&](raw_ostream &os) { os << text; }));
}
