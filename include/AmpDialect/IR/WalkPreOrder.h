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

#include "AmpDialect/IR/PrefetchOp.h"
#include "mlir/Analysis/TopologicalSortUtils.h"

namespace mlir::amp {
namespace detail {
/// Asks the cache for what lies some ops behind `op` in memory, if ops lie
/// there in the order of the text, as the parser and clones make them. A list
/// of ops is walked from one to the next: of a module larger than the cache,
/// each step would wait for memory.
inline void prefetchBehind(const Operation *op) {
  prefetchLines(reinterpret_cast<uintptr_t>(op) + 2048, 2);
}
} // namespace detail

/// What `root->walk<WalkOrder::PreOrder>(visit)` does, for a `visit` that takes
/// any op, returns a WalkResult and erases none; but what is made comes before
/// what reads it, wherever blocks stand in the text. Recursion is as deep as
/// regions are nested.
template <typename VisitT>
WalkResult walkPreOrder(Operation *root, VisitT &&visit) {
  WalkResult result = visit(root);
  if (result.wasInterrupted() || result.wasSkipped())
    return result.wasSkipped() ? WalkResult::advance() : result;
  auto walkBlock = [&](Block &block) {
    for (Operation &op : block) {
      detail::prefetchBehind(&op);
      WalkResult inner =
          op.getNumRegions() == 0 ? visit(&op) : walkPreOrder(&op, visit);
      if (inner.wasInterrupted())
        return inner;
    }
    return WalkResult::advance();
  };
  for (Region &region : root->getRegions()) {
    if (region.empty())
      continue;
    if (region.hasOneBlock()) {
      if (walkBlock(region.front()).wasInterrupted())
        return WalkResult::interrupt();
      continue;
    }
    for (Block *block : getBlocksSortedByDominance(region))
      if (walkBlock(*block).wasInterrupted())
        return WalkResult::interrupt();
  }
  return WalkResult::advance();
}

} // namespace mlir::amp

#endif // AMPDIALECT_IR_WALKPREORDER_H
