//===- RandomGraph.h - Seeded random precision graphs -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small random graphs with every kind of definition, use, binding and price,
// made without IR: ops that read earlier values, and now and then later ones,
// as loops do.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_UNITTESTS_ANALYSIS_RANDOMGRAPH_H
#define AMPDIALECT_UNITTESTS_ANALYSIS_RANDOMGRAPH_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include <random>

namespace mlir::amp::test {

/// What a random graph may contain.
struct RandomGraphShape {
  unsigned maxValues = 6, maxOps = 5;
  /// Pins, forbidden low copies, fixed labels, implications, NEVER results.
  bool bindings = true;
  /// Views, labels, high uses; without them all is absorbed.
  bool rigid = true;
};

class RandomGraph {
public:
  RandomGraph(unsigned seed, RandomGraphShape shape)
      : random(seed), shape(shape), graph(4, 2) {}

  PrecisionGraph make() {
    // Two values are kept for it.
    bool hasReshaped = shape.rigid && chance(50);
    if (hasReshaped)
      shape.maxValues -= 2;
    addArguments();
    unsigned numOps = 1 + pick(shape.maxOps);
    for (unsigned i = 0; i < numOps; ++i)
      addOp();
    if (hasReshaped)
      addReshaped();
    if (shape.bindings)
      addImplications();
    return std::move(graph);
  }

private:
  // Not std::uniform_int_distribution: its results differ between libraries.
  unsigned pick(unsigned below) { return below ? random() % below : 0; }
  bool chance(unsigned percent) { return pick(100) < percent; }
  int64_t pickSize() {
    static const int64_t sizes[] = {0, 1, 2, 3, 5, 8, 8, 8, 13, 40};
    return sizes[pick(10)];
  }
  bool hasRoom() const { return graph.values.size() < shape.maxValues; }

  GraphIndex addLabel(GraphIndex op) {
    LabelNode label;
    label.op = op;
    label.highCost = chance(50) ? pick(60) : 0;
    label.lowCost = chance(30) ? pick(60) : 0;
    if (shape.bindings && chance(10))
      label.fixed = chance(50) ? LabelNode::Fixed::High : LabelNode::Fixed::Low;
    graph.labels.push_back(label);
    return graph.labels.size() - 1;
  }

  void addValue(GraphIndex op, DefKind def, GraphIndex reference) {
    ValueNode node;
    node.op = op;
    node.def = def;
    node.label = def == DefKind::Labeled ? reference : kNone;
    node.source = def == DefKind::View ? reference : kNone;
    node.elements = pickSize();
    node.trips = 1 + pick(3);
    node.weight = shape.rigid && chance(15);
    node.noWrite = chance(10);
    if (shape.bindings) {
      node.lowPrice = chance(15) ? pick(50) : 0;
      node.pinnedHigh = chance(10);
      node.forbidLow = chance(6);
      node.fromNever = op != kNone && graph.ops[op].category == Category::Never;
    }
    if (op != kNone)
      graph.results.push_back(graph.values.size());
    graph.values.push_back(node);
  }

  void addArguments() {
    unsigned count = 1 + pick(2);
    for (unsigned i = 0; i < count && hasRoom(); ++i) {
      // A labeled argument is carried by a loop.
      bool carried = shape.rigid && chance(40);
      if (carried)
        addValue(kNone, DefKind::Labeled, addLabel(kNone));
      else if (shape.rigid && chance(40))
        addValue(kNone, DefKind::Fixed, kNone);
      else
        addValue(kNone, DefKind::Absorbed, kNone);
    }
  }

  void addUse(GraphIndex op) {
    GraphIndex value = pick(graph.values.size());
    int64_t elements = pickSize();
    UseKind kind = UseKind::Any;
    GraphIndex label = kNone;
    if (shape.rigid && chance(60)) {
      label = graph.ops[op].label;
      // Now and then tied to a carried value's label, as a yield is.
      if (!graph.labels.empty() && (label == kNone || chance(20)))
        label = pick(graph.labels.size());
      kind = label != kNone && chance(80) ? UseKind::Tied : UseKind::High;
    }
    addUseOf(value, op, kind, label, elements);
  }

  void addUseOf(GraphIndex value, GraphIndex op, UseKind kind, GraphIndex label,
                int64_t elements) {
    Use use;
    use.op = op;
    use.value = value;
    use.elements = elements * (1 + pick(3));
    use.kind = kind;
    use.label = kind == UseKind::Tied ? label : kNone;
    graph.uses.push_back(use);
    ++graph.ops[op].numUses;
  }

  void addResult(GraphIndex op) {
    GraphIndex label = graph.ops[op].label;
    unsigned kind = shape.rigid ? pick(10) : 0;
    if (kind < 3)
      addValue(op, DefKind::Absorbed, kNone);
    else if (kind < 6 && label != kNone)
      addValue(op, DefKind::Labeled, label);
    else if (kind < 8)
      addValue(op, DefKind::View, pick(graph.values.size()));
    else if (kind < 9)
      addValue(op, DefKind::Creator, kNone);
    else
      addValue(op, DefKind::Fixed, kNone);
  }

  GraphIndex addNode(Category category) {
    OpNode node;
    node.category = category;
    node.firstUse = graph.uses.size();
    node.firstResult = graph.results.size();
    graph.ops.push_back(node);
    return graph.ops.size() - 1;
  }

  /// A value that nobody, as a rule, reads but a view, which one op reads at
  /// its own type: a bias that is reshaped.
  void addReshaped() {
    bool isNew = graph.labels.empty() || chance(50);
    GraphIndex label = isNew ? addLabel(kNone) : pick(graph.labels.size());
    bool carried = chance(50);
    GraphIndex source = graph.values.size();
    addValue(kNone, carried ? DefKind::Labeled : DefKind::Fixed,
             !carried     ? kNone
             : chance(70) ? pick(graph.labels.size())
                          : addLabel(kNone));
    GraphIndex reshape = addNode(Category::Follow);
    addUseOf(source, reshape, UseKind::Any, kNone, 0);
    addValue(reshape, DefKind::View, source);
    graph.ops[reshape].numResults = 1;
    GraphIndex reader = addNode(Category::Follow);
    graph.ops[reader].label = label;
    addUseOf(source + 1, reader, UseKind::Tied, label, pickSize());
    if (chance(20))
      addUseOf(source, reader, UseKind::Any, kNone, pickSize());
  }

  void addOp() {
    static const Category categories[] = {Category::Always, Category::Follow,
                                          Category::Follow, Category::Never};
    GraphIndex op = addNode(categories[pick(4)]);
    if (shape.rigid && chance(60) && graph.labels.size() < 4)
      graph.ops[op].label = addLabel(op);
    unsigned numUses = pick(4), numResults = 1 + (pick(4) == 0);
    for (unsigned i = 0; i < numUses; ++i)
      addUse(op);
    for (unsigned i = 0; i < numResults && hasRoom(); ++i)
      addResult(op);
    graph.ops[op].numResults = graph.results.size() - graph.ops[op].firstResult;
  }

  void addImplications() {
    for (unsigned i = 0; i < 2; ++i)
      if (chance(30)) {
        GraphIndex from = pick(graph.values.size());
        graph.implications.push_back(
            {from, GraphIndex(pick(graph.values.size()))});
      }
  }

  std::mt19937 random;
  RandomGraphShape shape;
  PrecisionGraph graph;
};

inline PrecisionGraph makeRandomGraph(unsigned seed,
                                      RandomGraphShape shape = {}) {
  return RandomGraph(seed, shape).make();
}

} // namespace mlir::amp::test

#endif // AMPDIALECT_UNITTESTS_ANALYSIS_RANDOMGRAPH_H
