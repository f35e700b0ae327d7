//===- Groups.h - Which ops share a kernel ----------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GROUPS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::cuda {

/// What a kernel's loops look like.
enum class GroupKind {
  /// No kernel: the op stays with the host.
  Host,
  /// A contraction or convolution, then elementwise ops on its result.
  Contraction,
  /// Elementwise ops and data movement over one iteration space.
  Pointwise,
  /// As Pointwise, with reductions over the trailing `row` iterations.
  Row,
  /// One reduction over other loops, then elementwise ops on its result.
  Reduction,
};

/// Ops that become one kernel, in program order.
struct Group {
  GroupKind kind = GroupKind::Host;
  SmallVector<Operation *> ops;
  /// Elements of the iteration space; of the result for Contraction and
  /// Reduction.
  int64_t volume = 1;
  /// Elements of a row (Row only).
  int64_t row = 1;
};

/// The most ops of one kernel: bounds the emitter's depth and the registers.
constexpr unsigned kMaxGroupOps = 48;

/// An op that computes each element of its result from elements of its
/// operands: parallel linalg.generic, slice, insert, concat, pad, reverse.
bool isPointwiseOp(Operation *op);

/// Loops of a linalg op, shape of the result of any other.
SmallVector<int64_t> getIterationShape(Operation *op);

/// For an op with a reduction over trailing loops and a result that runs
/// through the others, whose partial results can be merged: the number of
/// elements reduced. Else nothing.
std::optional<int64_t> getTrailingReduction(Operation *op);

/// Whether the parallel loops of `op` are as many as `init` has elements: with
/// a map of loops alone, each element is written once.
bool writesEachElement(linalg::LinalgOp op, OpOperand &init);

/// Sorts the ops of a block into groups. The returned order is topological, and
/// program order where it is free.
SmallVector<Group> formGroups(Block &block);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GROUPS_H
