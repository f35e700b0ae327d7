//===- FoldCasts.cpp - Precision casts cleaned up -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Casts of casts, casts of one value to one type, and the pass. Casts through
// and into other ops: MoveCasts.cpp.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/FoldCasts.h"
#include "AmpDialect/Transforms/Passes.h"
#include "CastInfo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FOLDCASTSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

std::optional<CastInfo> amp::getCastInfo(Operation *op) {
  if (!isa_and_nonnull<arith::TruncFOp, arith::ExtFOp>(op))
    return std::nullopt;
  auto from =
      dyn_cast<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  auto to =
      dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
  if (!from || !to)
    return std::nullopt;
  auto trunc = dyn_cast<arith::TruncFOp>(op);
  bool nearest =
      !trunc || !trunc.getRoundingmode() ||
      *trunc.getRoundingmode() == arith::RoundingMode::to_nearest_even;
  return CastInfo{op, from, to, isPrecisionCast(op), nearest};
}

bool amp::isCommonFloat(FloatType type) {
  return type.isF16() || type.isBF16() || type.isF32();
}

/// True if each value of `from` is a value of `to`.
static bool holdsAll(FloatType to, FloatType from) {
  return llvm::APFloat::isRepresentableBy(from.getFloatSemantics(),
                                          to.getFloatSemantics());
}

/// A cast of `value` to `outer`'s type in place of `outer` over `inner`: ours
/// if both were, else as the user wrote it.
static Value castDirectly(RewriterBase &rewriter, Value value,
                          const CastInfo &outer, const CastInfo &inner) {
  if (outer.ours && inner.ours)
    return createPrecisionCast(rewriter, outer.op->getLoc(), value, outer.to);
  Type type = outer.output().getType();
  unsigned width = cast<FloatType>(getElementTypeOrSelf(value)).getWidth();
  if (CastInfo::getWidth(outer.to) > width)
    return arith::ExtFOp::create(rewriter, outer.op->getLoc(), type, value);
  IRMapping mapping;
  mapping.map(outer.input(), value);
  return rewriter.clone(*outer.op, mapping)->getResult(0);
}

namespace {

/// A cast of a cast becomes one cast or none.
template <typename CastOp> struct FoldCastPair : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<CastInfo> outer = getCastInfo(op);
    std::optional<CastInfo> inner =
        getCastInfo(op->getOperand(0).getDefiningOp());
    if (!outer || !inner)
      return rewriter.notifyMatchFailure(op, "not a cast of a cast");
    if (inner->narrows() && !(outer->ours && inner->ours))
      return rewriter.notifyMatchFailure(op, "the user rounds here");
    Value value = inner->input();
    if (value.getType() == op.getType()) {
      rewriter.replaceOp(op, value);
      return success();
    }
    // After an extension, rounding sees the same value as before it; but types
    // of which neither holds the other (f16, bf16) need the detour.
    if (outer->to.getWidth() == inner->from.getWidth())
      return rewriter.notifyMatchFailure(op, "no direct cast exists");
    if (!inner->narrows() && !holdsAll(outer->to, inner->from) &&
        !holdsAll(inner->from, outer->to))
      return rewriter.notifyMatchFailure(op, "neither type holds the other");
    rewriter.replaceOp(op, castDirectly(rewriter, value, *outer, *inner));
    return success();
  }
};

struct FoldCastsPass : amp::impl::FoldCastsPassBase<FoldCastsPass> {
  using FoldCastsPassBase::FoldCastsPassBase;

  void runOnOperation() override {
    FoldCastsOptions options;
    options.foldWeights = foldWeights;
    if (failed(foldCasts(getOperation(), options))) {
      emitError(getOperation()->getLoc(), "casts did not reach a fixpoint");
      signalPassFailure();
    }
  }
};

} // namespace

void amp::populateFoldCastsPatterns(RewritePatternSet &patterns,
                                    const FoldCastsOptions &options) {
  patterns.add<FoldCastPair<arith::TruncFOp>, FoldCastPair<arith::ExtFOp>>(
      patterns.getContext(), /*benefit=*/10);
  populateMoveCastsPatterns(patterns, options);
}

int64_t amp::mergeDuplicateCasts(RewriterBase &rewriter, Operation *root) {
  // A value cast in many blocks of which none dominates another keeps its
  // casts; looking at the last few keeps this linear.
  constexpr size_t kept = 4;
  DominanceInfo dominance(root);
  llvm::DenseMap<std::pair<Value, Type>, SmallVector<CastInfo, 1>> seen;
  int64_t merged = 0;
  SmallVector<CastInfo> casts;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (std::optional<CastInfo> cast = getCastInfo(op))
      casts.push_back(*cast);
  });
  for (const CastInfo &cast : casts) {
    SmallVector<CastInfo, 1> &earlier =
        seen[{cast.input(), cast.output().getType()}];
    const CastInfo *same = nullptr;
    for (const CastInfo &other : earlier)
      if (other.op->getName() == cast.op->getName() &&
          (other.op->getAttrDictionary() == cast.op->getAttrDictionary() ||
           (cast.ours && cast.roundsToNearest && other.roundsToNearest)) &&
          dominance.properlyDominates(other.op, cast.op)) {
        same = &other;
        break;
      }
    if (same) {
      rewriter.replaceOp(cast.op, same->output());
      ++merged;
    } else if (earlier.size() < kept) {
      earlier.push_back(cast);
    } else {
      std::rotate(earlier.begin(), earlier.begin() + 1, earlier.end());
      earlier.back() = cast;
    }
  }
  return merged;
}

LogicalResult amp::foldCasts(Operation *root, const FoldCastsOptions &options) {
  MLIRContext *context = root->getContext();
  RewritePatternSet set(context);
  populateFoldCastsPatterns(set, options);
  FrozenRewritePatternSet patterns(std::move(set));
  IRRewriter rewriter(context);
  // Each round that changes something removes a cast or moves one to a smaller
  // value, so this ends; more than two rounds are rare.
  bool changed = true;
  while (changed) {
    changed = mergeDuplicateCasts(rewriter, root) > 0;
    SmallVector<Operation *> casts;
    root->walk([&](Operation *op) {
      if (getCastInfo(op))
        casts.push_back(op);
    });
    if (casts.empty())
      break;
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
        .enableFolding(false)
        .enableConstantCSE(false)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    bool rewritten = false;
    if (failed(applyOpPatternsGreedily(casts, patterns, config, &rewritten)))
      return failure();
    changed = rewritten;
  }
  return success();
}
