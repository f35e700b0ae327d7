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
// A caller may run such a loop too: a training step gives back weights, moments
// and running statistics that it is given again. So what a public function
// makes of an argument and returns in the argument's type is a cycle, of as
// many iterations as the caller likes. A weight read low there would be rounded
// in each step, and small steps would be lost. To data (a layer's input) a
// layer adds, too: there only the op that makes the result at once (a step of
// an ODE) reads the argument as it came.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

using namespace mlir;
using namespace mlir::amp;

/// Roundings that a network of as many layers has, too.
static constexpr int64_t kMostLayers = 128;

namespace mlir::amp {

/// A value of the graph, what values carried under one label have in common, or
/// what a function returns in one type (a label without an index). Edges go
/// backward, from what is made to what it is made of.
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
  /// What closes cycles: control flow within the module, or callers of its
  /// public functions.
  enum class Closing : uint8_t { ControlFlow, Callers };
  RecurrencePinner(PrecisionGraph &graph, Closing closing)
      : graph(graph), closing(closing) {}
  void run();

private:
  /// Values and labels that depend on each other.
  struct Cycle {
    std::vector<RecurrenceNode *> nodes;
    /// What is not in the cycle reads what is (of callers' cycles: what is made
    /// there).
    bool isReadBeside = false;
    /// The uses of arguments that update them.
    SmallVector<GraphIndex, 2> updates;
  };
  using Nodes = llvm::DenseMap<GraphIndex, RecurrenceNode *>;

  bool isCarried(GraphIndex label) const {
    return label != kNone && graph.labels[label].op == kNone;
  }
  /// Whether a change of what `use` reads is one of what its op makes, about as
  /// large.
  bool carries(const OpNode &op, const Use &use) const;
  RecurrenceNode *get(Nodes &known, GraphIndex index);
  void addMadeOf(RecurrenceNode &node);
  /// Adds what control flow carries.
  void addCarried();
  /// Adds what callers may hand back to public functions.
  void addHandedBack();
  /// The node of what `operand` returns from a public function, null if that
  /// has no argument of the type.
  RecurrenceNode *getReturned(OpOperand &operand) const;
  /// Whether `use` is part of the cycle of this number, which has its value.
  bool isInside(const Use &use, GraphIndex cycle) const;
  void collect();
  void findCycles();
  void findReaders();
  /// Whether nothing reads the argument of `node` but what updates it, or a
  /// product, whose weight it is.
  bool isState(const RecurrenceNode &node) const;
  /// Whether some op of `cycle` rounds what it makes.
  bool rounds(const Cycle &cycle) const;
  bool hasFewIterations(const Cycle &cycle) const;
  bool staysHigh(const Cycle &cycle) const;
  void pin(const Cycle &cycle);
  /// Makes what updates arguments read them as they came: all of it, or only
  /// what makes a result at once, which a second conversion finds as well.
  void pinUpdates(const Cycle &cycle, bool all);

  PrecisionGraph &graph;
  Closing closing;
  /// They stay where they are: others point to them.
  std::deque<RecurrenceNode> nodes;
  Nodes labels, values;
  /// By public function and type of an argument.
  llvm::MapVector<std::pair<Operation *, Type>, RecurrenceNode *> returned;
  /// Values that are returned so.
  llvm::DenseSet<GraphIndex> handedBack;
  std::vector<Cycle> cycles;
  /// Values of cycles that others read as well.
  llvm::DenseSet<GraphIndex> readBeside;
};

} // namespace

/// The public function whose argument `value` is, null if it is none.
static Operation *getPublicFunction(Value value) {
  auto argument = dyn_cast_if_present<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return nullptr;
  Operation *parent = argument.getOwner()->getParentOp();
  auto symbol = dyn_cast<SymbolOpInterface>(parent);
  return isa<FunctionOpInterface>(parent) && symbol && !symbol.isPrivate()
             ? parent
             : nullptr;
}

bool RecurrencePinner::carries(const OpNode &op, const Use &use) const {
  if (op.handsOn ||
      hasAny(op.traits, NumericTraits::Exponential | NumericTraits::Logarithm |
                            NumericTraits::AbsoluteError))
    return false;
  // Factors share the op's label; what the sum starts from does not. Where a
  // caller closes the cycle, that is a bias.
  if (hasAny(op.traits, NumericTraits::Contraction))
    return use.kind == UseKind::High && closing == Closing::ControlFlow;
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
    if (closing == Closing::ControlFlow)
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

RecurrenceNode *RecurrencePinner::getReturned(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  if (!op->hasTrait<OpTrait::ReturnLike>())
    return nullptr;
  return returned.lookup({op->getParentOp(), operand.get().getType()});
}

void RecurrencePinner::addCarried() {
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied && isCarried(use.label))
      get(labels, use.label)->madeOf.push_back(get(values, use.value));
}

void RecurrencePinner::addHandedBack() {
  llvm::SetVector<Operation *> functions;
  for (auto [index, value] : llvm::enumerate(graph.values)) {
    Operation *function =
        value.op == kNone ? getPublicFunction(value.value) : nullptr;
    // With another signature, the caller keeps what it is given.
    if (!function || isCarried(value.label))
      continue;
    functions.insert(function);
    RecurrenceNode *&node = returned[{function, value.value.getType()}];
    if (!node) {
      node = &nodes.emplace_back();
      node->isLabel = true;
    }
    get(values, index)->madeOf.push_back(node);
  }
  for (Operation *function : functions)
    for (Block &block : cast<FunctionOpInterface>(function).getFunctionBody())
      for (OpOperand &operand : block.getTerminator()->getOpOperands())
        if (RecurrenceNode *node = getReturned(operand))
          if (GraphIndex value = graph.lookup(operand.get()); value != kNone) {
            node->madeOf.push_back(get(values, value));
            handedBack.insert(value);
          }
}

void RecurrencePinner::collect() {
  if (closing == Closing::ControlFlow)
    addCarried();
  else
    addHandedBack();
  // Grows while it is walked.
  for (size_t i = 0; i < nodes.size(); ++i)
    if (!nodes[i].isLabel)
      addMadeOf(nodes[i]);
}

void RecurrencePinner::findCycles() {
  RecurrenceNode entry;
  for (auto [label, node] : labels)
    entry.madeOf.push_back(node);
  for (auto [type, node] : returned)
    entry.madeOf.push_back(node);
  for (auto it = llvm::scc_begin(&entry); !it.isAtEnd(); ++it) {
    if (!it.hasCycle())
      continue;
    for (RecurrenceNode *node : *it)
      node->cycle = cycles.size();
    cycles.emplace_back().nodes = *it;
  }
}

bool RecurrencePinner::isInside(const Use &use, GraphIndex cycle) const {
  auto isOf = [&](const RecurrenceNode *node) {
    return node && node->cycle == cycle;
  };
  if (isOf(getReturned(*use.operand)))
    return true;
  if (use.kind == UseKind::Tied && isCarried(use.label))
    return isOf(labels.lookup(use.label));
  const OpNode &op = graph.ops[use.op];
  return carries(op, use) &&
         llvm::any_of(graph.getResults(op), [&](GraphIndex result) {
           return isOf(values.lookup(result));
         });
}

void RecurrencePinner::findReaders() {
  for (auto [index, use] : llvm::enumerate(graph.uses)) {
    RecurrenceNode *node = values.lookup(use.value);
    if (!node || node->cycle == kNone)
      continue;
    Cycle &cycle = cycles[node->cycle];
    if (isInside(use, node->cycle)) {
      if (graph.values[use.value].op == kNone)
        cycle.updates.push_back(index);
      continue;
    }
    readBeside.insert(use.value);
    // What updates an argument reads it as it came, whoever else does.
    cycle.isReadBeside |=
        closing == Closing::ControlFlow || graph.values[use.value].op != kNone;
  }
}

bool RecurrencePinner::isState(const RecurrenceNode &node) const {
  if (node.isLabel)
    return false;
  const ValueNode &value = graph.values[node.index];
  return value.op == kNone && getPublicFunction(value.value) &&
         (value.weight || !readBeside.contains(node.index));
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

bool RecurrencePinner::staysHigh(const Cycle &cycle) const {
  if (closing == Closing::ControlFlow)
    return !cycle.isReadBeside || !hasFewIterations(cycle);
  // A layer adds to its input, too, and reads what it made of it.
  return !cycle.isReadBeside &&
         llvm::any_of(cycle.nodes, [&](const RecurrenceNode *node) {
           return isState(*node);
         });
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
  // Also from ops that could read a low copy, made for others. An argument's
  // is there already: who only reads it may.
  for (const RecurrenceNode *node : cycle.nodes) {
    if (node->isLabel || getPublicFunction(graph.values[node->index].value))
      continue;
    ValueNode &value = graph.values[node->index];
    value.pinnedHigh = true;
    if (value.binding == Binding::Free)
      value.binding = Binding::Accumulator;
  }
}

void RecurrencePinner::pinUpdates(const Cycle &cycle, bool all) {
  for (GraphIndex index : cycle.updates) {
    Use &use = graph.uses[index];
    bool atOnce = llvm::any_of(
        graph.getResults(graph.ops[use.op]),
        [&](GraphIndex result) { return handedBack.contains(result); });
    if (use.kind == UseKind::Any && (all || atOnce))
      use.kind = UseKind::High;
  }
}

void RecurrencePinner::run() {
  collect();
  findCycles();
  if (cycles.empty())
    return;
  findReaders();
  for (const Cycle &cycle : cycles) {
    if (!rounds(cycle))
      continue;
    bool high = staysHigh(cycle);
    if (closing == Closing::Callers)
      pinUpdates(cycle, /*all=*/high);
    if (high)
      pin(cycle);
  }
}

void amp::pinRecurrences(PrecisionGraph &graph) {
  RecurrencePinner(graph, RecurrencePinner::Closing::ControlFlow).run();
}

void amp::pinHandedBack(PrecisionGraph &graph) {
  RecurrencePinner(graph, RecurrencePinner::Closing::Callers).run();
}
