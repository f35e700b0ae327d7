//===- ConstantNarrowingTest.cpp - Rounding against APFloat
//----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/ConstantNarrowing.h"
#include "AmpDialect/IR/FloatRange.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace mlir::amp;

namespace {
struct NarrowingTest : testing::TestWithParam<const char *> {
  NarrowingTest() : builder(&context) {}
  FloatType getLow() {
    return GetParam() == StringRef("f16") ? FloatType(builder.getF16Type())
                                          : FloatType(builder.getBF16Type());
  }
  DenseElementsAttr makeDense(ArrayRef<float> values) {
    auto type =
        RankedTensorType::get({int64_t(values.size())}, builder.getF32Type());
    return DenseElementsAttr::get(type, values);
  }
  MLIRContext context;
  Builder builder;
};
} // namespace

/// Edges of both formats, then random bit patterns.
static std::vector<float> getSamples() {
  std::vector<float> samples = {
      0.0f,          -0.0f,     1.0f,      65504.0f,     65519.9f,
      65520.0f,      -65520.f,  1e-12f,    3.4e38f,      INFINITY,
      -INFINITY,     1e-45f,    0x1p-14f,  0x1p-24f,     0x1p-25f,
      0x1.8p-25f,    0x1p-133f, 0x1p-134f, 0x1.ffep-15f, 0x1.fffp-15f,
      0x1.ffffp-15f, 2049.0f,   2051.0f};
  std::mt19937 random(7);
  for (int i = 0; i < 200000; ++i)
    samples.push_back(llvm::bit_cast<float>(uint32_t(random())));
  // Half of the samples near the f16 range, where rounding is not trivial.
  std::uniform_real_distribution<float> exponent(-30, 17), mantissa(-2, 2);
  for (int i = 0; i < 200000; ++i)
    samples.push_back(std::ldexp(mantissa(random), int(exponent(random))));
  return samples;
}

// Breaks when the bit loops differ from APFloat's rounding in any element.
TEST_P(NarrowingTest, RoundsAsAPFloat) {
  std::vector<float> samples = getSamples();
  FailureOr<TypedAttr> narrow = narrowConstant(makeDense(samples), getLow());
  ASSERT_TRUE(succeeded(narrow));
  auto dense = cast<DenseElementsAttr>(*narrow);
  ASSERT_EQ(dense.getElementType(), getLow());
  NarrowingCounts expected,
      counts = countNarrowing(makeDense(samples), getLow());
  size_t index = 0;
  for (const APFloat &value : dense.getValues<APFloat>()) {
    APFloat original(samples[index++]), rounded = original;
    bool losesInfo = false;
    rounded.convert(getLow().getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
    ++expected.total;
    if (original.isNaN()) {
      EXPECT_TRUE(value.isNaN());
      ++expected.nonFinite;
      continue;
    }
    ASSERT_TRUE(value.bitwiseIsEqual(rounded)) << samples[index - 1];
    if (!original.isFiniteNonZero()) {
      ++(original.isZero() ? expected.zero : expected.nonFinite);
      continue;
    }
    expected.overflow += !rounded.isFinite();
    expected.underflow += rounded.isZero();
    expected.subnormal += rounded.isDenormal();
    expected.inexact += losesInfo;
  }
  EXPECT_EQ(counts.total, expected.total);
  EXPECT_EQ(counts.overflow, expected.overflow);
  EXPECT_EQ(counts.underflow, expected.underflow);
  EXPECT_EQ(counts.subnormal, expected.subnormal);
  EXPECT_EQ(counts.inexact, expected.inexact);
  EXPECT_EQ(counts.zero, expected.zero);
  EXPECT_EQ(counts.nonFinite, expected.nonFinite);
}

// Breaks when a splat is stored once for each element, or counted once only.
TEST_P(NarrowingTest, KeepsSplats) {
  auto type = RankedTensorType::get({1 << 20}, builder.getF32Type());
  DenseElementsAttr splat = DenseElementsAttr::get(type, 3.0e38f);
  FailureOr<TypedAttr> narrow = narrowConstant(splat, getLow());
  ASSERT_TRUE(succeeded(narrow));
  EXPECT_TRUE(cast<DenseElementsAttr>(*narrow).isSplat());
  NarrowingCounts counts = countNarrowing(splat, getLow());
  EXPECT_EQ(counts.total, 1 << 20);
  EXPECT_EQ(counts.overflow, getLow().isF16() ? 1 << 20 : 0);
}

// Breaks when weights in a resource are not rounded, or lose their name.
TEST_P(NarrowingTest, NarrowsResources) {
  const float values[] = {1.0f, 70000.0f, -2.5f, 1e-10f};
  auto type = RankedTensorType::get({2, 2}, builder.getF32Type());
  auto resource = DenseResourceElementsAttr::get(
      type, "weights",
      HeapAsmResourceBlob::allocateAndCopyInferAlign(ArrayRef<float>(values)));
  FailureOr<TypedAttr> narrow = narrowConstant(resource, getLow());
  ASSERT_TRUE(succeeded(narrow));
  auto low = cast<DenseResourceElementsAttr>(*narrow);
  EXPECT_EQ(low.getType(), type.clone(getLow()));
  EXPECT_EQ(low.getRawHandle().getKey(),
            getLow().isF16() ? "weights_f16" : "weights_bf16");
  ArrayRef<char> bytes = low.getRawHandle().getBlob()->getData();
  ASSERT_EQ(bytes.size(), 8u);
  auto dense = DenseElementsAttr::getFromRawBuffer(low.getType(), bytes);
  auto expected =
      cast<DenseElementsAttr>(*narrowConstant(makeDense(values), getLow()));
  EXPECT_EQ(dense.getRawData(), expected.getRawData());
  EXPECT_EQ(countNarrowing(resource, getLow()).overflow,
            getLow().isF16() ? 1 : 0);
}

// Breaks when the parts of large weights, which threads round side by side, do
// not lie where they belong.
TEST_P(NarrowingTest, NarrowsLargeResources) {
  // No multiple of a part, a page or a vector.
  std::vector<float> values((size_t(3) << 20) + 5);
  for (auto [index, value] : llvm::enumerate(values))
    value = float(index % 1999) - 0.125f * float(index >> 20);
  auto type =
      RankedTensorType::get({int64_t(values.size())}, builder.getF32Type());
  auto resource = DenseResourceElementsAttr::get(
      type, "weights",
      HeapAsmResourceBlob::allocateAndCopyInferAlign(ArrayRef<float>(values)));
  FailureOr<TypedAttr> narrow = narrowConstant(resource, getLow());
  ASSERT_TRUE(succeeded(narrow));
  ArrayRef<char> bytes = cast<DenseResourceElementsAttr>(*narrow)
                             .getRawHandle()
                             .getBlob()
                             ->getData();
  ASSERT_EQ(bytes.size(), 2 * values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    uint16_t bits;
    std::memcpy(&bits, bytes.data() + 2 * i, sizeof(bits));
    APFloat expected(values[i]);
    bool losesInfo;
    expected.convert(getLow().getFloatSemantics(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
    ASSERT_EQ(bits, expected.bitcastToAPInt().getZExtValue()) << i;
  }
}

// Breaks when the range of a constant misses an element, whichever its block,
// or counts infinity or NaN among the finite ones.
TEST(ConstantRange, SeesEveryElement) {
  MLIRContext context;
  Builder builder(&context);
  std::vector<float> values(10000, 0.5f);
  auto type =
      RankedTensorType::get({int64_t(values.size())}, builder.getF32Type());
  auto getRange = [&] {
    return FloatRange::getConstant(
        DenseElementsAttr::get(type, ArrayRef<float>(values)));
  };
  for (size_t place : {0, 1, 4095, 4096, 8191, 9999})
    for (float value : {-0.0f, -3.0f, 7.0f, 1e-45f, -3.4e38f, INFINITY,
                        -INFINITY, NAN, -NAN}) {
      values[place] = value;
      FloatRange range = getRange(), expected = FloatRange::getPoint(0.5);
      expected = FloatRange::join(expected, FloatRange::getPoint(value));
      EXPECT_EQ(range, expected) << value << " at " << place;
      values[place] = 0.5f;
    }
  values.assign(values.size(), NAN);
  EXPECT_EQ(getRange(), FloatRange::getPoint(NAN));
}

// Breaks when something that cannot be rounded is taken for a constant.
TEST_P(NarrowingTest, DeclinesTheRest) {
  auto type = RankedTensorType::get({2}, builder.getI32Type());
  TypedAttr integers = DenseElementsAttr::get(type, {1, 2});
  EXPECT_FALSE(canNarrowConstant(integers));
  EXPECT_TRUE(failed(narrowConstant(integers, getLow())));
  EXPECT_EQ(countNarrowing(integers, getLow()).total, 0);
  TypedAttr same = FloatAttr::get(getLow(), 1.0);
  EXPECT_FALSE(canNarrowConstant(same, getLow()));
  TypedAttr narrower = FloatAttr::get(builder.getType<Float8E5M2Type>(), 1.0);
  EXPECT_FALSE(canNarrowConstant(narrower, getLow()));
  TypedAttr scalar = FloatAttr::get(builder.getF64Type(), 1.5);
  EXPECT_EQ(*narrowConstant(scalar, getLow()),
            TypedAttr(FloatAttr::get(getLow(), 1.5)));
}

// f16 and bf16 are as wide, and hold different numbers.
TEST_P(NarrowingTest, RoundsTheOtherTypeOfItsWidth) {
  FloatType f16 = builder.getF16Type(), bf16 = builder.getBF16Type();
  FloatType other = getLow() == f16 ? bf16 : f16;
  // The nearest of f16 to 0.1, and its neighbour in bf16.
  auto type = RankedTensorType::get({2}, other);
  TypedAttr values = DenseElementsAttr::get(
      type, ArrayRef<Attribute>{FloatAttr::get(other, 0.1),
                                FloatAttr::get(other, 2.0)});
  ASSERT_TRUE(canNarrowConstant(values, getLow()));
  auto rounded = cast<DenseFPElementsAttr>(*narrowConstant(values, getLow()));
  EXPECT_EQ(rounded.getElementType(), getLow());
  EXPECT_EQ((*rounded.begin()).convertToDouble(), 0.10009765625);
  EXPECT_EQ(countNarrowing(values, getLow()).inexact, getLow() == bf16);
}

INSTANTIATE_TEST_SUITE_P(Types, NarrowingTest, testing::Values("f16", "bf16"),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return std::string(info.param);
                         });
