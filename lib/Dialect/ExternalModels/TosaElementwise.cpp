//===- TosaElementwise.cpp - Elementwise ops of TOSA ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp, log, pow, rsqrt, reciprocal stay as they came (their range or relative
// error is what low precision loses); the rest follows.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/FloatRange.h"
#include "ModelUtils.h"
#include "Products.h"
#include "TosaModels.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::tosa_models;

/// `attr` rounded to `type`, to nearest even.
static Attribute convertBound(Attribute attr, FloatType type,
                              const PrecisionSignature &signature) {
  Attribute known;
  Attribute &rounded =
      signature.rounded ? (*signature.rounded)[{attr, type}] : known;
  if (!rounded) {
    APFloat value = cast<FloatAttr>(attr).getValue();
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    rounded = FloatAttr::get(type, value);
  }
  return rounded;
}

/// True if a clamp bound survives every low type: in the range of f16 and not
/// rounded to zero, or no bound at all (infinite, or so large that it only says
/// "largest finite f32").
static bool isBoundSafe(Attribute attr) {
  auto bound = dyn_cast<FloatAttr>(attr);
  if (!bound)
    return true;
  // The largest bf16; the least that f16 rounds up to infinity; the largest
  // that it rounds to zero. A NaN is below none of them, nor above.
  constexpr double kUnbounded = 0x1.fep127;
  constexpr double kInfinite = 0x1.ffep15, kZero = 0x1p-25;
  double magnitude = std::fabs(toDouble(bound.getValue()));
  if (magnitude >= kUnbounded)
    return true;
  // The same answer after the conversion: bf16 may have rounded to the limits.
  if (bound.getType().isBF16())
    return !(magnitude > 0x1p16) && (!(magnitude < kZero) || magnitude == 0);
  return !(magnitude >= kInfinite) && (!(magnitude <= kZero) || magnitude == 0);
}

namespace {

/// tosa.clamp. Rounding is monotonic, so clamping a low value between rounded
/// bounds gives what rounding the high result would: a bound such as 3.4e38,
/// which means none, becomes infinity and lets every low value pass. A real
/// bound that the low type cannot hold says that the data cannot be held
/// either.
struct ClampModel : TosaModel<ClampModel, tosa::ClampOp> {
  static constexpr llvm::StringLiteral kReason =
      "clamps; needs bounds that the low type can hold";
  static Category category(tosa::ClampOp op) {
    return isBoundSafe(op.getMinValAttr()) && isBoundSafe(op.getMaxValAttr())
               ? Category::Follow
               : Category::Never;
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    auto type = cast<FloatType>(getElementTypeOrSelf(signature.resultTypes[0]));
    auto clamp = cast<tosa::ClampOp>(op);
    rewriter.modifyOpInPlace(op, [&] {
      clamp.setMinValAttr(convertBound(clamp.getMinValAttr(), type, signature));
      clamp.setMaxValAttr(convertBound(clamp.getMaxValAttr(), type, signature));
    });
    return amp::detail::rebuildInPlace(op, rewriter, signature);
  }
};

/// tosa.mul: of a value with itself, a square; of two data tensors of one size,
/// a product; by a constant or a broadcast operand, a scale.
struct MulModel : TosaModel<MulModel, tosa::MulOp> {
  static constexpr llvm::StringLiteral kReason = "plain arithmetic or movement";
  static constexpr bool kAsksConstants = true;
  static Category category(tosa::MulOp) { return Category::Follow; }
  static NumericTraits traits(tosa::MulOp op) {
    Value a = op.getInput1(), b = op.getInput2();
    if (!isFloatTensor(a.getType()))
      return NumericTraits::None;
    if (a == b)
      return NumericTraits::Square;
    bool scales = matchPattern(a, m_Constant()) ||
                  matchPattern(b, m_Constant()) ||
                  getAssumedNumElements(a.getType()) !=
                      getAssumedNumElements(b.getType());
    return scales ? NumericTraits::Scale : NumericTraits::Product;
  }
};

/// tosa.pow: NEVER, except the plain square.
struct PowModel : TosaModel<PowModel, tosa::PowOp> {
  static constexpr llvm::StringLiteral kReason =
      "a power: range and relative error suffer unless it is a plain square";
  static constexpr bool kAsksConstants = true;

  /// The exponent if it is one constant, else 0.
  static double getExponent(tosa::PowOp op) {
    DenseFPElementsAttr values;
    if (!matchPattern(op.getInput2(), m_Constant(&values)) || !values.isSplat())
      return 0;
    return toDouble(values.getSplatValue<APFloat>());
  }
  static Category getCategory(double exponent) {
    return exponent == 2 ? Category::Follow : Category::Never;
  }
  static Category category(tosa::PowOp op) {
    return getCategory(getExponent(op));
  }
  static NumericTraits traits(tosa::PowOp op) {
    return models::getPowerTraits(getExponent(op));
  }
  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    double exponent = getExponent(cast<tosa::PowOp>(op));
    setInfo(op, high, getCategory(exponent), NumericTraits::None, info);
    models::setPower(exponent, info);
  }
};

/// tosa.negate: two zero points that go with the operand.
struct NegateModel : TosaModel<NegateModel, tosa::NegateOp> {
  static constexpr llvm::StringLiteral kReason = "plain arithmetic or movement";
  static Category category(tosa::NegateOp) { return Category::Follow; }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    return amp::detail::rebuildInPlace(
        op, rewriter, goWithInput(op, rewriter, signature, {1, 2}));
  }
};

/// tosa.cast: semantics, if the user wrote it; of a constant, as models of
/// TFLite with weights of f16 have it, a constant.
struct CastModel : TosaModel<CastModel, tosa::CastOp> {
  static constexpr llvm::StringLiteral kReason =
      "a cast in the input is part of its meaning";
  static constexpr bool kAsksConstants = true;
  static Category category(tosa::CastOp op) {
    auto type = dyn_cast<FloatType>(getStoredType(op.getType()));
    return type && models::widensConstant(op, type) ? Category::Follow
                                                    : Category::Never;
  }
  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    if (!models::widensConstant(op, high))
      return setInfo(op, high, Category::Never, NumericTraits::None, info);
    info.reset(op);
    models::setWidenedConstant(op, high, info);
  }
  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    return models::rebuildWidened(op, rewriter, signature);
  }
};

} // namespace

void tosa_models::attachElementwise(MLIRContext *context) {
  tosa::ClampOp::attachInterface<ClampModel>(*context);
  tosa::MulOp::attachInterface<MulModel>(*context);
  tosa::PowOp::attachInterface<PowModel>(*context);
  tosa::NegateOp::attachInterface<NegateModel>(*context);
  attachAll<FollowModel, NumericTraits::None, tosa::AbsOp, tosa::ErfOp,
            tosa::MaximumOp, tosa::MinimumOp, tosa::SelectOp, tosa::SigmoidOp,
            tosa::TanhOp>(context);
  attachAll<FollowModel, NumericTraits::Comparison, tosa::EqualOp,
            tosa::GreaterEqualOp, tosa::GreaterOp>(context);
  attachAll<FollowModel, NumericTraits::Rounding, tosa::CeilOp, tosa::FloorOp>(
      context);
  attachAll<FollowModel, NumericTraits::Difference, tosa::AddOp>(context);
  attachAll<FollowModel, NumericTraits::Difference | NumericTraits::Subtraction,
            tosa::SubOp>(context);
  attachAll<NeverModel, NumericTraits::Exponential, tosa::ExpOp>(context);
  // The rounding error of an angle grows with the angle.
  attachAll<NeverModel, NumericTraits::AbsoluteError, tosa::CosOp, tosa::SinOp>(
      context);
  attachAll<PoleModel, NumericTraits::Logarithm, tosa::LogOp>(context);
  attachAll<PoleModel, NumericTraits::None, tosa::ReciprocalOp, tosa::RsqrtOp>(
      context);
  // Conversions that the user wrote are semantics.
  tosa::CastOp::attachInterface<CastModel>(*context);
  attachAll<NeverModel, NumericTraits::None, tosa::CastFromBlockScaledOp,
            tosa::CastToBlockScaledOp>(context);
}
