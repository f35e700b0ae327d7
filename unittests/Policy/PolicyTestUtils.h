//===- PolicyTestUtils.h - A module, a policy and its diagnostics ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_UNITTESTS_POLICY_POLICYTESTUTILS_H
#define AMPDIALECT_UNITTESTS_POLICY_POLICYTESTUTILS_H

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/Policy/Policy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace mlir::amp {

class PolicyTest : public ::testing::Test {
protected:
  PolicyTest()
      : context(MLIRContext::Threading::DISABLED),
        handler(&context, [this](Diagnostic &diagnostic) {
          llvm::raw_string_ostream stream(diagnostics);
          stream << diagnostic.getLocation() << ": " << diagnostic.str()
                 << "\n";
        }) {
    DialectRegistry registry;
    registry.insert<AmpDialect, arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, math::MathDialect>();
    registerAmpExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects();
  }

  FloatType f16() { return Float16Type::get(&context); }
  FloatType bf16() { return BFloat16Type::get(&context); }
  FloatType f32() { return Float32Type::get(&context); }
  Location loc() { return UnknownLoc::get(&context); }

  /// Parses the module under test.
  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context),
                                         "module.mlir");
    ASSERT_TRUE(module) << diagnostics;
  }

  /// The op that carries the attribute `id = "NAME"`.
  Operation *find(StringRef name) {
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      auto id = op->getAttrOfType<StringAttr>("id");
      if (id && id.getValue() == name)
        found = op;
    });
    EXPECT_TRUE(found) << name.str();
    return found;
  }

  /// Writes `text` to a temporary file, removed with the fixture.
  std::string write(StringRef text) {
    llvm::SmallString<128> path;
    int descriptor;
    EXPECT_FALSE(
        llvm::sys::fs::createTemporaryFile("policy", "mlir", descriptor, path));
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
    files.push_back(path.str().str());
    return files.back();
  }

  void TearDown() override {
    for (const std::string &file : files)
      llvm::sys::fs::remove(file);
  }

  /// The category the policy gives to `op`, none if it has no say.
  static std::optional<Category> categoryOf(Policy &policy, Operation *op) {
    std::optional<OpOverride> override = policy.match(op);
    return override ? override->category : std::nullopt;
  }

  std::string diagnostics;
  MLIRContext context;
  ScopedDiagnosticHandler handler;
  OwningOpRef<ModuleOp> module;
  std::vector<std::string> files;
};

} // namespace mlir::amp

#endif // AMPDIALECT_UNITTESTS_POLICY_POLICYTESTUTILS_H
