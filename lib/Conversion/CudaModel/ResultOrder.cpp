//===- ResultOrder.cpp - Loops in the order of their results --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultOrder.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

AffineMap getResultMap(linalg::GenericOp op, unsigned result) {
  return op.getMatchingIndexingMap(op.getDpsInitOperand(result));
}

struct WriteInOrder : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumResults() == 0 ||
        op.getNumParallelLoops() != op.getNumLoops())
      return rewriter.notifyMatchFailure(op, "is not elementwise");
    AffineMap map = getResultMap(op, 0);
    if (!map.isPermutation() || map.isIdentity())
      return rewriter.notifyMatchFailure(op, "is written as it lies");
    SmallVector<unsigned> order;
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      order.push_back(map.getDimPosition(i));
    return linalg::interchangeGenericOp(rewriter, op, order);
  }
};

/// A loop that walks through every result adds nothing up, whatever it is
/// called.
struct NameParallelLoops : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || op.getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "has no results");
    auto walksThrough = [&](unsigned loop) {
      for (unsigned i = 0; i < op.getNumResults(); ++i) {
        AffineMap map = getResultMap(op, i);
        if (!map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
            !map.isFunctionOfDim(loop))
          return false;
      }
      return true;
    };
    SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
    bool changed = false;
    for (auto [loop, kind] : llvm::enumerate(iterators))
      if (kind == utils::IteratorType::reduction && walksThrough(loop)) {
        kind = utils::IteratorType::parallel;
        changed = true;
      }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "its reductions are");
    rewriter.modifyOpInPlace(op, [&] {
      op.setIteratorTypesAttr(rewriter.getArrayAttr(llvm::map_to_vector(
          iterators, [&](utils::IteratorType kind) -> Attribute {
            return linalg::IteratorTypeAttr::get(rewriter.getContext(), kind);
          })));
    });
    return success();
  }
};

/// The ops of the body that `result` is computed by, in order.
SmallVector<Operation *> getOpsFor(linalg::GenericOp op, unsigned result) {
  Operation *yield = op.getBody()->getTerminator();
  llvm::SmallPtrSet<Operation *, 16> needed;
  if (Operation *def = yield->getOperand(result).getDefiningOp())
    needed.insert(def);
  SmallVector<Operation *> ops;
  for (Operation &inner : llvm::reverse(op.getBody()->without_terminator())) {
    if (!needed.contains(&inner) && isMemoryEffectFree(&inner))
      continue;
    ops.push_back(&inner);
    inner.walk([&](Operation *nested) {
      for (Value operand : nested->getOperands())
        if (Operation *def = operand.getDefiningOp())
          needed.insert(def);
    });
  }
  return SmallVector<Operation *>(llvm::reverse(ops));
}

/// True if what is yielded as `result` is computed from its own running value
/// at most.
bool isAlone(linalg::GenericOp op, unsigned result) {
  SmallVector<Operation *> ops = getOpsFor(op, result);
  Value yielded = op.getBody()->getTerminator()->getOperand(result);
  auto isIn = [&](Operation *user) {
    return llvm::any_of(ops,
                        [&](Operation *one) { return one->isAncestor(user); });
  };
  for (auto [i, argument] : llvm::enumerate(op.getRegionOutputArgs())) {
    if (i == result)
      continue;
    if (yielded == argument || llvm::any_of(argument.getUsers(), isIn))
      return false;
  }
  return true;
}

/// Maps of the inputs and of one result.
SmallVector<AffineMap> getMaps(linalg::GenericOp op, unsigned result) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.truncate(op.getNumDpsInputs());
  maps.push_back(getResultMap(op, result));
  return maps;
}

struct SplitOrders : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "is on buffers");
    bool same = true, alone = true;
    for (unsigned i = 0; i < op.getNumResults(); ++i) {
      same &= getResultMap(op, i) == getResultMap(op, 0);
      alone &= isAlone(op, i) && inversePermutation(concatAffineMaps(
                                     getMaps(op, i), rewriter.getContext()));
    }
    if (same || !alone)
      return rewriter.notifyMatchFailure(op, "has results of one order");
    SmallVector<Value> results;
    for (unsigned i = 0; i < op.getNumResults(); ++i)
      results.push_back(makePart(op, i, rewriter));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static Value makePart(linalg::GenericOp op, unsigned result,
                        PatternRewriter &rewriter) {
    SmallVector<AffineMap> maps = getMaps(op, result);
    auto build = [&](OpBuilder &builder, Location loc, ValueRange arguments) {
      IRMapping mapping;
      Block *body = op.getBody();
      mapping.map(body->getArguments().take_front(op.getNumDpsInputs()),
                  arguments.drop_back());
      mapping.map(op.getRegionOutputArgs()[result], arguments.back());
      for (Operation *inner : getOpsFor(op, result))
        builder.clone(*inner, mapping);
      Value yielded = body->getTerminator()->getOperand(result);
      linalg::YieldOp::create(builder, loc, mapping.lookupOrDefault(yielded));
    };
    auto part = linalg::GenericOp::create(
        rewriter, op.getLoc(), op->getResult(result).getType(), op.getInputs(),
        op.getOutputs()[result], maps, op.getIteratorTypesArray(), build);
    return part.getResult(0);
  }
};

} // namespace

void cuda::populateResultOrderPatterns(RewritePatternSet &patterns) {
  patterns.add<WriteInOrder, NameParallelLoops, SplitOrders>(
      patterns.getContext());
}
