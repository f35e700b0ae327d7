//===- AmpTransformOps.h - Transform dialect extension ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMOPS_AMPTRANSFORMOPS_H
#define AMPDIALECT_TRANSFORMOPS_AMPTRANSFORMOPS_H

#include "AmpDialect/IR/AmpDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir {
class DialectRegistry;
}

#define GET_OP_CLASSES
#include "AmpDialect/TransformOps/AmpTransformOps.h.inc"

namespace mlir::amp {

/// Adds `transform.amp.*` to the transform dialect.
void registerTransformDialectExtension(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMOPS_AMPTRANSFORMOPS_H
