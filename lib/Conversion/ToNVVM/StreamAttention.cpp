//===- StreamAttention.cpp - Attention from tile to tile of keys ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax of rows that are too long for registers. What a row has come to so
// far is relative to its largest logit so far; a larger one scales it down.
//
//===----------------------------------------------------------------------===//

#include "AttentionEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;

static Value makeInfinity(KernelBuilder &b) {
  return arith::ConstantOp::create(
      b, b.getF32FloatAttr(-std::numeric_limits<float>::infinity()));
}

/// The largest or the sum of the four threads of a row.
Value AttentionEmitter::mergeThreads(Value value, bool largest) {
  KernelBuilder &b = scoresFrame.b;
  for (int32_t distance : {2, 1}) {
    Value other =
        gpu::ShuffleOp::create(b, value, distance, 32, gpu::ShuffleMode::XOR)
            .getShuffleResult();
    value = largest ? arith::MaxNumFOp::create(b, value, other).getResult()
                    : arith::AddFOp::create(b, value, other).getResult();
  }
  return value;
}

/// Turns the scores of a tile into powers, of the type of the weights, and
/// brings what the row has come to up to date.
LogicalResult AttentionEmitter::advance(AttentionRows &rows, AttentionRow &row,
                                        Running &running,
                                        MutableArrayRef<Value> sums,
                                        int64_t which) {
  KernelBuilder &b = scoresFrame.b;
  if (failed(rows.computeLogits(row)))
    return failure();
  Value largest = row.elements.front();
  for (Value logit : ArrayRef<Value>(row.elements).drop_front())
    largest = arith::MaxNumFOp::create(b, largest, logit);
  Value most = arith::MaxNumFOp::create(
      b, running.most, mergeThreads(largest, /*largest=*/true));
  // Where all are -inf so far, their powers are zero, not those of a NaN.
  Value none = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, most,
                                     makeInfinity(b));
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  Value base = arith::SelectOp::create(b, none, zero, most);
  auto powerOf = [&](Value logit) {
    return rows.computePower(b, arith::SubFOp::create(b, logit, base));
  };
  Value factor = powerOf(running.most);
  Value total = arith::MulFOp::create(b, running.total, factor);
  for (Value &element : row.elements) {
    Value power = b.castFloat(powerOf(element), rows.getPowerType());
    total = arith::AddFOp::create(b, total, b.castFloat(power, b.getF32Type()));
    element = b.castFloat(power, type);
  }
  for (size_t tile = 0; tile < sums.size() / 4; ++tile)
    for (Value &sum : sums.slice(4 * tile + 2 * which, 2))
      sum = arith::MulFOp::create(b, sum, factor);
  running = {most, total};
  return success();
}

LogicalResult AttentionEmitter::emitTile(AttentionRows &rows, Value first,
                                         Value slot,
                                         MutableArrayRef<Value> sums,
                                         MutableArrayRef<Running> running) {
  Rows weights = finishScores(multiplyScores(slot), first);
  for (int64_t which : {0, 1}) {
    AttentionRow row = describeRow(which, first, std::move(weights[which]));
    if (failed(advance(rows, row, running[which], sums, which)))
      return failure();
    weights[which] = std::move(row.elements);
  }
  multiplyValues(weights, slot, sums);
  return success();
}

LogicalResult AttentionEmitter::finishStream(AttentionRows &rows,
                                             ArrayRef<Running> running,
                                             MutableArrayRef<Value> sums) {
  for (int64_t which : {0, 1}) {
    SmallVector<Value> own;
    for (size_t tile = 0; tile < sums.size() / 4; ++tile)
      llvm::append_range(own, sums.slice(4 * tile + 2 * which, 2));
    Value total = mergeThreads(running[which].total, /*largest=*/false);
    AttentionRow row = describeRow(which, scoresFrame.b.c(0), std::move(own));
    if (failed(rows.scale(row, total)))
      return failure();
    for (size_t tile = 0; tile < sums.size() / 4; ++tile)
      llvm::copy(ArrayRef<Value>(row.elements).slice(2 * tile, 2),
                 sums.slice(4 * tile + 2 * which, 2).begin());
  }
  return success();
}

/// The next tile is copied while this one is multiplied.
FailureOr<SmallVector<Value>>
AttentionEmitter::emitStream(AttentionRows &rows) {
  KernelBuilder &b = scoresFrame.b;
  queries.prepare(tid, firstRow);
  queries.start(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  startKeys(b.c(0), b.c(0));
  startValues(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  waitForLoads(1);
  loadQueries();
  int64_t tiles = llvm::divideCeilSigned(attention.keys, tileKeys);
  int64_t numSums = 4 * countTiles(attention.width);
  SmallVector<Value> carried = makeZeros(countTiles(attention.width));
  Value zero = carried.front(), least = makeInfinity(b);
  carried.append({least, zero, least, zero});
  auto loop = scf::ForOp::create(b, b.c(0), b.c(tiles), b.c(1), carried);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    // The copies of this tile have landed, and everybody is done with the one
    // before it, whose slot is filled next.
    waitForLoads(0);
    Value tile = loop.getInductionVar();
    Value next = b.add(tile, 1);
    Value slot = b.rem(tile, stages);
    b.guarded(b.less(next, b.c(tiles)), [&] {
      Value first = b.mul(next, tileKeys), other = b.rem(next, stages);
      startKeys(first, other);
      startValues(first, other);
    });
    NVVM::CpAsyncCommitGroupOp::create(b);
    SmallVector<Value> state(loop.getRegionIterArgs());
    std::array<Running, 2> running{
        Running{state[numSums], state[numSums + 1]},
        Running{state[numSums + 2], state[numSums + 3]}};
    state.truncate(numSums);
    if (failed(emitTile(rows, b.mul(tile, tileKeys), slot, state, running)))
      return failure();
    for (const Running &row : running)
      state.append({row.most, row.total});
    scf::YieldOp::create(b, state);
  }
  SmallVector<Value> sums(loop.getResults());
  std::array<Running, 2> running{Running{sums[numSums], sums[numSums + 1]},
                                 Running{sums[numSums + 2], sums[numSums + 3]}};
  sums.truncate(numSums);
  if (failed(finishStream(rows, running, sums)))
    return failure();
  return sums;
}
