//===- WrittenSteps.cpp - Small steps that are written out ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What many small steps are added to, one op after the other (an integration or
// a sampler, written out), is rounded in each: of the steps, roundings of the
// whole are left. A step is known to be small by its range, or taken to be so
// where a single number scales it that only a run tells (the time between two
// steps, the level of noise), or where it is a part of what lies between the
// value and another (a running mean, a leaking state). On the way from one sum
// to the next, such numbers may scale what the steps came to as well, or
// factors and divisors near one.
//
// So is the state of a linear recurrence, `h = a h + u` with decays a and a u
// that is not made of h (a scan, as state-space models have it): in a loop it
// would be an accumulator. What a product of matrices lies between is not made
// of it either, unless such products read h itself: the cell of an LSTM is a
// state, what a gated layer stack hands on is data. The decays are read as they
// came.
//
//===----------------------------------------------------------------------===//

#include "Decays.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;

/// A step that is this much smaller than what it is added to is lost in bf16
/// but for four digits.
static constexpr double kSmallStep = 1.0 / 16;

/// A larger part of what lies between two values is a layer's.
static constexpr double kSmallPart = 0.25;

/// So many steps in a row are an integration.
static constexpr unsigned kFewestSteps = 4;

/// Whether `value` is spread from a single number that is no constant.
static bool isSingleNumber(Value value) {
  constexpr unsigned kMostMoves = 8;
  for (unsigned step = 0; step < kMostMoves; ++step) {
    value = stripPrecisionCasts(value);
    if (getAssumedNumElements(value.getType()) == 1)
      return !isMovedConstant(value);
    value = getMoved(value);
    if (!value)
      return false;
  }
  return false;
}

/// Whether a body of `op`, at any depth, reads such a number from outside of
/// it.
static bool capturesNumber(Operation *op) {
  bool any = false;
  visitUsedValuesDefinedAbove(op->getRegions(), [&](OpOperand *captured) {
    Value value = captured->get();
    any = any || (isa<FloatType>(getElementTypeOrSelf(value)) &&
                  isSingleNumber(value));
  });
  return any;
}

/// Whether `op` reads such a number.
static bool readsNumber(Operation *op) {
  return llvm::any_of(op->getOpOperands(),
                      [](OpOperand &operand) {
                        return isInput(operand) &&
                               isSingleNumber(operand.get());
                      }) ||
         capturesNumber(op);
}

bool amp::scalesByNumber(Operation *op) {
  return hasAny(getNumericTraits(op), kMultiplies) && readsNumber(op);
}

namespace {

class StepPinner {
public:
  StepPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  /// Steps that a value ends, and the number of the use by which its op reads
  /// what the others came to.
  struct Chain {
    unsigned length = 0;
    GraphIndex running = kNone;
  };
  /// What an op reads that is no smaller than what it makes; `use` is none
  /// where an earlier conversion stored it low.
  struct Term {
    OpOperand *operand;
    GraphIndex use = kNone;
  };

  SmallVector<Term, 4> getTerms(const OpNode &op) const;
  unsigned getLength(const Term &term) const;
  /// The op that makes what `term` reads; null where the graph has none that
  /// reads anything.
  const OpNode *getMaker(const Term &term) const;
  /// Whether no op of the graph makes what `term` reads.
  bool isGiven(const Term &term) const;
  /// The largest that is taken to occur of what `term` reads.
  double getReach(const Term &term) const {
    return (term.use == kNone ? getRange(term.operand->get())
                              : getRange(graph.uses[term.use].value))
        .reachMagnitude();
  }
  /// Whether a single number scales what `term` reads.
  bool isScaled(const Term &term) const;
  /// Whether what `term` reads is something by far larger, times a constant (a
  /// layer's scale).
  bool isScaledDown(const Term &term) const;
  /// The term to which the other is a small step, as ranges tell; null if there
  /// is none.
  const Term *findStepped(ArrayRef<Term> terms) const;
  /// The term to which `op` adds what single numbers scale: the one that most
  /// steps came to, or the first that is not scaled; null if none is scaled.
  const Term *findScaled(const OpNode &op, ArrayRef<Term> terms) const;
  /// What `term` is, scaled by a number; null if it is not.
  Value getScaled(const Term &term) const;
  /// The term that the other brings nearer to a third value, by a part of what
  /// lies between (a running mean); null if there is none.
  const Term *findAveraged(ArrayRef<Term> terms) const;
  /// The term that is a state times a decay, where nothing else is made of that
  /// state: the one that most steps came to, or whose state is given; null if
  /// there is none.
  const Term *findDecayed(ArrayRef<Term> terms) const;
  /// The same, and a term to which a small step is added, in the body of `op`.
  const Term *findInBody(const OpNode &op, ArrayRef<Term> terms) const;
  /// Whether `op` multiplies or divides what `term` reads and leaves it about
  /// as large.
  bool keepsSize(const OpNode &op, const Term &term) const;
  /// Adds `op`, a sum of `terms`, if all but one are small steps.
  void visitSum(const OpNode &op, ArrayRef<Term> terms);
  /// Keeps the steps that the value of `running` came by.
  void pin(GraphIndex running);

  PrecisionGraph &graph;
  ValueRanges getRange;
  llvm::DenseMap<GraphIndex, Chain> chains;
  bool any = false;
};

} // namespace

SmallVector<StepPinner::Term, 4> StepPinner::getTerms(const OpNode &op) const {
  SmallVector<Term, 4> terms;
  int64_t made = graph.values[graph.getResults(op).front()].elements;
  for (GraphIndex use = op.firstUse, end = use + op.numUses; use < end; ++use) {
    const ValueNode &value = graph.values[graph.uses[use].value];
    if (value.elements >= made && !value.weight)
      terms.push_back({graph.uses[use].operand, use});
  }
  if (graph.anyLow)
    for (OpOperand *operand : getLowData(graph, op.op))
      if (getAssumedNumElements(operand->get().getType()) >=
          getAssumedNumElements(op.op->getResult(0).getType()))
        terms.push_back({operand, kNone});
  return terms;
}

unsigned StepPinner::getLength(const Term &term) const {
  if (term.use == kNone || chains.empty())
    return 0;
  auto chain = chains.find(findMovedValue(graph, graph.uses[term.use].value));
  return chain == chains.end() ? 0 : chain->second.length;
}

const OpNode *StepPinner::getMaker(const Term &term) const {
  if (term.use == kNone)
    return nullptr;
  GraphIndex op = graph.values[graph.uses[term.use].value].op;
  return op != kNone && graph.ops[op].numUses > 0 ? &graph.ops[op] : nullptr;
}

bool StepPinner::isGiven(const Term &term) const {
  return term.use != kNone &&
         graph.values[graph.uses[term.use].value].op == kNone;
}

bool StepPinner::isScaled(const Term &term) const {
  if (isGiven(term))
    return false;
  Operation *op = stripPrecisionCasts(term.operand->get()).getDefiningOp();
  // Few ops multiply: the graph knows.
  if (const OpNode *maker = getMaker(term)) {
    if (!hasAny(maker->traits, kMultiplies))
      return false;
    if (maker->op == op)
      return readsNumber(op);
  }
  return scalesByNumber(op);
}

bool StepPinner::isScaledDown(const Term &term) const {
  const OpNode *maker = getMaker(term);
  if (!maker || !hasAny(maker->traits, kMultiplies))
    return false;
  double reach = getReach(term);
  return llvm::all_of(graph.getUses(*maker), [&](const Use &use) {
    return use.elements == 0 || isMovedConstant(use.operand->get()) ||
           getRange(use.value).reachMagnitude() * kSmallStep >= reach;
  });
}

const StepPinner::Term *StepPinner::findStepped(ArrayRef<Term> terms) const {
  // Of the usual ranges nothing is known; a step is, or is scaled down.
  auto isKnown = [&](const Term &term) {
    return term.use == kNone || graph.values[graph.uses[term.use].value].fits ||
           isScaledDown(term);
  };
  if (!getRange || terms.size() != 2)
    return nullptr;
  double reach[2];
  for (auto [index, term] : llvm::enumerate(terms))
    reach[index] = getReach(term);
  bool second = reach[1] > reach[0];
  double step = reach[!second];
  return isKnown(terms[!second]) && step > 0 &&
                 step <= kSmallStep * reach[second]
             ? &terms[second]
             : nullptr;
}

const StepPinner::Term *StepPinner::findScaled(const OpNode &op,
                                               ArrayRef<Term> terms) const {
  bool scales = hasAny(op.traits, kMultiplies) && readsNumber(op.op);
  const Term *longest = nullptr, *unscaled = nullptr;
  for (const Term &term : terms) {
    bool isStep = isScaled(term);
    scales |= isStep;
    if (term.use == kNone)
      continue;
    if (!longest || getLength(term) > getLength(*longest))
      longest = &term;
    if (!isStep && !unscaled)
      unscaled = &term;
  }
  if (!scales || !longest)
    return nullptr;
  return getLength(*longest) == 0 && unscaled ? unscaled : longest;
}

Value StepPinner::getScaled(const Term &term) const {
  if (isGiven(term))
    return Value();
  if (const OpNode *maker = getMaker(term);
      maker && !hasAny(maker->traits, NumericTraits::Scale))
    return Value();
  Operation *op = stripPrecisionCasts(term.operand->get()).getDefiningOp();
  NumericTraits traits = getNumericTraits(op);
  if (!hasAny(traits, NumericTraits::Scale) ||
      hasAny(traits, NumericTraits::Difference))
    return Value();
  Value scaled;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isInput(operand) || isMovedConstant(operand.get()) ||
        isSingleNumber(operand.get()))
      continue;
    if (scaled)
      return Value();
    scaled = operand.get();
  }
  return scaled;
}

/// Whether `op`, which may be null, takes `value` from another, or the other
/// way round.
static bool subtracts(Operation *op, Value value) {
  return hasAny(getNumericTraits(op), NumericTraits::Subtraction) &&
         llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
           return isInput(operand) && findUnrounded(operand.get()) == value;
         });
}

const StepPinner::Term *StepPinner::findAveraged(ArrayRef<Term> terms) const {
  if (terms.size() != 2 || !getRange)
    return nullptr;
  for (unsigned side : {0, 1}) {
    if (terms[side].use == kNone)
      continue;
    Value difference = getScaled(terms[1 - side]);
    if (difference &&
        getReach(terms[1 - side]) <=
            kSmallPart * getRange(difference).reachMagnitude() &&
        subtracts(stripPrecisionCasts(difference).getDefiningOp(),
                  findUnrounded(terms[side].operand->get())))
      return &terms[side];
  }
  return nullptr;
}

const StepPinner::Term *StepPinner::findDecayed(ArrayRef<Term> terms) const {
  if (terms.size() != 2 || !getRange)
    return nullptr;
  const Term *longest = nullptr;
  // How many steps came to it, and whether its state is given.
  std::pair<unsigned, bool> most;
  for (unsigned side : {0, 1}) {
    const OpNode *maker = getMaker(terms[side]);
    unsigned length = getLength(terms[side]);
    if (!maker || !hasAny(maker->traits, kMultiplies) ||
        (longest && std::pair(length, true) <= most))
      continue;
    Value state = getDecayed(graph, *maker, getRange);
    if (!state || mayBeMadeOf(graph, terms[1 - side].operand->get(), state))
      continue;
    // Of the first step, one factor is what the others start from.
    GraphIndex node = graph.lookup(state);
    bool isGiven = node != kNone && graph.values[node].op == kNone;
    if (longest && std::pair(length, isGiven) <= most)
      continue;
    longest = &terms[side];
    most = {length, isGiven};
  }
  return longest;
}

const StepPinner::Term *StepPinner::findInBody(const OpNode &op,
                                               ArrayRef<Term> terms) const {
  if (!getRange || !op.showsBody || !hasAny(op.traits, kMultiplies))
    return nullptr;
  const Term *found = nullptr;
  auto isRunning = [&](OpOperand &operand) {
    auto *term = llvm::find_if(
        terms, [&](const Term &each) { return each.operand == &operand; });
    if (term == terms.end() || term->use == kNone)
      return false;
    found = term;
    return true;
  };
  auto isDecayed = [&](OpOperand &operand) {
    return isRunning(operand) && isAddedToOthers(graph, operand, operand.get());
  };
  return addsSmallStepTo(op.op, kSmallStep, getRange, isRunning) ||
                 addsToDecayed(op.op, getRange, isDecayed)
             ? found
             : nullptr;
}

bool StepPinner::keepsSize(const OpNode &op, const Term &term) const {
  bool divides = llvm::any_of(graph.getUses(op), [&](const Use &use) {
    return use.operand != term.operand && use.pole != PoleKind::None;
  });
  if (!getRange || (!divides && !hasAny(op.traits, kMultiplies)))
    return false;
  return staysAsLarge(getReach(term),
                      getRange(graph.getResults(op).front()).reachMagnitude());
}

void StepPinner::visitSum(const OpNode &op, ArrayRef<Term> terms) {
  const Term *running = findStepped(terms);
  if (!running)
    running = findScaled(op, terms);
  if (!running)
    running = findAveraged(terms);
  if (!running)
    running = findDecayed(terms);
  if (!running)
    running = findInBody(op, terms);
  if (running && running->use != kNone)
    chains[graph.getResults(op).front()] = {getLength(*running) + 1,
                                            running->use};
}

void StepPinner::pin(GraphIndex running) {
  while (running != kNone) {
    Use &use = graph.uses[running];
    readHigh(graph, use, Binding::Cancellation);
    GraphIndex value = findMovedValue(graph, use.value);
    for (GraphIndex each : {use.value, value})
      if (ValueNode &node = graph.values[each];
          node.op != kNone && node.def != DefKind::Creator)
        node.pinHigh(Binding::Cancellation);
    if (GraphIndex op = graph.values[value].op; op != kNone)
      readDecaysHigh(graph, graph.ops[op], getRange);
    auto chain = chains.find(value);
    running = chain == chains.end() ? kNone : chain->second.running;
    // Those before it are kept.
    if (running != kNone)
      chain->second.running = kNone;
  }
}

bool StepPinner::run() {
  for (auto [index, traits] : llvm::enumerate(graph.traits)) {
    bool adds = hasAny(traits, NumericTraits::Difference);
    if (!adds && chains.empty())
      continue;
    const OpNode &op = graph.ops[index];
    if ((adds && op.numUses < 2 && !graph.anyLow) || op.numResults != 1 ||
        op.handsOn || op.numUses == 0 || hasAny(op.traits, kReductions))
      continue;
    SmallVector<Term, 4> terms = getTerms(op);
    if (adds && terms.size() > 1) {
      visitSum(op, terms);
    } else if (!adds || terms.size() == 1) {
      // What scales it by a number or about one, or divides it so.
      const Term *running = llvm::find_if(
          terms, [&](const Term &term) { return getLength(term); });
      if (running != terms.end() &&
          !hasAny(op.traits, NumericTraits::Exponential) &&
          (readsNumber(op.op) || keepsSize(op, *running) ||
           (getRange &&
            getDecayed(graph, op, getRange) == running->operand->get())))
        chains[graph.getResults(op).front()] = {getLength(*running),
                                                running->use};
    }
    if (chains.empty())
      continue;
    auto chain = chains.find(graph.getResults(op).front());
    if (chain == chains.end() || chain->second.length < kFewestSteps)
      continue;
    any = true;
    ValueNode &node = graph.values[chain->first];
    if (node.def != DefKind::Creator)
      node.pinHigh(Binding::Cancellation);
    readDecaysHigh(graph, op, getRange);
    pin(std::exchange(chain->second.running, kNone));
  }
  return any;
}

bool amp::pinWrittenSteps(PrecisionGraph &graph, ValueRanges getRange) {
  return StepPinner(graph, getRange).run();
}
