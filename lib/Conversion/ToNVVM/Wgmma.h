//===- Wgmma.h - What kernels by wgmma and TMA are made of ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_WGMMA_H
#define AMP_LIB_CONVERSION_TONVVM_WGMMA_H

#include "KernelBuilder.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::amp {

/// Columns of a box whose columns are contiguous.
inline constexpr int64_t kWgmmaBoxColumns = 64;
/// Bytes of a tile's row: the span of the widest swizzle.
inline constexpr int64_t kWgmmaRowBytes = 128;
/// What one wgmma takes of a row: 16 elements of 16 bits, 32 of 8.
inline constexpr int64_t kWgmmaStepBytes = 32;
/// Rows of one wgmma, by the threads of a warpgroup.
inline constexpr int64_t kWgmmaRows = 64, kWarpgroupThreads = 128;

/// What setmaxnreg gives a thread of each of `consumers` warpgroups that
/// compute, and leaves one of the producer's.
struct WarpgroupRegisters {
  int64_t consumers, consumer, producer;
  /// Whether a block starts with as many, 65536 in steps of 8 a thread: a
  /// warpgroup that asks for more than others gave back waits forever.
  constexpr bool fits() const {
    int64_t atEntry = 65536 / ((consumers + 1) * kWarpgroupThreads) / 8 * 8;
    return consumers * consumer + producer <= (consumers + 1) * atEntry;
  }
};

/// A matrix descriptor of what lies `offset` bytes behind `shared`, i64:
/// address, leading and stride offsets in 16 bytes, 128-byte swizzle. Eight
/// rows lie behind each other.
Value makeWgmmaDescriptor(KernelBuilder &b, Value shared, Value offset,
                          int64_t leading);
/// `count` f32 of a thread, as wgmma makes them.
LLVM::LLVMStructType getWgmmaSumType(MLIRContext *context, int64_t count);

/// What of one wgmma stays the same from step to step.
struct WgmmaShape {
  /// Columns, and K of one wgmma.
  int64_t columns, depth;
  Type lhs, rhs;
  bool isRhsKMajor;
};
/// Starts one wgmma of two descriptors on `sums`, which count only where it
/// `adds`.
Value startWgmma(KernelBuilder &b, const WgmmaShape &shape, Value sums,
                 Value left, Value right, bool adds);

void prefetchTensorMap(KernelBuilder &b, Value map);
void initBarrier(KernelBuilder &b, Value mbarrier, int64_t count);
/// Waits until an mbarrier in shared memory has left the phase of that parity.
void waitForPhase(KernelBuilder &b, Value mbarrier, Value parity);
/// One arrival at an mbarrier.
void arriveAt(KernelBuilder &b, Value mbarrier);
/// One arrival, which also announces `bytes` of copies.
void expectBytes(KernelBuilder &b, Value mbarrier, int64_t bytes);
/// The warp's number in its block, known to ptxas as the same for all lanes.
Value getUniformWarp(KernelBuilder &b, Value tid);

/// The position in a ring of slots with mbarriers.
struct Ring {
  Value slot, phase;
};

/// The next position in a ring of `stages` slots.
Ring advanceRing(KernelBuilder &b, Ring at, int64_t stages);

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_WGMMA_H
