//===- ContractionKernel.h - Contractions to GPU kernels --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_CONTRACTIONKERNEL_H
#define AMPDIALECT_CONVERSION_TONVVM_CONTRACTIONKERNEL_H

#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
#include "AmpDialect/Conversion/ToNVVM/GemmConfig.h"
#include "AmpDialect/Conversion/ToNVVM/GemmTable.h"
#include "AmpDialect/Transforms/Float8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::amp {

/// True if `op` can be the root of a contraction kernel: a linalg op (named or
/// generic) that is a contraction or a convolution by its indexing maps, whose
/// body is a multiply-add. Pooling is none.
bool isContractionRoot(Operation *op);

/// The root of a function with the unit attribute `amp.kernel`: its only op for
/// which `isContractionRoot` holds. Null if there is none.
Operation *findContractionRoot(func::FuncOp kernel);

/// Emits the kernel of one `amp.kernel` function.
///
/// In: a function `@NAME` on statically shaped tensors, dense and row-major,
/// with one contraction or convolution. Its inputs may come through
/// `tensor.pad` with a zero constant. Its init is a fill or constant splat, an
/// elementwise `linalg.broadcast`/generic of arguments, or an argument. After
/// it, single-use elementwise ops (linalg.generic or named elementwise ops with
/// parallel loops and permutation or broadcast maps; arith and math bodies),
/// collapse/expand shapes and casts up to the function's results. tensor.empty
/// and constants are free.
///
/// Out: a `gpu.module @NAME_module` right behind the function, holding one
/// `llvm.func @NAME` with `gpu.kernel` and `nvvm.kernel`. Its parameters are
/// one pointer of address space 1 per function argument, one per result, then
/// one
/// `!llvm.ptr` by value (`llvm.byval` of 16 x i64, 64-byte aligned) per tensor
/// map. Buffers are aligned to 16 bytes. Discardable attributes on it:
///   amp.launch = {grid = array<i64: x, y, z>, block = array<i64: x, y, z>,
///                 cluster = array<i64: x, y, z>, shared = bytes : i64,
///                 tensor_maps = [{buffer = parameter index : i64,
///                   type = element type, dims = array<i64> (innermost first),
///                   strides = array<i64> (bytes, of dims 1..), box =
///                   array<i64>, swizzle = bytes : i64}, ...]}
///   amp.tensor_core = what the audit prints (see docs/gpu.md)
///   amp.gemm_config = the configuration that was used
/// Where `shared` is above 48 KiB the launcher must raise the kernel's limit
/// (CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES). The function itself
/// stays.
///
/// `table` holds what was measured; without it, and for what it does not have,
/// a model of the chip chooses. `override` (or `amp.gemm_config` on the root,
/// which is weaker) replaces the table's choice. Failures are diagnosed on the
/// op at fault and leave no module behind.
FailureOr<gpu::GPUModuleOp>
emitContractionKernel(func::FuncOp kernel, const ChipInfo &chip,
                      const GemmConfig *override = nullptr,
                      const GemmTable *table = nullptr);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_CONTRACTIONKERNEL_H
