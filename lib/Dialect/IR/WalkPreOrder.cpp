//===- WalkPreOrder.cpp - The order of blocks -----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/WalkPreOrder.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

SmallVector<Block *> amp::getBlocksInOrder(Region &region) {
  llvm::ReversePostOrderTraversal<Region *> reached(&region);
  SmallVector<Block *> blocks(reached.begin(), reached.end());
  llvm::SmallPtrSet<Block *, 16> known(blocks.begin(), blocks.end());
  for (Block &block : region)
    if (!known.contains(&block))
      blocks.push_back(&block);
  return blocks;
}
