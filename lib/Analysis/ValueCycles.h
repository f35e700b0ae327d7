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
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/PointerUnion.h"
#include <deque>

namespace mlir::amp {

/// Edges go backward, from what is made to what it is made of.
struct CycleNode {
  /// What it stands for: a value of the graph, what is carried under one of its
  /// labels, the numbers that an op makes, or that branches hand to a block
  /// (scalars are not in the graph), or what somebody outside of the graph
  /// hands on.
  enum class Kind : uint8_t { Value, Label, Numbers, Outside };
  Kind kind = Kind::Outside;
  /// The low type may have to round what is made here.
  bool isRounded = false;
  /// Of the value, the label, or the op that takes the numbers out of values.
  GraphIndex index = kNone;
  /// Makes the numbers; or, null else, the block that branches hand them to.
  Operation *op = nullptr;
  Block *block = nullptr;
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
  /// The node of `value`, in the graph or a number; null for others. Before
  /// find(), adds it.
  CycleNode *get(Value value);
  /// Finds the cycles among what was added and all that it is made of.
  void find();

  ArrayRef<ValueCycle> getCycles() const { return cycles; }
  /// The number of the cycle that `value` is in, or kNone.
  GraphIndex getCycle(GraphIndex value) const;
  /// Whether what `use` reads depends on what its op makes of it.
  bool leadsBack(const Use &use);

private:
  /// By index, null for those that are not looked at.
  using Nodes = std::vector<CycleNode *>;

  CycleNode *getLabel(GraphIndex label) {
    return get(labels, CycleNode::Kind::Label, label);
  }
  CycleNode *get(Nodes &known, CycleNode::Kind kind, GraphIndex index);
  CycleNode *addNode(CycleNode::Kind kind, GraphIndex index);
  using Maker = llvm::PointerUnion<Operation *, Block *>;
  static Maker getMaker(Value number);
  CycleNode *getNumbers(Maker maker);
  bool passesBarriers(OpOperand &operand);
  bool carries(const OpNode &op, const Use &use);
  void findTakers();
  void addMadeOf(CycleNode &node);
  void addNumbers(CycleNode &node, ValueRange values);
  void addNumbersOf(CycleNode &node, Operation *op);
  void addTaken(CycleNode &node, const OpNode &taker);
  void addNumbersMadeOf(CycleNode &node);

  const PrecisionGraph &graph;
  Dependence dependence;
  /// They stay where they are: others point to them.
  std::deque<CycleNode> nodes;
  Nodes labels, values;
  llvm::DenseMap<Maker, CycleNode *> numbers;
  /// Ops that take numbers out of values, by their index in the graph.
  llvm::DenseMap<Operation *, GraphIndex> takers;
  std::vector<ValueCycle> cycles;
  /// The op whose body was looked at last, and which operands pass there.
  Operation *passingOp = nullptr;
  llvm::BitVector passing;
};

/// Whether an op of `cycle` makes what the low type may have to round; maxima,
/// choices and moves make none.
bool isRounded(const ValueCycle &cycle);

/// The public function whose argument `value` is, null if it is none.
Operation *getPublicFunction(Value value);

/// Keeps what is in `cycle` high, but for arguments of public functions: who
/// only reads them may read a copy. A rule that asks for the low type holds:
/// then nothing is pinned, and the answer is false.
bool pinCycle(PrecisionGraph &graph, const ValueCycle &cycle,
              Binding binding = Binding::Accumulator);

/// Has what takes the numbers of `node` out of values read those high; other
/// nodes are left as they are.
void takeHigh(PrecisionGraph &graph, const CycleNode &node, Binding binding);

/// Has what multiplies the values of `cycle` read high: with `anyFactor` all,
/// else what is not made anew each time round.
void pinFactors(PrecisionGraph &graph, const ValueCycle &cycle, bool anyFactor);

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
