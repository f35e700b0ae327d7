//===- CommonStarts.cpp - Differences of what one value has become --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two values that are made of the same one, a few ops before, by the same ops
// but for sums (`f(x + d) - f(x)`: a slope, a ratio of probabilities before and
// after a step) differ by little: however rough that value is, its error is the
// same in both, and what was rounded behind it is all that is left of the
// difference. So from the common value on, both are high. What other ops lie
// between as well (`tanh(x + d) - x`) makes another value of it.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// No op takes more than so many from each other that are all like that.
static constexpr size_t kMostTerms = 4;

namespace {

/// Walks back from two values to one that both are made of: over sums and
/// movements of either, over ops of the same name of both, and over ops with
/// bodies, which may be what fusion made of all these.
class Meeting {
public:
  explicit Meeting(const PrecisionGraph &graph) : graph(graph) {}
  /// The value, kNone if there is none within some steps.
  GraphIndex find(GraphIndex a, GraphIndex b);
  /// Whether a sum was on the way.
  bool hasSum() const { return adds; }

private:
  /// Over the op that makes `value`.
  GraphIndex walkOver(GraphIndex value, GraphIndex other);
  /// Over the ops of one name that make both.
  GraphIndex walkOverBoth(GraphIndex a, GraphIndex b);
  bool isPassed(GraphIndex value) const;

  const PrecisionGraph &graph;
  unsigned stepsLeft = 32;
  bool adds = false;
};

/// The values that a term is made of, by a few element-wise ops.
class Ancestors {
public:
  Ancestors(const PrecisionGraph &graph, GraphIndex term);
  bool contains(GraphIndex value) const {
    return llvm::is_contained(all, value);
  }
  /// Adds to `path` what lies between the term and `source`, which is one of
  /// its ancestors, both included.
  void findPath(GraphIndex source, SmallVectorImpl<GraphIndex> &path) const;

private:
  static constexpr size_t kMost = 16;

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

/// The uses by which `value` is made of others.
static SmallVector<const Use *, 4> getSources(const PrecisionGraph &graph,
                                              GraphIndex value) {
  SmallVector<const Use *, 4> sources;
  if (const OpNode *op = getMaker(graph, value))
    for (const Use &use : graph.getUses(*op))
      if (use.elements > 0 && !graph.values[use.value].weight &&
          graph.values[use.value].elements >= graph.values[value].elements)
        sources.push_back(&use);
  return sources;
}

bool Meeting::isPassed(GraphIndex value) const {
  const OpNode *op = getMaker(graph, value);
  return op && (graph.values[value].def == DefKind::View ||
                op->op->getNumRegions() > 0 ||
                hasAny(op->traits, NumericTraits::Difference |
                                       NumericTraits::DataMovement));
}

GraphIndex Meeting::walkOver(GraphIndex value, GraphIndex other) {
  for (const Use *source : getSources(graph, value))
    if (GraphIndex met = find(source->value, other); met != kNone) {
      adds |= hasAny(getMaker(graph, value)->traits, NumericTraits::Difference);
      return met;
    }
  return kNone;
}

GraphIndex Meeting::walkOverBoth(GraphIndex a, GraphIndex b) {
  const OpNode *makers[] = {getMaker(graph, a), getMaker(graph, b)};
  if (!makers[0] || !makers[1] ||
      makers[0]->op->getName() != makers[1]->op->getName())
    return kNone;
  for (const Use *ofA : getSources(graph, a))
    for (const Use *ofB : getSources(graph, b))
      if (ofA->operand->getOperandNumber() == ofB->operand->getOperandNumber())
        if (GraphIndex met = find(ofA->value, ofB->value); met != kNone)
          return met;
  return kNone;
}

GraphIndex Meeting::find(GraphIndex a, GraphIndex b) {
  if (a == b)
    return a;
  if (stepsLeft == 0)
    return kNone;
  --stepsLeft;
  // What both are made of comes before either; arguments before all ops.
  if (graph.values[a].op + 1 < graph.values[b].op + 1)
    std::swap(a, b);
  if (isPassed(a))
    return walkOver(a, b);
  return isPassed(b) ? walkOver(b, a) : walkOverBoth(a, b);
}

Ancestors::Ancestors(const PrecisionGraph &graph, GraphIndex term)
    : graph(graph) {
  all.push_back(term);
  for (size_t i = 0; i < all.size(); ++i)
    for (const Use *source : getSources(graph, all[i]))
      if (all.size() < kMost && !contains(source->value))
        all.push_back(source->value);
}

void Ancestors::findPath(GraphIndex source,
                         SmallVectorImpl<GraphIndex> &path) const {
  // What is farther comes later, so whatever is made of a value is met before
  // it, or in another round.
  SmallVector<GraphIndex, kMost> made = {source};
  bool anyNew = true;
  while (anyNew) {
    anyNew = false;
    for (GraphIndex value : llvm::reverse(all)) {
      if (llvm::is_contained(made, value) ||
          llvm::none_of(getSources(graph, value), [&](const Use *each) {
            return llvm::is_contained(made, each->value);
          }))
        continue;
      made.push_back(value);
      anyNew = true;
    }
  }
  llvm::append_range(path, made);
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

/// Visits the terms of `op`; returns whether they have a common start.
static bool visitTerms(PrecisionGraph &graph, const OpNode &op, GraphIndex a,
                       GraphIndex b) {
  Meeting meeting(graph);
  GraphIndex common = meeting.find(a, b);
  // The body of `op` may add to the one of which the other is made.
  bool addsItself = op.op->getNumRegions() > 0 && (common == a || common == b);
  if (common == kNone || !(meeting.hasSum() || addsItself))
    return false;
  SmallVector<GraphIndex, 16> path;
  for (GraphIndex term : {a, b}) {
    Ancestors ancestors(graph, term);
    if (!ancestors.contains(common))
      return false;
    ancestors.findPath(common, path);
  }
  keepPath(graph, op, path);
  return true;
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
    if (terms.size() > kMostTerms)
      continue;
    for (auto [index, first] : llvm::enumerate(terms))
      for (GraphIndex second :
           ArrayRef<GraphIndex>(terms).drop_front(index + 1))
        any |= visitTerms(graph, op, first, second);
  }
  return any;
}
