//===- Fuse.cpp - Elementwise ops joined before they become kernels -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's fusion patterns, with a choice of what may join: nothing that is
// then computed again and again, and nothing that hides a contraction.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "AmpDialect/IR/Destinations.h"
#include "AmpDialect/Transforms/ElementwiseFusion.h"
#include "AmpDialect/Transforms/Generics.h"
#include "CollectOps.h"
#include "SplitInits.h"
#include "SplitProducts.h"
#include "SplitSums.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUFUSEPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Inputs beyond which a kernel runs out of registers for pointers.
static constexpr int64_t mostInputs = 12;

namespace {
struct CPUFusePass : amp::impl::CPUFusePassBase<CPUFusePass> {
  void runOnOperation() override;
};
} // namespace

/// Contractions and convolutions, which the runtime computes.
static bool isContraction(linalg::LinalgOp op) {
  return linalg::isaContractionOpInterface(op) ||
         linalg::isaConvolutionOpInterface(op);
}

/// Whether one turn of the body takes several times as long as a load.
static bool isExpensive(linalg::GenericOp op) {
  if (op.getBody()->getOperations().size() > 8)
    return true;
  return llvm::any_of(op.getBody()->without_terminator(), [](Operation &inner) {
    return isa<arith::DivFOp, cf::AssertOp, tensor::ExtractOp>(inner) ||
           isa<math::MathDialect>(inner.getDialect());
  });
}

/// Product of the static extents of the loops; 0 if one is not known.
static int64_t countPoints(linalg::LinalgOp op) {
  int64_t points = 1;
  for (int64_t extent : op.getStaticLoopRanges())
    points *= ShapedType::isDynamic(extent) ? 0 : extent;
  return points;
}

/// Whether `op` computes with what its results hold before.
static bool readsInits(linalg::GenericOp op) {
  return llvm::any_of(op.getRegionOutputArgs(),
                      [](BlockArgument init) { return !init.use_empty(); });
}

/// Whether the producer of `operand` is computed inside its consumer.
static bool shouldFuse(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer)
    return false;
  if (linalg::isaConvolutionOpInterface(consumer) &&
      !linalg::isaContractionOpInterface(consumer))
    return false;
  // Upstream writes such a result along, each time that it is computed, and
  // reads it back as if it were the first time.
  if (readsInits(producer) &&
      !consumer.getMatchingIndexingMap(operand).isPermutation())
    return false;
  bool moves = movesData(producer);
  if (linalg::isaContractionOpInterface(consumer))
    return moves;
  bool grows = countPoints(consumer) > countPoints(producer);
  // What only spreads a smaller value is cheaper done again than stored.
  bool spreads = moves && producer.getNumDpsInputs() == 1 && !grows &&
                 producer.getMatchingIndexingMap(producer.getDpsInputOperand(0))
                         .getNumResults() < producer.getNumLoops();
  if (spreads || producer.getNumDpsInputs() == 0)
    return producer.getNumDpsInputs() > 0 || moves;
  if (!producer->hasOneUse() || (grows && isExpensive(producer)))
    return false;
  return producer.getNumDpsInputs() + consumer.getNumDpsInputs() <= mostInputs;
}

/// Whether a reshape may move across the elementwise op beside it.
static bool shouldMoveReshape(OpOperand *operand) {
  auto isPlain = [](Operation *op) {
    auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
    return !generic ||
           (!isContraction(generic) && generic.getNumReductionLoops() == 0);
  };
  Operation *producer = operand->get().getDefiningOp();
  return producer && producer->hasOneUse() && isPlain(producer) &&
         isPlain(operand->getOwner());
}

/// Whether a reshape joins loops over which a broadcast repeats its input
/// (torch repeats a matrix for each row of images, then joins rows and images):
/// the broadcast is then next to the contraction that reads it.
static bool shouldJoinLoops(OpOperand *operand) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(operand->getOwner());
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  if (!collapse || !producer || !movesData(producer) ||
      producer.getNumDpsInputs() != 1 ||
      !producer.getIndexingMapsArray().back().isIdentity())
    return false;
  AffineMap read =
      producer.getMatchingIndexingMap(producer.getDpsInputOperand(0));
  return llvm::all_of(collapse.getReassociationIndices(),
                      [&](const ReassociationIndices &group) {
                        return group.size() == 1 ||
                               llvm::none_of(group, [&](int64_t loop) {
                                 return read.isFunctionOfDim(loop);
                               });
                      });
}

/// Bufferization takes a destination that a body does not read for one that is
/// written as a whole; another one gets a copy of what it holds.
static void copyDestinationsWrittenInPart(Operation *root) {
  for (linalg::GenericOp op : collect<linalg::GenericOp>(root))
    for (OpOperand &init : op.getDpsInitsMutable()) {
      unsigned index = init.getOperandNumber() - op.getNumDpsInputs();
      if (!isUnreadDestination(op, init) || writesWholeDestination(op, index))
        continue;
      OpBuilder builder(op);
      init.set(bufferization::AllocTensorOp::create(
          builder, op.getLoc(), cast<RankedTensorType>(init.get().getType()),
          ValueRange(), init.get()));
    }
}

/// Calls `decompose` at each `OpTy` below `root`. What upstream declines stays,
/// and bufferization names it.
template <typename OpTy, typename Fn>
static void decomposeEach(IRRewriter &rewriter, Operation *root, Fn decompose) {
  for (OpTy op : collect<OpTy>(root)) {
    rewriter.setInsertionPoint(op);
    (void)decompose(rewriter, op);
  }
}

/// Takes apart the ops on tensors that are no structured op.
static void decomposeUnstructured(IRRewriter &rewriter, Operation *root) {
  decomposeEach<linalg::SoftmaxOp>(
      rewriter, root, [](IRRewriter &rewriter, linalg::SoftmaxOp op) {
        FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
        if (succeeded(values))
          rewriter.replaceOp(op, *values);
        return values;
      });
  decomposeEach<linalg::PackOp>(rewriter, root,
                                [](IRRewriter &rewriter, linalg::PackOp op) {
                                  return linalg::lowerPack(rewriter, op);
                                });
  decomposeEach<linalg::UnPackOp>(
      rewriter, root, [](IRRewriter &rewriter, linalg::UnPackOp op) {
        return linalg::lowerUnPack(rewriter, op);
      });
}

void CPUFusePass::runOnOperation() {
  Operation *root = getOperation();
  IRRewriter rewriter(&getContext());
  decomposeUnstructured(rewriter, root);
  generalizeAllButFills(rewriter, root);
  splitProducts(rewriter, root);
  splitInits(rewriter, root);
  RewritePatternSet patterns(&getContext());
  populateElementwiseFusionPatterns(patterns, shouldFuse);
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  linalg::populateInlineConstantOperandsPatterns(patterns);
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns,
                                                    shouldMoveReshape);
  linalg::populateFoldReshapeOpsByCollapsingPatterns(patterns, shouldJoinLoops);
  populateSplitConcatPatterns(patterns, /*most=*/16);
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, &getContext());
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, &getContext());
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal();
  if (failed(applyPatternsGreedily(root, std::move(patterns), config))) {
    root->emitError() << "fusion of elementwise ops did not come to an end";
    return signalPassFailure();
  }
  copyDestinationsWrittenInPart(root);
  splitSums(rewriter, root);
}
