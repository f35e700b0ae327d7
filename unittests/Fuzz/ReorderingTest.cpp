//===- ReorderingTest.cpp - Modules in another order ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reordering.h"
#include "PropertyRuns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {

/// Two chains, one of them in a body, a sum of both, and a call, which nothing
/// passes.
constexpr const char *kTwoChains = R"(
  func.func private @effect(f32)
  func.func @main(%x: f32, %c: i1) -> (f32, f32) {
    %0 = math.exp %x : f32
    %1 = math.tanh %0 : f32
    %2 = scf.if %c -> f32 {
      %a = math.sqrt %x : f32
      %b = math.sin %x : f32
      %d = arith.subf %a, %b : f32
      scf.yield %d : f32
    } else {
      scf.yield %0 : f32
    }
    %3 = arith.addf %1, %2 : f32
    func.call @effect(%3) : (f32) -> ()
    %4 = math.cos %3 : f32
    %5 = arith.extf %4 : f32 to f64
    %6 = arith.truncf %5 : f64 to f32
    return %3, %6 : f32, f32
  })";

class ReorderingTest : public testing::Test {
protected:
  ReorderingTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect,
                        math::MathDialect, scf::SCFDialect>();
    module = parseSourceString<ModuleOp>(kTwoChains, &context);
  }

  Operation *find(ModuleOp where, StringRef name) {
    Operation *found = nullptr;
    where.walk([&](Operation *op) {
      if (op->getName().getStringRef() == name)
        found = op;
    });
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ReorderingTest, KeepsWhatDependsAndWhatIsSeen) {
  std::set<std::string> texts;
  bool anySwapped = false;
  for (uint64_t seed = 0; seed < 32; ++seed) {
    OwningOpRef<ModuleOp> other(module->clone());
    reorder(*other, seed);
    ASSERT_TRUE(succeeded(verify(*other)));
    EXPECT_EQ(findOtherOp(*module, *other), "");
    texts.insert(print(*other));
    Operation *call = find(*other, "func.call");
    EXPECT_TRUE(call->isBeforeInBlock(find(*other, "math.cos")));
    EXPECT_TRUE(find(*other, "arith.addf")->isBeforeInBlock(call));
    Operation *difference = find(*other, "arith.subf");
    EXPECT_EQ(difference->getOperand(0).getDefiningOp(),
              find(*other, "math.sqrt"));
    Operation *sum = find(*other, "arith.addf");
    anySwapped |=
        sum->getOperand(1).getDefiningOp() == find(*other, "math.tanh");
  }
  EXPECT_TRUE(anySwapped);
  // The body's two, and both chains' ways past each other.
  EXPECT_GE(texts.size(), 6u);
}

TEST_F(ReorderingTest, MovesAllBlocksButTheFirst) {
  context.loadDialect<cf::ControlFlowDialect>();
  OwningOpRef<ModuleOp> blocks = parseSourceString<ModuleOp>(R"(
    func.func @blocks(%x: f32) -> f32 {
      cf.br ^first
    ^first:
      %0 = math.exp %x : f32
      cf.br ^second(%0 : f32)
    ^second(%1: f32):
      %2 = arith.addf %0, %1 : f32
      return %2 : f32
    })",
                                                             &context);
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    OwningOpRef<ModuleOp> other(blocks->clone());
    reorder(*other, seed);
    ASSERT_TRUE(succeeded(verify(*other)));
    auto function = cast<func::FuncOp>(find(*other, "func.func"));
    EXPECT_EQ(function.front().getNumArguments(), 1u);
    Block *last = &function.back();
    texts.insert(last->getTerminator()->getName().getStringRef().str());
  }
  EXPECT_EQ(texts, (std::set<std::string>{"cf.br", "func.return"}));
}

TEST_F(ReorderingTest, IsTheSameForASeed) {
  OwningOpRef<ModuleOp> one(module->clone()), two(module->clone());
  reorder(*one, 7);
  reorder(*two, 7);
  EXPECT_EQ(print(*one), print(*two));
}

TEST_F(ReorderingTest, FindsOtherTypesAndOps) {
  OwningOpRef<ModuleOp> other(module->clone());
  find(*other, "math.exp")->getResult(0).setType(Float16Type::get(&context));
  EXPECT_NE(findOtherOp(*module, *other), "");
  other = module->clone();
  find(*other, "arith.truncf")
      ->getResult(0)
      .replaceAllUsesWith(find(*other, "math.cos")->getResult(0));
  find(*other, "arith.truncf")->erase();
  EXPECT_NE(findOtherOp(*module, *other).find("arith.truncf"),
            std::string::npos);
  EXPECT_NE(findOtherOp(*other, *module), "");
}

} // namespace
