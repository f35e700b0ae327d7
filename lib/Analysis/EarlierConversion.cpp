//===- EarlierConversion.cpp - What a conversion left low -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::readsOneTensor(Operation *op) {
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(op))
    return destination.getNumDpsInputs() == 1;
  // The usual class is tried before the interface, which costs a search.
  auto isTensor = [](OpOperand &operand) {
    return isa<RankedTensorType, ShapedType>(operand.get().getType());
  };
  MutableArrayRef<OpOperand> operands = op->getOpOperands();
  return !operands.empty() && isTensor(operands.front()) &&
         llvm::none_of(operands.drop_front(), isTensor);
}

static constexpr unsigned kMostMoves = 16;

/// Fills `info` with what the op says that makes `value`; false if it has no
/// interface, or `value` no type that takes part.
static bool ask(Value value, OpPrecisionInfo &info) {
  Operation *op = value.getDefiningOp();
  auto model = dyn_cast_if_present<MixedPrecisionOpInterface>(op);
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
  if (!model || !type)
    return false;
  info.reset(op);
  model.getPrecisionInfo(type, info);
  return true;
}

Value amp::getMoved(Value value) {
  OpPrecisionInfo info;
  // What is moved comes first, what it is written to or by after it.
  if (!ask(value, info) || !hasAny(info.traits, NumericTraits::DataMovement))
    return nullptr;
  Operation *op = value.getDefiningOp();
  return op->getNumResults() == 1 && readsOneTensor(op) ? op->getOperand(0)
                                                        : nullptr;
}

Value amp::findMoved(Value value) {
  for (unsigned step = 0; step < kMostMoves; ++step) {
    Value moved = getMoved(value);
    if (!moved)
      break;
    value = moved;
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

Value amp::findUnrounded(Value value) {
  return findMoved(stripPrecisionCasts(value));
}

NumericTraits amp::getNumericTraits(Operation *op) {
  auto model = dyn_cast_if_present<MixedPrecisionOpInterface>(op);
  return model ? model.getNumericTraits() : NumericTraits::None;
}

bool amp::isMovedConstant(Value value) {
  Operation *op = findMoved(value).getDefiningOp();
  if (isPrecisionCast(op))
    op = findMoved(op->getOperand(0)).getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

bool amp::isMadeOfConstants(Value value, int64_t mostElements) {
  constexpr size_t kMost = 64;
  llvm::SetVector<Value> made;
  made.insert(value);
  for (size_t i = 0; i < made.size(); ++i) {
    Operation *op = made[i].getDefiningOp();
    if (!op || made.size() > kMost || !isMemoryEffectFree(op) ||
        isa<RegionBranchOpInterface, CallOpInterface>(op))
      return false;
    bool anyTensor = false;
    for (OpOperand &operand : op->getOpOperands())
      if (isInput(operand)) {
        made.insert(operand.get());
        anyTensor |= isa<ShapedType>(operand.get().getType());
      }
    // A constant, a fill or what counts.
    if (!anyTensor && getAssumedNumElements(made[i].getType()) > mostElements)
      return false;
    getUsedValuesDefinedAbove(op->getRegions(), made);
  }
  return true;
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

SmallVector<OpOperand *, 2> amp::getLowData(const PrecisionGraph &graph,
                                            Operation *op) {
  SmallVector<OpOperand *, 2> inputs = getLowInputs(graph, op);
  llvm::erase_if(inputs, [](OpOperand *operand) {
    return isMovedConstant(operand->get());
  });
  return inputs;
}

SmallVector<Value, 4> LowConstants::getReads(Operation *op,
                                             bool anyType) const {
  SmallVector<Value, 4> reads;
  auto add = [&](Value value) {
    Type type = getStoredType(value.getType());
    if (isa<ShapedType>(value.getType()) &&
        (type == graph.low || (anyType && type == graph.high)))
      reads.push_back(value);
  };
  for (OpOperand &operand : op->getOpOperands())
    if (isInput(operand))
      add(operand.get());
  visitUsedValuesDefinedAbove(
      op->getRegions(), [&](OpOperand *captured) { add(captured->get()); });
  return reads;
}

std::optional<bool> LowConstants::getSources(OpResult result,
                                             SmallVectorImpl<Value> &sources) {
  Operation *op = result.getOwner();
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  if (isPrecisionCast(op)) {
    sources.push_back(op->getOperand(0));
    return std::nullopt;
  }
  if (isa<RegionBranchOpInterface, CallOpInterface>(op) || !ask(result, info) ||
      info.category == Category::Always ||
      hasAny(info.traits, NumericTraits::Contraction))
    return false;
  const ResultInfo &made = info.results[result.getResultNumber()];
  if (made.role == ResultRole::Creator)
    return true;
  if (made.role == ResultRole::View) {
    sources.push_back(op->getOperand(made.source));
    return std::nullopt;
  }
  llvm::append_range(sources, getReads(op, /*anyType=*/true));
  for (OpOperand &operand : op->getOpOperands()) {
    const OperandInfo &read = info.operands[operand.getOperandNumber()];
    if (!isInput(operand) && read.role != OperandRole::ShapeOnly &&
        read.readElements != 0)
      sources.push_back(operand.get());
  }
  return std::nullopt;
}

bool LowConstants::isMadeOfConstants(Value value) {
  // What is made of itself is data: not known to be constant while it is open.
  struct Open {
    Value value;
    SmallVector<Value, 4> sources;
  };
  SmallVector<Open> pending;
  auto open = [&](Value next) {
    auto result = dyn_cast<OpResult>(next);
    SmallVector<Value, 4> sources;
    std::optional<bool> answer = result ? getSources(result, sources) : false;
    known[next] = answer.value_or(false);
    if (!answer)
      pending.push_back({next, std::move(sources)});
  };
  if (!known.contains(value))
    open(value);
  while (!pending.empty()) {
    SmallVectorImpl<Value> &sources = pending.back().sources;
    if (sources.empty()) {
      known[pending.pop_back_val().value] = true;
      continue;
    }
    auto it = known.find(sources.back());
    if (it == known.end())
      open(sources.back());
    else if (it->second)
      sources.pop_back();
    else
      pending.pop_back();
  }
  return known.lookup(value);
}

bool LowConstants::isMadeInPlace(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (isPrecisionCast(op)) {
      value = op->getOperand(0);
      continue;
    }
    if (op->hasTrait<OpTrait::ConstantLike>() || !ask(result, info))
      return false;
    const ResultInfo &made = info.results[result.getResultNumber()];
    if (made.role != ResultRole::View)
      return made.role == ResultRole::Creator;
    value = op->getOperand(made.source);
  }
  return false;
}

std::optional<bool> LowConstants::areAllRead(Operation *op) {
  if (!graph.anyLow)
    return std::nullopt;
  SmallVector<Value, 4> reads = getReads(op);
  if (!llvm::all_of(reads,
                    [&](Value value) { return isMadeOfConstants(value); }))
    return false;
  if (llvm::all_of(reads, [&](Value value) { return isMadeInPlace(value); }))
    return std::nullopt;
  return true;
}
