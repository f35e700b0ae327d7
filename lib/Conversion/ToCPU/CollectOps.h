//===- CollectOps.h - Ops found before they are rewritten -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TOCPU_COLLECTOPS_H
#define AMPDIALECT_LIB_TOCPU_COLLECTOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace mlir::amp {

/// Each `OpTy` below `root` as it is now: what is found may be rewritten.
template <typename OpTy> SmallVector<OpTy> collect(Operation *root) {
  SmallVector<OpTy> ops;
  root->walk([&](OpTy op) { ops.push_back(op); });
  return ops;
}

/// Makes generic ops of the linalg ops below `root` but fills. What upstream
/// declines stays.
inline void generalizeAllButFills(RewriterBase &rewriter, Operation *root) {
  for (linalg::LinalgOp op : collect<linalg::LinalgOp>(root)) {
    if (isa<linalg::GenericOp, linalg::FillOp>(op))
      continue;
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// Whether the body of `op` hands an input on as it is.
inline bool movesData(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getBody()->getOperations().size() != 1)
    return false;
  auto value =
      dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
  return value && value.getOwner() == op.getBody();
}

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TOCPU_COLLECTOPS_H
