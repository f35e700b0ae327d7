//===- EmitAttention.cpp - Two products and the rows between them ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has rows of queries. Where they fit, it loads all keys and values of
// its batch to shared memory, once: a row of scores is there as a whole when
// its weights are computed, as in kernels of their own. StreamAttention.cpp has
// the other way.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AttentionEmitter.h"
#include "Emit.h"
#include "Epilogue.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

/// Scores and sums of a thread, of 255 registers.
static constexpr int64_t kMostAccumulators = 160;
/// What every chip has for a block.
static constexpr int64_t kMostShared = 96 * 1024;
static constexpr int64_t kMostWarps = 4;
/// Blocks that keep half a device busy for as long as a stream of keys takes.
static constexpr int64_t kBusyBlocks = 64;
/// Keys of a tile of a stream.
static constexpr int64_t kStreamedKeys = 64;

/// A row of a tile that the loader can permute: up to 128 bytes, a power of
/// two, or a multiple of that.
static int64_t roundRow(int64_t elements) {
  constexpr int64_t kLine = 64;
  return elements <= kLine
             ? std::max<int64_t>(llvm::PowerOf2Ceil(elements), kMmaRows)
             : llvm::alignTo(elements, kLine);
}

/// As many warps as leave a block for each multiprocessor.
GemmConfig AttentionEmitter::configure(const Attention &attention,
                                       const ChipInfo &chip, bool streams) {
  GemmConfig config;
  config.path = GemmPath::MmaSync;
  config.reason = "scores, weights and values in one kernel";
  if (streams)
    config.reason += llvm::formatv(", {0} keys at a time", kStreamedKeys).str();
  config.stages = 1;
  config.warpsN = 1;
  config.warpsM = kMostWarps;
  auto blocks = [&] {
    return attention.batch *
           llvm::divideCeilSigned(attention.rows, kMmaRows * config.warpsM);
  };
  while (!streams && config.warpsM > 1 &&
         (blocks() < chip.processors ||
          kMmaRows * config.warpsM >= 2 * attention.rows))
    config.warpsM /= 2;
  config.tileM = kMmaRows * config.warpsM;
  return config;
}

static GemmConfig withTile(GemmConfig config, int64_t n, int64_t k) {
  config.tileN = n;
  config.tileK = k;
  return config;
}

AttentionEmitter::AttentionEmitter(Attention &attention, const ChipInfo &chip,
                                   bool streams)
    : attention(attention), stages(streams ? 2 : 1),
      tileKeys(streams ? kStreamedKeys
                       : llvm::alignTo(attention.keys, kMmaRows)),
      scoresConfig(withTile(configure(attention, chip, streams), tileKeys,
                            roundRow(attention.depth))),
      valuesConfig(withTile(scoresConfig, roundRow(attention.width), tileKeys)),
      threads(32 * scoresConfig.warpsM),
      scoresFrame(*attention.scores, scoresConfig, chip),
      valuesFrame(*attention.values, valuesConfig, chip),
      type(attention.scores->lhs->computeType),
      queries(scoresFrame, *attention.scores->lhs, attention.scores->m,
              scoresConfig.tileM, scoresConfig.tileK, type, threads),
      keys(scoresFrame, *attention.scores->rhs, attention.scores->n,
           scoresConfig.tileN, scoresConfig.tileK, type, threads),
      values(valuesFrame, *attention.values->rhs, attention.values->n,
             valuesConfig.tileN, valuesConfig.tileK, type, threads) {}

std::optional<std::string> AttentionEmitter::whyBad() const {
  int64_t accumulators =
      4 * (countTiles(tileKeys) + countTiles(attention.width));
  if (accumulators > kMostAccumulators)
    return llvm::formatv("{0} keys and values of {1} elements need {2} "
                         "accumulators a thread, expected {3} at most",
                         tileKeys, attention.width, accumulators,
                         kMostAccumulators)
        .str();
  if (getSharedBytes() > kMostShared)
    return llvm::formatv("{0} bytes of shared memory, expected {1} at most",
                         getSharedBytes(), kMostShared)
        .str();
  for (const TileLoader *tile : {&queries, &keys, &values}) {
    int64_t row = tile->getRowBytes() * 8 / type.getIntOrFloatBitWidth();
    if (!tile->isAsync() || roundRow(row) != row)
      return "a tile is not copied in rows of 128 bytes";
  }
  int64_t blocks = attention.batch * (attention.rows / scoresConfig.tileM);
  if (stages > 1 && blocks < kBusyBlocks)
    return llvm::formatv("{0} blocks of {1} rows, expected {2}", blocks,
                         scoresConfig.tileM, kBusyBlocks)
        .str();
  return std::nullopt;
}

void AttentionEmitter::addAudits(
    SmallVectorImpl<DictionaryAttr> &audits) const {
  audits.push_back(getTensorCoreAttribute(*attention.scores, scoresFrame.chip,
                                          scoresConfig));
  audits.push_back(getTensorCoreAttribute(*attention.values, valuesFrame.chip,
                                          valuesConfig));
}

/// Lets `to` go on where `from` stands.
static void handOver(KernelFrame &from, KernelFrame &to) {
  to.b.restoreInsertionPoint(from.b.saveInsertionPoint());
}

/// Opens the kernel, for both products.
void AttentionEmitter::open(const AttentionParts &parts) {
  scoresFrame.launch.grid[0] =
      attention.batch * llvm::divideCeil(attention.rows, scoresConfig.tileM);
  scoresFrame.launch.block[0] = threads;
  scoresFrame.launch.shared = getSharedBytes();
  func::FuncOp kernel = parts.kernel;
  scoresFrame.open(kernel);
  SmallVector<Value> all = scoresFrame.parameters;
  auto choose = [&](ArrayRef<std::optional<unsigned>> arguments) {
    return llvm::map_to_vector(arguments,
                               [&](std::optional<unsigned> argument) {
                                 return argument ? all[*argument] : Value();
                               });
  };
  SmallVector<Value> ofScores = choose(parts.scoresArguments);
  // Nothing is stored there.
  ofScores.push_back(all.back());
  SmallVector<Value> ofValues = choose(parts.valuesArguments);
  llvm::append_range(ofValues,
                     ArrayRef<Value>(all).drop_front(kernel.getNumArguments()));
  valuesFrame.join(scoresFrame, ofValues);
  scoresFrame.parameters = std::move(ofScores);
}

void AttentionEmitter::locate() {
  KernelBuilder &b = scoresFrame.b;
  tid = NVVM::ThreadIdXOp::create(b, b.getI32Type());
  lane = b.rem(tid, 32);
  warpRow = b.mul(b.div(tid, 32), kMmaRows);
  Value tile =
      scoresFrame.getTile(llvm::divideCeil(attention.rows, scoresConfig.tileM));
  firstRow = b.mul(tile, scoresConfig.tileM);
  valuesFrame.setBatch(scoresFrame.getBatch());
}

Value AttentionEmitter::getKeysSlot(Value slot) {
  KernelBuilder &b = scoresFrame.b;
  return b.add(b.mul(slot, keys.getBytes()), queries.getBytes());
}

Value AttentionEmitter::getValuesSlot(Value slot) {
  KernelBuilder &b = scoresFrame.b;
  return b.add(b.mul(slot, values.getBytes()),
               queries.getBytes() + stages * keys.getBytes());
}

void AttentionEmitter::startKeys(Value first, Value slot) {
  TileLoader tile = keys;
  tile.prepare(tid, first);
  tile.start(scoresFrame.b.c(0), getKeysSlot(slot));
}

void AttentionEmitter::startValues(Value first, Value slot) {
  Value at = getValuesSlot(slot);
  handOver(scoresFrame, valuesFrame);
  TileLoader tile = values;
  tile.prepare(tid, valuesFrame.b.c(0));
  tile.start(first, at);
  handOver(valuesFrame, scoresFrame);
}

void AttentionEmitter::waitForLoads(int64_t left) {
  NVVM::CpAsyncWaitGroupOp::create(scoresFrame.b, left);
  NVVM::BarrierOp::create(scoresFrame.b);
}

SmallVector<Value> AttentionEmitter::makeZeros(int64_t tiles) {
  KernelBuilder &b = scoresFrame.b;
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  return SmallVector<Value>(4 * tiles, zero);
}

void AttentionEmitter::loadQueries() {
  KernelBuilder &b = scoresFrame.b;
  MmaSync mma(scoresFrame, type);
  int64_t steps = llvm::divideCeilSigned(attention.depth, mma.getDepth());
  for (int64_t step = 0; step < steps; ++step)
    fragments.push_back(mma.loadLhs(queries, lane, b.c(0), warpRow, 0, step));
}

void AttentionEmitter::multiplyPair(KernelFrame &frame, ValueRange rows,
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

SmallVector<Value> AttentionEmitter::multiplyScores(Value slot) {
  int64_t tiles = countTiles(tileKeys);
  SmallVector<Value> sums = makeZeros(tiles);
  Value at = getKeysSlot(slot);
  for (int64_t tile = 0; tile < tiles; tile += 2)
    for (auto [step, rows] : llvm::enumerate(fragments))
      multiplyPair(scoresFrame, rows, keys, at, tile, step, sums);
  return sums;
}

/// The first of the two rows that a thread has.
Value AttentionEmitter::getRow(KernelBuilder &b) const {
  return b.add(b.add(firstRow, warpRow), b.div(lane, 4));
}

/// The two rows of the thread in its warp's accumulators.
void AttentionEmitter::addRows(Epilogue &epilogue, KernelBuilder &b) {
  Value row = getRow(b);
  for (int64_t which : {0, 1})
    epilogue.addRow(b.add(row, 8 * which),
                    attention.rows % scoresConfig.tileM != 0);
}

void AttentionEmitter::forEachPair(
    Epilogue &epilogue, KernelBuilder &b, Value column, int64_t columns,
    bool ragged, ArrayRef<Value> sums,
    llvm::function_ref<void(int64_t, unsigned, ArrayRef<Pair>)> use) {
  int64_t tiles = llvm::divideCeilSigned(columns, kMmaColumns);
  for (int64_t tile = 0; tile < tiles; ++tile) {
    unsigned pair =
        epilogue.addColumns(b.add(column, tile * kMmaColumns), ragged);
    for (int64_t which : {0, 1}) {
      const Value *own = &sums[4 * tile + 2 * which];
      use(which, pair, epilogue.compute(which, pair, {own[0], own[1]}));
    }
  }
}

AttentionEmitter::Rows AttentionEmitter::finishScores(ArrayRef<Value> sums,
                                                      Value first) {
  KernelBuilder &b = scoresFrame.b;
  Epilogue epilogue(scoresFrame);
  addRows(epilogue, b);
  Value column = b.add(first, b.mul(b.rem(lane, 4), 2));
  Rows scores;
  int64_t covered = std::min(tileKeys, attention.keys);
  bool ragged = attention.keys % (stages > 1 ? tileKeys : kMmaColumns) != 0;
  forEachPair(epilogue, b, column, covered, ragged, sums,
              [&](int64_t which, unsigned, ArrayRef<Pair> results) {
                llvm::append_range(scores[which], results.front());
              });
  return scores;
}

void AttentionEmitter::multiplyValues(const Rows &weights, Value slot,
                                      MutableArrayRef<Value> sums) {
  Value at = getValuesSlot(slot);
  handOver(scoresFrame, valuesFrame);
  KernelBuilder &b = valuesFrame.b;
  MmaSync mma(valuesFrame, type);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  auto packed = [&](int64_t row, size_t first) {
    return first < weights[row].size()
               ? mma.pack(weights[row][first], weights[row][first + 1])
               : mma.pack(zero, zero);
  };
  int64_t steps = tileKeys / mma.getDepth();
  for (int64_t step = 0; step < steps; ++step) {
    // Four elements of a row are two of each half of K.
    SmallVector<Value> rows{packed(0, 4 * step), packed(1, 4 * step),
                            packed(0, 4 * step + 2), packed(1, 4 * step + 2)};
    for (int64_t tile = 0; tile < countTiles(attention.width); tile += 2)
      multiplyPair(valuesFrame, rows, values, at, tile, step, sums);
  }
  handOver(valuesFrame, scoresFrame);
}

void AttentionEmitter::storeValues(ArrayRef<Value> sums) {
  handOver(scoresFrame, valuesFrame);
  KernelBuilder &b = valuesFrame.b;
  Epilogue epilogue(valuesFrame);
  addRows(epilogue, b);
  Value column = b.mul(b.rem(lane, 4), 2);
  forEachPair(epilogue, b, column, attention.width,
              attention.width % kMmaColumns != 0, sums,
              [&](int64_t which, unsigned pair, ArrayRef<Pair> results) {
                epilogue.store(which, pair, results);
              });
  handOver(valuesFrame, scoresFrame);
}

AttentionRow AttentionEmitter::describeRow(int64_t which, Value firstKey,
                                           SmallVector<Value> elements) {
  KernelBuilder &b = scoresFrame.b;
  Value row = b.add(getRow(b), 8 * which);
  // Rows past the end repeat the last one, and are not stored.
  Value number = b.add(b.mul(scoresFrame.getBatch(), attention.rows),
                       b.min(row, b.c(attention.rows - 1)));
  return {b,        scoresFrame.getFunction(), number, b.rem(lane, 4),
          firstKey, std::move(elements)};
}

/// Queries and keys come first; values while scores are computed.
FailureOr<SmallVector<Value>> AttentionEmitter::emitWhole(AttentionRows &rows) {
  KernelBuilder &b = scoresFrame.b;
  queries.prepare(tid, firstRow);
  queries.start(b.c(0), b.c(0));
  startKeys(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  startValues(b.c(0), b.c(0));
  NVVM::CpAsyncCommitGroupOp::create(b);
  waitForLoads(1);
  loadQueries();
  Rows weights = finishScores(multiplyScores(b.c(0)), b.c(0));
  for (int64_t which : {0, 1}) {
    AttentionRow row = describeRow(which, b.c(0), std::move(weights[which]));
    if (failed(rows.computeWeights(row)))
      return failure();
    weights[which] = std::move(row.elements);
  }
  waitForLoads(0);
  SmallVector<Value> sums = makeZeros(countTiles(attention.width));
  multiplyValues(weights, b.c(0), sums);
  return sums;
}

gpu::GPUModuleOp AttentionEmitter::emit(const AttentionParts &parts,
                                        AttentionRows &rows) {
  open(parts);
  locate();
  FailureOr<SmallVector<Value>> sums =
      stages > 1 ? emitStream(rows) : emitWhole(rows);
  if (failed(sums)) {
    scoresFrame.getModule().erase();
    return {};
  }
  storeValues(*sums);
  return scoresFrame.close();
}

//===----------------------------------------------------------------------===//
// What can be one kernel
//===----------------------------------------------------------------------===//

/// Whether `form` counts the flattened index of `loops` in steps of `stride`.
static bool counts(const Contraction &c, const LinearForm &form,
                   ArrayRef<unsigned> loops, int64_t stride) {
  SmallVector<Digit> digits = mergeDigits(c.space, loops, {&form});
  return digits.size() == 1 &&
         (digits[0].size == 1 || digits[0].coefs[0] == stride);
}

/// Whether `access` walks through batches of `rows` rows of `keys` elements.
static bool walksRows(const Contraction &c, const Access &access,
                      ArrayRef<unsigned> columns, int64_t rows, int64_t keys) {
  return access.guards.empty() && access.offset.constant == 0 &&
         counts(c, access.offset, columns, 1) &&
         counts(c, access.offset, c.m, keys) &&
         counts(c, access.offset, c.batch, rows * keys);
}

/// Whether an operand lies in memory as tensor cores take it.
static bool isPlain(const ContractionOperand &operand, Type type) {
  return operand.access && operand.access->elementType == type &&
         operand.computeType == type;
}

/// Reads the two functions; the reason where they are no products of tensor
/// cores, or ask for a configuration of their own.
static std::optional<std::string> matchProducts(const AttentionParts &parts,
                                                Attention &attention) {
  func::FuncOp first = parts.scores;
  std::string reason;
  ScopedDiagnosticHandler quiet(first.getContext(),
                                [&](Diagnostic &diagnostic) {
                                  reason = diagnostic.str();
                                  return success();
                                });
  for (auto [function, place] : {std::pair(parts.scores, &attention.scores),
                                 std::pair(parts.values, &attention.values)}) {
    FailureOr<std::unique_ptr<Contraction>> matched =
        matchContraction(function);
    if (failed(matched) || failed(checkOffsets(**matched, GemmPath::MmaSync)))
      return reason;
    *place = std::move(*matched);
    if ((*place)->root->hasAttr(kGemmConfigAttrName))
      return "an op has an 'amp.gemm_config' of its own";
    if (auto why = whyNoTensorCore(**place, /*allowTf32=*/false))
      return why;
  }
  return std::nullopt;
}

/// What the two functions are; the reason where they are no attention.
static std::optional<std::string> match(const AttentionParts &parts,
                                        Attention &attention) {
  if (auto why = matchProducts(parts, attention))
    return why;
  const Contraction &scores = *attention.scores, &values = *attention.values;
  attention.batch = scores.getExtent(scores.batch);
  attention.rows = scores.getExtent(scores.m);
  attention.keys = scores.getExtent(scores.n);
  attention.depth = scores.getExtent(scores.k);
  attention.width = values.getExtent(values.n);
  Type type = scores.lhs->computeType;
  const Access *weights = values.lhs->access ? &*values.lhs->access : nullptr;
  if (type.getIntOrFloatBitWidth() != 16 || !isPlain(*scores.lhs, type) ||
      !isPlain(*scores.rhs, type) || !isPlain(*values.lhs, type) ||
      !isPlain(*values.rhs, type))
    return "operands of 16 bits are not read as they lie in memory";
  // Results may be written in another order than that of the rows.
  for (SmallVectorImpl<unsigned> *loops :
       {&attention.values->batch, &attention.values->m, &attention.values->k})
    orderBy(*loops, weights->offset);
  if (scores.results.size() != 1 ||
      weights->buffer >= parts.valuesArguments.size() ||
      parts.valuesArguments[weights->buffer])
    return "weights are not the rows of the second product";
  if (values.getExtent(values.batch) != attention.batch ||
      values.getExtent(values.m) != attention.rows ||
      values.getExtent(values.k) != attention.keys ||
      !walksRows(scores, scores.results.front().access, scores.n,
                 attention.rows, attention.keys) ||
      !walksRows(values, *weights, values.k, attention.rows, attention.keys))
    return "rows of scores and of weights are not the same";
  return std::nullopt;
}

/// Whether rows go from tile to tile of keys; the reason where they cannot do
/// that either.
static std::optional<std::string> chooseStream(Attention &attention,
                                               const ChipInfo &chip,
                                               const AttentionRows &rows,
                                               bool &streams) {
  std::optional<std::string> why =
      AttentionEmitter(attention, chip, /*streams=*/false).whyBad();
  Type type = attention.scores->lhs->computeType;
  streams = why && rows.isSoftmax() &&
            (rows.getPowerType().isF32() || rows.getPowerType() == type);
  return streams ? AttentionEmitter(attention, chip, streams).whyBad() : why;
}

std::optional<std::string>
mlir::amp::whyNoAttention(const AttentionParts &parts,
                          const AttentionRows &rows) {
  Attention attention;
  if (auto why = match(parts, attention))
    return why;
  // Every chip has tiles that are no larger.
  ChipInfo chip = *ChipInfo::lookup("sm_86");
  chip.processors = 1;
  bool streams;
  return chooseStream(attention, chip, rows, streams);
}

FailureOr<gpu::GPUModuleOp>
mlir::amp::emitAttentionKernel(const AttentionParts &parts,
                               const ChipInfo &chip, AttentionRows &rows,
                               SmallVectorImpl<DictionaryAttr> &audits) {
  Attention attention;
  func::FuncOp kernel = parts.kernel;
  bool streams = false;
  std::optional<std::string> why = match(parts, attention);
  if (!why)
    why = chooseStream(attention, chip, rows, streams);
  if (why)
    return kernel.emitError("cannot be one kernel: ") << *why;
  AttentionEmitter emitter(attention, chip, streams);
  gpu::GPUModuleOp emitted = emitter.emit(parts, rows);
  if (!emitted)
    return failure();
  emitter.addAudits(audits);
  return emitted;
}
