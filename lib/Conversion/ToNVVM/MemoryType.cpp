//===- MemoryType.cpp - Scalars and vectors in GPU memory -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/MemoryType.h"
#include "AmpDialect/Transforms/IntegerSigns.h"
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

Value mlir::amp::toMemory(ImplicitLocOpBuilder &builder, Value value) {
  value = changeSign(builder, builder.getLoc(), getSignless(value.getType()),
                     value);
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
    return changeSign(builder, builder.getLoc(), type, value);
  Type element = getElementTypeOrSelf(type);
  if (element.isIndex())
    return arith::IndexCastOp::create(builder, type, value);
  if (isa<IntegerType>(element))
    return changeSign(builder, builder.getLoc(), type,
                      arith::TruncIOp::create(builder, bare, value));
  return arith::BitcastOp::create(builder, type, value);
}
