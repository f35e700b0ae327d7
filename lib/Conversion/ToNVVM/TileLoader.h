//===- TileLoader.h - Tiles of an operand to shared memory ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_TILELOADER_H
#define AMP_LIB_CONVERSION_TONVVM_TILELOADER_H

#include "KernelFrame.h"

namespace mlir::amp {

/// Scalars of a program at one point, for operands that are computed while they
/// are loaded. `value` gives a form's value as i32.
Value emitScalar(KernelFrame &frame, const ElementProgram &program,
                 ScalarRef element,
                 llvm::function_ref<Value(const LinearForm &)> value);

/// Moves tiles of one operand from global to shared memory. A tile is an array
/// of rows of `type`; its 16-byte chunks are permuted within a row so that
/// ldmatrix meets no bank twice.
class TileLoader {
public:
  /// `outer`: the operand's M or N loops. `tileOuter` x `tileK` elements are
  /// moved by `threads` threads.
  TileLoader(KernelFrame &frame, const ContractionOperand &operand,
             ArrayRef<unsigned> outer, int64_t tileOuter, int64_t tileK,
             Type type, int64_t threads);

  int64_t getBytes() const { return rows * cols * elementBytes; }
  /// Whether a row runs along K (else along the outer loops).
  bool isKMajor() const { return kMajor; }
  /// Whether cp.async moves the tile; else registers do.
  bool isAsync() const { return width > 0; }
  /// What one thread moves at once, in elements of memory: 1 for a gather.
  int64_t getWidth() const { return width; }
  int64_t getRowBytes() const { return cols * elementBytes; }

  /// What the XOR of a row's chunks is, for a row of that number.
  Value getSwizzle(Value row) const;
  /// Byte offset of chunk `chunk` of row `row`, whose swizzle is known.
  Value getChunkOffset(Value row, Value chunk, Value swizzle) const;

  /// Computes what does not change along K. `first` is the tile's first outer
  /// index.
  void prepare(Value tid, Value first);
  /// Starts moving the tile at K index `k` to byte `slot` of shared memory.
  /// Returns registers for `finish` where the copy is not asynchronous.
  SmallVector<Value> start(Value k, Value slot);
  void finish(Value slot, ValueRange registers);

private:
  struct Piece {
    Value active;      ///< Null for always.
    Value row, column; ///< In the tile, in elements.
    Value offset;      ///< Part of the outer loops (K-major).
    SmallVector<Value> guards;
    Value sharedOffset; ///< Bytes.
  };
  Value getOuter(Value first, Value offset) const;
  void startAsync(const Piece &piece, Value k, Value slot);
  Value gather(const Piece &piece, Value k);
  Value gatherElement(Value outer, Value k);
  /// The condition that `k` is inside and all guards hold, and the offset.
  Value getCondition(Value k, ArrayRef<Value> outerGuards);

  KernelFrame &frame;
  KernelBuilder &b;
  const ContractionOperand &operand;
  ArrayRef<unsigned> outer;
  int64_t outerExtent, kExtent, tileOuter, tileK, threads;
  Type type;
  int64_t elementBytes, chunkElements;
  bool kMajor = true;
  int64_t width = 0;
  int64_t rows, cols;
  Value base, firstOuter;
  SmallVector<Piece> pieces;
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_TILELOADER_H
