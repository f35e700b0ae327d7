//===- EraseUnreachableBlocks.cpp - Blocks that nothing branches to -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ERASEUNREACHABLEBLOCKSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct EraseUnreachableBlocksPass
    : amp::impl::EraseUnreachableBlocksPassBase<EraseUnreachableBlocksPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    if (failed(eraseUnreachableBlocks(rewriter, getOperation()->getRegions())))
      markAllAnalysesPreserved();
  }
};
} // namespace
