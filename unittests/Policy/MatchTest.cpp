//===- MatchTest.cpp - Which ops a rule matches ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PolicyTestUtils.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// Tests of single matchers: does `rule` hold for the op named `name`?
class MatchTest : public PolicyTest {
protected:
  bool holds(StringRef matchers, StringRef name) {
    std::string text =
        ("amp.policy @p { amp.rule " + matchers + " never }").str();
    Policy policy(f16());
    EXPECT_TRUE(succeeded(policy.addFile(write(text), loc()))) << diagnostics;
    return policy.match(find(name)).has_value();
  }
};

TEST_F(MatchTest, Names) {
  parse(R"(
    func.func @forward_1() { "test.a_b"() {id = "x"} : () -> () return })");
  EXPECT_TRUE(holds("op(\"test.a_b\")", "x"));
  EXPECT_TRUE(holds("op(\"test.a_*\")", "x"));
  EXPECT_TRUE(holds("op(\"*\")", "x"));
  EXPECT_TRUE(holds("op(\"{foo,test}.a?b\")", "x"));
  EXPECT_FALSE(holds("op(\"test.a\")", "x"));
  EXPECT_TRUE(holds("dialect(\"test\")", "x"));
  EXPECT_TRUE(holds("dialect(\"{arith,te*}\")", "x"));
  EXPECT_FALSE(holds("dialect(\"arith\")", "x"));
  EXPECT_TRUE(holds("function(\"forward*\")", "x"));
  EXPECT_FALSE(holds("function(\"backward*\")", "x"));
  EXPECT_TRUE(holds("", "x"));
}

TEST_F(MatchTest, Locations) {
  parse(R"(
    "test.op"() {id = "name"} : () -> () loc("encoder/layer.1/attention")
    "test.op"() {id = "line"} : () -> () loc("/src/net/model.py":42:7)
    "test.op"() {id = "fused"} : () -> () loc(fused["head", "model.py":7:1])
    "test.op"() {id = "call"} : () -> () loc(callsite("f"("lib.py":3:1) at "main.py":9:1))
    "test.op"() {id = "none"} : () -> () loc(unknown))");
  EXPECT_TRUE(holds("location(\"encoder/.*/attention\")", "name"));
  EXPECT_TRUE(holds("location(\"layer\\\\.[0-9]\")", "name"));
  EXPECT_FALSE(holds("location(\"^layer\")", "name"));
  EXPECT_TRUE(holds("location(\"model.py:4[0-9]:\")", "line"));
  EXPECT_TRUE(holds("location(\"head\")", "fused"));
  EXPECT_TRUE(holds("location(\"lib.py:3\")", "call"));
  EXPECT_TRUE(holds("location(\"main.py:9\")", "call"));
  EXPECT_FALSE(holds("location(\".\")", "none"));
  EXPECT_TRUE(holds("at(\"model.py\":42)", "line"));
  EXPECT_TRUE(holds("at(\"net/model.py\")", "line"));
  EXPECT_TRUE(holds("at(\"/src/net/model.py\":42)", "line"));
  EXPECT_FALSE(holds("at(\"odel.py\":42)", "line"));
  EXPECT_FALSE(holds("at(\"model.py\":43)", "line"));
  EXPECT_TRUE(holds("at(\"model.py\":7)", "fused"));
  EXPECT_TRUE(holds("at(\"main.py\":9)", "call"));
  EXPECT_FALSE(holds("at(\"model.py\":42)", "none"));
}

TEST_F(MatchTest, Shapes) {
  parse(R"(
    func.func @f(%a: tensor<64x3xf32>, %d: tensor<?x3xf32>, %s: f32,
                 %u: tensor<*xf32>) {
      %0 = "test.op"(%a, %d, %s, %u) {id = "x"}
        : (tensor<64x3xf32>, tensor<?x3xf32>, f32, tensor<*xf32>) -> tensor<f32>
      return
    })");
  EXPECT_TRUE(holds("operand(0) dim(0) below(65)", "x"));
  EXPECT_FALSE(holds("operand(0) dim(0) below(64)", "x"));
  EXPECT_TRUE(holds("operand(0) dim(0) at_least(64)", "x"));
  EXPECT_FALSE(holds("operand(0) dim(0) at_least(65)", "x"));
  EXPECT_FALSE(holds("operand(0) dim(2) below(64)", "x"));
  EXPECT_TRUE(holds("operand(0) rank at_least(2) below(3)", "x"));
  EXPECT_TRUE(holds("operand(0) size at_least(192) below(193)", "x"));
  EXPECT_TRUE(holds("operand(0) shape(64x3)", "x"));
  EXPECT_TRUE(holds("operand(0) shape(?x3)", "x"));
  EXPECT_FALSE(holds("operand(0) shape(?x3x?)", "x"));
  EXPECT_TRUE(holds("result(0) shape()", "x"));
  EXPECT_TRUE(holds("result(0) rank below(1)", "x"));
  // What is unknown is neither below nor at least anything.
  EXPECT_FALSE(holds("operand(1) dim(0) below(64)", "x"));
  EXPECT_FALSE(holds("operand(1) dim(0) at_least(1)", "x"));
  EXPECT_TRUE(holds("operand(1) dim(1) below(64)", "x"));
  EXPECT_FALSE(holds("operand(1) size at_least(1)", "x"));
  EXPECT_FALSE(holds("operand(2) rank below(9)", "x"));
  EXPECT_FALSE(holds("operand(3) rank below(9)", "x"));
  EXPECT_FALSE(holds("operand(4) rank below(9)", "x"));
  EXPECT_FALSE(holds("result(1) rank below(9)", "x"));
  // All matchers must hold.
  EXPECT_TRUE(holds("operand(0) shape(64x3) operand(1) shape(?x3)", "x"));
  EXPECT_FALSE(holds("operand(0) shape(64x3) operand(1) shape(?x4)", "x"));
}

TEST_F(MatchTest, AttributesAndBodies) {
  parse(R"(
    "test.op"() ({ "test.inner"() ({ "test.deep"() : () -> () }) : () -> () })
      {id = "x", groups = 4 : i64, flag} : () -> ())");
  EXPECT_TRUE(holds("attr(\"groups\")", "x"));
  EXPECT_TRUE(holds("attr(\"groups\" = 4 : i64)", "x"));
  EXPECT_TRUE(holds("attr(\"flag\") attr(\"groups\" = 4 : i64)", "x"));
  EXPECT_FALSE(holds("attr(\"groups\" = 2 : i64)", "x"));
  EXPECT_FALSE(holds("attr(\"group\")", "x"));
  EXPECT_TRUE(holds("contains(\"test.in*\")", "x"));
  EXPECT_FALSE(holds("contains(\"test.deep\")", "x"));
}

// A conversion's own op answers through its interface; others never match.
TEST_F(MatchTest, Interface) {
  parse(R"(
    "test.op"() {id = "x"} : () -> ())");
  EXPECT_FALSE(holds("declares(never)", "x"));
  EXPECT_FALSE(holds("trait(contraction)", "x"));
}

// Counts include overruled matches; what matched nothing is reported at the
// rule, with its file and line.
TEST_F(PolicyTest, CountsAndUnmatched) {
  parse(R"(
    amp.policy @m { amp.rule op("test.none") never }
    "test.op"() {id = "x"} : () -> ()
    "test.op"() {id = "y"} : () -> ())");
  Policy policy(f16());
  ASSERT_TRUE(succeeded(policy.addModule(*module)));
  ASSERT_TRUE(
      succeeded(policy.addFile(write("amp.policy @p {\n"
                                     "  amp.rule op(\"test.op\") never\n"
                                     "  amp.rule op(\"test.*\") follow\n"
                                     "  amp.rule op(\"nix.da\") never\n"
                                     "}"),
                               loc())));
  policy.match(find("x"));
  policy.match(find("y"));
  std::vector<RuleCount> counts = policy.getRuleCounts();
  ASSERT_EQ(counts.size(), 4u);
  EXPECT_EQ(counts[0].matches, 0u);
  EXPECT_EQ(counts[1].matches, 2u);
  EXPECT_EQ(counts[2].matches, 2u);
  EXPECT_EQ(counts[3].matches, 0u);
  EXPECT_TRUE(succeeded(policy.reportUseless(/*strict=*/false)));
  EXPECT_NE(diagnostics.find(":4:3): the rule matched no op"),
            std::string::npos)
      << diagnostics;
  EXPECT_NE(diagnostics.find("module.mlir\":2:21): the rule matched no op"),
            std::string::npos)
      << diagnostics;
  EXPECT_TRUE(failed(policy.reportUseless(/*strict=*/true)));
}

// Many rules on many ops: each op looks only at the rules of its name and line.
// Were every rule tried on every op, this would take minutes.
TEST_F(PolicyTest, ManyRulesManyOps) {
  constexpr int count = 20000;
  std::string rules = "amp.policy @p {\n", ops;
  llvm::raw_string_ostream ruleStream(rules), opStream(ops);
  for (int i = 0; i < count; ++i) {
    ruleStream << "amp.rule op(\"test.op" << i << "\") never\n"
               << "amp.rule at(\"net.py\":" << i + 1 << ") accumulate(f32)\n";
    opStream << "\"test.op" << i << "\"() : () -> () loc(\"net.py\":" << i + 1
             << ":1)\n";
  }
  ruleStream << "}";
  parse(ops);
  Policy policy(f16());
  ASSERT_TRUE(succeeded(policy.addFile(write(rules), loc()))) << diagnostics;
  for (Operation &op : *module->getBody())
    policy.match(&op);
  for (RuleCount count : policy.getRuleCounts())
    ASSERT_EQ(count.matches, 1u);
}

} // namespace
