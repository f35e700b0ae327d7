//===- AttentionEmitter.h - What both kernels of attention have -*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_ATTENTIONEMITTER_H
#define AMP_LIB_CONVERSION_TONVVM_ATTENTIONEMITTER_H

#include "AmpDialect/Conversion/ToNVVM/AttentionKernel.h"
#include "Epilogue.h"
#include "MmaSync.h"

namespace mlir::amp {

/// The two products, and their sizes.
struct Attention {
  std::unique_ptr<Contraction> scores, values;
  int64_t batch, rows, keys, depth, width;
};

/// Emits a kernel of attention: all keys of a batch at once, whose scores stay
/// in registers, or tile after tile of them (`streams`).
class AttentionEmitter {
public:
  AttentionEmitter(Attention &attention, const ChipInfo &chip, bool streams);

  /// Why the tiles do not do, in words.
  std::optional<std::string> whyBad() const;
  /// Null where the rows fail.
  gpu::GPUModuleOp emit(const AttentionParts &parts, AttentionRows &rows);
  void addAudits(SmallVectorImpl<DictionaryAttr> &audits) const;

private:
  /// By row of a thread, which has two.
  using Rows = std::array<SmallVector<Value>, 2>;
  /// What a row of a softmax has come to: its largest logit, the thread's share
  /// of the sum of powers.
  struct Running {
    Value most, total;
  };

  static GemmConfig configure(const Attention &attention, const ChipInfo &chip,
                              bool streams);
  int64_t getSharedBytes() const {
    return queries.getBytes() + stages * (keys.getBytes() + values.getBytes());
  }
  void open(const AttentionParts &parts);
  void locate();

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
  /// The thread's scores in its two rows, of keys `first` and on.
  Rows finishScores(ArrayRef<Value> sums, Value first);
  /// Adds the product of weights and values to `sums`.
  void multiplyValues(const Rows &weights, Value slot,
                      MutableArrayRef<Value> sums);
  void storeValues(ArrayRef<Value> sums);
  Value getRow(KernelBuilder &b) const;
  void addRows(Epilogue &epilogue, KernelBuilder &b);
  /// What the epilogue makes of two elements, by result of the kernel.
  using Pair = std::array<Value, 2>;
  /// Calls `use` with that of each of the thread's pairs of columns, from
  /// `column` on, in both rows.
  void
  forEachPair(Epilogue &epilogue, KernelBuilder &b, Value column,
              int64_t columns, bool ragged, ArrayRef<Value> sums,
              llvm::function_ref<void(int64_t, unsigned, ArrayRef<Pair>)> use);
  AttentionRow describeRow(int64_t which, Value firstKey,
                           SmallVector<Value> elements);
  SmallVector<Value> makeZeros(int64_t tiles);
  /// Accumulators that cover `elements` columns, a multiple of two.
  static int64_t countTiles(int64_t elements) {
    return llvm::divideCeilSigned(elements, 2 * kMmaColumns) * 2;
  }

  /// All keys at once.
  FailureOr<SmallVector<Value>> emitWhole(AttentionRows &rows);
  /// Tile after tile.
  FailureOr<SmallVector<Value>> emitStream(AttentionRows &rows);
  LogicalResult emitTile(AttentionRows &rows, Value first, Value slot,
                         MutableArrayRef<Value> sums,
                         MutableArrayRef<Running> running);
  LogicalResult advance(AttentionRows &rows, AttentionRow &row,
                        Running &running, MutableArrayRef<Value> sums,
                        int64_t which);
  LogicalResult finishStream(AttentionRows &rows, ArrayRef<Running> running,
                             MutableArrayRef<Value> sums);
  Value mergeThreads(Value value, bool largest);

  Attention &attention;
  /// Slots of the ring of keys and values; keys of a tile.
  int64_t stages, tileKeys;
  GemmConfig scoresConfig, valuesConfig;
  int64_t threads;
  KernelFrame scoresFrame, valuesFrame;
  Type type;
  TileLoader queries, keys, values;
  Value tid, lane, warpRow, firstRow;
  /// Of the warp's queries, by step along K.
  SmallVector<SmallVector<Value>> fragments;
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_ATTENTIONEMITTER_H
