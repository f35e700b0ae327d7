//===- InlinedSize.h - A bound on what inlining makes -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_INLINEDSIZE_H
#define AMPDIALECT_TRANSFORMS_INLINEDSIZE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// Fails, after a diagnostic at the call that goes too far, where a function of
/// `module` has more than a million ops once its calls are inlined: each level
/// of functions that call the one below twice doubles them. Calls of a function
/// by itself, which stay, count as one op.
LogicalResult checkInlinedSize(ModuleOp module);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_INLINEDSIZE_H
