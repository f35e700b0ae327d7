//===- Recurrences.cpp - What rounds itself again in each iteration -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop adds to, or scales, and hands to its next iteration (a running
// sum, the accumulator of a product tiled along K, the moments of an optimizer)
// would be rounded once an iteration: a running sum stalls where its terms fall
// below half a unit in its last place. Such values are the cycles in which a
// carried value depends on itself (ValueCycles.h). They stay high, as
// accumulators. A state that is multiplied by weights is none: it is rounded
// like any layer's input.
//
// What the next step is computed from as well, in a loop of known and few
// iterations, is left to the assignment: the layers of a network are such a
// loop, and its residual stream is rounded as often where the layers are
// written out. A sum whose steps are only given out (a scan) is none. Nor is
// one whose steps are known to be small, or are scaled by a single number that
// only a run tells (the time between two steps of an integration, the level of
// noise of a sampler), or come, element by element, from what another such sum
// has come to (a momentum, a velocity): those of a layer are and do not. Nor is
// a state that is multiplied by decays, where what is added is not made of it
// (the cell of an LSTM; see Decays.h).
//
//===----------------------------------------------------------------------===//

#include "Decays.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "ValueCycles.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::amp;

/// Roundings that a network of as many layers has, too.
static constexpr int64_t kMostLayers = 128;

/// A step that is this much smaller than what a loop adds it to is one of an
/// integration: layers are seldom scaled by as little.
static constexpr double kSmallLoopStep = 1.0 / 8;

/// Values that are looked at between two sums of which one steps the other.
static constexpr size_t kMostStepValues = 64;

namespace {

/// Pins the cycles that are sums.
class RecurrencePinner {
public:
  RecurrencePinner(PrecisionGraph &graph, Operation *root, ValueRanges getRange)
      : graph(graph), root(root), getRange(getRange),
        sums(graph, Dependence::Carried) {}
  /// Returns whether there are any.
  bool run();

private:
  void findRecursiveFunctions();
  /// By number of a cycle, what reads one of its values and is not in it.
  void findReadersBeside();
  /// How often it goes round: 1 for one that calls of a function in a row make,
  /// more than kMostLayers where it is not known.
  int64_t getIterations(const ValueCycle &cycle) const;
  /// Whether the next step of what is in the cycle is computed from its values
  /// in other ways as well.
  bool isState(size_t cycle);
  /// The ops that make values of `cycle` as sums or differences.
  SmallVector<const OpNode *> getSums(const ValueCycle &cycle) const;
  /// Whether a sum in cycle number `cycle` is one of a value and a small step.
  bool addsSmallSteps(size_t cycle) const;
  /// Whether a sum in it is one of a step that a single number scales, and no
  /// constant: then nobody knows how small it is.
  bool addsScaledSteps(const ValueCycle &cycle) const;
  /// Whether a sum in cycle number `cycle` is one of its value times a decay
  /// and of what is not made of that value. Has decays be read as they came.
  bool addsToDecayedState(size_t cycle);
  /// The op that multiplies a value of cycle number `cycle` by a decay, before
  /// `sum`, or in it, adds to that what is not made of it; null if none does.
  const OpNode *findDecaying(const OpNode &sum, size_t cycle) const;
  /// Whether a sum in it is one of what, element by element, is made of the
  /// values of another sum. Pins that and all on the way, for a second
  /// conversion to find.
  bool pinRunningSteps(size_t cycle);
  /// The cycle, another than number `own`, that `value` is in, if that is a
  /// sum.
  GraphIndex getOtherSum(GraphIndex value, size_t own) const;

  PrecisionGraph &graph;
  Operation *root;
  ValueRanges getRange;
  ValueCycles sums;
  std::vector<std::vector<const Use *>> readersBeside;
  llvm::DenseSet<Operation *> recursive;
  /// Made when one asks.
  std::optional<ValueCycles> states;
};

} // namespace

void RecurrencePinner::findRecursiveFunctions() {
  const CallGraph calls(root);
  for (auto it = llvm::scc_begin(&calls); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      for (CallGraphNode *node : *it)
        if (!node->isExternal())
          recursive.insert(node->getCallableRegion()->getParentOp());
}

void RecurrencePinner::findReadersBeside() {
  readersBeside.resize(sums.getCycles().size());
  for (const Use &use : graph.uses)
    if (GraphIndex cycle = sums.getCycle(use.value);
        cycle != kNone && !sums.leadsBack(use))
      readersBeside[cycle].push_back(&use);
}

int64_t RecurrencePinner::getIterations(const ValueCycle &cycle) const {
  constexpr int64_t kUnknown = kMostLayers + 1;
  llvm::SmallPtrSet<Operation *, 2> seen;
  bool anyArgument = false;
  int64_t iterations = 1;
  for (const CycleNode *node : cycle) {
    auto argument =
        node->kind == CycleNode::Kind::Value
            ? dyn_cast<BlockArgument>(graph.values[node->index].value)
            : BlockArgument();
    Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
    if (!parent)
      continue;
    anyArgument = true;
    // The body of a function that is called in a loop counts with the loop. Its
    // other blocks may be one themselves.
    if (isa<FunctionOpInterface>(parent) &&
        argument.getOwner()->isEntryBlock() && !recursive.contains(parent))
      continue;
    if (!seen.insert(parent).second)
      continue;
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    std::optional<APInt> trips =
        loop ? loop.getStaticTripCount() : std::nullopt;
    if (!trips)
      return kUnknown;
    iterations = std::min<int64_t>(
        kUnknown, iterations * trips->getLimitedValue(kUnknown));
  }
  return anyArgument ? iterations : kUnknown;
}

bool RecurrencePinner::isState(size_t cycle) {
  if (readersBeside[cycle].empty())
    return false;
  if (!states) {
    states.emplace(graph, Dependence::Any);
    states->addCarried();
    states->find();
  }
  return llvm::any_of(readersBeside[cycle],
                      [&](const Use *use) { return states->leadsBack(*use); });
}

SmallVector<const OpNode *>
RecurrencePinner::getSums(const ValueCycle &cycle) const {
  SmallVector<const OpNode *> found;
  for (const CycleNode *node : cycle) {
    if (node->kind != CycleNode::Kind::Value ||
        graph.values[node->index].op == kNone)
      continue;
    const OpNode &op = graph.ops[graph.values[node->index].op];
    if (hasAny(op.traits, NumericTraits::Difference))
      found.push_back(&op);
  }
  return found;
}

bool RecurrencePinner::addsSmallSteps(size_t cycle) const {
  if (!getRange)
    return false;
  return llvm::any_of(getSums(sums.getCycles()[cycle]), [&](const OpNode *op) {
    auto isState = [&](OpOperand &operand) {
      return llvm::any_of(graph.getUses(*op), [&](const Use &use) {
        return use.operand == &operand && sums.getCycle(use.value) == cycle;
      });
    };
    if (addsSmallStepTo(op->op, kSmallLoopStep, getRange, isState))
      return true;
    // The step may have been stored low by an earlier conversion.
    SmallVector<OpOperand *, 2> terms = getLowInputs(graph, op->op);
    for (const Use &use : graph.getUses(*op))
      terms.push_back(use.operand);
    if (terms.size() != 2)
      return false;
    double first = getRange(terms[0]->get()).reachMagnitude();
    double second = getRange(terms[1]->get()).reachMagnitude();
    double step = std::min(first, second);
    return step > 0 && step <= kSmallLoopStep * std::max(first, second);
  });
}

bool RecurrencePinner::addsScaledSteps(const ValueCycle &cycle) const {
  // The step may have been stored low by an earlier conversion.
  return llvm::any_of(getSums(cycle), [](const OpNode *op) {
    return scalesByNumber(op->op) ||
           llvm::any_of(op->op->getOpOperands(), [](OpOperand &operand) {
             return isInput(operand) &&
                    scalesByNumber(
                        stripPrecisionCasts(operand.get()).getDefiningOp());
           });
  });
}

const OpNode *RecurrencePinner::findDecaying(const OpNode &sum,
                                             size_t cycle) const {
  auto isInCycle = [&](Value value) {
    GraphIndex index = graph.lookup(value);
    return index != kNone && sums.getCycle(index) == cycle;
  };
  auto isState = [&](OpOperand &term) {
    return isInCycle(term.get()) && isAddedToOthers(graph, term, term.get());
  };
  if (addsToDecayed(sum.op, getRange, isState))
    return &sum;
  for (const Use &use : graph.getUses(sum)) {
    const OpNode *maker = findMovedMaker(graph, use.value);
    if (!maker || !hasAny(maker->traits, kMultiplies) || maker->numResults == 0)
      continue;
    Value state = getDecayed(graph, *maker, getRange);
    if (state && isInCycle(state) &&
        isAddedToOthers(graph, *use.operand, state))
      return maker;
  }
  return nullptr;
}

bool RecurrencePinner::addsToDecayedState(size_t cycle) {
  if (!getRange)
    return false;
  bool any = false;
  for (const OpNode *op : getSums(sums.getCycles()[cycle])) {
    if (op->handsOn || hasAny(op->traits, kReductions))
      continue;
    if (const OpNode *decaying = findDecaying(*op, cycle)) {
      readDecaysHigh(graph, *decaying, getRange);
      any = true;
    }
  }
  return any;
}

GraphIndex RecurrencePinner::getOtherSum(GraphIndex value, size_t own) const {
  GraphIndex cycle = sums.getCycle(value);
  return cycle != kNone && cycle != own && isRounded(sums.getCycles()[cycle])
             ? cycle
             : kNone;
}

bool RecurrencePinner::pinRunningSteps(size_t cycle) {
  // By value, the one that is made of it.
  llvm::SmallMapVector<GraphIndex, GraphIndex, 16> steps;
  auto addTerms = [&](const OpNode &op, GraphIndex made) {
    for (const Use &use : graph.getUses(op))
      if (sums.getCycle(use.value) != cycle && readsData(graph, op, use))
        steps.insert({use.value, made});
  };
  for (const OpNode *op : getSums(sums.getCycles()[cycle]))
    if (!op->handsOn && !hasAny(op->traits, kReductions))
      addTerms(*op, kNone);
  // Grows while it is walked.
  for (size_t i = 0; i < steps.size() && i < kMostStepValues; ++i) {
    GraphIndex value = steps.begin()[i].first;
    if (GraphIndex other = getOtherSum(value, cycle); other != kNone) {
      pinCycle(graph, sums.getCycles()[other]);
      for (value = steps.lookup(value); value != kNone;
           value = steps.lookup(value))
        graph.values[value].pinHigh(Binding::Accumulator);
      return true;
    }
    if (graph.values[value].op == kNone)
      continue;
    const OpNode &op = graph.ops[graph.values[value].op];
    if (!op.handsOn && !hasAny(op.traits, kReductions))
      addTerms(op, value);
  }
  return false;
}

bool RecurrencePinner::run() {
  sums.addCarried();
  sums.find();
  if (sums.getCycles().empty())
    return false;
  findRecursiveFunctions();
  findReadersBeside();
  bool any = false;
  for (auto [index, cycle] : llvm::enumerate(sums.getCycles())) {
    if (!isRounded(cycle))
      continue;
    int64_t iterations = getIterations(cycle);
    if (iterations == 1)
      continue;
    bool state = isState(index);
    if (state && iterations <= kMostLayers && !pinRunningSteps(index) &&
        !addsSmallSteps(index) && !addsScaledSteps(cycle) &&
        !addsToDecayedState(index))
      continue;
    pinCycle(graph, cycle);
    pinFactors(graph, cycle, /*anyFactor=*/!state);
    any = true;
  }
  return any;
}

bool amp::pinRecurrences(PrecisionGraph &graph, Operation *root,
                         ValueRanges getRange) {
  return RecurrencePinner(graph, root, getRange).run();
}
