//===- UserCastsTest.cpp - What the property of casts finds ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserCasts.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {

/// A product, which RULE may round, what needs f32 behind it, and a cast of the
/// user's, whose location is its own.
constexpr const char *kModule = R"(
  RULE
  func.func @main(%x: tensor<8x8xf32>, %c: tensor<8x8xf32>, %h: tensor<8x8xf16>)
      -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %0 = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>)
        outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = math.exp %0 : tensor<8x8xf32>
    %2 = arith.extf %h : tensor<8x8xf16> to tensor<8x8xf32> loc("mine")
    return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
  })";

class UserCastsTest : public testing::Test {
protected:
  UserCastsTest() {
    DialectRegistry registry;
    registry.insert<AmpDialect, arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, math::MathDialect,
                    tensor::TensorDialect>();
    registerAmpExternalModels(registry);
    context.appendDialectRegistry(registry);
  }

  /// Converts; `casts` are those before.
  void convert(StringRef rule) {
    std::string text = kModule;
    text.replace(text.find("RULE"), 4, rule.str());
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    ASSERT_TRUE(module);
    casts = UserCasts(*module);
    ASSERT_TRUE(succeeded(convertToMixedPrecision(*module, AutocastOptions())));
  }

  /// Takes the user's cast away, as a wrong fold would.
  void loseCast() {
    module->walk([&](arith::ExtFOp op) {
      if (!isa<NameLoc>(op.getLoc()))
        return;
      OpBuilder builder(op);
      Value other = tensor::EmptyOp::create(builder, builder.getUnknownLoc(),
                                            {8, 8}, builder.getF32Type());
      op.replaceAllUsesWith(other);
      op.erase();
    });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  UserCasts casts;
};

constexpr const char *kRule =
    "amp.policy @p { amp.rule op(\"linalg.matmul\") result(f16) }";

TEST_F(UserCastsTest, HoldsOfTheConversion) {
  convert("");
  EXPECT_EQ(casts.compare(*module), "");
}

// The pair of casts that rounds has an extension that is not marked, so that
// nothing folds it away.
TEST_F(UserCastsTest, ExtensionsOfRoundedResultsAreNotTheUsers) {
  convert(kRule);
  int64_t extensions = 0;
  module->walk(
      [&](arith::ExtFOp op) { extensions += isa<TensorType>(op.getType()); });
  EXPECT_EQ(extensions, 2);
  EXPECT_EQ(casts.compare(*module), "");
}

TEST_F(UserCastsTest, FindsWhatIsLost) {
  convert("");
  loseCast();
  EXPECT_EQ(casts.compare(*module), "lost arith.extf at loc(\"mine\")");
}

// A fill reads nothing of what it writes over.
TEST_F(UserCastsTest, WhatNobodyReadsMayGo) {
  convert("");
  module->walk([&](func::ReturnOp op) {
    Value cast = op.getOperand(1);
    OpBuilder builder(op);
    Location loc = builder.getUnknownLoc();
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(0));
    auto fill = linalg::FillOp::create(builder, loc, zero, cast);
    op.setOperand(1, fill.getResult(0));
  });
  casts = UserCasts(*module);
  loseCast();
  EXPECT_EQ(casts.compare(*module), "");
}

// The extension of the rounded result does not stand in for it.
TEST_F(UserCastsTest, FindsWhatIsLostBesideRoundedResults) {
  convert(kRule);
  loseCast();
  EXPECT_EQ(casts.compare(*module), "lost arith.extf at loc(\"mine\")");
}

TEST_F(UserCastsTest, FindsWhatNobodyWrote) {
  convert("");
  module->walk([&](math::ExpOp op) {
    OpBuilder builder(op);
    auto low = RankedTensorType::get({8, 8}, builder.getF16Type());
    Value cut =
        arith::TruncFOp::create(builder, op.getLoc(), low, op.getOperand());
    op.setOperand(
        arith::ExtFOp::create(builder, op.getLoc(), op.getType(), cut));
  });
  EXPECT_TRUE(StringRef(casts.compare(*module)).starts_with("new arith.truncf"))
      << casts.compare(*module);
}

} // namespace
