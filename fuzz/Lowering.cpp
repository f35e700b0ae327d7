//===- Lowering.cpp - From tensors to loops, by upstream passes -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "Interpreter.h"
#include "PropertyRuns.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::amp;

void fuzz::registerLoweringDialects(DialectRegistry &registry) {
  registerAllPasses();
  registerAllStockDialects(registry);
}

/// Calls `decomposeOne` with each op of a kind.
template <typename OpTy, typename Function>
static LogicalResult decomposeEach(ModuleOp module, Function decomposeOne) {
  IRRewriter rewriter(module.getContext());
  SmallVector<OpTy> all;
  module.walk([&](OpTy op) { all.push_back(op); });
  for (OpTy op : all) {
    rewriter.setInsertionPoint(op);
    if (failed(decomposeOne(rewriter, op)))
      return failure();
  }
  return success();
}

/// Ops that no upstream pass takes apart on its own.
static LogicalResult decompose(ModuleOp module) {
  auto softmax = [](RewriterBase &rewriter,
                    linalg::SoftmaxOp op) -> LogicalResult {
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (succeeded(parts))
      rewriter.replaceOp(op, *parts);
    return success(succeeded(parts));
  };
  auto pack = [](RewriterBase &rewriter, linalg::PackOp op) {
    return linalg::lowerPack(rewriter, op);
  };
  auto unpack = [](RewriterBase &rewriter, linalg::UnPackOp op) {
    return linalg::lowerUnPack(rewriter, op);
  };
  if (failed(decomposeEach<linalg::SoftmaxOp>(module, softmax)) ||
      failed(decomposeEach<linalg::PackOp>(module, pack)) ||
      failed(decomposeEach<linalg::UnPackOp>(module, unpack)))
    return failure();
  RewritePatternSet patterns(module.getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  // Folding would take a cast and its opposite away, which round.
  walkAndApplyPatterns(module, std::move(patterns));
  return success();
}

/// Blocks become loops: bufferization takes blocks that come back for blocks in
/// a row, and knows no tensor of which nothing is said.
static std::string liftBlocks(ModuleOp module) {
  std::string problem =
      fuzz::runPipeline(module, "builtin.module(func.func(lift-cf-to-scf))");
  IRRewriter rewriter(module.getContext());
  module.walk([&](ub::PoisonOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    rewriter.setInsertionPoint(op);
    if (type && type.hasStaticShape())
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type.getShape(),
                                                   type.getElementType());
  });
  return problem;
}

std::string fuzz::lowerToLoops(ModuleOp module) {
  std::string problem = liftBlocks(module);
  if (!problem.empty())
    return problem;
  if (failed(decompose(module)))
    return "an op cannot be decomposed";
  // Some of the passes on TOSA fold whatever they meet, a cast and its
  // opposite, which round, too.
  WalkResult hasTosa = module.walk([](Operation *op) {
    return isa<tosa::TosaDialect>(op->getDialect()) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
  });
  const std::string tosa =
      // Loops first: the others refuse the ends of their regions.
      "func.func(tosa-to-scf,tosa-make-broadcastable,"
      "tosa-to-linalg-named{prefer-conv2d-kernel-layout-hwcf=true}),"
      "func.func(tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},"
      "tosa-to-tensor),";
  return runPipeline(
      module,
      "builtin.module(" + (hasTosa.wasInterrupted() ? tosa : "") +
          // Gathers and the like, which no upstream pass lowers, and choices
          // that upstream's bufferization gets wrong.
          "amp-expand-switches,amp-fold-globals,amp-expand-tensor-ops,"
          "func.func(convert-elementwise-to-linalg),"
          "one-shot-bufferize{bufferize-function-boundaries "
          "allow-return-allocs-from-loops "
          "function-boundary-type-conversion=identity-layout-map},"
          "convert-bufferization-to-memref,func.func(convert-linalg-to-loops),"
          "lower-affine)");
}
