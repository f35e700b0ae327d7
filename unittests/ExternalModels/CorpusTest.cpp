//===- CorpusTest.cpp - Every op answers, and rebuilds --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::test;

namespace {
/// The parsed corpus, its ops in program order; what stands in a body that is
/// its op's own arithmetic goes with the op.
struct CorpusTest : testing::Test {
  void SetUp() override {
    context = createCorpusContext();
    module = loadCorpus(context.get());
    ASSERT_TRUE(module);
    high = Float32Type::get(context.get());
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isa<ModuleOp>(op))
        ops.push_back(op);
      bool ownsBody = isa<MixedPrecisionOpInterface>(op) && ask(op).ownsRegions;
      return ownsBody ? WalkResult::skip() : WalkResult::advance();
    });
  }
  OpPrecisionInfo ask(Operation *op) {
    OpPrecisionInfo info;
    cast<MixedPrecisionOpInterface>(op).getPrecisionInfo(high, info);
    return info;
  }
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  SmallVector<Operation *> ops;
  FloatType high;
};

/// Corpus rebuilt op by op, in f16 and in bf16.
struct RebuildTest : CorpusTest, testing::WithParamInterface<const char *> {
  FloatType getLow() {
    if (GetParam() == StringRef("f16"))
      return Float16Type::get(context.get());
    return BFloat16Type::get(context.get());
  }
};
} // namespace

/// The signature with everything low that `info` lets be low; casts operands
/// where they are defined. True if something is low.
static bool makeLowSignature(Operation *op, const OpPrecisionInfo &info,
                             PrecisionSignature &signature) {
  OpBuilder builder(op);
  bool changed = false;
  for (auto [value, operand] : llvm::zip(op->getOperands(), info.operands)) {
    bool stays = operand.role == OperandRole::Ignored ||
                 operand.role == OperandRole::High;
    changed |= !stays;
    builder.setInsertionPointAfterValue(value);
    signature.operands.push_back(
        stays
            ? Value(value)
            : createPrecisionCast(builder, op->getLoc(), value, signature.low));
  }
  for (auto [type, result] : llvm::zip(op->getResultTypes(), info.results)) {
    bool stays = result.role == ResultRole::Ignored ||
                 result.role == ResultRole::High ||
                 result.role == ResultRole::Accumulator;
    changed |= !stays;
    signature.resultTypes.push_back(
        stays ? type : withElementType(type, signature.low));
  }
  return changed;
}

// Breaks when a category, a role or a trait of any op changes.
TEST_F(CorpusTest, AnswersAsDeclared) {
  unsigned checked = 0;
  for (Operation *op : ops) {
    auto expected = op->getAttrOfType<StringAttr>(kExpectAttrName);
    if (!expected)
      continue;
    ASSERT_TRUE(isa<MixedPrecisionOpInterface>(op))
        << op->getName().getStringRef().str();
    EXPECT_EQ(formatAnswer(ask(op)), expected.str())
        << op->getName().getStringRef().str();
    ++checked;
  }
  EXPECT_GT(checked, 150u);
}

// Breaks when the single methods contradict what they give all together.
TEST_F(CorpusTest, SingleMethodsAgree) {
  for (Operation *op : ops) {
    auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
    if (!iface)
      continue;
    OpPrecisionInfo info = ask(op);
    EXPECT_EQ(iface.getPrecisionCategory(), info.category);
    EXPECT_EQ(iface.getNumericTraits(), info.traits);
    for (auto [index, operand] : llvm::enumerate(info.operands)) {
      EXPECT_EQ(iface.getOperandPrecisionCategory(index), operand.category);
      EXPECT_EQ(iface.absorbsOperandCast(index),
                operand.role == OperandRole::Any);
    }
    for (auto [index, result] : llvm::enumerate(info.results)) {
      EXPECT_EQ(iface.getResultPrecisionCategory(index), result.category);
      SmallVector<Type> types;
      iface.getAllowedResultTypes(index, Float16Type::get(context.get()), high,
                                  types);
      bool fixed = result.role == ResultRole::High ||
                   result.role == ResultRole::Ignored ||
                   result.role == ResultRole::Accumulator;
      EXPECT_EQ(types.size(), fixed ? 1u : 2u)
          << op->getName().getStringRef().str();
    }
  }
}

// Breaks when a new upstream op has no model or no line in the corpus.
TEST_F(CorpusTest, CoversEveryOp) {
  llvm::StringSet<> seen;
  for (Operation *op : ops)
    seen.insert(op->getName().getStringRef());
  // Ops that never see a float tensor or vector, or stand in a linalg body.
  const llvm::StringSet<> integer = {"arith.addi",
                                     "arith.addui_extended",
                                     "arith.andi",
                                     "arith.ceildivsi",
                                     "arith.ceildivui",
                                     "arith.cmpi",
                                     "arith.divsi",
                                     "arith.divui",
                                     "arith.extsi",
                                     "arith.extui",
                                     "arith.floordivsi",
                                     "arith.index_cast",
                                     "arith.index_castui",
                                     "arith.maxsi",
                                     "arith.maxui",
                                     "arith.minsi",
                                     "arith.minui",
                                     "arith.muli",
                                     "arith.mulsi_extended",
                                     "arith.mului_extended",
                                     "arith.ori",
                                     "arith.remsi",
                                     "arith.remui",
                                     "arith.shli",
                                     "arith.shrsi",
                                     "arith.shrui",
                                     "arith.subi",
                                     "arith.trunci",
                                     "arith.xori",
                                     "linalg.index",
                                     "linalg.yield",
                                     "math.absi",
                                     "math.ctlz",
                                     "math.ctpop",
                                     "math.cttz",
                                     "math.ipowi",
                                     "vector.constant_mask",
                                     "vector.create_mask",
                                     "vector.step",
                                     "vector.vscale"};
  for (RegisteredOperationName name : context->getRegisteredOperations()) {
    if (!llvm::is_contained(getCorpusDialects(),
                            name.getDialect().getNamespace()))
      continue;
    bool modelled = name.hasInterface<MixedPrecisionOpInterface>();
    EXPECT_NE(modelled, integer.contains(name.getStringRef()))
        << name.getStringRef().str();
    EXPECT_TRUE(!modelled || seen.contains(name.getStringRef()))
        << name.getStringRef().str();
  }
}

// Breaks when the carried values of scf.forall lose their common type.
TEST_F(CorpusTest, ForallTies) {
  unsigned ties = 0;
  for (Operation *op : ops) {
    auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
    if (!iface)
      continue;
    SmallVector<PrecisionTie> found;
    iface.getPrecisionTies(found);
    ties += found.size();
    for (PrecisionTie tie : found) {
      EXPECT_EQ(tie.operand->getOwner(), op);
      EXPECT_TRUE(isParticipatingType(tie.value.getType(), high));
    }
  }
  EXPECT_EQ(ties, 4u);
}

// Breaks when an op rebuilt with all that may be low does not verify.
TEST_P(RebuildTest, Verifies) {
  IRRewriter rewriter(context.get());
  unsigned rebuilt = 0;
  for (Operation *op : ops) {
    auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
    if (!iface)
      continue;
    std::string name = op->getName().getStringRef().str();
    PrecisionSignature signature;
    signature.low = getLow();
    signature.high = signature.compute = signature.accumulate = high;
    if (!makeLowSignature(op, ask(op), signature))
      continue;
    FailureOr<Operation *> result =
        iface.rebuildWithPrecision(rewriter, signature);
    ASSERT_TRUE(succeeded(result)) << name;
    ++rebuilt;
    rewriter.setInsertionPointAfter(*result);
    for (OpResult value : (*result)->getResults()) {
      if (!isParticipatingType(value.getType(), signature.low))
        continue;
      EXPECT_EQ(value.getType(), signature.resultTypes[value.getResultNumber()])
          << name;
      Value cast = createPrecisionCast(rewriter, value.getLoc(), value, high);
      rewriter.replaceAllUsesExcept(value, cast, cast.getDefiningOp());
    }
    ASSERT_TRUE(succeeded(verify(*module))) << name;
  }
  EXPECT_GT(rebuilt, 60u);
}

// Breaks when an op whose operand took its low type in place is not extended.
TEST_P(RebuildTest, ExtendsAfterChangeInPlace) {
  IRRewriter rewriter(context.get());
  unsigned rebuilt = 0;
  for (Operation *op : ops) {
    if (op->getName().getStringRef() != "tensor.extract" &&
        op->getName().getStringRef() != "vector.to_elements")
      continue;
    // A reader of each element, which must get the extended one.
    rewriter.setInsertionPointAfter(op);
    for (Value result : op->getResults())
      UnrealizedConversionCastOp::create(rewriter, op->getLoc(),
                                         rewriter.getIndexType(), result);
    Value source = op->getOperand(0);
    source.setType(withElementType(source.getType(), getLow()));
    PrecisionSignature signature;
    signature.low = getLow();
    signature.high = signature.compute = signature.accumulate = high;
    signature.operands.assign(op->operand_begin(), op->operand_end());
    signature.resultTypes.assign(op->result_type_begin(),
                                 op->result_type_end());
    ASSERT_TRUE(
        succeeded(cast<MixedPrecisionOpInterface>(op).rebuildWithPrecision(
            rewriter, signature)));
    EXPECT_TRUE(succeeded(verify(op)));
    for (Value result : op->getResults()) {
      EXPECT_EQ(result.getType(), getLow());
      ASSERT_TRUE(result.hasOneUse());
      EXPECT_TRUE(isPrecisionCast(*result.user_begin()));
    }
    ++rebuilt;
  }
  EXPECT_EQ(rebuilt, 2u);
}

// Breaks when an op asked to stay high changes.
TEST_P(RebuildTest, HighSignatureChangesNothing) {
  IRRewriter rewriter(context.get());
  std::string before, after;
  llvm::raw_string_ostream(before) << *module;
  for (Operation *op : ops) {
    auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
    if (!iface)
      continue;
    PrecisionSignature signature;
    signature.low = getLow();
    signature.high = signature.compute = signature.accumulate = high;
    signature.operands.assign(op->operand_begin(), op->operand_end());
    signature.resultTypes.assign(op->result_type_begin(),
                                 op->result_type_end());
    ASSERT_TRUE(succeeded(iface.rebuildWithPrecision(rewriter, signature)));
  }
  llvm::raw_string_ostream(after) << *module;
  EXPECT_EQ(before, after);
}

INSTANTIATE_TEST_SUITE_P(Types, RebuildTest, testing::Values("f16", "bf16"),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return std::string(info.param);
                         });
