//===- Passes.h - Passes that change precision ------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_PASSES_H
#define AMPDIALECT_TRANSFORMS_PASSES_H

#include "AmpDialect/Analysis/ViewCollapse.h"
#include "AmpDialect/Transforms/AutocastOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {
#define GEN_PASS_DECL
#include "AmpDialect/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_PASSES_H
