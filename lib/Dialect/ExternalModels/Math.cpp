//===- Math.cpp - MixedPrecisionOpInterface on math ops -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that grow fast, have poles or amplify relative error keep the type
// they had; bounded and exact ones follow.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "ModelUtils.h"
#include "Products.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

static void bounded(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setLabel(op, high, info, "bounded or well-conditioned function");
}

static void root(Operation *op, FloatType high, OpPrecisionInfo &info) {
  bounded(op, high, info);
  info.operands[0].pole = PoleKind::OfRoot;
}

static void selection(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setLabel(op, high, info, "selects or rounds its operands");
}

static void rounding(Operation *op, FloatType high, OpPrecisionInfo &info) {
  selection(op, high, info);
  info.traits = NumericTraits::Rounding;
}

static void fusedMultiply(Operation *op, FloatType high,
                          OpPrecisionInfo &info) {
  elementwise(op, high, info);
  info.traits = getProductTraits(op->getOperand(0), op->getOperand(1)) |
                NumericTraits::Difference;
}

static void exponential(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "an exponential overflows and amplifies error");
  info.traits = NumericTraits::Exponential;
}

/// Has a pole where 1 + x or 1 - x is zero.
static void poleBesideOne(Operation *op, FloatType high,
                          OpPrecisionInfo &info) {
  delicate(op, high, info);
  info.operands[0].pole = PoleKind::BehindSum;
}

/// The argument's absolute error is the result's: rounded to f16, an angle of
/// 1000 radians is off by a quarter of one.
static void periodic(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "an angle's rounding error grows with the angle");
  info.traits = NumericTraits::AbsoluteError;
}

/// isfinite and the like would see infinities and subnormals that rounding
/// made.
static void classify(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "asks about the range of the type itself");
}

static void power(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "a power overflows and amplifies error");
  FloatAttr exponent;
  if (matchPattern(op->getOperand(1), m_Constant(&exponent)))
    return models::setPower(exponent.getValueAsDouble(), info);
  DenseFPElementsAttr dense;
  if (matchPattern(op->getOperand(1), m_Constant(&dense)) && dense.isSplat())
    models::setPower(dense.getSplatValue<FloatAttr>().getValueAsDouble(), info);
}

static void integerPower(Operation *op, FloatType high, OpPrecisionInfo &info) {
  APInt exponent;
  bool known = matchPattern(op->getOperand(1), m_ConstantInt(&exponent));
  if (known && exponent.abs().ule(1) && !exponent.isNegative())
    return elementwise(op, high, info);
  setHigh(op, high, info, "a power overflows and amplifies error");
  if (known)
    models::setPower(exponent.roundToDouble(/*isSigned=*/true), info);
}

namespace mlir::amp::models {
template <> inline constexpr bool kAsksTypesAlone<&bounded> = true;
template <> inline constexpr bool kAsksTypesAlone<&root> = true;
template <> inline constexpr bool kAsksTypesAlone<&selection> = true;
template <> inline constexpr bool kAsksTypesAlone<&rounding> = true;
template <> inline constexpr bool kAsksTypesAlone<&exponential> = true;
template <> inline constexpr bool kAsksTypesAlone<&periodic> = true;
template <> inline constexpr bool kAsksTypesAlone<&poleBesideOne> = true;
} // namespace mlir::amp::models

void amp::registerMathExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attach<Model<&bounded>, math::TanhOp, math::ErfOp, math::AtanOp,
           math::AsinhOp>(context);
    attach<Model<&root>, math::SqrtOp>(context);
    attach<Model<&periodic>, math::SinOp, math::CosOp, math::SincosOp>(context);
    attach<Model<&selection>, math::AbsFOp, math::ClampFOp, math::CopySignOp,
           math::IsNaNOp>(context);
    attach<Model<&rounding>, math::CeilOp, math::FloorOp, math::RoundEvenOp,
           math::RoundOp, math::TruncOp>(context);
    attach<Model<&fusedMultiply>, math::FmaOp>(context);
    attach<Model<&exponential>, math::ExpOp, math::Exp2Op, math::ExpM1Op,
           math::SinhOp, math::CoshOp>(context);
    attach<Model<&delicate>, math::AcosOp, math::AcoshOp, math::AsinOp,
           math::Atan2Op, math::CbrtOp, math::ErfcOp, math::TanOp>(context);
    attach<Model<&poleBesideOne>, math::AtanhOp, math::Log1pOp>(context);
    attach<Model<&reciprocal>, math::RsqrtOp>(context);
    attach<Model<&logarithm>, math::LogOp, math::Log10Op, math::Log2Op>(
        context);
    attach<Model<&classify>, math::IsFiniteOp, math::IsInfOp, math::IsNormalOp>(
        context);
    attach<Model<&power>, math::PowFOp>(context);
    attach<Model<&integerPower>, math::FPowIOp>(context);
  });
}
