//===- KernelAttributes.h - Attributes of kernels on the GPU ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_KERNELATTRIBUTES_H
#define AMPDIALECT_IR_KERNELATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::amp {

/// `amp.kernel`: unit, on a function that becomes one GPU kernel.
inline constexpr llvm::StringLiteral kKernelAttrName = "amp.kernel";
/// `amp.processors`: a positive integer on such a function, as how many
/// multiprocessors it is written for: few make a persistent kernel walk tiles.
inline constexpr llvm::StringLiteral kProcessorsAttrName = "amp.processors";
/// `amp.launch`: a dictionary, how an emitted kernel is launched.
inline constexpr llvm::StringLiteral kLaunchAttrName = "amp.launch";
/// `amp.gemm_config`: a dictionary, how a contraction is cut up: wanted, on a
/// contraction, or used, on an emitted kernel.
inline constexpr llvm::StringLiteral kGemmConfigAttrName = "amp.gemm_config";
/// `amp.split`: an integer on a contraction of partial sums: into how many
/// parts its source's K was split.
inline constexpr llvm::StringLiteral kSplitAttrName = "amp.split";
/// `amp.source_sizes`: an array of four integers on a contraction or
/// convolution: its source's batch, M, N and K, where the op multiplies more.
inline constexpr llvm::StringLiteral kSourceSizesAttrName = "amp.source_sizes";
/// `amp.tensor_core`: a dictionary on an emitted kernel, what the tensor-core
/// audit prints.
inline constexpr llvm::StringLiteral kTensorCoreAttrName = "amp.tensor_core";
/// `amp.tensor_cores`: an array on a lowered module, the same for each
/// contraction of the model and each chip.
inline constexpr llvm::StringLiteral kTensorCoresAttrName = "amp.tensor_cores";
/// `amp.unit_products`: an array on a module that is lowered, entries of the
/// audit for contractions over one element: kernels take them for elementwise.
inline constexpr llvm::StringLiteral kUnitProductsAttrName =
    "amp.unit_products";
/// `amp.model`: a dictionary on a lowered module, figures of the model.
inline constexpr llvm::StringLiteral kModelAttrName = "amp.model";

} // namespace mlir::amp

#endif // AMPDIALECT_IR_KERNELATTRIBUTES_H
