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
// private functions, recursive ones too, and numbers that are taken out of a
// tensor and put back. They stay high, as accumulators. A cycle ends at
// products of matrices (but for the sum they start from), reductions,
// exponentials and the like, whose results have their own digits: a state that
// is multiplied by weights is rounded like any layer's input.
//
// What the next step is computed from as well, in a loop of known and few
// iterations, is left to the assignment: the layers of a network are such a
// loop, and its residual stream is rounded as often where the layers are
// written out. A sum whose steps are only given out (a scan) is none.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

using namespace mlir;
using namespace mlir::amp;

/// Roundings that a network of as many layers has, too.
static constexpr int64_t kMostLayers = 128;

/// What an op does whose result has digits of its own.
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
  /// Put together from numbers that were computed, not just taken out.
  bool isComputed = false;
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

/// Whether an op makes numbers that the low type may have to round; maxima,
/// choices and moves make none.
static bool isRounded(NumericTraits traits, Category category) {
  constexpr NumericTraits kRounded =
      NumericTraits::Difference | NumericTraits::Scale |
      NumericTraits::Product | NumericTraits::Square |
      NumericTraits::Contraction | NumericTraits::AdditiveReduction;
  return hasAny(traits, kRounded) || category == Category::Never;
}

namespace {

/// What a value is made of: what carries its digits on, or anything at all.
enum class Dependence { Carried, Any };

/// The values and labels that depend on each other through what loops carry.
class Cycles {
public:
  struct Cycle {
    std::vector<RecurrenceNode *> nodes;
    /// What reads one of its values and is not in the cycle.
    std::vector<const Use *> readersBeside;
  };

  Cycles(const PrecisionGraph &graph, Dependence dependence);
  std::vector<Cycle> cycles;
  void findReadersBeside();
  /// Whether what `use` reads depends on what its op makes of it.
  bool leadsBack(const Use &use) const;

private:
  using Nodes = llvm::DenseMap<GraphIndex, RecurrenceNode *>;

  bool isCarried(GraphIndex label) const {
    return label != kNone && graph.labels[label].op == kNone;
  }
  /// Whether a change of what `use` reads is one of what its op makes, about as
  /// large.
  bool carries(const OpNode &op, const Use &use) const;
  GraphIndex getCycle(const Nodes &known, GraphIndex index) const;
  RecurrenceNode *get(Nodes &known, GraphIndex index);
  void findTakers();
  void addMadeOf(RecurrenceNode &node);
  void addNumbers(RecurrenceNode &node, Operation *op);
  void addTaken(RecurrenceNode &node, const OpNode &taker);
  void collect();
  void findCycles();

  const PrecisionGraph &graph;
  Dependence dependence;
  /// They stay where they are: others point to them.
  std::deque<RecurrenceNode> nodes;
  Nodes labels, values;
  /// An op that takes numbers out of values, and what is put together from
  /// them: scalars are not in the graph.
  struct Taker {
    GraphIndex op;
    SmallVector<const RecurrenceNode *, 1> feeds;
  };
  llvm::DenseMap<Operation *, Taker> takers;
};

/// Pins the cycles that are sums.
class RecurrencePinner {
public:
  RecurrencePinner(PrecisionGraph &graph, Operation *root)
      : graph(graph), root(root) {}
  void run();

private:
  using Cycle = Cycles::Cycle;

  void findRecursiveFunctions();
  /// Whether some op of `cycle` rounds what it makes.
  bool rounds(const Cycle &cycle) const;
  /// How often it goes round: 1 for one that calls of a function in a row make,
  /// more than kMostLayers where it is not known.
  int64_t getIterations(const Cycle &cycle) const;
  /// Whether its next step is computed from the values of `cycle` in other ways
  /// as well.
  bool isState(const Cycle &cycle);
  void pin(const Cycle &cycle);

  PrecisionGraph &graph;
  Operation *root;
  llvm::DenseSet<Operation *> recursive;
  /// Made when one asks.
  std::optional<Cycles> states;
};

} // namespace

Cycles::Cycles(const PrecisionGraph &graph, Dependence dependence)
    : graph(graph), dependence(dependence) {
  findTakers();
  collect();
  findCycles();
}

bool Cycles::carries(const OpNode &op, const Use &use) const {
  if (dependence == Dependence::Any)
    return true;
  if (op.handsOn || hasAny(op.traits, kBarriers))
    return false;
  // Factors share the op's label; what the sum starts from does not.
  if (hasAny(op.traits, NumericTraits::Contraction))
    return use.kind == UseKind::High;
  if (hasAny(op.traits, NumericTraits::AdditiveReduction))
    return !isInput(*use.operand) || !isa<DestinationStyleOpInterface>(op.op);
  return true;
}

RecurrenceNode *Cycles::get(Nodes &known, GraphIndex index) {
  RecurrenceNode *&node = known[index];
  if (!node) {
    node = &nodes.emplace_back();
    node->index = index;
    node->isLabel = &known == &labels;
  }
  return node;
}

static bool isNumber(Value value) { return isa<FloatType>(value.getType()); }

void Cycles::findTakers() {
  for (auto [index, op] : llvm::enumerate(graph.ops))
    if (op.op && op.numUses != 0 && op.op->getNumRegions() == 0 &&
        llvm::any_of(op.op->getResults(), isNumber))
      takers[op.op].op = index;
}

/// Adds what the value of `node` is made of; labels have theirs.
void Cycles::addMadeOf(RecurrenceNode &node) {
  const ValueNode &value = graph.values[node.index];
  if (isCarried(value.label)) {
    node.madeOf.push_back(get(labels, value.label));
    return;
  }
  if (value.op == kNone || value.weight)
    return;
  const OpNode &op = graph.ops[value.op];
  if (value.def != DefKind::Creator)
    for (const Use &use : graph.getUses(op))
      if (carries(op, use))
        node.madeOf.push_back(get(values, use.value));
  if (!takers.empty() && !op.handsOn && !op.isConstant)
    addNumbers(node, op.op);
}

/// The numbers of which `op` makes its results itself, or in its regions.
static void appendNumbers(Operation *op, SmallVectorImpl<Value> &numbers) {
  auto append = [&](ValueRange values) {
    llvm::copy_if(values, std::back_inserter(numbers), isNumber);
  };
  append(op->getOperands());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        append(block.getTerminator()->getOperands());
}

/// Adds the values out of which `taker` takes a number. What a function does on
/// the way is not looked at.
void Cycles::addTaken(RecurrenceNode &node, const OpNode &taker) {
  node.isComputed |= taker.handsOn || isRounded(taker.traits, taker.category);
  for (const Use &use : graph.getUses(taker)) {
    if (use.kind == UseKind::Tied && isCarried(use.label))
      node.madeOf.push_back(get(labels, use.label));
    else if (taker.handsOn || carries(taker, use))
      node.madeOf.push_back(get(values, use.value));
  }
}

/// Adds the values out of which come the numbers that `op` puts together.
void Cycles::addNumbers(RecurrenceNode &node, Operation *op) {
  SmallVector<Value> pending;
  appendNumbers(op, pending);
  llvm::SmallPtrSet<Operation *, 8> seen = {op};
  while (!pending.empty()) {
    Value number = pending.pop_back_val();
    Operation *def = number.getDefiningOp();
    if (!def)
      def = number.getParentBlock()->getParentOp();
    if (!seen.insert(def).second || isa<FunctionOpInterface>(def))
      continue;
    if (auto it = takers.find(def); it != takers.end()) {
      it->second.feeds.push_back(&node);
      addTaken(node, graph.ops[it->second.op]);
      continue;
    }
    if (auto iface = dyn_cast<MixedPrecisionOpInterface>(def)) {
      NumericTraits traits = iface.getNumericTraits();
      if (dependence == Dependence::Carried && hasAny(traits, kBarriers))
        continue;
      node.isComputed |= isRounded(traits, iface.getPrecisionCategory());
    }
    appendNumbers(def, pending);
  }
}

void Cycles::collect() {
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied && isCarried(use.label))
      get(labels, use.label)->madeOf.push_back(get(values, use.value));
  // Grows while it is walked.
  for (size_t i = 0; i < nodes.size(); ++i)
    if (!nodes[i].isLabel)
      addMadeOf(nodes[i]);
}

void Cycles::findCycles() {
  RecurrenceNode entry;
  for (auto [label, node] : labels)
    entry.madeOf.push_back(node);
  for (auto it = llvm::scc_begin(&entry); !it.isAtEnd(); ++it) {
    if (!it.hasCycle())
      continue;
    for (RecurrenceNode *node : *it)
      node->cycle = cycles.size();
    cycles.push_back({*it, {}});
  }
}

GraphIndex Cycles::getCycle(const Nodes &known, GraphIndex index) const {
  RecurrenceNode *node = known.lookup(index);
  return node ? node->cycle : kNone;
}

bool Cycles::leadsBack(const Use &use) const {
  GraphIndex cycle = getCycle(values, use.value);
  if (cycle == kNone)
    return false;
  const OpNode &op = graph.ops[use.op];
  if (use.kind == UseKind::Tied && isCarried(use.label))
    return getCycle(labels, use.label) == cycle;
  if (auto it = takers.find(op.op); it != takers.end())
    return llvm::any_of(it->second.feeds, [&](const RecurrenceNode *node) {
      return node->cycle == cycle;
    });
  return carries(op, use) &&
         llvm::any_of(graph.getResults(op), [&](GraphIndex result) {
           return getCycle(values, result) == cycle;
         });
}

void Cycles::findReadersBeside() {
  for (const Use &use : graph.uses)
    if (GraphIndex cycle = getCycle(values, use.value);
        cycle != kNone && !leadsBack(use))
      cycles[cycle].readersBeside.push_back(&use);
}

void RecurrencePinner::findRecursiveFunctions() {
  const CallGraph calls(root);
  for (auto it = llvm::scc_begin(&calls); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      for (CallGraphNode *node : *it)
        if (!node->isExternal())
          recursive.insert(node->getCallableRegion()->getParentOp());
}

bool RecurrencePinner::rounds(const Cycle &cycle) const {
  return llvm::any_of(cycle.nodes, [&](const RecurrenceNode *node) {
    if (node->isLabel)
      return false;
    GraphIndex op = graph.values[node->index].op;
    return node->isComputed ||
           (op != kNone &&
            isRounded(graph.ops[op].traits, graph.ops[op].category));
  });
}

int64_t RecurrencePinner::getIterations(const Cycle &cycle) const {
  constexpr int64_t kUnknown = kMostLayers + 1;
  llvm::SmallPtrSet<Operation *, 2> seen;
  int64_t iterations = 1;
  for (const RecurrenceNode *node : cycle.nodes) {
    auto argument =
        node->isLabel
            ? BlockArgument()
            : dyn_cast<BlockArgument>(graph.values[node->index].value);
    Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
    if (!parent || !seen.insert(parent).second)
      continue;
    // The body of a function that is called in a loop counts with the loop.
    if (isa<FunctionOpInterface>(parent) &&
        argument.getOwner()->isEntryBlock() && !recursive.contains(parent))
      continue;
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    std::optional<APInt> trips =
        loop ? loop.getStaticTripCount() : std::nullopt;
    if (!trips)
      return kUnknown;
    iterations = std::min<int64_t>(
        kUnknown, iterations * trips->getLimitedValue(kUnknown));
  }
  return seen.empty() ? kUnknown : iterations;
}

bool RecurrencePinner::isState(const Cycle &cycle) {
  if (cycle.readersBeside.empty())
    return false;
  if (!states)
    states.emplace(graph, Dependence::Any);
  return llvm::any_of(cycle.readersBeside,
                      [&](const Use *use) { return states->leadsBack(*use); });
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
  Cycles sums(graph, Dependence::Carried);
  if (sums.cycles.empty())
    return;
  findRecursiveFunctions();
  sums.findReadersBeside();
  for (const Cycle &cycle : sums.cycles) {
    if (!rounds(cycle))
      continue;
    int64_t iterations = getIterations(cycle);
    if (iterations > kMostLayers || (iterations > 1 && !isState(cycle)))
      pin(cycle);
  }
}

void amp::pinRecurrences(PrecisionGraph &graph, Operation *root) {
  RecurrencePinner(graph, root).run();
}
