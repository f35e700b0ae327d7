//===- AccurateDifferences.cpp - Differences of accurate values -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sums and delicate ops make of anything else has more digits than a
// product's factors had, and so has what is made of such values alone (a
// probability times a number, the square of a norm). Where that is taken from
// more of it, or from a constant, those digits may be all that is left: what is
// on the way to such a difference reads them in the high type. A mask that is
// made by comparing such values is one bit of their difference: a distribution
// function that passes a threshold later lets another element through. Of a
// sign, nothing is lost.
//
// A leading summand of what a network adds its correction to is unrounded, too.
// Two values with the same (two guesses of one step), or one with it and an
// input (a forecast and what came), are taken from each other in the high type,
// and all on the way to that difference reads it so. Large constants are such
// summands as well.
//
//===----------------------------------------------------------------------===//

#include "InputDigits.h"

using namespace mlir;
using namespace mlir::amp;

bool UnroundedPinner::mayMatter(GraphIndex value) const {
  constexpr unsigned kMost = 12;
  bool mayLead = true;
  for (unsigned step = 0; step < kMost; ++step) {
    const ValueNode &node = graph.values[value];
    if (node.def == DefKind::View) {
      value = node.source;
      continue;
    }
    if (node.op == kNone)
      return node.label == kNone; // Not carried.
    const OpNode &op = graph.ops[node.op];
    if (op.handsOn || hasAny(op.traits, NumericTraits::Contraction))
      return false;
    bool adds = hasAny(op.traits, NumericTraits::Difference);
    if (op.numUses == 0 || (adds && mayLead))
      return true;
    mayLead &= hasAny(op.traits, NumericTraits::DataMovement);
    value = graph.uses[op.firstUse].value;
  }
  return true;
}

bool UnroundedPinner::mayMatter(const OpNode &op) const {
  unsigned count = 0;
  for (const Use &use : getUses(op))
    count += isTerm(op, use) && mayMatter(use.value);
  return count > 1;
}

void UnroundedPinner::visitUntil(const OpNode *end) {
  if (!visited) {
    leading.assign(graph.values.size(), kNone);
    for (auto [index, node] : llvm::enumerate(graph.values))
      if (node.op == kNone && node.def != DefKind::View &&
          getDigits(index) == Unrounded)
        leading[index] = index;
    visited = graph.ops.data();
  }
  for (; visited != end; ++visited)
    visit(*visited);
}

GraphIndex UnroundedPinner::getLeading(const OpNode &op) const {
  bool moves = hasAny(op.traits, NumericTraits::DataMovement);
  bool adds = hasAny(op.traits, NumericTraits::Difference) &&
              !hasAny(op.traits, kReductions | NumericTraits::Exponential);
  if ((!moves && !adds) || op.handsOn)
    return kNone;
  GraphIndex first = kNone;
  for (const Use &use : getUses(op)) {
    GraphIndex summand = leading[use.value];
    if (moves && first != kNone && summand != kNone && summand != first)
      return kNone; // Parts of several.
    // Of several, the one that was there first, whichever operand it is.
    first = std::min(first, summand);
  }
  return first;
}

/// Whether sums that begin with `value` are as large as that: an input, or a
/// constant beyond the order of data.
bool UnroundedPinner::startsSums(GraphIndex value) const {
  switch (getDigits(value)) {
  case Unrounded:
    return true;
  case Constant:
  case Carried:
    return getRange && getRange(value).reachMagnitude() >= kLargeConstant;
  case Accurate:
  case Rounded:
    return false;
  }
  llvm_unreachable("unknown digits");
}

void UnroundedPinner::visit(const OpNode &op) {
  GraphIndex first = getLeading(op);
  for (GraphIndex result : graph.getResults(op)) {
    const ValueNode &node = graph.values[result];
    bool isView = node.def == DefKind::View;
    leading[result] = isView ? leading[node.source]
                      : first == kNone && startsSums(result) ? result
                                                             : first;
  }
}

bool UnroundedPinner::isTerm(const OpNode &op, const Use &use) const {
  const ValueNode &value = graph.values[use.value];
  if (value.def == DefKind::Creator ||
      (value.op != kNone && graph.ops[value.op].isConstant))
    return false;
  if (hasAny(op.traits, kReductions))
    return use.summand;
  return isLookedUp(op, use) || readsData(graph, op, use);
}

void UnroundedPinner::visitDifference(const OpNode &op) {
  GraphIndex summand = kNone, ofSum = kNone;
  const Use *first = nullptr;
  bool anyInput = false;
  for (const Use &use : getUses(op)) {
    if (!isTerm(op, use) || getDigits(use.value) == Constant ||
        (first && first->value == use.value && !isLookedUp(op, use)))
      continue;
    if (first && summand != kNone && leading[use.value] == summand)
      return need(op, summand);
    if (!first) {
      first = &use;
      summand = leading[use.value];
    }
    // A forecast less what came: both are as large as their inputs.
    if (getDigits(use.value) == Unrounded)
      anyInput = true;
    else if (leading[use.value] != kNone)
      ofSum = leading[use.value];
  }
  if (anyInput && ofSum != kNone)
    need(op, ofSum);
}

bool UnroundedPinner::takesAccurate(const OpNode &op) {
  if (hasAny(op.traits, kReductions) || op.handsOn)
    return false;
  unsigned numTerms = 0;
  bool any = false;
  for (const Use &use : getUses(op)) {
    if (use.elements == 0 || graph.values[use.value].weight)
      continue;
    Digits term = getDigits(use.value);
    if (term == Rounded)
      return false;
    any |= term == Accurate;
    numTerms += term != Constant;
  }
  // Nor is what an earlier conversion stored low.
  if (!any || !lowConstants.areAllRead(op.op).value_or(true))
    return false;
  // One less a probability (a gate) has rules of its own: it keeps that alone.
  return numTerms > 1 || !getRange ||
         !llvm::all_of(op.op->getResults(), [&](Value result) {
           FloatRange range = getRange(result);
           return range.hasFinite() && range.lower >= 0 && range.upper <= 1;
         });
}

bool UnroundedPinner::comparesAccurate(const OpNode &op) {
  if (!hasAny(op.traits, NumericTraits::Comparison) || !makesIndices(op) ||
      hasAny(op.traits, kReductions))
    return false;
  bool any = false, anyZero = false;
  unsigned numOthers = 0;
  for (const Use &use : getUses(op)) {
    if (use.elements == 0)
      continue;
    Digits term = getDigits(use.value);
    if (term == Rounded)
      return false;
    any |= term == Accurate;
    bool isZero =
        term == Constant && getRange && getRange(use.value).isWithin(0, 0);
    anyZero |= isZero;
    numOthers += !isZero;
  }
  bool ofSign = anyZero && numOthers == 1;
  // Nor is what an earlier conversion stored low.
  return any && !ofSign && lowConstants.areAllRead(op.op).value_or(true);
}

void UnroundedPinner::pinDifferences(const GraphContents &contents) {
  NumericTraits counted = NumericTraits::Comparison;
  if (!contents.computesLow)
    counted |= NumericTraits::Subtraction;
  for (const OpNode &op : graph.opsWith(counted | NumericTraits::Contraction)) {
    if (hasAny(op.traits, NumericTraits::Contraction)) {
      pinInBody(op, counted);
      continue;
    }
    if (comparesAccurate(op)) {
      need(op, Accurate);
      continue;
    }
    bool subtracts = hasAny(op.traits & counted, NumericTraits::Subtraction);
    if (subtracts && takesAccurate(op)) {
      need(op, Accurate);
      continue;
    }
    pinInBody(op, counted);
    if (subtracts && mayMatter(op)) {
      visitUntil(&op);
      visitDifference(op);
    }
  }
}
