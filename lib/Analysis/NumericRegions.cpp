//===- NumericRegions.cpp - Statistics, norms, chains of delicate values --===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Norms and softmax arrive decomposed, from any dialect. They are recognised by
// what their ops do to numbers (NumericTraits), never by name:
//   statistic chain   what is computed from an additive reduction and is no
//                     larger than its result, until it is broadcast
//   second moment     a square or a product that feeds an additive reduction
//                     through ops that only move or scale it
//   inside of a norm  what is made of data and a statistic, up to the last op
//   parameter chain   what is read only as a broadcast scale, bias or
//                     statistic; a single number
//   integer chain     what is computed only to be cut to integers, up to
//                     products of more than points (Chains.cpp)
//   angle chain       what is computed only to be an angle, up to products of
//                     what layers made
//   logarithm chain   what a logarithm is taken of, back to an exponential;
//                     sums with logarithms, up to an exponential or a total
//                     (Logarithms.cpp); powers that are summed before one
//                     (Spectra.cpp), and what makes them of the inputs
//                     (InputSpectra.cpp)
//   pole chain        what a divisor is made of that may cancel, what one
//                     divides that may vanish (PoleChains.cpp)
//   cancellation      what is taken from a number made of it, for a remainder
//                     or an exponent (Cancellations.cpp)
//   open exponential  of what may be any number, in a type with less range
//                     (OpenExponentials.cpp)
//   open power        the square of data, times other data, in such a type
//                     (OpenPowers.cpp)
//   extreme factor    of data, in a type with less range (ExtremeFactors.cpp)
//   offset            what a constant is added to and taken from again
//                     (Offsets.cpp)
//   common start      what one value has become in two ways, before they are
//                     taken from each other (CommonStarts.cpp)
//   position          an even grid and an offset, the average of a grid
//                     (Positions.cpp)
//   own quotient      of a value and its own size (OwnQuotients.cpp)
//   covariance        what is less its own mean, both factors of a product
//                     (Covariances.cpp)
//   local variance    weighted moments that are taken from each other
//                     (LocalVariances.cpp)
//   written steps     what small steps in a row are added to (WrittenSteps.cpp)
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "llvm/ADT/SetVector.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;

/// Statistic chains, forward in program order, from op `firstSum` on.
static void pinStatistics(PrecisionGraph &graph, GraphIndex firstSum) {
  // Per value: elements of the reduction result it descends from, 0 if none.
  std::vector<int64_t> statistic(graph.values.size(), 0);
  for (const OpNode &op : ArrayRef<OpNode>(graph.ops).drop_front(firstSum)) {
    bool reduces = hasAny(op.traits, NumericTraits::AdditiveReduction);
    if (!reduces && hasAny(op.traits, NumericTraits::Contraction))
      continue;
    int64_t source = 0;
    for (const Use &use : graph.getUses(op))
      if (use.elements > 0 || !reduces)
        source = std::max(source, statistic[use.value]);
    if (!reduces && source == 0)
      continue;
    for (GraphIndex index : graph.getResults(op)) {
      ValueNode &value = graph.values[index];
      if (!reduces && value.elements > source)
        continue;
      if (value.weight || value.def == DefKind::Creator)
        continue;
      statistic[index] = reduces ? value.elements : source;
      value.pinHigh(Binding::StatisticChain);
    }
  }
}

/// Operands that an earlier conversion stored low and that are data for `op`:
/// no smaller than what it makes, and no constants.
static unsigned countLowData(const PrecisionGraph &graph, const OpNode &op) {
  int64_t made = 0;
  for (GraphIndex value : graph.getResults(op))
    made = std::max(made, graph.values[value].elements);
  return llvm::count_if(getLowData(graph, op.op), [&](OpOperand *operand) {
    return getAssumedNumElements(operand->get().getType()) >= made;
  });
}

/// Inside of norms and softmax. Forward: what an element-wise op makes of data
/// and a statistic, and of that and parameters. Backward: pinned where all uses
/// are such ops again, or an exponential; the result of the last one is data.
/// Fused, there is no such value; apart, each would be one more rounding. There
/// is none before `firstSum`, the first op that sums.
static void pinNormInside(PrecisionGraph &graph, GraphIndex firstSum) {
  enum : uint8_t { Data, Statistic, Inside };
  std::vector<uint8_t> kind(graph.values.size(), Data);
  ArrayRef<OpNode> ops = ArrayRef<OpNode>(graph.ops).drop_front(firstSum);
  std::vector<uint8_t> isInside(ops.size(), false);
  bool anyInside = false;
  for (auto [number, op] : llvm::enumerate(ops)) {
    bool reduces = hasAny(op.traits, kReductions);
    unsigned data = 0, statistics = 0, inside = 0;
    for (const Use &use : graph.getUses(op)) {
      const ValueNode &value = graph.values[use.value];
      bool isStatistic = kind[use.value] == Statistic ||
                         value.binding == Binding::StatisticChain;
      statistics += isStatistic;
      inside += kind[use.value] == Inside;
      data += !isStatistic && kind[use.value] == Data && !value.weight &&
              !use.parameter;
    }
    if (statistics && data == 0)
      data += countLowData(graph, op);
    bool moves = hasAny(op.traits, NumericTraits::DataMovement);
    isInside[number] =
        !reduces && !moves && (inside ? data == 0 : statistics && data == 1);
    anyInside |= isInside[number];
    for (GraphIndex value : graph.getResults(op))
      kind[value] = isInside[number]                             ? Inside
                    : !reduces && statistics && !inside && !data ? Statistic
                                                                 : Data;
  }
  if (!anyInside)
    return;
  // What leaves is data.
  for (auto [number, op] : llvm::enumerate(ops))
    if (!isInside[number] && !hasAny(op.traits, NumericTraits::Exponential))
      for (const Use &use : graph.getUses(op))
        kind[use.value] = Data;
  for (auto [index, value] : llvm::enumerate(graph.values)) {
    if (kind[index] != Inside || value.pinnedHigh)
      continue;
    value.pinnedHigh = true;
    value.binding = Binding::NormInside;
  }
}

/// Parameter chains, backward: values whose every use is a parameter read or by
/// an op, no smaller, all of whose results are such values.
static void pinParameters(PrecisionGraph &graph) {
  std::vector<uint8_t> hasUse(graph.values.size(), false);
  std::vector<uint8_t> other(graph.values.size(), false);
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    bool anyResult = false, allParameters = true;
    int64_t elements = 0;
    for (GraphIndex value : graph.getResults(op)) {
      anyResult = true;
      allParameters &= hasUse[value] && !other[value];
      elements = std::max(elements, graph.values[value].elements);
    }
    allParameters &=
        anyResult && !hasAny(op.traits, NumericTraits::Contraction);
    if (allParameters)
      for (GraphIndex index : graph.getResults(op)) {
        ValueNode &value = graph.values[index];
        if (value.weight || value.def == DefKind::Creator || value.pinnedHigh)
          continue;
        value.pinnedHigh = true;
        value.binding = Binding::Parameter;
      }
    for (const Use &use : graph.getUses(op)) {
      hasUse[use.value] = true;
      bool inChain =
          allParameters && graph.values[use.value].elements <= elements;
      if (!use.parameter && !inChain)
        other[use.value] = true;
    }
  }
}

void amp::fixLabelHigh(PrecisionGraph &graph, GraphIndex index,
                       Binding binding) {
  if (index == kNone)
    return;
  LabelNode &label = graph.labels[index];
  if (label.fixed != LabelNode::Fixed::None)
    return;
  label.fixed = LabelNode::Fixed::High;
  label.binding = binding;
}

/// What such numbers are put into one by one (the losses of a loop's steps),
/// for as long as it is carried. An element of a tensor that is put into
/// another one is none.
static void pinRowsOfNumbers(PrecisionGraph &graph) {
  for (const OpNode &op : graph.opsWith(NumericTraits::DataMovement)) {
    if (op.handsOn || op.numResults != 1)
      continue;
    ArrayRef<Use> uses = graph.getUses(op);
    const ValueNode &row = graph.values[graph.getResults(op).front()];
    if (uses.size() != 2 || row.elements == 1 || row.label == kNone ||
        graph.values[uses[1].value].elements != row.elements)
      continue;
    const ValueNode &number =
        graph.values[findMovedValue(graph, uses[0].value)];
    if (number.elements != 1 || !number.pinnedHigh)
      continue;
    fixLabelHigh(graph, row.label, Binding::Parameter);
    if (GraphIndex label = graph.values[uses[1].value].label;
        graph.isCarried(label))
      fixLabelHigh(graph, label, Binding::Parameter);
  }
}

/// Single numbers (a loss, its scale, a norm, a step size): they have no bytes
/// to save, and often a size of their own. Returns whether there are any.
static bool pinSingleNumbers(PrecisionGraph &graph) {
  bool any = false;
  for (ValueNode &value : graph.values) {
    if (value.elements != 1 || value.def == DefKind::Creator ||
        value.pinnedHigh)
      continue;
    auto type = dyn_cast_if_present<ShapedType>(
        value.value ? value.value.getType() : Type());
    if (!type || !type.hasStaticShape())
      continue;
    value.pinHigh(Binding::Parameter);
    any = true;
  }
  if (any)
    pinRowsOfNumbers(graph);
  return any;
}

/// Whether `type` is that of numbers without a fraction, not of truth values.
static bool holdsIntegers(Type type) {
  Type element = getStoredType(type);
  return element.isIndex() || (element.isInteger() && !element.isInteger(1));
}

/// True for an op in a body that looks up a number of which an integer is made
/// there (a coordinate that was computed before).
static bool looksUpForInteger(const OpNode &op) {
  constexpr size_t kMostOps = 16;
  if (op.numResults != 0 || op.handsOn ||
      !hasAny(op.traits, NumericTraits::DataMovement) ||
      op.op->getNumResults() != 1 ||
      !isa<FloatType>(op.op->getResult(0).getType()))
    return false;
  llvm::SmallSetVector<Operation *, kMostOps> pending;
  pending.insert(op.op);
  for (size_t i = 0; i < pending.size() && i < kMostOps; ++i)
    for (Operation *user : pending[i]->getUsers()) {
      if (llvm::any_of(user->getResultTypes(), holdsIntegers))
        return true;
      if (user->getNumResults() == 1 && user->getNumRegions() == 0)
        pending.insert(user);
    }
  return false;
}

/// True for an op that cuts numbers to integers (not one that picks the largest
/// one's place, which is as good in any type).
static bool cutsToIntegers(const OpNode &op) {
  if (op.numResults != 0 || op.op->getNumResults() == 0 ||
      hasAny(op.traits, NumericTraits::OrderReduction))
    return false;
  return llvm::all_of(op.op->getResultTypes(), holdsIntegers) ||
         looksUpForInteger(op);
}

/// True for a use as an angle, by itself or inside a body: the larger it is,
/// the more of a turn its rounding costs.
static bool readsAngle(const OpNode &op, const Use &use) {
  return hasAny(op.traits, NumericTraits::AbsoluteError) &&
         use.kind == UseKind::High;
}

bool amp::losesSmallNumbers(const PrecisionGraph &graph) {
  return graph.low && graph.high &&
         APFloat::semanticsMinExponent(graph.low.getFloatSemantics()) >
             APFloat::semanticsMinExponent(graph.high.getFloatSemantics());
}

/// Whether `op` is a product of matrices over more elements than a point in
/// space has (homogeneous) coordinates.
static bool isLayer(const PrecisionGraph &graph, const OpNode &op) {
  constexpr int64_t kMostCoordinates = 4;
  return hasAny(op.traits, NumericTraits::Contraction) &&
         llvm::all_of(graph.getResults(op), [&](GraphIndex result) {
           int64_t made = std::max<int64_t>(graph.values[result].elements, 1);
           return op.multiplyAdds / made > kMostCoordinates;
         });
}

/// Pins the chains of `rule`, and what is in them that others read as well: who
/// takes such a number for more than an angle or an integer has f32 of it
/// anyway. Products are as rough as what they read, and stay as others want,
/// but for those of points. Unless the rule bars other ops, the chains end at
/// the former.
static void pinWithShared(PrecisionGraph &graph, ChainRule rule) {
  auto bars = [&](const OpNode &op) { return isLayer(graph, op); };
  if (!rule.bars)
    rule.bars = bars;
  pinChain(graph, rule);
  rule.bars = bars;
  rule.keepsShared = true;
  rule.keepsSharedProducts = false;
  pinChain(graph, rule);
}

/// Whether `value` is made of what a layer made. Also where it takes too many
/// ops to tell.
static bool isBehindLayer(const PrecisionGraph &graph, GraphIndex value) {
  constexpr size_t kMostValues = 64;
  llvm::SmallSetVector<GraphIndex, 16> pending;
  pending.insert(value);
  for (size_t i = 0; i < pending.size(); ++i) {
    const ValueNode &node = graph.values[pending[i]];
    if (node.def == DefKind::View) {
      pending.insert(node.source);
      continue;
    }
    if (node.op == kNone || node.weight)
      continue;
    const OpNode &op = graph.ops[node.op];
    if (pending.size() >= kMostValues || isLayer(graph, op))
      return true;
    for (const Use &use : graph.getUses(op))
      pending.insert(use.value);
  }
  return false;
}

/// Whether `op` is a product of what a layer has made, or of waves, and not of
/// a position.
static bool multipliesFeatures(const PrecisionGraph &graph, const OpNode &op,
                               ValueRanges getRange) {
  if (!hasAny(op.traits, NumericTraits::Contraction))
    return false;
  // What is low already was barred before.
  if (graph.anyLow && !getLowInputs(graph, op.op).empty())
    return true;
  auto isWave = [&](GraphIndex value) {
    return getRange && getRange(value).isWithin(-1, 1) &&
           !isInputValue(graph, value);
  };
  return llvm::any_of(graph.getUses(op), [&](const Use &use) {
    return use.kind == UseKind::Tied && use.label == op.label &&
           graph.values[use.value].def != DefKind::Creator &&
           !graph.values[use.value].weight &&
           (isWave(use.value) || isBehindLayer(graph, use.value));
  });
}

static void pinAngles(PrecisionGraph &graph, ValueRanges getRange) {
  auto bars = [&](const OpNode &op) {
    return multipliesFeatures(graph, op, getRange);
  };
  ChainRule rule = {Binding::AngleChain, readsAngle,
                    NumericTraits::AdditiveReduction};
  rule.bars = bars;
  pinWithShared(graph, rule);
}

/// What a type with less range than the high one may not hold.
static bool pinBeyondRange(PrecisionGraph &graph, const GraphContents &contents,
                           ValueRanges getRange) {
  bool any = getRange && contents.has(NumericTraits::Exponential) &&
             pinOpenExponentials(graph, contents, getRange);
  any |= contents.has(NumericTraits::Square) &&
         contents.has(NumericTraits::Product) && pinOpenPowers(graph);
  // A small or large number may also be what others are added to.
  any |= getRange && (contents.anyFactor || contents.anyExtreme) &&
         pinExtremeFactors(graph, contents.anyExtreme, getRange);
  return any;
}

/// Whether any chain starts in `graph`.
static bool pinChains(PrecisionGraph &graph, const GraphContents &contents,
                      ValueRanges getRange) {
  bool anyInteger =
      contents.anyOutside && llvm::any_of(graph.ops, cutsToIntegers);
  if (anyInteger) {
    pinWithShared(graph, {Binding::IntegerChain,
                          [](const OpNode &op, const Use &) {
                            return cutsToIntegers(op);
                          },
                          NumericTraits::AdditiveReduction});
    pinRemainders(graph, cutsToIntegers);
  }
  bool anySegment = false;
  if (contents.has(NumericTraits::Difference) && hasSelfDifference(graph)) {
    anySegment =
        contents.has(NumericTraits::Exponential) && pinSegmentSums(graph);
    anySegment |= pinPrefixSums(graph);
  }
  bool anyDifference = contents.has(NumericTraits::Difference |
                                    kPowers) && // Products of decays.
                       pinDifferences(graph, getRange);
  anyDifference |= contents.has(NumericTraits::Difference) && getRange &&
                   pinOffsets(graph, getRange);
  anyDifference |= contents.has(NumericTraits::Difference) &&
                   pinWrittenSteps(graph, getRange);
  bool anyCompared =
      contents.has(NumericTraits::Comparison) && pinComparisons(graph);
  bool anyAngle = contents.has(NumericTraits::AbsoluteError);
  if (anyAngle)
    pinAngles(graph, getRange);
  bool anyLogarithm = contents.has(NumericTraits::Logarithm);
  if (anyLogarithm)
    pinLogarithms(graph);
  if (anyLogarithm && contents.has(kPowers) &&
      contents.has(NumericTraits::Contraction))
    pinInputSpectra(graph, getRange);
  // What an exponential reads is no small number.
  if (anyLogarithm && losesSmallNumbers(graph)) {
    pinChain(graph,
             {Binding::LogarithmChain,
              [](const OpNode &, const Use &use) { return use.logarithm; },
              kSums | NumericTraits::Exponential, /*keepsShared=*/true});
    pinSpectra(graph);
  }
  bool anyOpen =
      losesSmallNumbers(graph) && pinBeyondRange(graph, contents, getRange);
  bool anyPole = getRange && !contents.poleReaders.empty();
  if (anyPole)
    pinPoles(graph, contents.poleReaders, getRange);
  // Behind what says more of why.
  if (contents.has(NumericTraits::Subtraction)) {
    anyDifference |= pinCommonStarts(graph, getRange);
    anyDifference |=
        contents.hasSum() && pinCovariances(graph, contents.firstSum);
    anyDifference |= contents.has(NumericTraits::Contraction) &&
                     contents.has(kPowers) && pinLocalVariances(graph);
  }
  anyDifference |=
      !contents.poleReaders.empty() && pinOwnQuotients(graph, getRange);
  bool anyPosition = contents.has(NumericTraits::Difference | kSums) &&
                     pinPositions(graph, getRange);
  bool anyUnrounded = pinUnrounded(graph, contents, getRange);
  bool any = anyPosition || anyInteger || anyAngle || anyLogarithm || anyPole ||
             anySegment || anyDifference || anyUnrounded || anyCompared ||
             anyOpen;
  if (any)
    readInputsOfChains(graph);
  return any;
}

/// A value of a NEVER op gives up its high copy only to uses whose own result
/// is low, followed through movement and views.
static void addImplications(PrecisionGraph &graph) {
  for (const OpNode &op : graph.ops) {
    bool moves = hasAny(op.traits, NumericTraits::DataMovement);
    bool contracts = hasAny(op.traits, NumericTraits::Contraction);
    for (Use &use : graph.getUses(op)) {
      if (!graph.values[use.value].fromNever || contracts)
        continue;
      bool anyResult = false, pinned = false;
      for (GraphIndex result : graph.getResults(op)) {
        ValueNode &node = graph.values[result];
        anyResult = true;
        pinned |= node.pinnedHigh || node.def == DefKind::Fixed;
        if (node.def == DefKind::View || moves)
          node.fromNever = true;
        if (use.kind == UseKind::Any || node.def == DefKind::View)
          graph.implications.push_back({use.value, result});
      }
      if (use.kind == UseKind::Any && (!anyResult || pinned))
        use.kind = UseKind::High;
    }
  }
}

/// Whether a value with this binding is delicate by itself, not by its use.
static bool isDelicate(Binding binding) {
  return isFragile(binding) || binding == Binding::StatisticChain ||
         binding == Binding::NormInside || binding == Binding::SecondMoment;
}

/// A delicate value that is kept high was not rounded before either: an op that
/// absorbs no cast computes it high, and its body looks numbers up high.
static void fixPinnedLabels(PrecisionGraph &graph) {
  for (const ValueNode &value : graph.values) {
    if (value.def != DefKind::Labeled || !value.pinnedHigh ||
        !isDelicate(value.binding))
      continue;
    if (value.op != kNone && !graph.ops[value.op].handsOn)
      for (Use &use : getLookups(graph, graph.ops[value.op]))
        if (use.kind == UseKind::Tied)
          readHigh(graph, use, value.binding);
    LabelNode &label = graph.labels[value.label];
    if (label.fixed != LabelNode::Fixed::None)
      continue;
    label.fixed = LabelNode::Fixed::High;
    if (label.binding == Binding::Free)
      label.binding = value.binding;
  }
}

void amp::pinNumericRegions(PrecisionGraph &graph,
                            const GraphContents &contents,
                            ValueRanges getRange) {
  // Each sweep only where there is what it starts from.
  if (contents.hasSum()) {
    pinStatistics(graph, contents.firstSum);
    pinSecondMoments(graph, contents.firstSum, getRange);
    pinNormInside(graph, contents.firstSum);
  }
  // Those of an optimizer, in a loop or a function that is called again.
  bool anyMoment = !contents.hasSum() && contents.anyPinned &&
                   contents.has(kPowers) && losesSmallNumbers(graph);
  if (anyMoment)
    pinSecondMoments(graph, 0, getRange);
  if (contents.has(NumericTraits::WindowSum) && contents.has(kPowers))
    anyMoment |= pinMomentsOfWindows(graph, getRange);
  bool anyChain = pinChains(graph, contents, getRange);
  if (contents.hasSum() || anyMoment || anyChain)
    fixPinnedLabels(graph);
  bool anySingle = pinSingleNumbers(graph);
  if (contents.anyParameter)
    pinParameters(graph);
  if (contents.anyNever)
    addImplications(graph);
  // A pinned value's high copy exists: absorbing users read that one.
  if (contents.anyPinned || contents.hasSum() || contents.anyParameter ||
      anyMoment || anyChain || anySingle)
    for (Use &use : graph.uses)
      if (use.kind == UseKind::Any && graph.values[use.value].pinnedHigh)
        use.kind = UseKind::High;
  if (contents.has(NumericTraits::Comparison | NumericTraits::OrderReduction))
    readHighWhatIsCompared(graph);
  if (contents.has(NumericTraits::DataMovement))
    readHighWhatStaysHigh(graph);
}
