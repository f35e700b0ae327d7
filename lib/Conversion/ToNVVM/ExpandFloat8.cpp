//===- ExpandFloat8.cpp - Casts of 8-bit floats in kernels ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/Transforms/Float8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDFLOAT8PASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {

/// What is left that computes on floats of less than 16 bits.
LogicalResult refuseArithmetic(Operation *op) {
  Dialect *dialect = op->getDialect();
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(dialect) ||
      isa<arith::ConstantOp, arith::BitcastOp, arith::SelectOp>(op))
    return success();
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    if (element && element.getWidth() < 16)
      return op->emitOpError(
                 "cannot go to the GPU: expected only casts between "
                 "f8E4M3FN or f8E5M2 and f32, f16 or bf16 among "
                 "ops on 8-bit floats, got ")
             << element;
  }
  return success();
}

struct ExpandFloat8Pass : amp::impl::ExpandFloat8PassBase<ExpandFloat8Pass> {
  using ExpandFloat8PassBase::ExpandFloat8PassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateExpandFloat8Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    WalkResult result = getOperation()->walk([](Operation *op) {
      return failed(refuseArithmetic(op)) ? WalkResult::interrupt()
                                          : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
