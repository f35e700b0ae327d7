//===- MemoryType.h - Scalars and vectors in GPU memory ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers and parameters of kernels hold whole numbers of bytes. What values
// become there, for kernels of either lowering.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_MEMORYTYPE_H
#define AMPDIALECT_CONVERSION_TONVVM_MEMORYTYPE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::amp {

/// What stands for a scalar, or for the elements of a vector, in the buffers
/// and among the parameters of kernels: floats of 8 bits are i8, an index is
/// i64, integers take the next power of two, 8 bits at least.
Type getMemoryType(Type type);

/// `value` as it lies in memory: of type getMemoryType(value.getType()).
Value toMemory(ImplicitLocOpBuilder &builder, Value value);

/// A value of `type`, made from `value`, which lay in memory.
Value fromMemory(ImplicitLocOpBuilder &builder, Type type, Value value);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_MEMORYTYPE_H
