//===- ExpandConstantDivisions.cpp - Divisions by constants as products ---===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas makes a dozen instructions and a branch of a division of f32, so that
// one waits for the other. With h + l = 1/c, two numbers of f32, x/c is
// fma(x, h, x l): Brisebarre, Muller and Raina, "Accelerating correctly rounded
// floating-point division when the divisor is known in advance" (2004). Here h
// is cut, not rounded, so that h and l have one sign: an infinite x stays
// infinite, and 0 keeps its sign.
//
// l is below an ulp of h and its product rounded once, so that x/c is off by
// 2^-46 before its last rounding: an error of 0.500001 ulp at most. For 15
// divisors (the square root of 2, 3, 7, 30, 49, 127, 255, 768 and 0.1 among
// them) no x gives another quotient than a division, above 2^-100. Below, what
// l adds is subnormal: an error of 1 ulp at most.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDCONSTANTDIVISIONSPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct ExpandDivision : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    APFloat divisor(0.0f);
    if (!op.getType().isF32() ||
        !matchPattern(op.getRhs(), m_ConstantFloat(&divisor)))
      return rewriter.notifyMatchFailure(op,
                                         "no division of f32 by a constant");
    // So that both parts of the reciprocal are normal numbers.
    if (!divisor.isFiniteNonZero() || std::abs(ilogb(divisor)) > 64)
      return rewriter.notifyMatchFailure(op, "too large or small a divisor");
    APFloat high(1.0f), low(divisor);
    high.divide(divisor, APFloat::rmTowardZero);
    // 1 - c h is exact.
    low.changeSign();
    low.fusedMultiplyAdd(high, APFloat(1.0f), APFloat::rmNearestTiesToEven);
    low.divide(divisor, APFloat::rmNearestTiesToEven);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto constant = [&](const APFloat &value) -> Value {
      return arith::ConstantOp::create(b,
                                       b.getFloatAttr(b.getF32Type(), value));
    };
    Value x = op.getLhs();
    if (low.isZero()) {
      rewriter.replaceOpWithNewOp<arith::MulFOp>(op, x, constant(high));
      return success();
    }
    Value rest = arith::MulFOp::create(b, x, constant(low));
    rewriter.replaceOpWithNewOp<LLVM::FMAOp>(op, x, constant(high), rest);
    return success();
  }
};

struct ExpandConstantDivisionsPass
    : amp::impl::ExpandConstantDivisionsPassBase<ExpandConstantDivisionsPass> {
  using ExpandConstantDivisionsPassBase::ExpandConstantDivisionsPassBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandDivision>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
