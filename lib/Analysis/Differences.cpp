//===- Differences.cpp - What small differences are left of ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of two numbers that are nearly equal, the difference is what their roundings
// leave of it; and of a number that many small steps are added to, or that is
// multiplied again and again by factors near one, each rounding is an error of
// the whole. What is known without a look at data:
//   - ranges prove that a difference is small beside its terms (one less a
//     decay of 0.999),
//   - the terms are inputs, which f32 code takes from each other exactly (data
//     less its mean, a prediction less its target),
//   - a term is a probability or a decay, which f32 code has to f32's digits,
//   - decays are multiplied with each other (a scan that is written out).
// All of these read what there is in the high type.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;

/// A difference that is this much smaller than its terms has lost four digits
/// of the low type's eight or eleven.
static constexpr double kSmall = 1.0 / 16;

/// A probability plus an epsilon is no more than this.
static constexpr double kNearOne = 1 + 1.0 / 64;

void amp::readHigh(PrecisionGraph &graph, Use &use, Binding binding) {
  if (use.kind == UseKind::Any)
    use.kind = UseKind::High;
  if (use.kind != UseKind::Tied || use.label == kNone)
    return;
  // That of what control flow carries belongs to no op.
  if (graph.labels[use.label].op == use.op)
    fixLabelHigh(graph, use.label, binding);
}

void amp::readHighBesideProducts(PrecisionGraph &graph, Binding binding,
                                 function_ref<bool(GraphIndex)> isHigh) {
  for (Use &use : graph.uses)
    if (isHigh(use.value) && !graph.ops[use.op].handsOn &&
        !hasAny(graph.traits[use.op], NumericTraits::Contraction))
      readHigh(graph, use, binding);
}

std::optional<FloatRange> amp::getConstantRange(const PrecisionGraph &graph,
                                                GraphIndex value,
                                                ValueRanges getRange) {
  GraphIndex moved = findMovedValue(graph, value);
  const ValueNode &node = graph.values[moved];
  if (node.op == kNone || !graph.ops[node.op].isConstant || !getRange)
    return std::nullopt;
  return getRange(moved);
}

namespace {

class DifferencePinner {
public:
  DifferencePinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  /// An exponential, or a number between nought and one that needs the high
  /// type; or a product of such.
  enum Decay : uint8_t { None, Single, Compound };

  /// Has `use` read the value in the high type, in which it is kept.
  void keep(Use &use);
  void pin(GraphIndex value);
  void visitDifference(const OpNode &op);
  /// Has a sum of differences (a variance, in one op) read arguments as they
  /// came.
  void readArguments(const OpNode &op);
  /// Whether `op` takes a number's whole part from it. What it is made of is
  /// pinned.
  bool isFraction(const OpNode &op);
  /// Whether ranges prove that the results of `op` are small beside its terms.
  bool cancels(const OpNode &op) const;
  /// Whether ranges prove that what `op` makes of what `use` reads is more than
  /// that: one plus an exponential, a probability plus an epsilon.
  bool addsTo(const OpNode &op, const Use &use) const;
  /// Whether `value` is a constant above nought, up to one: what a product of
  /// decays starts from.
  bool isConstantDecay(GraphIndex value) const;
  /// Whether `result`, what an exponential is taken from, or such a difference
  /// plus a constant, is one less it, itself, or it and an epsilon: all of them
  /// decays where the sign of its exponent, a distance perhaps, is not known.
  bool complements(GraphIndex result, bool subtracts) const;
  /// Whether `value` holds nothing but such constants, or what is to be written
  /// over: decays are put into it.
  bool isEmptyOfDecays(GraphIndex value) const;
  /// What the results of `op` are.
  Decay getDecay(const OpNode &op) const;
  /// Notes what the results of `op` are; a product of decays reads them high.
  void visitDecay(const OpNode &op);

  PrecisionGraph &graph;
  ValueRanges getRange;
  /// By value; empty where there is none.
  std::vector<Decay> decays;
  bool anyDecay = false;
  /// What whole parts are taken from; with what it is made of, it is pinned at
  /// the end.
  SmallVector<GraphIndex> fractions;
  /// Decays that are multiplied with each other.
  SmallVector<GraphIndex> factors;
  bool any = false;
};

} // namespace

void DifferencePinner::pin(GraphIndex value) {
  ValueNode &node = graph.values[value];
  if (node.op == kNone || node.def == DefKind::Creator)
    return;
  any = true;
  node.pinHigh(Binding::Cancellation);
}

void DifferencePinner::keep(Use &use) {
  readHigh(graph, use, Binding::Cancellation);
  pin(use.value);
}

/// Whether `op` makes a product of data, with itself or with other data.
static bool multipliesData(const OpNode &op) {
  return hasAny(op.traits, kPowers);
}

/// The largest magnitude in `range`, infinite where there is no bound.
static double getLargest(const FloatRange &range) {
  return range.hasFinite() ? std::max(-range.lower, range.upper)
                           : FloatRange::kInf;
}

bool DifferencePinner::isFraction(const OpNode &op) {
  ArrayRef<Use> uses = graph.getUses(op);
  if (uses.size() != 2)
    return false;
  for (unsigned whole : {0, 1}) {
    GraphIndex number = uses[!whole].value;
    GraphIndex part = findMovedValue(graph, uses[whole].value);
    if (graph.values[part].op == kNone)
      continue;
    const OpNode &maker = graph.ops[graph.values[part].op];
    if (!hasAny(maker.traits, NumericTraits::Rounding) ||
        hasAny(maker.traits, NumericTraits::Difference) || maker.numUses != 1 ||
        findMovedValue(graph, graph.getUses(maker).front().value) !=
            findMovedValue(graph, number))
      continue;
    keep(graph.uses[maker.firstUse]);
    fractions.push_back(number);
    return true;
  }
  return false;
}

bool DifferencePinner::cancels(const OpNode &op) const {
  double term = 0, rest = 0;
  for (const Use &use : graph.getUses(op)) {
    if (!graph.values[use.value].fits)
      return false;
    term = std::max(term, getLargest(getRange(use.value)));
  }
  for (Value result : op.op->getResults())
    rest = std::max(rest, getLargest(getRange(result)));
  return rest <= kSmall * term;
}

bool DifferencePinner::addsTo(const OpNode &op, const Use &use) const {
  const FloatRange &term = getRange(use.value);
  return llvm::all_of(op.op->getResults(), [&](Value result) {
    const FloatRange &sum = getRange(result);
    return sum.hasFinite() && sum.lower >= term.lower &&
           sum.upper >= term.upper &&
           (sum.lower > term.lower || sum.upper > term.upper);
  });
}

void DifferencePinner::visitDifference(const OpNode &op) {
  MutableArrayRef<Use> uses = graph.getUses(op);
  if (uses.empty())
    return;
  bool ofInputs = llvm::all_of(
      uses, [&](const Use &use) { return isInputValue(graph, use.value); });
  if (ofInputs || isFraction(op) || (getRange && cancels(op))) {
    for (Use &use : uses)
      keep(use);
    return;
  }
  for (Use &use : uses) {
    // An argument is there. A bias may be as rough as the product it is added
    // to. The result may be low, and not in the graph, by an earlier
    // conversion.
    const ValueNode &value = graph.values[use.value];
    if (use.kind == UseKind::Any && op.op->getNumResults() == 1 &&
        isInputValue(graph, use.value) && readsData(graph, op, use)) {
      if (value.op == kNone)
        use.kind = UseKind::High;
      else if (hasAny(op.traits, NumericTraits::Subtraction))
        keep(use); // Turned or sliced first.
    }
    // One less a probability, or a probability less its target; not the gates
    // of a body that sums what they let through.
    if (!decays.empty() && decays[use.value] != None && !multipliesData(op) &&
        !addsTo(op, use))
      keep(use);
  }
}

void DifferencePinner::readArguments(const OpNode &op) {
  for (Use &use : graph.getUses(op))
    if (use.kind == UseKind::Any && graph.values[use.value].op == kNone &&
        !use.parameter && isInputValue(graph, use.value))
      use.kind = UseKind::High;
}

bool DifferencePinner::isConstantDecay(GraphIndex value) const {
  std::optional<FloatRange> range = getConstantRange(graph, value, getRange);
  return range && range->hasFinite() && range->lower > 0 && range->upper <= 1;
}

bool DifferencePinner::complements(GraphIndex result, bool subtracts) const {
  const FloatRange &range = getRange(result);
  if (!range.hasFinite())
    return false;
  if (!subtracts)
    return range.lower >= 0 && range.lower <= kNearOne - 1;
  return range.lower >= 0 || (range.upper > 0 && range.upper <= 1);
}

bool DifferencePinner::isEmptyOfDecays(GraphIndex value) const {
  auto isDecay = [&](GraphIndex index) {
    return graph.values[index].def == DefKind::Creator ||
           isConstantDecay(index);
  };
  auto moves = [](const OpNode &op) {
    return hasAny(op.traits, NumericTraits::DataMovement) && !op.handsOn &&
           op.numUses > 0;
  };
  return areSourcesOf(graph, value, isDecay, moves);
}

DifferencePinner::Decay DifferencePinner::getDecay(const OpNode &op) const {
  if (op.handsOn || hasAny(op.traits, kReductions))
    return None;
  // Results that an earlier conversion stored low are not in the graph; what
  // they are products of is read as it came all the same.
  GraphIndex result = kNone;
  if (op.numResults > 0)
    result = graph.getResults(op).front();
  bool hasResult = result != kNone;
  if (hasAny(op.traits, NumericTraits::Exponential) ||
      (hasResult && op.category == Category::Never &&
       graph.values[result].fits)) {
    if (!hasResult)
      return None;
    // A gate times what it lets through has either sign.
    const FloatRange &range = getRange(result);
    return range.hasFinite() && range.lower >= 0 ? Single : None;
  }
  // All others are made of such.
  ArrayRef<Use> uses = graph.getUses(op);
  if (!anyDecay || llvm::none_of(uses, [&](const Use &use) {
        return decays[use.value] != None;
      }))
    return None;
  bool moves = hasAny(op.traits, NumericTraits::DataMovement) ||
               (hasResult && graph.values[result].def == DefKind::View);
  auto staysBelow = [&](double most) {
    const FloatRange &range = getRange(result);
    return range.hasFinite() && range.lower >= 0 && range.upper <= most;
  };
  // One less a decay or a probability; it plus an epsilon.
  if (hasAny(op.traits, NumericTraits::Difference) && !multipliesData(op) &&
      hasResult) {
    bool subtracts = hasAny(op.traits, NumericTraits::Subtraction);
    return staysBelow(subtracts ? 1 : kNearOne) ||
                   (uses.size() == 1 && complements(result, subtracts))
               ? Single
               : None;
  }
  bool scales = hasAny(op.traits, NumericTraits::Scale) && hasResult;
  if (!moves && !multipliesData(op) && !(scales && staysBelow(kNearOne)))
    return None;
  Decay least = Compound, most = None;
  bool anyConstant = false;
  for (const Use &use : uses) {
    if (!moves && isConstantDecay(use.value)) {
      anyConstant = true;
      continue;
    }
    if (moves && decays[use.value] == None && isEmptyOfDecays(use.value))
      continue;
    least = std::min(least, decays[use.value]);
    most = std::max(most, decays[use.value]);
  }
  bool isProduct = multipliesData(op) && !(anyConstant && uses.size() == 2);
  return least == None || most == None ? None : isProduct ? Compound : most;
}

void DifferencePinner::visitDecay(const OpNode &op) {
  Decay decay = getDecay(op);
  if (decay == None)
    return;
  anyDecay = true;
  for (GraphIndex result : graph.getResults(op))
    decays[result] = decay;
  if (decay == Compound &&
      (multipliesData(op) || hasAny(op.traits, NumericTraits::Scale)))
    for (Use &use : graph.getUses(op)) {
      keep(use);
      factors.push_back(use.value);
    }
}

bool DifferencePinner::run() {
  if (getRange)
    decays.assign(graph.values.size(), None);
  for (const OpNode &op : graph.ops) {
    if (!decays.empty())
      visitDecay(op);
    // A sum over a dimension has rules of its own.
    if (!hasAny(op.traits, NumericTraits::Difference))
      continue;
    if (!hasAny(op.traits, kReductions))
      visitDifference(op);
    else if (hasAny(op.traits, NumericTraits::Subtraction) &&
             !hasAny(op.traits, NumericTraits::Contraction))
      readArguments(op);
  }
  // As they were made: one less what is blocked, put into a row.
  any |= pinTerms(
      graph, std::move(factors), Binding::Cancellation, [&](const OpNode &op) {
        return !multipliesData(op) && !hasAny(op.traits, kReductions) &&
               op.category != Category::Never &&
               llvm::all_of(graph.getResults(op), [&](GraphIndex value) {
                 return decays[value] != None;
               });
      });
  any |= pinTerms(
      graph, std::move(fractions), Binding::Cancellation,
      [](const OpNode &op) { return !hasAny(op.traits, kReductions); });
  return any;
}

bool amp::pinDifferences(PrecisionGraph &graph, ValueRanges getRange) {
  return DifferencePinner(graph, getRange).run();
}

/// The op of number `index`, or the one to whose arithmetic it belongs: what a
/// body looks up in a table comes out of the op around it.
static const OpNode &getOwner(const PrecisionGraph &graph, GraphIndex index) {
  const OpNode &op = graph.ops[index];
  if (op.numResults > 0 || op.numUses == 0)
    return op;
  Operation *parent = op.op->getParentOp();
  constexpr GraphIndex kMost = 8;
  for (GraphIndex back = 1; back <= std::min(kMost, index); ++back)
    if (graph.ops[index - back].op == parent)
      return graph.ops[index - back];
  return op;
}

/// Whether `use` may read low what was there before, an input.
static bool mayReadInputLow(const PrecisionGraph &graph, const Use &use) {
  return use.kind == UseKind::Any && graph.values[use.value].noWrite &&
         isInputValue(graph, use.value);
}

void amp::readHighWhatStaysHigh(PrecisionGraph &graph) {
  auto mayReadLow = [&](const OpNode &op) {
    return llvm::any_of(graph.getUses(op), [&](const Use &use) {
      return mayReadInputLow(graph, use);
    });
  };
  if (llvm::none_of(graph.opsWith(NumericTraits::DataMovement), mayReadLow))
    return;
  enum : uint8_t { Unread, ReadHigh, ReadLow };
  std::vector<uint8_t> reads(graph.values.size(), Unread);
  auto staysHigh = [&](const OpNode &op) {
    return hasAny(op.traits, NumericTraits::DataMovement) && !op.handsOn &&
           op.numResults > 0 &&
           llvm::all_of(graph.getResults(op), [&](GraphIndex value) {
             return reads[value] == ReadHigh && !graph.values[value].noWrite;
           });
  };
  for (GraphIndex index = graph.ops.size(); index-- > 0;) {
    const OpNode &op = graph.ops[index];
    bool moves = hasAny(op.traits, NumericTraits::DataMovement) &&
                 staysHigh(getOwner(graph, index));
    for (Use &use : graph.getUses(op)) {
      if (moves && mayReadInputLow(graph, use))
        use.kind = UseKind::High;
      reads[use.value] = std::max<uint8_t>(
          reads[use.value], use.kind == UseKind::High ? ReadHigh : ReadLow);
    }
  }
}
