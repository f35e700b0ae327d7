//===- TmaOperand.h - Buffers that TMA can address --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_TMAOPERAND_H
#define AMP_LIB_CONVERSION_TONVVM_TMAOPERAND_H

#include "Contraction.h"
#include "KernelFrame.h"
#include "Wgmma.h"

namespace mlir::amp {

/// Elements of K in a tile's row.
inline int64_t getWgmmaTileK(Type type) {
  return 8 * kWgmmaRowBytes / type.getIntOrFloatBitWidth();
}

/// A buffer as a tensor map: its contiguous loop, its other loop, then batch
/// loops, from the inside out.
struct TmaOperand {
  SmallVector<int64_t> dims;
  SmallVector<int64_t> strides; ///< Bytes, of dims 1 and on.
  bool kMajor = true;           ///< Whether K is contiguous.
  int64_t offset = 0;           ///< Where the contiguous loop starts.

  /// One batch dimension: (flattened batch / inner) % size.
  struct BatchDim {
    int64_t inner, size;
  };
  SmallVector<BatchDim> batch;

  /// The coordinates of the element at `outer` and `k` of a batch.
  SmallVector<Value> locate(KernelBuilder &b, Value flat, Value outer,
                            Value k) const;
  /// The map of boxes of `inner` x `rows` elements of argument `buffer`.
  TensorMap makeMap(unsigned buffer, Type type, int64_t inner,
                    int64_t rows) const;
  /// Appends the coordinates of a batch.
  void addBatch(KernelBuilder &b, Value flat, SmallVectorImpl<Value> &at) const;
};

/// An operand of 8- or 16-bit floats with rows along `outer` and K. Nothing
/// where TMA cannot address it: padding, several strides, or rows that are no
/// multiples of 16 bytes.
std::optional<TmaOperand> getTmaOperand(const Contraction &c,
                                        const Access &access,
                                        ArrayRef<unsigned> outer);

/// Rows of 128 bytes that a tile's right operand takes in shared memory:
/// columns where K is contiguous, and boxes of 64 columns, the last of which
/// may lie halfway in the next tile, where it is not.
int64_t getWgmmaRhsRows(const GemmConfig &config, bool kMajor);

/// Columns of a tile that one TMA store writes: 64, 32 or 16.
int64_t getWgmmaStoreColumns(const GemmConfig &config);

/// Whether an operand that TMA cannot address lies in runs of 16 bytes along K,
/// each inside or outside of the padding as a whole: threads can copy it.
bool isCopiedAlongK(const Contraction &c, const ContractionOperand &operand);

/// The result, where it is a single one of 16-bit floats in rows.
std::optional<TmaOperand> getTmaResult(const Contraction &c);

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_TMAOPERAND_H
