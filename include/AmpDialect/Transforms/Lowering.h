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

/// Adds a pass that has functions of math in f16, bf16 and narrower types be
/// computed in f32, for which upstream's lowerings are made.
void addMathInF32(OpPassManager &manager);

/// Adds a pass that has arithmetic of the float `types`, named as in MLIR,
/// computed in f32 and rounded.
void addArithmeticInF32(OpPassManager &manager, ArrayRef<StringRef> types);

/// Adds passes after which nothing but moves of bf16 is left, for
/// amp-bf16-as-integers behind the conversion to LLVM: LLVM would call libgcc.
void addBF16Expansion(OpPassManager &manager);

/// `loc`, or `otherwise` where it is unknown.
Location getKnownLoc(Location loc, Location otherwise);

/// Whether all of `root` is in dialects that are translated to LLVM IR. Else
/// names an op that the passes left behind, rather than a cast round it, at its
/// place, or at `root`'s where it has none.
LogicalResult checkLowered(Operation *root);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_LOWERING_H
