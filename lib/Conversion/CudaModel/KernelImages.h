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

/// Emits a kernel for each `amp.kernel` function of `module` and chip, lowers
/// them and turns them into one `gpu.binary @amp_kernels` with an object a
/// chip. `launches[chip][kernel name]` gets what `amp.launch` says. The
/// functions stay; on failure, diagnosed, no gpu op is left.
LogicalResult buildKernelImages(
    ModuleOp module, const ToNVVMOptions &options,
    llvm::SmallVectorImpl<llvm::StringMap<DictionaryAttr>> &launches);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_KERNELIMAGES_H
