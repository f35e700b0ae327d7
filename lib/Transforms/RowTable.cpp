//===- RowTable.cpp - The table that recorders write to -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recorder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

/// The type of a table with a known number of rows.
static MemRefType getSizedType(MLIRContext *context, unsigned rows,
                               unsigned columns) {
  return MemRefType::get({rows, columns}, Float64Type::get(context));
}

/// A table without rows, which is the operand of the cast that is returned.
template <typename AllocationT>
static memref::CastOp createTable(OpBuilder &builder, Location loc,
                                  unsigned columns) {
  MLIRContext *context = builder.getContext();
  Value made =
      AllocationT::create(builder, loc, getSizedType(context, 0, columns));
  return memref::CastOp::create(builder, loc,
                                Recorder::getTableType(context, columns), made);
}

RowTable RowTable::createOwn(func::FuncOp function, Recorder &recorder,
                             unsigned columns) {
  RowTable rows(function);
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  Location loc = function.getLoc();
  // finish() says how many rows.
  rows.table = createTable<memref::AllocOp>(builder, loc, columns);
  recorder.createClear(builder, loc, rows.table);
  rows.start = &*std::prev(builder.getInsertionPoint());
  return rows;
}

RowTable RowTable::takeFromCaller(func::FuncOp function, unsigned columns) {
  RowTable rows(function);
  Builder builder(function.getContext());
  unsigned arguments = function.getNumArguments();
  (void)function.insertArguments(
      {arguments, arguments},
      {Recorder::getTableType(function.getContext(), columns),
       builder.getIndexType()},
      {}, {function.getLoc(), function.getLoc()});
  rows.table = function.getArgument(arguments);
  rows.first = function.getArgument(arguments + 1);
  return rows;
}

RowTable RowTable::createEmpty(func::FuncOp function, unsigned columns) {
  RowTable rows(function);
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  auto made =
      createTable<memref::AllocaOp>(builder, function.getLoc(), columns);
  rows.table = made;
  rows.start = made;
  return rows;
}

TableRow RowTable::createRow(OpBuilder &builder, Location loc,
                             unsigned number) const {
  Value row = arith::ConstantIndexOp::create(builder, loc, number);
  if (first)
    row = arith::AddIOp::create(builder, loc, first, row);
  return {table, row};
}

void RowTable::setInsertionPointToStart(OpBuilder &builder) const {
  if (start)
    builder.setInsertionPointAfter(start);
  else
    builder.setInsertionPointToStart(Value(table).getParentBlock());
}

bool RowTable::canRecordIn(Block *block) {
  Operation *parent = block->getParentOp();
  for (; !isa<func::FuncOp>(parent); parent = parent->getParentOp())
    if (!isa<RegionBranchOpInterface>(parent) ||
        parent->hasTrait<OpTrait::HasParallelRegion>())
      return false;
  return true;
}

void RowTable::finish(unsigned rows) {
  Value made = table.getDefiningOp()->getOperand(0);
  auto type = cast<MemRefType>(made.getType());
  made.setType(getSizedType(function.getContext(), rows, type.getDimSize(1)));
  auto exit = cast<func::ReturnOp>(function.front().getTerminator());
  OpBuilder builder(exit);
  auto all = bufferization::ToTensorOp::create(
      builder, function.getLoc(),
      RankedTensorType::get({rows, type.getDimSize(1)}, type.getElementType()),
      made, /*restrict=*/true);
  exit->insertOperands(exit->getNumOperands(), all.getResult());
  (void)function.insertResult(function.getNumResults(), all.getType(), {});
}
