//===- HostControlFlow.cpp - Loops and branches of the host ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors that a loop carries live in a buffer of the loop and are copied there
// at the end of an iteration.
//
//===----------------------------------------------------------------------===//

#include "HostBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

SmallVector<Value> HostBuilder::scalarsOf(ValueRange values) {
  SmallVector<Value> result;
  for (Value value : values)
    if (!isa<RankedTensorType>(value.getType()))
      result.push_back(scalars.lookup(value));
  return result;
}

SmallVector<Type> HostBuilder::scalarTypes(TypeRange types) {
  SmallVector<Type> result;
  for (Type type : types)
    if (!isa<RankedTensorType>(type))
      result.push_back(type);
  return result;
}

void HostBuilder::mapResults(ResultRange results, ArrayRef<int> carried,
                             Operation *lowered) {
  unsigned next = 0;
  for (auto [number, result] : llvm::enumerate(results)) {
    if (carried[number] >= 0)
      buffers[result] = carried[number];
    else
      scalars.map(result, lowered->getResult(next++));
  }
}

LogicalResult HostBuilder::convertFor(scf::ForOp loop) {
  SmallVector<int> carried = carriedBuffers(loop.getResultTypes());
  copyAll(loop.getInitArgs(), carried, loop.getLoc());
  auto lowered = scf::ForOp::create(
      builder, scalars.lookup(loop.getLowerBound()),
      scalars.lookup(loop.getUpperBound()), scalars.lookup(loop.getStep()),
      scalarsOf(loop.getInitArgs()));
  scalars.map(loop.getInductionVar(), lowered.getInductionVar());
  unsigned next = 0;
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (carried[number] >= 0) {
      buffers[argument] = carried[number];
      buffers[loop.getResult(number)] = carried[number];
      continue;
    }
    scalars.map(argument, lowered.getRegionIterArg(next));
    scalars.map(loop.getResult(number), lowered.getResult(next++));
  }
  beginLoop();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(lowered.getBody());
    // A body without results comes with its terminator.
    if (!lowered.getBody()->empty())
      lowered.getBody()->back().erase();
    if (failed(convertBlock(*loop.getBody())))
      return failure();
    auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
    copyAll(yield.getOperands(), carried, yield.getLoc());
    scf::YieldOp::create(builder, scalarsOf(yield.getOperands()));
  }
  for (int buffer : carried)
    if (buffer >= 0)
      touch(buffer);
  endLoop();
  return success();
}

LogicalResult HostBuilder::convertWhile(scf::WhileOp loop) {
  SmallVector<int> before = carriedBuffers(loop.getInits().getTypes());
  SmallVector<int> after = carriedBuffers(loop.getResultTypes());
  copyAll(loop.getInits(), before, loop.getLoc());
  SmallVector<Value> inits = scalarsOf(loop.getInits());
  auto lowered =
      scf::WhileOp::create(builder, scalarTypes(loop.getResultTypes()), inits);
  beginLoop();
  auto enter = [&](Region &from, Region &into, ArrayRef<int> carried) {
    Block *block = into.empty() ? &into.emplaceBlock() : &into.front();
    builder.setInsertionPointToEnd(block);
    for (auto [number, argument] :
         llvm::enumerate(from.front().getArguments())) {
      if (carried[number] >= 0)
        buffers[argument] = carried[number];
      else
        scalars.map(argument,
                    block->addArgument(argument.getType(), argument.getLoc()));
    }
    return convertBlock(from.front());
  };
  {
    OpBuilder::InsertionGuard guard(builder);
    if (failed(enter(loop.getBefore(), lowered.getBefore(), before)))
      return failure();
    scf::ConditionOp condition = loop.getConditionOp();
    copyAll(condition.getArgs(), after, condition.getLoc());
    Value ok =
        callRuntime("amp_cuda_ok", builder.getI32Type(), {state}).getResult();
    ok = arith::TruncIOp::create(builder, builder.getI1Type(), ok);
    Value goOn = arith::AndIOp::create(
        builder, ok, scalars.lookup(condition.getCondition()));
    scf::ConditionOp::create(builder, goOn, scalarsOf(condition.getArgs()));
    if (failed(enter(loop.getAfter(), lowered.getAfter(), after)))
      return failure();
    auto yield = loop.getYieldOp();
    copyAll(yield.getOperands(), before, yield.getLoc());
    scf::YieldOp::create(builder, scalarsOf(yield.getOperands()));
  }
  mapResults(loop->getResults(), after, lowered);
  for (int buffer : llvm::concat<int>(before, after))
    if (buffer >= 0)
      touch(buffer);
  endLoop();
  return success();
}

LogicalResult HostBuilder::convertIf(scf::IfOp branch) {
  SmallVector<int> made = carriedBuffers(branch.getResultTypes());
  bool hasElse = !branch.getElseRegion().empty();
  auto lowered =
      scf::IfOp::create(builder, scalarTypes(branch.getResultTypes()),
                        scalars.lookup(branch.getCondition()), hasElse);
  SmallVector<std::pair<Block *, Block *>> sides{
      {branch.thenBlock(), lowered.thenBlock()}};
  if (hasElse)
    sides.push_back({branch.elseBlock(), lowered.elseBlock()});
  for (auto [from, into] : sides) {
    OpBuilder::InsertionGuard guard(builder);
    if (!into->empty())
      into->back().erase();
    builder.setInsertionPointToEnd(into);
    if (failed(convertBlock(*from)))
      return failure();
    ValueRange yielded = from->getTerminator()->getOperands();
    copyAll(yielded, made, branch.getLoc());
    scf::YieldOp::create(builder, scalarsOf(yielded));
  }
  mapResults(branch->getResults(), made, lowered);
  return success();
}
