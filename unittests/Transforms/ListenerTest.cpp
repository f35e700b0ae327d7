//===- ListenerTest.cpp - Rewriting tells who listens ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/FoldCasts.h"
#include "AmpDialect/Transforms/InsertCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// All that an op is by itself: attributes, operands, types of its results and
/// of its regions' arguments.
struct Face {
  explicit Face(Operation *op)
      : attributes(op->getAttrDictionary()), operands(op->getOperands()),
        types(op->getResultTypes()) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
  }
  bool operator==(const Face &other) const {
    return attributes == other.attributes && operands == other.operands &&
           types == other.types;
  }
  Attribute attributes;
  SmallVector<Value> operands;
  SmallVector<Type> types;
};

/// Keeps a list of the ops there are by what it is told alone.
struct Bookkeeper : RewriterBase::Listener {
  explicit Bookkeeper(Operation *root) {
    root->walk([&](Operation *op) { faces.try_emplace(op, Face(op)); });
  }
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    ++numInserted;
    told.insert(op);
    faces.erase(op);
    faces.try_emplace(op, Face(op));
  }
  void notifyOperationModified(Operation *op) override {
    ++numModified;
    told.insert(op);
  }
  void notifyOperationErased(Operation *op) override {
    ++numErased;
    told.erase(op);
    EXPECT_TRUE(faces.erase(op)) << "erased, but never there";
  }
  void notifyBlockErased(Block *) override { ++numBlocksErased; }

  /// Compares the list with what is there.
  void check(Operation *root) {
    size_t numOps = 0;
    root->walk([&](Operation *op) {
      ++numOps;
      auto found = faces.find(op);
      if (found == faces.end())
        ADD_FAILURE() << "inserted in silence: " << print(op);
      else if (!told.contains(op) && !(found->second == Face(op)))
        ADD_FAILURE() << "changed in silence: " << print(op);
    });
    EXPECT_EQ(numOps, faces.size()) << "erased in silence";
  }

  static std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os, OpPrintingFlags().skipRegions());
    return text;
  }

  llvm::DenseMap<Operation *, Face> faces;
  llvm::DenseSet<Operation *> told;
  int numInserted = 0, numModified = 0, numErased = 0, numBlocksErased = 0;
};

/// Named ops whose bodies are made anew, bodies that hold casts or turn low as
/// a whole, constants, loops, and a callee whose signature changes.
constexpr llvm::StringLiteral kListenedModel = R"mlir(
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func private @callee(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.constant 2.0 : f32
    %1 = arith.mulf %a, %c : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @main(%x: tensor<64x64xf32>, %n: index) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.1> : tensor<64x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = call @callee(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.max ins(%1, %i : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = linalg.transpose ins(%2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %4 = scf.for %k = %c0 to %n step %c1 iter_args(%y = %3) -> tensor<64x64xf32> {
    %5 = linalg.matmul ins(%y, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
    %6 = linalg.max ins(%5, %i : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %6 : tensor<64x64xf32>
  }
  %flat = tensor.collapse_shape %4 [[0, 1]] : tensor<64x64xf32> into tensor<4096xf32>
  %back = tensor.expand_shape %flat [[0, 1]] output_shape [64, 64] : tensor<4096xf32> into tensor<64x64xf32>
  %7 = linalg.matmul ins(%back, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %7 : tensor<64x64xf32>
}
)mlir";

class Listening : public ::testing::Test {
protected:
  Listening() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    registry.insert<AmpDialect, arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  void addModels() {
    DialectRegistry registry;
    registerAmpExternalModels(registry);
    context.appendDialectRegistry(registry);
  }

  MLIRContext context;
};

// A caller of insertCasts that keeps tables of ops by what its listener hears
// has them right afterwards.
TEST_F(Listening, InsertCasts) {
  addModels();
  for (ComputeKind compute : {ComputeKind::High, ComputeKind::Low})
    for (SignatureKind signature :
         {SignatureKind::Keep, SignatureKind::Convert}) {
      auto module = parseSourceString<ModuleOp>(kListenedModel, &context);
      ASSERT_TRUE(module);
      AutocastOptions options;
      options.compute = compute;
      options.signature = signature;
      FailureOr<Decision> decision = decidePrecision(*module, options);
      ASSERT_TRUE(succeeded(decision));
      Bookkeeper books(*module);
      IRRewriter rewriter(&context, &books);
      InsertCastsOptions insert;
      if (compute == ComputeKind::Low)
        insert.compute = decision->graph.low;
      ASSERT_TRUE(succeeded(insertCasts(rewriter, decision->graph,
                                        decision->assignment, insert)));
      EXPECT_TRUE(succeeded(verify(*module)));
      books.check(*module);
      EXPECT_GT(books.numInserted, 0);
      EXPECT_GT(books.numModified, 0);
      EXPECT_GT(books.numErased, 0);
      EXPECT_GT(books.numBlocksErased, 0);
    }
}

/// A layout op that cannot be rebuilt.
struct Stubborn
    : MixedPrecisionOpInterface::ExternalModel<Stubborn,
                                               tensor::CollapseShapeOp> {
  Category getPrecisionCategory(Operation *) const { return Category::Follow; }
  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    amp::detail::getDefaultPrecisionInfo(op, high, info);
    info.traits = NumericTraits::DataMovement;
    info.operands[0].role = OperandRole::Label;
    info.results[0].role = ResultRole::Label;
  }
  FailureOr<Operation *>
  rebuildWithPrecision(Operation *, RewriterBase &,
                       const PrecisionSignature &) const {
    return failure();
  }
};

// A pattern that fails has changed nothing: what it cloned is gone.
TEST_F(Listening, PatternsThatFail) {
  tensor::CollapseShapeOp::attachInterface<Stubborn>(context);
  auto module = parseSourceString<ModuleOp>(R"mlir(
    func.func @f(%x: tensor<8x8xf32>) -> tensor<64xf16> {
      %0 = tensor.collapse_shape %x [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
      %1 = arith.truncf %0 fastmath<contract> : tensor<64xf32> to tensor<64xf16>
      return %1 : tensor<64xf16>
    }
  )mlir",
                                            &context);
  ASSERT_TRUE(module);
  RewritePatternSet set(&context);
  populateFoldCastsPatterns(set, FoldCastsOptions());
  FrozenRewritePatternSet patterns(std::move(set));
  PatternApplicator applicator(patterns);
  applicator.applyDefaultCostModel();
  Bookkeeper books(*module);
  PatternRewriter rewriter(&context);
  rewriter.setListener(&books);
  arith::TruncFOp cast;
  module->walk([&](arith::TruncFOp op) { cast = op; });
  EXPECT_TRUE(failed(applicator.matchAndRewrite(cast, rewriter)));
  EXPECT_GT(books.numInserted, 0) << "the pattern did not come that far";
  EXPECT_EQ(books.numInserted, books.numErased);
  books.check(*module);
}

} // namespace
