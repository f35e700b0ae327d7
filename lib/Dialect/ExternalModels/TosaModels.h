//===- TosaModels.h - Shared by the models of TOSA ops --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. No TOSA op can hold a cast of its operands: an op
// works in one type (roles Label), or keeps the type it had (roles High).
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_EXTERNALMODELS_TOSAMODELS_H
#define AMPDIALECT_LIB_EXTERNALMODELS_TOSAMODELS_H

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace mlir::amp::tosa_models {

/// Attaches the models of one group of ops to `context`.
void attachContractions(MLIRContext *context);
void attachElementwise(MLIRContext *context);
void attachReductions(MLIRContext *context);
void attachDataMovement(MLIRContext *context);
void attachControlFlow(MLIRContext *context);

/// `value` with element type `type`. A constant (also one behind a cast of
/// ours) comes back as a tosa.const right after the original, made once and
/// shared by all askers: TOSA wants zero points and padding values to be
/// constants. Anything else is cast.
Value getInType(RewriterBase &rewriter, Value value, Type type);

/// `signature` of `op` with the operands at `indices` (zero points, a padding
/// value) in the element type of operand 0.
PrecisionSignature goWithInput(Operation *op, RewriterBase &rewriter,
                               PrecisionSignature signature,
                               ArrayRef<unsigned> indices);

/// True if `type` is a tensor of floats.
bool isFloatTensor(Type type);

/// Fills in `info` for an op whose operands and results all have its category,
/// FOLLOW or NEVER, and that absorbs no cast.
void setUniformInfo(Operation *op, FloatType high, Category category,
                    OpPrecisionInfo &info);

/// Sets `info.operands[i].reuse` of each operand that is broadcast: how many
/// elements of result 0 one of its elements serves.
void setBroadcastReuse(Operation *op, OpPrecisionInfo &info);

/// Answers of one kind for one op class; `Concrete` has a static category(op),
/// and may have traits(op), kReason, and kAsksConstants where it matters which
/// operands are constants.
template <typename Concrete, typename OpTy>
struct TosaModel : MixedPrecisionOpInterface::ExternalModel<Concrete, OpTy> {
  static constexpr bool kAsksConstants = false;
  static NumericTraits traits(OpTy) { return NumericTraits::None; }

  Category getPrecisionCategory(Operation *op) const {
    return Concrete::category(cast<OpTy>(op));
  }
  Category getOperandPrecisionCategory(Operation *op, unsigned) const {
    return Concrete::category(cast<OpTy>(op));
  }
  Category getResultPrecisionCategory(Operation *op, unsigned) const {
    return Concrete::category(cast<OpTy>(op));
  }
  NumericTraits getNumericTraits(Operation *op) const {
    return Concrete::traits(cast<OpTy>(op));
  }
  void getPrecisionTies(Operation *, SmallVectorImpl<PrecisionTie> &) const {}
  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    setInfo(op, high, Concrete::category(cast<OpTy>(op)),
            Concrete::traits(cast<OpTy>(op)), info);
  }
  InfoDependence getInfoDependence(Operation *) const {
    return Concrete::kAsksConstants ? InfoDependence::Constants
                                    : InfoDependence::Signature;
  }

protected:
  static void setInfo(Operation *op, FloatType high, Category category,
                      NumericTraits traits, OpPrecisionInfo &info) {
    setUniformInfo(op, high, category, info);
    info.traits = traits;
    info.reason = Concrete::kReason;
    setBroadcastReuse(op, info);
  }
};

/// FOLLOW: works in the one type that its neighbours make cheapest.
template <typename OpTy, NumericTraits kTraits = NumericTraits::None>
struct FollowModel : TosaModel<FollowModel<OpTy, kTraits>, OpTy> {
  static constexpr llvm::StringLiteral kReason = "plain arithmetic or movement";
  static Category category(OpTy) { return Category::Follow; }
  static NumericTraits traits(OpTy) { return kTraits; }
};

/// NEVER: needs the type it had.
template <typename OpTy, NumericTraits kTraits = NumericTraits::None>
struct NeverModel : TosaModel<NeverModel<OpTy, kTraits>, OpTy> {
  static constexpr llvm::StringLiteral kReason =
      "delicate, and cannot compute in a wider type than it reads";
  static Category category(OpTy) { return Category::Never; }
  static NumericTraits traits(OpTy) { return kTraits; }
};

/// NEVER, with a pole where its only operand is zero.
template <typename OpTy, NumericTraits kTraits = NumericTraits::None>
struct PoleModel : TosaModel<PoleModel<OpTy, kTraits>, OpTy> {
  static constexpr llvm::StringLiteral kReason =
      NeverModel<OpTy, kTraits>::kReason;
  static Category category(OpTy) { return Category::Never; }
  static NumericTraits traits(OpTy) { return kTraits; }
  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    PoleModel::setInfo(op, high, Category::Never, kTraits, info);
    info.operands[0].pole = PoleKind::AtZero;
  }
};

/// Attaches ModelTy<Op, kTraits> for each listed op.
template <template <typename, NumericTraits> class ModelTy,
          NumericTraits kTraits, typename... Ops>
void attachAll(MLIRContext *context) {
  (Ops::template attachInterface<ModelTy<Ops, kTraits>>(*context), ...);
}

} // namespace mlir::amp::tosa_models

#endif // AMPDIALECT_LIB_EXTERNALMODELS_TOSAMODELS_H
