//===- Products.h - What a product says about moments -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises squares and products of two data operands.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_EXTERNALMODELS_PRODUCTS_H
#define LIB_DIALECT_EXTERNALMODELS_PRODUCTS_H

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "AmpDialect/IR/OpSignature.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

namespace mlir::amp::models {

/// True if `value` is a constant, or moved from one through ops with a single
/// data operand. Looks through three ops at most, as findConstantAbove does.
inline bool isConstantData(Value value) {
  // Most data comes from no constant: the way up is gone before any op on it is
  // asked.
  Operation *constant = findConstantAbove(value);
  if (!constant)
    return false;
  for (Operation *op = value.getDefiningOp(); op != constant;
       op = op->getOperand(0).getDefiningOp()) {
    auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
    if (!iface || iface.getNumericTraits() != NumericTraits::DataMovement)
      return false;
  }
  return true;
}

/// x * x is a square; x * y, with neither constant, may be a second moment;
/// else a scale.
inline NumericTraits getProductTraits(Value lhs, Value rhs) {
  if (lhs == rhs)
    return NumericTraits::Square;
  if (isConstantData(lhs) || isConstantData(rhs))
    return NumericTraits::Scale;
  return NumericTraits::Product;
}

/// An even power is a square; another one above one, of numbers without a sign
/// (the p-th norm), is as far from what it is of as a product.
inline NumericTraits getPowerTraits(double exponent) {
  if (exponent != 0 && std::fmod(exponent, 2) == 0)
    return NumericTraits::Square;
  return exponent > 1 ? NumericTraits::Product : NumericTraits::None;
}

/// Has `info` say that its op raises the first operand to `exponent`, which is
/// 0 where it is not known: its traits, and the pole of a reciprocal or a root.
inline void setPower(double exponent, OpPrecisionInfo &info) {
  info.traits = getPowerTraits(exponent);
  if (exponent < 0)
    info.operands[0].pole = PoleKind::AtZero;
  else if (exponent > 0 && exponent < 1)
    info.operands[0].pole = PoleKind::OfRoot;
}

} // namespace mlir::amp::models

#endif // LIB_DIALECT_EXTERNALMODELS_PRODUCTS_H
