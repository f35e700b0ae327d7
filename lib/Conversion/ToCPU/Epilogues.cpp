//===- Epilogues.cpp - Elementwise ops behind what they read --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogues.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

namespace {
/// What uses a buffer: views, each behind what it is a view of, and what uses
/// the buffer or one of them.
struct Uses {
  SmallVector<Operation *> views, users;
};
} // namespace

static Uses findUses(Value buffer) {
  Uses uses;
  SmallVector<Value> values{buffer};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      bool isView = isa<ViewLikeOpInterface>(user);
      (isView ? uses.views : uses.users).push_back(user);
      if (isView)
        llvm::append_range(values, user->getResults());
    }
  return uses;
}

/// The op behind `op` that alone reads `buffer` then; null if none.
static linalg::GenericOp findReader(linalg::GenericOp op, Value buffer) {
  linalg::GenericOp reader;
  for (Operation *user : findUses(buffer).users) {
    if (user == op || isa<memref::DeallocOp>(user))
      continue;
    if (user->getBlock() != op->getBlock())
      return nullptr;
    if (user->isBeforeInBlock(op))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic || (reader && reader != generic))
      return nullptr;
    reader = generic;
  }
  return reader;
}

/// Whether `op`, with memrefs `inputs`, could as well run where `reader` is,
/// in turns with it.
static bool canMoveTo(linalg::GenericOp op, linalg::GenericOp reader,
                      ValueRange inputs) {
  auto leavesInputs = [&](linalg::LinalgOp other) {
    return llvm::all_of(other.getDpsInits(),
                        [&](Value output) { return isApart(output, inputs); });
  };
  for (Operation *next = op->getNextNode(); next != reader;
       next = next->getNextNode()) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(next);
    bool isHarmless =
        linalgOp ? leavesInputs(linalgOp)
                 : isa<memref::AllocOp>(next) || isMemoryEffectFree(next);
    if (!isHarmless)
      return false;
  }
  return leavesInputs(reader);
}

/// Puts the loops of `nest` into the order in which operand `operand`, a whole
/// buffer, lies in memory; then merges them, but for those that walk through
/// the `row` elements of a row with the others: the number of the first of
/// these. None where the buffer has no such rows.
static std::optional<unsigned> arrangeRows(LoopNest &nest, unsigned operand,
                                           int64_t row) {
  auto strides = nest.operands[operand].strides;
  auto order = llvm::to_vector(llvm::seq<unsigned>(nest.loops.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    auto key = [&](unsigned loop) {
      bool once = nest.loops[loop].extent == 1;
      return std::tuple(!once, once ? 0 : -strides[loop], loop);
    };
    return key(a) < key(b);
  });
  int64_t reached = 1;
  unsigned inner = 0, place = order.size();
  for (unsigned loop : llvm::reverse(order)) {
    if (nest.loops[loop].extent != 1 && strides[loop] != reached)
      return std::nullopt;
    if (reached < row)
      inner = --place;
    reached *= nest.loops[loop].extent;
  }
  nest.permute(order);
  nest.mergeLoops(inner);
  unsigned first = nest.loops.size();
  for (reached = 1; first > 0 && reached < row;)
    reached *= nest.loops[--first].extent;
  return reached == row && first < nest.loops.size() ? std::optional(first)
                                                     : std::nullopt;
}

std::optional<Epilogue> cpu::findReaderNest(linalg::GenericOp op) {
  Value buffer = op.getDpsInits()[0];
  if (!buffer.getDefiningOp<memref::AllocOp>())
    return std::nullopt;
  linalg::GenericOp reader = findReader(op, buffer);
  if (!reader || reader.getNumReductionLoops() != 0)
    return std::nullopt;
  llvm::SetVector<Value> read;
  getUsedValuesDefinedAbove(op->getRegions(), read);
  read.insert_range(op.getDpsInputs());
  FailureOr<LoopNest> nest = getLoopNest(reader);
  if (!canMoveTo(op, reader, read.getArrayRef()) || failed(nest) ||
      nest->loops.empty())
    return std::nullopt;
  std::optional<unsigned> operand;
  for (auto [i, each] : llvm::enumerate(nest->operands)) {
    if (each.scalar || getBufferRoot(each.value) != buffer)
      continue;
    if (operand || each.offset != 0)
      return std::nullopt;
    operand = i;
  }
  auto type = cast<MemRefType>(buffer.getType());
  if (!operand || nest->countPoints() != type.getNumElements())
    return std::nullopt;
  return Epilogue{std::move(*nest), *operand};
}

std::optional<Epilogue> cpu::findEpilogue(linalg::GenericOp op, int64_t row) {
  std::optional<Epilogue> epilogue = findReaderNest(op);
  if (!epilogue)
    return std::nullopt;
  auto first = arrangeRows(epilogue->nest, epilogue->operand, row);
  if (!first)
    return std::nullopt;
  epilogue->row = *first;
  return epilogue;
}

linalg::FillOp cpu::findFill(const LoopNest &nest, const NestOperand &operand) {
  linalg::GenericOp op = nest.op;
  Value result = operand.value;
  if (!result.getDefiningOp<memref::AllocOp>() || !nest.coversBuffer(operand))
    return nullptr;
  Operation *previous = nullptr;
  for (Operation *user : result.getUsers()) {
    if (user == op)
      continue;
    if (user->getBlock() != op->getBlock())
      return nullptr;
    if (op->isBeforeInBlock(user))
      continue;
    if (previous)
      return nullptr;
    previous = user;
  }
  return dyn_cast_or_null<linalg::FillOp>(previous);
}

void cpu::eraseUnused(Value buffer) {
  Uses uses = findUses(buffer);
  if (!llvm::all_of(uses.users, llvm::IsaPred<memref::DeallocOp>))
    return;
  for (Operation *op : uses.users)
    op->erase();
  for (Operation *op : llvm::reverse(uses.views))
    op->erase();
  buffer.getDefiningOp()->erase();
}
