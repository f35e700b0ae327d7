//===- ConvLayout.h - Channels last round convolutions ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_CONVLAYOUT_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_CONVLAYOUT_H

#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::cuda {

/// Multiply-adds that tensor cores do while memory moves a byte: 395 T/s at
/// 4.8 TB/s, the H200's peaks. Costs are in such units, to stay whole numbers.
constexpr int64_t kProductsPerByte = 82;
/// What a multiply-add costs above that: a gathering kernel is taken to run at
/// a fifth of the peak, one that copies short runs by mma.sync at five eighths.
/// Estimates: no device was at hand.
constexpr int64_t kGatherPenalty = 4;
constexpr int64_t kShortRunPenaltyTenths = 6;

/// Whether a convolution reads runs of 8 bytes along the columns of its window
/// with channels where they are: patches of a picture, say.
bool readsColumnRuns(linalg::LinalgOp op);

/// How one op is written anew.
struct LayoutChoice {
  /// Whether the tensors that it reads, and those that it writes, have their
  /// channels last. A convolution may have one without the other.
  bool reads = false, writes = false;
  /// The loops over input and output channels; one and the same where channels
  /// pass through. Dimension of all tensors for an op without loops.
  unsigned readLoop = 0, writeLoop = 0;
};

/// What is worth a change in a block.
struct LayoutPlan {
  /// The dimension that goes behind all others where a tensor has its channels
  /// last. Tensors without an entry stay as they are.
  llvm::DenseMap<Value, int64_t> channels;
  /// In program order, only ops that change.
  llvm::MapVector<Operation *, LayoutChoice> choices;
};

/// Chooses the layouts of a block's tensors by a minimum cut over bytes. Under
/// ConvLayout::Last every convolution that could gain reads channels last.
LayoutPlan planLayouts(Block &block, ConvLayout mode);

/// Writes the ops of a plan anew, with transposes where layouts meet.
void applyLayouts(Block &block, const LayoutPlan &plan);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_CONVLAYOUT_H
