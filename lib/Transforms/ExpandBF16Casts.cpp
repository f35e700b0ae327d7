//===- ExpandBF16Casts.cpp - Casts of bf16 by integer operations ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/BF16Casts.h"
#include "AmpDialect/Transforms/Float8.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDBF16CASTSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
/// Rounds f64 to bf16 through f32, as libgcc has no function for it before GCC
/// 13, and to 8-bit floats.
/// Two roundings to nearest differ from one where the first hits a tie of the
/// second, so the first is to odd (Boldo and Melquiond, "Emulation of FMA and
/// correctly rounded sums", 2008): of the neighbours of an inexact number, the
/// one whose last bit is set.
struct TruncateFromF64 : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Value in = op.getIn();
    Type to = getElementTypeOrSelf(op.getType());
    if (!getElementTypeOrSelf(in.getType()).isF64() ||
        !(to.isBF16() || amp::isFloat8(to)) || op.getRoundingmodeAttr())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto typed = [&](Type element) -> Type {
      auto shaped = dyn_cast<ShapedType>(in.getType());
      return shaped ? shaped.clone(element) : element;
    };
    Type floats = typed(b.getF32Type()), bits = typed(b.getI32Type());
    auto constant = [&](int32_t value) -> Value {
      TypedAttr attr = b.getI32IntegerAttr(value);
      if (auto shaped = dyn_cast<ShapedType>(bits))
        attr = DenseElementsAttr::get(shaped, attr);
      return arith::ConstantOp::create(b, attr);
    };
    using arith::CmpFPredicate;
    Value nearest = arith::TruncFOp::create(b, floats, in);
    Value widened = arith::ExtFOp::create(b, in.getType(), nearest);
    Value nearestBits = arith::BitcastOp::create(b, bits, nearest);
    // NaN is as exact as it can be.
    Value exact = arith::CmpFOp::create(b, CmpFPredicate::UEQ, widened, in);
    Value odd = arith::TruncIOp::create(
        b, typed(b.getI1Type()),
        arith::AndIOp::create(b, nearestBits, constant(1)));
    Value keep = arith::OrIOp::create(b, exact, odd);
    // The bits of numbers of one sign are ordered as their sizes.
    Value beyond = arith::CmpFOp::create(b, CmpFPredicate::OGT,
                                         math::AbsFOp::create(b, widened),
                                         math::AbsFOp::create(b, in));
    Value step = arith::SelectOp::create(b, beyond, constant(-1), constant(1));
    Value towards = arith::AddIOp::create(b, nearestBits, step);
    Value toOdd = arith::BitcastOp::create(
        b, floats, arith::SelectOp::create(b, keep, nearestBits, towards));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), toOdd);
    return success();
  }
};

/// Widens bf16 to f64 through f32, which upstream's patterns know.
struct ExtendToF64 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType(), f32 = rewriter.getF32Type();
    if (!getElementTypeOrSelf(from).isBF16() ||
        !getElementTypeOrSelf(op.getType()).isF64())
      return failure();
    if (auto shaped = dyn_cast<ShapedType>(from))
      f32 = shaped.clone(f32);
    Value wide = arith::ExtFOp::create(rewriter, op.getLoc(), f32, op.getIn());
    rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), wide);
    return success();
  }
};

struct ExpandBF16CastsPass
    : amp::impl::ExpandBF16CastsPassBase<ExpandBF16CastsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    amp::populateTruncateFromF64Patterns(patterns);
    patterns.add<ExtendToF64>(&getContext());
    // Folding would put both widenings into one again.
    GreedyRewriteConfig config;
    config.enableFolding(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};
} // namespace

void amp::populateTruncateFromF64Patterns(RewritePatternSet &patterns) {
  patterns.add<TruncateFromF64>(patterns.getContext());
}
