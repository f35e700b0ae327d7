//===- ApplyPlan.cpp - Applying precision plans ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocationMatcher.h"
#include "PlanText.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::amp;

/// An error at the plan's entry; at its head if that is kNone.
static InFlightDiagnostic errorAt(const Plan &plan, GraphIndex entry,
                                  MLIRContext *context) {
  unsigned line = entry == kNone ? 1 : plan.entries[entry].line;
  auto diagnostic = emitError(plan.getLoc(line, context));
  if (entry == kNone)
    diagnostic << "the plan ";
  else
    diagnostic << "plan entry '" << plan.entries[entry].key << "' ";
  return diagnostic;
}

namespace {
/// Matches entries with a graph and fixes what they say.
class PlanApplier {
public:
  PlanApplier(PrecisionGraph &graph, const Plan &plan, Operation *root)
      : graph(graph), plan(plan), root(root), paths(root), locations(graph) {
    choices.valueEntry.assign(graph.values.size(), kNone);
    choices.labelEntry.assign(graph.labels.size(), kNone);
    choices.values.assign(graph.values.size(), PlannedStorage::Any);
    choices.labelLow.assign(graph.labels.size(), false);
  }
  FailureOr<PlannedChoices> run();

private:
  InFlightDiagnostic error(GraphIndex entry) {
    return errorAt(plan, entry, root->getContext());
  }
  void indexSignatures();
  LogicalResult match(GraphIndex entry);
  LogicalResult matchLocation(GraphIndex entry);
  LogicalResult setOp(GraphIndex op, GraphIndex entry);
  LogicalResult setLabel(GraphIndex label, bool low, GraphIndex entry);
  LogicalResult setValue(GraphIndex value, PlannedStorage storage,
                         GraphIndex entry);
  LogicalResult checkLabels();
  LogicalResult checkUses();

  PrecisionGraph &graph;
  const Plan &plan;
  Operation *root;
  StablePaths paths;
  LocationMatcher locations;
  /// Values and labels by path.
  llvm::StringMap<GraphIndex> arguments, results;
  PlannedChoices choices;
};
} // namespace

void PlanApplier::indexSignatures() {
  for (GraphIndex index = 0; index < graph.values.size(); ++index)
    if (auto argument = dyn_cast<BlockArgument>(graph.values[index].value))
      arguments[paths.getPath(argument)] = index;
  forEachReturned(graph, [&](const Use &use, Operation *function) {
    results[getResultPath(paths, use, function)] = use.label;
  });
}

LogicalResult PlanApplier::setLabel(GraphIndex label, bool low,
                                    GraphIndex entry) {
  LabelNode &node = graph.labels[label];
  LabelNode::Fixed side = low ? LabelNode::Fixed::Low : LabelNode::Fixed::High;
  if (node.fixed != LabelNode::Fixed::None && node.fixed != side) {
    GraphIndex other = choices.labelEntry[label];
    if (other != kNone)
      return error(entry) << "contradicts line " << plan.entries[other].line
                          << ", to which it is tied";
    return error(entry) << "wants " << (low ? "low" : "high")
                        << ", but the op is fixed " << (low ? "high" : "low")
                        << ": " << stringifyBinding(node.binding);
  }
  if (node.fixed == LabelNode::Fixed::None)
    node.binding = Binding::Policy;
  node.fixed = side;
  choices.labelEntry[label] = entry;
  choices.labelLow[label] = low;
  return success();
}

LogicalResult PlanApplier::setValue(GraphIndex value, PlannedStorage storage,
                                    GraphIndex entry) {
  if (storage == PlannedStorage::Any)
    return success();
  GraphIndex other = choices.valueEntry[value];
  if (other != kNone && choices.values[value] != storage)
    return error(entry) << "contradicts line " << plan.entries[other].line;
  ValueNode &node = graph.values[value];
  bool wantsHigh = storage != PlannedStorage::Low;
  bool wantsLow = storage != PlannedStorage::High;
  if (wantsLow && node.forbidLow)
    return error(entry) << "wants a low copy, but the low type cannot hold "
                           "the value: "
                        << stringifyBinding(node.binding);
  if (!wantsHigh && (node.pinnedHigh || node.def == DefKind::Fixed))
    return error(entry) << "wants no high copy, but the value is pinned "
                           "high: "
                        << stringifyBinding(node.binding);
  if (storage == PlannedStorage::BothFromLow && node.def != DefKind::Labeled)
    return error(entry) << "cannot be written low with a high copy beside it: "
                           "expected both, got both-low";
  if (node.def == DefKind::Labeled) {
    bool low = storage == PlannedStorage::Low ||
               storage == PlannedStorage::BothFromLow;
    if (failed(setLabel(node.label, low, entry)))
      return failure();
  }
  if ((wantsHigh && !node.pinnedHigh) || (!wantsLow && !node.forbidLow))
    node.binding = Binding::Policy;
  node.pinnedHigh |= wantsHigh;
  node.forbidLow |= !wantsLow;
  choices.valueEntry[value] = entry;
  choices.values[value] = storage;
  return success();
}

LogicalResult PlanApplier::setOp(GraphIndex index, GraphIndex entryIndex) {
  const OpNode &node = graph.ops[index];
  const PlanEntry &entry = plan.entries[entryIndex];
  if (entry.labelLow && node.label == kNone && !entry.byLocation)
    return error(entryIndex)
           << "sets the type that the op works in, but the op absorbs casts: "
              "set the storage of its results";
  if (entry.labelLow && node.label != kNone &&
      failed(setLabel(node.label, *entry.labelLow, entryIndex)))
    return failure();
  if (!entry.storage.empty() && !entry.byLocation &&
      entry.storage.size() != node.op->getNumResults())
    return error(entryIndex)
           << "lists " << entry.storage.size() << " results, but the op has "
           << node.op->getNumResults();
  for (auto [number, result] : llvm::enumerate(node.op->getResults())) {
    if (number >= entry.storage.size())
      break;
    GraphIndex value = graph.lookup(result);
    if (value == kNone && entry.storage[number] != PlannedStorage::Any)
      return error(entryIndex) << "sets result " << number
                               << ", which takes no part in the conversion";
    if (value != kNone &&
        failed(setValue(value, entry.storage[number], entryIndex)))
      return failure();
  }
  return success();
}

LogicalResult PlanApplier::matchLocation(GraphIndex entryIndex) {
  const PlanEntry &entry = plan.entries[entryIndex];
  SmallVector<GraphIndex> found = locations.find(entry.key);
  if (found.empty())
    return emitError(plan.getLoc(entry.line, root->getContext()))
           << "plan entry 'loc \"" << entry.key << "\"' matches no op";
  for (GraphIndex op : found)
    if (failed(setOp(op, entryIndex)))
      return failure();
  return success();
}

LogicalResult PlanApplier::match(GraphIndex entryIndex) {
  const PlanEntry &entry = plan.entries[entryIndex];
  if (entry.byLocation)
    return matchLocation(entryIndex);
  if (auto it = arguments.find(entry.key); it != arguments.end()) {
    if (entry.storage.size() != 1)
      return error(entryIndex) << "of an argument needs one storage, got "
                               << entry.storage.size();
    return setValue(it->second, entry.storage.front(), entryIndex);
  }
  if (auto it = results.find(entry.key); it != results.end()) {
    if (!entry.labelLow || !entry.storage.empty())
      return error(entryIndex) << "of a function's result needs low or high";
    return setLabel(it->second, *entry.labelLow, entryIndex);
  }
  Operation *op = paths.lookup(entry.key);
  if (!op)
    return error(entryIndex) << "matches nothing";
  GraphIndex index = graph.lookup(op);
  if (index == kNone)
    return error(entryIndex) << "takes no part in the conversion";
  return setOp(index, entryIndex);
}

/// An op that writes low what the low type cannot hold can have no assignment.
LogicalResult PlanApplier::checkLabels() {
  for (const ValueNode &node : graph.values) {
    if (node.def != DefKind::Labeled || !node.forbidLow)
      continue;
    GraphIndex entry = choices.labelEntry[node.label];
    if (entry != kNone && choices.labelLow[node.label])
      return error(entry) << "wants low, but the low type cannot hold what "
                             "is written: "
                          << stringifyBinding(node.binding);
  }
  return success();
}

/// A value without a low copy whose reader must be low can have no assignment.
LogicalResult PlanApplier::checkUses() {
  for (const Use &use : graph.uses) {
    if (use.kind != UseKind::Tied)
      continue;
    const LabelNode &label = graph.labels[use.label];
    GraphIndex entry = choices.valueEntry[use.value];
    if (entry == kNone)
      entry = choices.labelEntry[use.label];
    if (entry == kNone || label.fixed != LabelNode::Fixed::Low ||
        !graph.values[use.value].forbidLow)
      continue;
    auto diagnostic = error(entry);
    diagnostic << "leaves a value without the low copy that a use needs";
    if (use.operand)
      diagnostic.attachNote(use.operand->getOwner()->getLoc())
          << "used low here";
    return failure();
  }
  return success();
}

FailureOr<PlannedChoices> PlanApplier::run() {
  if (getTypeText(graph.low) != plan.low ||
      getTypeText(graph.high) != plan.high)
    return emitError(plan.getLoc(1, root->getContext()))
           << "the plan is for " << plan.high << " -> " << plan.low
           << ", the conversion is " << getTypeText(graph.high) << " -> "
           << getTypeText(graph.low);
  indexSignatures();
  for (GraphIndex entry = 0; entry < plan.entries.size(); ++entry)
    if (failed(match(entry)))
      return failure();
  if (failed(checkLabels()) || failed(checkUses()))
    return failure();
  return std::move(choices);
}

FailureOr<PlannedChoices> amp::applyPlan(PrecisionGraph &graph,
                                         const Plan &plan, Operation *root) {
  return PlanApplier(graph, plan, root).run();
}

/// The entry to blame for `violation`: kNone if the plan says nothing there.
static GraphIndex findEntry(const PrecisionGraph &graph,
                            const PlannedChoices &choices,
                            const Violation &violation) {
  auto ofLabel = [&](GraphIndex label) {
    return label == kNone ? kNone : choices.labelEntry[label];
  };
  auto ofEither = [](GraphIndex first, GraphIndex second) {
    return first == kNone ? second : first;
  };
  GraphIndex index = violation.index;
  switch (violation.where) {
  case Violation::Where::Value:
    return ofEither(choices.valueEntry[index],
                    ofLabel(graph.values[index].label));
  case Violation::Where::Use:
    return ofEither(choices.valueEntry[graph.uses[index].value],
                    ofLabel(graph.uses[index].label));
  case Violation::Where::Label:
    return ofLabel(index);
  case Violation::Where::Implication:
    return ofEither(choices.valueEntry[graph.implications[index].from],
                    choices.valueEntry[graph.implications[index].to]);
  }
  llvm_unreachable("unknown place");
}

/// The first entry that makes something low.
static GraphIndex findLowEntry(const PlannedChoices &choices) {
  GraphIndex first = kNone;
  for (auto [storage, entry] : llvm::zip(choices.values, choices.valueEntry))
    if (storage != PlannedStorage::Any && storage != PlannedStorage::High)
      first = std::min(first, entry);
  for (auto [low, entry] : llvm::zip(choices.labelLow, choices.labelEntry))
    if (low)
      first = std::min(first, entry);
  return first;
}

LogicalResult amp::checkNothingLow(const Plan &plan,
                                   const PlannedChoices &choices,
                                   MLIRContext *context) {
  GraphIndex entry = findLowEntry(choices);
  if (entry == kNone)
    return success();
  return errorAt(plan, entry, context)
         << "wants low, but no contraction works low: nothing is converted "
            "without one";
}

LogicalResult amp::enforcePlan(const PrecisionGraph &graph, const Plan &plan,
                               const PlannedChoices &choices,
                               Assignment &assignment) {
  MLIRContext *context = graph.low.getContext();
  // No assignment at all: a rule fixes an op low whose data low cannot hold.
  // Nothing is converted then, which a plan without anything low agrees to.
  if (!graph.isFeasible(assignment)) {
    GraphIndex entry = findLowEntry(choices);
    if (entry == kNone)
      return success();
    return errorAt(plan, entry, context)
           << "wants low, but nothing can be: a rule fixes an op low whose "
              "data the low type cannot hold";
  }
  for (GraphIndex label = 0; label < graph.labels.size(); ++label)
    if (choices.labelEntry[label] != kNone)
      assignment.labelLow[label] = choices.labelLow[label];
  for (GraphIndex value = 0; value < graph.values.size(); ++value) {
    if (choices.values[value] == PlannedStorage::Any)
      continue;
    assignment.hasHigh[value] = choices.values[value] != PlannedStorage::Low;
    assignment.hasLow[value] = choices.values[value] != PlannedStorage::High;
  }
  std::optional<Violation> violation = graph.findViolation(assignment);
  if (!violation)
    return success();
  auto diagnostic =
      errorAt(plan, findEntry(graph, choices, *violation), context);
  if (violation->where == Violation::Where::Implication) {
    GraphIndex to = graph.implications[violation->index].to;
    diagnostic << "drops the high copy of a NEVER op's result, but not that of "
                  "what it is moved to";
    diagnostic.attachNote(graph.values[to].value.getLoc()) << "moved here";
  } else if (violation->where == Violation::Where::Use) {
    const Use &use = graph.uses[violation->index];
    StringRef side = graph.readsLow(use, assignment) ? "low" : "high";
    diagnostic << "leaves a value without the " << side
               << " copy that a use needs";
    if (use.operand)
      diagnostic.attachNote(use.operand->getOwner()->getLoc())
          << "used " << side << " here";
  } else {
    diagnostic << "contradicts itself or the module: " << violation->what;
  }
  return failure();
}
