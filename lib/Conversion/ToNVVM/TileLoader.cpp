//===- TileLoader.cpp - Tiles of an operand to shared memory --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileLoader.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::amp;

/// Copies of cp.async, in bytes.
static constexpr int64_t kChunkBytes = 16;
static constexpr int64_t kSmallestCopy = 4;

Value mlir::amp::emitScalar(
    KernelFrame &frame, const ElementProgram &program, ScalarRef element,
    llvm::function_ref<Value(const LinearForm &)> value) {
  KernelBuilder &b = frame.b;
  auto holds = [&](ArrayRef<Guard> guards) {
    Value condition;
    for (const Guard &guard : guards)
      condition =
          b.both(condition, b.less(value(guard.form), b.c(guard.limit)));
    return condition;
  };
  auto zeroUnless = [&](Value condition, Value scalar) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(scalar.getType()));
    return condition ? b.select(condition, scalar, zero) : scalar;
  };
  auto index = [&](const LinearForm &form) -> Value {
    return arith::IndexCastUIOp::create(b, b.getIndexType(), value(form));
  };
  SmallVector<SmallVector<Value>> scalars(program.size());
  for (unsigned number : program.getOrder()) {
    const ElementProgram::Node &node = program.getNode(number);
    SmallVector<Value> operands;
    for (const std::optional<ScalarRef> &ref : node.operands)
      operands.push_back(ref ? scalars[ref->node][ref->index] : Value());
    if (node.access) {
      Value condition = holds(node.access->guards);
      Value offset = value(node.access->offset);
      if (condition)
        offset = b.select(condition, offset, b.c(0));
      Type type = node.access->elementType;
      Value pointer =
          b.element(frame.parameters[node.access->buffer], type, offset);
      scalars[number] = {zeroUnless(condition, b.load(pointer, type, 1))};
    } else if (!node.op) {
      scalars[number] = {zeroUnless(holds(node.guards), operands.front())};
    } else {
      scalars[number] = ElementProgram::emitNode(b, node, operands, index);
    }
  }
  return scalars[element.node][element.index];
}

TileLoader::TileLoader(KernelFrame &frame, const ContractionOperand &operand,
                       ArrayRef<unsigned> outer, int64_t tileOuter,
                       int64_t tileK, Type type, int64_t threads)
    : frame(frame), b(frame.b), operand(operand), outer(outer),
      outerExtent(frame.contraction.getExtent(outer)),
      kExtent(frame.contraction.getExtent(frame.contraction.k)),
      tileOuter(tileOuter), tileK(tileK), threads(threads), type(type),
      elementBytes(type.getIntOrFloatBitWidth() / 8),
      chunkElements(kChunkBytes / elementBytes) {
  if (operand.access && operand.access->elementType == type) {
    const LoopSpace &space = frame.contraction.space;
    auto along = [&](ArrayRef<unsigned> loops) {
      return getContiguousWidth(space, operand.access->offset,
                                operand.access->guards, loops, chunkElements);
    };
    int64_t alongK = along(frame.contraction.k), alongOuter = along(outer);
    // ldmatrix transposes elements of 16 bits only.
    if (elementBytes == 1)
      alongOuter = 0;
    kMajor = alongK >= alongOuter;
    width = std::max(alongK, alongOuter);
    if (width * elementBytes < kSmallestCopy)
      width = 0;
  }
  rows = kMajor ? tileOuter : tileK;
  cols = kMajor ? tileK : tileOuter;
}

Value TileLoader::getSwizzle(Value row) const {
  int64_t chunks = cols / chunkElements;
  if (chunks >= 8)
    return b.rem(row, 8);
  // Narrower rows share a line of 128 bytes.
  int64_t rowsPerLine = 8 / std::max<int64_t>(chunks, 1);
  return chunks > 1 ? b.rem(b.div(row, rowsPerLine), chunks) : b.c(0);
}

Value TileLoader::getChunkOffset(Value row, Value chunk, Value swizzle) const {
  return b.add(b.mul(row, getRowBytes()),
               b.mul(b.bitXor(chunk, swizzle), kChunkBytes));
}

Value TileLoader::getOuter(Value first, Value offset) const {
  Value index = b.add(first, offset);
  // Rows past the end repeat the last one: their results are not stored, or
  // idle threads read them (see start()).
  int64_t step = !kMajor && width > 0 ? width : 1;
  bool hasIdle = width == 0 && rows * (cols / chunkElements) % threads != 0;
  return outerExtent % tileOuter || hasIdle
             ? b.min(index, b.c(outerExtent - step))
             : index;
}

void TileLoader::prepare(Value tid, Value first) {
  firstOuter = first;
  if (operand.access)
    base = frame.getBase(*operand.access);
  const LoopSpace &space = frame.contraction.space;
  int64_t pieceElements = width > 0 ? width : chunkElements;
  int64_t perRow = cols / pieceElements;
  int64_t total = rows * perRow;
  for (int64_t done = 0; done < total; done += threads) {
    Piece piece;
    Value number = b.add(tid, done);
    if (total - done < threads)
      piece.active = b.less(number, b.c(total));
    piece.row = b.div(number, perRow);
    piece.column = b.mul(b.rem(number, perRow), pieceElements);
    Value chunk = b.div(piece.column, chunkElements);
    piece.sharedOffset =
        b.add(getChunkOffset(piece.row, chunk, getSwizzle(piece.row)),
              b.mul(b.rem(piece.column, chunkElements), elementBytes));
    if (operand.access) {
      Value index = getOuter(first, kMajor ? piece.row : piece.column);
      piece.offset = b.part(space, operand.access->offset, outer, index);
      for (const Guard &guard : operand.access->guards)
        piece.guards.push_back(b.part(space, guard.form, outer, index));
    }
    pieces.push_back(piece);
  }
}

Value TileLoader::getCondition(Value k, ArrayRef<Value> outerGuards) {
  const LoopSpace &space = frame.contraction.space;
  Value condition;
  if (kExtent % tileK || width == 0)
    condition = b.less(k, b.c(kExtent));
  for (auto [guard, outerPart] :
       llvm::zip_equal(operand.access->guards, outerGuards)) {
    Value sum =
        b.add(outerPart, b.part(space, guard.form, frame.contraction.k, k));
    sum = b.add(sum, b.part(space, guard.form, frame.contraction.batch,
                            frame.getBatch()));
    // Below zero wraps to a large unsigned number.
    sum = b.add(sum, b.c(guard.form.constant));
    condition = b.both(condition, b.less(sum, b.c(guard.limit)));
  }
  return condition;
}

void TileLoader::startAsync(const Piece &piece, Value k, Value slot) {
  Value index = b.add(k, kMajor ? piece.column : piece.row);
  Value offset = b.add(piece.offset,
                       b.part(frame.contraction.space, operand.access->offset,
                              frame.contraction.k, index));
  Value condition = getCondition(index, piece.guards);
  int64_t copyBytes = width * elementBytes;
  Value size;
  if (condition) {
    size = b.select(condition, b.c(copyBytes), b.c(0));
    offset = b.select(condition, offset, b.c(0));
  }
  Value source = b.element(base, type, offset);
  Value target = b.bytes(frame.getShared(), b.add(slot, piece.sharedOffset));
  NVVM::CpAsyncOp::create(b, target, source, copyBytes,
                          copyBytes == kChunkBytes
                              ? NVVM::LoadCacheModifierKind::CG
                              : NVVM::LoadCacheModifierKind::CA,
                          size);
}

Value TileLoader::gatherElement(Value outerIndex, Value k) {
  const LoopSpace &space = frame.contraction.space;
  ArrayRef<unsigned> kLoops = frame.contraction.k;
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  if (!operand.access) {
    Value inside = b.less(k, b.c(kExtent));
    Value safe = b.select(inside, k, b.c(0));
    Value scalar = emitScalar(
        frame, operand.program, operand.element, [&](const LinearForm &form) {
          Value sum = b.add(b.part(space, form, outer, outerIndex),
                            b.part(space, form, kLoops, safe));
          sum = b.add(sum, b.part(space, form, frame.contraction.batch,
                                  frame.getBatch()));
          return b.add(sum, form.constant);
        });
    return b.select(inside, b.castFloat(scalar, type), zero);
  }
  SmallVector<Value> guards;
  for (const Guard &guard : operand.access->guards)
    guards.push_back(b.part(space, guard.form, outer, outerIndex));
  Value condition = getCondition(k, guards);
  Value offset = b.add(b.part(space, operand.access->offset, outer, outerIndex),
                       b.part(space, operand.access->offset, kLoops, k));
  Type stored = operand.access->elementType;
  // What is not inside reads the buffer's start: `base` may lie before it.
  Value pointer = b.select(condition, b.element(base, stored, offset),
                           frame.parameters[operand.access->buffer]);
  Value scalar = b.load(pointer, stored, 1);
  return b.select(condition, b.castFloat(scalar, type), zero);
}

Value TileLoader::gather(const Piece &piece, Value k) {
  SmallVector<Value> elements;
  for (int64_t e = 0; e < chunkElements; ++e) {
    Value column = b.add(piece.column, e);
    Value outerIndex = getOuter(firstOuter, kMajor ? piece.row : column);
    elements.push_back(
        gatherElement(outerIndex, b.add(k, kMajor ? column : piece.row)));
  }
  return b.makeVector(elements);
}

SmallVector<Value> TileLoader::start(Value k, Value slot) {
  SmallVector<Value> registers;
  for (const Piece &piece : pieces) {
    if (width > 0)
      b.guarded(piece.active, [&] { startAsync(piece, k, slot); });
    else // An idle thread reads what it would at the tile's end.
      registers.push_back(gather(piece, k));
  }
  return registers;
}

void TileLoader::finish(Value slot, ValueRange registers) {
  for (auto [piece, chunk] : llvm::zip(pieces, registers))
    b.guarded(piece.active, [&, &piece = piece, chunk = chunk] {
      b.store(b.bytes(frame.getShared(), b.add(slot, piece.sharedOffset)),
              chunk);
    });
}
