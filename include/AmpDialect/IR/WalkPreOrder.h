//===- WalkPreOrder.h - A walk that is compiled into its caller -*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operation::walk calls itself and its visitor, through a pointer, for each op.
// Where a sweep has little to do for most ops, that is a third of its time
// (counted on networks in TOSA).
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_WALKPREORDER_H
#define AMPDIALECT_IR_WALKPREORDER_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// What `root->walk<WalkOrder::PreOrder>(visit)` does, for a `visit` that takes
/// any op, returns a WalkResult and erases none. Recursion is as deep as
/// regions are nested.
template <typename VisitT>
WalkResult walkPreOrder(Operation *root, VisitT &&visit) {
  WalkResult result = visit(root);
  if (result.wasInterrupted() || result.wasSkipped())
    return result.wasSkipped() ? WalkResult::advance() : result;
  for (Region &region : root->getRegions())
    for (Block &block : region)
      for (Operation &op : block) {
        WalkResult inner =
            op.getNumRegions() == 0 ? visit(&op) : walkPreOrder(&op, visit);
        if (inner.wasInterrupted())
          return inner;
      }
  return WalkResult::advance();
}

} // namespace mlir::amp

#endif // AMPDIALECT_IR_WALKPREORDER_H
