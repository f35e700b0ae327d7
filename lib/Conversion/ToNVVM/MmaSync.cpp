//===- MmaSync.cpp - One warp's products by mma.sync ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaSync.h"
#include "Emit.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::amp;

SmallVector<Value> MmaSync::loadMatrices(Value address, bool transposed) {
  Type i32 = b.getI32Type();
  auto result =
      LLVM::LLVMStructType::getLiteral(b.getContext(), {i32, i32, i32, i32});
  Value loaded = NVVM::LdMatrixOp::create(
      b, result, b.bytes(frame.getShared(), address), 4,
      transposed ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
      NVVM::LdStMatrixEltType::B16);
  SmallVector<Value> parts;
  for (int64_t part = 0; part < 4; ++part)
    parts.push_back(toFragment(LLVM::ExtractValueOp::create(b, loaded, part)));
  return parts;
}

/// One f32 of a tile whose rows run along the outer loops, as bits.
Value MmaSync::loadWord(const TileLoader &tile, Value outer, Value k,
                        Value slot) {
  Value offset =
      b.add(tile.getChunkOffset(k, b.div(outer, 4), tile.getSwizzle(k)),
            b.mul(b.rem(outer, 4), 4));
  return b.load(b.bytes(frame.getShared(), b.add(slot, offset)), b.getI32Type(),
                1);
}

/// Four 8x8 matrices: rows 0-7 and 8-15 of the first half of K, then of the
/// second.
SmallVector<Value> MmaSync::loadLhs(const TileLoader &tile, Value lane,
                                    Value slot, Value first, int64_t number,
                                    int64_t step) {
  if (type.isF32() && !tile.isKMajor()) {
    SmallVector<Value> words;
    for (int64_t word = 0; word < 4; ++word)
      words.push_back(loadWord(
          tile,
          b.add(b.add(first, b.div(lane, 4)), number * kMmaRows + word % 2 * 8),
          b.add(b.rem(lane, 4), step * 8 + word / 2 * 4), slot));
    return words;
  }
  Value row, chunk;
  Value low = b.rem(lane, 8);
  if (tile.isKMajor()) {
    row = b.add(b.add(first, b.rem(lane, 16)), number * kMmaRows);
    chunk = b.add(b.div(lane, 16), step * 2);
  } else {
    row = b.add(b.add(low, b.mul(b.div(lane, 16), 8)), step * 16);
    chunk = b.add(b.add(b.div(first, 8), b.rem(b.div(lane, 8), 2)), number * 2);
  }
  return loadMatrices(
      b.add(slot, tile.getChunkOffset(row, chunk, tile.getSwizzle(low))),
      !tile.isKMajor());
}

/// Both halves of K for columns 0-7, then for columns 8-15.
SmallVector<Value> MmaSync::loadRhs(const TileLoader &tile, Value lane,
                                    Value slot, Value first, int64_t number,
                                    int64_t step) {
  if (type.isF32() && !tile.isKMajor()) {
    SmallVector<Value> words;
    for (int64_t word = 0; word < 4; ++word)
      words.push_back(loadWord(tile,
                               b.add(b.add(first, b.div(lane, 4)),
                                     (number + word / 2) * kMmaColumns),
                               b.add(b.rem(lane, 4), step * 8 + word % 2 * 4),
                               slot));
    return words;
  }
  Value row, chunk;
  Value low = b.rem(lane, 8);
  if (tile.isKMajor()) {
    row = b.add(b.add(first, b.add(low, b.mul(b.div(lane, 16), 8))),
                number * kMmaColumns);
    chunk = b.add(b.rem(b.div(lane, 8), 2), step * 2);
  } else {
    row = b.add(b.rem(lane, 16), step * 16);
    chunk = b.add(b.add(b.div(first, 8), b.div(lane, 16)), number);
  }
  return loadMatrices(
      b.add(slot, tile.getChunkOffset(row, chunk, tile.getSwizzle(low))),
      !tile.isKMajor());
}

Value MmaSync::toFragment(Value bits) {
  if (!type.isF16())
    return bits;
  return LLVM::BitcastOp::create(b, VectorType::get(2, type), bits);
}

Value MmaSync::pack(Value first, Value second) {
  Value pair = b.makeVector({first, second});
  if (type.isF16())
    return pair;
  return LLVM::BitcastOp::create(b, b.getI32Type(), pair);
}

/// One mma.sync. That of 8-bit floats has an intrinsic, but no op.
void MmaSync::multiply(ValueRange rows, ValueRange columns,
                       MutableArrayRef<Value> sums) {
  Type f32 = b.getF32Type();
  auto result =
      LLVM::LLVMStructType::getLiteral(b.getContext(), {f32, f32, f32, f32});
  Value product;
  if (isFloat8(type)) {
    SmallVector<Value> operands(rows);
    llvm::append_range(operands, columns);
    llvm::append_range(operands, sums);
    std::string name =
        llvm::formatv("llvm.nvvm.mma.m16n8k32.row.col.f32.{0}.{1}.f32",
                      getPtxType(frame.contraction.lhs->computeType),
                      getPtxType(frame.contraction.rhs->computeType));
    product = LLVM::CallIntrinsicOp::create(b, result, b.getStringAttr(name),
                                            operands)
                  .getResult(0);
  } else {
    auto operandType = *NVVM::symbolizeMMATypes(getPtxType(type));
    product = NVVM::MmaOp::create(
        b, result, rows, columns, ValueRange(sums),
        ArrayRef<int64_t>{kMmaRows, kMmaColumns, getDepth()}, std::nullopt,
        std::nullopt, std::array<NVVM::MMATypes, 2>{operandType, operandType},
        std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                       NVVM::MMALayout::col});
  }
  for (auto [part, sum] : llvm::enumerate(sums))
    sum = LLVM::ExtractValueOp::create(b, product, part);
}
