//===- ValueCycles.cpp - Values that depend on themselves -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueCycles.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::amp;

/// What an op does whose result has digits of its own.
static constexpr NumericTraits kBarriers = NumericTraits::Exponential |
                                           NumericTraits::Logarithm |
                                           NumericTraits::AbsoluteError;

static bool makesRounded(NumericTraits traits, Category category) {
  constexpr NumericTraits kRounded =
      NumericTraits::Difference | NumericTraits::Scale |
      NumericTraits::Product | NumericTraits::Square |
      NumericTraits::Contraction | NumericTraits::AdditiveReduction;
  return hasAny(traits, kRounded) || category == Category::Never;
}

/// The operands of which the body of `op` makes a result other than through
/// what gives it digits of its own: it adds that of something else.
static llvm::BitVector findPassing(Operation *op) {
  llvm::BitVector passing(op->getNumOperands());
  Block *body =
      isa<DestinationStyleOpInterface>(op) ? getBodyOfOperands(op) : nullptr;
  if (!body)
    return passing;
  llvm::SmallPtrSet<Value, 8> needed;
  needed.insert_range(body->getTerminator()->getOperands());
  auto isNeeded = [&](Value value) { return needed.contains(value); };
  for (Operation &inner : llvm::reverse(body->without_terminator())) {
    auto known = dyn_cast<MixedPrecisionOpInterface>(inner);
    if (llvm::any_of(inner.getResults(), isNeeded) &&
        !(known && hasAny(known.getNumericTraits(), kBarriers)))
      needed.insert_range(inner.getOperands());
  }
  for (BlockArgument argument : body->getArguments())
    if (isNeeded(argument))
      passing.set(argument.getArgNumber());
  return passing;
}

bool ValueCycles::passesBarriers(OpOperand &operand) {
  if (passingOp != operand.getOwner()) {
    passingOp = operand.getOwner();
    passing = findPassing(passingOp);
  }
  return passing[operand.getOperandNumber()];
}

bool ValueCycles::carries(const OpNode &op, const Use &use) {
  if (dependence == Dependence::Any)
    return true;
  if (op.handsOn ||
      (hasAny(op.traits, kBarriers) && !passesBarriers(*use.operand)))
    return false;
  // Factors share the op's label; what the sum starts from does not.
  if (hasAny(op.traits, NumericTraits::Contraction))
    return use.kind == UseKind::High && dependence == Dependence::Carried;
  if (hasAny(op.traits, NumericTraits::AdditiveReduction))
    return !isInput(*use.operand) || !isa<DestinationStyleOpInterface>(op.op);
  return true;
}

CycleNode *ValueCycles::addNode(CycleNode::Kind kind, GraphIndex index) {
  CycleNode &node = nodes.emplace_back();
  node.kind = kind;
  node.index = index;
  return &node;
}

CycleNode *ValueCycles::get(Nodes &known, CycleNode::Kind kind,
                            GraphIndex index) {
  CycleNode *&node = known[index];
  if (!node)
    node = addNode(kind, index);
  return node;
}

CycleNode *ValueCycles::addOutside() {
  return addNode(CycleNode::Kind::Outside, kNone);
}

void ValueCycles::addCarried() {
  for (const Use &use : graph.uses)
    if (use.kind == UseKind::Tied && graph.isCarried(use.label))
      getLabel(use.label)->madeOf.push_back(getValue(use.value));
}

static bool isNumber(Value value) { return isa<FloatType>(value.getType()); }

void ValueCycles::findTakers() {
  for (auto [index, op] : llvm::enumerate(graph.ops))
    if (op.numUses != 0 && (op.numResults == 0 || op.handsOn) &&
        !op.hasRegions && llvm::any_of(op.op->getResults(), isNumber))
      takers[op.op] = index;
}

/// Adds what the value of `node` is made of.
void ValueCycles::addMadeOf(CycleNode &node) {
  const ValueNode &value = graph.values[node.index];
  if (graph.isCarried(value.label)) {
    node.madeOf.push_back(getLabel(value.label));
    return;
  }
  if (value.op == kNone || value.weight)
    return;
  const OpNode &op = graph.ops[value.op];
  node.isRounded = makesRounded(op.traits, op.category);
  if (value.def != DefKind::Creator)
    for (const Use &use : graph.getUses(op))
      if (carries(op, use))
        node.madeOf.push_back(getValue(use.value));
  if (!takers.empty() && !op.handsOn && !op.isConstant)
    addNumbersOf(node, op.op);
}

/// Who makes `number`, or carries it; null for what a function or a body is
/// given: the graph has that.
ValueCycles::Maker ValueCycles::getMaker(Value number) {
  if (Operation *op = number.getDefiningOp())
    return op;
  Block *block = number.getParentBlock();
  if (!block->isEntryBlock())
    return block;
  Operation *parent = block->getParentOp();
  return isa<RegionBranchOpInterface>(parent) ? parent : nullptr;
}

CycleNode *ValueCycles::getNumbers(Maker maker) {
  CycleNode *&node = numbers[maker];
  if (!node) {
    node = addNode(CycleNode::Kind::Numbers, kNone);
    node->op = dyn_cast<Operation *>(maker);
    node->block = dyn_cast<Block *>(maker);
  }
  return node;
}

CycleNode *ValueCycles::get(Value value) {
  if (GraphIndex index = graph.lookup(value); index != kNone)
    return getValue(index);
  Maker maker = isNumber(value) ? getMaker(value) : nullptr;
  return maker ? getNumbers(maker) : nullptr;
}

void ValueCycles::addNumbers(CycleNode &node, ValueRange values) {
  for (Value value : values)
    if (Maker maker = isNumber(value) ? getMaker(value) : nullptr)
      node.madeOf.push_back(getNumbers(maker));
}

/// Adds the numbers of which `op` makes its results itself, or in its regions.
void ValueCycles::addNumbersOf(CycleNode &node, Operation *op) {
  forEachPoint(
      op, [&](Operation *point) { addNumbers(node, point->getOperands()); });
}

/// Adds the values out of which `taker` takes a number. What a function does on
/// the way is not looked at.
void ValueCycles::addTaken(CycleNode &node, const OpNode &taker) {
  node.isRounded = taker.handsOn || makesRounded(taker.traits, taker.category);
  for (const Use &use : graph.getUses(taker)) {
    if (use.kind == UseKind::Tied && graph.isCarried(use.label))
      node.madeOf.push_back(getLabel(use.label));
    else if (taker.handsOn || carries(taker, use))
      node.madeOf.push_back(getValue(use.value));
  }
}

/// Adds what the numbers of `node` are made of.
void ValueCycles::addNumbersMadeOf(CycleNode &node) {
  if (node.block) {
    for (Block *before : node.block->getPredecessors())
      addNumbers(node, before->getTerminator()->getOperands());
    return;
  }
  if (auto it = takers.find(node.op); it != takers.end()) {
    node.index = it->second;
    return addTaken(node, graph.ops[node.index]);
  }
  if (auto known = dyn_cast<MixedPrecisionOpInterface>(node.op)) {
    NumericTraits traits = known.getNumericTraits();
    if (dependence != Dependence::Any && hasAny(traits, kBarriers))
      return;
    node.isRounded = makesRounded(traits, known.getPrecisionCategory());
  }
  addNumbersOf(node, node.op);
}

void ValueCycles::find() {
  findTakers();
  CycleNode entry;
  // Grows while it is walked.
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].kind == CycleNode::Kind::Value)
      addMadeOf(nodes[i]);
    else if (nodes[i].kind == CycleNode::Kind::Numbers)
      addNumbersMadeOf(nodes[i]);
    else
      entry.madeOf.push_back(&nodes[i]);
  }
  for (auto it = llvm::scc_begin(&entry); !it.isAtEnd(); ++it) {
    // Numbers alone are no values, and what a loop carries as such is one node:
    // what is made of a value (the last loss) would seem to go round by itself.
    if (!it.hasCycle() || llvm::all_of(*it, [](const CycleNode *node) {
          return node->kind == CycleNode::Kind::Numbers;
        }))
      continue;
    for (CycleNode *node : *it)
      node->cycle = cycles.size();
    cycles.push_back(*it);
  }
}

static GraphIndex getCycleOf(const CycleNode *node) {
  return node ? node->cycle : kNone;
}

GraphIndex ValueCycles::getCycle(GraphIndex value) const {
  return getCycleOf(values[value]);
}

bool ValueCycles::leadsBack(const Use &use) {
  GraphIndex cycle = getCycle(use.value);
  if (cycle == kNone)
    return false;
  const OpNode &op = graph.ops[use.op];
  if (use.kind == UseKind::Tied && graph.isCarried(use.label))
    return getCycleOf(labels[use.label]) == cycle;
  if (takers.contains(op.op))
    return getCycleOf(numbers.lookup(op.op)) == cycle;
  return carries(op, use) &&
         llvm::any_of(graph.getResults(op), [&](GraphIndex result) {
           return getCycle(result) == cycle;
         });
}

bool amp::isRounded(const ValueCycle &cycle) {
  return llvm::any_of(cycle,
                      [](const CycleNode *node) { return node->isRounded; });
}

Operation *amp::getPublicFunction(Value value) {
  auto argument = dyn_cast_if_present<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return nullptr;
  Operation *parent = argument.getOwner()->getParentOp();
  auto symbol = dyn_cast<SymbolOpInterface>(parent);
  return isa<FunctionOpInterface>(parent) && symbol && !symbol.isPrivate()
             ? parent
             : nullptr;
}

bool amp::pinCycle(PrecisionGraph &graph, const ValueCycle &cycle,
                   Binding binding) {
  SmallVector<GraphIndex> own;
  SmallVector<ValueNode *> values;
  for (const CycleNode *node : cycle) {
    GraphIndex label = kNone;
    if (node->kind == CycleNode::Kind::Label) {
      label = node->index;
    } else if (node->kind == CycleNode::Kind::Value) {
      values.push_back(&graph.values[node->index]);
      label = values.back()->label;
    }
    if (label != kNone)
      own.push_back(label);
  }
  // A rule has spoken.
  if (llvm::any_of(own,
                   [&](GraphIndex label) { return graph.isFixedLow(label); }))
    return false;
  for (GraphIndex label : own)
    fixLabelHigh(graph, label, binding);
  // Also from ops that could read a low copy, made for others. An argument's
  // is there already.
  for (ValueNode *value : values) {
    if (value->op == kNone && getPublicFunction(value->value))
      continue;
    value->pinHigh(binding);
  }
  for (const CycleNode *node : cycle)
    takeHigh(graph, *node, binding);
  return true;
}

void amp::takeHigh(PrecisionGraph &graph, const CycleNode &node,
                   Binding binding) {
  if (node.kind != CycleNode::Kind::Numbers || node.index == kNone)
    return;
  for (Use &use : graph.getUses(graph.ops[node.index]))
    readHigh(graph, use, binding);
}
