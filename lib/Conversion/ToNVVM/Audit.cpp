//===- Audit.cpp - What the tensor cores do, and why not ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Emit.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::amp {
#define GEN_PASS_DEF_TENSORCOREAUDITPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Elements of 16 bits in the widest copy.
static constexpr int64_t kAligned = 8;

static std::string getInstruction(const Contraction &c,
                                  const GemmConfig &config) {
  Type type = c.lhs->computeType;
  std::string name;
  llvm::raw_string_ostream os(name);
  switch (config.path) {
  case GemmPath::Wgmma:
    os << "wgmma.m64n" << config.tileN << "k16.f32." << type;
    break;
  case GemmPath::MmaSync:
    os << "mma.sync.m16n8k" << (type.isF32() ? 8 : 16) << ".f32.";
    if (type.isF32())
      os << "tf32";
    else
      os << type;
    break;
  case GemmPath::Fma:
  case GemmPath::Direct:
    os << (isa<FloatType>(type) ? "fma" : "mad");
    break;
  }
  return name;
}

/// Bytes that one copy of an operand moves: 0 for single elements.
static int64_t getCopyBytes(const Contraction &c,
                            const ContractionOperand &operand,
                            ArrayRef<unsigned> outer) {
  if (!operand.access || operand.access->elementType != operand.computeType)
    return 0;
  int64_t bytes = operand.computeType.getIntOrFloatBitWidth() / 8;
  auto along = [&](ArrayRef<unsigned> loops) {
    return bytes * getContiguousWidth(c.space, operand.access->offset,
                                      operand.access->guards, loops,
                                      16 / bytes);
  };
  int64_t widest = std::max(along(c.k), along(outer));
  return widest < 4 ? 0 : widest;
}

/// What padding would let an operand move in 16 bytes, empty if none would.
static std::string getPadding(const Contraction &c,
                              const ContractionOperand &operand,
                              ArrayRef<unsigned> outer, StringRef outerName) {
  if (!operand.access ||
      operand.access->elementType.getIntOrFloatBitWidth() != 16)
    return {};
  for (auto [loops, name] : {std::pair(ArrayRef<unsigned>(c.k), StringRef("K")),
                             std::pair(outer, outerName)})
    for (unsigned loop : loops) {
      int64_t size = c.space.getSize(loop);
      if (std::abs(operand.access->offset.coefs[loop]) == 1 && size % kAligned)
        return llvm::formatv("pad the contiguous loop of {0} from {1} to {2}",
                             name, size, llvm::alignTo(size, kAligned));
    }
  return {};
}

DictionaryAttr mlir::amp::getTensorCoreAttribute(const Contraction &c,
                                                 const ChipInfo &chip,
                                                 const GemmConfig &config) {
  linalg::LinalgOp root = c.root;
  Builder b(root.getContext());
  bool usesTensorCore =
      config.path == GemmPath::MmaSync || config.path == GemmPath::Wgmma;
  std::string reason = config.reason, fix;
  int64_t left = getCopyBytes(c, *c.lhs, c.m);
  int64_t right = getCopyBytes(c, *c.rhs, c.n);
  if (usesTensorCore && config.path != GemmPath::Wgmma) {
    if (chip.hasWgmma)
      if (auto why = whyNoWgmma(c))
        reason += "; no wgmma: " + *why;
    fix = getPadding(c, *c.lhs, c.m, c.swapped ? "N" : "M");
    if (fix.empty())
      fix = getPadding(c, *c.rhs, c.n, c.swapped ? "M" : "N");
  } else if (!usesTensorCore && c.lhs->computeType.isF32() &&
             c.rhs->computeType.isF32()) {
    fix = "convert with amp-autocast, or ask for tf32 (path = \"mma.sync\")";
  }
  std::string where;
  llvm::raw_string_ostream os(where);
  root.getLoc()->print(os);
  int64_t count = c.getExtent(c.m) * c.getExtent(c.n) * c.getExtent(c.k) *
                  c.getExtent(c.batch);
  return b.getDictionaryAttr({
      b.getNamedAttr("op", b.getStringAttr(root->getName().getStringRef())),
      b.getNamedAttr("location", b.getStringAttr(where)),
      b.getNamedAttr("instruction", b.getStringAttr(getInstruction(c, config))),
      b.getNamedAttr("tensor_core", b.getBoolAttr(usesTensorCore)),
      b.getNamedAttr("multiply_adds", b.getI64IntegerAttr(count)),
      b.getNamedAttr("copies", b.getDenseI64ArrayAttr({left, right})),
      b.getNamedAttr("reason", b.getStringAttr(reason)),
      b.getNamedAttr("fix", b.getStringAttr(fix)),
  });
}

namespace {
struct TensorCoreAuditPass
    : amp::impl::TensorCoreAuditPassBase<TensorCoreAuditPass> {
  using TensorCoreAuditPassBase::TensorCoreAuditPassBase;

  void runOnOperation() override {
    double total = 0, onTensorCores = 0;
    llvm::raw_ostream &os = llvm::errs();
    getOperation()->walk([&](Operation *op) {
      auto audit = op->getAttrOfType<DictionaryAttr>(kTensorCoreAttrName);
      if (!audit) {
        if (auto count = getLeftOut(op)) {
          total += double(*count);
          os << op->getName() << " at " << op->getLoc()
             << ": no kernel was written for it\n";
        }
        return;
      }
      double count = double(audit.getAs<IntegerAttr>("multiply_adds").getInt());
      total += count;
      if (audit.getAs<BoolAttr>("tensor_core").getValue())
        onTensorCores += count;
      print(os, op, audit);
    });
    os << llvm::format("%.2f %% of %.4g multiply-adds on tensor cores\n",
                       total > 0 ? 100 * onTensorCores / total : 0.0, total);
    markAllAnalysesPreserved();
  }

private:
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

  static void print(llvm::raw_ostream &os, Operation *op,
                    DictionaryAttr audit) {
    auto text = [&](StringRef name) {
      return audit.getAs<StringAttr>(name).getValue();
    };
    auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    os << (name ? name.getValue() : op->getName().getStringRef()) << ": "
       << text("op") << " at " << text("location") << ": "
       << text("instruction");
    if (auto config = op->getAttrOfType<DictionaryAttr>(kGemmConfigAttrName))
      if (auto tile = config.getAs<DenseI64ArrayAttr>("tile"))
        os << ", tile " << tile[0] << "x" << tile[1] << "x" << tile[2];
    auto copies = audit.getAs<DenseI64ArrayAttr>("copies");
    os << ", copies of " << copies[0] << " and " << copies[1] << " bytes"
       << " (" << text("reason") << ")";
    if (!text("fix").empty())
      os << "; to fix: " << text("fix");
    os << "\n";
  }
};
} // namespace
