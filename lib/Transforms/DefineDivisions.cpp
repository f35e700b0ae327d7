//===- DefineDivisions.cpp - Divisions and shifts by any number -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What MLIR leaves undefined, x86 answers with a signal and PTX with any
// number; shifts by the width or more differ between vectors and numbers. The
// values are XLA's ("HLO operation semantics", Div, Rem and shifts).
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_DEFINEDIVISIONSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

static unsigned getWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? IndexType::kInternalStorageBitWidth
                           : element.getIntOrFloatBitWidth();
}

static Value makeConstant(ImplicitLocOpBuilder &b, Type type,
                          const APInt &value) {
  TypedAttr attr = IntegerAttr::get(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

/// Whether all of `divisor` is a number that any other can be divided by.
static bool isHarmless(Value divisor, bool isSigned) {
  APInt constant;
  return matchPattern(divisor, m_ConstantInt(&constant)) &&
         !constant.isZero() && !(isSigned && constant.isAllOnes());
}

namespace {
/// Divides by one where the divisor is zero or the quotient overflows, which
/// is right for the latter, and selects what is defined for the former.
template <typename OpTy, bool isSigned, bool isRemainder>
struct DefineDivision : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (isHarmless(op.getRhs(), isSigned))
      return rewriter.notifyMatchFailure(op, "divides by no such number");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = op.getType();
    unsigned width = getWidth(type);
    auto is = [&](Value value, const APInt &number) -> Value {
      return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value,
                                   makeConstant(b, type, number));
    };
    Value byZero = is(op.getRhs(), APInt::getZero(width)), replaced = byZero;
    if (isSigned) {
      Value isLeast = is(op.getLhs(), APInt::getSignedMinValue(width));
      Value byMinusOne = is(op.getRhs(), APInt::getAllOnes(width));
      Value overflows = arith::AndIOp::create(b, isLeast, byMinusOne);
      replaced = arith::OrIOp::create(b, byZero, overflows);
    }
    Value one = makeConstant(b, type, APInt(width, 1));
    Value divisor = arith::SelectOp::create(b, replaced, one, op.getRhs());
    Value defined = isRemainder
                        ? op.getLhs()
                        : makeConstant(b, type, APInt::getAllOnes(width));
    Value result = OpTy::create(b, op.getLhs(), divisor);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, byZero, defined, result);
    return success();
  }
};

/// Shifts by the width or more, or by a negative number, leave no bit but the
/// sign's.
template <typename OpTy, bool keepsSign>
struct DefineShift : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    unsigned width = getWidth(type);
    APInt constant;
    if (matchPattern(op.getRhs(), m_ConstantInt(&constant)) &&
        constant.ult(width))
      return rewriter.notifyMatchFailure(op, "shifts by less than its width");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value last = makeConstant(b, type, APInt(width, width - 1));
    Value fits =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ule, op.getRhs(), last);
    Value amount = arith::SelectOp::create(b, fits, op.getRhs(), last);
    Value result = OpTy::create(b, op.getLhs(), amount);
    if (!keepsSign)
      result = arith::SelectOp::create(
          b, fits, result, makeConstant(b, type, APInt::getZero(width)));
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct DefineDivisionsPass
    : amp::impl::DefineDivisionsPassBase<DefineDivisionsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<
        DefineDivision<arith::DivSIOp, true, false>,
        DefineDivision<arith::DivUIOp, false, false>,
        DefineDivision<arith::CeilDivSIOp, true, false>,
        DefineDivision<arith::CeilDivUIOp, false, false>,
        DefineDivision<arith::FloorDivSIOp, true, false>,
        DefineDivision<arith::RemSIOp, true, true>,
        DefineDivision<arith::RemUIOp, false, true>,
        DefineDivision<index::DivSOp, true, false>,
        DefineDivision<index::DivUOp, false, false>,
        DefineDivision<index::CeilDivSOp, true, false>,
        DefineDivision<index::CeilDivUOp, false, false>,
        DefineDivision<index::FloorDivSOp, true, false>,
        DefineDivision<index::RemSOp, true, true>,
        DefineDivision<index::RemUOp, false, true>,
        DefineShift<arith::ShLIOp, false>, DefineShift<arith::ShRUIOp, false>,
        DefineShift<arith::ShRSIOp, true>, DefineShift<index::ShlOp, false>,
        DefineShift<index::ShrUOp, false>, DefineShift<index::ShrSOp, true>>(
        &getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
