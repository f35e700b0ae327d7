//===- KernelFrame.h - What every contraction kernel has --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_KERNELFRAME_H
#define AMP_LIB_CONVERSION_TONVVM_KERNELFRAME_H

#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
#include "AmpDialect/Conversion/ToNVVM/GemmConfig.h"
#include "Contraction.h"
#include "KernelBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::amp {

/// One tensor map that the host encodes for TMA.
struct TensorMap {
  unsigned buffer;
  Type elementType;
  /// Innermost first; strides in bytes of dimensions 1 and on.
  SmallVector<int64_t> dims, strides, box;
  /// Bytes of a row of the box: the swizzle is as wide. In a wider one a device
  /// puts rows elsewhere.
  int64_t getSwizzle() const {
    return box.front() * elementType.getIntOrFloatBitWidth() / 8;
  }
};

/// How the host launches the kernel.
struct Launch {
  int64_t grid[3] = {1, 1, 1};
  int64_t block[3] = {1, 1, 1};
  int64_t cluster = 1;
  int64_t shared = 0;
  SmallVector<TensorMap> tensorMaps;
  /// Blocks of which ptxas shall let a multiprocessor hold as many; nothing to
  /// decide by the configuration.
  std::optional<int32_t> blocksPerProcessor;
};

/// A kernel under construction: its module, function, parameters and launch.
class KernelFrame {
public:
  KernelFrame(Contraction &contraction, const GemmConfig &config,
              const ChipInfo &chip)
      : contraction(contraction), config(config), chip(chip),
        b(contraction.root.getLoc(), contraction.root.getContext()) {}

  Contraction &contraction;
  const GemmConfig &config;
  const ChipInfo &chip;
  KernelBuilder b;
  /// One per argument (a pointer to the buffer, or a scalar as it lies in
  /// memory), one pointer per result, then one per tensor map.
  SmallVector<Value> parameters;
  Launch launch;
  /// What the audit prints.
  DictionaryAttr tensorCore;

  /// Opens module and function; the builder stands in the function after.
  /// `launch` must be complete.
  void open() { open(contraction.kernel); }
  /// The same with the name, the arguments and the results of `source`.
  void open(func::FuncOp source);
  /// Goes on where `other` stands, in its function, with parameters of its own.
  void join(const KernelFrame &other, ArrayRef<Value> parameters);
  /// Closes the function and hands the module over.
  gpu::GPUModuleOp close();

  gpu::GPUModuleOp getModule() const { return gpuModule; }
  LLVM::LLVMFuncOp getFunction() const { return function; }
  /// Start of the dynamic shared memory.
  Value getShared();
  /// Splits blockIdx.x: this block's tile, of `tiles` in a batch, and its
  /// flattened index over the batch loops, for `getBase`.
  Value getTile(int64_t tiles);
  /// The same of tile `number` of all.
  Value splitTile(Value number, int64_t tiles);
  Value getBatch() const { return batch; }
  /// For kernels that walk several batches.
  void setBatch(Value value) { batch = value; }
  /// The pointer to an access's first element in this block's batch.
  Value getBase(const Access &access);

private:
  gpu::GPUModuleOp gpuModule;
  LLVM::LLVMFuncOp function;
  LLVM::GlobalOp shared;
  Value batch;
  /// The source's scalar arguments, which what is cloned names until the end,
  /// and what stands for them.
  SmallVector<std::pair<Value, Value>> scalars;
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_KERNELFRAME_H
