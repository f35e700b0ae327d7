//===- Weights.cpp - Values that are moved but never computed -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// Whether `value` is an argument of a function or a constant that was rounded
/// and moved at most.
static bool isMoved(Value value) {
  value = findMoved(value);
  if (isPrecisionCast(value.getDefiningOp()))
    value = findMoved(value.getDefiningOp()->getOperand(0));
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

/// Whether `operand` is what a contraction of low values has for a weight,
/// given that it is moved only.
static bool isLowWeight(OpOperand &operand) {
  auto isComputed = [&](OpOperand &other) {
    return &other != &operand &&
           getStoredType(other.get().getType()) ==
               getStoredType(operand.get().getType()) &&
           isInput(other) && !isMoved(other.get());
  };
  return isInput(operand) &&
         (operand.getOperandNumber() > 0 ||
          llvm::any_of(operand.getOwner()->getOpOperands(), isComputed));
}

/// Whether a rounding is that of a weight, which an earlier conversion made:
/// its contraction may have nothing in the graph.
static bool roundsWeight(Operation *cast) {
  constexpr unsigned kMostValues = 16;
  SmallVector<Value> values(cast->getResults());
  OpPrecisionInfo info;
  for (unsigned i = 0; i < values.size() && i < kMostValues; ++i)
    for (OpOperand &use : values[i].getUses()) {
      auto model = dyn_cast<MixedPrecisionOpInterface>(use.getOwner());
      auto type = dyn_cast<FloatType>(getElementTypeOrSelf(values[i]));
      if (!model || !type)
        continue;
      info.reset(use.getOwner());
      model.getPrecisionInfo(type, info);
      if (hasAny(info.traits, NumericTraits::Contraction) && isLowWeight(use))
        return true;
      if (hasAny(info.traits, NumericTraits::DataMovement) &&
          use.getOperandNumber() == 0 && readsOneTensor(use.getOwner()))
        llvm::append_range(values, use.getOwner()->getResults());
    }
  return false;
}

/// Whether a cast widens constants that were only moved since: what an earlier
/// conversion left of weights, whose low values are not in the graph.
static bool widensConstant(Operation *op) {
  return isWidening(op) && isMovedConstant(op->getOperand(0));
}

/// Whether a value is an argument of a function that a fact about its range
/// binds before the signature does.
static bool isBoundArgument(const ValueNode &node) {
  return node.argument && node.binding != Binding::Free &&
         node.def == DefKind::Fixed;
}

void amp::markWeights(PrecisionGraph &graph) {
  // Moved: reached from constants and arguments through movement alone;
  // Constant: from constants alone.
  enum : uint8_t { Moved = 1, Constant = 2, View = 4 };
  std::vector<uint8_t> kind(graph.values.size());
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (node.def == DefKind::View)
      kind[index] = View;
    else if (node.binding == Binding::Signature || isBoundArgument(node))
      kind[index] = Moved;
    if (node.def == DefKind::Creator && node.op != kNone &&
        graph.ops[node.op].isConstant)
      kind[index] = Moved | Constant;
  }
  // What later sweeps need to look at, in program order.
  std::vector<GraphIndex> movers, contractions, roundings;
  for (auto [index, op] : llvm::enumerate(graph.ops)) {
    if (hasAny(op.traits, NumericTraits::Contraction))
      contractions.push_back(index);
    bool moves = hasAny(op.traits, NumericTraits::DataMovement) ||
                 llvm::any_of(graph.getResults(op), [&](GraphIndex value) {
                   return kind[value] & View;
                 });
    if (!moves) {
      if (op.numUses == 0 && widensConstant(op.op))
        for (GraphIndex value : graph.getResults(op))
          kind[value] |= Moved | Constant;
      // A cast: what it makes is low, and not in the graph.
      if (op.category == Category::Never && op.numUses == 1 &&
          op.numResults == 0)
        roundings.push_back(index);
      continue;
    }
    movers.push_back(index);
    if (op.numUses == 0)
      continue;
    uint8_t ofAll = Moved | Constant;
    for (const Use &use : graph.getUses(op))
      ofAll &= kind[use.value];
    for (GraphIndex value : graph.getResults(op))
      kind[value] = (kind[value] & View) | ofAll;
  }
  // Of a contraction's inputs, the second is the weight if both are moved only.
  for (GraphIndex index : contractions) {
    const OpNode &op = graph.ops[index];
    bool anyComputed = llvm::any_of(graph.getUses(op), [&](const Use &use) {
      return use.kind == UseKind::Tied && !(kind[use.value] & Moved);
    });
    for (const Use &use : graph.getUses(op))
      if (use.kind == UseKind::Tied && (kind[use.value] & Moved) &&
          (anyComputed || use.operand->getOperandNumber() > 0))
        graph.values[use.value].weight = true;
  }
  for (GraphIndex index : roundings) {
    const OpNode &op = graph.ops[index];
    GraphIndex value = graph.getUses(op).front().value;
    if ((kind[value] & Moved) && isPrecisionCast(op.op) && roundsWeight(op.op))
      graph.values[value].weight = true;
  }
  for (GraphIndex index : llvm::reverse(movers)) {
    const OpNode &op = graph.ops[index];
    bool isWeight = llvm::any_of(graph.getResults(op), [&](GraphIndex value) {
      return graph.values[value].weight;
    });
    if (!isWeight)
      continue;
    for (const Use &use : graph.getUses(op))
      if (kind[use.value] & Moved)
        graph.values[use.value].weight = true;
  }
  for (auto [index, node] : llvm::enumerate(graph.values))
    node.weight |= (kind[index] & Constant) != 0;
}
