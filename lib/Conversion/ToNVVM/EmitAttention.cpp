//===- EmitAttention.cpp - Two products and the rows between them ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block loads its rows of queries, all keys and all values of its batch to
// shared memory, once. Nothing is approximated: a row of scores is there as a
// whole when its weights are computed, as in kernels of their own.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/AttentionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "Emit.h"
#include "Epilogue.h"
#include "MmaSync.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

/// Scores and sums of a thread, of 255 registers.
static constexpr int64_t kMostAccumulators = 192;
/// What every chip has for a block.
static constexpr int64_t kMostShared = 96 * 1024;
static constexpr int64_t kMostWarps = 4;

namespace {
/// The two products, and their sizes.
struct Attention {
  std::unique_ptr<Contraction> scores, values;
  int64_t batch, rows, keys;
};

class AttentionEmitter {
public:
  AttentionEmitter(Attention &attention, const ChipInfo &chip);

  /// Why the tiles do not do, in words.
  std::optional<std::string> whyBad() const;
  gpu::GPUModuleOp emit(const AttentionParts &parts,
                        AttentionRowEmitter emitRow);
  void addAudits(SmallVectorImpl<DictionaryAttr> &audits) const;

private:
  static GemmConfig configure(const Attention &attention, const ChipInfo &chip);
  int64_t getSharedBytes() const {
    return queries.getBytes() + keys.getBytes() + values.getBytes();
  }
  void open(const AttentionParts &parts);
  void locate();
  void startLoads();
  /// Waits until all but the last `left` groups of copies are there.
  void waitForLoads(int64_t left);
  SmallVector<Value> multiplyScores();
  /// The thread's scores in its two rows.
  std::array<SmallVector<Value>, 2> finishScores(ArrayRef<Value> sums);
  SmallVector<Value>
  multiplyValues(const std::array<SmallVector<Value>, 2> &weights);
  void storeValues(ArrayRef<Value> sums);
  /// Accumulators that cover `elements` columns, a multiple of two.
  static int64_t countTiles(int64_t elements) {
    return llvm::divideCeil(elements, 2 * kMmaColumns) * 2;
  }

  Attention &attention;
  GemmConfig scoresConfig, valuesConfig;
  int64_t threads;
  KernelFrame scoresFrame, valuesFrame;
  Type type;
  TileLoader queries, keys, values;
  Value tid, lane, warpRow, firstRow;
};
} // namespace

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
                                       const ChipInfo &chip) {
  GemmConfig config;
  config.path = GemmPath::MmaSync;
  config.reason = "scores, weights and values in one kernel";
  config.stages = 1;
  config.warpsN = 1;
  config.warpsM = kMostWarps;
  auto blocks = [&] {
    return attention.batch *
           llvm::divideCeilSigned(attention.rows, kMmaRows * config.warpsM);
  };
  while (config.warpsM > 1 && (blocks() < chip.processors ||
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

AttentionEmitter::AttentionEmitter(Attention &attention, const ChipInfo &chip)
    : attention(attention),
      scoresConfig(withTile(
          configure(attention, chip), llvm::alignTo(attention.keys, kMmaRows),
          roundRow(attention.scores->getExtent(attention.scores->k)))),
      valuesConfig(
          withTile(scoresConfig,
                   roundRow(attention.values->getExtent(attention.values->n)),
                   llvm::alignTo(attention.keys, kMmaRows))),
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
  int64_t width = attention.values->getExtent(attention.values->n);
  int64_t accumulators = 4 * (countTiles(attention.keys) + countTiles(width));
  if (accumulators > kMostAccumulators)
    return llvm::formatv("{0} keys and values of {1} elements need {2} "
                         "accumulators a thread, expected {3} at most",
                         attention.keys, width, accumulators, kMostAccumulators)
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

/// Queries and keys first; values arrive while scores are computed.
void AttentionEmitter::startLoads() {
  KernelBuilder &b = scoresFrame.b;
  queries.prepare(tid, firstRow);
  keys.prepare(tid, b.c(0));
  queries.start(b.c(0), b.c(0));
  keys.start(b.c(0), b.c(queries.getBytes()));
  NVVM::CpAsyncCommitGroupOp::create(b);
  handOver(scoresFrame, valuesFrame);
  KernelBuilder &v = valuesFrame.b;
  values.prepare(tid, v.c(0));
  values.start(v.c(0), v.c(queries.getBytes() + keys.getBytes()));
  NVVM::CpAsyncCommitGroupOp::create(v);
  handOver(valuesFrame, scoresFrame);
}

void AttentionEmitter::waitForLoads(int64_t left) {
  NVVM::CpAsyncWaitGroupOp::create(scoresFrame.b, left);
  NVVM::BarrierOp::create(scoresFrame.b);
}

static SmallVector<Value> makeZeros(KernelBuilder &b, int64_t tiles) {
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  return SmallVector<Value>(4 * tiles, zero);
}

SmallVector<Value> AttentionEmitter::multiplyScores() {
  KernelBuilder &b = scoresFrame.b;
  MmaSync mma(scoresFrame, type);
  int64_t steps = llvm::divideCeil(
      attention.scores->getExtent(attention.scores->k), mma.getDepth());
  int64_t tiles = countTiles(attention.keys);
  SmallVector<Value> sums = makeZeros(b, tiles);
  SmallVector<SmallVector<Value>> rows;
  for (int64_t step = 0; step < steps; ++step)
    rows.push_back(mma.loadLhs(queries, lane, b.c(0), warpRow, 0, step));
  for (int64_t tile = 0; tile < tiles; tile += 2)
    for (int64_t step = 0; step < steps; ++step) {
      SmallVector<Value> pair =
          mma.loadRhs(keys, lane, b.c(queries.getBytes()), b.c(0), tile, step);
      for (int64_t side : {0, 1})
        mma.multiply(rows[step], ValueRange(pair).slice(2 * side, 2),
                     MutableArrayRef(sums).slice(4 * (tile + side), 4));
    }
  return sums;
}

std::array<SmallVector<Value>, 2>
AttentionEmitter::finishScores(ArrayRef<Value> sums) {
  KernelBuilder &b = scoresFrame.b;
  Epilogue epilogue(scoresFrame);
  Value row = b.add(b.add(firstRow, warpRow), b.div(lane, 4));
  Value column = b.mul(b.rem(lane, 4), 2);
  for (int64_t i : {0, 1})
    epilogue.addRow(b.add(row, 8 * i),
                    attention.rows % scoresConfig.tileM != 0);
  std::array<SmallVector<Value>, 2> scores;
  int64_t tiles = llvm::divideCeil(attention.keys, kMmaColumns);
  for (int64_t tile = 0; tile < tiles; ++tile) {
    unsigned pair = epilogue.addColumns(b.add(column, tile * kMmaColumns),
                                        attention.keys % kMmaColumns != 0);
    for (int64_t i : {0, 1}) {
      const Value *own = &sums[4 * tile + 2 * i];
      llvm::append_range(scores[i],
                         epilogue.compute(i, pair, {own[0], own[1]}).front());
    }
  }
  return scores;
}

SmallVector<Value> AttentionEmitter::multiplyValues(
    const std::array<SmallVector<Value>, 2> &weights) {
  KernelBuilder &b = valuesFrame.b;
  MmaSync mma(valuesFrame, type);
  int64_t tiles = countTiles(attention.values->getExtent(attention.values->n));
  SmallVector<Value> sums = makeZeros(b, tiles);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  auto packed = [&](int64_t row, size_t first) {
    return first < weights[row].size()
               ? mma.pack(weights[row][first], weights[row][first + 1])
               : mma.pack(zero, zero);
  };
  Value slot = b.c(queries.getBytes() + keys.getBytes());
  int64_t steps = llvm::divideCeil(attention.keys, mma.getDepth());
  for (int64_t step = 0; step < steps; ++step) {
    // Four elements of a row are two of each half of K.
    SmallVector<Value> rows{packed(0, 4 * step), packed(1, 4 * step),
                            packed(0, 4 * step + 2), packed(1, 4 * step + 2)};
    for (int64_t tile = 0; tile < tiles; tile += 2) {
      SmallVector<Value> pair =
          mma.loadRhs(values, lane, slot, b.c(0), tile, step);
      for (int64_t side : {0, 1})
        mma.multiply(rows, ValueRange(pair).slice(2 * side, 2),
                     MutableArrayRef(sums).slice(4 * (tile + side), 4));
    }
  }
  return sums;
}

void AttentionEmitter::storeValues(ArrayRef<Value> sums) {
  KernelBuilder &b = valuesFrame.b;
  int64_t width = attention.values->getExtent(attention.values->n);
  Epilogue epilogue(valuesFrame);
  Value row = b.add(b.add(firstRow, warpRow), b.div(lane, 4));
  Value column = b.mul(b.rem(lane, 4), 2);
  for (int64_t i : {0, 1})
    epilogue.addRow(b.add(row, 8 * i),
                    attention.rows % valuesConfig.tileM != 0);
  for (int64_t tile = 0; tile < llvm::divideCeilSigned(width, kMmaColumns);
       ++tile) {
    unsigned pair = epilogue.addColumns(b.add(column, tile * kMmaColumns),
                                        width % kMmaColumns != 0);
    for (int64_t i : {0, 1}) {
      const Value *own = &sums[4 * tile + 2 * i];
      epilogue.store(i, pair, epilogue.compute(i, pair, {own[0], own[1]}));
    }
  }
}

gpu::GPUModuleOp AttentionEmitter::emit(const AttentionParts &parts,
                                        AttentionRowEmitter emitRow) {
  open(parts);
  locate();
  startLoads();
  waitForLoads(1);
  KernelBuilder &b = scoresFrame.b;
  std::array<SmallVector<Value>, 2> weights = finishScores(multiplyScores());
  Value row = b.add(b.add(firstRow, warpRow), b.div(lane, 4));
  Value batch = b.mul(scoresFrame.getBatch(), attention.rows);
  for (int64_t i : {0, 1}) {
    Value inside = b.min(b.add(row, 8 * i), b.c(attention.rows - 1));
    AttentionRow held{b, scoresFrame.getFunction(), b.add(batch, inside),
                      b.rem(lane, 4), std::move(weights[i])};
    if (failed(emitRow(held))) {
      scoresFrame.getModule().erase();
      return {};
    }
    weights[i] = std::move(held.elements);
  }
  waitForLoads(0);
  handOver(scoresFrame, valuesFrame);
  storeValues(multiplyValues(weights));
  handOver(valuesFrame, scoresFrame);
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

/// What the two functions are; the reason where they are no attention.
static std::optional<std::string> match(const AttentionParts &parts,
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
    if (failed(matched))
      return reason;
    *place = std::move(*matched);
    if (auto why = whyNoTensorCore(**place, /*allowTf32=*/false))
      return why;
  }
  const Contraction &scores = *attention.scores, &values = *attention.values;
  attention.batch = scores.getExtent(scores.batch);
  attention.rows = scores.getExtent(scores.m);
  attention.keys = scores.getExtent(scores.n);
  Type type = scores.lhs->computeType;
  const Access *weights = values.lhs->access ? &*values.lhs->access : nullptr;
  if (type.getIntOrFloatBitWidth() != 16 || !isPlain(*scores.lhs, type) ||
      !isPlain(*scores.rhs, type) || !isPlain(*values.lhs, type) ||
      !isPlain(*values.rhs, type))
    return "operands of 16 bits are not read as they lie in memory";
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

std::optional<std::string>
mlir::amp::whyNoAttention(const AttentionParts &parts) {
  Attention attention;
  if (auto why = match(parts, attention))
    return why;
  // The tile of a chip with fewer multiprocessors is larger.
  return AttentionEmitter(attention, *ChipInfo::lookup("sm_86")).whyBad();
}

FailureOr<gpu::GPUModuleOp> mlir::amp::emitAttentionKernel(
    const AttentionParts &parts, const ChipInfo &chip,
    AttentionRowEmitter emitRow, SmallVectorImpl<DictionaryAttr> &audits) {
  Attention attention;
  func::FuncOp kernel = parts.kernel;
  std::optional<std::string> why = match(parts, attention);
  if (why)
    return kernel.emitError("cannot be one kernel: ") << *why;
  AttentionEmitter emitter(attention, chip);
  if ((why = emitter.whyBad()))
    return kernel.emitError("cannot be one kernel: ") << *why;
  gpu::GPUModuleOp emitted = emitter.emit(parts, emitRow);
  if (!emitted)
    return failure();
  emitter.addAudits(audits);
  return emitted;
}
