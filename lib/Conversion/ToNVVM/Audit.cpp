//===- Audit.cpp - What the tensor cores do, and why not ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Emit.h"
#include "TmaOperand.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

/// Bytes of the widest copy.
static constexpr int64_t kWidestCopy = 16;

static std::string getInstruction(const Contraction &c,
                                  const GemmConfig &config) {
  Type type = c.lhs->computeType;
  int64_t depth = 256 / KernelBuilder::getMemoryBits(type);
  std::string name, types;
  if (config.path == GemmPath::Wgmma || config.path == GemmPath::MmaSync) {
    types = getPtxType(type);
    if (c.rhs->computeType != type)
      types += "." + getPtxType(c.rhs->computeType).str();
  }
  llvm::raw_string_ostream os(name);
  switch (config.path) {
  case GemmPath::Wgmma:
    os << "wgmma.m64n" << config.tileN << "k" << depth << ".f32." << types;
    break;
  case GemmPath::MmaSync:
    os << "mma.sync.m16n8k" << depth << ".f32." << types;
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
  int64_t bytes = KernelBuilder::getMemoryBits(operand.computeType) / 8;
  auto along = [&](ArrayRef<unsigned> loops) {
    return bytes * getContiguousWidth(c.space, operand.access->offset,
                                      operand.access->guards, loops,
                                      16 / bytes);
  };
  // Tiles of bytes lie along K.
  int64_t widest = bytes == 1 ? along(c.k) : std::max(along(c.k), along(outer));
  return widest < 4 ? 0 : widest;
}

/// What padding would let an operand move in 16 bytes, empty if none would.
static std::string getPadding(const Contraction &c,
                              const ContractionOperand &operand,
                              ArrayRef<unsigned> outer, StringRef outerName) {
  if (!operand.access ||
      operand.access->elementType.getIntOrFloatBitWidth() > 16)
    return {};
  int64_t aligned =
      8 * kWidestCopy / operand.access->elementType.getIntOrFloatBitWidth();
  for (auto [loops, name] : {std::pair(ArrayRef<unsigned>(c.k), StringRef("K")),
                             std::pair(outer, outerName)})
    for (unsigned loop : loops) {
      int64_t size = c.space.getSize(loop);
      if (std::abs(operand.access->offset.coefs[loop]) == 1 && size % aligned)
        return llvm::formatv("pad the contiguous loop of {0} from {1} to {2}",
                             name, size, llvm::alignTo(size, aligned));
    }
  return {};
}

/// Batch, M, N, K as the source has them, where operands stand in order.
static std::array<int64_t, 4> getSourceSizes(const Contraction &c) {
  auto split = c.root->getAttrOfType<IntegerAttr>(kSplitAttrName);
  int64_t parts = split ? split.getInt() : 1;
  auto source = c.root->getAttrOfType<DenseI64ArrayAttr>(kSourceSizesAttrName);
  if (source)
    return {source[0], source[1], source[2], source[3]};
  return {c.getExtent(c.batch) / parts, c.getExtent(c.swapped ? c.n : c.m),
          c.getExtent(c.swapped ? c.m : c.n), c.getExtent(c.k) * parts};
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
  } else if (config.path == GemmPath::Wgmma) {
    bool copiesLhs = !getTmaOperand(c, *c.lhs->access, c.m);
    if (copiesLhs || !getTmaOperand(c, *c.rhs->access, c.n))
      reason += llvm::formatv("; threads copy the {0} operand",
                              copiesLhs != c.swapped ? "left" : "right");
  } else if (!usesTensorCore && c.lhs->computeType.isF32() &&
             c.rhs->computeType.isF32()) {
    fix = "convert with amp-autocast, or ask for tf32 (path = \"mma.sync\")";
  }
  for (const ContractionOperand *operand : {c.lhs.get(), c.rhs.get()})
    if (operand->access && isFloat8(operand->access->elementType) &&
        !isFloat8(operand->computeType))
      reason +=
          llvm::formatv("; {0} is read as {1}", operand->access->elementType,
                        operand->computeType);
  if (auto split = root->getAttrOfType<IntegerAttr>(kSplitAttrName))
    reason += llvm::formatv("; K in {0} parts", split.getInt());
  std::string where;
  llvm::raw_string_ostream os(where);
  root.getLoc()->print(os);
  std::array<int64_t, 4> sizes = getSourceSizes(c);
  int64_t count = sizes[0] * sizes[1] * sizes[2] * sizes[3];
  if (root->hasAttr(kSourceSizesAttrName))
    reason += llvm::formatv("; instead of {0}x{1}x{2}x{3}", sizes[0], sizes[1],
                            sizes[2], sizes[3]);
  SmallVector<NamedAttribute> entries{
      b.getNamedAttr("op", b.getStringAttr(root->getName().getStringRef())),
      b.getNamedAttr("location", b.getStringAttr(where)),
      b.getNamedAttr("instruction", b.getStringAttr(getInstruction(c, config))),
      b.getNamedAttr("tensor_core", b.getBoolAttr(usesTensorCore)),
      b.getNamedAttr("multiply_adds", b.getI64IntegerAttr(count)),
      b.getNamedAttr("sizes", b.getDenseI64ArrayAttr(sizes)),
      b.getNamedAttr("copies", b.getDenseI64ArrayAttr({left, right})),
      b.getNamedAttr("reason", b.getStringAttr(reason)),
      b.getNamedAttr("fix", b.getStringAttr(fix)),
  };
  if (config.path != GemmPath::Direct)
    entries.push_back(b.getNamedAttr(
        "tile",
        b.getDenseI64ArrayAttr({config.tileM, config.tileN, config.tileK})));
  return b.getDictionaryAttr(entries);
}

/// Product of the loops of `op` in `dims`; all of them have static bounds.
static int64_t getProduct(ArrayRef<int64_t> ranges, ArrayRef<unsigned> dims) {
  int64_t product = 1;
  for (unsigned dim : dims)
    product *= ranges[dim];
  return product;
}

std::array<int64_t, 4> mlir::amp::getDeclaredSizes(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  // First: a convolution passes for a contraction of some of its loops.
  if (auto dims = linalg::inferConvolutionDims(op); succeeded(dims))
    return {getProduct(ranges, dims->depth),
            getProduct(ranges, dims->batch) *
                getProduct(ranges, dims->outputImage),
            getProduct(ranges, dims->outputChannel),
            getProduct(ranges, dims->inputChannel) *
                getProduct(ranges, dims->filterLoop)};
  if (auto dims = linalg::inferContractionDims(op); succeeded(dims))
    return {getProduct(ranges, dims->batch), getProduct(ranges, dims->m),
            getProduct(ranges, dims->n), getProduct(ranges, dims->k)};
  return {1, 1, 1, 1};
}

DictionaryAttr mlir::amp::makePlainEntry(linalg::LinalgOp op,
                                         StringRef reason) {
  Builder b(op.getContext());
  int64_t count = 1;
  for (int64_t size : op.getStaticLoopRanges())
    count *= size;
  return b.getDictionaryAttr({
      b.getNamedAttr("op", b.getStringAttr(op->getName().getStringRef())),
      b.getNamedAttr("instruction", b.getStringAttr("fma")),
      b.getNamedAttr("tensor_core", b.getBoolAttr(false)),
      b.getNamedAttr("multiply_adds", b.getI64IntegerAttr(count)),
      b.getNamedAttr("sizes", b.getDenseI64ArrayAttr(getDeclaredSizes(op))),
      b.getNamedAttr("reason", b.getStringAttr(reason)),
      b.getNamedAttr("fix", b.getStringAttr("")),
  });
}
