//===- MergeTest.cpp - Which source wins ----------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolicyTestUtils.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// A callback that gives one answer to all ops.
Policy::Callback answer(std::optional<Category> category,
                        FloatType accumulate = {}) {
  return [=](Operation *) -> FailureOr<std::optional<OpOverride>> {
    OpOverride override;
    override.category = category;
    override.accumulate = accumulate;
    override.reason = "callback";
    return std::optional<OpOverride>(override);
  };
}

// Each source is overruled by the next stronger one, in the documented order.
TEST_F(PolicyTest, StrongerSourceWins) {
  parse(R"(
    amp.policy @m { amp.rule op("test.op") never }
    "test.op"() {id = "plain"} : () -> ()
    amp.autocast enabled(false) { "test.op"() {id = "scoped"} : () -> () }
    amp.autocast enabled(false) {
      "test.op"() {id = "said", amp.category = #amp.category<follow>} : () -> ()
    })");
  Policy policy(f16());
  ASSERT_TRUE(succeeded(policy.addModule(*module)));
  EXPECT_EQ(categoryOf(policy, find("plain")), Category::Never);

  // The file beats the module, although it is added later or earlier.
  std::string path = write("amp.policy @f { amp.rule op(\"test.*\") follow }");
  ASSERT_TRUE(succeeded(policy.addFile(path, loc())));
  EXPECT_EQ(categoryOf(policy, find("plain")), Category::Follow);
  Policy fileFirst(f16());
  ASSERT_TRUE(succeeded(fileFirst.addFile(path, loc())));
  ASSERT_TRUE(succeeded(fileFirst.addModule(*module)));
  EXPECT_EQ(categoryOf(fileFirst, find("plain")), Category::Follow);

  policy.setCallback(answer(Category::Always));
  EXPECT_EQ(categoryOf(policy, find("plain")), Category::Always);
  EXPECT_EQ(categoryOf(policy, find("scoped")), Category::Never);
  EXPECT_EQ(categoryOf(policy, find("said")), Category::Follow);
}

// Within one source the later rule wins, setting by setting.
TEST_F(PolicyTest, LaterRuleWinsSettingBySetting) {
  parse(R"(
    amp.policy @a {
      amp.rule op("test.op") always accumulate(f16) result(f16)
      amp.rule op("test.*") accumulate(f32)
    }
    amp.policy @b { amp.rule dialect("test") never }
    "test.op"() {id = "x"} : () -> ())");
  Policy policy(f16());
  ASSERT_TRUE(succeeded(policy.addModule(*module)));
  std::optional<OpOverride> override = policy.match(find("x"));
  ASSERT_TRUE(override);
  EXPECT_EQ(override->category, Category::Never);
  EXPECT_EQ(override->accumulate, f32());
  EXPECT_EQ(override->result, f16());
  // The reason is that of the rule that decided the category.
  EXPECT_EQ(override->reason, "rule at module.mlir:6");
  EXPECT_EQ(override->binding, Binding::Policy);
}

// A source that sets one thing leaves the others to weaker sources.
TEST_F(PolicyTest, SourcesAddUp) {
  parse(R"(
    amp.policy @m { amp.rule always result(f16) because("fast") }
    "test.op"() {id = "x", amp.accumulate = f32} : () -> ())");
  Policy policy(f16());
  ASSERT_TRUE(succeeded(policy.addModule(*module)));
  policy.setCallback(answer(std::nullopt, f16()));
  std::optional<OpOverride> override = policy.match(find("x"));
  ASSERT_TRUE(override);
  EXPECT_EQ(override->category, Category::Always);
  EXPECT_EQ(override->accumulate, f32());
  EXPECT_EQ(override->result, f16());
  EXPECT_EQ(override->reason, "rule at module.mlir:2: fast");
}

// A full signature on an op pins it, unless amp-annotate wrote it; amp.category
// is stronger.
TEST_F(PolicyTest, SignaturePins) {
  parse(R"(
    func.func @f(%a: tensor<4xf32>) {
      %0 = "test.op"(%a) {id = "low", amp.precision =
        #amp.precision<(f16) -> (f32), compute = f16, accumulate = f32>}
        : (tensor<4xf32>) -> tensor<4xf32>
      %1 = "test.op"(%a) {id = "high", amp.precision =
        #amp.precision<(f32) -> (f32), compute = f32, accumulate = f32>}
        : (tensor<4xf32>) -> tensor<4xf32>
      %3 = "test.op"(%a) {id = "found", amp.reason = "annotated",
        amp.precision =
        #amp.precision<(f32) -> (f32), compute = f32, accumulate = f32>}
        : (tensor<4xf32>) -> tensor<4xf32>
      %2 = "test.op"(%a) {id = "both", amp.category = #amp.category<always>,
        amp.precision =
        #amp.precision<(f32) -> (f32), compute = f32, accumulate = f32>}
        : (tensor<4xf32>) -> tensor<4xf32>
      return
    })");
  Policy policy(f16());
  ASSERT_TRUE(succeeded(policy.addModule(*module)));
  EXPECT_EQ(categoryOf(policy, find("low")), Category::Always);
  EXPECT_EQ(policy.match(find("low"))->accumulate, f32());
  EXPECT_EQ(categoryOf(policy, find("high")), Category::Never);
  EXPECT_EQ(categoryOf(policy, find("both")), Category::Always);
  EXPECT_FALSE(policy.match(find("found")));
}

// The innermost scope decides; another type pins; scopes reach into regions of
// ops; what was recorded survives inlining.
TEST_F(PolicyTest, InnermostScope) {
  parse(R"(
    amp.autocast enabled(false) {
      "test.region"() ({ "test.op"() {id = "deep"} : () -> () }) : () -> ()
      amp.autocast { "test.op"() {id = "again"} : () -> () }
      amp.autocast dtype(bf16) { "test.op"() {id = "other"} : () -> () }
      amp.autocast dtype(f16) { "test.op"() {id = "same"} : () -> () }
    }
    "test.op"() {id = "outside"} : () -> ())");
  Policy policy(f16());
  ASSERT_TRUE(succeeded(policy.addModule(*module)));
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(categoryOf(policy, find("deep")), Category::Never);
    EXPECT_EQ(policy.match(find("deep"))->reason, "autocast region, disabled");
    EXPECT_FALSE(policy.match(find("again")));
    EXPECT_EQ(categoryOf(policy, find("other")), Category::Never);
    EXPECT_EQ(policy.match(find("other"))->reason,
              "autocast region of another type, bf16");
    EXPECT_FALSE(policy.match(find("same")));
    EXPECT_FALSE(policy.match(find("outside")));
    inlineAutocastRegions(*module);
    module->walk([](AutocastOp op) { FAIL() << "a region was left"; });
  }
}

// Inlining hands yielded values to the users of the results.
TEST_F(PolicyTest, InliningKeepsValues) {
  parse(R"(
    %a = "test.make"() : () -> f32
    %r = amp.autocast -> f32 {
      %s = amp.autocast -> f32 {
        %v = "test.op"(%a) {id = "v"} : (f32) -> f32
        amp.yield %v : f32
      }
      amp.yield %s : f32
    }
    "test.use"(%r) {id = "use"} : (f32) -> ())");
  inlineAutocastRegions(*module);
  EXPECT_EQ(find("use")->getOperand(0).getDefiningOp(), find("v"));
  EXPECT_TRUE(succeeded(mlir::verify(*module)));
}

// A callback that fails is not called again, and the failure is remembered.
TEST_F(PolicyTest, CallbackFailure) {
  parse(R"("test.op"() {id = "x"} : () -> ())");
  Policy policy(f16());
  int calls = 0;
  policy.setCallback([&](Operation *) -> FailureOr<std::optional<OpOverride>> {
    ++calls;
    return failure();
  });
  EXPECT_FALSE(policy.match(find("x")));
  EXPECT_FALSE(policy.match(find("x")));
  EXPECT_TRUE(policy.hasFailed());
  EXPECT_EQ(calls, 1);
}

// Policies of one source may not contradict each other; sources may.
TEST_F(PolicyTest, ConflictAcrossPolicies) {
  parse(R"(
    amp.policy @a { amp.rule op("test.op") never }
    amp.policy @b { amp.rule op("test.op") always })");
  Policy policy(f16());
  EXPECT_TRUE(failed(policy.addModule(*module)));
  EXPECT_NE(diagnostics.find("module.mlir\":3:21"), std::string::npos)
      << diagnostics;
  EXPECT_NE(diagnostics.find("expected one category for these matchers"),
            std::string::npos);
}

} // namespace
