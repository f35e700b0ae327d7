//===- Greedy.cpp - The forward sweep of the peers ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ALWAYS ops are low where they may be, NEVER ops high, a FOLLOW op is low if
// every input that is not free to cast is. On straight-line code one sweep in
// program order decides this; with loops the answer depends on values that come
// later. Both are the same greatest fixpoint: start low, and let each op, label
// and value turn high at most once, when something it follows does.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Assignment.h"
#include "Constraints.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

class ForwardSweep {
public:
  ForwardSweep(const PrecisionGraph &graph, const ConstraintSystem &system);

  void run();
  Assignment getAssignment() const;

private:
  bool isCastable(GraphIndex value) const { return castable[value]; }
  bool isFollow(GraphIndex op) const {
    return graph.ops[op].category == Category::Follow;
  }
  /// True if the label is low whatever its inputs are.
  bool insistsOnLow(GraphIndex label) const;
  void findCastable();
  void start();
  void raiseValue(GraphIndex value);
  void raiseLabel(GraphIndex label);
  void raiseOp(GraphIndex op);
  void visitUses(GraphIndex value);

  const PrecisionGraph &graph;
  const ConstraintSystem &system;
  FlatLists opResults, labelResults, valueUses, views, labelOps;
  /// Exists in either type at no cost that counts: weights, constants, fills,
  /// and views of those.
  std::vector<bool> castable;
  std::vector<bool> valueHigh, labelHigh, opHigh;
  /// Values whose users are still to be told that they are high.
  std::vector<GraphIndex> worklist;
};

} // namespace

static Pairs pairWith(ArrayRef<ValueNode> values,
                      llvm::function_ref<GraphIndex(const ValueNode &)> key) {
  Pairs pairs;
  for (auto [index, node] : llvm::enumerate(values))
    if (GraphIndex from = key(node); from != kNone)
      pairs.emplace_back(from, index);
  return pairs;
}

static Pairs pairUses(const PrecisionGraph &graph) {
  Pairs pairs;
  for (auto [index, use] : llvm::enumerate(graph.uses))
    pairs.emplace_back(use.value, index);
  return pairs;
}

static Pairs pairLabelOps(const PrecisionGraph &graph) {
  Pairs pairs;
  for (auto [index, op] : llvm::enumerate(graph.ops))
    if (op.label != kNone)
      pairs.emplace_back(op.label, index);
  return pairs;
}

ForwardSweep::ForwardSweep(const PrecisionGraph &graph,
                           const ConstraintSystem &system)
    : graph(graph), system(system),
      opResults(graph.ops.size(),
                pairWith(graph.values,
                         [](const ValueNode &node) { return node.op; })),
      labelResults(graph.labels.size(),
                   pairWith(graph.values,
                            [](const ValueNode &node) {
                              return node.def == DefKind::Labeled ? node.label
                                                                  : kNone;
                            })),
      valueUses(graph.values.size(), pairUses(graph)),
      views(graph.values.size(),
            pairWith(graph.values,
                     [](const ValueNode &node) {
                       return node.def == DefKind::View ? node.source : kNone;
                     })),
      labelOps(graph.labels.size(), pairLabelOps(graph)),
      castable(graph.values.size()), valueHigh(graph.values.size()),
      labelHigh(graph.labels.size()), opHigh(graph.ops.size()) {}

bool ForwardSweep::insistsOnLow(GraphIndex label) const {
  if (!system.getGreatest()[system.y(label)])
    return false;
  if (system.getLeast()[system.y(label)])
    return true;
  GraphIndex op = graph.labels[label].op;
  return op != kNone && graph.ops[op].category == Category::Always;
}

void ForwardSweep::findCastable() {
  std::vector<GraphIndex> pending;
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    castable[index] = node.castsOnce() || node.def == DefKind::Creator;
    if (castable[index])
      pending.push_back(index);
  }
  while (!pending.empty()) {
    GraphIndex value = pending.back();
    pending.pop_back();
    for (GraphIndex view : views[value]) {
      if (!castable[view]) {
        castable[view] = true;
        pending.push_back(view);
      }
    }
  }
}

void ForwardSweep::raiseValue(GraphIndex value) {
  if (valueHigh[value])
    return;
  valueHigh[value] = true;
  if (!isCastable(value))
    worklist.push_back(value);
}

void ForwardSweep::raiseLabel(GraphIndex label) {
  if (labelHigh[label] || insistsOnLow(label))
    return;
  labelHigh[label] = true;
  for (GraphIndex value : labelResults[label])
    raiseValue(value);
  for (GraphIndex op : labelOps[label])
    if (isFollow(op))
      raiseOp(op);
}

void ForwardSweep::raiseOp(GraphIndex op) {
  if (opHigh[op])
    return;
  opHigh[op] = true;
  if (graph.ops[op].label != kNone)
    raiseLabel(graph.ops[op].label);
  for (GraphIndex value : opResults[op]) {
    // A view follows what it views, a labeled result its label, which a tied
    // destination may have given it: what a maximum starts from can be had in
    // either type and says nothing.
    const ValueNode &node = graph.values[value];
    if (node.def == DefKind::Fixed || node.def == DefKind::Absorbed)
      raiseValue(value);
    else if (node.def == DefKind::Labeled && graph.labels[node.label].op == op)
      raiseLabel(node.label);
  }
}

void ForwardSweep::start() {
  const ConstraintSystem::Point &greatest = system.getGreatest();
  for (auto [index, label] : llvm::enumerate(graph.labels))
    if (!greatest[system.y(index)])
      raiseLabel(index);
  for (auto [index, op] : llvm::enumerate(graph.ops)) {
    if (op.category == Category::Never) {
      raiseOp(index);
    } else if (op.category == Category::Follow) {
      // Nothing to follow: what is made from weights alone stays as it is.
      bool follows = false;
      for (GraphIndex u = op.firstUse; u < op.firstUse + op.numUses; ++u)
        follows |= !isCastable(graph.uses[u].value);
      if (!follows && op.numUses)
        raiseOp(index);
    }
  }
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    bool argument = node.op == kNone && node.def != DefKind::Labeled &&
                    node.def != DefKind::View;
    if (argument || node.def == DefKind::Fixed || node.pinnedHigh ||
        node.fromNever || !greatest[system.q(index)])
      raiseValue(index);
  }
}

void ForwardSweep::visitUses(GraphIndex value) {
  for (GraphIndex view : views[value])
    raiseValue(view);
  // A pinned value reaches its users by a cast, it does not decide for them.
  if (graph.values[value].pinnedHigh)
    return;
  for (GraphIndex u : valueUses[value]) {
    const Use &use = graph.uses[u];
    if (use.kind == UseKind::Tied)
      raiseLabel(use.label);
    if (use.op != kNone && isFollow(use.op))
      raiseOp(use.op);
  }
}

void ForwardSweep::run() {
  findCastable();
  start();
  while (!worklist.empty()) {
    GraphIndex value = worklist.back();
    worklist.pop_back();
    visitUses(value);
  }
}

Assignment ForwardSweep::getAssignment() const {
  ConstraintSystem::Point wanted(system.size(), 0);
  std::vector<GraphIndex> keepHigh;
  for (GraphIndex l = 0; l < graph.labels.size(); ++l)
    wanted[system.y(l)] = !labelHigh[l];
  for (GraphIndex v = 0; v < graph.values.size(); ++v) {
    if (!isCastable(v))
      wanted[system.q(v)] = !valueHigh[v];
    if (!isCastable(v) && valueHigh[v])
      keepHigh.push_back(v);
  }
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Any && isCastable(use.value) && use.op != kNone &&
        !opHigh[use.op])
      wanted[system.q(use.value)] = 1;
  return system.complete(wanted, keepHigh);
}

Assignment amp::assignGreedy(const PrecisionGraph &graph) {
  ConstraintSystem system(graph);
  if (!system.isFeasible())
    return graph.getAllHigh();
  ForwardSweep sweep(graph, system);
  sweep.run();
  return sweep.getAssignment();
}
