//===- ScalarTensors.cpp - Tensors made of scalars, and scalars of them ---===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the tensor dialect that read or write single elements outside of
// kernels become ops of loops, which kernels are made of. Scalars are the
// host's; kernels take them as arguments.
//
//===----------------------------------------------------------------------===//

#include "ScalarTensors.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// A copy of one number.
struct SplatToFill : OpRewritePattern<tensor::SplatOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::SplatOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().hasStaticShape())
      return rewriter.notifyMatchFailure(op, "has a dynamic shape");
    Value empty =
        tensor::EmptyOp::create(rewriter, op.getLoc(), op.getType().getShape(),
                                op.getType().getElementType());
    rewriter.replaceOpWithNewOp<linalg::FillOp>(op, op.getInput(), empty);
    return success();
  }
};

/// Loops over the whole tensor that leave all elements but one.
struct InsertToGeneric : OpRewritePattern<tensor::InsertOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::InsertOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getType();
    if (!type.hasStaticShape() || op->getParentOfType<linalg::LinalgOp>())
      return rewriter.notifyMatchFailure(op, "is dynamic or in a kernel");
    Location loc = op.getLoc();
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    auto fillBody = [&](OpBuilder &b, Location loc, ValueRange elements) {
      Value result = op.getScalar(), there;
      for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
        Value at = linalg::IndexOp::create(b, loc, dim);
        Value same =
            arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, at, index);
        there = there ? arith::AndIOp::create(b, loc, there, same) : same;
      }
      if (there)
        result = arith::SelectOp::create(b, loc, there, result, elements[0]);
      linalg::YieldOp::create(b, loc, result);
    };
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange{type}, op.getDest(), empty, ArrayRef<AffineMap>{map, map},
        SmallVector<utils::IteratorType>(type.getRank(),
                                         utils::IteratorType::parallel),
        fillBody);
    return success();
  }
};

/// The host reads tensors of one element: a slice of one.
struct ExtractFromSlice : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getTensor().getType();
    if (!type.hasStaticShape() || type.getNumElements() == 1 ||
        op->getParentOfType<linalg::LinalgOp>() ||
        op->getParentOfType<tensor::GenerateOp>())
      return rewriter.notifyMatchFailure(op, "is not for the host to read");
    OpFoldResult one = rewriter.getIndexAttr(1);
    SmallVector<OpFoldResult> units(type.getRank(), one);
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, op.getLoc(), scalar, op.getTensor(),
        getAsOpFoldResult(op.getIndices()), units, units);
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(op, slice, ValueRange());
    return success();
  }
};

/// A constant, rounded. Upstream folds what a type holds exactly; a pad needs
/// its value as a constant.
struct RoundConstant : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    FloatAttr value;
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || op.getRoundingmode() ||
        !matchPattern(op.getIn(), m_Constant(&value)))
      return rewriter.notifyMatchFailure(op, "rounds no constant to nearest");
    FailureOr<TypedAttr> rounded = narrowConstant(value, type);
    if (failed(rounded))
      return rewriter.notifyMatchFailure(op, "is no narrowing");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, *rounded);
    return success();
  }
};

/// Upstream's rewrite of an op into ops that write to a destination.
template <typename Op> struct InDestinationStyle : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!cast<RankedTensorType>(op.getType()).hasStaticShape())
      return rewriter.notifyMatchFailure(op, "has a dynamic shape");
    return linalg::rewriteInDestinationPassingStyle(rewriter, op);
  }
};

} // namespace

void cuda::populateScalarTensorPatterns(RewritePatternSet &patterns) {
  patterns.add<SplatToFill, InsertToGeneric, ExtractFromSlice, RoundConstant,
               InDestinationStyle<tensor::GenerateOp>,
               InDestinationStyle<tensor::FromElementsOp>>(
      patterns.getContext());
}
