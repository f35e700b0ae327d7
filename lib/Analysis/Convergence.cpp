//===- Convergence.cpp - Loops that end when nothing changes any more -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration to a fixed point goes on until the change of its state, or a
// residual, falls below a tolerance that f32 reaches. Between states that are
// rounded, or come from products of rounded factors, the change stays at half a
// unit in the low type's last place, and the loop never ends. So where the
// condition of a loop is a comparison with numbers of
//   - what a carried value is less its value of another iteration, or
//   - what is made of carried values less something from outside of the loop,
// all that those carried values go through on their way round, and on the way
// to that difference, is high, products of matrices too. What decides by the
// result of a layer (a halting probability, a sum of those, the likeliest
// token) is none: between the number and a difference there may be sums and
// element-wise ops, but no exponential, no product other than a norm, and
// nothing that has bounds of its own. Behind a norm there may be a product (a
// gradient is one with a residual), and what goes round may be taken from what
// else does (`A v - l v`).
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "ValueCycles.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

/// Nodes that are looked at between a term and what is carried.
static constexpr size_t kMostBehind = 1024;

namespace {

/// What ends a loop.
struct Difference {
  Operation *op;
  SmallVector<Value, 2> terms;
  enum class Kind : uint8_t {
    /// Of what is carried and what it becomes.
    OfStates,
    /// Of what is carried, or is a product with it, and data from outside.
    OfData,
    /// The same and a number; a running sum less what it may come to is none.
    OfNumber
  } kind;
};

class ConvergencePinner {
public:
  ConvergencePinner(PrecisionGraph &graph, Operation *root,
                    ValueRanges getRange)
      : graph(graph), root(root), getRange(getRange),
        states(graph, Dependence::Any) {}
  /// Returns whether any value is pinned.
  bool run(ArrayRef<Value> conditions);

private:
  using Nodes = llvm::SmallSetVector<CycleNode *, 16>;
  using Mapping = RegionBranchInverseSuccessorMapping;

  /// How a condition comes to a value: by sums and element-wise ops, by a norm
  /// as well, or by a product behind that.
  enum class Way : uint8_t { Plain, Norm, Product };
  using Visit = std::pair<Value, Way>;

  /// Adds what a value is handed on from, or made of, to `pending`; or, if it
  /// is a difference that tells of a change, to `differences`.
  void visit(Visit visit);
  /// Adds `value`, if it is one of floats, of truth values or of counts.
  void add(Value value, Way way);
  /// What control flow hands on to `value`.
  void addHandedOn(Value value, Way way);
  /// The operands that `op` hands on to a value, if it is control flow.
  const Mapping &getMapping(Operation *op);
  /// What `call` calls, null if that is no function below the root.
  FunctionOpInterface getCallee(CallOpInterface call);
  ArrayRef<CallOpInterface> getCallers(Operation *function);
  /// What `returned`, a result of `call`, is in the function.
  SmallVector<Value, 1> getReturned(CallOpInterface call, OpResult returned);
  /// What `op` takes from each other, if that may tell of a change.
  std::optional<Difference> getDifference(Operation *op, Way way);
  /// Whether loops carry `value` at their next iteration or at this one, or
  /// callers of its function do, for so many levels up.
  bool isState(Value value, unsigned levels = 4);
  bool findState(Value value, unsigned levels);
  /// Whether `value` is the same in each iteration of the loop around `op`.
  bool isGiven(Value value, Operation *op) const;
  bool isConstant(Value value) const;
  /// What `value` is moved from, as far as the graph has it.
  Value findSource(Value value) const;
  /// Whether what `op` makes has a size of its own, whatever it is made of: a
  /// probability is no measure of a change.
  bool saturates(Operation *op, Value value) const;
  /// Whether `op` makes one number of two that are not the same in each
  /// iteration (a norm), not a layer's result.
  bool makesNorm(Operation *op, Value value) const;
  /// Whether `op` makes a single number of magnitudes, or a magnitude of such.
  bool measures(Operation *op, Value value) const;
  /// Whether the value of `node` is made by an op with one of `traits`.
  bool makes(const CycleNode &node, NumericTraits traits) const;
  /// What `terms` are made of, back to the first cycles, exponentials (gates)
  /// or products.
  enum Passed : uint8_t { Sums, Products, All };
  Nodes findBehind(ArrayRef<Value> terms, Passed how);
  /// Whether `node` is in a cycle, of `loop` unless that is null: what another
  /// loop has left is the same in each iteration.
  bool goesRound(const CycleNode *node, Operation *loop);
  /// Whether the difference tells of a change of what goes round: of nodes that
  /// `isInCycle` says so of.
  bool counts(const Difference &difference,
              llvm::function_ref<bool(const CycleNode *)> isInCycle);
  /// Keeps the value, and what its op reads.
  void pin(const CycleNode &node);
  /// Pins the cycles behind the terms, and what lies between, if there are any.
  bool pinBehind(const Difference &difference);

  PrecisionGraph &graph;
  Operation *root;
  ValueRanges getRange;
  SymbolTableCollection symbols;
  ValueCycles states;
  llvm::SetVector<Visit> pending;
  SmallVector<Difference> differences;
  /// Of cycles that were asked about.
  llvm::DenseMap<std::pair<GraphIndex, Operation *>, bool> areInLoop;
  /// Of values that were asked about.
  llvm::DenseMap<Value, bool> areStates;
  /// Of ops that were asked.
  llvm::DenseMap<Operation *, Mapping> mappings;
  /// The cycles without products (running sums), once asked for.
  std::optional<ValueCycles> sums;
  /// Cycles that were to be pinned, and those that a rule wants low.
  llvm::DenseSet<GraphIndex> pinned, refused;
  /// By function, once one is asked for.
  std::optional<llvm::DenseMap<Operation *, SmallVector<CallOpInterface, 2>>>
      callers;
};

} // namespace

/// What `value` was before it was widened, by whomever: sums and differences of
/// f32 may be taken in f64.
static Value stripExtensions(Value value) {
  auto getWidth = [](Value value) {
    auto type = dyn_cast<FloatType>(getStoredType(value.getType()));
    return type ? type.getWidth() : 0;
  };
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<CastOpInterface>(op) || op->getNumOperands() != 1 ||
        getWidth(op->getOperand(0)) == 0 ||
        getWidth(value) < getWidth(op->getOperand(0)))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Truth values, and what counts them.
static bool isCount(Type type) {
  return getStoredType(type).isSignlessInteger();
}

void ConvergencePinner::add(Value value, Way way) {
  if (isCount(value.getType()) ||
      isa<FloatType>(getStoredType(value.getType())))
    pending.insert({value, way});
}

const ConvergencePinner::Mapping &ConvergencePinner::getMapping(Operation *op) {
  auto [it, isNew] = mappings.try_emplace(op);
  Mapping &mapping = it->second;
  if (!isNew)
    return mapping;
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    mapping = getInverseMapping(branch);
  } else if (auto model = dyn_cast<MixedPrecisionOpInterface>(op)) {
    SmallVector<PrecisionTie> ties;
    model.getPrecisionTies(ties);
    for (const PrecisionTie &tie : ties)
      mapping[tie.value].push_back(tie.operand);
  }
  return mapping;
}

void ConvergencePinner::addHandedOn(Value value, Way way) {
  auto argument = dyn_cast<BlockArgument>(value);
  Block *block = argument ? argument.getOwner() : nullptr;
  if (!block || block->isEntryBlock()) {
    Operation *op = block ? block->getParentOp() : value.getDefiningOp();
    if (isa<FunctionOpInterface>(op)) {
      for (CallOpInterface call : getCallers(op))
        add(call.getArgOperands()[argument.getArgNumber()], way);
      return;
    }
    for (OpOperand *operand : getMapping(op).lookup(value))
      add(operand->get(), way);
    return;
  }
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end; ++it)
    if (auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator()))
      if (Value operand = branch.getSuccessorOperands(
              it.getSuccessorIndex())[argument.getArgNumber()])
        add(operand, way);
}

FunctionOpInterface ConvergencePinner::getCallee(CallOpInterface call) {
  auto function = dyn_cast_if_present<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  return function && root->isAncestor(function) &&
                 function.getNumArguments() == call.getArgOperands().size()
             ? function
             : FunctionOpInterface();
}

ArrayRef<CallOpInterface> ConvergencePinner::getCallers(Operation *function) {
  if (!callers) {
    callers.emplace();
    root->walk([&](CallOpInterface call) {
      if (FunctionOpInterface callee = getCallee(call))
        (*callers)[callee].push_back(call);
    });
  }
  auto it = callers->find(function);
  return it == callers->end() ? ArrayRef<CallOpInterface>() : it->second;
}

SmallVector<Value, 1> ConvergencePinner::getReturned(CallOpInterface call,
                                                     OpResult returned) {
  SmallVector<Value, 1> values;
  if (FunctionOpInterface callee = getCallee(call))
    for (Block &block : callee.getFunctionBody())
      if (Operation *end = block.getTerminator();
          end->hasTrait<OpTrait::ReturnLike>() &&
          returned.getResultNumber() < end->getNumOperands())
        values.push_back(end->getOperand(returned.getResultNumber()));
  return values;
}

Value ConvergencePinner::findSource(Value value) const {
  GraphIndex index = graph.lookup(value);
  return index == kNone ? value
                        : graph.values[findMovedValue(graph, index)].value;
}

bool ConvergencePinner::isState(Value value, unsigned levels) {
  value = findSource(value);
  auto [it, isNew] = areStates.try_emplace(value, false);
  if (!isNew)
    return it->second;
  bool found = findState(value, levels);
  return areStates[value] = found;
}

bool ConvergencePinner::findState(Value value, unsigned levels) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (!isa<FunctionOpInterface>(parent) ||
        !argument.getOwner()->isEntryBlock())
      return true;
    return levels > 0 &&
           llvm::any_of(getCallers(parent), [&](CallOpInterface call) {
             return isState(call.getArgOperands()[argument.getArgNumber()],
                            levels - 1);
           });
  }
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner(), *parent = user->getParentOp();
    if (!user->hasTrait<OpTrait::IsTerminator>())
      return false;
    if (user->getNumSuccessors() > 0 || !isa<FunctionOpInterface>(parent))
      return true;
    return levels > 0 &&
           llvm::any_of(getCallers(parent), [&](CallOpInterface call) {
             return use.getOperandNumber() < call->getNumResults() &&
                    isState(call->getResult(use.getOperandNumber()),
                            levels - 1);
           });
  });
}

bool ConvergencePinner::isConstant(Value value) const {
  value = findSource(value);
  Operation *op = value.getDefiningOp();
  return (op && op->hasTrait<OpTrait::ConstantLike>()) ||
         (getRange && getRange(value).isPoint());
}

bool ConvergencePinner::isGiven(Value value, Operation *op) const {
  GraphIndex index = graph.lookup(value);
  if (isConstant(value) || (index != kNone && isInputValue(graph, index)))
    return true;
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return loop && !loop->isAncestor(value.getParentRegion()->getParentOp());
}

std::optional<Difference> ConvergencePinner::getDifference(Operation *op,
                                                           Way way) {
  if (!hasAny(getNumericTraits(op), NumericTraits::Subtraction))
    return std::nullopt;
  SmallVector<Value, 2> terms;
  for (OpOperand &operand : op->getOpOperands())
    if (isInput(operand) &&
        isa<FloatType>(getStoredType(operand.get().getType())))
      terms.push_back(stripExtensions(operand.get()));
  // A number less a constant may be the time that is left.
  bool isNumber = terms.empty() || isa<FloatType>(terms.front().getType());
  // The body takes a number that it captures.
  if (terms.size() == 1 && op->getNumRegions() > 0 && !isNumber)
    return Difference{op, terms, Difference::Kind::OfNumber};
  if (terms.size() < 2 || terms.size() > kMostTerms)
    return std::nullopt;
  auto isStateTerm = [&](Value term) { return isState(term); };
  size_t numStates = llvm::count_if(terms, isStateTerm);
  if (numStates > 1 && !llvm::all_equal(terms))
    return Difference{op, terms, Difference::Kind::OfStates};
  if (isNumber)
    return std::nullopt;
  auto *given =
      llvm::find_if(terms, [&](Value term) { return isGiven(term, op); });
  if (given != terms.end())
    return Difference{op, terms,
                      isConstant(*given) ? Difference::Kind::OfNumber
                                         : Difference::Kind::OfData};
  // Of a state and what it becomes, but for a part of it (damping); in a norm,
  // of two things that go round, but not of one and its own mean.
  auto getSize = [&](Value term) {
    return getAssumedNumElements(findSource(term).getType());
  };
  if (numStates == 1 ||
      (way != Way::Plain && llvm::all_equal(llvm::map_range(terms, getSize))))
    return Difference{op, terms, Difference::Kind::OfStates};
  return std::nullopt;
}

bool ConvergencePinner::saturates(Operation *op, Value value) const {
  auto model = dyn_cast<MixedPrecisionOpInterface>(op);
  return getRange && model && isa<FloatType>(getStoredType(value.getType())) &&
         getRange(value).isBounded() &&
         llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
           // A largest element is looked for from an infinity on.
           return isInput(operand) &&
                  isa<FloatType>(getStoredType(operand.get().getType())) &&
                  !getRange(operand.get()).isBounded();
         });
}

bool ConvergencePinner::makesNorm(Operation *op, Value value) const {
  return getAssumedNumElements(value.getType()) == 1 &&
         llvm::none_of(op->getOpOperands(), [&](OpOperand &operand) {
           return isInput(operand) && isGiven(operand.get(), op);
         });
}

bool ConvergencePinner::measures(Operation *op, Value value) const {
  if (!getRange || getAssumedNumElements(value.getType()) != 1 ||
      !isa<FloatType>(getStoredType(value.getType())))
    return false;
  const FloatRange &range = getRange(value);
  return range.hasFinite() && range.lower >= 0 &&
         llvm::any_of(op->getOperands(), [](Value operand) {
           return isa<FloatType>(getStoredType(operand.getType())) &&
                  getAssumedNumElements(operand.getType()) != 1;
         });
}

void ConvergencePinner::visit(Visit visit) {
  auto [value, way] = visit;
  Operation *op = value.getDefiningOp();
  if (!op || isa<RegionBranchOpInterface>(op) ||
      (op->getNumRegions() > 0 && !getMapping(op).empty())) {
    addHandedOn(value, way);
    // What chooses between two truths is one.
    if (op && isCount(value.getType()))
      for (Value operand : op->getOperands())
        if (operand.getType().isInteger(1))
          add(operand, way);
    return;
  }
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    for (Value returned : getReturned(call, cast<OpResult>(value)))
      add(returned, way);
    return;
  }
  // What is counted is no number that a model computes.
  NumericTraits traits = getNumericTraits(op);
  bool compares = hasAny(traits, NumericTraits::Comparison) &&
                  !hasAny(traits, NumericTraits::OrderReduction);
  if (isCount(value.getType()) && !compares &&
      !getStoredType(value.getType()).isInteger(1)) {
    for (Value operand : op->getOperands())
      if (isCount(operand.getType()))
        add(operand, way);
    return;
  }
  if (hasAny(traits, NumericTraits::Exponential))
    return;
  if (hasAny(traits, NumericTraits::Contraction) && !makesNorm(op, value)) {
    if (way == Way::Norm)
      for (OpOperand &operand : op->getOpOperands())
        if (isInput(operand) && !isGiven(operand.get(), op))
          add(operand.get(), Way::Product);
    return;
  }
  if (std::optional<Difference> difference = getDifference(op, way)) {
    differences.push_back(std::move(*difference));
    return;
  }
  if (saturates(op, value))
    return;
  if (way == Way::Plain && measures(op, value))
    way = Way::Norm;
  for (OpOperand &operand : op->getOpOperands())
    if (isInput(operand))
      add(operand.get(), way);
}

bool ConvergencePinner::makes(const CycleNode &node,
                              NumericTraits traits) const {
  return node.kind == CycleNode::Kind::Value &&
         graph.values[node.index].op != kNone &&
         hasAny(graph.ops[graph.values[node.index].op].traits, traits);
}

ConvergencePinner::Nodes ConvergencePinner::findBehind(ArrayRef<Value> terms,
                                                       Passed how) {
  Nodes behind;
  for (Value value : terms)
    if (CycleNode *node = states.get(value))
      behind.insert(node);
  // Grows while it is walked.
  for (size_t i = 0; i < behind.size() && i < kMostBehind; ++i)
    if (CycleNode *node = behind[i];
        node->cycle == kNone &&
        (how == All ||
         !(makes(*node, NumericTraits::Exponential) ||
           (how == Sums && makes(*node, NumericTraits::Contraction)))))
      behind.insert_range(node->madeOf);
  return behind;
}

bool ConvergencePinner::goesRound(const CycleNode *node, Operation *loop) {
  if (node->cycle == kNone || !loop)
    return node->cycle != kNone;
  auto [it, isNew] = areInLoop.try_emplace({node->cycle, loop}, false);
  if (isNew)
    it->second = llvm::any_of(
        states.getCycles()[node->cycle], [&](const CycleNode *each) {
          return each->kind == CycleNode::Kind::Value &&
                 loop->isAncestor(graph.values[each->index]
                                      .value.getParentRegion()
                                      ->getParentOp());
        });
  return it->second;
}

/// The outermost loop around `op`, null where that is one of blocks or of who
/// calls it.
static Operation *getLoop(Operation *op) {
  Operation *loop = nullptr;
  while ((op = op->getParentOfType<LoopLikeOpInterface>()))
    loop = op;
  return loop;
}

bool ConvergencePinner::counts(
    const Difference &difference,
    llvm::function_ref<bool(const CycleNode *)> isInCycle) {
  switch (difference.kind) {
  case Difference::Kind::OfStates:
    // Both are made of what goes round.
    return llvm::all_of(difference.terms, [&](Value term) {
      return llvm::any_of(findBehind(term, All), isInCycle);
    });
  case Difference::Kind::OfData:
    return llvm::any_of(findBehind(difference.terms, Products), isInCycle);
  case Difference::Kind::OfNumber:
    break;
  }
  if (!sums) {
    sums.emplace(graph, Dependence::Carried);
    sums->addCarried();
    sums->find();
  }
  bool any = false;
  for (CycleNode *node : findBehind(difference.terms, Sums)) {
    if (node->kind == CycleNode::Kind::Value &&
        sums->getCycle(node->index) != kNone)
      return false;
    any |= isInCycle(node);
  }
  return any;
}

void ConvergencePinner::pin(const CycleNode &node) {
  takeHigh(graph, node, Binding::Cancellation);
  if (node.kind != CycleNode::Kind::Value)
    return;
  ValueNode &value = graph.values[node.index];
  // Without an op, what a loop carries beside its state (the last one).
  bool isMade = value.op != kNone;
  if (graph.isFixedLow(value.label) ||
      (!isMade && !graph.isCarried(value.label)))
    return;
  value.pinHigh(Binding::Cancellation);
  if (isMade && graph.ops[value.op].handsOn)
    return;
  // A destination may have given the value another label than its op's.
  fixLabelHigh(graph, value.label, Binding::Cancellation);
  if (isMade)
    fixLabelHigh(graph, graph.ops[value.op].label, Binding::Cancellation);
}

bool ConvergencePinner::pinBehind(const Difference &difference) {
  auto isInCycle = [&, loop = getLoop(difference.op)](const CycleNode *node) {
    return goesRound(node, loop);
  };
  if (!counts(difference, isInCycle))
    return false;
  auto isRuledLow = [&](const CycleNode *node) {
    return makes(*node, NumericTraits::Contraction) &&
           graph.isFixedLow(graph.ops[graph.values[node->index].op].label);
  };
  // All of what lies between the terms and a cycle.
  Nodes behind = findBehind(difference.terms, All);
  llvm::SmallSetVector<GraphIndex, 4> found;
  for (CycleNode *node : behind)
    if (isInCycle(node))
      found.insert(node->cycle);
  for (GraphIndex index : found) {
    if (!pinned.insert(index).second)
      continue;
    const ValueCycle &cycle = states.getCycles()[index];
    // A rule that has spoken may mean the loop to end otherwise.
    if (llvm::any_of(cycle, isRuledLow) ||
        !pinCycle(graph, cycle, Binding::Cancellation)) {
      refused.insert(index);
      continue;
    }
    for (const CycleNode *node : cycle)
      pin(*node);
  }
  if (llvm::any_of(found,
                   [&](GraphIndex index) { return refused.contains(index); }))
    return false;
  llvm::SmallDenseSet<CycleNode *, 16> onTheWay;
  for (bool anyNew = true; anyNew;) {
    anyNew = false;
    for (CycleNode *node : llvm::reverse(behind))
      if (isInCycle(node) || llvm::any_of(node->madeOf, [&](CycleNode *from) {
            return onTheWay.contains(from);
          }))
        anyNew |= onTheWay.insert(node).second;
  }
  for (CycleNode *node : behind)
    if (!isInCycle(node) && onTheWay.contains(node))
      pin(*node);
  if (GraphIndex op = graph.lookup(difference.op); op != kNone)
    for (Use &use : graph.getUses(graph.ops[op]))
      readHigh(graph, use, Binding::Cancellation);
  return true;
}

bool ConvergencePinner::run(ArrayRef<Value> conditions) {
  for (Value condition : conditions)
    pending.insert({condition, Way::Plain});
  // Grows while it is walked.
  for (size_t i = 0; i < pending.size(); ++i)
    visit(pending[i]);
  if (differences.empty())
    return false;
  for (const Difference &difference : differences)
    for (Value term : difference.terms)
      states.get(term);
  states.addCarried();
  states.find();
  bool any = false;
  for (const Difference &difference : differences)
    any |= pinBehind(difference);
  return any;
}

bool amp::pinConvergence(PrecisionGraph &graph, Operation *root,
                         ArrayRef<Value> conditions, ValueRanges getRange) {
  return !conditions.empty() &&
         ConvergencePinner(graph, root, getRange).run(conditions);
}
