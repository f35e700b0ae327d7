//===- EarlierConversion.cpp - What a conversion left low -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::readsOneTensor(Operation *op) {
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return destination.getNumDpsInputs() == 1;
  return llvm::count_if(op->getOperandTypes(), llvm::IsaPred<ShapedType>) ==
             1 &&
         isa<ShapedType>(op->getOperand(0).getType());
}

static constexpr unsigned kMostMoves = 16;

Value amp::findMoved(Value value) {
  OpPrecisionInfo info;
  for (unsigned step = 0; step < kMostMoves; ++step) {
    Operation *op = value.getDefiningOp();
    auto model = dyn_cast_if_present<MixedPrecisionOpInterface>(op);
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
    if (!model || !type || op->getNumResults() != 1)
      break;
    info.reset(op);
    model.getPrecisionInfo(type, info);
    // What is moved comes first, what it is written to or by after it.
    if (!hasAny(info.traits, NumericTraits::DataMovement) ||
        !readsOneTensor(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

Value amp::findMoved(const PrecisionGraph &graph, const Use &use) {
  const Use *last = &use;
  for (unsigned step = 0; step < kMostMoves; ++step) {
    GraphIndex maker = graph.values[last->value].op;
    if (maker == kNone || graph.ops[maker].numUses == 0)
      break;
    const OpNode &op = graph.ops[maker];
    const Use &first = graph.getUses(op).front();
    if (!hasAny(op.traits, NumericTraits::DataMovement) ||
        first.operand->getOperandNumber() != 0 || !readsOneTensor(op.op))
      break;
    last = &first;
  }
  return last->operand->get();
}

bool amp::isMovedConstant(Value value) {
  Operation *op = findMoved(value).getDefiningOp();
  if (isPrecisionCast(op))
    op = findMoved(op->getOperand(0)).getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

bool amp::isMovedFill(Value value) {
  auto result = dyn_cast<OpResult>(findMoved(value));
  auto model =
      result ? dyn_cast<MixedPrecisionOpInterface>(result.getOwner()) : nullptr;
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
  if (!model || !type)
    return false;
  OpPrecisionInfo info;
  info.reset(result.getOwner());
  model.getPrecisionInfo(type, info);
  return info.results[result.getResultNumber()].role == ResultRole::Creator;
}

bool amp::isWidening(Operation *op) {
  return isa_and_nonnull<arith::ExtFOp>(op) && isPrecisionCast(op);
}

bool amp::isWidenedInProducer(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return false;
  Operation *op = result.getOwner();
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return false;
  Block &body = op->getRegion(0).front();
  if (body.empty() || !body.back().hasTrait<OpTrait::IsTerminator>() ||
      body.back().getNumOperands() != op->getNumResults())
    return false;
  Operation *yielded =
      body.back().getOperand(result.getResultNumber()).getDefiningOp();
  return isWidening(yielded) && isa<BlockArgument>(yielded->getOperand(0));
}

bool amp::isInput(OpOperand &operand) {
  auto destination = dyn_cast<DestinationStyleOpInterface>(operand.getOwner());
  return !destination || destination.isDpsInput(&operand);
}

SmallVector<OpOperand *, 2> amp::getLowInputs(const PrecisionGraph &graph,
                                              Operation *op) {
  SmallVector<OpOperand *, 2> inputs;
  for (OpOperand &operand : op->getOpOperands())
    if (getStoredType(operand.get().getType()) == graph.low && isInput(operand))
      inputs.push_back(&operand);
  return inputs;
}
