//===- EmitWgmma.cpp - wgmma fed by TMA -----------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A persistent kernel: each cluster walks tiles; one thread of the producer
// warpgroup keeps a ring of tiles full by TMA, the consumer warpgroups multiply
// from it and finish their accumulators. A "full" mbarrier per slot counts the
// bytes that land, an "empty" one the consumers of all blocks of the cluster
// that are done with it, since the right operand's tile is loaded in parts by
// each block and multicast to all. The producer is in WgmmaProducer.cpp.
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "WgmmaEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr int64_t kRowBytes = kWgmmaRowBytes;
static constexpr int64_t kBoxBytes = kWgmmaBoxBytes;
static constexpr int64_t kStepBytes = kWgmmaStepBytes;
/// What a warp stages for one TMA store: 16 rows of at most 64 elements.
static constexpr int64_t kStageBytes = 16 * kRowBytes;
static constexpr int64_t kStagesPerWarp = 2;

WgmmaEmitter::WgmmaEmitter(KernelFrame &frame)
    : frame(frame), b(frame.b), c(frame.contraction), config(frame.config),
      depth(config.tileK), stages(config.stages),
      accumulators(config.tileN / 2),
      rowsPerGroup(config.pingpong ? config.tileM
                                   : config.tileM / config.consumers),
      bytesA(config.tileM * kRowBytes),
      loadedM(std::min(config.tileM, c.getExtent(c.m))),
      loadedN(std::min(config.tileN, c.getExtent(c.n))),
      chunkColumns(getWgmmaStoreColumns(config)),
      lhs(getTmaOperand(c, *c.lhs->access, c.m)),
      rhs(getTmaOperand(c, *c.rhs->access, c.n)), stored(getTmaResult(c)) {
  if (!lhs)
    loader.emplace(frame, *c.lhs, c.m, config.tileM, depth, c.lhs->computeType,
                   128);
  else if (!rhs)
    loader.emplace(frame, *c.rhs, c.n, config.tileN, depth, c.rhs->computeType,
                   128);
  blocks = rowsPerGroup / 64;
  bytesB = getWgmmaRhsRows(config, isRhsKMajor()) * kRowBytes;
  // What a cluster loads in parts is loaded whole.
  boxColumns = config.cluster > 1 ? config.tileN / config.cluster : loadedN;
  steps = llvm::divideCeil(c.getExtent(c.k), depth);
  offsetB = stages * bytesA;
  offsetStage = offsetB + stages * bytesB;
  offsetBarriers =
      offsetStage +
      (stored ? config.consumers * 4 * kStagesPerWarp * kStageBytes : 0);
  sumType = getWgmmaSumType(b.getContext(), accumulators);
}

void WgmmaEmitter::setLaunch() {
  tiles = llvm::divideCeil(c.getExtent(c.m), config.tileM * config.cluster) *
          llvm::divideCeil(c.getExtent(c.n), config.tileN) *
          c.getExtent(c.batch);
  int64_t most = std::max<int64_t>(frame.chip.processors / config.cluster, 1);
  frame.launch.grid[0] = std::min(tiles, most) * config.cluster;
  frame.launch.block[0] = 128 * (config.consumers + 1);
  frame.launch.cluster = config.cluster;
  frame.launch.shared =
      offsetBarriers + 8 * (2 * stages + (config.pingpong ? 2 : 0));
  auto addMap = [&](const TmaOperand &operand, const Access &access,
                    int64_t inner, int64_t rows) {
    frame.launch.tensorMaps.push_back(
        operand.makeMap(access.buffer, access.elementType, inner, rows));
  };
  if (lhs)
    addMap(*lhs, *c.lhs->access, depth, loadedM);
  if (rhs && rhs->kMajor)
    addMap(*rhs, *c.rhs->access, depth, boxColumns);
  else if (rhs)
    addMap(*rhs, *c.rhs->access, kWgmmaBoxColumns, depth);
  if (stored)
    addMap(*stored, c.results.front().access, chunkColumns, 16);
}

Value WgmmaEmitter::barrier(Value number, int64_t first) {
  return b.bytes(barriers, b.mul(b.add(number, first), 8));
}

void WgmmaEmitter::arriveIf(Value condition, Value mbarrier) {
  b.guarded(condition, [&] { arriveAt(b, mbarrier); });
}

/// Tells every block of the cluster that this warpgroup is done with a slot.
/// The scope is the block's, as CUTLASS has it: what was read lies in this
/// block's shared memory, and the reads are over when wgmma's group is. A
/// release at the cluster's scope is a fence of the whole GPU (MEMBAR.ALL.GPU)
/// each step.
void WgmmaEmitter::release(Value slot) {
  Value mbarrier = empty(slot);
  if (config.cluster == 1)
    return arriveIf(isReleaser, mbarrier);
  b.guarded(isReleaser, [&] {
    auto remoteType = LLVM::LLVMPointerType::get(b.getContext(), 7);
    Value remote = NVVM::MapaOp::create(b, remoteType, mbarrier, groupTid);
    NVVM::MBarrierArriveOp::create(b, Type(), remote, Value(),
                                   NVVM::MemScopeKind::CTA, false);
  });
}

/// The ring after a whole tile that somebody else consumes.
Ring WgmmaEmitter::skipTile(Ring at) {
  Value end = b.add(at.slot, steps);
  return {b.rem(end, stages),
          b.bitXor(at.phase, b.bitAnd(b.div(end, stages), b.c(1)))};
}

void WgmmaEmitter::emitPrologue() {
  shared = frame.getShared();
  barriers = b.bytes(shared, b.c(offsetBarriers));
  tid = NVVM::ThreadIdXOp::create(b, b.getI32Type());
  lane = b.bitAnd(tid, b.c(31));
  warp = getUniformWarp(b, tid);
  group = b.div(warp, 4);
  Value block = NVVM::BlockIdXOp::create(b, b.getI32Type());
  rank = config.cluster > 1 ? Value(NVVM::ClusterId::create(b, b.getI32Type()))
                            : b.c(0);
  clusterId = b.div(block, config.cluster);
  clusters = b.c(frame.launch.grid[0] / config.cluster);
  b.guarded(b.equal(tid, b.c(0)), [&] {
    for (Value map : ArrayRef<Value>(frame.parameters)
                         .take_back(frame.launch.tensorMaps.size()))
      prefetchTensorMap(b, map);
    int64_t users = config.pingpong ? 1 : config.consumers;
    for (int64_t slot = 0; slot < stages; ++slot) {
      initBarrier(b, full(b.c(slot)), loader ? 129 : 1);
      initBarrier(b, empty(b.c(slot)), users * config.cluster);
    }
    for (int64_t turn = 0; config.pingpong && turn < 2; ++turn)
      initBarrier(b, order(b.c(turn)), 1);
    NVVM::FenceMbarrierInitOp::create(b);
  });
  if (config.cluster > 1) { // The fence above has released the mbarriers.
    NVVM::ClusterArriveRelaxedOp::create(b, b.getUnitAttr());
    NVVM::ClusterWaitOp::create(b, b.getUnitAttr());
  } else {
    NVVM::BarrierOp::create(b);
  }
}

/// Tiles run down a group of rows before the next column, batch by batch. The
/// last ones start where they end with the result and compute again what others
/// do: what a load of TMA has outside of a tensor takes twice as long.
void WgmmaEmitter::locateTile(Value tile) {
  int64_t tilesM =
      llvm::divideCeil(c.getExtent(c.m), config.tileM * config.cluster);
  int64_t tilesN = llvm::divideCeil(c.getExtent(c.n), config.tileN);
  Value inside = frame.splitTile(tile, tilesM * tilesN);
  int64_t size = std::min(config.group, tilesM);
  Value first = b.mul(b.div(inside, size * tilesN), size);
  Value rest = b.rem(inside, size * tilesN);
  Value rows =
      tilesM % size ? b.min(b.sub(b.c(tilesM), first), b.c(size)) : b.c(size);
  Value row = b.add(first, b.rem(rest, rows));
  firstRow = b.mul(b.add(b.mul(row, config.cluster), rank), config.tileM);
  firstColumn = b.mul(b.div(rest, rows), config.tileN);
  if (int64_t m = c.getExtent(c.m); m % (config.tileM * config.cluster))
    firstRow = b.min(firstRow, b.c(m - loadedM));
  if (int64_t n = c.getExtent(c.n); n % config.tileN)
    firstColumn = b.min(firstColumn, b.c(n - loadedN));
}

//===----------------------------------------------------------------------===//
// Consumers
//===----------------------------------------------------------------------===//

SmallVector<Value> WgmmaEmitter::multiplyTile(Ring at, SmallVector<Value> sums,
                                              bool first) {
  waitForPhase(b, full(at.slot), at.phase);
  Value slot = b.createOrFold<arith::ExtUIOp>(b.getI64Type(), at.slot);
  Value a = b.add(descriptorA, b.mul(slot, b.wide(bytesA >> 4)));
  Value bTile = b.add(descriptorB, b.mul(slot, b.wide(bytesB >> 4)));
  NVVM::WgmmaFenceAlignedOp::create(b);
  WgmmaShape shape{config.tileN, depth * kStepBytes / kRowBytes,
                   c.lhs->computeType, c.rhs->computeType, isRhsKMajor()};
  int64_t stepB = (isRhsKMajor() ? kStepBytes : 16 * kRowBytes) >> 4;
  for (int64_t step = 0; step < kRowBytes / kStepBytes; ++step) {
    for (int64_t block = 0; block < blocks; ++block) {
      Value left =
          b.add(a, b.wide((step * kStepBytes + block * kBoxBytes) >> 4));
      Value right = b.add(bTile, b.wide(step * stepB));
      sums[block] = startWgmma(b, shape, sums[block], left, right,
                               /*adds=*/!first || step > 0);
    }
  }
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
  return sums;
}

/// Multiplies one tile. The first step is peeled: its scale-d is zero on
/// undefined accumulators, so that nothing but wgmma ever defines them. Moves
/// of zero would make ptxas run all wgmma one by one (warning C7515).
SmallVector<Value> WgmmaEmitter::emitMainLoop(Ring &ring) {
  SmallVector<Value> sums(blocks, LLVM::UndefOp::create(b, sumType));
  sums = multiplyTile(ring, sums, /*first=*/true);
  Ring next = advance(ring);
  SmallVector<Value> carried = sums;
  carried.append({next.slot, next.phase, ring.slot});
  auto loop = scf::ForOp::create(b, b.c(1), b.c(steps), b.c(1), carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    ValueRange arguments = loop.getRegionIterArgs();
    Ring at{arguments[blocks], arguments[blocks + 1]};
    SmallVector<Value> results = multiplyTile(
        at, SmallVector<Value>(arguments.take_front(blocks)), false);
    // The step before is done: its slot goes back.
    NVVM::WgmmaWaitGroupSyncOp::create(b, 1);
    release(arguments[blocks + 2]);
    Ring after = advance(at);
    results.append({after.slot, after.phase, at.slot});
    scf::YieldOp::create(b, results);
  }
  if (config.pingpong) // The other warpgroup may look at the ring from here.
    arriveIf(b.equal(groupTid, b.c(0)), order(b.bitXor(consumer, b.c(1))));
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  release(loop.getResult(blocks + 2));
  ring = {loop.getResult(blocks), loop.getResult(blocks + 1)};
  return SmallVector<Value>(loop.getResults().take_front(blocks));
}

void WgmmaEmitter::emitConsumerTile(Value tile, Ring &ring, Value turn) {
  locateTile(tile);
  // A parity wait tells a phase only from the one before it: a warpgroup may
  // look at the ring once the other has waited for all of its own slots.
  if (config.pingpong)
    waitForPhase(b, order(consumer), turn);
  emitEpilogue(emitMainLoop(ring));
  if (config.pingpong)
    ring = skipTile(ring);
}

WarpgroupRegisters WgmmaEmitter::getRegisters() const {
  static constexpr WarpgroupRegisters kAlone[] = {
      {1, 240, 56}, {2, 232, 40}, {3, 160, 32}};
  static constexpr WarpgroupRegisters kBesideCopies[] = {
      {1, 240, 120}, {2, 208, 88}, {3, 136, 96}};
  static_assert(kAlone[0].fits() && kAlone[1].fits() && kAlone[2].fits());
  static_assert(kBesideCopies[0].fits() && kBesideCopies[1].fits() &&
                kBesideCopies[2].fits());
  return (loader ? kBesideCopies : kAlone)[config.consumers - 1];
}

void WgmmaEmitter::emitConsumer() {
  NVVM::SetMaxRegisterOp::create(b, getRegisters().consumer,
                                 NVVM::SetMaxRegisterAction::increase);
  consumer = b.sub(group, b.c(1));
  groupTid = b.bitAnd(tid, b.c(127));
  warpInGroup = b.bitAnd(warp, b.c(3));
  isReleaser = b.less(groupTid, b.c(config.cluster));
  rowOfGroup = config.pingpong ? b.c(0) : b.mul(consumer, rowsPerGroup);
  descriptorA =
      makeWgmmaDescriptor(b, shared, b.mul(rowOfGroup, kRowBytes), 16);
  descriptorB = makeWgmmaDescriptor(b, shared, b.c(offsetB),
                                    isRhsKMajor() ? 16 : kBoxBytes);
  Value first = clusterId, step = clusters;
  Ring start{b.c(0), b.c(0)};
  SmallVector<Value> carried;
  if (config.pingpong) {
    Value second = b.equal(consumer, b.c(1));
    first = b.add(clusterId, b.mul(consumer, clusters));
    step = b.mul(clusters, 2);
    Ring later = skipTile(start);
    start = {b.select(second, later.slot, start.slot),
             b.select(second, later.phase, start.phase)};
    carried = {start.slot, start.phase, b.bitXor(consumer, b.c(1))};
  } else {
    carried = {start.slot, start.phase};
  }
  auto loop = scf::ForOp::create(b, first, b.c(tiles), step, carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Ring ring{loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
    Value turn = config.pingpong ? Value(loop.getRegionIterArg(2)) : Value();
    emitConsumerTile(loop.getInductionVar(), ring, turn);
    SmallVector<Value> results{ring.slot, ring.phase};
    if (config.pingpong)
      results.push_back(b.bitXor(turn, b.c(1)));
    scf::YieldOp::create(b, results);
  }
  if (stored)
    NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, UnitAttr());
}

//===----------------------------------------------------------------------===//
// Epilogue
//===----------------------------------------------------------------------===//

/// Thread (warp w, lane l) holds, in register 4j + 2i + p of an m64 block, row
/// 16w + l/4 + 8i and column 8j + 2(l%4) + p.
void WgmmaEmitter::emitEpilogue(ArrayRef<Value> sums) {
  Epilogue epilogue(frame);
  bool raggedM = loadedM < config.tileM, raggedN = loadedN < config.tileN;
  Value row = b.add(b.add(firstRow, rowOfGroup),
                    b.add(b.mul(warpInGroup, 16), b.div(lane, 4)));
  for (int64_t i = 0; i < 2 * blocks; ++i)
    epilogue.addRow(b.add(row, i / 2 * 64 + i % 2 * 8), raggedM);
  Value column = b.add(firstColumn, b.mul(b.rem(lane, 4), 2));
  if (stored) {
    for (int64_t j = 0; j < config.tileN / 8; ++j)
      epilogue.addColumns(b.add(column, j * 8), raggedN);
    return storeThroughShared(epilogue, sums);
  }
  for (int64_t j = 0; j < config.tileN / 8; ++j) {
    epilogue.addColumns(b.add(column, j * 8), raggedN);
    for (int64_t i = 0; i < 2 * blocks; ++i) {
      auto part = [&](int64_t p) -> Value {
        return LLVM::ExtractValueOp::create(b, sums[i / 2],
                                            4 * j + 2 * (i % 2) + p);
      };
      epilogue.store(i, j, epilogue.compute(i, j, {part(0), part(1)}));
    }
  }
}

/// Writes 16 rows x 64, 32 or 16 columns of a warp to its buffer: four
/// stmatrix, two or one, lane l giving row l%8 + (l&8) of 16-byte piece 2jj +
/// l/16. TMA's swizzle is as wide as a row; it moves a row's pieces by the line
/// of 128 bytes that the row is in.
void WgmmaEmitter::stageChunk(Epilogue &epilogue, ArrayRef<Value> sums,
                              int64_t block, int64_t chunk, Value buffer) {
  Value row = b.bitAnd(lane, b.c(15));
  int64_t rowBytes = 2 * chunkColumns, pieces = rowBytes / 16;
  Value swizzle = b.rem(b.div(row, kRowBytes / rowBytes), pieces);
  Value line = b.bytes(shared, b.add(buffer, b.mul(row, rowBytes)));
  for (int64_t quad = 0; quad < chunkColumns / 16; ++quad) {
    SmallVector<Value> words;
    for (int64_t half = 0; half < 2; ++half) {
      int64_t j = chunk * chunkColumns / 8 + quad * 2 + half;
      for (int64_t i = 0; i < 2; ++i) {
        auto part = [&](int64_t p) -> Value {
          return LLVM::ExtractValueOp::create(b, sums[block],
                                              4 * j + 2 * i + p);
        };
        auto values =
            epilogue.compute(2 * block + i, j, {part(0), part(1)}).front();
        Value pair = b.makeVector({values[0], values[1]});
        words.push_back(LLVM::BitcastOp::create(b, b.getI32Type(), pair));
      }
    }
    Value position = b.bitXor(b.add(b.div(lane, 16), quad * 2), swizzle);
    NVVM::StMatrixOp::create(
        b, b.bytes(line, b.mul(position, 16)), words, NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
        NVVM::LdStMatrixEltType::B16);
  }
}

void WgmmaEmitter::storeThroughShared(Epilogue &epilogue,
                                      ArrayRef<Value> sums) {
  Value number = b.add(b.mul(consumer, 4), warpInGroup);
  Value base = b.add(b.mul(number, kStagesPerWarp * kStageBytes), offsetStage);
  int64_t chunks = config.tileN / chunkColumns;
  for (int64_t step = 0; step < blocks * chunks; ++step) {
    int64_t block = step / chunks, chunk = step % chunks;
    Value buffer = b.add(base, step % kStagesPerWarp * kStageBytes);
    // Its last store must have read the buffer. Where a tile does not use the
    // buffers equally often, the ring starts anew with the next tile.
    bool uneven = (blocks * chunks) % kStagesPerWarp != 0;
    NVVM::CpAsyncBulkWaitGroupOp::create(
        b, step == 0 && uneven ? 0 : kStagesPerWarp - 1, b.getUnitAttr());
    NVVM::SyncWarpOp::create(b, b.c(-1));
    stageChunk(epilogue, sums, block, chunk, buffer);
    NVVM::FenceProxyOp::create(
        b, NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(b.getContext(),
                                   NVVM::SharedSpace::shared_cta));
    NVVM::SyncWarpOp::create(b, b.c(-1));
    b.guarded(b.equal(lane, b.c(0)), [&] {
      Value row = b.add(b.add(firstRow, rowOfGroup),
                        b.add(b.mul(warpInGroup, 16), block * 64));
      SmallVector<Value> at{b.add(firstColumn, chunk * chunkColumns), row};
      stored->addBatch(b, frame.getBatch(), at);
      NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
          b, frame.parameters.back(), b.bytes(shared, buffer), at,
          /*l2CacheHint=*/Value(), NVVM::TMAStoreMode::TILE,
          /*predicate=*/Value());
      NVVM::CpAsyncBulkCommitGroupOp::create(b);
    });
  }
}

gpu::GPUModuleOp WgmmaEmitter::emit() {
  setLaunch();
  frame.open();
  emitPrologue();
  auto branch =
      scf::IfOp::create(b, b.equal(group, b.c(0)), /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  emitProducer();
  b.setInsertionPointToStart(branch.elseBlock());
  emitConsumer();
  b.setInsertionPointAfter(branch);
  if (config.cluster > 1) { // Nobody leaves while a peer may still write here.
    NVVM::ClusterArriveOp::create(b, UnitAttr());
    NVVM::ClusterWaitOp::create(b, UnitAttr());
  }
  return frame.close();
}

gpu::GPUModuleOp mlir::amp::emitWgmma(KernelFrame &frame) {
  return WgmmaEmitter(frame).emit();
}
