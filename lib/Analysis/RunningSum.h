//===- RunningSum.h - What a loop carries only to update it -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_RUNNINGSUM_H
#define AMPDIALECT_LIB_ANALYSIS_RUNNINGSUM_H

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::amp {

/// The op that makes what `loop` carries on in the place of `carried`, if it
/// alone reads `carried` and nothing else reads what it makes; null if none.
inline Operation *findOnlyUpdate(LoopLikeOpInterface loop,
                                 BlockArgument carried) {
  if (!carried.hasOneUse())
    return nullptr;
  OpOperand *yielded = loop.getTiedLoopYieldedValue(carried);
  Operation *user = *carried.user_begin();
  bool isUpdate = yielded && user->getBlock() == carried.getOwner() &&
                  yielded->get().getDefiningOp() == user &&
                  yielded->get().hasOneUse();
  return isUpdate ? user : nullptr;
}

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_RUNNINGSUM_H
