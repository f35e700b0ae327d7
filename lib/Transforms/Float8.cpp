//===- Float8.cpp - Casts of 8-bit floats as arithmetic on bits -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has no 8-bit floats: they are bytes, and casts from and to them are
// written out. e5m2 is the upper half of an f16. e4m3 has three bits of
// mantissa and a bias of 7: its bits seven places up are an f16 that is 2^8 too
// small. Rounding adds half a unit of the last place to the f32's bits, ties to
// even; below the smallest normal number, adding a float whose last place is
// the smallest subnormal rounds instead.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Float8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// What tells the two formats apart.
struct Format {
  int32_t mantissa, bias;
  /// Bits of the largest code that rounding may give: infinity, else NaN.
  int32_t overflow;
};

Format getFormat(Type type) {
  return isa<Float8E4M3FNType>(type) ? Format{3, 7, 0x7f} : Format{2, 15, 0x7c};
}

/// f8 to any wider float.
struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType();
    if (!isFloat8(from))
      return rewriter.notifyMatchFailure(op, "does not widen an 8-bit float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type i16 = b.getI16Type();
    auto c = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, b.getIntegerAttr(i16, value));
    };
    Value byte = arith::BitcastOp::create(b, b.getI8Type(), op.getIn());
    Value bits = arith::ExtUIOp::create(b, i16, byte);
    auto toF16 = [&](Value value) -> Value {
      return arith::BitcastOp::create(b, b.getF16Type(), value);
    };
    Value wide;
    if (isa<Float8E5M2Type>(from)) {
      Value half = toF16(arith::ShLIOp::create(b, bits, c(8)));
      wide = arith::ExtFOp::create(b, b.getF32Type(), half);
    } else {
      Value sign = arith::AndIOp::create(b, bits, c(0x80));
      Value magnitude = arith::AndIOp::create(b, bits, c(0x7f));
      Value half = toF16(
          arith::OrIOp::create(b, arith::ShLIOp::create(b, sign, c(8)),
                               arith::ShLIOp::create(b, magnitude, c(7))));
      auto number = [&](double value) -> Value {
        return arith::ConstantOp::create(b,
                                         b.getFloatAttr(b.getF32Type(), value));
      };
      Value scaled = arith::MulFOp::create(
          b, arith::ExtFOp::create(b, b.getF32Type(), half), number(256));
      Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          magnitude, c(0x7f));
      wide = arith::SelectOp::create(
          b, isNaN, number(std::numeric_limits<double>::quiet_NaN()), scaled);
    }
    rewriter.replaceOp(op, castFromF32(b, wide, op.getType()));
    return success();
  }

  static Value castFromF32(ImplicitLocOpBuilder &b, Value value, Type type) {
    if (type.isF32())
      return value;
    if (type.getIntOrFloatBitWidth() > 32)
      return arith::ExtFOp::create(b, type, value);
    return arith::TruncFOp::create(b, type, value); // Exact.
  }
};

/// f32, f16 or bf16 to f8: to the nearest, ties to even. What is too large
/// becomes infinity, or NaN where there is none.
struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = op.getIn().getType();
    if (!isFloat8(op.getType()) || isa<ShapedType>(from) ||
        from.getIntOrFloatBitWidth() > 32)
      return rewriter.notifyMatchFailure(op, "does not narrow to 8 bits");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value value = op.getIn();
    if (!from.isF32())
      value = arith::ExtFOp::create(b, b.getF32Type(), value);
    Value code = round(b, value, getFormat(op.getType()));
    Value byte = arith::TruncIOp::create(b, b.getI8Type(), code);
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), byte);
    return success();
  }

private:
  static Value round(ImplicitLocOpBuilder &b, Value value, Format format) {
    constexpr int32_t kMantissa = 23, kBias = 127, kInfinity = 0x7f800000;
    auto c = [&](int32_t number) -> Value {
      return arith::ConstantOp::create(b, b.getI32IntegerAttr(number));
    };
    auto add = [&](Value x, Value y) -> Value {
      return arith::AddIOp::create(b, x, y);
    };
    auto below = [&](Value x, int32_t y) -> Value {
      return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, c(y));
    };
    Value bits = arith::BitcastOp::create(b, b.getI32Type(), value);
    Value magnitude = arith::AndIOp::create(b, bits, c(0x7fffffff));
    int32_t dropped = kMantissa - format.mantissa;
    Value odd = arith::AndIOp::create(
        b, arith::ShRUIOp::create(b, magnitude, c(dropped)), c(1));
    int32_t rebias = (kBias - format.bias) << kMantissa;
    int32_t half = (1 << (dropped - 1)) - 1;
    Value normal = arith::ShRUIOp::create(
        b, add(add(magnitude, c(half - rebias)), odd), c(dropped));
    // The unit of this float's last place is the smallest subnormal.
    int32_t magic = (kBias + 1 - format.bias + dropped) << kMantissa;
    Value sum = arith::AddFOp::create(
        b, arith::BitcastOp::create(b, b.getF32Type(), magnitude),
        arith::BitcastOp::create(b, b.getF32Type(), c(magic)));
    Value small = arith::SubIOp::create(
        b, arith::BitcastOp::create(b, b.getI32Type(), sum), c(magic));
    int32_t firstNormal = (kBias + 1 - format.bias) << kMantissa;
    Value code = arith::SelectOp::create(
        b, below(magnitude, firstNormal), small,
        arith::MinUIOp::create(b, normal, c(format.overflow)));
    code = arith::SelectOp::create(b, below(magnitude, kInfinity + 1), code,
                                   c(0x7f));
    Value sign = arith::AndIOp::create(
        b, arith::ShRUIOp::create(b, bits, c(24)), c(0x80));
    return arith::OrIOp::create(b, code, sign);
  }
};

} // namespace

bool amp::isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

void amp::populateExpandFloat8Patterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExtension, ExpandTruncation>(patterns.getContext());
}
