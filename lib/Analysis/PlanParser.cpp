//===- PlanParser.cpp - Text of precision plans ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/Plan.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static StringRef stringifyStorage(PlannedStorage storage) {
  switch (storage) {
  case PlannedStorage::Any:
    return "-";
  case PlannedStorage::High:
    return "high";
  case PlannedStorage::Low:
    return "low";
  case PlannedStorage::BothFromHigh:
    return "both";
  case PlannedStorage::BothFromLow:
    return "both-low";
  }
  llvm_unreachable("unknown storage");
}

static std::optional<PlannedStorage> symbolizeStorage(StringRef word) {
  for (PlannedStorage storage :
       {PlannedStorage::Any, PlannedStorage::High, PlannedStorage::Low,
        PlannedStorage::BothFromHigh, PlannedStorage::BothFromLow})
    if (stringifyStorage(storage) == word)
      return storage;
  return std::nullopt;
}

static void printChoice(llvm::raw_ostream &os, const PlanEntry &entry) {
  if (entry.labelLow)
    os << " " << (*entry.labelLow ? "low" : "high");
  if (entry.storage.empty())
    return;
  os << " -> ";
  llvm::interleaveComma(entry.storage, os, [&](PlannedStorage storage) {
    os << stringifyStorage(storage);
  });
}

static void printKey(llvm::raw_ostream &os, const PlanEntry &entry) {
  if (entry.byLocation)
    os << "loc \"" << entry.key << "\":";
  else
    os << entry.key << ":";
}

void amp::printPlan(llvm::raw_ostream &os, const Plan &plan) {
  os << "amp-plan 1 " << plan.high << " " << plan.low << "\n";
  for (const PlanEntry &entry : plan.entries) {
    printKey(os, entry);
    printChoice(os, entry);
    if (!entry.location.empty() && !entry.byLocation)
      os << "  // " << entry.location;
    os << "\n";
  }
}

bool amp::diffPlans(llvm::raw_ostream &os, const Plan &before,
                    const Plan &after) {
  auto choiceOf = [](const PlanEntry &entry) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    printChoice(stream, entry);
    return text;
  };
  auto keyOf = [](const PlanEntry &entry) {
    return (entry.byLocation ? "loc " : "") + entry.key;
  };
  auto printLine = [&](StringRef sign, const PlanEntry &entry,
                       StringRef choice) {
    os << sign << " ";
    printKey(os, entry);
    os << choice;
    if (!entry.location.empty())
      os << "  // " << entry.location;
    os << "\n";
  };
  bool same = before.high == after.high && before.low == after.low;
  if (!same)
    os << "~ types: " << before.high << " -> " << before.low << " => "
       << after.high << " -> " << after.low << "\n";
  llvm::StringMap<const PlanEntry *> old;
  for (const PlanEntry &entry : before.entries)
    old[keyOf(entry)] = &entry;
  llvm::StringSet<> seen;
  for (const PlanEntry &entry : after.entries) {
    auto it = old.find(keyOf(entry));
    seen.insert(keyOf(entry));
    std::string choice = choiceOf(entry);
    if (it == old.end()) {
      printLine("+", entry, choice);
      same = false;
    } else if (std::string was = choiceOf(*it->second); was != choice) {
      printLine("~", entry, was + " =>" + choice);
      same = false;
    }
  }
  for (const PlanEntry &entry : before.entries) {
    if (seen.contains(keyOf(entry)))
      continue;
    printLine("-", entry, choiceOf(entry));
    same = false;
  }
  return same;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// Parses one plan, line by line.
class PlanParser {
public:
  PlanParser(StringRef text, StringRef file, MLIRContext *context)
      : text(text), context(context) {
    plan.file = file.str();
  }
  FailureOr<Plan> run();

private:
  /// An error at `where`, a part of the current line.
  InFlightDiagnostic error(StringRef where) {
    unsigned column =
        where.data() >= line.data() && where.data() <= line.data() + line.size()
            ? where.data() - line.data() + 1
            : 1;
    return emitError(
        FileLineColLoc::get(context, plan.file, lineNumber, column));
  }
  LogicalResult parseHeader(StringRef rest);
  LogicalResult parseEntry(StringRef rest);
  LogicalResult parseChoice(StringRef rest, PlanEntry &entry);

  StringRef text, line;
  /// What follows `//` on the current line: an op's location.
  StringRef comment;
  MLIRContext *context;
  unsigned lineNumber = 0;
  Plan plan;
  llvm::StringMap<unsigned> lines;
};
} // namespace

LogicalResult PlanParser::parseHeader(StringRef rest) {
  llvm::SmallVector<StringRef, 4> words;
  llvm::SplitString(rest, words);
  if (words.size() != 4 || words[0] != "amp-plan")
    return error(rest)
           << "expected 'amp-plan 1 HIGH LOW' at the head of a plan, got '"
           << rest << "'";
  if (words[1] != "1")
    return error(words[1]) << "expected plan version 1, got '" << words[1]
                           << "'";
  plan.high = words[2].str();
  plan.low = words[3].str();
  return success();
}

LogicalResult PlanParser::parseChoice(StringRef rest, PlanEntry &entry) {
  auto [label, storage] = rest.split("->");
  StringRef word = label.trim();
  if (word == "low" || word == "high")
    entry.labelLow = word == "low";
  else if (!word.empty() && word != "-")
    return error(word) << "expected low, high or -, got '" << word << "'";
  if (rest.contains("->")) {
    llvm::SmallVector<StringRef, 4> words;
    storage.split(words, ',');
    for (StringRef item : words) {
      std::optional<PlannedStorage> parsed = symbolizeStorage(item.trim());
      if (!parsed)
        return error(item.ltrim())
               << "expected a storage of high, low, both, both-low or -, got '"
               << item.trim() << "'";
      entry.storage.push_back(*parsed);
    }
  }
  if (!entry.labelLow && entry.storage.empty())
    return error(rest) << "expected low, high or '-> STORAGE' after '"
                       << entry.key << ":'";
  return success();
}

LogicalResult PlanParser::parseEntry(StringRef rest) {
  PlanEntry entry;
  entry.line = lineNumber;
  entry.location = comment.str();
  StringRef keyStart = rest;
  if (rest.consume_front("loc ")) {
    rest = rest.ltrim();
    size_t end = rest.rfind("\":");
    if (!rest.starts_with("\"") || end == StringRef::npos || end == 0)
      return error(rest) << "expected loc \"TEXT\": at the start of an entry";
    entry.byLocation = true;
    entry.key = rest.slice(1, end).str();
    rest = rest.drop_front(end + 2);
  } else {
    // Symbols are joined by '::', so the entry's colon is the one before space
    // or the end.
    size_t end = rest.find(": ");
    if (end == StringRef::npos && rest.ends_with(":"))
      end = rest.size() - 1;
    if (end == StringRef::npos)
      return error(rest) << "expected 'PATH: CHOICE', got '" << rest << "'";
    entry.key = rest.take_front(end).str();
    rest = rest.drop_front(end + 1);
  }
  std::string key = (entry.byLocation ? "loc " : "") + entry.key;
  auto [it, inserted] = lines.try_emplace(key, lineNumber);
  if (!inserted)
    return error(keyStart) << "plan entry '" << entry.key
                           << "' is already on line " << it->second;
  if (failed(parseChoice(rest, entry)))
    return failure();
  plan.entries.push_back(std::move(entry));
  return success();
}

FailureOr<Plan> PlanParser::run() {
  bool hasHeader = false;
  StringRef rest = text;
  while (!rest.empty()) {
    std::tie(line, rest) = rest.split('\n');
    ++lineNumber;
    StringRef content = line;
    // A comment starts at the line's start or after a space: locations may
    // hold '//'.
    if (content.ltrim().starts_with("//"))
      continue;
    size_t searchFrom = 0;
    if (content.ltrim().starts_with("loc "))
      searchFrom = content.rfind("\":");
    comment = StringRef();
    if (searchFrom != StringRef::npos) {
      size_t start = content.find(" //", searchFrom);
      if (start != StringRef::npos)
        comment = content.drop_front(start + 3).trim();
      content = content.take_front(start);
    }
    content = content.trim();
    if (content.empty())
      continue;
    if (!hasHeader) {
      if (failed(parseHeader(content)))
        return failure();
      hasHeader = true;
      continue;
    }
    if (failed(parseEntry(content)))
      return failure();
  }
  if (!hasHeader) {
    line = StringRef();
    lineNumber = 1;
    return error(line) << "expected 'amp-plan 1 HIGH LOW' at the head of a "
                          "plan, got an empty file";
  }
  return std::move(plan);
}

FailureOr<Plan> amp::parsePlan(StringRef text, StringRef file,
                               MLIRContext *context) {
  return PlanParser(text, file, context).run();
}

FailureOr<Plan> amp::readPlan(StringRef file, Location loc) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer)
    return emitError(loc) << "cannot read the plan: " << message;
  return parsePlan(buffer->getBuffer(), file, loc.getContext());
}

LogicalResult amp::writePlan(StringRef file, const Plan &plan, Location loc) {
  std::string problem =
      writeWholeFile(file, [&](raw_ostream &os) { printPlan(os, plan); });
  if (!problem.empty())
    return emitError(loc) << "cannot write the plan: " << problem;
  return success();
}
