//===- EmitTiled.cpp - mma.sync and fma on tiles in shared memory ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring of tiles is filled by cp.async while the tensor cores work. A warp
// computes a part of the block's tile as accumulators of mma.sync (MmaSync.h),
// laid out alike on the fma path.
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "Epilogue.h"
#include "MmaSync.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class TiledEmitter {
public:
  explicit TiledEmitter(KernelFrame &frame)
      : frame(frame), b(frame.b), config(frame.config),
        threads(config.warpsM * config.warpsN * 32),
        rowTiles(config.tileM / config.warpsM / kMmaRows),
        columnTiles(config.tileN / config.warpsN / kMmaColumns),
        lhs(frame, *frame.contraction.lhs, frame.contraction.m, config.tileM,
            config.tileK, getTileType(*frame.contraction.lhs, config.path),
            threads),
        rhs(frame, *frame.contraction.rhs, frame.contraction.n, config.tileN,
            config.tileK, getTileType(*frame.contraction.rhs, config.path),
            threads),
        mma(frame, getTileType(*frame.contraction.lhs, config.path)) {}

  gpu::GPUModuleOp emit();

private:
  void setLaunch();
  void locateBlock();
  void locateThread();
  SmallVector<Value> emitLoop();
  SmallVector<Value> emitStep(Value slotA, Value slotB,
                              SmallVector<Value> accumulators);
  void emitEpilogue(ArrayRef<Value> accumulators);
  Value getSlot(Value number, const TileLoader &loader, bool isRhs);

  // mma.sync
  void multiply(int64_t step, Value slotA, Value slotB,
                SmallVector<Value> &accumulators);
  // fma
  void multiplyScalars(int64_t firstK, Value slotA, Value slotB,
                       SmallVector<Value> &accumulators);
  SmallVector<Value> loadScalars(const TileLoader &loader, Value outer,
                                 int64_t firstK, Value slot);

  KernelFrame &frame;
  KernelBuilder &b;
  const GemmConfig &config;
  int64_t threads, rowTiles, columnTiles;
  TileLoader lhs, rhs;
  MmaSync mma;
  Value tid, lane, firstRow, firstColumn, warpRow, warpColumn;
};
} // namespace

void TiledEmitter::setLaunch() {
  const Contraction &c = frame.contraction;
  int64_t tiles = llvm::divideCeil(c.getExtent(c.m), config.tileM) *
                  llvm::divideCeil(c.getExtent(c.n), config.tileN);
  frame.launch.grid[0] = tiles * c.getExtent(c.batch);
  frame.launch.block[0] = threads;
  frame.launch.shared = config.stages * (lhs.getBytes() + rhs.getBytes());
}

/// Tiles are numbered down a group of `config.group` rows of tiles before the
/// next column, so that neighbours share both operands in the L2 cache.
void TiledEmitter::locateBlock() {
  const Contraction &c = frame.contraction;
  int64_t tilesM = llvm::divideCeil(c.getExtent(c.m), config.tileM);
  int64_t tilesN = llvm::divideCeil(c.getExtent(c.n), config.tileN);
  Value tile = frame.getTile(tilesM * tilesN);
  int64_t group = std::min(config.group, tilesM);
  Value number = b.div(tile, group * tilesN);
  Value inside = b.rem(tile, group * tilesN);
  Value first = b.mul(number, group);
  Value rows = tilesM % group ? b.min(b.sub(b.c(tilesM), first), b.c(group))
                              : b.c(group);
  firstRow = b.mul(b.add(first, b.rem(inside, rows)), config.tileM);
  firstColumn = b.mul(b.div(inside, rows), config.tileN);
}

void TiledEmitter::locateThread() {
  tid = NVVM::ThreadIdXOp::create(b, b.getI32Type());
  lane = b.rem(tid, 32);
  Value warp = b.div(tid, 32);
  warpRow = b.mul(b.div(warp, config.warpsN), config.tileM / config.warpsM);
  warpColumn = b.mul(b.rem(warp, config.warpsN), config.tileN / config.warpsN);
}

Value TiledEmitter::getSlot(Value number, const TileLoader &loader,
                            bool isRhs) {
  Value offset = b.mul(number, loader.getBytes());
  return isRhs ? b.add(offset, config.stages * lhs.getBytes()) : offset;
}

SmallVector<Value> TiledEmitter::emitLoop() {
  const Contraction &c = frame.contraction;
  int64_t steps = llvm::divideCeil(c.getExtent(c.k), config.tileK);
  int64_t ahead = config.stages - 1;
  lhs.prepare(tid, firstRow);
  rhs.prepare(tid, firstColumn);
  for (int64_t slot = 0; slot < ahead; ++slot) {
    if (slot < steps) {
      Value k = b.c(slot * config.tileK);
      Value slotA = getSlot(b.c(slot), lhs, false);
      Value slotB = getSlot(b.c(slot), rhs, true);
      lhs.finish(slotA, lhs.start(k, slotA));
      rhs.finish(slotB, rhs.start(k, slotB));
    }
    NVVM::CpAsyncCommitGroupOp::create(b);
  }
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  SmallVector<Value> carried(rowTiles * columnTiles * 4, zero);
  carried.push_back(b.c(0)); // The slot that is read.
  auto loop = scf::ForOp::create(b, b.c(0), b.c(steps), b.c(1), carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value slot = loop.getRegionIterArgs().back();
    // The own copies of this step have landed, then everybody's; and everybody
    // is done with the slot that is filled next.
    NVVM::CpAsyncWaitGroupOp::create(b, ahead - 1);
    NVVM::BarrierOp::create(b);
    Value next = b.add(loop.getInductionVar(), ahead);
    Value filled =
        b.select(b.equal(slot, b.c(0)), b.c(ahead), b.sub(slot, b.c(1)));
    Value slotA = getSlot(filled, lhs, false);
    Value slotB = getSlot(filled, rhs, true);
    Value k = b.mul(next, config.tileK);
    // Gathers past the end read nothing; copies are left out.
    SmallVector<Value> registersA, registersB;
    if (!lhs.isAsync())
      registersA = lhs.start(k, slotA);
    if (!rhs.isAsync())
      registersB = rhs.start(k, slotB);
    if (lhs.isAsync() || rhs.isAsync())
      b.guarded(b.less(next, b.c(steps)), [&] {
        if (lhs.isAsync())
          lhs.start(k, slotA);
        if (rhs.isAsync())
          rhs.start(k, slotB);
      });
    NVVM::CpAsyncCommitGroupOp::create(b);
    SmallVector<Value> results =
        emitStep(getSlot(slot, lhs, false), getSlot(slot, rhs, true),
                 SmallVector<Value>(loop.getRegionIterArgs().drop_back()));
    lhs.finish(slotA, registersA);
    rhs.finish(slotB, registersB);
    Value advanced = b.add(slot, 1);
    results.push_back(
        b.select(b.equal(advanced, b.c(config.stages)), b.c(0), advanced));
    scf::YieldOp::create(b, results);
  }
  return SmallVector<Value>(loop.getResults().drop_back());
}

SmallVector<Value> TiledEmitter::emitStep(Value slotA, Value slotB,
                                          SmallVector<Value> accumulators) {
  if (config.path == GemmPath::Fma) {
    for (int64_t k = 0; k < config.tileK; k += 4)
      multiplyScalars(k, slotA, slotB, accumulators);
    return accumulators;
  }
  for (int64_t step = 0; step < config.tileK / mma.getDepth(); ++step)
    multiply(step, slotA, slotB, accumulators);
  return accumulators;
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

void TiledEmitter::multiply(int64_t step, Value slotA, Value slotB,
                            SmallVector<Value> &accumulators) {
  SmallVector<SmallVector<Value>> rows, columns;
  for (int64_t tile = 0; tile < rowTiles; ++tile)
    rows.push_back(mma.loadLhs(lhs, lane, slotA, warpRow, tile, step));
  for (int64_t tile = 0; tile < columnTiles; tile += 2) {
    SmallVector<Value> pair =
        mma.loadRhs(rhs, lane, slotB, warpColumn, tile, step);
    columns.push_back({pair[0], pair[1]});
    columns.push_back({pair[2], pair[3]});
  }
  for (int64_t i = 0; i < rowTiles; ++i) {
    for (int64_t position = 0; position < columnTiles; ++position) {
      // Back and forth, so that the last B fragment is used again.
      int64_t j = i % 2 ? columnTiles - 1 - position : position;
      mma.multiply(rows[i], columns[j],
                   MutableArrayRef<Value>(accumulators)
                       .slice((i * columnTiles + j) * 4, 4));
    }
  }
}

//===----------------------------------------------------------------------===//
// fma
//===----------------------------------------------------------------------===//

/// Elements k .. k+3 of one outer index.
SmallVector<Value> TiledEmitter::loadScalars(const TileLoader &loader,
                                             Value outer, int64_t firstK,
                                             Value slot) {
  Type f32 = b.getF32Type();
  auto address = [&](Value row, Value chunk) {
    return b.add(slot,
                 loader.getChunkOffset(row, chunk, loader.getSwizzle(row)));
  };
  SmallVector<Value> scalars;
  if (loader.isKMajor()) {
    Value chunk = b.load(
        b.bytes(frame.getShared(), address(outer, b.c(firstK / 4))), f32, 4);
    for (int64_t k = 0; k < 4; ++k)
      scalars.push_back(b.extract(chunk, k));
    return scalars;
  }
  for (int64_t k = firstK; k < firstK + 4; ++k) {
    Value offset =
        b.add(address(b.c(k), b.div(outer, 4)), b.mul(b.rem(outer, 4), 4));
    scalars.push_back(b.load(b.bytes(frame.getShared(), offset), f32, 1));
  }
  return scalars;
}

void TiledEmitter::multiplyScalars(int64_t firstK, Value slotA, Value slotB,
                                   SmallVector<Value> &accumulators) {
  SmallVector<SmallVector<Value>> rows, columns;
  Value row = b.add(warpRow, b.div(lane, 4));
  Value column = b.add(warpColumn, b.mul(b.rem(lane, 4), 2));
  for (int64_t i = 0; i < 2 * rowTiles; ++i)
    rows.push_back(loadScalars(lhs, b.add(row, i * 8), firstK, slotA));
  for (int64_t j = 0; j < 2 * columnTiles; ++j)
    columns.push_back(loadScalars(
        rhs, b.add(column, j / 2 * kMmaColumns + j % 2), firstK, slotB));
  for (int64_t k = 0; k < 4; ++k)
    for (int64_t i = 0; i < 2 * rowTiles; ++i)
      for (int64_t j = 0; j < 2 * columnTiles; ++j) {
        Value &sum =
            accumulators[(i / 2 * columnTiles + j / 2) * 4 + i % 2 * 2 + j % 2];
        sum = LLVM::FMAOp::create(b, rows[i][k], columns[j][k], sum);
      }
}

void TiledEmitter::emitEpilogue(ArrayRef<Value> accumulators) {
  const Contraction &c = frame.contraction;
  Epilogue epilogue(frame);
  bool raggedM = c.getExtent(c.m) % config.tileM != 0;
  bool raggedN = c.getExtent(c.n) % config.tileN != 0;
  Value row = b.add(b.add(firstRow, warpRow), b.div(lane, 4));
  Value column =
      b.add(b.add(firstColumn, warpColumn), b.mul(b.rem(lane, 4), 2));
  for (int64_t i = 0; i < 2 * rowTiles; ++i)
    epilogue.addRow(b.add(row, i * 8), raggedM);
  for (int64_t j = 0; j < columnTiles; ++j) {
    unsigned pair =
        epilogue.addColumns(b.add(column, j * kMmaColumns), raggedN);
    for (int64_t i = 0; i < 2 * rowTiles; ++i) {
      const Value *sums =
          &accumulators[(i / 2 * columnTiles + j) * 4 + i % 2 * 2];
      epilogue.store(i, pair, epilogue.compute(i, pair, {sums[0], sums[1]}));
    }
  }
}

gpu::GPUModuleOp TiledEmitter::emit() {
  setLaunch();
  frame.open();
  locateThread();
  locateBlock();
  emitEpilogue(emitLoop());
  return frame.close();
}

gpu::GPUModuleOp mlir::amp::emitTiled(KernelFrame &frame) {
  return TiledEmitter(frame).emit();
}
