//===- GemmConfig.cpp - How one contraction is cut up ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/GemmConfig.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr std::pair<GemmPath, llvm::StringLiteral> kPaths[] = {
    {GemmPath::Direct, "direct"},
    {GemmPath::Fma, "fma"},
    {GemmPath::MmaSync, "mma.sync"},
    {GemmPath::Wgmma, "wgmma"},
};

StringRef mlir::amp::stringifyGemmPath(GemmPath path) {
  for (auto [value, name] : kPaths)
    if (value == path)
      return name;
  llvm_unreachable("unknown path");
}

std::optional<GemmPath> mlir::amp::symbolizeGemmPath(StringRef name) {
  for (auto [value, text] : kPaths)
    if (text == name)
      return value;
  return std::nullopt;
}

DictionaryAttr GemmConfig::toAttribute(MLIRContext *context) const {
  Builder b(context);
  SmallVector<NamedAttribute> entries;
  auto add = [&](StringRef name, Attribute value) {
    entries.push_back(b.getNamedAttr(name, value));
  };
  add("path", b.getStringAttr(stringifyGemmPath(path)));
  if (path == GemmPath::Direct)
    return b.getDictionaryAttr(entries);
  add("tile", b.getDenseI64ArrayAttr({tileM, tileN, tileK}));
  add("stages", b.getI64IntegerAttr(stages));
  add("group", b.getI64IntegerAttr(group));
  if (path != GemmPath::Wgmma) {
    add("warps", b.getDenseI64ArrayAttr({warpsM, warpsN}));
    return b.getDictionaryAttr(entries);
  }
  add("cluster", b.getI64IntegerAttr(cluster));
  add("consumers", b.getI64IntegerAttr(consumers));
  add("pingpong", b.getBoolAttr(pingpong));
  return b.getDictionaryAttr(entries);
}

/// Reads `values.size()` positive numbers: an integer for one, else an array.
static bool readNumbers(Attribute attribute, ArrayRef<int64_t *> values) {
  SmallVector<int64_t> numbers;
  if (auto integer = dyn_cast<IntegerAttr>(attribute);
      integer && !isa<IndexType>(integer.getType()) && values.size() == 1)
    numbers.push_back(integer.getInt());
  else if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute))
    numbers.append(array.asArrayRef().begin(), array.asArrayRef().end());
  if (numbers.size() != values.size() ||
      llvm::any_of(numbers, [](int64_t number) {
        return number < 1 || number > 1 << 20;
      }))
    return false;
  for (auto [value, number] : llvm::zip_equal(values, numbers))
    *value = number;
  return true;
}

LogicalResult
GemmConfig::readAttribute(DictionaryAttr attribute,
                          llvm::function_ref<InFlightDiagnostic()> emitError) {
  for (NamedAttribute entry : attribute) {
    StringRef name = entry.getName();
    Attribute value = entry.getValue();
    bool good = true;
    StringRef expected = "a positive integer";
    if (name == "path") {
      auto text = dyn_cast<StringAttr>(value);
      auto symbol = text ? symbolizeGemmPath(text.getValue()) : std::nullopt;
      good = symbol.has_value();
      path = symbol.value_or(path);
      expected = "\"direct\", \"fma\", \"mma.sync\" or \"wgmma\"";
    } else if (name == "tile") {
      good = readNumbers(value, {&tileM, &tileN, &tileK});
      expected = "array<i64: M, N, K> of positive numbers";
    } else if (name == "warps") {
      good = readNumbers(value, {&warpsM, &warpsN});
      expected = "array<i64: M, N> of positive numbers";
    } else if (name == "pingpong") {
      auto flag = dyn_cast<BoolAttr>(value);
      good = bool(flag);
      pingpong = flag && flag.getValue();
      expected = "a boolean";
    } else if (int64_t *number = name == "stages"      ? &stages
                                 : name == "group"     ? &group
                                 : name == "cluster"   ? &cluster
                                 : name == "consumers" ? &consumers
                                                       : nullptr) {
      good = readNumbers(value, {number});
    } else {
      return emitError() << "unknown key '" << name
                         << "' of 'amp.gemm_config', expected path, tile, "
                            "warps, stages, group, cluster, consumers or "
                            "pingpong";
    }
    if (!good)
      return emitError() << "expected '" << name
                         << "' of 'amp.gemm_config' to be " << expected
                         << ", got " << value;
  }
  return success();
}
