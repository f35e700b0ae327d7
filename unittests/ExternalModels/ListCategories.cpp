//===- ListCategories.cpp - The table of categories
//------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes docs/categories.md from the corpus: one row for each op and answer.
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::amp;

static const char *const header =
    "# Categories of upstream ops\n\n"
    "Written by `amp-list-categories` from "
    "`unittests/ExternalModels/Corpus.mlir`; a test compares the two.\n\n"
    "An op with several rows answers by instance. The signature names the role "
    "of each operand and result: `low` and `high` are fixed types, `label` is "
    "the one type at which the op works, `tied` a destination of that type, "
    "`any` read as stored, `view` no bytes moved, `creator` made in the type "
    "that its users want, `accumulator` summed and written high with a free "
    "low copy, `shape` an unread destination, `ignored` takes no part.\n";

int main() {
  auto context = test::createCorpusContext();
  OwningOpRef<ModuleOp> module = test::loadCorpus(context.get());
  if (!module)
    return 1;
  FloatType high = Float32Type::get(context.get());
  std::map<std::string, std::map<std::string, std::set<std::string>>> tables;
  module->walk([&](MixedPrecisionOpInterface op) {
    // Instances without a shaped value, such as arith.addf on scalars, would
    // be rows that say nothing.
    auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
    if (op->getNumResults() > 0 &&
        llvm::all_of(op->getOperandTypes(), isScalar) &&
        llvm::all_of(op->getResultTypes(), isScalar))
      return;
    OpPrecisionInfo info;
    op.getPrecisionInfo(high, info);
    std::string answer = test::formatAnswer(info);
    size_t space = answer.find(' ');
    std::string row = "| " + StringRef(answer).take_front(space).upper() +
                      " | `" + answer.substr(space + 1) + "` | " +
                      info.reason.str() + " |";
    OperationName name = op->getName();
    tables[name.getDialectNamespace().str()][name.getStringRef().str()].insert(
        row);
  });
  llvm::outs() << header;
  for (auto &[dialect, rows] : tables) {
    llvm::outs() << "\n## " << dialect << "\n\n"
                 << "| op | category | signature | reason |\n"
                 << "|---|---|---|---|\n";
    for (auto &[name, answers] : rows)
      for (const std::string &answer : answers)
        llvm::outs() << "| `" << name << "` " << answer << "\n";
  }
  return 0;
}
