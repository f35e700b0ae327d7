//===- Attention.h - Two products and the rows between them -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ATTENTION_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ATTENTION_H

#include "AmpDialect/Conversion/ToNVVM/ChipInfo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::cuda {

/// A product, the rows that one kernel makes of its result alone, and a product
/// of those become one launch where a thread has room for what it holds of a
/// row: a call of a kernel whose body is the three calls. `blocks` are those of
/// host code.
void fuseAttention(ModuleOp module, ArrayRef<Block *> blocks);

/// Whether the body of `kernel` is such calls.
bool isAttention(func::FuncOp kernel);

/// Emits a kernel of which `isAttention` holds, with an entry of the audit for
/// each product.
FailureOr<gpu::GPUModuleOp>
emitAttention(func::FuncOp kernel, const ChipInfo &chip,
              SmallVectorImpl<DictionaryAttr> &audits);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ATTENTION_H
