//===- Decays.cpp - States that are multiplied by decays ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decays.h"
#include "EarlierConversion.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

/// Ops between a state and what is added to it that are looked at.
static constexpr size_t kMostBetween = 64;

/// Whether `op` is a product of matrices. The graph knows most ops: asking
/// them looks at their bodies.
static bool contracts(const PrecisionGraph &graph, Operation *op) {
  for (Value result : op->getResults())
    if (GraphIndex value = graph.lookup(result);
        value != kNone && graph.values[value].op != kNone)
      return hasAny(graph.ops[graph.values[value].op].traits,
                    NumericTraits::Contraction);
  return hasAny(getNumericTraits(op), NumericTraits::Contraction);
}

/// Whether a product of matrices reads `state`, which may be rounded for it.
static bool isReadByProduct(const PrecisionGraph &graph, Value state) {
  SmallVector<Value, 4> pending = {state};
  while (!pending.empty())
    for (Operation *user : pending.pop_back_val().getUsers()) {
      if (contracts(graph, user))
        return true;
      if (isPrecisionCast(user))
        pending.push_back(user->getResult(0));
    }
  return false;
}

bool amp::mayBeMadeOf(const PrecisionGraph &graph, Value value, Value state) {
  state = findUnrounded(state);
  Operation *first = state.getDefiningOp();
  Block *block = state.getParentBlock();
  llvm::SmallSetVector<Value, 16> pending;
  pending.insert(value);
  for (size_t i = 0; i < pending.size(); ++i) {
    Value next = stripPrecisionCasts(pending[i]);
    if (next == state)
      return true;
    Operation *op = next.getDefiningOp();
    // Before it, nothing is made of it.
    if (!op || op->getBlock() != block || (first && op->isBeforeInBlock(first)))
      continue;
    if (contracts(graph, op) && !isReadByProduct(graph, state))
      continue;
    if (pending.size() >= kMostBetween)
      return true;
    pending.insert_range(op->getOperands());
  }
  return false;
}

bool amp::isAddedToOthers(const PrecisionGraph &graph, OpOperand &term,
                          Value state) {
  return llvm::none_of(term.getOwner()->getOpOperands(), [&](OpOperand &other) {
    return &other != &term && isInput(other) &&
           mayBeMadeOf(graph, other.get(), state);
  });
}

/// Whether all of `value` lies between nought and one and is no mere weight.
static bool isDecay(const PrecisionGraph &graph, Value value,
                    ValueRanges getRange) {
  const FloatRange &range = getRange(value);
  double least = isMovedConstant(value) ? kLeastDecay : 0;
  if (!range.hasFinite() || range.lower < least)
    return false;
  if (range.upper <= 1)
    return true;
  // Of an exponent that is below zero by a softplus, say.
  GraphIndex index = graph.lookup(value);
  const OpNode *maker = index == kNone ? nullptr : findMovedMaker(graph, index);
  return maker && hasAny(maker->traits, NumericTraits::Exponential);
}

Value amp::getDecayed(const PrecisionGraph &graph, const OpNode &op,
                      ValueRanges getRange) {
  if (op.handsOn || hasAny(op.traits, kReductions | NumericTraits::Difference))
    return Value();
  Value state;
  bool anyDecay = false;
  unsigned numOthers = 0;
  for (const Use &use : graph.getUses(op)) {
    if (use.elements == 0)
      continue;
    Value value = use.operand->get();
    if (isDecay(graph, value, getRange)) {
      anyDecay = true;
      continue;
    }
    ++numOthers;
    state = value;
  }
  if (numOthers == 1 && !anyDecay) {
    // By a constant in its body.
    double ratio = getRange(graph.getResults(op).front()).reachMagnitude() /
                   getRange(state).reachMagnitude();
    anyDecay = hasAny(op.traits, NumericTraits::Scale) &&
               ratio >= kLeastDecay && ratio < 1;
  }
  return numOthers == 1 && anyDecay ? state : Value();
}

void amp::readDecaysHigh(PrecisionGraph &graph, const OpNode &op,
                         ValueRanges getRange) {
  if (!getRange || !hasAny(op.traits, kMultiplies))
    return;
  for (Use &use : graph.getUses(op)) {
    if (use.elements == 0 || !isDecay(graph, use.operand->get(), getRange))
      continue;
    readHigh(graph, use, Binding::Cancellation);
    if (ValueNode &node = graph.values[use.value];
        node.op != kNone && node.def != DefKind::Creator && !node.weight)
      node.pinHigh(Binding::Cancellation);
  }
}
