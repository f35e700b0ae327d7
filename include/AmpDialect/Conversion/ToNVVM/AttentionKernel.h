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
  /// Which row of all, which thread of the row, and the key of the first eight
  /// elements: i32.
  Value number, thread, firstKey;
  SmallVector<Value> elements;
};

/// The code between the two products of an attention.
class AttentionRows {
public:
  virtual ~AttentionRows() = default;

  /// Turns the scores of a whole row into its weights, in their place and of
  /// the type that the second product multiplies. Those behind the row's end
  /// must be finite.
  virtual LogicalResult computeWeights(AttentionRow &row) = 0;

  /// Whether weights are powers of the row's logits, by its largest, as shares
  /// of their sum. Then rows can be taken in pieces, which the rest is for.
  virtual bool isSoftmax() const = 0;
  /// Turns scores of some keys into logits, f32; -inf behind the row's end.
  virtual LogicalResult computeLogits(AttentionRow &row) = 0;
  /// The logarithm to base two of what logits are exponents of.
  virtual double getExponentScale() const = 0;
  /// The type that powers are rounded to before they are summed up, in f32.
  virtual Type getPowerType() const = 0;
  /// Turns what the powers of a row come to by the second product into what
  /// weights come to, both f32; `total` is the sum of powers.
  virtual LogicalResult scale(AttentionRow &row, Value total) = 0;
};

/// Why `parts` cannot be one kernel, in words; nothing if they can, on any
/// chip. `kernel` may be missing.
std::optional<std::string> whyNoAttention(const AttentionParts &parts,
                                          const AttentionRows &rows);

/// Emits the kernel, by the contract of `emitContractionKernel`. A warp has 16
/// rows, whose scores stay in registers, as accumulators of mma.sync or wgmma,
/// which are the second product's left operand once they are weights. A softmax
/// goes from tile to tile of keys, where those do, and scales what it has when
/// a larger logit comes (Milakov and Gimelshein, "Online normalizer calculation
/// for softmax"; Dao et al., "FlashAttention"); of other rows all scores are
/// there at once. Both products add an entry to `audits`.
FailureOr<gpu::GPUModuleOp>
emitAttentionKernel(const AttentionParts &parts, const ChipInfo &chip,
                    AttentionRows &rows,
                    SmallVectorImpl<DictionaryAttr> &audits);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_ATTENTIONKERNEL_H
