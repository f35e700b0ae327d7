//===- VectorContractions.cpp - Contractions of vectors -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Generics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace {

/// `value` in a tensor of its size.
static Value toTensor(OpBuilder &builder, Location loc,
                      TypedValue<VectorType> value) {
  VectorType type = value.getType();
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  SmallVector<Value> origin(type.getRank(),
                            arith::ConstantIndexOp::create(builder, loc, 0));
  SmallVector<bool> inBounds(type.getRank(), true);
  return vector::TransferWriteOp::create(builder, loc, value, empty, origin,
                                         ArrayRef<bool>(inBounds))
      ->getResult(0);
}

/// Upstream writes a contraction of vectors out, product by product: LLVM takes
/// minutes for large ones, which are products of tensors.
struct LoopOverLargeContract : OpRewritePattern<vector::ContractionOp> {
  using OpRewritePattern::OpRewritePattern;
  /// Multiply-adds from which on it is a loop.
  static constexpr int64_t kLarge = 32 * 32 * 32;

  LogicalResult matchAndRewrite(vector::ContractionOp op,
                                PatternRewriter &rewriter) const override {
    auto acc = dyn_cast<TypedValue<VectorType>>(op.getAcc());
    if (!acc || isa<vector::MaskOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "is masked or yields a scalar");
    for (VectorType type : {op.getLhsType(), op.getRhsType(), acc.getType()})
      if (type.isScalable() || type.getRank() == 0)
        return rewriter.notifyMatchFailure(op, "has no loops of known lengths");
    Type element = acc.getType().getElementType();
    if (!isa<FloatType>(element) &&
        (op.getLhsType().getElementType() != element ||
         op.getRhsType().getElementType() != element))
      return rewriter.notifyMatchFailure(op, "is of integers that widen");
    SmallVector<int64_t> bounds;
    op.getIterationBounds(bounds);
    if (llvm::product_of(bounds) < kLarge)
      return rewriter.notifyMatchFailure(op, "is small");
    Location loc = op.getLoc();
    SmallVector<utils::IteratorType> kinds = llvm::map_to_vector(
        op.getIteratorTypesArray(), [](vector::IteratorType kind) {
          return kind == vector::IteratorType::parallel
                     ? utils::IteratorType::parallel
                     : utils::IteratorType::reduction;
        });
    Value init = toTensor(rewriter, loc, acc);
    SmallVector<Value> factors = {toTensor(rewriter, loc, op.getLhs()),
                                  toTensor(rewriter, loc, op.getRhs())};
    auto product = linalg::GenericOp::create(
        rewriter, loc, init.getType(), factors, init, op.getIndexingMapsArray(),
        kinds, [&](OpBuilder &b, Location loc, ValueRange arguments) {
          Value out = arguments.back();
          SmallVector<Value> terms(arguments.drop_back());
          for (Value &term : terms)
            if (term.getType() != out.getType())
              term = arith::ExtFOp::create(b, loc, out.getType(), term);
          Value term;
          if (isa<FloatType>(element))
            term = arith::MulFOp::create(b, loc, terms[0], terms[1]);
          else
            term = arith::MulIOp::create(b, loc, terms[0], terms[1]);
          linalg::YieldOp::create(
              b, loc,
              vector::makeArithReduction(b, loc, op.getKind(), term, out));
        });
    SmallVector<Value> origin(acc.getType().getRank(),
                              arith::ConstantIndexOp::create(rewriter, loc, 0));
    SmallVector<bool> inBounds(acc.getType().getRank(), true);
    rewriter.replaceOpWithNewOp<vector::TransferReadOp>(
        op, acc.getType(), product->getResult(0), origin,
        /*padding=*/std::nullopt, ArrayRef<bool>(inBounds));
    return success();
  }
};

/// Upstream lowers contractions of vectors in one type.
struct WidenContract : OpRewritePattern<vector::ContractionOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(vector::ContractionOp op,
                                PatternRewriter &rewriter) const override {
    auto wide = dyn_cast<FloatType>(getElementTypeOrSelf(op.getAccType()));
    bool changed = false;
    // A mask holds one op.
    if (isa<vector::MaskOp>(op->getParentOp()))
      rewriter.setInsertionPoint(op->getParentOp());
    for (OpOperand *operand : {&op.getLhsMutable(), &op.getRhsMutable()}) {
      auto type = cast<VectorType>(operand->get().getType());
      auto element = dyn_cast<FloatType>(type.getElementType());
      if (!wide || !element || element.getWidth() >= wide.getWidth())
        continue;
      Value extended = arith::ExtFOp::create(rewriter, op.getLoc(),
                                             type.clone(wide), operand->get());
      rewriter.modifyOpInPlace(op, [&] { operand->set(extended); });
      changed = true;
    }
    return success(changed);
  }
};

} // namespace

void amp::populateVectorContractionPatterns(RewritePatternSet &patterns) {
  patterns.add<LoopOverLargeContract, WidenContract>(patterns.getContext());
}
