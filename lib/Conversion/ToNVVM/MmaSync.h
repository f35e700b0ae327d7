//===- MmaSync.h - One warp's products by mma.sync --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_MMASYNC_H
#define AMP_LIB_CONVERSION_TONVVM_MMASYNC_H

#include "TileLoader.h"

namespace mlir::amp {

/// Rows and columns of one accumulator.
inline constexpr int64_t kMmaRows = 16, kMmaColumns = 8;

/// Takes fragments out of tiles in shared memory and multiplies them. Of an
/// accumulator, lane l holds rows l/4 and l/4 + 8, columns 2 (l%4) and
/// 2 (l%4) + 1 of each: four f32, row by row.
class MmaSync {
public:
  /// For operands of element type `type`.
  MmaSync(KernelFrame &frame, Type type)
      : frame(frame), b(frame.b), type(type) {}

  /// Elements of K that one multiplication takes.
  int64_t getDepth() const { return 256 / type.getIntOrFloatBitWidth(); }

  /// The fragment of rows `first` + 16 `number` and on of the left operand's
  /// tile at byte `slot`, at multiplication `step` along K.
  SmallVector<Value> loadLhs(const TileLoader &tile, Value lane, Value slot,
                             Value first, int64_t number, int64_t step);
  /// Those of columns `first` + 8 `number` and on, and of the eight behind
  /// them, of the right operand's tile: two times two values.
  SmallVector<Value> loadRhs(const TileLoader &tile, Value lane, Value slot,
                             Value first, int64_t number, int64_t step);

  /// Adds a product of two fragments to the four sums of an accumulator.
  void multiply(ValueRange rows, ValueRange columns,
                MutableArrayRef<Value> sums);

  /// Two elements that lie side by side along K as a fragment's value.
  Value pack(Value first, Value second);

private:
  SmallVector<Value> loadMatrices(Value address, bool transposed);
  Value loadWord(const TileLoader &tile, Value outer, Value k, Value slot);
  Value toFragment(Value bits);

  KernelFrame &frame;
  KernelBuilder &b;
  Type type;
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_MMASYNC_H
