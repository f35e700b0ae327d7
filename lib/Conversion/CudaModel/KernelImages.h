//===- KernelImages.h - Emitted kernels to one image a chip -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_KERNELIMAGES_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_KERNELIMAGES_H

#include "AmpDialect/Conversion/CudaModel/CudaModel.h"

namespace mlir::amp::cuda {

/// What the host must know of the kernels for one chip, by name.
struct KernelTable {
  /// What `amp.launch` says.
  llvm::StringMap<DictionaryAttr> launches;
  /// Of kernels of contractions and convolutions: an entry of the tensor-core
  /// audit for each.
  llvm::StringMap<SmallVector<DictionaryAttr>> audits;
};

/// Emits a kernel for each `amp.kernel` function of `module` and chip, lowers
/// them and turns them into one `gpu.binary @amp_kernels` with an object a
/// chip, in the order of `tables`. The functions stay; on failure, diagnosed,
/// no gpu op is left.
LogicalResult buildKernelImages(ModuleOp module, const ToNVVMOptions &options,
                                PipelineRunner run,
                                llvm::SmallVectorImpl<KernelTable> &tables);

/// Appends the passes that bring emitted kernels (llvm, nvvm, scf, arith, math
/// ops) to LLVM and NVVM ops alone.
void buildKernelLowering(OpPassManager &manager);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_KERNELIMAGES_H
