//===- PlanParser.cpp - Text of precision plans ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/Plan.h"
#include "AmpDialect/Analysis/StablePath.h"
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
    os << "loc " << quoteText(entry.key) << ":";
  else
    os << entry.key << ":";
}

/// The comment behind an entry; in quotes where it would not be read back.
static void printComment(llvm::raw_ostream &os, StringRef location) {
  if (location.empty())
    return;
  bool isPlain = location.trim() == location && location.front() != '"' &&
                 llvm::none_of(location, [](unsigned char c) {
                   return c < 32 || c == 127;
                 });
  os << "  // " << (isPlain ? location.str() : quoteText(location));
}

void amp::printPlan(llvm::raw_ostream &os, const Plan &plan) {
  os << "amp-plan 1 " << plan.high << " " << plan.low << "\n";
  for (const PlanEntry &entry : plan.entries) {
    printKey(os, entry);
    printChoice(os, entry);
    if (!entry.byLocation)
      printComment(os, entry.location);
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
    printComment(os, entry.location);
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

/// Where `mark` first stands in `text` outside of quotes; npos if nowhere.
static size_t findUnquoted(StringRef text, StringRef mark) {
  bool quoted = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!quoted && text.substr(at).starts_with(mark))
      return at;
    if (quoted && text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      quoted = !quoted;
  }
  return StringRef::npos;
}

/// Reads what quoteText wrote; none if `text` is not such.
static std::optional<std::string> unquoteText(StringRef text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"')
    return std::nullopt;
  std::string result;
  StringRef rest = text.drop_front().drop_back();
  while (!rest.empty()) {
    char c = rest.front();
    rest = rest.drop_front();
    unsigned code;
    if (c == '"')
      return std::nullopt;
    if (c != '\\') {
      result += c;
    } else if (rest.starts_with("\"") || rest.starts_with("\\")) {
      result += rest.front();
      rest = rest.drop_front();
    } else if (rest.size() < 2 || rest.take_front(2).getAsInteger(16, code)) {
      return std::nullopt;
    } else {
      result += static_cast<char>(code);
      rest = rest.drop_front(2);
    }
  }
  return result;
}

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
  StringRef takeComment();
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

/// Text for diagnostics; of a long line, or of no text at all, the beginning.
static std::string quoteBriefly(StringRef text) {
  constexpr size_t kLength = 80;
  StringRef shown =
      text.take_while([](unsigned char c) { return c >= 32 || c == '\t'; });
  shown = shown.take_front(kLength);
  return "'" + shown.str() + (shown.size() < text.size() ? "...'" : "'");
}

LogicalResult PlanParser::parseHeader(StringRef rest) {
  llvm::SmallVector<StringRef, 4> words;
  llvm::SplitString(rest, words);
  if (words.size() != 4 || words[0] != "amp-plan")
    return error(rest)
           << "expected 'amp-plan 1 HIGH LOW' at the head of a plan, got "
           << quoteBriefly(rest);
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
  entry.location = unquoteText(comment).value_or(comment.str());
  StringRef keyStart = rest;
  entry.byLocation = rest.consume_front("loc ");
  rest = rest.ltrim();
  // Symbols are joined by '::', so the entry's colon is the one before space or
  // the end.
  size_t end = findUnquoted(rest, entry.byLocation ? ":" : ": ");
  if (end == StringRef::npos && rest.ends_with(":"))
    end = rest.size() - 1;
  if (entry.byLocation) {
    std::optional<std::string> text = unquoteText(rest.take_front(end).rtrim());
    if (end == StringRef::npos || !text)
      return error(rest) << "expected loc \"TEXT\": at the start of an entry, "
                            "with \\ before each \" and \\ in TEXT";
    entry.key = *text;
  } else {
    if (end == StringRef::npos)
      return error(rest) << "expected 'PATH: CHOICE', got "
                         << quoteBriefly(rest);
    entry.key = rest.take_front(end).str();
  }
  rest = rest.drop_front(end + 1);
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

/// What stands on the current line before its comment.
StringRef PlanParser::takeComment() {
  comment = StringRef();
  // A comment starts at the line's start or after a space: locations may hold
  // '//'.
  if (line.ltrim().starts_with("//"))
    return StringRef();
  size_t start = findUnquoted(line, " //");
  if (start != StringRef::npos)
    comment = line.drop_front(start + 3).trim();
  return line.take_front(start).trim();
}

FailureOr<Plan> PlanParser::run() {
  bool hasHeader = false;
  StringRef rest = text;
  while (!rest.empty()) {
    std::tie(line, rest) = rest.split('\n');
    ++lineNumber;
    StringRef content = takeComment();
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
  (void)text.consume_front("\xEF\xBB\xBF"); // Editors' byte order mark.
  return PlanParser(text, file, context).run();
}

FailureOr<Plan> amp::readPlan(StringRef file, Location loc) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(file, &message);
  if (!buffer)
    return emitError(loc) << "cannot read the plan: " << message;
  return parsePlan(buffer->getBuffer(), file, loc.getContext());
}

LogicalResult amp::writePlan(StagedFile &file, const Plan &plan, Location loc) {
  // As a report does: standard output carries the IR.
  if (file.getName() == "-") {
    printPlan(llvm::errs(), plan);
    return success();
  }
  std::string problem =
      file.write([&](raw_ostream &os) { printPlan(os, plan); });
  if (!problem.empty())
    return emitError(loc) << "cannot write the plan: " << problem;
  return success();
}
