//===- ExpandMath.cpp - Functions of math as arithmetic -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "AmpDialect/Transforms/BF16Casts.h"
#include "AmpDialect/Transforms/Float8.h"
#include "AmpDialect/Transforms/RoundIntegers.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
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
  patterns.add<ExpandIsInf>(&getContext());
  amp::populateTruncateFromF64Patterns(patterns);
  amp::populateExpandFloat8Patterns(patterns);
  amp::populateRoundIntegersPatterns(patterns);
  populateMathPolynomialApproximationPatterns(patterns, isExpanded);
  if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
    return signalPassFailure();
  callNearZero(getOperation());
}
