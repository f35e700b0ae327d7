//===- Recurrences.cpp - What rounds itself again in each iteration -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop hands to its next iteration after adding to it or scaling it
// would be rounded once an iteration: a running sum stalls where its terms fall
// below half a unit in its last place. Such values are the cycles in which a
// carried value depends on itself, whatever they go through: slices, branches,
// private functions. They stay high, as accumulators. A cycle ends at products
// of matrices (but for the sum they start from), reductions, exponentials and
// the like, whose results have their own digits: a state that is multiplied by
// weights is rounded like any layer's input.
//
// What others read as well, in a loop of known and few iterations, is left to
// the assignment: the layers of a network are such a loop, and its residual
// stream is rounded as often where the layers are written out.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

using namespace mlir;
using namespace mlir::amp;

/// Roundings that a network of as many layers has, too.
static constexpr int64_t kMostLayers = 128;

/// A result of these has digits of its own.
static constexpr NumericTraits kBarriers = NumericTraits::Exponential |
                                           NumericTraits::Logarithm |
                                           NumericTraits::AbsoluteError;

namespace mlir::amp {

/// A value of the graph, or what values carried under one label have in common.
/// Edges go backward, from what is made to what it is made of.
struct RecurrenceNode {
  GraphIndex index = kNone;
  /// The cycle that it is in, by number.
  GraphIndex cycle = kNone;
  bool isLabel = false;
  SmallVector<RecurrenceNode *, 2> madeOf;
};

} // namespace mlir::amp

namespace llvm {
template <> struct GraphTraits<RecurrenceNode *> {
  using NodeRef = RecurrenceNode *;
  using ChildIteratorType = RecurrenceNode **;
  static NodeRef getEntryNode(NodeRef node) { return node; }
  static ChildIteratorType child_begin(NodeRef node) {
    return node->madeOf.begin();
  }
  static ChildIteratorType child_end(NodeRef node) {
    return node->madeOf.end();
  }
};
} // namespace llvm

namespace {

class RecurrencePinner {
public:
  explicit RecurrencePinner(PrecisionGraph &graph) : graph(graph) {}
  void run();

private:
  /// Values and labels that depend on each other.
  struct Cycle {
    std::vector<RecurrenceNode *> nodes;
    /// What is not in the cycle reads what is.
    bool isReadBeside = false;
  };
  using Nodes = llvm::DenseMap<GraphIndex, RecurrenceNode *>;

  bool isCarried(GraphIndex label) const {
    return label != kNone && graph.labels[label].op == kNone;
  }
  /// Whether a change of what `use` reads is one of what its op makes, about as
  /// large.
  static bool carries(const OpNode &op, const Use &use);
  RecurrenceNode *get(Nodes &known, GraphIndex index);
  void addMadeOf(RecurrenceNode &node);
  void collect();
  void findCycles();
  void findReadersBeside();
  /// Whether some op of `cycle` rounds what it makes.
  bool rounds(const Cycle &cycle) const;
  bool hasFewIterations(const Cycle &cycle) const;
  void pin(const Cycle &cycle);

  PrecisionGraph &graph;
  /// They stay where they are: others point to them.
  std::deque<RecurrenceNode> nodes;
  Nodes labels, values;
  std::vector<Cycle> cycles;
};

} // namespace

/// Whether the body of the op makes a result of `operand` other than through
/// what gives it digits of its own: it adds that of something else.
static bool passesBarriers(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (!isa<DestinationStyleOpInterface>(op) || op->getNumRegions() != 1 ||
      !op->getRegion(0).hasOneBlock())
    return false;
  Block &body = op->getRegion(0).front();
  if (body.getNumArguments() != op->getNumOperands())
    return false;
  llvm::SmallPtrSet<Value, 8> made = {
      body.getArgument(operand.getOperandNumber())};
  auto isMade = [&](Value value) { return made.contains(value); };
  for (Operation &inner : body.without_terminator()) {
    auto known = dyn_cast<MixedPrecisionOpInterface>(inner);
    if (llvm::any_of(inner.getOperands(), isMade) &&
        !(known && hasAny(known.getNumericTraits(), kBarriers)))
      made.insert_range(inner.getResults());
  }
  return llvm::any_of(body.getTerminator()->getOperands(), isMade);
}

bool RecurrencePinner::carries(const OpNode &op, const Use &use) {
  if (op.handsOn ||
      (hasAny(op.traits, kBarriers) && !passesBarriers(*use.operand)))
    return false;
  // Factors share the op's label; what the sum starts from does not.
  if (hasAny(op.traits, NumericTraits::Contraction))
    return use.kind == UseKind::High;
  if (hasAny(op.traits, NumericTraits::AdditiveReduction))
    return !isInput(*use.operand) || !isa<DestinationStyleOpInterface>(op.op);
  return true;
}

RecurrenceNode *RecurrencePinner::get(Nodes &known, GraphIndex index) {
  RecurrenceNode *&node = known[index];
  if (!node) {
    node = &nodes.emplace_back();
    node->index = index;
    node->isLabel = &known == &labels;
  }
  return node;
}

/// Adds what the value of `node` is made of; labels have theirs.
void RecurrencePinner::addMadeOf(RecurrenceNode &node) {
  const ValueNode &value = graph.values[node.index];
  if (isCarried(value.label)) {
    node.madeOf.push_back(get(labels, value.label));
    return;
  }
  if (value.op == kNone || value.weight || value.def == DefKind::Creator)
    return;
  const OpNode &op = graph.ops[value.op];
  for (const Use &use : graph.getUses(op))
    if (carries(op, use))
      node.madeOf.push_back(get(values, use.value));
}

void RecurrencePinner::collect() {
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied && isCarried(use.label))
      get(labels, use.label)->madeOf.push_back(get(values, use.value));
  // Grows while it is walked.
  for (size_t i = 0; i < nodes.size(); ++i)
    if (!nodes[i].isLabel)
      addMadeOf(nodes[i]);
}

void RecurrencePinner::findCycles() {
  RecurrenceNode entry;
  for (auto [label, node] : labels)
    entry.madeOf.push_back(node);
  for (auto it = llvm::scc_begin(&entry); !it.isAtEnd(); ++it) {
    if (!it.hasCycle())
      continue;
    for (RecurrenceNode *node : *it)
      node->cycle = cycles.size();
    cycles.push_back({*it});
  }
}

void RecurrencePinner::findReadersBeside() {
  auto getCycle = [](const Nodes &known, GraphIndex index) {
    RecurrenceNode *node = known.lookup(index);
    return node ? node->cycle : kNone;
  };
  for (const Use &use : graph.uses) {
    GraphIndex cycle = getCycle(values, use.value);
    if (cycle == kNone)
      continue;
    const OpNode &op = graph.ops[use.op];
    bool isInside =
        use.kind == UseKind::Tied && isCarried(use.label)
            ? getCycle(labels, use.label) == cycle
            : carries(op, use) &&
                  llvm::any_of(graph.getResults(op), [&](GraphIndex result) {
                    return getCycle(values, result) == cycle;
                  });
    cycles[cycle].isReadBeside |= !isInside;
  }
}

bool RecurrencePinner::rounds(const Cycle &cycle) const {
  return llvm::any_of(cycle.nodes, [&](const RecurrenceNode *node) {
    if (node->isLabel)
      return false;
    GraphIndex op = graph.values[node->index].op;
    return op != kNone &&
           hasAny(graph.ops[op].traits,
                  NumericTraits::Difference | NumericTraits::Scale |
                      NumericTraits::Product | NumericTraits::Square |
                      NumericTraits::Contraction |
                      NumericTraits::AdditiveReduction);
  });
}

bool RecurrencePinner::hasFewIterations(const Cycle &cycle) const {
  llvm::SmallPtrSet<Operation *, 2> loops;
  int64_t iterations = 1;
  for (const RecurrenceNode *node : cycle.nodes) {
    auto argument =
        node->isLabel
            ? BlockArgument()
            : dyn_cast<BlockArgument>(graph.values[node->index].value);
    Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
    if (!parent || !loops.insert(parent).second)
      continue;
    // The body of a function that is called in a loop counts with the loop.
    if (isa<FunctionOpInterface>(parent) && argument.getOwner()->isEntryBlock())
      continue;
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    std::optional<APInt> trips =
        loop ? loop.getStaticTripCount() : std::nullopt;
    if (!trips)
      return false;
    iterations *= trips->getLimitedValue(kMostLayers + 1);
    if (iterations > kMostLayers)
      return false;
  }
  return !loops.empty();
}

void RecurrencePinner::pin(const Cycle &cycle) {
  SmallVector<GraphIndex> own;
  for (const RecurrenceNode *node : cycle.nodes) {
    GraphIndex label =
        node->isLabel ? node->index : graph.values[node->index].label;
    if (label != kNone)
      own.push_back(label);
  }
  // A rule has spoken.
  if (llvm::any_of(own, [&](GraphIndex label) {
        return graph.labels[label].fixed == LabelNode::Fixed::Low;
      }))
    return;
  for (GraphIndex index : own) {
    LabelNode &label = graph.labels[index];
    if (label.fixed != LabelNode::Fixed::None)
      continue;
    label.fixed = LabelNode::Fixed::High;
    label.binding = Binding::Accumulator;
  }
  // Also from ops that could read a low copy, made for others.
  for (const RecurrenceNode *node : cycle.nodes) {
    if (node->isLabel)
      continue;
    ValueNode &value = graph.values[node->index];
    value.pinnedHigh = true;
    if (value.binding == Binding::Free)
      value.binding = Binding::Accumulator;
  }
}

void RecurrencePinner::run() {
  collect();
  findCycles();
  if (cycles.empty())
    return;
  findReadersBeside();
  for (const Cycle &cycle : cycles)
    if (rounds(cycle) && !(cycle.isReadBeside && hasFewIterations(cycle)))
      pin(cycle);
}

void amp::pinRecurrences(PrecisionGraph &graph) {
  RecurrencePinner(graph).run();
}
