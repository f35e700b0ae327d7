//===- WidenFma.cpp - math.fma of narrow floats in f32 --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/PrecisionInfo.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_WIDENFMAPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {

struct WidenFma : OpRewritePattern<math::FmaOp> {
  WidenFma(MLIRContext *context, ArrayRef<Type> types)
      : OpRewritePattern(context), types(types) {}

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!llvm::is_contained(types, getElementTypeOrSelf(type)))
      return rewriter.notifyMatchFailure(op, "is of another type");
    Type wide = amp::withElementType(type, rewriter.getF32Type());
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          arith::ExtFOp::create(rewriter, op.getLoc(), wide, operand));
    Value sum = math::FmaOp::create(rewriter, op.getLoc(), operands[0],
                                    operands[1], operands[2], op.getFastmath());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, sum);
    return success();
  }

private:
  ArrayRef<Type> types;
};

struct WidenFmaPass : amp::impl::WidenFmaPassBase<WidenFmaPass> {
  using WidenFmaPassBase::WidenFmaPassBase;

  void runOnOperation() override {
    SmallVector<Type> narrow;
    for (const std::string &name : types) {
      std::optional<FloatType> type =
          arith::parseFloatType(&getContext(), name);
      if (!type) {
        getOperation()->emitError("expected a type of floats, got '")
            << name << "'";
        return signalPassFailure();
      }
      narrow.push_back(*type);
    }
    RewritePatternSet patterns(&getContext());
    patterns.add<WidenFma>(&getContext(), narrow);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
