//===- Arith.cpp - MixedPrecisionOpInterface on arith ops -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only ops on tensors and vectors matter: there an op can hold no cast, so all
// its values share one type.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "ModelUtils.h"
#include "Products.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

static void multiply(Operation *op, FloatType high, OpPrecisionInfo &info) {
  elementwise(op, high, info);
  info.traits = getProductTraits(op->getOperand(0), op->getOperand(1));
}

/// x / c is as good as x * (1 / c) when c is a constant far from 0 and
/// infinity; f16 is the stricter of the two low types.
static void divide(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (isNormalConstant(op->getOperand(1))) {
    setLabel(op, high, info, "divides by a constant of normal size");
    info.traits = NumericTraits::Scale;
    return;
  }
  setHigh(op, high, info, "divides by a value not proven away from zero");
  info.operands[1].pole = PoleKind::AtZero;
}

static void remainder(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "a remainder cancels all leading digits");
}

static void convertInteger(Operation *op, FloatType high,
                           OpPrecisionInfo &info) {
  setHigh(op, high, info, "integers need the digits of the wide type");
}

static void castFloat(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (models::widensConstant(op, high))
    return setWidenedConstant(op, high, info);
  setFixed(op, high, info, "a cast in the input is part of its meaning");
}

static void constant(Operation *op, FloatType high, OpPrecisionInfo &info) {
  TypedAttr value = cast<arith::ConstantOp>(op).getValue();
  if (!isParticipatingType(value.getType(), high))
    return ignored(op, high, info);
  setConstant(op, high, info, value, kMadeFromNothing);
}

/// Rounds the value attribute to the wanted type.
static FailureOr<Operation *>
rebuildConstant(Operation *op, RewriterBase &rewriter,
                const PrecisionSignature &signature) {
  auto constant = cast<arith::ConstantOp>(op);
  Type type = signature.resultTypes[0];
  if (type == constant.getType())
    return op;
  FailureOr<TypedAttr> value = narrowConstant(
      constant.getValue(), cast<FloatType>(getElementTypeOrSelf(type)));
  if (failed(value))
    return op->emitError() << "expected a constant that can be rounded to "
                           << type << ", got " << constant.getType();
  rewriter.modifyOpInPlace(op, [&] {
    constant.setValueAttr(*value);
    constant.getResult().setType(type);
  });
  return op;
}

namespace mlir::amp::models {
template <>
inline constexpr InfoDependence kDependence<&multiply> =
    InfoDependence::Constants;
template <>
inline constexpr InfoDependence kDependence<&castFloat> =
    InfoDependence::Constants;
} // namespace mlir::amp::models

void amp::registerArithExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attach<Model<&elementwise>, arith::NegFOp, arith::MaximumFOp,
           arith::MaxNumFOp, arith::MinimumFOp, arith::MinNumFOp,
           arith::SelectOp>(context);
    attach<Model<&compare>, arith::CmpFOp>(context);
    attach<Model<&add>, arith::AddFOp>(context);
    attach<Model<&subtract>, arith::SubFOp>(context);
    attach<Model<&multiply>, arith::MulFOp>(context);
    attach<Model<&divide>, arith::DivFOp>(context);
    attach<Model<&remainder>, arith::RemFOp>(context);
    attach<Model<&convertInteger>, arith::SIToFPOp, arith::UIToFPOp,
           arith::FPToSIOp, arith::FPToUIOp>(context);
    attach<Model<&castFloat, &rebuildWidened>, arith::ExtFOp>(context);
    attach<Model<&castFloat>, arith::TruncFOp, arith::ScalingExtFOp,
           arith::ScalingTruncFOp>(context);
    attach<Model<&conversion>, arith::BitcastOp>(context);
    attach<Model<&constant, &rebuildConstant>, arith::ConstantOp>(context);
  });
}
