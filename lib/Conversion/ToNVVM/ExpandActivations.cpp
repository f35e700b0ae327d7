//===- ExpandActivations.cpp - Parts of activations in few instructions ---===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The epilogue of a contraction computes a GELU or a SiLU on each accumulator,
// while the tensor cores wait. libdevice's tanh takes 15 instructions and erf
// 21, for digits that 1 + tanh(x) and 1 + erf(x) lose again, and the division
// in a sigmoid is a dozen and a branch. Here sums take 4 and 11, a sigmoid 3
// beside its exp, tanh by itself 13, none with a branch.
//
// Errors: ex2.approx is within 2 units in the last place (CUDA C++ Programming
// Guide: exp2f, which is this instruction), rcp.approx within 1 (PTX ISA). Over
// all inputs if both are rounded to nearest, and in brackets if they are as
// wrong as that, whichever way: in units in the last place of results of 0.5
// and more, and in 2^-24 of smaller ones:
//
//                                               as written
//   tanh(x)            1.7 (3.3)   0.9 (0.9)    the guide: 2
//   1 + tanh(x)        2.0 (5.0)   1.3 (2.8)    1.3 (1.9)   1.6 (3.0)
//   1 + erf(x)         1.3 (4.5)   1.2 (2.2)    0.8 (2.2)   0.5 (2.5)
//   1 / (1 + exp(x))   1.5 (3.1)   1.0 (2.5)
//
// tanh below 0.5 is within 1.8 units in the last place, too, and from 0.6 on
// takes libdevice's steps. A sigmoid is within 2.2 (7.1) wherever exp(x) is
// finite; a division would leave 1.5 (6).
//
// Upstream's polynomials (populateMathPolynomialApproximationPatterns) are good
// to 4 units in the last place, but end in a division, which branches: some 30
// instructions for tanh, 55 for erf. Its math-expand-ops takes 32 for tanh as
// (1 - e) / (1 + e), which has no right digit near 0.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "KernelBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDACTIVATIONSPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// f32 arithmetic, one instruction a call.
struct Arithmetic {
  Arithmetic(Location loc, OpBuilder &builder) : b(loc, builder) {}

  Value constant(float value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  Value multiply(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value multiply(Value x, float y) { return multiply(x, constant(y)); }
  Value multiplyAdd(Value x, Value y, Value z) {
    return LLVM::FMAOp::create(b, x, y, z);
  }
  Value multiplyAdd(Value x, float y, float z) {
    return multiplyAdd(x, constant(y), constant(z));
  }
  Value magnitude(Value x) { return math::AbsFOp::create(b, x); }
  Value exp2(Value x) { return b.exp2(x); }
  /// 1/x; 0 instead of a subnormal number.
  Value reciprocal(Value x) {
    return NVVM::RcpApproxFtzF32Op::create(b, b.getF32Type(), x);
  }
  /// The polynomial with these coefficients, that of the highest power first.
  Value polynomial(Value x, ArrayRef<float> coefficients) {
    Value sum = constant(coefficients.front());
    for (float next : coefficients.drop_front())
      sum = multiplyAdd(sum, x, constant(next));
    return sum;
  }
  Value isLess(Value x, float y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, constant(y));
  }

  KernelBuilder b;
};
} // namespace

/// 2 / ln(2): exp(2x) is 2 to the power of this times x.
static constexpr float kTwiceLog2E = 2.88539008f;

/// tanh(x) = 1 - 2 / (exp(2|x|) + 1) with the sign of x. Below 0.6 that loses
/// digits: x + x P(x^2) x^2, with P nearest in units in the last place there.
static Value expandTanh(Arithmetic &a, Value x) {
  Value power = a.exp2(a.multiply(a.magnitude(x), kTwiceLog2E));
  Value sum = arith::AddFOp::create(a.b, power, a.constant(1));
  Value far = a.multiplyAdd(a.reciprocal(sum), -2, 1);
  Value square = a.multiply(x, x);
  Value series = a.polynomial(
      square, {0.015680615f, -0.052257136f, 0.13314092f, -0.3333267f});
  // Adding 0 is for the sign of a zero: times -0, a factor of -0 would be +0.
  Value factor = a.multiplyAdd(series, square, a.constant(0));
  Value near = a.multiplyAdd(factor, x, x);
  return arith::SelectOp::create(a.b, a.isLess(a.magnitude(x), 0.6f), near,
                                 math::CopySignOp::create(a.b, far, x));
}

/// 1 + tanh(x) = 1 / (exp(-2x) / 2 + 1/2).
static Value expandOnePlusTanh(Arithmetic &a, Value x) {
  Value power = a.exp2(a.multiply(x, -kTwiceLog2E));
  return a.reciprocal(a.multiplyAdd(power, 0.5f, 0.5f));
}

/// 1 + erf(x) = erfc(-x), and erfc(|x|) is 2 to the power of |x| P(|x|), with P
/// nearest in what it makes of the result. Beyond 4, the last coefficient takes
/// it to 0.
static Value expandOnePlusErf(Arithmetic &a, Value x) {
  Value size = a.magnitude(x);
  Value series = a.polynomial(
      size, {-4.5357046e-05f, 4.4549467e-04f, -1.4893986e-03f, -7.7470196e-04f,
             2.8253746e-02f, -1.4848165e-01f, -9.1841639e-01f, -1.6279086f});
  Value rest = a.exp2(a.multiply(series, size));
  Value sum = arith::SubFOp::create(a.b, a.constant(2), rest);
  return arith::SelectOp::create(a.b, a.isLess(x, 0), rest, sum);
}

/// 1 / (1 + power), where the power is positive: a quarter of the sum has a
/// reciprocal that is no subnormal number.
static Value expandSigmoid(Arithmetic &a, Value power) {
  Value sum = a.multiplyAdd(power, 0.25f, 0.25f);
  return a.multiply(a.reciprocal(sum), 0.25f);
}

/// The only operand of f32 that is added to 1, if nobody else wants it.
template <typename Op> static Op findAddedToOne(arith::AddFOp sum) {
  for (auto [part, other] : {std::pair(sum.getLhs(), sum.getRhs()),
                             std::pair(sum.getRhs(), sum.getLhs())})
    if (auto op = part.template getDefiningOp<Op>();
        op && op->hasOneUse() && matchPattern(other, m_OneFloat()))
      return op;
  return {};
}

namespace {
struct ExpandSum : OpRewritePattern<arith::AddFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::AddFOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "no scalar of f32");
    Arithmetic a(op.getLoc(), rewriter);
    Value sum;
    if (auto tanh = findAddedToOne<math::TanhOp>(op))
      sum = expandOnePlusTanh(a, tanh.getOperand());
    else if (auto erf = findAddedToOne<math::ErfOp>(op))
      sum = expandOnePlusErf(a, erf.getOperand());
    else
      return rewriter.notifyMatchFailure(op, "no 1 + tanh(x) or 1 + erf(x)");
    rewriter.replaceOp(op, sum);
    return success();
  }
};

struct ExpandSigmoid : OpRewritePattern<arith::DivFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    auto sum = op.getRhs().getDefiningOp<arith::AddFOp>();
    if (!op.getType().isF32() || !sum || !sum->hasOneUse() ||
        !matchPattern(op.getLhs(), m_OneFloat()))
      return rewriter.notifyMatchFailure(op, "no reciprocal of a sum");
    auto power = findAddedToOne<math::ExpOp>(sum);
    if (!power)
      return rewriter.notifyMatchFailure(op, "no 1 / (1 + exp(x))");
    Arithmetic a(op.getLoc(), rewriter);
    rewriter.replaceOp(op, expandSigmoid(a, power));
    return success();
  }
};

struct ExpandTanh : OpRewritePattern<math::TanhOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::TanhOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32() || op->use_empty())
      return rewriter.notifyMatchFailure(op, "no scalar of f32 that is used");
    Arithmetic a(op.getLoc(), rewriter);
    rewriter.replaceOp(op, expandTanh(a, op.getOperand()));
    return success();
  }
};

struct ExpandActivationsPass
    : amp::impl::ExpandActivationsPassBase<ExpandActivationsPass> {
  using ExpandActivationsPassBase::ExpandActivationsPassBase;
  void runOnOperation() override {
    // Sums first; they leave a tanh without a use.
    RewritePatternSet sums(&getContext()), rest(&getContext());
    sums.add<ExpandSum, ExpandSigmoid>(&getContext());
    rest.add<ExpandTanh>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(sums));
    walkAndApplyPatterns(getOperation(), std::move(rest));
  }
};
} // namespace
