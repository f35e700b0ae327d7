//===- CarelessModelsTest.cpp - Interfaces that answer what cannot be -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models of others make mistakes. Each must end in an error at the op that says
// what is wrong, in all that asks models.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/ExternalModels/NamedModels.h"
#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/FoldCasts.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

/// What the models get wrong.
static StringRef mistake;

namespace {

struct CarelessModel
    : MixedPrecisionOpInterface::ExternalModel<CarelessModel, AnyOp> {
  Category getPrecisionCategory(Operation *) const { return Category::Follow; }

  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    if (mistake == "nothing filled in")
      return;
    amp::detail::getDefaultPrecisionInfo(op, high, info);
    OperandInfo &first = info.operands.front();
    ResultInfo &result = info.results.front();
    if (mistake == "few operands")
      info.operands.pop_back();
    else if (mistake == "many results")
      info.results.resize(9);
    else if (mistake == "tied to nothing")
      first.role = OperandRole::Tied;
    else if (mistake == "view of nothing")
      result.role = ResultRole::View;
    else if (mistake == "view of integers")
      result = {ResultRole::View, Category::Follow, /*source=*/1};
  }

  void getPrecisionTies(Operation *op,
                        SmallVectorImpl<PrecisionTie> &ties) const {
    if (mistake == "tie without operand")
      ties.push_back({nullptr, op->getResult(0)});
    else if (mistake == "tie without value")
      ties.push_back({&op->getOpOperand(0), Value()});
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    if (mistake == "silent failure")
      return failure();
    if (mistake == "no op")
      return FailureOr<Operation *>(nullptr);
    if (mistake == "operand's op")
      return signature.operands[2].getDefiningOp();
    (void)amp::detail::rebuildInPlace(op, rewriter, signature);
    if (mistake == "other type")
      op->getResult(0).setType(signature.operands[1].getType());
    return op;
  }
};

struct CarelessRanges
    : FloatRangeOpInterface::ExternalModel<CarelessRanges, AnyOp> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    if (mistake == "range of nothing")
      setResult(9, FloatRange::getWithin(0, 1));
    else if (mistake == "compares nothing")
      operands.compare(0, 9, false);
  }
  std::optional<ElementRelation> getElementRelation(Operation *,
                                                    unsigned) const {
    ElementRelation relation{ElementRelation::Kind::Copy, /*operand=*/0,
                             AffineMap()};
    if (mistake == "relation to nothing")
      relation.operand = 9;
    return relation;
  }
};

constexpr llvm::StringLiteral kModel = R"mlir(
func.func @f(%x: tensor<256x256xf32>, %n: i32, %w: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x256xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<256x256xf32>) -> tensor<256x256xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<256x256xf32>, tensor<256x256xf32>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = "their.op"(%0, %n, %i) : (tensor<256x256xf32>, i32, tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = arith.subf %1, %0 : tensor<256x256xf32>
  %3 = linalg.matmul ins(%1, %2 : tensor<256x256xf32>, tensor<256x256xf32>) outs(%i : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %3 : tensor<256x256xf32>
}
func.func @casts(%x: tensor<256x256xf32>, %n: i32) -> tensor<256x256xf16> {
  %0 = "their.op"(%x, %n, %x) : (tensor<256x256xf32>, i32, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = arith.truncf %0 fastmath<contract> : tensor<256x256xf32> to tensor<256x256xf16>
  return %1 : tensor<256x256xf16>
}
)mlir";

class CarelessModels : public ::testing::Test {
protected:
  CarelessModels() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registry.insert<func::FuncDialect, linalg::LinalgDialect>();
    registry.insertDynamic("their", [](MLIRContext *, DynamicDialect *their) {
      auto accept = [](Operation *) { return success(); };
      their->registerDynamicOp(
          DynamicOpDefinition::get("op", their, accept, accept));
    });
    registerAmpExternalModels(registry);
    addNamedExtension(registry, "their", [](Dialect *their) {
      attachByName<CarelessModel>(their, {"op"});
      attachByName<CarelessRanges>(their, {"op"});
    });
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parseSourceString<ModuleOp>(kModel, &context);
  }

  /// Converts with models that make `kind` of mistake; the errors, by lines.
  std::string convert(StringRef kind) {
    mistake = kind;
    std::string errors;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      EXPECT_TRUE(isa<FileLineColLoc>(diagnostic.getLocation()));
      errors += diagnostic.str() + "\n";
      return success();
    });
    AutocastOptions options;
    options.type = "f16";
    // By itself: compilers differ in which argument they evaluate first.
    bool converted = succeeded(convertToMixedPrecision(*module, options));
    EXPECT_EQ(converted, errors.empty());
    return errors;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace

TEST_F(CarelessModels, AnswersThatDoNotFit) {
  EXPECT_EQ(convert("nothing filled in"),
            "'their.op' op declares the precision of 0 operands, expected 3\n");
  EXPECT_EQ(convert("few operands"),
            "'their.op' op declares the precision of 2 operands, expected 3\n");
  EXPECT_EQ(convert("many results"),
            "'their.op' op declares the precision of 9 results, expected 1\n");
  EXPECT_EQ(convert("tied to nothing"),
            "'their.op' op ties operand #0 to result #-1, which there is "
            "not\n");
  EXPECT_EQ(convert("view of nothing"),
            "'their.op' op declares result #0 a view of operand #-1, which "
            "there is not\n");
  EXPECT_EQ(convert("view of integers"),
            "'their.op' op declares result #0 a view of operand #1, which "
            "holds values of another kind\n");
  constexpr StringLiteral tie =
      "'their.op' op ties an operand or a value that there is not\n";
  EXPECT_EQ(convert("tie without operand"), tie);
  EXPECT_EQ(convert("tie without value"), tie);
}

TEST_F(CarelessModels, RangesThatDoNotFit) {
  // Of both ops, since the analysis ends first.
  constexpr StringLiteral range =
      "'their.op' op gives a range for result #9, which there is not\n";
  EXPECT_EQ(convert("range of nothing"), (range + range).str());
  constexpr StringLiteral compare =
      "'their.op' op compares operands #0 and #9 of 3\n";
  EXPECT_EQ(convert("compares nothing"), (compare + compare).str());
  EXPECT_EQ(convert("relation without map"), "");
}

TEST_F(CarelessModels, RelationToNothing) {
  EXPECT_EQ(convert("relation to nothing"), "");
}

/// What is said of an op that was not rebuilt.
constexpr llvm::StringLiteral kStopped =
    "'their.op' op could not be rebuilt with operands of types "
    "('tensor<256x256xf16>', 'i32', 'tensor<256x256xf16>') and results of "
    "types ('tensor<256x256xf16>')\n";

TEST_F(CarelessModels, SilentFailure) {
  EXPECT_EQ(convert("silent failure"), kStopped);
}

TEST_F(CarelessModels, RebuiltAsNoOp) {
  EXPECT_EQ(convert("no op"),
            ("'their.op' op was rebuilt as no op\n" + kStopped).str());
}

TEST_F(CarelessModels, RebuiltWithOtherType) {
  EXPECT_EQ(
      convert("other type"),
      ("'their.op' op was rebuilt with results of types ('i32'), expected "
       "('tensor<256x256xf16>')\n" +
       kStopped)
          .str());
}

TEST_F(CarelessModels, FoldingLeavesThemAlone) {
  for (StringRef kind : {"nothing filled in", "few operands", "view of nothing",
                         "tied to nothing"}) {
    mistake = kind;
    RewritePatternSet patterns(&context);
    populateFoldCastsPatterns(patterns);
    EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  }
  unsigned numCasts = 0;
  module->walk([&](Operation *op) { numCasts += isPrecisionCast(op); });
  EXPECT_EQ(numCasts, 1u);
}
