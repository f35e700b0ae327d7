//===- RowEmitter.h - Code of reductions over rows --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROWEMITTER_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROWEMITTER_H

#include "KernelBuilder.h"

namespace mlir::amp::cuda {

/// How a row is shared among threads.
struct RowShape {
  /// How many there are, and their elements.
  int64_t rows, row;
  /// Elements that a thread takes at once.
  unsigned lanes;
  unsigned threads;
  unsigned rowsPerBlock;
  int64_t chunks;
};

/// T threads hold a row of R elements, chunk after chunk of T * lanes elements.
class RowEmitter {
public:
  RowEmitter(KernelBuilder &kernel, RowShape shape)
      : kernel(kernel), evaluator(*kernel.evaluator), shape(shape) {}
  FailureOr<gpu::GPUModuleOp> emit();

  /// Has row `number` at hand, of which thread `heldBy` of four holds
  /// `elements` of the argument `held`, `first` and on: of each run of eight
  /// successive elements two. Those behind the row's end take no part; the
  /// first `certain` exist.
  void hold(Value heldBy, Value number, Value held, ArrayRef<Value> elements,
            Value first, int64_t certain);
  /// What the kernel computes once a row.
  void emitOps();
  /// The elements of `tensor` where those at hand lie, `outside` (any tensor's
  /// zero if null) behind the row's end.
  FailureOr<SmallVector<Value>> collect(Value tensor, TypedAttr outside = {});

private:
  struct Chunk {
    LaneIndex index;
    /// Whether the thread's elements lie in the row; null if they all do.
    Value inside;
  };

  Chunk chunkAt(Value number, bool last);
  Chunk makeChunk(Value at, bool ragged);
  void forEachChunk(function_ref<void(const Chunk &)> body);
  SmallVector<Value> fold(linalg::GenericOp op, const Combiner &combiner,
                          const Chunk &chunk, SmallVector<Value> sums);
  void emitReduction(linalg::GenericOp op);
  void emitRowOp(linalg::GenericOp op);
  void storeResults();
  bool isOnRows(Value value) const;

  KernelBuilder &kernel;
  Evaluator &evaluator;
  RowShape shape;
  Value thread, row, rowInside;
  SmallVector<Chunk> chunks;
};

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ROWEMITTER_H
