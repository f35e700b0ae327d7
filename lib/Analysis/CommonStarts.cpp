//===- CommonStarts.cpp - Differences of what one value has become --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two values that are made of the same one, a few ops before, by adding to it
// (`f(x + d) - f(x)`: a slope, a ratio of probabilities before and after a
// step) differ by little: however rough that value is, its error is the same in
// both, and what was rounded behind it is all that is left of the difference.
// So from the common value on, both are high.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// The values that a term is made of, by a few element-wise ops.
class Ancestors {
public:
  Ancestors(const PrecisionGraph &graph, GraphIndex term);
  bool contains(GraphIndex value) const {
    return llvm::is_contained(all, value);
  }
  ArrayRef<GraphIndex> getAll() const { return all; }
  /// Fills `path` with what lies between the term and `source`, which is one of
  /// its ancestors, both included. Returns whether an op of it adds.
  bool findPath(GraphIndex source, SmallVectorImpl<GraphIndex> &path) const;

private:
  static constexpr size_t kMost = 16;
  /// Calls `fn` for each value of which `value` is made.
  void forEachSource(GraphIndex value,
                     llvm::function_ref<void(GraphIndex)> fn) const;

  const PrecisionGraph &graph;
  /// Nearest first.
  SmallVector<GraphIndex, kMost> all;
};

} // namespace

/// The op that makes `value` of single elements of others, null if there is
/// none.
static const OpNode *getMaker(const PrecisionGraph &graph, GraphIndex value) {
  const ValueNode &node = graph.values[value];
  if (node.op == kNone || node.weight || node.def == DefKind::Creator)
    return nullptr;
  const OpNode &op = graph.ops[node.op];
  return op.handsOn || op.isConstant || hasAny(op.traits, kReductions) ? nullptr
                                                                       : &op;
}

void Ancestors::forEachSource(GraphIndex value,
                              llvm::function_ref<void(GraphIndex)> fn) const {
  const OpNode *op = getMaker(graph, value);
  if (!op)
    return;
  for (const Use &use : graph.getUses(*op))
    if (use.elements > 0 && !graph.values[use.value].weight &&
        graph.values[use.value].elements >= graph.values[value].elements)
      fn(use.value);
}

Ancestors::Ancestors(const PrecisionGraph &graph, GraphIndex term)
    : graph(graph) {
  all.push_back(term);
  for (size_t i = 0; i < all.size(); ++i)
    forEachSource(all[i], [&](GraphIndex source) {
      if (all.size() < kMost && !contains(source))
        all.push_back(source);
    });
}

bool Ancestors::findPath(GraphIndex source,
                         SmallVectorImpl<GraphIndex> &path) const {
  // What is farther comes later, so whatever is made of a value is met before
  // it, or in another round.
  SmallVector<GraphIndex, kMost> made = {source};
  bool anyNew = true, adds = false;
  while (anyNew) {
    anyNew = false;
    for (GraphIndex value : llvm::reverse(all)) {
      if (llvm::is_contained(made, value))
        continue;
      bool isMade = false;
      forEachSource(value, [&](GraphIndex each) {
        isMade |= llvm::is_contained(made, each);
      });
      if (!isMade)
        continue;
      made.push_back(value);
      adds |= hasAny(getMaker(graph, value)->traits, NumericTraits::Difference);
      anyNew = true;
    }
  }
  llvm::append_range(path, made);
  return adds;
}

/// Has `op` and the ops of `path` read the values of that high.
static void keepPath(PrecisionGraph &graph, const OpNode &op,
                     ArrayRef<GraphIndex> path) {
  auto keepUses = [&](const OpNode &reader) {
    for (Use &use : graph.getUses(reader))
      if (llvm::is_contained(path, use.value))
        readHigh(graph, use, Binding::Cancellation);
  };
  keepUses(op);
  for (GraphIndex value : path) {
    ValueNode &node = graph.values[value];
    // The common value comes first.
    if (value != path.front() && getMaker(graph, value))
      keepUses(graph.ops[node.op]);
    if (node.op != kNone && node.def != DefKind::Creator)
      node.pinHigh(Binding::Cancellation);
  }
}

/// Visits the terms of `op` that `a` and `b` read; returns whether they have a
/// common start.
static bool visitTerms(PrecisionGraph &graph, const OpNode &op, GraphIndex a,
                       GraphIndex b) {
  // Arguments come before all ops. A mean comes after what it is taken from,
  // and nothing that it is spread from before it.
  auto getPlace = [&](GraphIndex value) { return graph.values[value].op + 1; };
  if (getPlace(b) < getPlace(a))
    std::swap(a, b);
  Ancestors second(graph, b);
  if (llvm::none_of(second.getAll(), [&](GraphIndex value) {
        return getPlace(value) <= getPlace(a);
      }))
    return false;
  Ancestors first(graph, a);
  const GraphIndex *common = llvm::find_if(
      first.getAll(), [&](GraphIndex value) { return second.contains(value); });
  if (common == first.getAll().end())
    return false;
  SmallVector<GraphIndex, 16> path;
  bool adds = first.findPath(*common, path);
  adds |= second.findPath(*common, path);
  if (adds)
    keepPath(graph, op, path);
  return adds;
}

bool amp::pinCommonStarts(PrecisionGraph &graph) {
  bool any = false;
  for (const OpNode &op : graph.ops) {
    if (!hasAny(op.traits, NumericTraits::Subtraction) || op.handsOn ||
        hasAny(op.traits, kReductions) || op.numUses < 2)
      continue;
    SmallVector<GraphIndex, 4> terms;
    for (const Use &use : graph.getUses(op))
      if (const ValueNode &node = graph.values[use.value];
          use.elements > 0 && !node.weight && node.def != DefKind::Creator &&
          readsData(graph, op, use) && !llvm::is_contained(terms, use.value))
        terms.push_back(use.value);
    if (terms.size() == 2)
      any |= visitTerms(graph, op, terms[0], terms[1]);
  }
  return any;
}
