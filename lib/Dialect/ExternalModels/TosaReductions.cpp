//===- TosaReductions.cpp - Reductions, pooling, transforms of TOSA ------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A TOSA sum or product has the accumulator of its operand's type, so it stays
// as it came; average pooling names its accumulator, so it may read low.
//
//===----------------------------------------------------------------------===//

#include "TosaModels.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::tosa_models;

namespace {

/// tosa.avg_pool2d: two zero points go with the operand; accumulates in f32.
struct AvgPoolModel : TosaModel<AvgPoolModel, tosa::AvgPool2dOp> {
  static constexpr llvm::StringLiteral kReason =
      "averages with an accumulator of its own type";
  static Category category(tosa::AvgPool2dOp) { return Category::Follow; }
  static NumericTraits traits(tosa::AvgPool2dOp) {
    return NumericTraits::WindowSum;
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    Type type = getElementTypeOrSelf(signature.operands[0].getType());
    Type accumulate = rewriter.getF32Type();
    if (type.isF16() && signature.accumulate && signature.accumulate.isF16())
      accumulate = type;
    rewriter.modifyOpInPlace(
        op, [&] { cast<tosa::AvgPool2dOp>(op).setAccType(accumulate); });
    return amp::detail::rebuildInPlace(
        op, rewriter, goWithInput(op, rewriter, signature, {1, 2}));
  }
};

} // namespace

void tosa_models::attachReductions(MLIRContext *context) {
  tosa::AvgPool2dOp::attachInterface<AvgPoolModel>(*context);
  attachAll<FollowModel, NumericTraits::OrderReduction, tosa::ArgMaxOp,
            tosa::MaxPool2dOp, tosa::ReduceMaxOp, tosa::ReduceMinOp>(context);
  attachAll<NeverModel, NumericTraits::AdditiveReduction, tosa::ReduceSumOp>(
      context);
  attachAll<NeverModel, NumericTraits::None, tosa::FFT2dOp,
            tosa::ReduceProductOp, tosa::RFFT2dOp>(context);
}
