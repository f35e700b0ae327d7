//===- AttentionEmitter.h - What all kernels of attention have --*- C++ -*-===//
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

/// Keys whose stream does not need blocks to keep a device busy: it is short.
inline constexpr int64_t kFewKeys = 256;

/// The two products, and their sizes.
struct Attention {
  std::unique_ptr<Contraction> scores, values;
  int64_t batch, rows, keys, depth, width;
};

/// Emits a kernel of attention: a softmax, tile after tile of keys (`streams`),
/// or anything else of all keys of a batch at once, whose scores stay in
/// registers. Here is what a thread
/// does with its accumulators: of 16 rows a warp, it has two, as mma.sync and
/// wgmma have them. How they come about is for those derived from it.
class AttentionEmitter {
public:
  virtual ~AttentionEmitter() = default;

  /// Why the tiles do not do, in words.
  virtual std::optional<std::string> whyBad() const = 0;
  /// Null where the rows fail.
  gpu::GPUModuleOp emit(const AttentionParts &parts, AttentionRows &rows);
  void addAudits(SmallVectorImpl<DictionaryAttr> &audits) const;

protected:
  /// By row of a thread, which has two.
  using Rows = std::array<SmallVector<Value>, 2>;
  /// What a row of a softmax has come to: its largest logit, the thread's share
  /// of the sum of powers, the exponent by which all of those are off.
  struct Running {
    Value most, total, error;
  };
  /// What a thread carries from tile to tile of keys.
  struct Stream {
    SmallVector<Value> sums;
    std::array<Running, 2> running;
    /// What `sums` are still to be multiplied with, by row.
    std::array<Value, 2> factors;

    SmallVector<Value> pack() const;
    static Stream unpack(ValueRange values);
  };

  /// The configurations are those of scores and values; both have tiles of
  /// `tileM` rows.
  AttentionEmitter(Attention &attention, const ChipInfo &chip, bool streams,
                   GemmConfig scores, GemmConfig values, int64_t threads);

  /// Completes the launch, whose grid and block are there.
  virtual void setLaunch(const AttentionParts &parts, Launch &launch) = 0;
  /// The kernel's body, up to the results' stores.
  virtual LogicalResult emitBody(AttentionRows &rows) = 0;
  /// Goes over the whole kernel.
  virtual void polish(gpu::GPUModuleOp module) {}

  void open(const AttentionParts &parts);
  void locateThread();
  /// Makes tile `number` of all the one at hand: its batch, its first row.
  void locateTile(Value number);
  /// Tiles of rows, in all batches.
  int64_t countTiles() const {
    return attention.batch *
           llvm::divideCeilSigned(attention.rows, scoresConfig.tileM);
  }
  /// The reason where a thread's scores and sums are too many.
  std::optional<std::string> whyTooManySums() const;
  /// The reason where blocks are too few for a stream of keys.
  std::optional<std::string> whyTooFewBlocks() const;

  /// The thread's scores in its two rows, of keys `first` and on.
  Rows finishScores(ArrayRef<Value> sums, Value first);
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
  static int64_t countColumns(int64_t elements) {
    return llvm::divideCeilSigned(elements, 2 * kMmaColumns) * 2;
  }
  /// What the second product multiplies at step `step` along the keys: two
  /// elements of each row, then two of each from the eight behind them.
  SmallVector<Value> packWeights(KernelFrame &frame, const Rows &weights,
                                 int64_t step) const;

  /// What `compute` makes of the thread's scores of keys `first` and on, row by
  /// row.
  FailureOr<Rows>
  weigh(ArrayRef<Value> scores, Value first,
        llvm::function_ref<LogicalResult(AttentionRow &, int64_t)> compute);

  // StreamAttention.cpp
  int64_t countKeyTiles() const {
    return llvm::divideCeilSigned(attention.keys, scoresConfig.tileN);
  }
  Stream startStream();
  /// Turns scores of keys `first` and on into powers, and brings the stream up
  /// to date, but for its sums: those are to be scaled, then to be added to.
  FailureOr<Rows> weighTile(AttentionRows &rows, ArrayRef<Value> scores,
                            Value first, Stream &stream);
  void scaleSums(Stream &stream);
  LogicalResult advance(AttentionRows &rows, AttentionRow &row, Stream &stream,
                        int64_t which);
  /// Scales sums as shares.
  LogicalResult finishStream(AttentionRows &rows, Stream &stream);
  Value mergeThreads(Value value, bool largest);

  Attention &attention;
  bool streams;
  GemmConfig scoresConfig, valuesConfig;
  int64_t threads;
  KernelFrame scoresFrame, valuesFrame;
  /// Of queries, keys and values.
  Type type;
  Value tid, lane, warpRow, firstRow;
  /// The kernel's tensor maps.
  SmallVector<Value> maps;
};

/// Lets `to` go on where `from` stands.
void handOver(KernelFrame &from, KernelFrame &to);

/// mma.sync, fed by cp.async.
std::unique_ptr<AttentionEmitter>
makeMmaAttention(Attention &attention, const ChipInfo &chip, bool streams);
/// A stream by wgmma, fed by TMA, for chips that have both.
std::unique_ptr<AttentionEmitter> makeWgmmaAttention(Attention &attention,
                                                     const ChipInfo &chip);

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_ATTENTIONEMITTER_H
