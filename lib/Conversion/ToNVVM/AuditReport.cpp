//===- AuditReport.cpp - Prints the tensor-core audit ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

namespace mlir::amp {
#define GEN_PASS_DEF_TENSORCOREAUDITPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Elements of 16 bits in the widest copy.
static constexpr int64_t kAligned = 8;

static StringRef getText(DictionaryAttr entry, StringRef name) {
  auto text = entry.getAs<StringAttr>(name);
  return text ? text.getValue() : StringRef();
}

static int64_t getCount(DictionaryAttr entry) {
  auto count = entry.getAs<IntegerAttr>("multiply_adds");
  return count ? count.getInt() : 0;
}

static bool usesTensorCores(DictionaryAttr entry) {
  auto flag = entry.getAs<BoolAttr>("tensor_core");
  return flag && flag.getValue();
}

/// Whether K and N are multiples of 8.
static bool isAligned(DictionaryAttr entry) {
  auto sizes = entry.getAs<DenseI64ArrayAttr>("sizes");
  return sizes && sizes.size() == 4 && sizes[2] % kAligned == 0 &&
         sizes[3] % kAligned == 0;
}

void TensorCoreShare::add(DictionaryAttr entry) {
  double count = double(getCount(entry));
  double used = usesTensorCores(entry) ? count : 0;
  total += count;
  onTensorCores += used;
  if (!isAligned(entry))
    return;
  aligned += count;
  alignedOnTensorCores += used;
}

void amp::printTensorCoreEntry(llvm::raw_ostream &os, StringRef name,
                               DictionaryAttr entry) {
  os << name << ": " << getText(entry, "op") << " at "
     << getText(entry, "location") << ": " << getText(entry, "instruction");
  if (auto tile = entry.getAs<DenseI64ArrayAttr>("tile"))
    os << ", tile " << tile[0] << "x" << tile[1] << "x" << tile[2];
  if (auto copies = entry.getAs<DenseI64ArrayAttr>("copies"))
    os << ", copies of " << copies[0] << " and " << copies[1] << " bytes";
  os << " (" << getText(entry, "reason") << ")";
  if (!getText(entry, "fix").empty())
    os << "; to fix: " << getText(entry, "fix");
  os << "\n";
}

void amp::printTensorCoreShare(llvm::raw_ostream &os,
                               const TensorCoreShare &share) {
  auto percent = [](double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0.0;
  };
  os << llvm::format("%.2f %% of %.4g multiply-adds on tensor cores",
                     percent(share.onTensorCores, share.total), share.total);
  if (share.aligned > 0)
    os << llvm::format("; where K and N are multiples of 8: %.2f %% of %.4g",
                       percent(share.alignedOnTensorCores, share.aligned),
                       share.aligned);
  os << "\n";
}

/// `source` is the op that the entry belongs to, or null.
static void writeEntry(llvm::json::OStream &json, DictionaryAttr entry,
                       const AuditedOp *source) {
  auto text = [&](StringRef name) {
    json.attribute(name, llvm::json::fixUTF8(getText(entry, name)));
  };
  auto numbers = [&](StringRef name) {
    auto values = entry.getAs<DenseI64ArrayAttr>(name);
    if (!values)
      return;
    json.attributeArray(name, [&] {
      for (int64_t value : values.asArrayRef())
        json.value(value);
    });
  };
  json.object([&] {
    if (source) {
      json.attribute("path", llvm::json::fixUTF8(source->path));
      json.attribute("op", llvm::json::fixUTF8(source->name));
    } else {
      text("op");
    }
    text("location");
    text("kernel");
    text("instruction");
    numbers("tile");
    numbers("sizes");
    numbers("copies");
    json.attribute("multiply_adds", getCount(entry));
    json.attribute("tensor_core", usesTensorCores(entry));
    text("reason");
    text("fix");
  });
}

void amp::writeTensorCoreAudit(llvm::json::OStream &json, ArrayAttr entries,
                               ArrayRef<AuditedOp> expected) {
  llvm::MapVector<StringRef, SmallVector<DictionaryAttr>> chips;
  llvm::StringSet<> found;
  llvm::StringMap<const AuditedOp *> sources;
  for (const AuditedOp &op : expected)
    sources.try_emplace(op.location, &op);
  for (auto entry : entries.getAsRange<DictionaryAttr>()) {
    chips[getText(entry, "chip")].push_back(entry);
    found.insert(getText(entry, "location"));
  }
  auto number = [&](StringRef name, double value) {
    json.attribute(name, static_cast<int64_t>(value));
  };
  json.array([&] {
    for (auto &[chip, list] : chips)
      json.object([&, chip = chip, &list = list] {
        TensorCoreShare share;
        for (DictionaryAttr entry : list)
          share.add(entry);
        json.attribute("chip", chip);
        number("multiply_adds", share.total);
        number("on_tensor_cores", share.onTensorCores);
        number("aligned_multiply_adds", share.aligned);
        number("aligned_on_tensor_cores", share.alignedOnTensorCores);
        json.attributeArray("without_kernel", [&] {
          for (const AuditedOp &op : expected)
            if (!found.contains(op.location))
              json.value(llvm::json::fixUTF8(op.path));
        });
        json.attributeArray("ops", [&] {
          for (DictionaryAttr entry : list)
            writeEntry(json, entry, sources.lookup(getText(entry, "location")));
        });
      });
  });
}

namespace {
struct TensorCoreAuditPass
    : amp::impl::TensorCoreAuditPassBase<TensorCoreAuditPass> {
  using TensorCoreAuditPassBase::TensorCoreAuditPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (auto entries =
            getOperation()->getAttrOfType<ArrayAttr>(kTensorCoresAttrName))
      return printModel(entries);
    TensorCoreShare share;
    llvm::raw_ostream &os = llvm::errs();
    getOperation()->walk([&](Operation *op) {
      auto audit = op->getAttrOfType<DictionaryAttr>(kTensorCoreAttrName);
      if (!audit) {
        if (auto count = getLeftOut(op)) {
          share.total += double(*count);
          os << op->getName() << " at " << op->getLoc()
             << ": no kernel was written for it\n";
        }
        return;
      }
      share.add(audit);
      auto name =
          op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
      printTensorCoreEntry(
          os, name ? name.getValue() : op->getName().getStringRef(), audit);
    });
    printTensorCoreShare(os, share);
  }

private:
  static void printModel(ArrayAttr entries) {
    llvm::raw_ostream &os = llvm::errs();
    llvm::MapVector<StringRef, TensorCoreShare> chips;
    for (auto entry : entries.getAsRange<DictionaryAttr>()) {
      StringRef chip = getText(entry, "chip");
      chips[chip].add(entry);
      printTensorCoreEntry(os, (chip + " " + getText(entry, "kernel")).str(),
                           entry);
    }
    for (auto &[chip, share] : chips) {
      os << chip << ": ";
      printTensorCoreShare(os, share);
    }
  }

  /// Multiply-adds of a contraction that is in no kernel.
  std::optional<int64_t> getLeftOut(Operation *op) {
    if (!isContractionRoot(op))
      return std::nullopt;
    auto function = op->getParentOfType<func::FuncOp>();
    if (function && function->hasAttr(kKernelAttrName)) {
      std::string name = (function.getSymName() + "_module").str();
      if (getOperation().lookupSymbol(name))
        return std::nullopt;
    }
    int64_t count = 1;
    for (int64_t size : cast<linalg::LinalgOp>(op).getStaticLoopRanges())
      count *= ShapedType::isDynamic(size) ? 1 : size;
    return count;
  }
};
} // namespace
