//===- ConfigureWgmma.cpp - Chooses tiles of the wgmma kernel -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "TmaOperand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// Staging of results by TMA, per consumer warpgroup: 4 warps x 2 x 2 KiB.
static constexpr int64_t kStagingBytes = 16 * 1024;
static constexpr int64_t kBarrierBytes = 256;
static constexpr int64_t kMostStages = 8;
/// What tiles are multiples of in columns: a TMA store takes 64, 32 or 16.
static constexpr int64_t kColumnStep = 16;

std::optional<std::string> mlir::amp::whyNoWgmma(const Contraction &c) {
  if (auto why = whyNoTensorCore(c, /*allowTf32=*/false))
    return why;
  auto check = [&](const ContractionOperand &operand, ArrayRef<unsigned> outer,
                   StringRef side,
                   bool mustBeKMajor) -> std::optional<std::string> {
    if (!operand.access || operand.access->elementType != operand.computeType)
      return llvm::formatv("the {0} operand is computed while it is loaded",
                           side)
          .str();
    auto map = getTmaOperand(c, *operand.access, outer);
    if (!map && isCopiedAlongK(c, operand))
      return std::nullopt;
    if (!map)
      return llvm::formatv("TMA cannot address the {0} operand: it is padded, "
                           "gathered, or its rows are no multiples of 16 "
                           "bytes ({1} elements), nor does it lie in such runs "
                           "along K",
                           side,
                           128 / operand.computeType.getIntOrFloatBitWidth())
          .str();
    if (mustBeKMajor && !map->kMajor)
      return llvm::formatv("the {0} operand is not contiguous along K", side)
          .str();
    return std::nullopt;
  };
  if (auto why = check(*c.lhs, c.m, c.swapped ? "right" : "left", true))
    return why;
  // Only tiles of 16-bit elements can be transposed by wgmma.
  if (auto why = check(*c.rhs, c.n, c.swapped ? "left" : "right",
                       isFloat8(c.rhs->computeType)))
    return why;
  if (!getTmaOperand(c, *c.lhs->access, c.m) &&
      !getTmaOperand(c, *c.rhs->access, c.n))
    return "TMA can address neither operand";
  return std::nullopt;
}

/// Whether K is contiguous in the right operand's tile.
static bool isRhsKMajor(const Contraction &c) {
  auto map = getTmaOperand(c, *c.rhs->access, c.n);
  return !map || map->kMajor;
}

static int64_t getWgmmaSharedBytes(const Contraction &c,
                                   const GemmConfig &config) {
  int64_t rows = config.tileM + getWgmmaRhsRows(config, isRhsKMajor(c));
  return config.stages * rows * kWgmmaRowBytes +
         (getTmaResult(c) ? config.consumers * kStagingBytes : 0) +
         kBarrierBytes;
}

std::optional<std::string>
mlir::amp::whyBadWgmmaTile(const Contraction &c, const ChipInfo &chip,
                           const GemmConfig &config) {
  int64_t depth = getWgmmaTileK(c.lhs->computeType);
  if (config.tileK != depth)
    return llvm::formatv("tile depth {0}, expected {1}", config.tileK, depth);
  if (config.consumers > 3 || (config.pingpong && config.consumers != 2))
    return llvm::formatv("{0} consumers{1}, expected 1 to 3, 2 for pingpong",
                         config.consumers, config.pingpong ? " pingpong" : "");
  if (!llvm::isPowerOf2_64(config.cluster) || config.cluster > 4)
    return llvm::formatv("cluster of {0}, expected 1, 2 or 4", config.cluster);
  int64_t rows =
      config.pingpong ? config.tileM : config.tileM / config.consumers;
  if (rows % 64 || rows == 0 || rows > 128 ||
      (!config.pingpong && config.tileM % config.consumers))
    return llvm::formatv("tile of {0} rows, expected 64 or 128 a warpgroup",
                         config.tileM);
  auto map = getTmaOperand(c, *c.rhs->access, c.n);
  // What threads copy: each remembers where its pieces lie.
  bool copiesLhs = !getTmaOperand(c, *c.lhs->access, c.m);
  if ((copiesLhs || !map) && config.cluster != 1)
    return llvm::formatv("cluster of {0}, expected 1 for an operand that TMA "
                         "cannot address",
                         config.cluster);
  int64_t copied = copiesLhs ? config.tileM : map ? 0 : config.tileN;
  if (copied > 128 || (copied && config.stages < 3))
    return llvm::formatv("tile of {0} and {1} stages, expected at most 128 and "
                         "at least 3 for an operand that TMA cannot address",
                         copied, config.stages);
  int64_t boxes = llvm::divideCeil(config.tileN, kWgmmaBoxColumns);
  // Parts of a cluster's blocks: boxes, or whole lines of the swizzle.
  bool inBoxes = map && !map->kMajor;
  bool divides = inBoxes ? boxes % config.cluster == 0
                         : config.tileN % (8 * config.cluster) == 0;
  if (config.tileN % kColumnStep || config.tileN > 256 || !divides)
    return llvm::formatv("tile of {0} columns, expected a multiple of {1}, "
                         "256 at most, whose {2}-wide parts divide among the "
                         "cluster",
                         config.tileN, kColumnStep,
                         inBoxes ? kWgmmaBoxColumns : 8);
  // 232 registers a thread hold 192 accumulators and little else.
  if (rows * config.tileN / 128 > (config.consumers == 3 ? 64 : 128))
    return llvm::formatv("{0} accumulators a thread",
                         rows * config.tileN / 128);
  if (config.stages < 2 || config.stages > kMostStages)
    return llvm::formatv("{0} stages, expected 2 to {1}", config.stages,
                         kMostStages);
  if (getWgmmaSharedBytes(c, config) > chip.sharedPerBlock)
    return llvm::formatv("{0} bytes of shared memory, {1} has {2} for a block",
                         getWgmmaSharedBytes(c, config), chip.name,
                         chip.sharedPerBlock);
  return std::nullopt;
}

namespace {
struct WgmmaChoice {
  int64_t m, n, cluster;
  bool pingpong;
};
} // namespace

/// Tiles that are worth a look. Of equal ones the first is taken: those whose
/// epilogues hide. Wide ones that are no multiples of 32 do not keep what the
/// model promises.
static const WgmmaChoice kChoices[] = {
    {128, 128, 1, true},  {128, 96, 1, true},   {128, 256, 2, false},
    {128, 256, 1, false}, {128, 224, 1, false}, {128, 192, 1, false},
    {128, 160, 1, false}, {128, 128, 1, false}, {128, 96, 1, false},
    {64, 256, 1, true},   {64, 224, 1, true},   {64, 192, 1, true},
    {64, 160, 1, true},   {64, 128, 1, true},   {64, 96, 1, true},
    {64, 64, 1, true},    {64, 48, 1, true},    {64, 32, 1, true},
};

/// Whether a product needs tiles that wide, and gains by them: widths between
/// the usual ones fill the last of few waves.
static bool isWorthwhile(const Contraction &c, const WgmmaChoice &choice,
                         const ChipInfo &chip) {
  constexpr int64_t kFewWaves = 4;
  int64_t m = c.getExtent(c.m), n = c.getExtent(c.n);
  if (choice.n > kWgmmaBoxColumns &&
      choice.n > int64_t(llvm::alignTo(n, kColumnStep)))
    return false;
  int64_t tiles = llvm::divideCeil(m, choice.m) *
                  llvm::divideCeil(n, choice.n) * c.getExtent(c.batch);
  return choice.n % 64 == 0 || tiles <= chip.processors * kFewWaves;
}

/// Microseconds that a warpgroup takes for the epilogue of 128 x 128 sums.
static double getEpilogueTime(const Contraction &c) {
  // Each op; one without an instruction of its own more.
  constexpr double kOp = 0.04, kFunction = 0.4;
  double time = 0;
  auto add = [&](Operation *op) {
    bool isFunction = isa_and_present<math::MathDialect>(op->getDialect()) ||
                      isa<arith::DivFOp>(op);
    time += kOp + (isFunction ? kFunction : 0);
  };
  for (unsigned i = 0; i < c.epilogue.size(); ++i)
    if (Operation *op = c.epilogue.getNode(i).op) {
      if (op->getNumRegions() == 0)
        add(op);
      op->walk([&](Operation *inner) {
        if (inner != op && !inner->hasTrait<OpTrait::IsTerminator>())
          add(inner);
      });
    }
  return time;
}

/// Megabytes that are read and written, each element once; not those of an
/// operand that threads copy, whose windows overlap.
static double getTraffic(const Contraction &c) {
  double m = double(c.getExtent(c.m)), n = double(c.getExtent(c.n)),
         k = double(c.getExtent(c.k));
  double bytes = c.lhs->computeType.getIntOrFloatBitWidth() / 8.0;
  double read = (getTmaOperand(c, *c.lhs->access, c.m) ? m * k : 0) +
                (getTmaOperand(c, *c.rhs->access, c.n) ? n * k : 0);
  return double(c.getExtent(c.batch)) * (read * bytes + m * n * 2) * 1e-6;
}

namespace {
/// What a contraction costs in whatever tiles.
struct Work {
  explicit Work(const Contraction &c)
      : epilogue(getEpilogueTime(c)), megabytes(getTraffic(c)),
        isRhsKMajor(::isRhsKMajor(c)) {}
  double epilogue, megabytes;
  bool isRhsKMajor;
};
} // namespace

/// Microseconds on an H200, fitted to measured candidates of 18 products
/// (docs/gpu.md): full waves of tiles, each as long as its steps along K and
/// what of its epilogue nothing hides, or the way through memory.
static double getCost(const GemmConfig &config, const Contraction &c,
                      const Work &all, const ChipInfo &chip) {
  constexpr double kLaunch = 1.16, kCluster = 0.69;
  // A step of 128 x 128 sums in the tensor cores, and of 256 rows on their way
  // there; of those rows into shared memory, and of the first of them; what a
  // load takes from its request on, which the stages share.
  constexpr double kMultiply = 0.24, kFetch = 0.09, kLoad = 0.18, kFill = 0.54,
                   kLatency = 0.97;
  // Warpgroups that share a tile wait for each other; a megabyte; a store of
  // 64 rows.
  constexpr double kShare = 0.24, kMegabyte = 0.235, kStore = 0.03,
                   kUnhidden = 1.04;
  double m = double(config.tileM), n = double(config.tileN);
  double loaded = m + double(getWgmmaRhsRows(config, all.isRhsKMajor));
  double sums = m * n / (128 * 128), rows = loaded / 256;
  double work = double(
      llvm::divideCeil(c.getExtent(c.m), config.tileM * config.cluster) *
      llvm::divideCeil(c.getExtent(c.n), config.tileN) * c.getExtent(c.batch));
  double slots = double(chip.processors / config.cluster);
  double waves = std::ceil(work / slots);
  double step = std::max({kMultiply * sums + kFetch * rows, kLoad * rows,
                          kLatency / double(config.stages)});
  double tile =
      step * double(llvm::divideCeil(c.getExtent(c.k),
                                     getWgmmaTileK(c.lhs->computeType)));
  int64_t stores =
      config.tileN / getWgmmaStoreColumns(config) * (config.tileM / 64);
  double epilogue = all.epilogue * sums + kStore * double(stores);
  // Where warpgroups take turns, one multiplies while the other finishes.
  double tail = config.pingpong
                    ? epilogue + (waves - 1) * std::max(0.0, epilogue - tile)
                    : waves * (epilogue / 2 + kShare);
  double busy = kFill * rows + waves * tile + tail;
  // In a wave that is not full some multiprocessors ask memory for nothing.
  double moved =
      kMegabyte * all.megabytes * (waves > 1 ? waves * slots / work : 1);
  // Between waves more of what warpgroups share is not hidden than that.
  if (!config.pingpong && waves > 1)
    busy *= kUnhidden;
  // The longer one, and a little of the other.
  return kLaunch + (config.cluster > 1 ? kCluster : 0) +
         std::pow(std::pow(busy, 8) + std::pow(moved, 8), 0.125);
}

std::optional<GemmConfig> mlir::amp::configureWgmma(const Contraction &c,
                                                    const ChipInfo &chip) {
  // Below, most of a 64-row instruction would be padding.
  constexpr int64_t kSmallest = 48;
  if (c.getExtent(c.m) < kSmallest || c.getExtent(c.n) < kSmallest ||
      whyNoWgmma(c))
    return std::nullopt;
  std::optional<GemmConfig> best;
  double least = 0;
  Work work(c);
  for (const WgmmaChoice &choice : kChoices) {
    if (!isWorthwhile(c, choice, chip))
      continue;
    GemmConfig config;
    config.path = GemmPath::Wgmma;
    config.tileM = choice.m;
    config.tileN = choice.n;
    config.tileK = getWgmmaTileK(c.lhs->computeType);
    config.cluster = choice.cluster;
    config.consumers = 2;
    config.pingpong = choice.pingpong;
    config.stages = kMostStages;
    while (config.stages > 2 && whyBadWgmmaTile(c, chip, config))
      --config.stages;
    if (config.stages < 3 || whyBadWgmmaTile(c, chip, config))
      continue;
    double cost = getCost(config, c, work, chip);
    if (best && cost >= least)
      continue;
    best = config;
    least = cost;
  }
  if (!best)
    return std::nullopt;
  int64_t tiles =
      llvm::divideCeil(c.getExtent(c.m), best->tileM * best->cluster) *
      llvm::divideCeil(c.getExtent(c.n), best->tileN) * c.getExtent(c.batch);
  best->reason = llvm::formatv("{0} clusters of {1} on {2} multiprocessors, "
                               "{3}",
                               tiles, best->cluster, chip.processors,
                               best->pingpong ? "warpgroups take turns"
                                              : "warpgroups share a tile");
  return best;
}
