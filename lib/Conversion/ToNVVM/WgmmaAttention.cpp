//===- WgmmaAttention.cpp - Attention by wgmma ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warpgroup has 64 rows. One thread of a warp of its own loads queries, and
// keys and values tile by tile, by TMA; a "full" mbarrier counts the bytes of
// each, an "empty" one per slot the warpgroups that are done with it. Weights
// are the left operand of the second product as they are, in registers. While
// one warpgroup computes weights, another multiplies (Shah et al.,
// "FlashAttention-3").
//
//===----------------------------------------------------------------------===//

#include "WgmmaAttention.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

/// Rows of a box of TMA.
static constexpr int64_t kMostBoxRows = 256;
/// Keys of a tile, half as many with values of more than that many elements.
static constexpr int64_t kMostKeys = 128, kWideValues = 128;

/// Two warpgroups share keys and values where they leave a block for each
/// multiprocessor.
GemmConfig WgmmaAttention::configureScores(const Attention &attention,
                                           const ChipInfo &chip) {
  GemmConfig config;
  config.path = GemmPath::Wgmma;
  config.reason = "scores, weights and values in one kernel";
  // Tiles of keys are equally large.
  int64_t most = attention.width <= kWideValues ? kMostKeys : kMostKeys / 2;
  int64_t tiles = llvm::divideCeilSigned(attention.keys, most);
  config.tileN = llvm::alignTo(llvm::divideCeilSigned(attention.keys, tiles),
                               kStepElements);
  if (tiles > 1)
    config.reason += llvm::formatv(", {0} keys at a time", config.tileN).str();
  config.stages = tiles > 1 ? 2 : 1;
  config.consumers = kMostGroups;
  int64_t blocks =
      attention.batch *
      llvm::divideCeilSigned(attention.rows, kWgmmaRows * config.consumers);
  if (blocks < chip.processors || attention.rows <= kWgmmaRows ||
      fitsTwice(attention, config))
    config.consumers = 1;
  config.tileM = kWgmmaRows * config.consumers;
  config.tileK = kRowElements;
  return config;
}

/// Whether a multiprocessor has room for two blocks of one warpgroup, which
/// have nothing to share: all keys are one tile.
bool WgmmaAttention::fitsTwice(const Attention &attention,
                               const GemmConfig &config) {
  return config.stages == 1 && attention.width <= kRowElements &&
         attention.depth <= kRowElements;
}

GemmConfig WgmmaAttention::configureValues(const Attention &attention,
                                           GemmConfig config) {
  config.tileN = llvm::alignTo(attention.width, kStepElements);
  return config;
}

WgmmaAttention::WgmmaAttention(Attention &attention, const ChipInfo &chip,
                               const GemmConfig &scores)
    : AttentionEmitter(attention, chip, /*streams=*/true, scores,
                       configureValues(attention, scores),
                       kWarpgroupThreads * (scores.consumers + 1)),
      b(scoresFrame.b), groups(scores.consumers), stages(scores.stages),
      queries(*attention.scores, *attention.scores->lhs, attention.scores->m,
              scoresConfig.tileM, attention.depth),
      keys(*attention.scores, *attention.scores->rhs, attention.scores->n,
           scoresConfig.tileN, attention.depth),
      values(*attention.values, *attention.values->rhs, attention.values->n,
             valuesConfig.tileN, scoresConfig.tileN) {}

std::optional<std::string> WgmmaAttention::whyBad() const {
  int64_t blocks =
      attention.batch * llvm::divideCeilSigned(attention.rows, kWgmmaRows);
  if (stages == 1 && blocks < scoresFrame.chip.processors)
    return "there are too few rows for wgmma's 64 at a time";
  if (auto why = whyTooManySums())
    return why;
  for (const AttentionTile *tile : {&queries, &keys, &values})
    if (!tile->operand || tile->rows > kMostBoxRows)
      return "TMA does not load an operand";
  if (!queries.isKMajor())
    return "queries are turned";
  int64_t most = scoresFrame.chip.sharedPerBlock;
  if (getSharedBytes() > most)
    return llvm::formatv("{0} bytes of shared memory, expected {1} at most",
                         getSharedBytes(), most)
        .str();
  return whyTooFewBlocks();
}

void WgmmaAttention::setLaunch(const AttentionParts &parts, Launch &launch) {
  launch.shared = getSharedBytes();
  launch.tensorMaps = {queries.getMap(parts.scoresArguments),
                       keys.getMap(parts.scoresArguments),
                       values.getMap(parts.valuesArguments)};
  int64_t blocks = fitsTwice(attention, scoresConfig) ? 2 : 1;
  launch.blocksPerProcessor = blocks;
  launch.grid[0] =
      std::min(launch.grid[0], scoresFrame.chip.processors * blocks);
}

void WgmmaAttention::emitPrologue() {
  shared = scoresFrame.getShared();
  barriers = b.bytes(shared, b.c(getBarriersOffset()));
  warp = getUniformWarp(b, tid);
  groupTid = b.bitAnd(tid, b.c(kWarpgroupThreads - 1));
  b.guarded(b.equal(tid, b.c(0)), [&] {
    for (Value map : maps)
      prefetchTensorMap(b, map);
    initBarrier(b, queriesFull(), 1);
    initBarrier(b, queriesEmpty(), groups);
    for (int64_t group = 0; group < groups; ++group)
      initBarrier(b, turnOf(b.c(group)), 1);
    for (int64_t slot = 0; slot < stages; ++slot) {
      initBarrier(b, keysFull(b.c(slot)), 1);
      initBarrier(b, valuesFull(b.c(slot)), 1);
      initBarrier(b, keysEmpty(b.c(slot)), groups);
      initBarrier(b, valuesEmpty(b.c(slot)), groups);
    }
    NVVM::FenceMbarrierInitOp::create(b);
  });
  NVVM::BarrierOp::create(b);
}

//===----------------------------------------------------------------------===//
// Producer
//===----------------------------------------------------------------------===//

void WgmmaAttention::load(const AttentionTile &tile, KernelFrame &frame,
                          unsigned map, Value target, Value mbarrier,
                          Value outer, Value k) {
  const TmaOperand &operand = *tile.operand;
  for (int64_t box = 0; box < tile.boxes; ++box) {
    SmallVector<Value> at = operand.locate(b, frame.getBatch(), outer, k);
    at[0] = b.add(at[0], box * kRowElements);
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, b.bytes(shared, b.add(target, box * tile.getBoxBytes())), maps[map],
        at, mbarrier, /*im2colOffsets=*/ValueRange{}, /*multicastMask=*/Value(),
        /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/true,
        NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
  }
}

void WgmmaAttention::loadKeys(Value slot, Value first) {
  expectBytes(b, keysFull(slot), keys.getBytes());
  load(keys, scoresFrame, 1,
       b.add(b.mul(slot, keys.getBytes()), getKeysOffset()), keysFull(slot),
       first, b.c(0));
}

void WgmmaAttention::loadValues(Value slot, Value first) {
  expectBytes(b, valuesFull(slot), values.getBytes());
  load(values, valuesFrame, 2,
       b.add(b.mul(slot, values.getBytes()), getValuesOffset()),
       valuesFull(slot), b.c(0), first);
}

void WgmmaAttention::emitProducer() {
  giveRegisters(/*producer=*/true);
  Value isFirst = b.equal(warp, b.c(4 * groups));
  b.guarded(isFirst, [&] {
    Value elected = NVVM::ElectSyncOp::create(b, b.getI1Type(), Value());
    b.guarded(elected, [&] { emitLoads(); });
  });
}

void WgmmaAttention::emitLoads() {
  // Parity 1 of a fresh mbarrier passes: all is empty.
  (void)forEachTile(/*phase=*/1, [&](Value parity) {
    waitForPhase(b, queriesEmpty(), parity);
    expectBytes(b, queriesFull(), queries.getBytes());
    load(queries, scoresFrame, 0, b.c(0), queriesFull(), firstRow, b.c(0));
    auto loop = scf::ForOp::create(b, b.c(0), b.c(countKeyTiles()), b.c(1),
                                   ValueRange{ring.slot, ring.phase});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Ring at{loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
    Value first = b.mul(loop.getInductionVar(), scoresConfig.tileN);
    waitForPhase(b, keysEmpty(at.slot), at.phase);
    loadKeys(at.slot, first);
    waitForPhase(b, valuesEmpty(at.slot), at.phase);
    loadValues(at.slot, first);
    Ring next = advanceRing(b, at, stages);
    scf::YieldOp::create(b, ValueRange{next.slot, next.phase});
    ring = {loop.getResult(0), loop.getResult(1)};
    return success();
  });
}

/// Moves registers from the producer to two warpgroups that compute; one has
/// enough.
void WgmmaAttention::giveRegisters(bool producer) {
  if (groups < kMostGroups)
    return;
  NVVM::SetMaxRegisterOp::create(
      b, producer ? kAttentionRegisters.producer : kAttentionRegisters.consumer,
      producer ? NVVM::SetMaxRegisterAction::decrease
               : NVVM::SetMaxRegisterAction::increase);
}

/// Goes through the block's tiles of rows. The ring starts at `phase`, and goes
/// on from tile to tile; `use` gets the parity of the queries' mbarriers.
LogicalResult
WgmmaAttention::forEachTile(int64_t phase,
                            llvm::function_ref<LogicalResult(Value)> use) {
  ring = {b.c(0), b.c(phase)};
  Value parity = b.c(phase);
  Value block = NVVM::BlockIdXOp::create(b, b.getI32Type());
  int64_t blocks = scoresFrame.launch.grid[0];
  if (blocks == countTiles()) {
    locateTile(block);
    return use(parity);
  }
  SmallVector<Value> carried{ring.slot, ring.phase, parity};
  if (turn)
    carried.push_back(turn);
  auto loop =
      scf::ForOp::create(b, block, b.c(countTiles()), b.c(blocks), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ring = {loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
  parity = loop.getRegionIterArg(2);
  if (turn)
    turn = loop.getRegionIterArg(3);
  locateTile(loop.getInductionVar());
  if (failed(use(parity)))
    return failure();
  SmallVector<Value> results{ring.slot, ring.phase, b.bitXor(parity, b.c(1))};
  if (turn)
    results.push_back(turn);
  scf::YieldOp::create(b, results);
  return success();
}

LogicalResult WgmmaAttention::emitBody(AttentionRows &rows) {
  emitPrologue();
  auto branch = scf::IfOp::create(b, b.less(b.c(4 * groups - 1), warp),
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  emitProducer();
  b.setInsertionPointToStart(branch.elseBlock());
  if (failed(emitConsumer(rows)))
    return failure();
  b.setInsertionPointAfter(branch);
  return success();
}

std::unique_ptr<AttentionEmitter>
mlir::amp::makeWgmmaAttention(Attention &attention, const ChipInfo &chip) {
  return std::make_unique<WgmmaAttention>(attention, chip);
}
