//===- PointerViews.cpp - Bare pointers as memrefs ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PointerViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

/// The struct that finalize-memref-to-llvm gives a memref of `rank`.
static LLVM::LLVMStructType getDescriptorType(MLIRContext *context,
                                              int64_t rank) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i64 = IntegerType::get(context, 64);
  SmallVector<Type> fields{pointer, pointer, i64};
  if (rank)
    fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
  return LLVM::LLVMStructType::getLiteral(context, fields);
}

Value amp::makeMemRef(OpBuilder &builder, Location loc, Value pointer,
                      MemRefType type) {
  auto structType = getDescriptorType(builder.getContext(), type.getRank());
  Value descriptor = LLVM::PoisonOp::create(builder, loc, structType);
  auto set = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, loc, descriptor, value, position);
  };
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getI64IntegerAttr(value));
  };
  auto [strides, offset] = type.getStridesAndOffset();
  // Loads add an offset that the type states, whatever the descriptor says.
  if (offset != 0 && !ShapedType::isDynamic(offset)) {
    Type element = type.getElementType();
    if (element.isIndex())
      element = builder.getI64Type();
    pointer =
        LLVM::GEPOp::create(builder, loc, pointer.getType(), element, pointer,
                            ArrayRef<LLVM::GEPArg>{constant(-offset)});
  } else {
    offset = 0;
  }
  set(pointer, {0});
  set(pointer, {1});
  set(constant(offset), {2});
  for (int64_t i = 0; i < type.getRank(); ++i) {
    set(constant(type.getDimSize(i)), {3, i});
    set(constant(strides[i]), {4, i});
  }
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor)
      .getResult(0);
}

Value amp::getPointer(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  auto structType = getDescriptorType(builder.getContext(), type.getRank());
  Type pointerType = LLVM::LLVMPointerType::get(builder.getContext());
  Value descriptor =
      UnrealizedConversionCastOp::create(builder, loc, structType, memref)
          .getResult(0);
  Value pointer = LLVM::ExtractValueOp::create(builder, loc, descriptor,
                                               ArrayRef<int64_t>{1});
  auto [strides, offset] = type.getStridesAndOffset();
  if (offset == 0)
    return pointer;
  Value start = LLVM::ExtractValueOp::create(builder, loc, descriptor,
                                             ArrayRef<int64_t>{2});
  Type element = type.getElementType();
  if (element.isIndex())
    element = builder.getI64Type();
  return LLVM::GEPOp::create(builder, loc, pointerType, element, pointer,
                             ArrayRef<LLVM::GEPArg>{start});
}
