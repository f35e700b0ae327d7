//===- KernelBuilder.h - The frame of a GPU kernel --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_KERNELBUILDER_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_KERNELBUILDER_H

#include "Combiner.h"
#include "Evaluator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::amp::cuda {

/// Builds one kernel: the gpu.module, the function with its pointers, and the
/// pieces that all kinds of kernels share. Sizes are in threads and blocks.
class KernelBuilder {
public:
  explicit KernelBuilder(func::FuncOp source);
  /// For what `source` computes inside of a kernel that is open at `place`. The
  /// caller maps the arguments.
  KernelBuilder(func::FuncOp source, LLVM::LLVMFuncOp kernel,
                OpBuilder::InsertPoint place);

  /// The number of the thread in its block, of the block in its row of the
  /// grid.
  Value threadId();
  Value blockId();
  Value blockRow();

  /// Runs `body` where `condition` holds; always where it is null.
  void guard(Value condition, function_ref<void()> body);
  Value lessThan(Value a, int64_t b);

  /// Merges `value` over groups of `threads` successive threads (a power of
  /// two, up to 1024) so that each has the result. Through shuffles, and
  /// through shared memory above a warp.
  Value reduceThreads(Value value, const Combiner &combiner, unsigned threads);
  Value combine(const Combiner &combiner, Value a, Value b);

  /// Shared memory for `count` values of a type, as a pointer to the first.
  Value sharedArray(Type elementType, unsigned count);

  /// Writes result `number` of the kernel function.
  void storeResult(unsigned number, const LaneIndex &index,
                   ArrayRef<Value> values);

  /// Ends the kernel. Fails where the evaluator did.
  FailureOr<gpu::GPUModuleOp> finish(ArrayRef<int64_t> grid, int64_t block,
                                     StringRef route);

  func::FuncOp source;
  gpu::GPUModuleOp module;
  LLVM::LLVMFuncOp kernel;
  ImplicitLocOpBuilder builder;
  std::optional<Evaluator> evaluator;
  /// What the function returns, one value a result.
  SmallVector<Value> results;

private:
  Value shuffle(Value value, unsigned distance);
  LLVM::GlobalOp shared;
  unsigned sharedBytes = 0;
};

/// Where a group's loops go: set by the kind of its root.
FailureOr<gpu::GPUModuleOp> emitPointwiseKernel(func::FuncOp kernel);
/// Nothing where no input is read across the result's order.
std::optional<FailureOr<gpu::GPUModuleOp>>
emitTransposeKernel(func::FuncOp kernel);
FailureOr<gpu::GPUModuleOp> emitRowKernel(func::FuncOp kernel,
                                          linalg::GenericOp reduction);
FailureOr<gpu::GPUModuleOp> emitReductionKernel(func::FuncOp kernel,
                                                linalg::LinalgOp root);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_KERNELBUILDER_H
