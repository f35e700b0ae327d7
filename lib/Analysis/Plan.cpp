//===- Plan.cpp - Making and applying precision plans ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Plan.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

static std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

static PlannedStorage getStorage(const PrecisionGraph &graph,
                                 const Assignment &assignment,
                                 GraphIndex value) {
  if (!assignment.hasLow[value])
    return PlannedStorage::High;
  if (!assignment.hasHigh[value])
    return PlannedStorage::Low;
  const ValueNode &node = graph.values[value];
  bool fromLow =
      node.def == DefKind::Labeled && assignment.labelLow[node.label];
  return fromLow ? PlannedStorage::BothFromLow : PlannedStorage::BothFromHigh;
}

Plan amp::makePlan(const PrecisionGraph &graph, const Assignment &assignment,
                   Operation *root) {
  StablePaths paths(root);
  Plan plan;
  plan.high = typeText(graph.high);
  plan.low = typeText(graph.low);
  for (GraphIndex index = 0; index < graph.values.size(); ++index) {
    auto argument = dyn_cast<BlockArgument>(graph.values[index].value);
    if (!argument)
      continue;
    PlanEntry entry;
    entry.key = paths.getPath(argument);
    entry.storage.push_back(getStorage(graph, assignment, index));
    entry.location = formatLocation(argument.getLoc());
    plan.entries.push_back(std::move(entry));
  }
  for (const OpNode &node : graph.ops) {
    PlanEntry entry;
    if (node.label != kNone)
      entry.labelLow = assignment.labelLow[node.label];
    bool stored = false;
    for (Value result : node.op->getResults()) {
      GraphIndex value = graph.lookup(result);
      stored |= value != kNone;
      entry.storage.push_back(value == kNone
                                  ? PlannedStorage::Any
                                  : getStorage(graph, assignment, value));
    }
    if (!stored)
      entry.storage.clear();
    if (!stored && !entry.labelLow)
      continue;
    entry.key = paths.getPath(node.op);
    entry.location = formatLocation(node.op->getLoc());
    plan.entries.push_back(std::move(entry));
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

namespace {
/// Matches entries with a graph and fixes what they say.
class PlanApplier {
public:
  PlanApplier(PrecisionGraph &graph, const Plan &plan, Operation *root)
      : graph(graph), plan(plan), root(root), paths(root) {
    choices.valueEntry.assign(graph.values.size(), kNone);
    choices.labelEntry.assign(graph.labels.size(), kNone);
    choices.values.assign(graph.values.size(), PlannedStorage::Any);
    choices.labelLow.assign(graph.labels.size(), false);
  }
  FailureOr<PlannedChoices> run();

private:
  InFlightDiagnostic error(GraphIndex entry) {
    return emitError(FileLineColLoc::get(root->getContext(), plan.file,
                                         plan.entries[entry].line, 1));
  }
  void indexArguments();
  LogicalResult match(GraphIndex entry);
  LogicalResult matchLocation(GraphIndex entry);
  LogicalResult setOp(GraphIndex op, GraphIndex entry);
  LogicalResult setLabel(GraphIndex label, bool low, GraphIndex entry);
  LogicalResult setValue(GraphIndex value, PlannedStorage storage,
                         GraphIndex entry);
  LogicalResult checkUses();

  PrecisionGraph &graph;
  const Plan &plan;
  Operation *root;
  StablePaths paths;
  llvm::StringMap<GraphIndex> arguments;
  PlannedChoices choices;
};
} // namespace

void PlanApplier::indexArguments() {
  for (GraphIndex index = 0; index < graph.values.size(); ++index)
    if (auto argument = dyn_cast<BlockArgument>(graph.values[index].value))
      arguments[paths.getPath(argument)] = index;
}

LogicalResult PlanApplier::setLabel(GraphIndex label, bool low,
                                    GraphIndex entry) {
  LabelNode &node = graph.labels[label];
  LabelNode::Fixed side = low ? LabelNode::Fixed::Low : LabelNode::Fixed::High;
  if (node.fixed != LabelNode::Fixed::None && node.fixed != side) {
    GraphIndex other = choices.labelEntry[label];
    if (other != kNone)
      return error(entry) << "plan entry '" << plan.entries[entry].key
                          << "' contradicts line " << plan.entries[other].line
                          << ", to which it is tied";
    return error(entry) << "plan entry '" << plan.entries[entry].key
                        << "' wants " << (low ? "low" : "high")
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
  ValueNode &node = graph.values[value];
  bool wantsHigh = storage != PlannedStorage::Low;
  bool wantsLow = storage != PlannedStorage::High;
  if (wantsLow && node.forbidLow)
    return error(entry) << "plan entry '" << plan.entries[entry].key
                        << "' wants a low copy, but the low type cannot hold "
                           "the value: "
                        << stringifyBinding(node.binding);
  if (!wantsHigh && (node.pinnedHigh || node.def == DefKind::Fixed))
    return error(entry) << "plan entry '" << plan.entries[entry].key
                        << "' wants no high copy, but the value is pinned "
                           "high: "
                        << stringifyBinding(node.binding);
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
           << "plan entry '" << entry.key
           << "' sets the type that the op works in, but the op absorbs casts: "
              "set the storage of its results";
  if (entry.labelLow && node.label != kNone &&
      failed(setLabel(node.label, *entry.labelLow, entryIndex)))
    return failure();
  if (!entry.storage.empty() && !entry.byLocation &&
      entry.storage.size() != node.op->getNumResults())
    return error(entryIndex)
           << "plan entry '" << entry.key << "' lists " << entry.storage.size()
           << " results, but the op has " << node.op->getNumResults();
  for (auto [number, result] : llvm::enumerate(node.op->getResults())) {
    if (number >= entry.storage.size())
      break;
    GraphIndex value = graph.lookup(result);
    if (value == kNone && entry.storage[number] != PlannedStorage::Any)
      return error(entryIndex)
             << "plan entry '" << entry.key << "' sets result " << number
             << ", which takes no part in the conversion";
    if (value != kNone &&
        failed(setValue(value, entry.storage[number], entryIndex)))
      return failure();
  }
  return success();
}

LogicalResult PlanApplier::matchLocation(GraphIndex entryIndex) {
  StringRef pattern = plan.entries[entryIndex].key;
  bool prefix = pattern.consume_back("*");
  bool found = false;
  for (GraphIndex op = 0; op < graph.ops.size(); ++op) {
    std::string text = formatLocation(graph.ops[op].op->getLoc());
    if (prefix ? !StringRef(text).starts_with(pattern) : text != pattern)
      continue;
    found = true;
    if (failed(setOp(op, entryIndex)))
      return failure();
  }
  if (!found)
    return error(entryIndex)
           << "plan entry 'loc \"" << plan.entries[entryIndex].key
           << "\"' matches no op";
  return success();
}

LogicalResult PlanApplier::match(GraphIndex entryIndex) {
  const PlanEntry &entry = plan.entries[entryIndex];
  if (entry.byLocation)
    return matchLocation(entryIndex);
  if (auto it = arguments.find(entry.key); it != arguments.end()) {
    if (entry.storage.size() != 1)
      return error(entryIndex) << "plan entry '" << entry.key
                               << "' of an argument needs one storage, got "
                               << entry.storage.size();
    return setValue(it->second, entry.storage.front(), entryIndex);
  }
  Operation *op = paths.lookup(entry.key);
  if (!op)
    return error(entryIndex)
           << "plan entry '" << entry.key << "' matches nothing";
  GraphIndex index = graph.lookup(op);
  if (index == kNone)
    return error(entryIndex) << "plan entry '" << entry.key
                             << "' takes no part in the conversion";
  return setOp(index, entryIndex);
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
    diagnostic << "plan entry '" << plan.entries[entry].key
               << "' leaves a value without the low copy that a use needs";
    if (use.operand)
      diagnostic.attachNote(use.operand->getOwner()->getLoc())
          << "used low here";
    return failure();
  }
  return success();
}

FailureOr<PlannedChoices> PlanApplier::run() {
  if (typeText(graph.low) != plan.low || typeText(graph.high) != plan.high)
    return emitError(FileLineColLoc::get(root->getContext(), plan.file, 1, 1))
           << "the plan is for " << plan.high << " -> " << plan.low
           << ", the conversion is " << typeText(graph.high) << " -> "
           << typeText(graph.low);
  indexArguments();
  for (GraphIndex entry = 0; entry < plan.entries.size(); ++entry)
    if (failed(match(entry)))
      return failure();
  if (failed(checkUses()))
    return failure();
  return std::move(choices);
}

FailureOr<PlannedChoices> amp::applyPlan(PrecisionGraph &graph,
                                         const Plan &plan, Operation *root) {
  return PlanApplier(graph, plan, root).run();
}

LogicalResult amp::enforcePlan(const PrecisionGraph &graph, const Plan &plan,
                               const PlannedChoices &choices,
                               Assignment &assignment) {
  for (GraphIndex label = 0; label < graph.labels.size(); ++label)
    if (choices.labelEntry[label] != kNone)
      assignment.labelLow[label] = choices.labelLow[label];
  for (GraphIndex value = 0; value < graph.values.size(); ++value) {
    if (choices.valueEntry[value] == kNone)
      continue;
    assignment.hasHigh[value] = choices.values[value] != PlannedStorage::Low;
    assignment.hasLow[value] = choices.values[value] != PlannedStorage::High;
  }
  std::string why;
  if (graph.isFeasible(assignment, &why))
    return success();
  MLIRContext *context = graph.low.getContext();
  return emitError(FileLineColLoc::get(context, plan.file, 1, 1))
         << "the plan contradicts itself or the module: " << why;
}
