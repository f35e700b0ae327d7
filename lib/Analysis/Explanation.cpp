//===- Explanation.cpp - Why each precision was chosen --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Explanation.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "TrialAssignment.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

StringRef amp::stringifyOpPrecision(OpPrecision precision) {
  switch (precision) {
  case OpPrecision::None:
    return "none";
  case OpPrecision::High:
    return "high";
  case OpPrecision::Low:
    return "low";
  case OpPrecision::Mixed:
    return "mixed";
  }
  llvm_unreachable("unknown precision");
}

StringRef amp::stringifyStorage(Storage storage) {
  switch (storage) {
  case Storage::High:
    return "high";
  case Storage::Low:
    return "low";
  case Storage::Both:
    return "both";
  }
  llvm_unreachable("unknown storage");
}

std::string amp::describePrecision(const OpExplanation &explained,
                                   const PrecisionGraph &graph) {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (explained.precision) {
  case OpPrecision::None:
    break;
  case OpPrecision::High:
    os << "stays " << graph.high;
    break;
  case OpPrecision::Mixed:
    os << "reads or writes both " << graph.high << " and " << graph.low;
    break;
  case OpPrecision::Low:
    if (explained.compute != graph.low)
      os << "computes in " << explained.compute << " on " << graph.low;
    else
      os << "runs in " << graph.low;
    break;
  }
  return text;
}

Operation *amp::getEnclosingFunction(Operation *op) {
  while (op && !isa<FunctionOpInterface>(op))
    op = op->getParentOp();
  return op;
}

Operation *amp::getDefiningOrParentOp(Value value) {
  if (Operation *op = value.getDefiningOp())
    return op;
  return cast<BlockArgument>(value).getOwner()->getParentOp();
}

Explanation::Buckets
Explanation::makeBuckets(size_t numKeys, size_t numItems,
                         llvm::function_ref<GraphIndex(size_t)> keyOf) {
  Buckets buckets;
  buckets.start.assign(numKeys + 1, 0);
  for (size_t item = 0; item < numItems; ++item)
    if (GraphIndex key = keyOf(item); key != kNone)
      ++buckets.start[key + 1];
  for (size_t key = 0; key < numKeys; ++key)
    buckets.start[key + 1] += buckets.start[key];
  buckets.items.resize(buckets.start[numKeys]);
  std::vector<GraphIndex> next = buckets.start;
  for (size_t item = 0; item < numItems; ++item)
    if (GraphIndex key = keyOf(item); key != kNone)
      buckets.items[next[key]++] = item;
  return buckets;
}

Explanation::Explanation(const PrecisionGraph &graph,
                         const Assignment &assignment,
                         ExplanationOptions options)
    : graph(graph), assignment(assignment), options(options),
      labelCache(graph.labels.size()) {
  size_t numValues = graph.values.size(), numUses = graph.uses.size();
  usesOf = makeBuckets(numValues, numUses,
                       [&](size_t use) { return graph.uses[use].value; });
  resultsOf = makeBuckets(graph.ops.size(), numValues,
                          [&](size_t value) { return graph.values[value].op; });
  valuesOfLabel =
      makeBuckets(graph.labels.size(), numValues, [&](size_t value) {
        const ValueNode &node = graph.values[value];
        return node.def == DefKind::Labeled ? node.label : kNone;
      });
  usesOfLabel = makeBuckets(graph.labels.size(), numUses, [&](size_t use) {
    const Use &node = graph.uses[use];
    return node.kind == UseKind::Tied ? node.label : kNone;
  });
}

Explanation::~Explanation() = default;

TrialAssignment &Explanation::getTrial() {
  if (!trial)
    trial = std::make_unique<TrialAssignment>(graph, assignment);
  return *trial;
}

ArrayRef<GraphIndex> Explanation::getUses(GraphIndex value) const {
  return usesOf[value];
}

ArrayRef<GraphIndex> Explanation::getResults(GraphIndex op) const {
  return resultsOf[op];
}

bool Explanation::isWrittenLow(GraphIndex value) const {
  const ValueNode &node = graph.values[value];
  return node.def == DefKind::Labeled && !node.epilogue
             ? bool(assignment.labelLow[node.label])
             : !assignment.hasHigh[value];
}

Storage Explanation::getStorage(GraphIndex value) const {
  if (!assignment.hasLow[value])
    return Storage::High;
  return assignment.hasHigh[value] ? Storage::Both : Storage::Low;
}

//===----------------------------------------------------------------------===//
// Costs of one value
//===----------------------------------------------------------------------===//

int64_t Explanation::getOpBytes(GraphIndex index) const {
  int64_t bytes = 0;
  for (const Use &use : graph.getUses(graph.ops[index]))
    addTo(bytes, graph.getReadBytes(use, assignment));
  for (GraphIndex value : resultsOf[index])
    addTo(bytes, graph.getDefinitionCost(value, assignment).writes);
  return bytes;
}

ValueBytes Explanation::getBytes(GraphIndex value) const {
  DefinitionCost definition = graph.getDefinitionCost(value, assignment);
  ValueBytes bytes;
  bytes.writes = definition.writes;
  bytes.numCasts = definition.casts;
  bytes.casts = definition.castBytes;
  for (GraphIndex use : usesOf[value])
    addTo(bytes.reads, graph.getReadBytes(graph.uses[use], assignment));
  return bytes;
}

//===----------------------------------------------------------------------===//
// Constraints of one value
//===----------------------------------------------------------------------===//

std::string Explanation::describeUse(GraphIndex index) const {
  const Use &use = graph.uses[index];
  Operation *op = use.operand       ? use.operand->getOwner()
                  : use.op != kNone ? graph.ops[use.op].op
                                    : nullptr;
  if (!op)
    return "a use";
  if (options.paths)
    return options.paths->getPath(op);
  return op->getName().getStringRef().str() + " at " +
         formatLocation(op->getLoc());
}

bool Explanation::isAllowed(GraphIndex value, std::string &why) const {
  const ValueNode &node = graph.values[value];
  const Assignment &at = trial->get();
  bool p = !at.hasHigh[value], q = at.hasLow[value];
  auto fail = [&](std::string text) {
    why = std::move(text);
    return false;
  };
  if (p && !q)
    return fail("a value needs a copy");
  if (node.pinnedHigh && p)
    return fail("pinned high: " + stringifyBinding(node.binding).str());
  if (node.forbidLow && q)
    return fail("low type cannot hold it: " +
                stringifyBinding(node.binding).str());
  if (node.def == DefKind::Fixed && p)
    return fail("its op writes the type it had: " +
                stringifyBinding(node.binding).str());
  if (node.def == DefKind::Labeled) {
    bool y = at.labelLow[node.label];
    if (y ? !q : p)
      return fail("its op writes the type it works in");
  }
  if (GraphIndex use = trial->findUnmetUse(value); use != kNone)
    return fail(describeUse(use) + " reads it " + (q ? "high" : "low"));
  if (p && trial->impliesHigh(value))
    return fail("made by an op that is never low, and a user of it is "
                "stored high");
  if (!p && trial->isImpliedLow(value))
    return fail("a value that it is made from is stored low only");
  return true;
}

//===----------------------------------------------------------------------===//
// The other choice
//===----------------------------------------------------------------------===//

bool Explanation::repair(GraphIndex value, Cost &delta, std::string &why) {
  Cost before = trial->getCost(value);
  bool found = false, bestHigh = false, bestLow = false;
  Cost best = 0;
  // High first: ties go to the type that the value had.
  for (auto [high, low] :
       {std::pair(true, false), {false, true}, {true, true}}) {
    trial->setStorage(value, high, low);
    if (!isAllowed(value, why))
      continue;
    Cost cost = trial->getCost(value);
    if (!found || cost < best) {
      found = true;
      best = cost;
      bestHigh = high;
      bestLow = low;
    }
  }
  if (!found)
    return false;
  trial->setStorage(value, bestHigh, bestLow);
  trial->settle(value);
  delta += best - before;
  return true;
}

Alternative Explanation::getLabelAlternative(GraphIndex label) {
  if (labelCache[label])
    return *labelCache[label];
  const LabelNode &node = graph.labels[label];
  Alternative result;
  bool low = assignment.labelLow[label];
  LabelNode::Fixed side = low ? LabelNode::Fixed::Low : LabelNode::Fixed::High;
  if (node.fixed == side) {
    result.constraint = "fixed " + std::string(low ? "low" : "high") + ": " +
                        stringifyBinding(node.binding).str();
    labelCache[label] = result;
    return result;
  }
  llvm::SmallVector<GraphIndex> touched(valuesOfLabel[label]);
  for (GraphIndex use : usesOfLabel[label])
    touched.push_back(graph.uses[use].value);
  llvm::sort(touched);
  touched.erase(llvm::unique(touched), touched.end());

  // The label's own step, then one value after the other: the differences add
  // up to the exact change of the objective.
  Cost delta = Cost(node.highCost) - node.lowCost;
  if (!low)
    delta = -delta;
  TrialAssignment &trial = getTrial();
  for (GraphIndex value : touched)
    delta -= trial.getCost(value);
  trial.flip(label, usesOfLabel[label]);
  for (GraphIndex value : touched)
    delta += trial.getCost(value);
  result.feasible = true;
  for (GraphIndex value : touched) {
    if (!repair(value, delta, result.constraint)) {
      result.feasible = false;
      result.binding = graph.values[value].binding;
      break;
    }
  }
  result.bytes = result.feasible ? saturate(delta) : 0;
  if (result.feasible)
    result.constraint.clear();
  trial.reset(touched);
  labelCache[label] = result;
  return result;
}

Alternative Explanation::getAlternative(GraphIndex value) {
  const ValueNode &node = graph.values[value];
  if (node.def == DefKind::Labeled)
    return getLabelAlternative(node.label);
  bool toLow = !assignment.hasLow[value];
  Alternative result;
  TrialAssignment &trial = getTrial();
  Cost before = trial.getCost(value);
  trial.setStorage(value, /*high=*/!toLow, /*low=*/toLow);
  result.feasible = isAllowed(value, result.constraint);
  if (result.feasible)
    result.bytes = saturate(trial.getCost(value) - before);
  trial.reset(value);
  return result;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

OpPrecision Explanation::getPrecision(GraphIndex index) const {
  const OpNode &op = graph.ops[index];
  bool low = false, high = false;
  if (op.label != kNone)
    return assignment.labelLow[op.label] ? OpPrecision::Low : OpPrecision::High;
  for (GraphIndex i = op.firstUse, e = op.firstUse + op.numUses; i != e; ++i)
    if (graph.uses[i].elements > 0)
      (graph.readsLow(graph.uses[i], assignment) ? low : high) = true;
  for (GraphIndex value : resultsOf[index]) {
    low |= bool(assignment.hasLow[value]);
    high |= bool(assignment.hasHigh[value]);
  }
  if (low && high)
    return OpPrecision::Mixed;
  return low ? OpPrecision::Low : high ? OpPrecision::High : OpPrecision::None;
}

bool Explanation::cameLow(GraphIndex index) const {
  const OpNode &op = graph.ops[index];
  if (op.category != Category::Always || op.label != kNone ||
      op.multiplyAdds == 0)
    return false;
  return llvm::all_of(op.op->getOperandTypes(), [&](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return !element || element == graph.low || element == graph.high ||
           element.getWidth() < FloatType(graph.low).getWidth();
  });
}

/// The element type of a value that takes no part; index for an op's tokens.
static Type getUntouchedType(Type type) { return getElementTypeOrSelf(type); }

/// What prices of accuracy alone keep an op or its first result high, if any.
static Binding getPriceBinding(const PrecisionGraph &graph, const OpNode &op,
                               ArrayRef<GraphIndex> results) {
  auto bindingOf = [](const auto &node) {
    return node.limited  ? Binding::ErrorLimit
           : node.priced ? Binding::Profile
                         : Binding::Free;
  };
  if (op.label != kNone)
    return bindingOf(graph.labels[op.label]);
  return results.empty() ? Binding::Free
                         : bindingOf(graph.values[results.front()]);
}

OpExplanation Explanation::explainOp(GraphIndex index) {
  const OpNode &node = graph.ops[index];
  OpExplanation result;
  result.precision = getPrecision(index);
  for (Value operand : node.op->getOperands())
    result.operands.push_back(getUntouchedType(operand.getType()));
  for (Value value : node.op->getResults())
    result.results.push_back(getUntouchedType(value.getType()));
  bool readsLow = false;
  for (GraphIndex i = node.firstUse, e = i + node.numUses; i != e; ++i) {
    const Use &use = graph.uses[i];
    bool low = graph.readsLow(use, assignment);
    readsLow |= low;
    if (use.operand)
      result.operands[use.operand->getOperandNumber()] =
          low ? graph.low : graph.high;
  }
  for (GraphIndex value : resultsOf[index])
    if (auto opResult = dyn_cast_or_null<OpResult>(graph.values[value].value))
      result.results[opResult.getResultNumber()] =
          isWrittenLow(value) ? graph.low : graph.high;

  bool labelLow = node.label != kNone && assignment.labelLow[node.label];
  bool contraction = hasAny(node.traits, NumericTraits::Contraction);
  bool computesLow = labelLow || (options.computeLow && readsLow &&
                                  node.category != Category::Never);
  result.compute = computesLow ? graph.low : graph.high;
  FloatType ruled = graph.getAccumulate(node);
  result.accumulate = ruled                                  ? ruled
                      : options.accumulateLow && computesLow ? graph.low
                      : contraction || !computesLow          ? graph.high
                                                             : result.compute;
  if (hasAny(node.traits, NumericTraits::AdditiveReduction) &&
      !options.accumulateLow && !ruled)
    result.accumulate = graph.high;
  if (result.accumulate.getWidth() < result.compute.getWidth())
    result.compute = result.accumulate;

  if (node.label != kNone) {
    result.binding = graph.labels[node.label].fixed != LabelNode::Fixed::None
                         ? graph.labels[node.label].binding
                         : Binding::Free;
    result.otherwise = getLabelAlternative(node.label);
  } else if (!resultsOf[index].empty()) {
    GraphIndex value = resultsOf[index].front();
    const ValueNode &first = graph.values[value];
    result.otherwise = getAlternative(value);
    if (!result.otherwise.feasible)
      result.binding = first.binding;
  }
  if (result.binding == Binding::Free && !result.otherwise.feasible)
    result.binding = result.otherwise.binding;
  if (result.binding == Binding::Free)
    result.binding = getPriceBinding(graph, node, resultsOf[index]);
  if (result.binding == Binding::Free && node.category == Category::Never)
    result.binding = Binding::NeverOp;
  return result;
}
