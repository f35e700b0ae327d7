//===- LoopNest.h - A linalg op as loops over strided data ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On memrefs with static strides every operand of a linalg op is a pointer and
// a stride for each loop. Loops can then be swapped and merged by looking at
// numbers alone.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_LOOPNEST_H
#define AMP_CONVERSION_TOCPU_LOOPNEST_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::cpu {

/// One loop.
struct NestLoop {
  int64_t extent;
  bool reduction;
  /// The loop of the op; meaningless once loops were merged.
  unsigned dim;
};

/// One operand: the element at sum(strides[i] * loop i) + offset from the
/// first.
struct NestOperand {
  Value value;
  /// Neither strides nor a pointer: the value itself.
  bool scalar;
  bool output;
  int64_t offset = 0;
  SmallVector<int64_t> strides;
  /// A scalar that each element counts as before the op; null for what memory
  /// holds.
  Value start;
};

struct LoopNest {
  linalg::GenericOp op;
  SmallVector<NestLoop> loops;
  /// In the order of the op's operands, outputs last; then those of `reader`.
  SmallVector<NestOperand> operands;
  /// An elementwise op that takes each result of `op` as soon as it is there,
  /// as operand number `joined`; null if none.
  linalg::GenericOp reader;
  unsigned joined = 0;

  /// The operands of `op`.
  ArrayRef<NestOperand> getOwnOperands() const;
  /// Product of all extents.
  int64_t countPoints() const;
  /// Ops of the body, its end included.
  int64_t countOps() const;
  /// Puts loop `order[i]` at place i.
  void permute(ArrayRef<unsigned> order);
  /// Merges neighbours of one kind that run through every operand as one loop;
  /// none before place `apart` with one behind it, and none at all where the
  /// body asks for their numbers.
  void mergeLoops(unsigned apart = 0);
  /// Whether the loops reach every element of the buffer that `operand` is.
  bool coversBuffer(const NestOperand &operand) const;
};

/// The nest of `op`, in the order of its loops; fails if an extent, a stride or
/// a subscript is not known or not linear, or an element has no LLVM type.
FailureOr<LoopNest> getLoopNest(linalg::GenericOp op);

/// Marks a view of a model's input; holds its number.
inline constexpr StringLiteral inputAttrName = "model_input";

/// The alloc, global, input or function argument that `memref` is a view of;
/// null if it cannot be told.
Value getBufferRoot(Value memref);

/// Whether writing to `output`, a view of an alloc, changes nothing of those of
/// `others` that are memrefs.
bool isApart(Value output, ValueRange others);

} // namespace mlir::amp::cpu

#endif // AMP_CONVERSION_TOCPU_LOOPNEST_H
