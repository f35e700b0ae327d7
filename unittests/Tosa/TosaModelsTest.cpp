//===- TosaModelsTest.cpp - Models of TOSA ops ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op says the category and the roles of the table, and every op that may
// go low can be rebuilt to f16 and bf16 so that MLIR's verifier and its TOSA
// validation accept it.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// One op as it stands in a function, and what it must say. Roles, one letter
/// per operand and result: - ignored, L low, l label, H high, A any or
/// accumulator, V view, C creator.
struct Case {
  const char *name;
  /// Arguments, body (the op comes last and defines %r), type of %r.
  const char *arguments, *body, *result;
  Category category;
  const char *operands;
  char resultRole;
  NumericTraits traits = NumericTraits::None;
  int64_t multiplyAdds = 0;
};

void PrintTo(const Case &test, std::ostream *out) { *out << test.name; }

class TosaTest : public ::testing::Test {
protected:
  TosaTest() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registry.insert<AmpDialect, arith::ArithDialect, func::FuncDialect,
                    tosa::TosaDialect>();
    registerAmpExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    high = Float32Type::get(&context);
  }

  OwningOpRef<ModuleOp> parse(const std::string &text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    return module;
  }

  OwningOpRef<ModuleOp> parse(const Case &test) {
    return parse(std::string("func.func @f(") + test.arguments + ") -> " +
                 test.result +
                 " {\n"
                 "%z = \"tosa.const\"() {values = dense<0.0> : tensor<1xf32>} "
                 ": () -> tensor<1xf32>\n" +
                 test.body + "\nreturn %r : " + test.result + "\n}\n");
  }

  /// The op whose result `@f` returns.
  static Operation *getOp(ModuleOp module) {
    auto function = *module.getOps<func::FuncOp>().begin();
    return function.front().getTerminator()->getOperand(0).getDefiningOp();
  }

  static char letter(OperandRole role) { return "-SLHlTA"[int(role)]; }
  static char letter(ResultRole role) { return "-HlAAVC"[int(role)]; }

  OpPrecisionInfo ask(Operation *op) {
    OpPrecisionInfo info;
    cast<MixedPrecisionOpInterface>(op).getPrecisionInfo(high, info);
    return info;
  }

  /// Rebuilds `op` with everything that takes part low; its old users keep
  /// reading the source type.
  FailureOr<Operation *> lower(Operation *op, FloatType low) {
    OpPrecisionInfo info = ask(op);
    IRRewriter rewriter(op);
    PrecisionSignature signature;
    signature.low = low;
    signature.high = signature.compute = signature.accumulate = high;
    for (auto [value, answer] :
         llvm::zip_equal(op->getOperands(), info.operands)) {
      bool stays = answer.role == OperandRole::Ignored;
      signature.operands.push_back(
          stays ? value
                : createPrecisionCast(rewriter, op->getLoc(), value, low));
    }
    for (auto [type, answer] :
         llvm::zip_equal(op->getResultTypes(), info.results))
      signature.resultTypes.push_back(answer.role == ResultRole::Ignored
                                          ? type
                                          : withElementType(type, low));
    FailureOr<Operation *> built =
        cast<MixedPrecisionOpInterface>(op).rebuildWithPrecision(rewriter,
                                                                 signature);
    if (failed(built))
      return failure();
    rewriter.setInsertionPointAfter(*built);
    for (auto [result, answer] :
         llvm::zip_equal((*built)->getResults(), info.results)) {
      if (answer.role == ResultRole::Ignored)
        continue;
      EXPECT_EQ(getElementTypeOrSelf(result.getType()), low);
      Value wide = createPrecisionCast(rewriter, op->getLoc(), result, high);
      rewriter.replaceAllUsesExcept(result, wide, wide.getDefiningOp());
    }
    return built;
  }

  /// True if MLIR's verifier and its TOSA validation accept `module`.
  bool isValid(ModuleOp module) {
    if (failed(verify(module)))
      return false;
    PassManager manager(&context);
    tosa::TosaAttachTargetOptions target;
    target.profiles = {"pro_int", "pro_fp"};
    target.extensions = {"bf16", "controlflow", "variable", "fft"};
    manager.addPass(tosa::createTosaAttachTarget(target));
    tosa::TosaValidationOptions strict;
    strict.strictOpSpecAlignment = true;
    manager.addPass(tosa::createTosaValidation(strict));
    return succeeded(manager.run(module));
  }

  MLIRContext context;
  FloatType high;
};

class TosaOps : public TosaTest, public ::testing::WithParamInterface<Case> {};

TEST_P(TosaOps, SaysWhatItNeeds) {
  const Case &test = GetParam();
  OwningOpRef<ModuleOp> module = parse(test);
  ASSERT_TRUE(module);
  OpPrecisionInfo info = ask(getOp(*module));
  EXPECT_EQ(stringifyCategory(info.category), stringifyCategory(test.category));
  std::string roles;
  for (const OperandInfo &operand : info.operands)
    roles += letter(operand.role);
  EXPECT_EQ(roles, test.operands);
  EXPECT_EQ(letter(info.results[0].role), test.resultRole);
  EXPECT_EQ(unsigned(info.traits), unsigned(test.traits));
  EXPECT_EQ(info.multiplyAdds, test.multiplyAdds);
}

TEST_P(TosaOps, RebuildsLow) {
  if (GetParam().category == Category::Never)
    GTEST_SKIP() << "keeps its type";
  for (FloatType low : {FloatType(Float16Type::get(&context)),
                        FloatType(BFloat16Type::get(&context))}) {
    OwningOpRef<ModuleOp> module = parse(GetParam());
    ASSERT_TRUE(module);
    ASSERT_TRUE(isValid(*module)) << "the f32 form is not valid";
    ASSERT_TRUE(succeeded(lower(getOp(*module), low)));
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    EXPECT_TRUE(isValid(*module)) << text;
  }
}

constexpr NumericTraits kMoves = NumericTraits::DataMovement;
constexpr NumericTraits kProduct = NumericTraits::Contraction;
constexpr const char *kA = "%a: tensor<4x8xf32>";
constexpr const char *kAB = "%a: tensor<4x8xf32>, %b: tensor<4x8xf32>";
constexpr const char *kT = "tensor<4x8xf32>";

#define UNARY(OP) "%r = tosa." OP " %a : (tensor<4x8xf32>) -> tensor<4x8xf32>"
#define BINARY(OP)                                                             \
  "%r = tosa." OP                                                              \
  " %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>"
#define COMPARE(OP)                                                            \
  "%r = tosa." OP                                                              \
  " %a, %b : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>"
#define SHIFT                                                                  \
  "%s = \"tosa.const\"() {values = dense<0> : tensor<1xi8>} : () -> "          \
  "tensor<1xi8>\n"
#define SHAPE(N, V)                                                            \
  "%n = tosa.const_shape {values = dense<" V "> : tensor<" N "xindex>} : () "  \
  "-> !tosa.shape<" N ">\n"
#define CONSTANT(V)                                                            \
  "%e = \"tosa.const\"() {values = dense<" V "> : tensor<1x1xf32>} : () -> "   \
  "tensor<1x1xf32>\n"
#define CONV_ATTRS                                                             \
  "{acc_type = f32, dilation = array<i64: 1, 1>, "                             \
  "pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}"

const Case kContractions[] = {
    {"conv2d",
     "%a: tensor<1x6x6x4xf32>, %w: tensor<8x3x3x4xf32>, %b: tensor<8xf32>",
     "%r = tosa.conv2d %a, %w, %b, %z, %z " CONV_ATTRS
     " : (tensor<1x6x6x4xf32>, tensor<8x3x3x4xf32>, tensor<8xf32>, "
     "tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>",
     "tensor<1x4x4x8xf32>", Category::Always, "LLlll", 'l', kProduct,
     4 * 4 * 8 * 3 * 3 * 4},
    {"depthwise_conv2d",
     "%a: tensor<1x6x6x4xf32>, %w: tensor<3x3x4x2xf32>, %b: tensor<8xf32>",
     "%r = tosa.depthwise_conv2d %a, %w, %b, %z, %z " CONV_ATTRS
     " : (tensor<1x6x6x4xf32>, tensor<3x3x4x2xf32>, tensor<8xf32>, "
     "tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>",
     "tensor<1x4x4x8xf32>", Category::Always, "LLlll", 'l', kProduct,
     4 * 4 * 8 * 3 * 3},
    {"transpose_conv2d",
     "%a: tensor<1x6x6x4xf32>, %w: tensor<8x3x3x4xf32>, %b: tensor<8xf32>",
     "%r = tosa.transpose_conv2d %a, %w, %b, %z, %z {acc_type = f32, out_pad "
     "= array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}"
     " : (tensor<1x6x6x4xf32>, tensor<8x3x3x4xf32>, tensor<8xf32>, "
     "tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x8xf32>",
     "tensor<1x8x8x8xf32>", Category::Always, "LLlll", 'l', kProduct,
     6 * 6 * 4 * 8 * 3 * 3},
    {"conv3d",
     "%a: tensor<1x5x6x6x4xf32>, %w: tensor<8x2x3x3x4xf32>, %b: tensor<8xf32>",
     "%r = tosa.conv3d %a, %w, %b, %z, %z {acc_type = f32, dilation = "
     "array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = "
     "array<i64: 1, 1, 1>} : (tensor<1x5x6x6x4xf32>, tensor<8x2x3x3x4xf32>, "
     "tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4x8xf32>",
     "tensor<1x4x4x4x8xf32>", Category::Always, "LLlll", 'l', kProduct,
     4 * 4 * 4 * 8 * 2 * 3 * 3 * 4},
    {"matmul", "%a: tensor<2x4x16xf32>, %b: tensor<2x16x8xf32>",
     "%r = tosa.matmul %a, %b, %z, %z : (tensor<2x4x16xf32>, "
     "tensor<2x16x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4x8xf32>",
     "tensor<2x4x8xf32>", Category::Always, "LLll", 'A', kProduct,
     2 * 4 * 8 * 16},
};

const Case kElementwise[] = {
    {"abs", kA, UNARY("abs"), kT, Category::Follow, "l", 'l'},
    {"ceil", kA, UNARY("ceil"), kT, Category::Follow, "l", 'l',
     NumericTraits::Rounding},
    {"floor", kA, UNARY("floor"), kT, Category::Follow, "l", 'l',
     NumericTraits::Rounding},
    {"erf", kA, UNARY("erf"), kT, Category::Follow, "l", 'l'},
    {"sigmoid", kA, UNARY("sigmoid"), kT, Category::Follow, "l", 'l'},
    {"tanh", kA, UNARY("tanh"), kT, Category::Follow, "l", 'l'},
    {"sin", kA, UNARY("sin"), kT, Category::Never, "H", 'H',
     NumericTraits::AbsoluteError},
    {"cos", kA, UNARY("cos"), kT, Category::Never, "H", 'H',
     NumericTraits::AbsoluteError},
    {"exp", kA, UNARY("exp"), kT, Category::Never, "H", 'H',
     NumericTraits::Exponential},
    {"log", kA, UNARY("log"), kT, Category::Never, "H", 'H',
     NumericTraits::Logarithm},
    {"rsqrt", kA, UNARY("rsqrt"), kT, Category::Never, "H", 'H'},
    {"reciprocal", kA, UNARY("reciprocal"), kT, Category::Never, "H", 'H'},
    {"add", kAB, BINARY("add"), kT, Category::Follow, "ll", 'l',
     NumericTraits::Difference},
    {"sub", kAB, BINARY("sub"), kT, Category::Follow, "ll", 'l',
     NumericTraits::Difference | NumericTraits::Subtraction},
    {"maximum", kAB, BINARY("maximum"), kT, Category::Follow, "ll", 'l'},
    {"minimum", kAB, BINARY("minimum"), kT, Category::Follow, "ll", 'l'},
    {"equal", kAB, COMPARE("equal"), "tensor<4x8xi1>", Category::Follow, "ll",
     '-', NumericTraits::Comparison},
    {"greater", kAB, COMPARE("greater"), "tensor<4x8xi1>", Category::Follow,
     "ll", '-', NumericTraits::Comparison},
    {"greater_equal", kAB, COMPARE("greater_equal"), "tensor<4x8xi1>",
     Category::Follow, "ll", '-', NumericTraits::Comparison},
    {"select", "%p: tensor<4x8xi1>, %a: tensor<4x8xf32>, %b: tensor<4x8xf32>",
     "%r = tosa.select %p, %a, %b : (tensor<4x8xi1>, tensor<4x8xf32>, "
     "tensor<4x8xf32>) -> tensor<4x8xf32>",
     kT, Category::Follow, "-ll", 'l'},
    {"negate", kA,
     "%r = tosa.negate %a, %z, %z : (tensor<4x8xf32>, tensor<1xf32>, "
     "tensor<1xf32>) -> tensor<4x8xf32>",
     kT, Category::Follow, "lll", 'l'},
    {"product", kAB,
     SHIFT "%r = tosa.mul %a, %b, %s : (tensor<4x8xf32>, tensor<4x8xf32>, "
           "tensor<1xi8>) -> tensor<4x8xf32>",
     kT, Category::Follow, "ll-", 'l', NumericTraits::Product},
    {"square", kA,
     SHIFT "%r = tosa.mul %a, %a, %s : (tensor<4x8xf32>, tensor<4x8xf32>, "
           "tensor<1xi8>) -> tensor<4x8xf32>",
     kT, Category::Follow, "ll-", 'l', NumericTraits::Square},
    {"scale", "%a: tensor<4x8xf32>, %b: tensor<1x8xf32>",
     SHIFT "%r = tosa.mul %a, %b, %s : (tensor<4x8xf32>, tensor<1x8xf32>, "
           "tensor<1xi8>) -> tensor<4x8xf32>",
     kT, Category::Follow, "ll-", 'l', NumericTraits::Scale},
    {"pow_square", kA,
     CONSTANT("2.0") "%r = tosa.pow %a, %e : (tensor<4x8xf32>, "
                     "tensor<1x1xf32>) -> tensor<4x8xf32>",
     kT, Category::Follow, "ll", 'l', NumericTraits::Square},
    {"pow_fourth", kA,
     CONSTANT("4.0") "%r = tosa.pow %a, %e : (tensor<4x8xf32>, "
                     "tensor<1x1xf32>) -> tensor<4x8xf32>",
     kT, Category::Never, "HH", 'H', NumericTraits::Square},
    {"pow_root", kA,
     CONSTANT("0.5") "%r = tosa.pow %a, %e : (tensor<4x8xf32>, "
                     "tensor<1x1xf32>) -> tensor<4x8xf32>",
     kT, Category::Never, "HH", 'H'},
    {"pow_variable", kAB, BINARY("pow"), kT, Category::Never, "HH", 'H'},
    {"clamp_relu6", kA,
     "%r = tosa.clamp %a {min_val = 0.0 : f32, max_val = 6.0 : f32} : "
     "(tensor<4x8xf32>) -> tensor<4x8xf32>",
     kT, Category::Follow, "l", 'l'},
    {"clamp_unbounded", kA,
     "%r = tosa.clamp %a {min_val = 0.0 : f32, max_val = 3.40282347E+38 : "
     "f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>",
     kT, Category::Follow, "l", 'l'},
    {"clamp_infinite", kA,
     "%r = tosa.clamp %a {min_val = 0xFF800000 : f32, max_val = 1.0 : f32} : "
     "(tensor<4x8xf32>) -> tensor<4x8xf32>",
     kT, Category::Follow, "l", 'l'},
    // Peers' lesson 8: a clip bound above 65504 must not become infinity.
    {"clamp_beyond_range", kA,
     "%r = tosa.clamp %a {min_val = 0.0 : f32, max_val = 1.0e+05 : f32} : "
     "(tensor<4x8xf32>) -> tensor<4x8xf32>",
     kT, Category::Never, "H", 'H'},
    // A lower bound that guards a division must not become zero.
    {"clamp_vanishing", kA,
     "%r = tosa.clamp %a {min_val = 1.0e-12 : f32, max_val = 1.0 : f32} : "
     "(tensor<4x8xf32>) -> tensor<4x8xf32>",
     kT, Category::Never, "H", 'H'},
    {"cast", "%a: tensor<4x8xi32>",
     "%r = tosa.cast %a : (tensor<4x8xi32>) -> tensor<4x8xf32>", kT,
     Category::Never, "-", 'H'},
    {"cast_of_user", kA,
     "%r = tosa.cast %a : (tensor<4x8xf32>) -> tensor<4x8xf16>",
     "tensor<4x8xf16>", Category::Never, "H", '-'},
};

const Case kReductions[] = {
    {"reduce_sum", kA,
     "%r = tosa.reduce_sum %a {axis = 1 : i32} : (tensor<4x8xf32>) -> "
     "tensor<4x1xf32>",
     "tensor<4x1xf32>", Category::Never, "H", 'H',
     NumericTraits::AdditiveReduction},
    {"reduce_product", kA,
     "%r = tosa.reduce_product %a {axis = 1 : i32} : (tensor<4x8xf32>) -> "
     "tensor<4x1xf32>",
     "tensor<4x1xf32>", Category::Never, "H", 'H'},
    {"reduce_max", kA,
     "%r = tosa.reduce_max %a {axis = 1 : i32} : (tensor<4x8xf32>) -> "
     "tensor<4x1xf32>",
     "tensor<4x1xf32>", Category::Follow, "l", 'l',
     NumericTraits::OrderReduction},
    {"reduce_min", kA,
     "%r = tosa.reduce_min %a {axis = 1 : i32} : (tensor<4x8xf32>) -> "
     "tensor<4x1xf32>",
     "tensor<4x1xf32>", Category::Follow, "l", 'l',
     NumericTraits::OrderReduction},
    {"argmax", kA,
     "%r = tosa.argmax %a {axis = 1 : i32} : (tensor<4x8xf32>) -> "
     "tensor<4xi32>",
     "tensor<4xi32>", Category::Follow, "l", '-',
     NumericTraits::OrderReduction},
    {"max_pool2d", "%a: tensor<1x4x4x8xf32>",
     "%r = tosa.max_pool2d %a {kernel = array<i64: 2, 2>, pad = array<i64: 0, "
     "0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> "
     "tensor<1x2x2x8xf32>",
     "tensor<1x2x2x8xf32>", Category::Follow, "l", 'l',
     NumericTraits::OrderReduction},
    {"avg_pool2d", "%a: tensor<1x4x4x8xf32>",
     "%r = tosa.avg_pool2d %a, %z, %z {acc_type = f32, kernel = array<i64: 2, "
     "2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : "
     "(tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> "
     "tensor<1x2x2x8xf32>",
     "tensor<1x2x2x8xf32>", Category::Follow, "lll", 'l',
     NumericTraits::WindowSum},
    {"rfft2d", "%a: tensor<1x4x8xf32>",
     "%r, %i = tosa.rfft2d %a : (tensor<1x4x8xf32>) -> (tensor<1x4x5xf32>, "
     "tensor<1x4x5xf32>)",
     "tensor<1x4x5xf32>", Category::Never, "H", 'H'},
};

const Case kMovement[] = {
    {"reshape", kA,
     SHAPE("2", "[8, 4]") "%r = tosa.reshape %a, %n : (tensor<4x8xf32>, "
                          "!tosa.shape<2>) -> tensor<8x4xf32>",
     "tensor<8x4xf32>", Category::Follow, "A-", 'V', kMoves},
    {"identity", kA, UNARY("identity"), kT, Category::Follow, "A", 'V', kMoves},
    {"transpose", kA,
     "%r = tosa.transpose %a {perms = array<i32: 1, 0>} : (tensor<4x8xf32>) "
     "-> tensor<8x4xf32>",
     "tensor<8x4xf32>", Category::Follow, "l", 'l', kMoves},
    {"reverse", kA,
     "%r = tosa.reverse %a {axis = 1 : i32} : (tensor<4x8xf32>) -> "
     "tensor<4x8xf32>",
     kT, Category::Follow, "l", 'l', kMoves},
    {"concat", kAB,
     "%r = tosa.concat %a, %b {axis = 0 : i32} : (tensor<4x8xf32>, "
     "tensor<4x8xf32>) -> tensor<8x8xf32>",
     "tensor<8x8xf32>", Category::Follow, "ll", 'l', kMoves},
    {"tile", kA,
     SHAPE("2", "[2, 1]") "%r = tosa.tile %a, %n : (tensor<4x8xf32>, "
                          "!tosa.shape<2>) -> tensor<8x8xf32>",
     "tensor<8x8xf32>", Category::Follow, "l-", 'l', kMoves},
    {"slice", kA,
     SHAPE("2", "[2, 2]") "%r = tosa.slice %a, %n, %n : (tensor<4x8xf32>, "
                          "!tosa.shape<2>, !tosa.shape<2>) -> tensor<2x2xf32>",
     "tensor<2x2xf32>", Category::Follow, "l--", 'l', kMoves},
    {"pad", kA,
     SHAPE("4", "1") "%r = tosa.pad %a, %n, %z : (tensor<4x8xf32>, "
                     "!tosa.shape<4>, tensor<1xf32>) -> tensor<6x10xf32>",
     "tensor<6x10xf32>", Category::Follow, "l-l", 'l', kMoves},
    {"gather", "%a: tensor<1x4x8xf32>, %i: tensor<1x2xi32>",
     "%r = tosa.gather %a, %i : (tensor<1x4x8xf32>, tensor<1x2xi32>) -> "
     "tensor<1x2x8xf32>",
     "tensor<1x2x8xf32>", Category::Follow, "l-", 'l', kMoves},
    {"scatter",
     "%a: tensor<1x4x8xf32>, %i: tensor<1x2xi32>, %b: tensor<1x2x8xf32>",
     "%r = tosa.scatter %a, %i, %b : (tensor<1x4x8xf32>, tensor<1x2xi32>, "
     "tensor<1x2x8xf32>) -> tensor<1x4x8xf32>",
     "tensor<1x4x8xf32>", Category::Follow, "l-l", 'l', kMoves},
};

INSTANTIATE_TEST_SUITE_P(Contractions, TosaOps,
                         ::testing::ValuesIn(kContractions),
                         [](const auto &test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Elementwise, TosaOps,
                         ::testing::ValuesIn(kElementwise),
                         [](const auto &test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Reductions, TosaOps, ::testing::ValuesIn(kReductions),
                         [](const auto &test) { return test.param.name; });
INSTANTIATE_TEST_SUITE_P(Movement, TosaOps, ::testing::ValuesIn(kMovement),
                         [](const auto &test) { return test.param.name; });

// A convolution that goes low accumulates in f32 and shares one low zero point;
// the f32 zero stays for its other users.
TEST_F(TosaTest, ConvolutionKeepsItsAccumulator) {
  OwningOpRef<ModuleOp> module = parse(kContractions[0]);
  Operation *op = getOp(*module);
  FailureOr<Operation *> built = lower(op, Float16Type::get(&context));
  ASSERT_TRUE(succeeded(built));
  auto conv = cast<tosa::Conv2DOp>(*built);
  EXPECT_TRUE(conv.getAccType().isF32());
  EXPECT_TRUE(getElementTypeOrSelf(conv.getType()).isF16());
  EXPECT_TRUE(getElementTypeOrSelf(conv.getBias().getType()).isF16());
  EXPECT_EQ(conv.getInputZp(), conv.getWeightZp());
  EXPECT_TRUE(
      isa_and_present<tosa::ConstOp>(conv.getInputZp().getDefiningOp()));
}

// A low matmul has the f32 accumulator as its result; with an f16 result TOSA
// would accumulate in f16.
TEST_F(TosaTest, MatMulWritesItsAccumulator) {
  OwningOpRef<ModuleOp> module = parse(kContractions[4]);
  Operation *op = getOp(*module);
  FailureOr<Operation *> built = lower(op, BFloat16Type::get(&context));
  ASSERT_TRUE(succeeded(built));
  EXPECT_TRUE(isPrecisionCast(*built));
  auto product = (*built)->getOperand(0).getDefiningOp<tosa::MatMulOp>();
  ASSERT_TRUE(product);
  EXPECT_TRUE(getElementTypeOrSelf(product.getType()).isF32());
  EXPECT_TRUE(getElementTypeOrSelf(product.getA().getType()).isBF16());
  EXPECT_TRUE(getElementTypeOrSelf(product.getAZp().getType()).isBF16());
}

// Inputs of two types have no TOSA form: a located error, nothing changed.
TEST_F(TosaTest, RejectsInputsOfTwoTypes) {
  OwningOpRef<ModuleOp> module = parse(kContractions[4]);
  Operation *op = getOp(*module);
  IRRewriter rewriter(op);
  PrecisionSignature signature;
  signature.operands.assign(op->operand_begin(), op->operand_end());
  signature.operands[0] = createPrecisionCast(
      rewriter, op->getLoc(), op->getOperand(0), Float16Type::get(&context));
  signature.resultTypes.assign(op->result_type_begin(), op->result_type_end());
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(cast<MixedPrecisionOpInterface>(op).rebuildWithPrecision(
      rewriter, signature)));
  EXPECT_EQ(message, "'tosa.matmul' op expected both inputs to have one type, "
                     "got 'f16' and 'f32'");
  EXPECT_TRUE(succeeded(verify(*module)));
}

// A bound that means "none" lets every low value pass; a real one is rounded.
TEST_F(TosaTest, ClampBoundsFollowTheType) {
  for (std::pair<StringRef, double> bound :
       {std::pair<StringRef, double>("clamp_unbounded", HUGE_VAL),
        {"clamp_relu6", 6.0}}) {
    const Case *test = llvm::find_if(kElementwise, [&](const Case &each) {
      return each.name == bound.first;
    });
    OwningOpRef<ModuleOp> module = parse(*test);
    FailureOr<Operation *> built =
        lower(getOp(*module), Float16Type::get(&context));
    ASSERT_TRUE(succeeded(built));
    auto rounded = cast<FloatAttr>(cast<tosa::ClampOp>(*built).getMaxValAttr());
    EXPECT_TRUE(rounded.getType().isF16());
    EXPECT_EQ(rounded.getValueAsDouble(), bound.second);
  }
}

// Constants are made from nothing in the type that their users want.
TEST_F(TosaTest, ConstantsAreCreators) {
  OwningOpRef<ModuleOp> module = parse(
      "func.func @f() -> tensor<3xf32> {\n%r = \"tosa.const\"() {values = "
      "dense<[1.0, 0.1, 70000.0]> : tensor<3xf32>} : () -> tensor<3xf32>\n"
      "return %r : tensor<3xf32>\n}");
  Operation *op = getOp(*module);
  OpPrecisionInfo info = ask(op);
  EXPECT_EQ(info.results[0].role, ResultRole::Creator);
  EXPECT_EQ(info.results[0].source, -1);
  FailureOr<Operation *> built = lower(op, BFloat16Type::get(&context));
  ASSERT_TRUE(succeeded(built));
  auto values = cast<tosa::ConstOp>(*built).getValues();
  EXPECT_TRUE(values.getElementType().isBF16());
  auto numbers = llvm::to_vector(values.getValues<APFloat>());
  EXPECT_EQ(numbers[1].convertToFloat(), 0.10009765625f);
  EXPECT_TRUE(succeeded(verify(*module)));
}

// Upstream gives TOSA's control flow no branch interface: the models list what
// flows where.
TEST_F(TosaTest, LoopsTieWhatTheyCarry) {
  OwningOpRef<ModuleOp> module = parse(
      "func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "%q, %r = tosa.while_loop (%p = %c, %x = %a) : (tensor<i1>, "
      "tensor<4xf32>) -> (tensor<i1>, tensor<4xf32>) {\n"
      "tosa.yield %p : tensor<i1>\n} do {\n"
      "^bb0(%d: tensor<i1>, %y: tensor<4xf32>):\n"
      "tosa.yield %d, %y : tensor<i1>, tensor<4xf32>\n}\n"
      "return %r : tensor<4xf32>\n}");
  Operation *op = getOp(*module);
  SmallVector<PrecisionTie> ties;
  cast<MixedPrecisionOpInterface>(op).getPrecisionTies(ties);
  ASSERT_EQ(ties.size(), 12u);
  EXPECT_EQ(ties[1].operand, &op->getOpOperand(1));
  EXPECT_EQ(ties[1].value, op->getRegion(0).getArgument(1));
  EXPECT_EQ(ties[5].value, op->getResult(1));
  EXPECT_TRUE(isa<tosa::YieldOp>(ties[7].operand->getOwner()));
  EXPECT_EQ(ties[7].value, op->getRegion(0).getArgument(1));
  EXPECT_EQ(ties[9].value, op->getRegion(1).getArgument(1));
  ASSERT_TRUE(succeeded(lower(op, Float16Type::get(&context))));
  EXPECT_TRUE(isValid(*module));
}

TEST_F(TosaTest, BranchesTieWhatTheyYield) {
  OwningOpRef<ModuleOp> module = parse(
      "func.func @f(%c: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {\n"
      "%r = tosa.cond_if %c (%x = %a) : tensor<i1> (tensor<4xf32>) -> "
      "tensor<4xf32> {\n^bb0(%t: tensor<4xf32>):\ntosa.yield %t : "
      "tensor<4xf32>\n} else {\n^bb0(%e: tensor<4xf32>):\ntosa.yield %e : "
      "tensor<4xf32>\n}\nreturn %r : tensor<4xf32>\n}");
  Operation *op = getOp(*module);
  SmallVector<PrecisionTie> ties;
  cast<MixedPrecisionOpInterface>(op).getPrecisionTies(ties);
  ASSERT_EQ(ties.size(), 4u);
  EXPECT_EQ(ties[0].operand->getOperandNumber(), 1u);
  EXPECT_EQ(ties[0].value, op->getRegion(0).getArgument(0));
  EXPECT_EQ(ties[1].value, op->getResult(0));
  EXPECT_EQ(ties[2].value, op->getRegion(1).getArgument(0));
  ASSERT_TRUE(succeeded(lower(op, BFloat16Type::get(&context))));
  EXPECT_TRUE(isValid(*module));
}

// Quantised and already low operands take no part.
TEST_F(TosaTest, LeavesOtherTypesAlone) {
  OwningOpRef<ModuleOp> module = parse(
      "func.func @f(%a: tensor<1x4x4xf16>, %z: tensor<1xf16>) -> "
      "tensor<1x4x4xf32> {\n%r = tosa.matmul %a, %a, %z, %z : "
      "(tensor<1x4x4xf16>, tensor<1x4x4xf16>, tensor<1xf16>, tensor<1xf16>) -> "
      "tensor<1x4x4xf32>\nreturn %r : tensor<1x4x4xf32>\n}");
  OpPrecisionInfo info = ask(getOp(*module));
  EXPECT_EQ(info.category, Category::Never);
  for (const OperandInfo &operand : info.operands)
    EXPECT_EQ(operand.role, OperandRole::Ignored);
  EXPECT_EQ(info.results[0].role, ResultRole::High);
}

// Every op of the dialect that can have floats has a model.
TEST_F(TosaTest, CoversTheDialect) {
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("tosa")) {
    StringRef op = name.stripDialect();
    bool isIntegerOnly = llvm::is_contained(
        {"apply_scale", "arithmetic_right_shift", "bitwise_and", "bitwise_not",
         "bitwise_or", "bitwise_xor", "clz", "const_shape", "intdiv",
         "logical_and", "logical_left_shift", "logical_not", "logical_or",
         "logical_right_shift", "logical_xor", "reduce_all", "reduce_any",
         "rescale", "table"},
        op);
    EXPECT_NE(name.hasInterface<MixedPrecisionOpInterface>(), isIntegerOnly)
        << op.str();
  }
}

} // namespace
