//===- ValueCycles.h - Values that depend on themselves ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cycles in which a value of a precision graph depends on itself, through
// whatever: slices, branches, functions, numbers that are taken out of a tensor
// and put back. Rounded, it would be rounded each time round.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_ANALYSIS_VALUECYCLES_H
#define AMP_LIB_ANALYSIS_VALUECYCLES_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "llvm/ADT/GraphTraits.h"
#include <deque>

namespace mlir::amp {

/// Edges go backward, from what is made to what it is made of.
struct CycleNode {
  /// What it stands for: a value of the graph, what is carried under one of its
  /// labels, or what somebody outside of the graph hands on.
  enum class Kind : uint8_t { Value, Label, Outside };
  Kind kind = Kind::Outside;
  /// Put together from numbers that were computed, not just taken out.
  bool isComputed = false;
  /// Of the value or label.
  GraphIndex index = kNone;
  /// The cycle that it is in, by number.
  GraphIndex cycle = kNone;
  SmallVector<CycleNode *, 2> madeOf;
};

using ValueCycle = std::vector<CycleNode *>;

/// What a value is taken to be made of.
enum class Dependence : uint8_t {
  /// What passes its digits on: a change of it is one of the result, about as
  /// large. This ends at products of matrices (but for the sum they start
  /// from), reductions, exponentials and the like, whose results have their own
  /// digits.
  Carried,
  /// The same, for what callers hand back: there the sum that a product of
  /// matrices starts from is a bias.
  HandedBack,
  /// Anything.
  Any
};

class ValueCycles {
public:
  ValueCycles(const PrecisionGraph &graph, Dependence dependence)
      : graph(graph), dependence(dependence), labels(graph.labels.size()),
        values(graph.values.size()) {}

  /// Adds what control flow carries. Call this or what adds nodes, then find().
  void addCarried();
  CycleNode *addOutside();
  CycleNode *getValue(GraphIndex value) {
    return get(values, CycleNode::Kind::Value, value);
  }
  /// Finds the cycles among what was added and all that it is made of.
  void find();

  ArrayRef<ValueCycle> getCycles() const { return cycles; }
  /// The number of the cycle that `value` is in, or kNone.
  GraphIndex getCycle(GraphIndex value) const;
  /// Whether what `use` reads depends on what its op makes of it.
  bool leadsBack(const Use &use) const;
  /// Whether some op of `cycle` makes numbers that the low type has to round.
  bool rounds(const ValueCycle &cycle) const;

private:
  /// By index, null for those that are not looked at.
  using Nodes = std::vector<CycleNode *>;
  /// An op that takes numbers out of values, and what is put together from
  /// them: scalars are not in the graph.
  struct Taker {
    GraphIndex op;
    SmallVector<const CycleNode *, 1> feeds;
  };

  bool isCarried(GraphIndex label) const {
    return label != kNone && graph.labels[label].op == kNone;
  }
  CycleNode *getLabel(GraphIndex label) {
    return get(labels, CycleNode::Kind::Label, label);
  }
  CycleNode *get(Nodes &known, CycleNode::Kind kind, GraphIndex index);
  CycleNode *add(CycleNode::Kind kind, GraphIndex index);
  bool carries(const OpNode &op, const Use &use) const;
  void findTakers();
  void addMadeOf(CycleNode &node);
  void addNumbers(CycleNode &node, Operation *op);
  void addTaken(CycleNode &node, const OpNode &taker);

  const PrecisionGraph &graph;
  Dependence dependence;
  /// They stay where they are: others point to them.
  std::deque<CycleNode> nodes;
  Nodes labels, values;
  llvm::DenseMap<Operation *, Taker> takers;
  std::vector<ValueCycle> cycles;
};

/// The public function whose argument `value` is, null if it is none.
Operation *getPublicFunction(Value value);

/// Keeps what is in `cycle` high, but for arguments of public functions: who
/// only reads them may read a copy. A rule that asks for the low type holds.
void pinCycle(PrecisionGraph &graph, const ValueCycle &cycle);

} // namespace mlir::amp

namespace llvm {
template <> struct GraphTraits<mlir::amp::CycleNode *> {
  using NodeRef = mlir::amp::CycleNode *;
  using ChildIteratorType = mlir::amp::CycleNode **;
  static NodeRef getEntryNode(NodeRef node) { return node; }
  static ChildIteratorType child_begin(NodeRef node) {
    return node->madeOf.begin();
  }
  static ChildIteratorType child_end(NodeRef node) {
    return node->madeOf.end();
  }
};
} // namespace llvm

#endif // AMP_LIB_ANALYSIS_VALUECYCLES_H
