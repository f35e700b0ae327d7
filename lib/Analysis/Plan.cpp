//===- Plan.cpp - Making precision plans ----------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/PrecisionInfo.h"
#include "PlanText.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::amp;

std::string amp::getTypeText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

void amp::forEachReturned(
    const PrecisionGraph &graph,
    llvm::function_ref<void(const Use &, Operation *)> visit) {
  for (const OpNode &node : graph.ops) {
    Operation *function = node.op->getParentOp();
    if (!node.op->hasTrait<OpTrait::ReturnLike>() ||
        !isa_and_nonnull<FunctionOpInterface>(function))
      continue;
    for (const Use &use : graph.getUses(node))
      if (use.kind == UseKind::Tied && use.operand)
        visit(use, function);
  }
}

std::string amp::getResultPath(const StablePaths &paths, const Use &use,
                               Operation *function) {
  return paths.getPath(function) + "/result#" +
         std::to_string(use.operand->getOperandNumber());
}

/// Whether `label` is high though it is fixed low.
static bool isDropped(const PrecisionGraph &graph, const Assignment &assignment,
                      GraphIndex label) {
  return graph.labels[label].fixed == LabelNode::Fixed::Low &&
         !assignment.labelLow[label];
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

/// What a conversion that was dropped leaves unsaid: labels that are fixed low
/// though nothing is, and the values that they write and read. Said high, they
/// would contradict what fixes the label.
static llvm::BitVector findUnsaid(const PrecisionGraph &graph,
                                  const Assignment &assignment) {
  llvm::BitVector unsaid(graph.values.size());
  for (GraphIndex index = 0; index < graph.values.size(); ++index)
    if (graph.values[index].def == DefKind::Labeled &&
        isDropped(graph, assignment, graph.values[index].label))
      unsaid.set(index);
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied && isDropped(graph, assignment, use.label))
      unsaid.set(use.value);
  return unsaid;
}

/// Results of functions that no call shows: nothing else names their labels.
static void addResults(const PrecisionGraph &graph,
                       const Assignment &assignment, const StablePaths &paths,
                       Plan &plan) {
  llvm::BitVector named(graph.labels.size());
  for (const OpNode &node : graph.ops)
    if (node.label != kNone)
      named.set(node.label);
  for (const ValueNode &node : graph.values)
    if (node.def == DefKind::Labeled)
      named.set(node.label);
  forEachReturned(graph, [&](const Use &use, Operation *function) {
    if (named[use.label] || isDropped(graph, assignment, use.label))
      return;
    named.set(use.label);
    PlanEntry entry;
    entry.key = getResultPath(paths, use, function);
    entry.labelLow = assignment.labelLow[use.label];
    plan.entries.push_back(std::move(entry));
  });
}

Plan amp::makePlan(const PrecisionGraph &graph, const Assignment &assignment,
                   Operation *root) {
  StablePaths paths(root);
  Plan plan;
  plan.high = getTypeText(graph.high);
  plan.low = getTypeText(graph.low);
  llvm::BitVector unsaid = findUnsaid(graph, assignment);
  for (GraphIndex index = 0; index < graph.values.size(); ++index) {
    auto argument = dyn_cast<BlockArgument>(graph.values[index].value);
    if (!argument || unsaid[index])
      continue;
    PlanEntry entry;
    entry.key = paths.getPath(argument);
    entry.storage.push_back(getStorage(graph, assignment, index));
    entry.location = formatLocation(argument.getLoc());
    plan.entries.push_back(std::move(entry));
  }
  addResults(graph, assignment, paths, plan);
  for (const OpNode &node : graph.ops) {
    // A cast of an earlier run has no path, and no choice.
    if (isPrecisionCast(node.op))
      continue;
    PlanEntry entry;
    if (node.label != kNone && !isDropped(graph, assignment, node.label))
      entry.labelLow = assignment.labelLow[node.label];
    bool stored = false;
    for (Value result : node.op->getResults()) {
      GraphIndex value = graph.lookup(result);
      bool isSaid = value != kNone && !unsaid[value];
      stored |= isSaid;
      entry.storage.push_back(isSaid ? getStorage(graph, assignment, value)
                                     : PlannedStorage::Any);
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
