//===- AttentionKernel.h - Attention as one GPU kernel ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_ATTENTIONKERNEL_H
#define AMPDIALECT_CONVERSION_TONVVM_ATTENTIONKERNEL_H

#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::amp {

/// A product whose rows (scores) are turned into rows of weights, which a
/// second product multiplies with values.
struct AttentionParts {
  /// Has the kernel's name, arguments and results, all of them tensors.
  func::FuncOp kernel;
  /// Kernel functions as `emitContractionKernel` takes them. The first returns
  /// the scores, one row behind the other; an argument of the second has the
  /// weights in the same order.
  func::FuncOp scores, values;
  /// For each argument of the two, the kernel's argument that it is; none for
  /// the weights.
  SmallVector<std::optional<unsigned>> scoresArguments, valuesArguments;
};

/// Elements of a row that a thread of four holds. Of each eight successive
/// elements, thread t of a row has elements 2 t and 2 t + 1. There are as many
/// as fill up eights: those behind the row's end mean nothing.
struct AttentionRow {
  /// Where code goes on.
  OpBuilder &builder;
  /// The kernel: a pointer for each argument and result of
  /// `AttentionParts::kernel`.
  LLVM::LLVMFuncOp function;
  /// Which row of all, and which thread of the row: i32.
  Value number, thread;
  SmallVector<Value> elements;
};

/// Turns the scores of a row into its weights, in their place and of the type
/// that the second product multiplies. What it makes of elements behind the
/// row's end must be finite.
using AttentionRowEmitter = llvm::function_ref<LogicalResult(AttentionRow &)>;

/// Why `parts` cannot be one kernel, in words; nothing if they can, on any
/// chip. `kernel` may be missing.
std::optional<std::string> whyNoAttention(const AttentionParts &parts);

/// Emits the kernel, by the contract of `emitContractionKernel`. A warp has 16
/// rows: their scores stay in registers, as accumulators of mma.sync, which are
/// the second product's fragments once they are weights. Both products add an
/// entry to `audits`.
FailureOr<gpu::GPUModuleOp>
emitAttentionKernel(const AttentionParts &parts, const ChipInfo &chip,
                    AttentionRowEmitter emitRow,
                    SmallVectorImpl<DictionaryAttr> &audits);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_ATTENTIONKERNEL_H
