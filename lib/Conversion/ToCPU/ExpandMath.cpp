//===- ExpandMath.cpp - Functions of math as arithmetic -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "AmpDialect/Transforms/Float8.h"
#include "AmpDialect/Transforms/RoundIntegers.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUEXPANDMATHPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct CPUExpandMathPass : amp::impl::CPUExpandMathPassBase<CPUExpandMathPass> {
  void runOnOperation() override;
};
} // namespace

/// Functions whose upstream polynomials are within a few units in the last
/// place of libm (python/tests/test_cpu.py measures them); the others stay
/// calls.
static bool isExpanded(StringRef name) {
  static const StringRef names[] = {"math.exp",   "math.expm1", "math.log",
                                    "math.log1p", "math.tanh",  "math.erf"};
  return llvm::is_contained(names, name);
}

/// Gives erf the sign of what it reads: upstream's polynomial takes -0 to +0.
static void keepSign(math::ErfOp op) {
  if (!getElementTypeOrSelf(op.getType()).isF32())
    return;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto result = math::CopySignOp::create(builder, op.getLoc(), op.getResult(),
                                         op.getOperand());
  op.getResult().replaceAllUsesExcept(result, result);
}

namespace {
/// No lowering has it.
struct ExpandIsInf : OpRewritePattern<math::IsInfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::IsInfOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getOperand().getType();
    auto element = cast<FloatType>(getElementTypeOrSelf(type));
    TypedAttr infinity = rewriter.getFloatAttr(
        element, APFloat::getInf(element.getFloatSemantics()));
    if (auto shaped = dyn_cast<ShapedType>(type))
      infinity = SplatElementsAttr::get(shaped, infinity);
    Location loc = op.getLoc();
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(
        op, arith::CmpFPredicate::OEQ,
        math::AbsFOp::create(rewriter, loc, op.getOperand()),
        arith::ConstantOp::create(rewriter, loc, infinity));
    return success();
  }
};

/// Rounds f64 to bf16 through f32, as libgcc has no function for it before GCC
/// 13, and to 8-bit floats.
/// Two roundings to nearest differ from one where the first hits a tie of the
/// second, so the first is to odd (Boldo and Melquiond, "Emulation of FMA and
/// correctly rounded sums", 2008): of the neighbours of an inexact number, the
/// one whose last bit is set.
struct ExpandTruncFromF64 : OpRewritePattern<arith::TruncFOp> {
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
} // namespace

/// Calls libm where upstream's lowering would write exp(x) - 1 and log(1 + x),
/// which keep no digit near 0: in f64, which has no polynomials.
static void callNearZero(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isa<math::ExpM1Op, math::Log1pOp>(op))
      ops.push_back(op);
  });
  RewritePatternSet patterns(root->getContext());
  populateMathToLibmConversionPatterns(patterns);
  (void)applyOpPatternsGreedily(
      ops, std::move(patterns),
      GreedyRewriteConfig().setStrictness(
          GreedyRewriteStrictness::ExistingAndNewOps));
}

void CPUExpandMathPass::runOnOperation() {
  // Upstream's patterns take tensors too, for ops that do not verify.
  WalkResult checked = getOperation()->walk([](Operation *op) {
    if (!isa<math::MathDialect>(op->getDialect()) ||
        llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>))
      return WalkResult::advance();
    op->emitOpError("is expanded for scalars and vectors; tensors come first");
    return WalkResult::interrupt();
  });
  if (checked.wasInterrupted())
    return signalPassFailure();
  getOperation()->walk(keepSign);
  RewritePatternSet patterns(&getContext());
  // Not sinh and cosh: differences of exponentials keep no digit near 0, and
  // overflow before the function does. They are libm's.
  math::populateExpansionPatterns(patterns, {"fpowi", "rsqrt", "ctlz", "tan"});
  patterns.add<ExpandIsInf, ExpandTruncFromF64>(&getContext());
  amp::populateExpandFloat8Patterns(patterns);
  amp::populateRoundIntegersPatterns(patterns);
  populateMathPolynomialApproximationPatterns(patterns, isExpanded);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  callNearZero(getOperation());
}
