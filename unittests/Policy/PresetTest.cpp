//===- PresetTest.cpp - Files and presets ---------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolicyTestUtils.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

// Every preset that ships is there, parses and holds no contradiction.
TEST_F(PolicyTest, PresetsLoad) {
  std::vector<StringRef> names(getPresetNames().begin(),
                               getPresetNames().end());
  EXPECT_EQ(names, (std::vector<StringRef>{
                       "aggressive", "conservative", "default", "pytorch",
                       "tensor-cores-only", "tensorflow", "tvm"}));
  for (StringRef name : names) {
    Policy policy(f16());
    EXPECT_TRUE(succeeded(policy.addFile(name, loc())))
        << name.str() << ": " << diagnostics;
    // A preset lists ops that a module need not have.
    EXPECT_TRUE(succeeded(policy.reportUseless(/*strict=*/true)));
  }
}

TEST_F(PolicyTest, UnknownPreset) {
  Policy policy(f16());
  EXPECT_TRUE(failed(policy.addFile("tmv", loc())));
  EXPECT_NE(diagnostics.find("expected a policy file, or one of the presets "
                             "aggressive, conservative, default, pytorch, "
                             "tensor-cores-only, tensorflow, tvm; got 'tmv'"),
            std::string::npos)
      << diagnostics;
}

TEST_F(PolicyTest, MissingFile) {
  Policy policy(f16());
  EXPECT_TRUE(failed(policy.addFile("./no/such.mlir", loc())));
  EXPECT_NE(diagnostics.find("expected a readable policy file: "),
            std::string::npos)
      << diagnostics;
}

// Errors in a policy file are located in that file.
TEST_F(PolicyTest, ErrorsAreLocatedInTheFile) {
  std::string path = write("amp.policy @p {\n  amp.rule op(\"bad\") never\n}");
  Policy policy(f16());
  EXPECT_TRUE(failed(policy.addFile(path, loc())));
  EXPECT_NE(diagnostics.find(path + "\":2:3"), std::string::npos)
      << diagnostics;

  diagnostics.clear();
  path = write("\n\"test.op\"() : () -> ()");
  EXPECT_TRUE(failed(policy.addFile(path, loc())));
  EXPECT_NE(diagnostics.find(path + "\":2:1): expected only 'amp.policy' ops"),
            std::string::npos)
      << diagnostics;
}

// One op of each kind under each preset, as the table in docs/policy.md has it.
TEST_F(PolicyTest, PeersDiffer) {
  parse(R"(
    func.func @f(%a: tensor<4xf32>) {
      %0 = math.erf %a {id = "erf"} : tensor<4xf32>
      %1 = math.exp %a {id = "exp"} : tensor<4xf32>
      %2 = math.rsqrt %a {id = "rsqrt"} : tensor<4xf32>
      return
    })");
  auto under = [&](StringRef preset, StringRef op) {
    Policy policy(f16());
    EXPECT_TRUE(succeeded(policy.addFile(preset, loc()))) << diagnostics;
    return categoryOf(policy, find(op));
  };
  EXPECT_EQ(under("tvm", "erf"), Category::Never);
  EXPECT_EQ(under("tensorflow", "erf"), Category::Follow);
  EXPECT_EQ(under("tvm", "exp"), Category::Never);
  EXPECT_EQ(under("tensorflow", "exp"), Category::Never);
  EXPECT_EQ(under("pytorch", "exp"), Category::Never);
  EXPECT_EQ(under("tensorflow", "rsqrt"), Category::Follow);
  EXPECT_EQ(under("pytorch", "rsqrt"), Category::Never);
  EXPECT_EQ(under("default", "exp"), std::nullopt);
}

} // namespace
