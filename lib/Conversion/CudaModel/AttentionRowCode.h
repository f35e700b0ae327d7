//===- AttentionRowCode.h - What is between two products --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ATTENTIONROWCODE_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ATTENTIONROWCODE_H

#include "AmpDialect/Conversion/ToNVVM/AttentionKernel.h"
#include "RowEmitter.h"
#include "Softmax.h"

namespace mlir::amp::cuda {

/// Whether the kernel function `rows` makes of the rows of its argument
/// `scores` others of the same length, its only result.
bool makesRows(func::FuncOp rows, unsigned scores);

/// Code for the rows that a kernel function makes of its argument `scores`.
class RowCode : public AttentionRows {
public:
  /// `places`: the kernel's argument that each argument of `rows` is.
  RowCode(func::FuncOp rows, unsigned scores,
          ArrayRef<std::optional<unsigned>> places = {})
      : rows(rows), scores(scores), places(places),
        softmax(matchSoftmax(rows)) {}

  LogicalResult computeWeights(AttentionRow &row) override;
  bool isSoftmax() const override;
  LogicalResult computeLogits(AttentionRow &row) override;
  double getExponentScale() const override;
  Type getPowerType() const override;
  LogicalResult scale(AttentionRow &row, Value total) override;

private:
  /// Runs `emit` with an evaluator of what `rows` computes, the row at hand.
  using Emit = llvm::function_ref<LogicalResult(KernelBuilder &, RowEmitter &,
                                                Value number)>;
  LogicalResult emitIn(AttentionRow &row, bool holds, Emit emit);
  Value evaluateFactor(KernelBuilder &kernel, Value number);

  func::FuncOp rows;
  unsigned scores;
  SmallVector<std::optional<unsigned>> places;
  std::optional<Softmax> softmax;
};

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ATTENTIONROWCODE_H
