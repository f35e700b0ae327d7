//===- ConfigureWgmma.cpp - Chooses tiles of the wgmma kernel -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "TmaOperand.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// Staging of results by TMA, per consumer warpgroup: 4 warps x 2 x 2 KiB.
static constexpr int64_t kStagingBytes = 16 * 1024;
static constexpr int64_t kBarrierBytes = 256;
static constexpr int64_t kMostStages = 8;

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

static int64_t getSharedBytes(const Contraction &c, const GemmConfig &config) {
  return config.stages * (config.tileM + config.tileN) * kWgmmaRowBytes +
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
  if (config.tileN % 64 || config.tileN > 256 ||
      (map && !map->kMajor && (config.tileN / 64) % config.cluster))
    return llvm::formatv("tile of {0} columns, expected a multiple of 64, 256 "
                         "at most, whose 64-wide parts divide among the "
                         "cluster",
                         config.tileN);
  // 232 registers a thread hold 192 accumulators and little else.
  if (rows * config.tileN / 128 > (config.consumers == 3 ? 64 : 128))
    return llvm::formatv("{0} accumulators a thread",
                         rows * config.tileN / 128);
  if (config.stages < 2 || config.stages > kMostStages)
    return llvm::formatv("{0} stages, expected 2 to {1}", config.stages,
                         kMostStages);
  if (getSharedBytes(c, config) > chip.sharedPerBlock)
    return llvm::formatv("{0} bytes of shared memory, {1} has {2} for a block",
                         getSharedBytes(c, config), chip.name,
                         chip.sharedPerBlock);
  return std::nullopt;
}

namespace {
struct WgmmaChoice {
  int64_t m, n, cluster;
  bool pingpong;
};
} // namespace

static const WgmmaChoice kChoices[] = {
    {128, 256, 2, false}, {128, 256, 1, false}, {128, 192, 1, false},
    {128, 128, 2, true},  {128, 128, 1, true},  {64, 256, 1, true},
    {64, 128, 1, true},   {64, 64, 1, true},
};

/// As for mma.sync: full waves, each as long as its tile at the tile's speed.
static double getCost(const WgmmaChoice &tile, const Contraction &c,
                      const ChipInfo &chip) {
  int64_t work = llvm::divideCeil(c.getExtent(c.m), tile.m * tile.cluster) *
                 llvm::divideCeil(c.getExtent(c.n), tile.n) *
                 c.getExtent(c.batch);
  int64_t waves = llvm::divideCeil(work, chip.processors / tile.cluster);
  // A multicast tile moves its part only.
  double moved = double(tile.m) + double(tile.n) / double(tile.cluster);
  double intensity = double(tile.m * tile.n) / moved;
  constexpr double kBalance = 64;
  // What the epilogue costs where nothing hides it, in steps of K.
  double tail = tile.pingpong ? 0 : 4;
  double steps = double(llvm::divideCeil(c.getExtent(c.k),
                                         getWgmmaTileK(c.lhs->computeType))) +
                 tail;
  return double(waves) * double(tile.m * tile.n) * steps *
         (intensity + kBalance) / intensity;
}

std::optional<GemmConfig> mlir::amp::configureWgmma(const Contraction &c,
                                                    const ChipInfo &chip) {
  // Below, most of a 64-row instruction would be padding.
  constexpr int64_t kSmallest = 48;
  if (c.getExtent(c.m) < kSmallest || c.getExtent(c.n) < kSmallest ||
      whyNoWgmma(c))
    return std::nullopt;
  const WgmmaChoice *best = nullptr;
  GemmConfig config;
  config.path = GemmPath::Wgmma;
  config.tileK = getWgmmaTileK(c.lhs->computeType);
  config.consumers = 2;
  for (const WgmmaChoice &choice : kChoices) {
    config.tileM = choice.m;
    config.tileN = choice.n;
    config.cluster = choice.cluster;
    config.pingpong = choice.pingpong;
    config.stages = 3;
    if (whyBadWgmmaTile(c, chip, config))
      continue;
    if (!best || getCost(choice, c, chip) < getCost(*best, c, chip))
      best = &choice;
  }
  if (!best)
    return std::nullopt;
  config.tileM = best->m;
  config.tileN = best->n;
  config.cluster = best->cluster;
  config.pingpong = best->pingpong;
  config.stages = kMostStages;
  while (whyBadWgmmaTile(c, chip, config))
    --config.stages;
  int64_t tiles = llvm::divideCeil(c.getExtent(c.m), best->m * best->cluster) *
                  llvm::divideCeil(c.getExtent(c.n), best->n) *
                  c.getExtent(c.batch);
  config.reason = llvm::formatv("{0} clusters of {1} on {2} multiprocessors, "
                                "{3}",
                                tiles, best->cluster, chip.processors,
                                best->pingpong ? "warpgroups take turns"
                                               : "warpgroups share a tile");
  return config;
}
