//===- Configure.cpp - Chooses how to cut up a contraction ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "TmaOperand.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

Type mlir::amp::getTileType(const ContractionOperand &operand, GemmPath path) {
  if (path == GemmPath::Fma)
    return Float32Type::get(operand.computeType.getContext());
  return operand.computeType;
}

/// Whether a loop that both operands and the result share takes the place of
/// rows or columns: a matrix instruction would work on one row or column.
static bool isDepthwise(const Contraction &c) {
  int64_t m = c.getExtent(c.m), n = c.getExtent(c.n);
  if (std::min(m, n) > 1 || c.getExtent(c.batch) == 1)
    return std::max(m, n) == 1;
  // From here on a product of a matrix and a vector pays.
  constexpr int64_t kLongK = 64;
  const LinearForm &stored = c.results.front().access.offset;
  return c.getExtent(c.k) < kLongK ||
         llvm::any_of(
             c.batch,
             [&](unsigned loop) { return std::abs(stored.coefs[loop]) == 1; });
}

StringRef mlir::amp::getPtxType(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return "e4m3";
  if (isa<Float8E5M2Type>(type))
    return "e5m2";
  return type.isF16() ? "f16" : type.isBF16() ? "bf16" : "tf32";
}

void mlir::amp::widenFloat8(Contraction &c, const ChipInfo &chip) {
  // The first chip whose tensor cores multiply 8-bit floats.
  constexpr int kFirstCapability = 89;
  Type &lhs = c.lhs->computeType, &rhs = c.rhs->computeType;
  Type f16 = Float16Type::get(lhs.getContext());
  auto is16Bit = [](Type type) { return type.isF16() || type.isBF16(); };
  if (isFloat8(lhs) && isFloat8(rhs) && chip.capability < kFirstCapability)
    lhs = rhs = f16;
  else if (isFloat8(lhs) && is16Bit(rhs))
    lhs = rhs;
  else if (isFloat8(rhs) && is16Bit(lhs))
    rhs = lhs;
}

std::optional<std::string> mlir::amp::whyNoTensorCore(const Contraction &c,
                                                      bool allowTf32) {
  Type lhs = c.lhs->computeType, rhs = c.rhs->computeType;
  std::string text;
  llvm::raw_string_ostream os(text);
  bool float8 = isFloat8(lhs) && isFloat8(rhs);
  bool low =
      float8 || lhs.isF16() || lhs.isBF16() || (allowTf32 && lhs.isF32());
  if (lhs != rhs && !float8)
    os << "multiplies " << lhs << " with " << rhs;
  else if (!low)
    os << "multiplies " << lhs << ", tensor cores take f16 and bf16";
  else if (getElementTypeOrSelf(c.root->getResult(0).getType()).isF64())
    os << "accumulates in f64";
  else if (isDepthwise(c))
    os << "uses each element in one channel only, as depthwise convolutions "
          "do: no tile shares an operand";
  else
    return std::nullopt;
  return text;
}

namespace {
struct TileChoice {
  int64_t m, n, k, warpsM, warpsN, stages;
};
} // namespace

/// Tiles of mma.sync, from large to small. Their speed on an idle chip is taken
/// to follow from the bytes that a tile moves for its multiply-adds.
static const TileChoice kTiles[] = {
    {128, 256, 32, 2, 4, 3}, {128, 128, 32, 2, 2, 4}, {64, 256, 32, 1, 4, 4},
    {128, 64, 32, 2, 2, 4},  {64, 128, 32, 2, 2, 4},  {64, 64, 64, 2, 2, 4},
    {32, 128, 64, 1, 4, 4},  {32, 64, 64, 1, 4, 4},   {64, 32, 64, 4, 1, 4},
    {16, 128, 64, 1, 4, 4},  {16, 64, 64, 1, 4, 4},   {32, 32, 64, 2, 2, 4},
    {128, 16, 64, 4, 1, 4},
};

static const TileChoice kFmaTiles[] = {
    {64, 64, 16, 2, 2, 3}, {32, 64, 16, 1, 4, 3}, {64, 32, 16, 4, 1, 3},
    {16, 64, 16, 1, 4, 3}, {32, 32, 16, 2, 2, 3},
};

/// Multiply-adds per byte moved, times a constant; the speed of a tile.
static double getIntensity(const TileChoice &tile) {
  return double(tile.m * tile.n) / double(tile.m + tile.n);
}

/// Time of the whole contraction in arbitrary units: full waves of blocks, each
/// as long as its tile's work at the tile's speed. Tiles past the processors
/// share one at a time.
static double getCost(const TileChoice &tile, int64_t m, int64_t n,
                      int64_t batch, const ChipInfo &chip) {
  int64_t blocks =
      llvm::divideCeil(m, tile.m) * llvm::divideCeil(n, tile.n) * batch;
  int64_t waves = llvm::divideCeil(blocks, chip.processors);
  // What a multiprocessor's loads and tensor cores sustain together.
  constexpr double kBalance = 48;
  double speed = getIntensity(tile) / (getIntensity(tile) + kBalance);
  return double(waves) * double(tile.m * tile.n) / speed;
}

static int64_t getSharedBytes(const Contraction &c, const GemmConfig &config) {
  auto bytes = [&](const ContractionOperand &operand, int64_t outer) {
    return outer * config.tileK *
           getTileType(operand, config.path).getIntOrFloatBitWidth() / 8;
  };
  return config.stages *
         (bytes(*c.lhs, config.tileM) + bytes(*c.rhs, config.tileN));
}

/// Accumulators that a thread has room for. sm_90 multiplies 8-bit floats by
/// wgmma only: ptxas turns their mma.sync into casts, which take registers, and
/// instructions of f16.
static int64_t getMostSums(const Contraction &c, const ChipInfo &chip,
                           GemmPath path) {
  bool casts = path == GemmPath::MmaSync && isFloat8(c.lhs->computeType) &&
               chip.capability >= 90;
  return casts ? 64 : 128;
}

static GemmConfig chooseTile(const Contraction &c, const ChipInfo &chip,
                             GemmPath path) {
  int64_t m = c.getExtent(c.m), n = c.getExtent(c.n), k = c.getExtent(c.k);
  int64_t batch = c.getExtent(c.batch);
  ArrayRef<TileChoice> choices =
      path == GemmPath::Fma ? ArrayRef(kFmaTiles) : ArrayRef(kTiles);
  GemmConfig config;
  config.path = path;
  double best = 0;
  TileChoice chosen = choices.back();
  for (const TileChoice &tile : choices) {
    double cost = getCost(tile, m, n, batch, chip);
    if (tile.m * tile.n / (32 * tile.warpsM * tile.warpsN) >
        getMostSums(c, chip, path))
      continue;
    if (best != 0 && cost >= best)
      continue;
    best = cost;
    chosen = tile;
  }
  config.tileM = chosen.m;
  config.tileN = chosen.n;
  config.tileK = chosen.k;
  if (isFloat8(c.lhs->computeType) && path == GemmPath::MmaSync)
    config.tileK *= 2; // The same bytes.
  if (k <= 32)         // A deeper tile would be filled with zeros.
    config.tileK = std::min<int64_t>(config.tileK, 32);
  config.warpsM = chosen.warpsM;
  config.warpsN = chosen.warpsN;
  config.stages =
      std::clamp<int64_t>(llvm::divideCeil(k, config.tileK), 2, chosen.stages);
  // Two blocks of the smaller tiles share a multiprocessor.
  while (config.stages > 2 &&
         getSharedBytes(c, config) > chip.sharedPerProcessor / 2 - 1024)
    --config.stages;
  int64_t blocks =
      llvm::divideCeil(m, chosen.m) * llvm::divideCeil(n, chosen.n) * batch;
  config.reason =
      llvm::formatv("{0} blocks on {1} multiprocessors, {2} wave{3}", blocks,
                    chip.processors, llvm::divideCeil(blocks, chip.processors),
                    blocks > chip.processors ? "s" : "");
  return config;
}

/// Along which loop an operand is contiguous: K, `outer`, or neither; `c` for
/// runs along K that are no rows, as an image's windows.
static char getContiguousLoop(const Contraction &c,
                              const ContractionOperand &operand,
                              ArrayRef<unsigned> outer, char outerName) {
  auto isContiguous = [&](unsigned loop) {
    return operand.access && std::abs(operand.access->offset.coefs[loop]) == 1;
  };
  if (llvm::any_of(c.k, isContiguous))
    return getTmaOperand(c, *operand.access, outer) ||
                   !isCopiedAlongK(c, operand)
               ? 'k'
               : 'c';
  return llvm::any_of(outer, isContiguous) ? outerName : '-';
}

/// What was measured for a contraction like this one, if that serves here.
static std::optional<GemmConfig> findMeasured(const Contraction &c,
                                              const ChipInfo &chip,
                                              const GemmTable &table) {
  GemmKey key;
  key.chip = chip.name.str();
  key.layout = {getContiguousLoop(c, *c.lhs, c.m, 'm'),
                getContiguousLoop(c, *c.rhs, c.n, 'n')};
  key.type = c.lhs->computeType;
  key.sizes = {c.getExtent(c.batch), c.getExtent(c.m), c.getExtent(c.n),
               c.getExtent(c.k)};
  for (const GemmTable::Entry *entry : table.lookup(key)) {
    if (whyBadConfig(c, chip, entry->config))
      continue;
    GemmConfig config = entry->config;
    auto [batch, m, n, k] = entry->key.sizes;
    config.reason =
        llvm::formatv("measured: fastest for {0}x{1}x{2}x{3} on {4}, {5:f2} us",
                      batch, m, n, k, entry->device, entry->microseconds);
    return config;
  }
  return std::nullopt;
}

GemmConfig mlir::amp::configure(const Contraction &c, const ChipInfo &chip,
                                const GemmTable *table) {
  GemmConfig config;
  std::optional<std::string> why = whyNoTensorCore(c, /*allowTf32=*/false);
  if (!why && table)
    if (std::optional<GemmConfig> measured = findMeasured(c, chip, *table))
      return *measured;
  if (!why && chip.hasWgmma)
    if (std::optional<GemmConfig> wgmma = configureWgmma(c, chip))
      return *wgmma;
  if (!why)
    return chooseTile(c, chip, GemmPath::MmaSync);
  auto isSmallFloat = [](Type type) {
    auto floatType = dyn_cast<FloatType>(type);
    return floatType && floatType.getWidth() <= 32;
  };
  Type result = getElementTypeOrSelf(c.root->getResult(0).getType());
  if (!isDepthwise(c) && isSmallFloat(c.lhs->computeType) &&
      isSmallFloat(c.rhs->computeType) && isSmallFloat(result)) {
    config = chooseTile(c, chip, GemmPath::Fma);
    config.reason = *why + "; " + config.reason;
    return config;
  }
  config.path = GemmPath::Direct;
  config.reason = *why;
  return config;
}

/// Whether the tiles of a configuration divide among warps and chunks.
static std::optional<std::string> whyBadTile(const Contraction &c,
                                             const GemmConfig &config) {
  if (config.stages < 2 || config.stages > 8)
    return llvm::formatv("{0} stages, expected 2 to 8", config.stages);
  for (int64_t size :
       {config.tileM, config.tileN, config.tileK, config.warpsM, config.warpsN})
    if (!llvm::isPowerOf2_64(size))
      return llvm::formatv("{0}, expected powers of two", size);
  if (config.tileM % (16 * config.warpsM) || config.tileM > 256)
    return llvm::formatv("tile of {0} rows on {1} warps, expected 16 a warp "
                         "and 256 at most",
                         config.tileM, config.warpsM);
  if (config.tileN % (16 * config.warpsN) || config.tileN > 256)
    return llvm::formatv("tile of {0} columns on {1} warps, expected 16 a "
                         "warp and 256 at most",
                         config.tileN, config.warpsN);
  int64_t threads = 32 * config.warpsM * config.warpsN;
  if (threads > 512)
    return llvm::formatv("{0} threads, expected 512 at most", threads);
  int64_t sums = config.tileM * config.tileN / threads;
  if (sums > 128)
    return llvm::formatv("{0} accumulators a thread, expected 128 at most",
                         sums);
  int64_t depth = config.path == GemmPath::Fma
                      ? 8
                      : 32 / (c.lhs->computeType.getIntOrFloatBitWidth() / 8);
  if (config.tileK % depth || config.tileK < 16 || config.tileK > 128)
    return llvm::formatv("tile depth {0}, expected 16 to 128", config.tileK);
  return std::nullopt;
}

std::optional<std::string> mlir::amp::whyBadConfig(const Contraction &c,
                                                   const ChipInfo &chip,
                                                   const GemmConfig &config) {
  auto bad = [](const std::string &why) {
    return "bad 'amp.gemm_config': " + why;
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  Operation *root = c.root;
  if (config.path == GemmPath::Direct)
    return std::nullopt;
  Type result = getElementTypeOrSelf(root->getResult(0).getType());
  if (config.path == GemmPath::MmaSync) {
    if (auto why = whyNoTensorCore(c, /*allowTf32=*/true))
      return "no mma.sync for this op: it " + *why;
  } else if (config.path == GemmPath::Wgmma) {
    if (!chip.hasWgmma)
      return "expected a chip with wgmma (sm_90a), got " + chip.name.str();
    if (auto why = whyNoWgmma(c))
      return "no wgmma for this op: " + *why;
    if (auto why = whyBadWgmmaTile(c, chip, config))
      return bad(*why);
    return std::nullopt;
  } else if (!isa<FloatType>(result) || result.isF64()) {
    os << "expected a float type of at most 32 bits for the fma path, got "
       << result;
    return text;
  }
  if (auto why = whyBadTile(c, config))
    return bad(*why);
  int64_t bytes = getSharedBytes(c, config);
  if (bytes <= chip.sharedPerBlock)
    return std::nullopt;
  os << bytes << " bytes of shared memory, " << chip.name << " has "
     << chip.sharedPerBlock << " for a block";
  return bad(text);
}

LogicalResult mlir::amp::verifyConfig(const Contraction &c,
                                      const ChipInfo &chip,
                                      const GemmConfig &config) {
  if (auto why = whyBadConfig(c, chip, config))
    return c.root->emitError() << *why;
  return success();
}
