//===- CarriedFactors.cpp - What scales a running value -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A decay that multiplies what a loop carries, in each iteration, is raised to
// a power: rounded once, it is off by as many roundings as there are
// iterations, and a decay of 0.999 is one in bf16 and none at all. So what a
// running value is multiplied by is read high, as it was before it was repeated
// for all elements. Gates, which each iteration makes anew of the state that
// they scale, are rounded as a layer's are.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "ValueCycles.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::amp;

/// Whether the body of `op`, if it has one, multiplies what it makes of its
/// operands in `states` by what it reads of `factor` as it is.
static bool multipliesBy(Operation *op, OpOperand &factor,
                         const llvm::SmallPtrSetImpl<OpOperand *> &states) {
  if (op->getNumRegions() == 0)
    return true;
  Block *body = getBodyOfOperands(op);
  if (!body)
    return false;
  Value scale = body->getArgument(factor.getOperandNumber());
  llvm::SmallPtrSet<Value, 8> made;
  for (OpOperand *state : states)
    made.insert(body->getArgument(state->getOperandNumber()));
  auto isMade = [&](Value value) { return made.contains(value); };
  auto isFactor = [&](Value value) {
    return stripPrecisionCasts(value) == scale;
  };
  for (Operation &inner : body->without_terminator()) {
    if (llvm::none_of(inner.getOperands(), isMade))
      continue;
    if (hasAny(getNumericTraits(&inner), kMultiplies) &&
        llvm::any_of(inner.getOperands(), isFactor))
      return true;
    made.insert_range(inner.getResults());
  }
  return false;
}

/// Whether `value`, which `reader` reads, is not made of data each time round:
/// a single number, or what is there before the loop that `reader` is in, or an
/// element of that.
static bool isGiven(const PrecisionGraph &graph, GraphIndex value,
                    Operation *reader) {
  const ValueNode &source = graph.values[findMovedValue(graph, value)];
  Value made = source.value;
  return source.elements == 1 ||
         (made && made.getParentRegion() != reader->getParentRegion());
}

/// Has `factor` read the value as it was made.
static void keepFactor(PrecisionGraph &graph, Use *factor) {
  constexpr unsigned kMostMoves = 16;
  for (unsigned step = 0; step < kMostMoves; ++step) {
    readHigh(graph, *factor, Binding::Cancellation);
    GraphIndex index = factor->value;
    while (graph.values[index].def == DefKind::View)
      index = graph.values[index].source;
    ValueNode &value = graph.values[index];
    if (value.op == kNone || value.def == DefKind::Creator)
      return;
    value.pinHigh(Binding::Cancellation);
    const OpNode &op = graph.ops[value.op];
    if (op.handsOn || op.numUses != 1 ||
        !hasAny(op.traits, NumericTraits::DataMovement))
      return;
    factor = &graph.getUses(op).front();
  }
}

void amp::pinFactors(PrecisionGraph &graph, const ValueCycle &cycle,
                     bool anyFactor) {
  llvm::SmallDenseSet<GraphIndex> inside;
  for (const CycleNode *node : cycle)
    if (node->kind == CycleNode::Kind::Value)
      inside.insert(node->index);
  for (const CycleNode *node : cycle) {
    if (node->kind != CycleNode::Kind::Value ||
        graph.values[node->index].op == kNone)
      continue;
    const OpNode &op = graph.ops[graph.values[node->index].op];
    if (!hasAny(op.traits, kMultiplies) || hasAny(op.traits, kReductions) ||
        op.handsOn)
      continue;
    llvm::SmallPtrSet<OpOperand *, 4> states;
    for (const Use &use : graph.getUses(op))
      if (inside.contains(use.value))
        states.insert(use.operand);
    for (Use &use : graph.getUses(op))
      if (!states.contains(use.operand) &&
          (anyFactor || isGiven(graph, use.value, op.op)) &&
          multipliesBy(op.op, *use.operand, states))
        keepFactor(graph, &use);
  }
}
