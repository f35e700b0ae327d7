//===- PointerViews.h - Bare pointers as memrefs ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_POINTERVIEWS_H
#define AMP_CONVERSION_TOCPU_POINTERVIEWS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// A memref of `type` (static shape, static strides) whose first element, any
/// offset included, lies at `pointer`, an !llvm.ptr.
Value makeMemRef(OpBuilder &builder, Location loc, Value pointer,
                 MemRefType type);

/// The !llvm.ptr to the first element of `memref`, its offset included.
Value getPointer(OpBuilder &builder, Location loc, Value memref);

} // namespace mlir::amp

#endif // AMP_CONVERSION_TOCPU_POINTERVIEWS_H
