//===- OptionsTest.cpp - Options that only code can set -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class OptionsTest : public ::testing::Test {
protected:
  OptionsTest() {
    DialectRegistry registry;
    registry.insert<AmpDialect, arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect>();
    registerAmpExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parse();
    text = print();
  }

  OwningOpRef<ModuleOp> parse() {
    return parseSourceString<ModuleOp>(R"mlir(
func.func @first(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @second(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>)
         outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
})mlir",
                                       &context);
  }
  std::string print() {
    std::string result;
    llvm::raw_string_ostream(result) << *module;
    return result;
  }
  func::FuncOp lookup(StringRef name) {
    return module->lookupSymbol<func::FuncOp>(name);
  }
  /// The error of a conversion that must fail and leave the module alone.
  std::string fail(const AutocastOptions &options) {
    std::string error;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      error += diag.str();
      return success();
    });
    EXPECT_TRUE(failed(convertToMixedPrecision(*module, options)));
    EXPECT_EQ(print(), text);
    return error;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string text;
};
} // namespace

TEST_F(OptionsTest, TargetConfines) {
  AutocastOptions options;
  options.target = lookup("second");
  ASSERT_TRUE(succeeded(convertToMixedPrecision(*module, options)));
  std::string first, second;
  llvm::raw_string_ostream(first) << lookup("first");
  llvm::raw_string_ostream(second) << lookup("second");
  EXPECT_EQ(first.find("f16"), std::string::npos) << first;
  EXPECT_NE(second.find("f16"), std::string::npos) << second;
}

TEST_F(OptionsTest, TargetOfAnotherModule) {
  OwningOpRef<ModuleOp> other = parse();
  AutocastOptions options;
  options.target = other->lookupSymbol("first");
  EXPECT_NE(fail(options).find("to be in the module"), std::string::npos);
}

TEST_F(OptionsTest, TargetThatReadsFromOutside) {
  AutocastOptions options;
  options.target = &lookup("first").front().front();
  EXPECT_NE(fail(options).find("isolated from above"), std::string::npos);
}

TEST_F(OptionsTest, NumbersThatAreNoKind) {
  AutocastOptions options;
  options.assign = AssignKind(7);
  EXPECT_EQ(fail(options), "expected assign to be 0 to 2, got 7");
  options = {};
  options.compute = ComputeKind(2);
  EXPECT_EQ(fail(options), "expected compute to be 0 to 1, got 2");
  options = {};
  options.accumulate = ComputeKind(2);
  EXPECT_EQ(fail(options), "expected accumulate to be 0 to 1, got 2");
  options = {};
  options.unlisted = UnlistedKind(3);
  EXPECT_EQ(fail(options), "expected unlisted to be 0 to 2, got 3");
  options = {};
  options.signature = SignatureKind(2);
  EXPECT_EQ(fail(options), "expected signature to be 0 to 1, got 2");
}
