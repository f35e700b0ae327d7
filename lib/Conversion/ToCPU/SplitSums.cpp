//===- SplitSums.cpp - Long sums in parts ---------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitSums.h"
#include "CollectOps.h"
#include "SplitProducts.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// Sums of fewer are as good one after the other.
static constexpr int64_t kLongSum = 512;

/// The divisor of `length` nearest to its root, if it is near; else 0.
static int64_t getNumParts(int64_t length) {
  int64_t root = std::llround(std::sqrt(double(length)));
  for (int64_t apart = 0; apart <= root / 2; ++apart)
    for (int64_t parts : {root + apart, root - apart})
      if (length % parts == 0)
        return parts;
  return 0;
}

/// Whether `op` does nothing with its result but add to it.
static bool isSum(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  return matchReduction(op.getRegionOutputArgs(), 0, combiners) &&
         combiners.size() == 1 && isa<arith::AddFOp>(combiners.front());
}

static int64_t getParts(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumReductionLoops() != 1 ||
      !op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      op.getNumDpsInputs() == 0 || !isSum(op) ||
      (op.getNumDpsInputs() > 1 && findProduct(op)))
    return 0;
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  auto dim = getAffineDimExpr(reduced.front(), op.getContext());
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation() ||
        (map.getNumResults() > 0 && map.getResults().back() == dim))
      return 0;
  int64_t length = op.getStaticLoopRanges()[reduced.front()];
  return length < kLongSum ? 0 : getNumParts(length);
}

void amp::splitSums(RewriterBase &rewriter, Operation *root) {
  for (auto op : collect<linalg::GenericOp>(root)) {
    int64_t parts = getParts(op);
    if (parts <= 1)
      continue;
    rewriter.setInsertionPoint(op);
    linalg::SplitReductionOptions options;
    options.ratio = parts;
    (void)linalg::splitReduction(rewriter, op,
                                 [&](linalg::LinalgOp) { return options; });
  }
}
