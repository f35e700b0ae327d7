//===- ExpandSwitches.cpp - Choices of several as choices of two ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's bufferization (22.1) does not know that the result of an
// `scf.index_switch` is what a case yields: an op that writes into the result
// wrote over the yielded tensor, whoever else reads it. Of `scf.if` it knows,
// and so does what lowers hosts of GPU models.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDSWITCHESPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

/// What `from` computes stands in `to` from now on.
static void moveInto(RewriterBase &rewriter, Region &from, Block *to) {
  if (!to->empty())
    rewriter.eraseOp(to->getTerminator());
  rewriter.mergeBlocks(&from.front(), to);
}

/// Each case beside a choice among those after it, the default last.
static void expand(RewriterBase &rewriter, scf::IndexSwitchOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  if (op.getNumCases() == 0) {
    Block &only = op.getDefaultRegion().front();
    Operation *yield = only.getTerminator();
    rewriter.inlineBlockBefore(&only, op);
    rewriter.replaceOp(op, yield->getOperands());
    return rewriter.eraseOp(yield);
  }
  scf::IfOp first, last;
  for (auto [number, region] : llvm::zip(op.getCases(), op.getCaseRegions())) {
    Value wanted = arith::ConstantIndexOp::create(rewriter, loc, number);
    Value isTaken = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq, op.getArg(), wanted);
    auto branch = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isTaken,
                                    /*withElseRegion=*/true);
    if (last && op.getNumResults() != 0)
      scf::YieldOp::create(rewriter, loc, branch.getResults());
    if (!last)
      first = branch;
    last = branch;
    moveInto(rewriter, region, branch.thenBlock());
    rewriter.setInsertionPointToStart(branch.elseBlock());
  }
  moveInto(rewriter, op.getDefaultRegion(), last.elseBlock());
  rewriter.replaceOp(op, first.getResults());
}

namespace {
struct ExpandSwitchesPass
    : amp::impl::ExpandSwitchesPassBase<ExpandSwitchesPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<scf::IndexSwitchOp> switches;
    getOperation()->walk(
        [&](scf::IndexSwitchOp op) { switches.push_back(op); });
    for (scf::IndexSwitchOp op : switches)
      expand(rewriter, op);
  }
};
} // namespace
