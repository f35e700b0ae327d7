//===- IntegerSigns.cpp - Integers by their bits alone --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/IntegerSigns.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

Type amp::getSignless(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isSignedInteger() && !element.isUnsignedInteger())
    return type;
  Type bare =
      IntegerType::get(type.getContext(), element.getIntOrFloatBitWidth());
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.clone(bare) : bare;
}

Value amp::changeSign(OpBuilder &builder, Location loc, Type type,
                      Value value) {
  if (type == value.getType())
    return value;
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}
