//===- RoundIntegers.cpp - Integers rounded once to bf16 ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two roundings to nearest differ from one where the first hits a tie of the
// second, so the first is to odd (Boldo and Melquiond, "Emulation of FMA and
// correctly rounded sums", 2008): k low bits go, and where one of them is set,
// bit k is. That is so in two's complement, for either sign. bf16 has 8 digits,
// and two more must stay.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/RoundIntegers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

/// Digits of f32.
static constexpr unsigned kDigits = 24;

namespace {
template <typename CastOp> struct RoundInteger : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    Value in = op.getIn();
    Type type = in.getType(), result = op.getType();
    unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    if (!getElementTypeOrSelf(result).isBF16() || width <= kDigits)
      return rewriter.notifyMatchFailure(op, "f32 is on no way, or is exact");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto shaped = dyn_cast<ShapedType>(result);
    auto constant = [&](const APInt &value) -> Value {
      TypedAttr attr = IntegerAttr::get(getElementTypeOrSelf(type), value);
      if (shaped)
        attr = DenseElementsAttr::get(cast<ShapedType>(type), value);
      return arith::ConstantOp::create(b, attr);
    };
    // Whether the absolute value has more than `bits` bits.
    auto exceeds = [&](unsigned bits) -> Value {
      Value shifted = in;
      APInt bound = APInt::getOneBitSet(width, bits);
      if (std::is_same_v<CastOp, arith::SIToFPOp>) {
        shifted = arith::AddIOp::create(b, in, constant(bound));
        bound <<= 1;
      }
      return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, shifted,
                                   constant(bound));
    };
    // Which bits go, by ranges of the absolute value from above.
    SmallVector<std::pair<unsigned, unsigned>> ranges;
    for (unsigned top = width; top > kDigits; top = ranges.back().first)
      ranges.push_back({std::max(top - kDigits + 10, kDigits), top - kDigits});
    Value lost = constant(APInt::getZero(width));
    for (auto [bits, low] : llvm::reverse(ranges))
      lost = arith::SelectOp::create(
          b, exceeds(bits), constant(APInt::getLowBitsSet(width, low)), lost);
    Value sticky =
        arith::AddIOp::create(b, arith::AndIOp::create(b, in, lost), lost);
    Value kept =
        arith::XOrIOp::create(b, lost, constant(APInt::getAllOnes(width)));
    Value odd =
        arith::AndIOp::create(b, arith::OrIOp::create(b, in, sticky), kept);
    Type floats = b.getF32Type();
    if (shaped)
      floats = shaped.clone(floats);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, result, CastOp::create(b, floats, odd));
    return success();
  }
};
} // namespace

void amp::populateRoundIntegersPatterns(RewritePatternSet &patterns) {
  patterns.add<RoundInteger<arith::SIToFPOp>, RoundInteger<arith::UIToFPOp>>(
      patterns.getContext());
}
