//===- MemoryType.cpp - Scalars and vectors in GPU memory -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/MemoryType.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static Type getElementMemoryType(Type element) {
  MLIRContext *context = element.getContext();
  if (element.isIndex())
    return IntegerType::get(context, 64);
  bool bytes = isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
  if (!bytes && !isa<IntegerType>(element))
    return element;
  uint64_t bits = llvm::PowerOf2Ceil(element.getIntOrFloatBitWidth());
  return IntegerType::get(context, std::max<uint64_t>(bits, 8));
}

Type mlir::amp::getMemoryType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.clone(getElementMemoryType(vector.getElementType()));
  return getElementMemoryType(type);
}

/// `type` of integers without a sign, which is all that arith computes with.
static Type getSignless(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isSignedInteger() && !element.isUnsignedInteger())
    return type;
  Type bare =
      IntegerType::get(type.getContext(), element.getIntOrFloatBitWidth());
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? shaped.clone(bare) : bare;
}

/// `value` in `type`, which differs by the name of a sign at most.
static Value changeSign(ImplicitLocOpBuilder &builder, Type type, Value value) {
  if (type == value.getType())
    return value;
  return UnrealizedConversionCastOp::create(builder, type, value).getResult(0);
}

Value mlir::amp::toMemory(ImplicitLocOpBuilder &builder, Value value) {
  value = changeSign(builder, getSignless(value.getType()), value);
  Type type = value.getType(), memory = getMemoryType(type);
  if (type == memory)
    return value;
  Type element = getElementTypeOrSelf(type);
  if (element.isIndex())
    return arith::IndexCastOp::create(builder, memory, value);
  if (isa<IntegerType>(element))
    return arith::ExtUIOp::create(builder, memory, value);
  return arith::BitcastOp::create(builder, memory, value);
}

Value mlir::amp::fromMemory(ImplicitLocOpBuilder &builder, Type type,
                            Value value) {
  Type bare = getSignless(type);
  if (bare == value.getType())
    return changeSign(builder, type, value);
  Type element = getElementTypeOrSelf(type);
  if (element.isIndex())
    return arith::IndexCastOp::create(builder, type, value);
  if (isa<IntegerType>(element))
    return changeSign(builder, type,
                      arith::TruncIOp::create(builder, bare, value));
  return arith::BitcastOp::create(builder, type, value);
}
