//===- PoleChains.cpp - What is made before a division by nearly zero -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A divisor, or what a logarithm is taken of, may be a sum whose terms nearly
// cancel: rounded before, they cancel to zero, and the result is infinite that
// was not. Where range facts do not keep such a sum away from zero, what it is
// made of stays high, back to products of matrices, reductions and
// exponentials. A logarithm near one cancels like a difference: a logarithm of
// it, or a division by it, has a pole there. A low type with less range turns
// small divisors to zero by itself; what they divide, number by number, is as
// small (the moments of an optimizer), and needs the digits that it has.
//
//===----------------------------------------------------------------------===//

#include "Constraints.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

namespace {

class PolePinner {
public:
  PolePinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange),
        roundoff(std::ldexp(1.0, -int(APFloat::semanticsPrecision(
                                     graph.low.getFloatSemantics())))),
        leastNormal(
            APFloat::getSmallestNormalized(graph.low.getFloatSemantics())
                .convertToDouble()),
        inChain(graph.values.size()), cancelled(graph.values.size()),
        pinned(graph.values.size()), handedOn(graph) {}
  /// `readers`: ops with poles, by number.
  void run(ArrayRef<GraphIndex> readers);

private:
  /// A chain ends at these: what they make has its own digits, and they have
  /// rules of their own.
  static constexpr NumericTraits kBarriers =
      kReductions | NumericTraits::Exponential;

  /// The op that makes `value`, null where a chain begins or control flow
  /// carries it.
  const OpNode *getChainOp(GraphIndex value) const;
  /// Whether control flow or a call carries `value`: then it is what all that
  /// is handed on is made of.
  bool isCarried(GraphIndex value) const {
    const ValueNode &node = graph.values[value];
    return !node.weight && graph.isCarried(node.label);
  }
  bool mayBeInChain(GraphIndex value) const {
    return isCarried(value) || getChainOp(value);
  }
  /// Adds `value` to the chain if it may be in one.
  void addToChain(GraphIndex value) {
    if (!inChain[value] && mayBeInChain(value)) {
      inChain[value] = true;
      chain.push_back(value);
    }
  }
  /// Calls `fn` for each value that `value`, of a chain, is made of.
  void forEachSource(GraphIndex value, function_ref<void(GraphIndex)> fn);
  /// Whether the sum that `op` makes may be nearly zero where none of its terms
  /// is.
  bool mayCancel(const OpNode &op) const;
  /// Whether the pole of `op`, of a sum inside of it, is known to be far: the
  /// op adds nothing to data but one (log1p), and what it makes stays small.
  bool isFarFromPole(const OpNode &op) const;
  /// Whether `use` is a pole of a small number that the low type has as zero,
  /// or with few digits: also where a constant kept it from zero that vanishes
  /// itself (`sqrt(v) + 1e-8`).
  bool vanishes(const Use &use) const {
    return losesSmallNumbers(graph) && mayBeInChain(use.value) &&
           getMagnitude(getRange(use.value)) < leastNormal;
  }
  /// The smallest magnitude within `range`.
  static double getMagnitude(const FloatRange &range) {
    return std::max({range.lower, -range.upper, 0.0});
  }
  /// Fills `chain` with what the poles of `readers` are made of, and
  /// `cancelled` with what of that may have cancelled.
  void follow(ArrayRef<GraphIndex> readers);
  /// Keeps `value` and what it is made of.
  void pin(GraphIndex value);
  /// Keeps what the small numbers in `divisor`, a use of `op`, divide.
  void pinDividends(const OpNode &op, const Use &divisor);

  PrecisionGraph &graph;
  ValueRanges getRange;
  /// The largest relative error of a number that is rounded to the low type.
  double roundoff;
  /// The smallest number that the low type has with all its digits.
  double leastNormal;
  std::vector<GraphIndex> chain;
  /// By value.
  std::vector<uint8_t> inChain, cancelled, pinned;
  HandedOnUses handedOn;
};

} // namespace

const OpNode *PolePinner::getChainOp(GraphIndex value) const {
  const ValueNode &node = graph.values[value];
  if (node.op == kNone || node.weight || node.def == DefKind::Creator)
    return nullptr;
  const OpNode &op = graph.ops[node.op];
  return hasAny(op.traits, kBarriers) || op.handsOn ? nullptr : &op;
}

void PolePinner::forEachSource(GraphIndex value,
                               function_ref<void(GraphIndex)> fn) {
  if (!isCarried(value)) {
    for (const Use &use : graph.getUses(*getChainOp(value)))
      fn(use.value);
    return;
  }
  for (uint32_t use : handedOn[graph.values[value].label])
    fn(graph.uses[use].value);
}

bool PolePinner::mayCancel(const OpNode &op) const {
  // Of what is nearly one, a rounding is an absolute error of the logarithm.
  if (hasAny(op.traits, NumericTraits::Logarithm) &&
      llvm::any_of(graph.getResults(op), [&](GraphIndex value) {
        return getMagnitude(getRange(value)) <= 2 * roundoff;
      }))
    return true;
  if (!hasAny(op.traits, NumericTraits::Difference))
    return false;
  // A bounded number that is taken from a constant in the body (1 - p) may come
  // near that.
  bool subtracts = hasAny(op.traits, NumericTraits::Subtraction);
  double term = 0;
  bool anyNegative = false, anyAway = false, anyNear = false;
  // Also what an earlier conversion stored low, which is no use of the graph.
  for (OpOperand &operand : op.op->getOpOperands()) {
    FloatRange range = getRange(operand.get());
    if (!range.hasFinite() || !isInput(operand))
      continue;
    double magnitude = getMagnitude(range);
    double largest = std::max(-range.lower, range.upper);
    bool mayComeNear = subtracts && std::isfinite(largest);
    term = std::max(term, mayComeNear ? largest : magnitude);
    anyNegative |= range.lower < 0;
    anyAway |= magnitude > 0;
    anyNear |= mayComeNear;
  }
  return llvm::any_of(graph.getResults(op), [&](GraphIndex value) {
    const FloatRange &range = getRange(value);
    // A sum of what is never negative is zero where all of it is.
    if (!anyNegative && !anyAway && !anyNear && range.lower >= 0)
      return false;
    return getMagnitude(range) <= 2 * roundoff * term;
  });
}

bool PolePinner::isFarFromPole(const OpNode &op) const {
  constexpr double kFar = 2; // log1p(x) where 1 + x is 0.13.
  // Also of results that an earlier conversion stored low.
  return !hasAny(op.traits, NumericTraits::Difference) &&
         llvm::all_of(op.op->getResults(), [&](Value value) {
           FloatRange range = getRange(value);
           return range.hasFinite() && range.lower >= -kFar &&
                  range.upper <= kFar;
         });
}

void PolePinner::follow(ArrayRef<GraphIndex> readers) {
  for (GraphIndex reader : readers)
    for (const Use &use : graph.getUses(graph.ops[reader]))
      if (use.pole == PoleKind::AtZero || use.pole == PoleKind::OfRoot)
        addToChain(use.value);
  for (size_t i = 0; i < chain.size(); ++i)
    forEachSource(chain[i], [&](GraphIndex source) { addToChain(source); });
  // Operands before results, as ops are numbered.
  llvm::sort(chain, [&](GraphIndex a, GraphIndex b) {
    return std::pair(graph.values[a].op, a) < std::pair(graph.values[b].op, b);
  });
  bool anyCarried = false;
  auto visit = [&](GraphIndex value) {
    bool isNew = !isCarried(value) && mayCancel(*getChainOp(value));
    anyCarried |= isCarried(value);
    if (!isNew)
      forEachSource(value,
                    [&](GraphIndex source) { isNew |= cancelled[source]; });
    cancelled[value] = isNew;
    return isNew;
  };
  // What is handed on comes in any order. Deep in calls of calls, all counts.
  constexpr unsigned kMostSweeps = 8;
  bool anyNew = true;
  for (unsigned count = 0; anyNew && count < kMostSweeps; ++count) {
    anyNew = false;
    for (GraphIndex value : chain)
      if (!cancelled[value])
        anyNew |= visit(value);
    anyNew &= anyCarried;
  }
  if (anyNew)
    cancelled = inChain;
}

void PolePinner::pin(GraphIndex value) {
  SmallVector<GraphIndex> pending = {value};
  while (!pending.empty()) {
    GraphIndex next = pending.pop_back_val();
    ValueNode &node = graph.values[next];
    if ((node.op == kNone && !isCarried(next)) || node.weight ||
        node.def == DefKind::Creator || pinned[next])
      continue;
    pinned[next] = true;
    node.pinHigh(Binding::PoleChain);
    if (mayBeInChain(next))
      forEachSource(next,
                    [&](GraphIndex source) { pending.push_back(source); });
  }
}

void PolePinner::pinDividends(const OpNode &op, const Use &divisor) {
  if (!readsData(graph, op, divisor))
    return;
  for (Use &use : graph.getUses(op)) {
    if (use.value == divisor.value || !readsData(graph, op, use))
      continue;
    pin(use.value);
    if (graph.values[use.value].pinnedHigh)
      readHigh(graph, use, Binding::PoleChain);
  }
}

void PolePinner::run(ArrayRef<GraphIndex> readers) {
  follow(readers);
  for (GraphIndex reader : readers) {
    const OpNode &op = graph.ops[reader];
    for (Use &use : graph.getUses(op)) {
      bool isSmall = use.pole == PoleKind::AtZero && vanishes(use);
      bool keeps = false;
      switch (use.pole) {
      case PoleKind::None:
        break;
      case PoleKind::BehindSum:
        keeps = !isFarFromPole(op);
        break;
      case PoleKind::AtZero:
        keeps = cancelled[use.value] || isSmall;
        break;
      case PoleKind::OfRoot:
        keeps = cancelled[use.value];
        break;
      }
      if (!keeps)
        continue;
      pin(use.value);
      // A root may be computed in either type; others need the high one.
      if (graph.values[use.value].pinnedHigh)
        readHigh(graph, use, Binding::PoleChain);
      if (isSmall)
        pinDividends(op, use);
    }
  }
}

void amp::pinPoles(PrecisionGraph &graph, ArrayRef<GraphIndex> readers,
                   ValueRanges getRange) {
  PolePinner(graph, getRange).run(readers);
}
