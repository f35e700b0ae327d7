//===- ConvertStub.cpp - Until the conversion is there --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Autocast.h"

__attribute__((weak)) llvm::LogicalResult
mlir::amp::convertToMixedPrecision(ModuleOp module, const AutocastOptions &) {
  return module.emitError() << "the conversion is not built";
}
