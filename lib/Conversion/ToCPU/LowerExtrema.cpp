//===- LowerExtrema.cpp - Maxima and minima that know the sign of zero ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPULOWEREXTREMAPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct CPULowerExtremaPass
    : amp::impl::CPULowerExtremaPassBase<CPULowerExtremaPass> {
  void runOnOperation() override;
};
} // namespace

/// True if `value` is a number, the same for all elements, that upstream's
/// expansion takes right as a right operand: it selects that one of two zeros.
static bool isWonByRight(Operation *op, Value value) {
  FloatAttr number;
  if (SplatElementsAttr splat; matchPattern(value, m_Constant(&splat)))
    number = dyn_cast<FloatAttr>(splat.getSplatValue<Attribute>());
  else
    matchPattern(value, m_Constant(&number));
  if (!number || number.getValue().isNaN())
    return false;
  return !number.getValue().isZero() ||
         number.getValue().isNegative() == isa<arith::MinimumFOp>(op);
}

/// Gives `op`, of bf16, the right one of two zeros, by their bits, and leaves
/// the others to upstream: LLVM would widen its own to f32 and round back by an
/// instruction that loses subnormal numbers.
static void orderZeros(Operation *op) {
  ImplicitLocOpBuilder b(op->getLoc(), op);
  b.setInsertionPointAfter(op);
  Value lhs = op->getOperand(0), rhs = op->getOperand(1),
        result = op->getResult(0);
  Type bits = b.getI16Type();
  if (auto shaped = dyn_cast<ShapedType>(result.getType()))
    bits = shaped.clone(bits);
  Value a = arith::BitcastOp::create(b, bits, lhs),
        c = arith::BitcastOp::create(b, bits, rhs);
  // Equal numbers are two zeros or have the same bits.
  Value both = isa<arith::MaximumFOp>(op)
                   ? arith::AndIOp::create(b, a, c).getResult()
                   : arith::OrIOp::create(b, a, c).getResult();
  auto select = arith::SelectOp::create(
      b, arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, lhs, rhs),
      arith::BitcastOp::create(b, result.getType(), both), result);
  result.replaceAllUsesExcept(select, select);
}

static bool isBF16(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0).getType()).isBF16();
}

void CPULowerExtremaPass::runOnOperation() {
  SmallVector<Operation *> left;
  getOperation()->walk([&](Operation *op) {
    if (!isa<arith::MaximumFOp, arith::MinimumFOp>(op))
      return;
    if (isWonByRight(op, op->getOperand(0)))
      op->setOperands({op->getOperand(1), op->getOperand(0)});
    if (!isWonByRight(op, op->getOperand(1)))
      left.push_back(op);
  });
  for (Operation *op : llvm::make_filter_range(left, isBF16))
    orderZeros(op);
  LLVMTypeConverter converter(&getContext());
  RewritePatternSet patterns(&getContext());
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  ConversionTarget target(getContext());
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addDynamicallyLegalOp<arith::MaximumFOp, arith::MinimumFOp>(
      [](Operation *op) {
        return isBF16(op) || isWonByRight(op, op->getOperand(1));
      });
  if (failed(
          applyPartialConversion(getOperation(), target, std::move(patterns))))
    signalPassFailure();
}
