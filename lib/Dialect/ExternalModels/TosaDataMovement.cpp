//===- TosaDataMovement.cpp - Ops of TOSA that move elements -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Movement is exact in any type; a reshape is another view of the same bytes.
//
//===----------------------------------------------------------------------===//

#include "TosaModels.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::tosa_models;

namespace {

/// Movement that reads only as many elements of operand 0 as it writes.
template <typename OpTy>
struct PartialReadModel : TosaModel<PartialReadModel<OpTy>, OpTy> {
  static constexpr llvm::StringLiteral kReason = "moves elements";
  static Category category(OpTy) { return Category::Follow; }
  static NumericTraits traits(OpTy) { return NumericTraits::DataMovement; }

  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    setUniformInfo(op, high, Category::Follow, info);
    info.traits = NumericTraits::DataMovement;
    info.reason = kReason;
    info.operands[0].readElements =
        getAssumedNumElements(op->getResult(0).getType());
  }
};

/// Operand 0 under another shape, or as it is.
template <typename OpTy> struct ViewModel : TosaModel<ViewModel<OpTy>, OpTy> {
  static constexpr llvm::StringLiteral kReason = "a view of its operand";
  static Category category(OpTy) { return Category::Follow; }
  static NumericTraits traits(OpTy) { return NumericTraits::DataMovement; }

  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    bool reads = isParticipatingType(op->getOperand(0).getType(), high);
    bool writes = isParticipatingType(op->getResult(0).getType(), high);
    setUniformInfo(op, high,
                   reads == writes ? Category::Follow : Category::Never, info);
    info.traits = NumericTraits::DataMovement;
    info.reason = kReason;
    if (reads != writes)
      info.reason = "one side of the view takes no part";
    if (!reads || !writes)
      return;
    // Nothing is read: whatever exists is seen through the view.
    info.operands[0].role = OperandRole::Any;
    info.operands[0].readElements = 0;
    info.results[0].role = ResultRole::View;
    info.results[0].source = 0;
  }
};

/// tosa.pad: the padding value goes with the operand and stays a constant.
struct PadModel : TosaModel<PadModel, tosa::PadOp> {
  static constexpr llvm::StringLiteral kReason = "moves elements";
  static Category category(tosa::PadOp) { return Category::Follow; }
  static NumericTraits traits(tosa::PadOp) {
    return NumericTraits::DataMovement;
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    return amp::detail::rebuildInPlace(
        op, rewriter, goWithInput(op, rewriter, signature, {2}));
  }
};

/// tosa.resize: nearest neighbour moves, bilinear interpolates.
struct ResizeModel : TosaModel<ResizeModel, tosa::ResizeOp> {
  static constexpr llvm::StringLiteral kReason = "plain arithmetic or movement";
  static Category category(tosa::ResizeOp) { return Category::Follow; }
  static NumericTraits traits(tosa::ResizeOp op) {
    return op.getMode() == tosa::ResizeMode::NEAREST_NEIGHBOR
               ? NumericTraits::DataMovement
               : NumericTraits::None;
  }
};

} // namespace

void tosa_models::attachDataMovement(MLIRContext *context) {
  tosa::PadOp::attachInterface<PadModel>(*context);
  tosa::ResizeOp::attachInterface<ResizeModel>(*context);
  tosa::GatherOp::attachInterface<PartialReadModel<tosa::GatherOp>>(*context);
  tosa::SliceOp::attachInterface<PartialReadModel<tosa::SliceOp>>(*context);
  tosa::IdentityOp::attachInterface<ViewModel<tosa::IdentityOp>>(*context);
  tosa::ReshapeOp::attachInterface<ViewModel<tosa::ReshapeOp>>(*context);
  attachAll<FollowModel, NumericTraits::DataMovement, tosa::ConcatOp,
            tosa::ReverseOp, tosa::ScatterOp, tosa::TileOp, tosa::TransposeOp>(
      context);
}
