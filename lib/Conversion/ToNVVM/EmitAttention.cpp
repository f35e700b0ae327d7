//===- EmitAttention.cpp - Two products and the rows between them ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What both instructions' kernels have: where a thread's rows are, their
// epilogues and stores; and which of the two is taken. StreamAttention.cpp has
// the softmax from tile to tile of keys, MmaAttention.cpp and
// WgmmaAttention.cpp the rest.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AttentionEmitter.h"
#include "Emit.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

/// Scores and sums of a thread, of 255 registers.
static constexpr int64_t kMostAccumulators = 160;
/// Blocks of 64 rows that keep half a device busy for as long as a stream of
/// keys takes.
static constexpr int64_t kBusyBlocks = 64, kBusyRows = 64;

AttentionEmitter::AttentionEmitter(Attention &attention, const ChipInfo &chip,
                                   bool streams, GemmConfig scores,
                                   GemmConfig values, int64_t threads)
    : attention(attention), streams(streams), scoresConfig(std::move(scores)),
      valuesConfig(std::move(values)), threads(threads),
      scoresFrame(*attention.scores, scoresConfig, chip),
      valuesFrame(*attention.values, valuesConfig, chip),
      type(attention.scores->lhs->computeType) {}

std::optional<std::string> AttentionEmitter::whyTooManySums() const {
  int64_t accumulators =
      4 * (countColumns(scoresConfig.tileN) + countColumns(attention.width));
  if (accumulators <= kMostAccumulators)
    return std::nullopt;
  return llvm::formatv("{0} keys and values of {1} elements need {2} "
                       "accumulators a thread, expected {3} at most",
                       scoresConfig.tileN, attention.width, accumulators,
                       kMostAccumulators)
      .str();
}

std::optional<std::string> AttentionEmitter::whyTooFewBlocks() const {
  int64_t blocks = attention.batch * (attention.rows / kBusyRows);
  if (attention.keys <= kFewKeys || blocks >= kBusyBlocks)
    return std::nullopt;
  return llvm::formatv("{0} blocks of {1} rows, expected {2}", blocks,
                       kBusyRows, kBusyBlocks)
      .str();
}

void AttentionEmitter::addAudits(
    SmallVectorImpl<DictionaryAttr> &audits) const {
  audits.push_back(getTensorCoreAttribute(*attention.scores, scoresFrame.chip,
                                          scoresConfig));
  audits.push_back(getTensorCoreAttribute(*attention.values, valuesFrame.chip,
                                          valuesConfig));
}

/// Lets `to` go on where `from` stands.
void mlir::amp::handOver(KernelFrame &from, KernelFrame &to) {
  to.b.restoreInsertionPoint(from.b.saveInsertionPoint());
}

/// Opens the kernel, for both products.
void AttentionEmitter::open(const AttentionParts &parts) {
  Launch &launch = scoresFrame.launch;
  launch.grid[0] = countTiles();
  launch.block[0] = threads;
  setLaunch(parts, launch);
  func::FuncOp kernel = parts.kernel;
  scoresFrame.open(kernel);
  SmallVector<Value> all = scoresFrame.parameters;
  size_t buffers = all.size() - launch.tensorMaps.size();
  maps.assign(all.begin() + buffers, all.end());
  all.truncate(buffers);
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

void AttentionEmitter::locateThread() {
  KernelBuilder &b = scoresFrame.b;
  tid = NVVM::ThreadIdXOp::create(b, b.getI32Type());
  lane = b.rem(tid, 32);
  warpRow = b.mul(b.div(tid, 32), kMmaRows);
}

void AttentionEmitter::locateTile(Value number) {
  KernelBuilder &b = scoresFrame.b;
  int64_t tiles = llvm::divideCeil(attention.rows, scoresConfig.tileM);
  firstRow = b.mul(scoresFrame.splitTile(number, tiles), scoresConfig.tileM);
  valuesFrame.setBatch(scoresFrame.getBatch());
}

SmallVector<Value> AttentionEmitter::makeZeros(int64_t tiles) {
  KernelBuilder &b = scoresFrame.b;
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  return SmallVector<Value>(4 * tiles, zero);
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
  int64_t covered = std::min(scoresConfig.tileN, attention.keys);
  bool ragged =
      attention.keys % (streams ? scoresConfig.tileN : kMmaColumns) != 0;
  forEachPair(epilogue, b, column, covered, ragged, sums,
              [&](int64_t which, unsigned, ArrayRef<Pair> results) {
                llvm::append_range(scores[which], results.front());
              });
  return scores;
}

SmallVector<Value> AttentionEmitter::packWeights(KernelFrame &frame,
                                                 const Rows &weights,
                                                 int64_t step) const {
  MmaSync mma(frame, type);
  auto packed = [&](int64_t row, size_t first) {
    if (first < weights[row].size())
      return mma.pack(weights[row][first], weights[row][first + 1]);
    Value zero = arith::ConstantOp::create(frame.b, frame.b.getZeroAttr(type));
    return mma.pack(zero, zero);
  };
  // Four elements of a row are two of each half of K.
  return {packed(0, 4 * step), packed(1, 4 * step), packed(0, 4 * step + 2),
          packed(1, 4 * step + 2)};
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

FailureOr<AttentionEmitter::Rows> AttentionEmitter::weigh(
    ArrayRef<Value> scores, Value first,
    llvm::function_ref<LogicalResult(AttentionRow &, int64_t)> compute) {
  Rows weights = finishScores(scores, first);
  for (int64_t which : {0, 1}) {
    AttentionRow row = describeRow(which, first, std::move(weights[which]));
    if (failed(compute(row, which)))
      return failure();
    weights[which] = std::move(row.elements);
  }
  return weights;
}

gpu::GPUModuleOp AttentionEmitter::emit(const AttentionParts &parts,
                                        AttentionRows &rows) {
  open(parts);
  locateThread();
  if (failed(emitBody(rows))) {
    scoresFrame.getModule().erase();
    return {};
  }
  gpu::GPUModuleOp emitted = scoresFrame.close();
  polish(emitted);
  return emitted;
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

/// The best kernel on a chip; null, with the reason, where there is none.
static std::unique_ptr<AttentionEmitter>
choose(Attention &attention, const ChipInfo &chip, const AttentionRows &rows,
       std::optional<std::string> &why) {
  Type type = attention.scores->lhs->computeType;
  bool canStream = rows.isSoftmax() &&
                   (rows.getPowerType().isF32() || rows.getPowerType() == type);
  for (bool streams : {true, false}) {
    if (streams && !canStream)
      continue;
    if (streams && chip.hasWgmma) {
      auto emitter = makeWgmmaAttention(attention, chip);
      why = emitter->whyBad();
      if (!why)
        return emitter;
    }
    auto emitter = makeMmaAttention(attention, chip, streams);
    why = emitter->whyBad();
    if (!why)
      return emitter;
  }
  return nullptr;
}

std::optional<std::string>
mlir::amp::whyNoAttention(const AttentionParts &parts,
                          const AttentionRows &rows) {
  Attention attention;
  std::optional<std::string> why = match(parts, attention);
  if (why)
    return why;
  // Every chip has tiles that are no larger.
  ChipInfo chip = *ChipInfo::lookup("sm_86");
  chip.processors = 1;
  choose(attention, chip, rows, why);
  return why;
}

FailureOr<gpu::GPUModuleOp>
mlir::amp::emitAttentionKernel(const AttentionParts &parts,
                               const ChipInfo &chip, AttentionRows &rows,
                               SmallVectorImpl<DictionaryAttr> &audits) {
  Attention attention;
  func::FuncOp kernel = parts.kernel;
  std::optional<std::string> why = match(parts, attention);
  std::unique_ptr<AttentionEmitter> emitter;
  if (!why)
    emitter = choose(attention, chip, rows, why);
  if (!emitter)
    return kernel.emitError("cannot be one kernel: ") << *why;
  gpu::GPUModuleOp emitted = emitter->emit(parts, rows);
  if (!emitted)
    return failure();
  emitter->addAudits(audits);
  return emitted;
}
