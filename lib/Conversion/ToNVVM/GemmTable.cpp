//===- GemmTable.cpp - Configurations that were measured ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/GemmTable.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// The text of gemm-table.mlir, put here by CMake.
static constexpr llvm::StringLiteral kOwnTable =
#include "GemmTable.inc"
    ;

/// Reads one entry; the name of the first key that is missing or wrong, if any.
static std::optional<StringRef>
readEntry(DictionaryAttr fields, GemmTable::Entry &entry, Location loc) {
  auto text = [&](StringRef name, std::string &into) {
    auto value = fields.getAs<StringAttr>(name);
    into = value ? value.getValue().str() : "";
    return bool(value);
  };
  if (!text("chip", entry.key.chip))
    return "chip";
  if (!text("layout", entry.key.layout))
    return "layout";
  if (!text("device", entry.device))
    return "device";
  auto type = fields.getAs<TypeAttr>("type");
  if (!type)
    return "type";
  entry.key.type = type.getValue();
  auto sizes = fields.getAs<DenseI64ArrayAttr>("sizes");
  if (!sizes || sizes.size() != 4 ||
      llvm::any_of(sizes.asArrayRef(), [](int64_t size) { return size < 1; }))
    return "sizes";
  llvm::copy(sizes.asArrayRef(), entry.key.sizes.begin());
  auto time = fields.getAs<FloatAttr>("microseconds");
  if (!time || !(time.getValueAsDouble() > 0))
    return "microseconds";
  entry.microseconds = time.getValueAsDouble();
  auto config = fields.getAs<DictionaryAttr>("config");
  if (!config || failed(entry.config.readAttribute(
                     config, [&] { return emitError(loc); })))
    return "config";
  return std::nullopt;
}

namespace {
/// Reads the array entry by entry, so that each one's place is known.
class TableParser {
public:
  TableParser(StringRef text, StringRef file, MLIRContext *context)
      : text(text), rest(text), file(file), context(context) {}
  /// Calls `visit` with each entry and its place.
  LogicalResult
  run(llvm::function_ref<LogicalResult(Attribute, Location)> visit);

private:
  /// Drops spaces and comments.
  void skip() {
    for (rest = rest.ltrim(); rest.starts_with("//");)
      rest = rest.drop_front(std::min(rest.find('\n'), rest.size())).ltrim();
  }
  FileLineColLoc getPlace() const {
    StringRef before = text.drop_back(rest.size());
    unsigned column = before.size() - (before.rfind('\n') + 1) + 1;
    return FileLineColLoc::get(context, file, before.count('\n') + 1, column);
  }
  Attribute parseEntry();
  LogicalResult expect(const Twine &what) {
    return emitError(getPlace())
           << "expected " << what
           << ": a table of configurations is an array of dictionaries";
  }

  StringRef text, rest, file;
  MLIRContext *context;
};
} // namespace

Attribute TableParser::parseEntry() {
  FileLineColLoc start = getPlace();
  // MLIR's parser takes a text for the name of a file: what it says is said
  // again at its place in ours.
  std::vector<std::pair<Location, std::string>> messages;
  Attribute entry;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      Location place = start;
      if (auto at = dyn_cast<FileLineColLoc>(diagnostic.getLocation()))
        place = FileLineColLoc::get(
            context, file, start.getLine() + at.getLine() - 1,
            at.getColumn() + (at.getLine() == 1 ? start.getColumn() - 1 : 0));
      messages.emplace_back(place, diagnostic.str());
    });
    size_t numRead = 0;
    entry = parseAttribute(rest, context, /*type=*/{}, &numRead,
                           /*isKnownNullTerminated=*/true);
    rest = rest.drop_front(std::min(numRead, rest.size()));
  }
  for (auto &[place, message] : messages)
    emitError(place) << message;
  return entry;
}

LogicalResult
TableParser::run(llvm::function_ref<LogicalResult(Attribute, Location)> visit) {
  skip();
  if (!rest.consume_front("["))
    return expect("'['");
  for (skip(); !rest.consume_front("]"); skip()) {
    FileLineColLoc place = getPlace();
    Attribute entry = parseEntry();
    if (!entry || failed(visit(entry, place)))
      return failure();
    skip();
    if (!rest.consume_front(",") && !rest.starts_with("]"))
      return expect("',' or ']'");
  }
  skip();
  return rest.empty() ? success() : expect("nothing after ']'");
}

FailureOr<GemmTable> GemmTable::parse(StringRef text, StringRef file,
                                      MLIRContext *context) {
  GemmTable table;
  auto visit = [&](Attribute element, Location loc) -> LogicalResult {
    auto fields = dyn_cast<DictionaryAttr>(element);
    Entry entry;
    std::optional<StringRef> wrong = "dictionary";
    if (fields)
      wrong = readEntry(fields, entry, loc);
    if (wrong)
      return emitError(loc) << "expected '" << *wrong
                            << "' in a table of configurations as "
                               "benchmarks/tune_gemm.py writes it, got "
                            << element;
    table.entries.push_back(std::move(entry));
    return success();
  };
  if (failed(TableParser(text, file, context).run(visit)))
    return failure();
  return table;
}

FailureOr<GemmTable> GemmTable::load(StringRef path, Location loc) {
  if (path.empty())
    return parse(kOwnTable, "gemm-table.mlir", loc.getContext());
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return emitError(loc) << "cannot read the table of configurations '" << path
                          << "': " << file.getError().message();
  return parse((*file)->getBuffer(), path, loc.getContext());
}

SmallVector<const GemmTable::Entry *>
GemmTable::lookup(const GemmKey &key) const {
  SmallVector<std::pair<double, const Entry *>> found;
  for (const Entry &entry : entries) {
    if (entry.key.chip != key.chip || entry.key.type != key.type ||
        entry.key.layout != key.layout)
      continue;
    double distance = 0;
    bool near = true;
    for (auto [a, b] : llvm::zip_equal(entry.key.sizes, key.sizes)) {
      double octaves = std::abs(std::log2(double(a) / double(b)));
      near &= octaves <= 1;
      distance += octaves;
    }
    if (near)
      found.emplace_back(distance, &entry);
  }
  // Entries lie in one array: by address is by place in the file.
  llvm::sort(found);
  return llvm::map_to_vector(found, [](auto pair) { return pair.second; });
}
