//===- SecondMoments.cpp - Squares and products before a sum --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// Second moments: squares and products, and what ops with one data input make
/// of them, pinned where an additive reduction reads them, or, in a low type
/// with less range, what a loop or its caller adds them up in (the moments of
/// an optimizer). Followed backward from there: most ops are far from any.
class MomentPinner {
public:
  MomentPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange), underflows(losesSmallNumbers(graph)),
        state(graph.values.size(), Unknown) {}
  void run(GraphIndex firstSum);
  bool runWindows();

private:
  enum State : uint8_t { Unknown, None, Moment };
  static constexpr NumericTraits kMoments =
      NumericTraits::Square | NumericTraits::Product;
  /// What ops make that end a chain.
  static constexpr NumericTraits kEnds =
      NumericTraits::AdditiveReduction | NumericTraits::Contraction;
  /// The data input from which op number `index` has what it makes, kNone if it
  /// reads more or nothing.
  GraphIndex getCarrier(GraphIndex index) const;
  bool isMoment(GraphIndex value, GraphIndex reader);
  /// Where a value has what it holds from: another one and the op that reads
  /// that, kNone if it is made of more; or it is a moment.
  struct Origin {
    GraphIndex value = kNone, reader = kNone;
    bool isMoment = false;
  };
  /// Of `value`, which an earlier conversion stored low.
  Origin findOrigin(Value value) const;
  /// Of what op number `index` makes.
  Origin getOrigin(GraphIndex index) const;
  /// The data that `op`, a product, lets through a gate made of it (hard swish,
  /// SiLU): the product is of the size of data. kNone if it is a moment.
  GraphIndex getGated(const OpNode &op) const;
  bool isGateOf(GraphIndex gate, GraphIndex data) const;
  /// The data that `op`, a product, scales by weights that it repeats (those of
  /// a norm, for each channel): that stays of the size of data. kNone if it
  /// multiplies more.
  GraphIndex getScaled(const OpNode &op) const;
  /// Whether `value` is made of constants and arguments, in a few steps.
  bool isMadeOfWeights(GraphIndex value) const;
  /// Whether `op` adds to what a loop or a caller carries.
  bool accumulates(const OpNode &op) const;
  /// Whether `op` sums up moments in a window, which are pinned if so.
  bool sumsMoments(const OpNode &op);
  /// Whether `value` is a square, perhaps moved since: one that fits may be
  /// summed up for a variance all the same.
  bool isSquare(GraphIndex value) const {
    GraphIndex maker = graph.values[findMovedValue(graph, value)].op;
    return maker != kNone &&
           hasAny(graph.ops[maker].traits, NumericTraits::Square);
  }
  /// Pins `value`, which op number `reader` reads for a sum: with `isReduced`,
  /// over a dimension.
  void pin(GraphIndex value, GraphIndex reader, bool isTied, bool isReduced);
  /// Whether `op`, which may be kNone, makes a square or a higher power.
  bool isPower(GraphIndex op, unsigned depth = 0) const;
  /// The same of the powers that op number `product` multiplies (a fourth one).
  void pinPowers(GraphIndex product);

  PrecisionGraph &graph;
  ValueRanges getRange;
  bool underflows;
  /// Per value that was asked about.
  std::vector<uint8_t> state;
};

} // namespace

GraphIndex MomentPinner::getCarrier(GraphIndex index) const {
  return findOnlyRead(graph, graph.ops[index], [&](const Use &use) {
    return use.kind != UseKind::High && !graph.values[use.value].weight;
  });
}

/// Whether `value`, which op number `reader` reads, is a moment made before it.
bool MomentPinner::isMoment(GraphIndex value, GraphIndex reader) {
  SmallVector<GraphIndex> passed;
  State found = None;
  while (value != kNone) {
    GraphIndex op = graph.values[value].op;
    if (state[value] != Unknown) {
      found = static_cast<State>(state[value]);
      break;
    }
    if (op == kNone || op >= reader || hasAny(graph.ops[op].traits, kEnds))
      break;
    passed.push_back(value);
    Origin origin = getOrigin(op);
    if (origin.isMoment) {
      found = Moment;
      break;
    }
    value = origin.value;
    reader = origin.reader;
  }
  for (GraphIndex each : passed)
    state[each] = found;
  return found == Moment;
}

GraphIndex MomentPinner::getGated(const OpNode &op) const {
  ArrayRef<Use> uses = graph.getUses(op);
  if (!getRange || hasAny(op.traits, NumericTraits::Square) || uses.size() != 2)
    return kNone;
  for (auto [gate, data] : {std::pair(uses[0].value, uses[1].value),
                            std::pair(uses[1].value, uses[0].value)})
    if (isGateOf(gate, data))
      return data;
  return kNone;
}

bool MomentPinner::isGateOf(GraphIndex gate, GraphIndex data) const {
  constexpr double kWidest = 8;
  constexpr unsigned kMostSteps = 4;
  const FloatRange &range = getRange(gate);
  if (!range.isBounded() || range.lower < -kWidest || range.upper > kWidest)
    return false;
  bool anySum = false;
  for (unsigned step = 0; step < kMostSteps && gate != kNone; ++step) {
    if (gate == data)
      return step > 0;
    GraphIndex maker = graph.values[gate].op;
    if (maker == kNone)
      return false;
    NumericTraits traits = graph.ops[maker].traits;
    anySum |= hasAny(traits, NumericTraits::Difference) &&
              !hasAny(traits, NumericTraits::Subtraction);
    // Probabilities times logarithms are another matter, unlike sigmoids, which
    // add one to an exponential.
    if (hasAny(traits, kEnds) ||
        (hasAny(traits, NumericTraits::Exponential) && !anySum))
      return false;
    gate = getCarrier(maker);
  }
  return false;
}

/// Whether an element of what `op` makes depends on `use`, as far as its body
/// tells.
static bool isUsed(const OpNode &op, const Use &use) {
  Block *body = op.showsBody ? getBodyOfOperands(op.op) : nullptr;
  return !body ||
         !body->getArgument(use.operand->getOperandNumber()).use_empty();
}

GraphIndex MomentPinner::getScaled(const OpNode &op) const {
  if (hasAny(op.traits, NumericTraits::Square) || op.numResults != 1)
    return kNone;
  int64_t made = graph.values[graph.getResults(op).front()].elements;
  bool anyWeight = false;
  GraphIndex data = findOnlyRead(graph, op, [&](const Use &use) {
    bool isWeight =
        graph.values[use.value].elements < made && isMadeOfWeights(use.value);
    anyWeight |= isWeight;
    return !isWeight && isUsed(op, use);
  });
  return anyWeight ? data : kNone;
}

bool MomentPinner::isMadeOfWeights(GraphIndex value) const {
  // Also an argument whose type may change.
  auto isWeight = [&](GraphIndex index) {
    const ValueNode &node = graph.values[index];
    return node.op == kNone ? node.argument : graph.ops[node.op].isConstant;
  };
  return areSourcesOf(graph, value, isWeight, [](const OpNode &op) {
    return !op.handsOn && op.numUses > 0 && !hasAny(op.traits, kEnds);
  });
}

MomentPinner::Origin MomentPinner::getOrigin(GraphIndex index) const {
  const OpNode &op = graph.ops[index];
  if (hasAny(op.traits, kMoments)) {
    GraphIndex data = getGated(op);
    if (data == kNone)
      data = getScaled(op);
    return {data, data == kNone ? kNone : index, data == kNone};
  }
  if (op.numUses == 0 && op.widens)
    return findOrigin(op.op->getOperand(0));
  return {getCarrier(index), index, false};
}

MomentPinner::Origin MomentPinner::findOrigin(Value value) const {
  constexpr unsigned kMostSteps = 16;
  OpPrecisionInfo info;
  for (unsigned step = 0; step < kMostSteps; ++step) {
    Operation *def = value.getDefiningOp();
    auto model = dyn_cast_if_present<MixedPrecisionOpInterface>(def);
    if (!model)
      break;
    GraphIndex index = graph.lookup(def);
    if (index != kNone && isPrecisionCast(def) && graph.ops[index].numUses == 1)
      return {graph.getUses(graph.ops[index]).front().value, index, false};
    info.reset(def);
    model.getPrecisionInfo(graph.low, info);
    NumericTraits traits =
        index == kNone ? info.traits : graph.ops[index].traits;
    if (hasAny(traits, kEnds))
      break;
    if (hasAny(traits, kMoments))
      return {kNone, kNone, true};
    GraphIndex carrier = index == kNone ? kNone : getCarrier(index);
    SmallVector<OpOperand *, 2> lows = getLowData(graph, def);
    if (carrier != kNone && lows.empty())
      return {carrier, index, false};
    if (carrier != kNone || lows.size() != 1)
      break;
    value = lows.front()->get();
  }
  return {};
}

void MomentPinner::pin(GraphIndex value, GraphIndex reader, bool isTied,
                       bool isReduced) {
  if (!isMoment(value, reader))
    return;
  while (value != kNone) {
    ValueNode &node = graph.values[value];
    // Another sum, met before, may have left low copies to its readers.
    bool leftLow =
        isTied && !node.forbidLow && node.binding == Binding::SecondMoment;
    if (node.pinnedHigh && !leftLow)
      return;
    // What has become of a moment on its way into an accumulator, of known
    // size, is none any more.
    if (node.fits && !isReduced)
      return;
    if (!node.fits || isSquare(value)) {
      node.pinnedHigh = true;
      node.binding = Binding::SecondMoment;
      // A sum that absorbs nothing would read the low copy if there is one.
      node.forbidLow |= isTied;
    }
    Origin origin = getOrigin(node.op);
    if (underflows && hasAny(graph.ops[node.op].traits, kMoments))
      pinPowers(node.op);
    value = origin.value;
  }
}

bool MomentPinner::isPower(GraphIndex op, unsigned depth) const {
  constexpr unsigned kMost = 4;
  if (op == kNone || depth == kMost)
    return false;
  const OpNode &node = graph.ops[op];
  // A square times what it is a square of, or times more of that.
  return hasAny(node.traits, NumericTraits::Square) ||
         (hasAny(node.traits, NumericTraits::Product) &&
          llvm::any_of(graph.getUses(node), [&](const Use &use) {
            return isPower(graph.values[use.value].op, depth + 1);
          }));
}

void MomentPinner::pinPowers(GraphIndex product) {
  for (const Use &use : graph.getUses(graph.ops[product]))
    if (isPower(graph.values[use.value].op))
      pin(use.value, product, /*isTied=*/false, /*isReduced=*/true);
}

bool MomentPinner::accumulates(const OpNode &op) const {
  return hasAny(op.traits, NumericTraits::Difference) &&
         !hasAny(op.traits, kReductions) && !op.handsOn &&
         llvm::any_of(graph.getResults(op), [&](GraphIndex result) {
           const ValueNode &node = graph.values[result];
           return node.pinnedHigh && node.binding == Binding::Accumulator;
         });
}

void MomentPinner::run(GraphIndex firstSum) {
  GraphIndex first = underflows ? 0 : firstSum;
  for (const OpNode &op : ArrayRef<OpNode>(graph.ops).drop_front(first)) {
    bool isReduced = hasAny(op.traits, NumericTraits::AdditiveReduction);
    if (!isReduced && !(underflows && accumulates(op)))
      continue;
    for (const Use &use : graph.getUses(op))
      pin(use.value, use.op, use.kind == UseKind::Tied, isReduced);
    for (OpOperand *operand : getLowInputs(graph, op.op)) {
      Origin origin = findOrigin(operand->get());
      if (origin.value != kNone)
        pin(origin.value, origin.reader, /*isTied=*/false, isReduced);
    }
  }
}

bool MomentPinner::sumsMoments(const OpNode &op) {
  if (!hasAny(op.traits, NumericTraits::WindowSum))
    return false;
  bool any = false;
  for (const Use &use : graph.getUses(op))
    if (isMoment(use.value, use.op)) {
      pin(use.value, use.op, use.kind == UseKind::Tied, /*isReduced=*/true);
      any = true;
    }
  return any;
}

bool MomentPinner::runWindows() {
  std::vector<uint8_t> isSum(graph.values.size(), false);
  bool any = false;
  auto isMadeOfSum = [&](const OpNode &op) {
    // A root (NEVER) is of the size of data again.
    if (!any || op.handsOn || op.category == Category::Never ||
        hasAny(op.traits, kReductions))
      return false;
    bool ofSum = false;
    for (const Use &use : graph.getUses(op)) {
      if (graph.values[use.value].weight || use.parameter)
        continue;
      if (!isSum[use.value])
        return false;
      ofSum = true;
    }
    return ofSum;
  };
  for (const OpNode &op : graph.ops) {
    if (!sumsMoments(op) && !isMadeOfSum(op))
      continue;
    for (GraphIndex index : graph.getResults(op)) {
      ValueNode &value = graph.values[index];
      if (value.fits || value.def == DefKind::Creator)
        continue;
      value.pinHigh(Binding::SecondMoment);
      isSum[index] = any = true;
    }
  }
  return any;
}

void amp::pinSecondMoments(PrecisionGraph &graph, GraphIndex firstSum,
                           ValueRanges getRange) {
  MomentPinner(graph, getRange).run(firstSum);
}

bool amp::pinMomentsOfWindows(PrecisionGraph &graph, ValueRanges getRange) {
  return MomentPinner(graph, getRange).runWindows();
}
