//===- MmaAttention.cpp - Attention by mma.sync ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads copy tiles by cp.async. Queries and keys come first, values while
// scores are computed; of a stream, the next tile is copied while this one is
// multiplied.
//
//===----------------------------------------------------------------------===//

#include "AttentionEmitter.h"
#include "Emit.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

/// What every chip has for a block.
static constexpr int64_t kMostShared = 96 * 1024;
static constexpr int64_t kMostWarps = 4;
/// Keys of a tile of a stream, where one tile of more does not hold them all.
static constexpr int64_t kStreamedKeys = 64, kKeysAtOnce = 128;

/// A row of a tile that the loader can permute: up to 128 bytes, a power of
/// two, or a multiple of that.
static int64_t roundRow(int64_t elements) {
  constexpr int64_t kLine = 64;
  return elements <= kLine
             ? std::max<int64_t>(llvm::PowerOf2Ceil(elements), kMmaRows)
             : llvm::alignTo(elements, kLine);
}

/// As many warps as leave a block for each multiprocessor.
static GemmConfig configureScores(const Attention &attention,
                                  const ChipInfo &chip, bool streams) {
  GemmConfig config;
  config.path = GemmPath::MmaSync;
  config.reason = "scores, weights and values in one kernel";
  bool tiled = streams && attention.keys > kKeysAtOnce;
  if (tiled)
    config.reason += llvm::formatv(", {0} keys at a time", kStreamedKeys).str();
  config.stages = tiled ? 2 : 1;
  config.warpsN = 1;
  config.warpsM = kMostWarps;
  auto blocks = [&] {
    return attention.batch *
           llvm::divideCeilSigned(attention.rows, kMmaRows * config.warpsM);
  };
  while (attention.keys <= kFewKeys && config.warpsM > 1 &&
         (blocks() < chip.processors ||
          kMmaRows * config.warpsM >= 2 * attention.rows))
    config.warpsM /= 2;
  config.tileM = kMmaRows * config.warpsM;
  config.tileN =
      tiled ? kStreamedKeys : llvm::alignTo(attention.keys, kMmaRows);
  config.tileK = roundRow(attention.depth);
  return config;
}

static GemmConfig configureValues(const Attention &attention,
                                  GemmConfig config) {
  config.tileK = config.tileN;
  config.tileN = roundRow(attention.width);
  return config;
}

namespace {
class MmaAttention : public AttentionEmitter {
public:
  MmaAttention(Attention &attention, const ChipInfo &chip, bool streams)
      : MmaAttention(attention, chip, streams,
                     configureScores(attention, chip, streams)) {}
  std::optional<std::string> whyBad() const override;

private:
  MmaAttention(Attention &attention, const ChipInfo &chip, bool streams,
               const GemmConfig &scores);
  void setLaunch(const AttentionParts &parts, Launch &launch) override {
    launch.shared = getSharedBytes();
  }
  LogicalResult emitBody(AttentionRows &rows) override;

  int64_t getSharedBytes() const {
    return queries.getBytes() + stages * (keys.getBytes() + values.getBytes());
  }
  /// Keys `first` and on, and their values, to a slot of the ring.
  void startKeys(Value first, Value slot);
  void startValues(Value first, Value slot);
  Value getKeysSlot(Value slot);
  Value getValuesSlot(Value slot);
  /// Waits until all but the last `left` groups of copies are there.
  void waitForLoads(int64_t left);

  void loadQueries();
  /// Multiplies rows with columns 8 `number` and on, and the eight behind them,
  /// of a tile, at step `step` along K.
  void multiplyPair(KernelFrame &frame, ValueRange rows, const TileLoader &tile,
                    Value slot, int64_t number, int64_t step,
                    MutableArrayRef<Value> sums);
  SmallVector<Value> multiplyScores(Value slot);
  /// Adds the product of weights and values to `sums`.
  void multiplyValues(const Rows &weights, Value slot,
                      MutableArrayRef<Value> sums);
  FailureOr<SmallVector<Value>> emitWhole(AttentionRows &rows);
  FailureOr<SmallVector<Value>> emitStream(AttentionRows &rows);

  /// Slots of the ring of keys and values.
  int64_t stages;
  TileLoader queries, keys, values;
  /// Of the warp's queries, by step along K.
  SmallVector<SmallVector<Value>> fragments;
};
} // namespace

MmaAttention::MmaAttention(Attention &attention, const ChipInfo &chip,
                           bool streams, const GemmConfig &scores)
    : AttentionEmitter(attention, chip, streams, scores,
                       configureValues(attention, scores), 32 * scores.warpsM),
      stages(scores.stages),
      queries(scoresFrame, *attention.scores->lhs, attention.scores->m,
              scoresConfig.tileM, scoresConfig.tileK, type, threads),
      keys(scoresFrame, *attention.scores->rhs, attention.scores->n,
           scoresConfig.tileN, scoresConfig.tileK, type, threads),
      values(valuesFrame, *attention.values->rhs, attention.values->n,
             valuesConfig.tileN, valuesConfig.tileK, type, threads) {}

std::optional<std::string> MmaAttention::whyBad() const {
  if (auto why = whyTooManySums())
    return why;
  if (getSharedBytes() > kMostShared)
    return llvm::formatv("{0} bytes of shared memory, expected {1} at most",
                         getSharedBytes(), kMostShared)
        .str();
  for (const TileLoader *tile : {&queries, &keys, &values}) {
    int64_t row = tile->getRowBytes() * 8 / type.getIntOrFloatBitWidth();
    if (!tile->isAsync() || roundRow(row) != row)
      return "a tile is not copied in rows of 128 bytes";
  }
  return whyTooFewBlocks();
}

Value MmaAttention::getKeysSlot(Value slot) {
  KernelBuilder &b = scoresFrame.b;
  return b.add(b.mul(slot, keys.getBytes()), queries.getBytes());
}

Value MmaAttention::getValuesSlot(Value slot) {
  KernelBuilder &b = scoresFrame.b;
  return b.add(b.mul(slot, values.getBytes()),
               queries.getBytes() + stages * keys.getBytes());
}

void MmaAttention::startKeys(Value first, Value slot) {
  TileLoader tile = keys;
  tile.prepare(tid, first);
  tile.start(scoresFrame.b.c(0), getKeysSlot(slot));
}

void MmaAttention::startValues(Value first, Value slot) {
  Value at = getValuesSlot(slot);
  handOver(scoresFrame, valuesFrame);
  TileLoader tile = values;
  tile.prepare(tid, valuesFrame.b.c(0));
  tile.start(first, at);
  handOver(valuesFrame, scoresFrame);
}

void MmaAttention::waitForLoads(int64_t left) {
  NVVM::CpAsyncWaitGroupOp::create(scoresFrame.b, left);
  NVVM::BarrierOp::create(scoresFrame.b);
}

void MmaAttention::loadQueries() {
  KernelBuilder &b = scoresFrame.b;
  MmaSync mma(scoresFrame, type);
  int64_t steps = llvm::divideCeilSigned(attention.depth, mma.getDepth());
  for (int64_t step = 0; step < steps; ++step)
    fragments.push_back(mma.loadLhs(queries, lane, b.c(0), warpRow, 0, step));
}

void MmaAttention::multiplyPair(KernelFrame &frame, ValueRange rows,
                                const TileLoader &tile, Value slot,
                                int64_t number, int64_t step,
                                MutableArrayRef<Value> sums) {
  MmaSync mma(frame, type);
  SmallVector<Value> pair =
      mma.loadRhs(tile, lane, slot, frame.b.c(0), number, step);
  for (int64_t side : {0, 1})
    mma.multiply(rows, ValueRange(pair).slice(2 * side, 2),
                 sums.slice(4 * (number + side), 4));
}

SmallVector<Value> MmaAttention::multiplyScores(Value slot) {
  int64_t tiles = countColumns(scoresConfig.tileN);
  SmallVector<Value> sums = makeZeros(tiles);
  Value at = getKeysSlot(slot);
  for (int64_t tile = 0; tile < tiles; tile += 2)
    for (auto [step, rows] : llvm::enumerate(fragments))
      multiplyPair(scoresFrame, rows, keys, at, tile, step, sums);
  return sums;
}

void MmaAttention::multiplyValues(const Rows &weights, Value slot,
                                  MutableArrayRef<Value> sums) {
  Value at = getValuesSlot(slot);
  handOver(scoresFrame, valuesFrame);
  MmaSync mma(valuesFrame, type);
  int64_t steps = scoresConfig.tileN / mma.getDepth();
  for (int64_t step = 0; step < steps; ++step) {
    SmallVector<Value> rows = packWeights(valuesFrame, weights, step);
    for (int64_t tile = 0; tile < countColumns(attention.width); tile += 2)
      multiplyPair(valuesFrame, rows, values, at, tile, step, sums);
  }
  handOver(valuesFrame, scoresFrame);
}

/// Queries and keys come first; values while scores are computed.
FailureOr<SmallVector<Value>> MmaAttention::emitWhole(AttentionRows &rows) {
  KernelBuilder &b = scoresFrame.b;
  queries.prepare(tid, firstRow);
  queries.start(b.c(0), b.c(0));
  startKeys(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  startValues(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  waitForLoads(1);
  loadQueries();
  FailureOr<Rows> weights =
      weigh(multiplyScores(b.c(0)), b.c(0), [&](AttentionRow &row, int64_t) {
        return rows.computeWeights(row);
      });
  if (failed(weights))
    return failure();
  waitForLoads(0);
  SmallVector<Value> sums = makeZeros(countColumns(attention.width));
  multiplyValues(*weights, b.c(0), sums);
  return sums;
}

/// The next tile is copied while this one is multiplied.
FailureOr<SmallVector<Value>> MmaAttention::emitStream(AttentionRows &rows) {
  KernelBuilder &b = scoresFrame.b;
  int64_t tileKeys = scoresConfig.tileN;
  queries.prepare(tid, firstRow);
  queries.start(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  startKeys(b.c(0), b.c(0));
  startValues(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  waitForLoads(1);
  loadQueries();
  int64_t tiles = countKeyTiles();
  auto loop =
      scf::ForOp::create(b, b.c(0), b.c(tiles), b.c(1), startStream().pack());
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
    Stream stream = Stream::unpack(loop.getRegionIterArgs());
    FailureOr<Rows> weights =
        weighTile(rows, multiplyScores(slot), b.mul(tile, tileKeys), stream);
    if (failed(weights))
      return failure();
    scaleSums(stream);
    multiplyValues(*weights, slot, stream.sums);
    scf::YieldOp::create(b, stream.pack());
  }
  Stream stream = Stream::unpack(loop.getResults());
  if (failed(finishStream(rows, stream)))
    return failure();
  return stream.sums;
}

LogicalResult MmaAttention::emitBody(AttentionRows &rows) {
  locateTile(
      NVVM::BlockIdXOp::create(scoresFrame.b, scoresFrame.b.getI32Type()));
  FailureOr<SmallVector<Value>> sums =
      streams ? emitStream(rows) : emitWhole(rows);
  if (succeeded(sums))
    storeValues(*sums);
  return sums;
}

std::unique_ptr<AttentionEmitter>
mlir::amp::makeMmaAttention(Attention &attention, const ChipInfo &chip,
                            bool streams) {
  return std::make_unique<MmaAttention>(attention, chip, streams);
}
