//===- ViewGroups.cpp - Which ops share a box of a picture ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewGroups.h"
#include "AmpDialect/Analysis/Explanation.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;

GraphIndex amp::getProducer(const PrecisionGraph &graph, GraphIndex value) {
  const ValueNode &node = graph.values[value];
  if (node.op != kNone)
    return node.op;
  if (!node.value)
    return kNone;
  return graph.lookup(getDefiningOrParentOp(node.value));
}

/// Ops that say something: not weights, not creators, not terminators.
static std::vector<bool> findDrawn(const PrecisionGraph &graph) {
  std::vector<bool> drawn(graph.ops.size(), false);
  for (const ValueNode &node : graph.values)
    if (node.op != kNone && !node.weight && node.def != DefKind::Creator)
      drawn[node.op] = true;
  for (auto [index, op] : llvm::enumerate(graph.ops))
    if (op.op->hasTrait<OpTrait::IsTerminator>())
      drawn[index] = false;
  return drawn;
}

namespace {
/// Builds groups of one kind.
class Grouper {
public:
  Grouper(const PrecisionGraph &graph, ArrayRef<bool> drawn)
      : graph(graph), drawn(drawn) {}

  ViewGroups build(ViewCollapse kind, unsigned maxBoxes);
  /// The longest prefix depth of location names that gives at most `limit`
  /// groups, of two ops on average; nothing where locations have no names.
  std::optional<ViewGroups> buildByLocation(unsigned limit);

private:
  ViewGroups start(ViewCollapse kind) const {
    ViewGroups groups;
    groups.kind = kind;
    groups.groupOf.assign(graph.ops.size(), kNone);
    return groups;
  }
  static void add(ViewGroups &groups, GraphIndex group, GraphIndex op) {
    if (group == groups.members.size()) {
      groups.members.emplace_back();
      groups.names.emplace_back();
    }
    groups.groupOf[op] = group;
    groups.members[group].push_back(op);
  }
  ViewGroups buildLayers() const;
  ViewGroups buildBlocks() const;
  ViewGroups buildByKey(ViewCollapse kind,
                        llvm::function_ref<std::string(Operation *)> key) const;

  const PrecisionGraph &graph;
  ArrayRef<bool> drawn;
};
} // namespace

ViewGroups
Grouper::buildByKey(ViewCollapse kind,
                    llvm::function_ref<std::string(Operation *)> key) const {
  ViewGroups groups = start(kind);
  llvm::StringMap<GraphIndex> index;
  for (GraphIndex op = 0; op < graph.ops.size(); ++op) {
    if (!drawn[op])
      continue;
    std::string name = key(graph.ops[op].op);
    GraphIndex group =
        index.try_emplace(name, groups.members.size()).first->second;
    add(groups, group, op);
    groups.names[group] = name;
  }
  return groups;
}

ViewGroups Grouper::buildLayers() const {
  ViewGroups groups = start(ViewCollapse::Layer);
  Operation *function = nullptr;
  bool open = false;
  for (GraphIndex op = 0; op < graph.ops.size(); ++op) {
    if (!drawn[op])
      continue;
    Operation *scope = getEnclosingFunction(graph.ops[op].op);
    bool begins = !open || scope != function || graph.ops[op].multiplyAdds > 0;
    add(groups, begins ? groups.members.size() : groups.members.size() - 1, op);
    function = scope;
    open = true;
  }
  return groups;
}

ViewGroups Grouper::buildBlocks() const {
  ViewGroups layers = buildLayers();
  size_t numLayers = layers.members.size();
  // crossing[i]: data that is made in layer i or before and read after it; a
  // value that most of the model reads (a mask) is no obstacle.
  std::vector<GraphIndex> lastReader(graph.values.size(), 0);
  std::vector<unsigned> readers(graph.values.size(), 0);
  for (const Use &use : graph.uses) {
    GraphIndex group = use.op == kNone ? kNone : layers.groupOf[use.op];
    if (group == kNone || use.elements == 0)
      continue;
    lastReader[use.value] = std::max(lastReader[use.value], group);
    ++readers[use.value];
  }
  std::vector<int64_t> crossing(numLayers + 1, 0);
  for (GraphIndex value = 0; value < graph.values.size(); ++value) {
    GraphIndex op = getProducer(graph, value);
    GraphIndex group = op == kNone ? kNone : layers.groupOf[op];
    if (group == kNone || graph.values[value].weight || readers[value] > 8 ||
        lastReader[value] <= group)
      continue;
    ++crossing[group];
    --crossing[lastReader[value]];
  }
  ViewGroups groups = start(ViewCollapse::Block);
  int64_t open = 0;
  bool begins = true;
  Operation *function = nullptr;
  for (size_t layer = 0; layer < numLayers; ++layer) {
    Operation *scope =
        getEnclosingFunction(graph.ops[layers.members[layer].front()].op);
    if (begins || scope != function) {
      groups.members.emplace_back();
      groups.names.emplace_back();
    }
    for (GraphIndex op : layers.members[layer])
      add(groups, groups.members.size() - 1, op);
    open += crossing[layer];
    begins = open <= 1;
    function = scope;
  }
  return groups;
}

std::optional<ViewGroups> Grouper::buildByLocation(unsigned limit) {
  auto nameOf = [](Operation *op) {
    Location loc = op->getLoc();
    if (auto name = dyn_cast<NameLoc>(loc))
      return name.getName().str();
    return std::string();
  };
  size_t named = 0, total = 0;
  for (GraphIndex op = 0; op < graph.ops.size(); ++op) {
    if (!drawn[op])
      continue;
    ++total;
    named += StringRef(nameOf(graph.ops[op].op)).find_first_of("/.") !=
             StringRef::npos;
  }
  if (named * 2 < total || named == 0)
    return std::nullopt;
  size_t most = std::min<size_t>(limit, total / 2);
  std::optional<ViewGroups> best;
  for (unsigned depth = 1; depth <= 8; ++depth) {
    ViewGroups groups = buildByKey(ViewCollapse::Location, [&](Operation *op) {
      std::string name = nameOf(op);
      size_t end = 0;
      for (unsigned i = 0; i < depth && end != std::string::npos; ++i)
        end = StringRef(name).find_first_of("/.", end + (i > 0));
      return name.substr(0, end);
    });
    if (best && groups.members.size() > most)
      break;
    best = std::move(groups);
  }
  return best;
}

ViewGroups Grouper::build(ViewCollapse kind, unsigned maxBoxes) {
  switch (kind) {
  case ViewCollapse::Layer:
    return buildLayers();
  case ViewCollapse::Block:
    return buildBlocks();
  case ViewCollapse::Function:
    return buildByKey(
        kind, [](Operation *op) { return getFunctionPath(op->getParentOp()); });
  case ViewCollapse::Location:
    if (std::optional<ViewGroups> groups = buildByLocation(maxBoxes))
      return std::move(*groups);
    return buildLayers();
  case ViewCollapse::Auto:
  case ViewCollapse::None:
    break;
  }
  ViewGroups groups = start(ViewCollapse::None);
  for (GraphIndex op = 0; op < graph.ops.size(); ++op)
    if (drawn[op])
      add(groups, groups.members.size(), op);
  return groups;
}

ViewGroups amp::groupOps(const PrecisionGraph &graph,
                         const ViewOptions &options) {
  std::vector<bool> drawnBits = findDrawn(graph);
  llvm::SmallVector<bool> drawn(drawnBits.begin(), drawnBits.end());
  Grouper grouper(graph, drawn);
  if (options.collapse != ViewCollapse::Auto)
    return grouper.build(options.collapse, options.maxBoxes);
  ViewGroups groups = grouper.build(ViewCollapse::None, options.maxBoxes);
  if (groups.members.size() <= options.maxBoxes)
    return groups;
  if (std::optional<ViewGroups> byLocation =
          grouper.buildByLocation(options.maxBoxes);
      byLocation && byLocation->members.size() > 1 &&
      byLocation->members.size() <= options.maxBoxes)
    return std::move(*byLocation);
  for (ViewCollapse kind :
       {ViewCollapse::Layer, ViewCollapse::Block, ViewCollapse::Function}) {
    groups = grouper.build(kind, options.maxBoxes);
    // A chain of layers reads well only while it fits a page.
    if (groups.members.size() * (kind == ViewCollapse::Layer ? 2 : 1) <=
        options.maxBoxes)
      return groups;
  }
  return groups;
}
