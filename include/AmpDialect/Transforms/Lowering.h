//===- Lowering.h - How lowering begins and ends ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_LOWERING_H
#define AMPDIALECT_TRANSFORMS_LOWERING_H

#include "mlir/IR/Operation.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::amp {

/// Adds the passes that both targets begin with, on a module: tensors are
/// checked to be dense, globals that are never written become constants, and
/// blocks that branch become scf.
void buildPrepareForLowering(OpPassManager &manager);

/// Whether all of `root` is in dialects that are translated to LLVM IR. Else
/// names an op that the passes left behind, rather than a cast round it, at its
/// place, or at `root`'s where it has none.
LogicalResult checkLowered(Operation *root);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_LOWERING_H
