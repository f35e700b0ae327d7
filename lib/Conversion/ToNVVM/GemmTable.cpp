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

FailureOr<GemmTable> GemmTable::parse(StringRef text, Location loc) {
  // The parser wants nothing round an attribute.
  for (text = text.trim(); text.starts_with("//");)
    text = text.split('\n').second.ltrim();
  // Where the text is none, the parser says where in it; ours follows.
  auto list =
      dyn_cast_or_null<ArrayAttr>(parseAttribute(text, loc.getContext()));
  if (!list)
    return emitError(loc) << "expected a table of configurations to be an "
                             "array of dictionaries";
  GemmTable table;
  for (Attribute element : list) {
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
  }
  return table;
}

FailureOr<GemmTable> GemmTable::load(StringRef path, Location loc) {
  if (path.empty())
    return parse(kOwnTable, loc);
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return emitError(loc) << "cannot read the table of configurations '" << path
                          << "': " << file.getError().message();
  return parse((*file)->getBuffer(), loc);
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
