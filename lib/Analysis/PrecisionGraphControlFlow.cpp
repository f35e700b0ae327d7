//===- PrecisionGraphControlFlow.cpp - Types that flow through control ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What functions, calls, branches and region ops tie together, through the
// upstream interfaces alone.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/WalkPreOrder.h"
#include "PrecisionGraphBuilder.h"
#include "SymbolUses.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;

bool PrecisionGraphBuilder::mayEscape(FunctionOpInterface function) {
  // Only where a signature may change: collecting uses visits every attribute
  // of the module.
  if (!hasEscaping) {
    hasEscaping = true;
    if (root->hasTrait<OpTrait::SymbolTable>())
      escaping = findEscapingSymbols(root, symbols);
    else
      escaping.emplace();
  }
  return !escaping || escaping->contains(function);
}

/// Whether a signature of other types can be written: a function of the builtin
/// type in a builtin module, whose returns hand on just its results.
static bool isRetypable(FunctionOpInterface function) {
  if (function.isExternal() || !isa<FunctionType>(function.getFunctionType()) ||
      !isa_and_nonnull<ModuleOp>(function->getParentOp()))
    return false;
  return llvm::all_of(function.getFunctionBody(), [&](Block &block) {
    return !block.mightHaveTerminator() ||
           !block.back().hasTrait<OpTrait::ReturnLike>() ||
           llvm::equal(block.back().getOperandTypes(),
                       function.getResultTypes());
  });
}

const PrecisionGraphBuilder::FunctionLabels &
PrecisionGraphBuilder::getLabels(FunctionOpInterface function) {
  auto [it, inserted] = functions.try_emplace(function.getOperation());
  FunctionLabels &labels = it->second;
  if (!inserted)
    return labels;
  bool isPrivate = cast<SymbolOpInterface>(function.getOperation()).isPrivate();
  bool free = (isPrivate || !options.keepSignature) && isRetypable(function) &&
              !mayEscape(function);
  labels.arguments.assign(function.getNumArguments(), kNone);
  labels.results.assign(function.getNumResults(), kNone);
  for (unsigned i = 0, e = function.getNumArguments(); free && i < e; ++i)
    if (participates(function.getArgument(i)))
      labels.arguments[i] = getCarriedLabel(function.getArgument(i));
  for (unsigned i = 0, e = function.getNumResults(); free && i < e; ++i)
    if (isParticipatingType(function.getResultTypes()[i], options.high))
      labels.results[i] = makeLabel(kNone, Binding::Free);
  return labels;
}

/// Runs of a function that count.
static constexpr int64_t kMostCalls = 1 << 16;

/// Whether `op`, a module or a function, or a module in it, holds a private
/// function.
static bool holdsPrivate(Operation *op) {
  return llvm::any_of(op->getRegions(), [](Region &region) {
    return llvm::any_of(region.getOps(), [](Operation &inner) {
      auto function = dyn_cast<FunctionOpInterface>(inner);
      if (!function)
        return isa<ModuleOp>(inner) && holdsPrivate(&inner);
      return function.isPrivate() && !function.isExternal();
    });
  });
}

/// Iterations of a loop whose number is not known: enough that a cast in front
/// of it is better than one in each of them.
static constexpr int64_t kAssumedTrips = 16;

/// More do not count.
static constexpr int64_t kMostTrips = 1 << 20;

int64_t PrecisionGraphBuilder::computeTrips(Operation *parent) {
  // Regions nest shallowly: climb to the first ancestor that is known.
  SmallVector<Operation *> chain;
  int64_t trips = 1;
  for (; parent; parent = parent->getParentOp()) {
    if (isa<FunctionOpInterface>(parent)) {
      auto it = functionTrips.find(parent);
      trips = it == functionTrips.end() ? 1 : std::max<int64_t>(1, it->second);
      break;
    }
    auto it = regionTrips.find(parent);
    if (it != regionTrips.end()) {
      trips = it->second;
      break;
    }
    chain.push_back(parent);
  }
  for (Operation *region : llvm::reverse(chain)) {
    if (auto loop = dyn_cast<LoopLikeOpInterface>(region)) {
      std::optional<APInt> count = loop.getStaticTripCount();
      trips *= count ? std::max<int64_t>(1, count->getLimitedValue(kMostTrips))
                     : kAssumedTrips;
    }
    trips = std::min(trips, kMostTrips);
    regionTrips[region] = trips;
  }
  return trips;
}

void PrecisionGraphBuilder::findFunctionTrips() {
  if (!holdsPrivate(root))
    return;
  llvm::MapVector<Operation *, SmallVector<Operation *, 2>> calls;
  walkPreOrder(root, [&](Operation *op) {
    if (getTraits(op).isCall)
      if (auto callee = dyn_cast_or_null<FunctionOpInterface>(
              cast<CallOpInterface>(op).resolveCallableInTable(&symbols)))
        if (callee.isPrivate())
          calls[callee].push_back(op);
    return WalkResult::advance();
  });
  // Callers before what they call. One that calls itself goes round once, as
  // far as is known.
  SmallVector<Operation *> pending;
  for (auto &[root, unused] : calls) {
    pending.push_back(root);
    while (!pending.empty()) {
      Operation *function = pending.back();
      auto [known, isNew] = functionTrips.try_emplace(function, 0);
      if (isNew) {
        for (Operation *call : calls.find(function)->second)
          if (Operation *caller = call->getParentOfType<FunctionOpInterface>();
              caller && calls.contains(caller) &&
              !functionTrips.contains(caller))
            pending.push_back(caller);
        continue;
      }
      pending.pop_back();
      if (known->second > 0)
        continue;
      int64_t trips = 0;
      for (Operation *call : calls.find(function)->second)
        trips = std::min(trips + computeTrips(call->getParentOp()), kMostCalls);
      functionTrips[function] = trips;
    }
  }
}

void PrecisionGraphBuilder::visitFunction(FunctionOpInterface function) {
  const FunctionLabels &labels = getLabels(function);
  if (function.isExternal())
    return;
  // Callers of a training step hand back what it returned.
  if (!cast<SymbolOpInterface>(function.getOperation()).isPrivate())
    anyHandedBack |= llvm::any_of(function.getResultTypes(), [&](Type type) {
      return llvm::is_contained(function.getArgumentTypes(), type);
    });
  // Kernels have memory beyond their arguments.
  for (auto [index, argument] : llvm::enumerate(
           function.getArguments().take_front(function.getNumArguments()))) {
    if (!participates(argument))
      continue;
    ValueNode &value = graph.values[getValue(argument)];
    // What the low type cannot hold is bound by that first.
    if (labels.arguments[index] == kNone && value.binding == Binding::Free)
      value.binding = Binding::Signature;
  }
  for (Block &block : function.getFunctionBody()) {
    Operation *terminator = block.getTerminator();
    if (!terminator->hasTrait<OpTrait::ReturnLike>())
      continue;
    for (OpOperand &operand : terminator->getOpOperands())
      if (operand.getOperandNumber() < labels.results.size() &&
          labels.results[operand.getOperandNumber()] != kNone)
        carried[&operand] = labels.results[operand.getOperandNumber()];
  }
}

void amp::forEachPoint(Operation *op,
                       llvm::function_ref<void(Operation *)> visit) {
  visit(op);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        visit(block.getTerminator());
}

RegionBranchInverseSuccessorMapping
amp::getInverseMapping(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping mapping;
  op.getSuccessorOperandInputMapping(mapping);
  RegionBranchInverseSuccessorMapping inverse;
  forEachPoint(op, [&](Operation *point) {
    for (OpOperand &operand : point->getOpOperands())
      for (Value input : mapping.lookup(&operand))
        inverse[input].push_back(&operand);
  });
  return inverse;
}

void PrecisionGraphBuilder::visitRegionBranch(Operation *op) {
  RegionBranchSuccessorMapping mapping;
  cast<RegionBranchOpInterface>(op).getSuccessorOperandInputMapping(mapping);
  if (mapping.empty())
    return;
  forEachPoint(op, [&](Operation *point) {
    for (OpOperand &operand : point->getOpOperands())
      if (auto it = mapping.find(&operand); it != mapping.end())
        tie(operand, ValueRange(it->second));
  });
  if (!isa<LoopLikeOpInterface>(op))
    return;
  mayRecur = true;
  addConditions(op,
                [&](OpOperand &operand) { return mapping.contains(&operand); });
}

LogicalResult PrecisionGraphBuilder::visitTies(Operation *op,
                                               ArrayRef<PrecisionTie> ties) {
  for (const PrecisionTie &each : ties) {
    if (!each.operand || !each.value)
      return op->emitOpError("ties an operand or a value that there is not");
    tie(*each.operand, ValueRange(each.value));
  }
  mayRecur = true;
  graph.ops.back().handsOn = true;
  if (isa<LoopLikeOpInterface>(op))
    addConditions(op, [&](OpOperand &operand) {
      return llvm::any_of(ties, [&](const PrecisionTie &each) {
        return each.operand == &operand;
      });
    });
  return success();
}

void PrecisionGraphBuilder::addConditions(
    Operation *loop, llvm::function_ref<bool(OpOperand &)> handedOn) {
  for (Region &region : loop->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        for (OpOperand &operand : block.getTerminator()->getOpOperands())
          if (getStoredType(operand.get().getType()).isInteger(1) &&
              !handedOn(operand))
            conditions.push_back(operand.get());
}

void PrecisionGraphBuilder::addBranchConditions(Operation *op) {
  if (op->getNumSuccessors() < 2)
    return;
  auto branch = dyn_cast<BranchOpInterface>(op);
  if (!branch)
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getType().isSignlessInteger() &&
        !branch.getSuccessorBlockArgument(operand.getOperandNumber()))
      conditions.push_back(operand.get());
}

void PrecisionGraphBuilder::visitBranch(Operation *op) {
  auto branch = cast<BranchOpInterface>(op);
  mayRecur = true;
  addBranchConditions(op);
  for (unsigned i = 0, e = op->getNumSuccessors(); i < e; ++i) {
    SuccessorOperands operands = branch.getSuccessorOperands(i);
    Block *successor = op->getSuccessor(i);
    unsigned produced = operands.getProducedOperandCount();
    MutableOperandRange forwarded = operands.getMutableForwardedOperands();
    for (unsigned j = 0, n = forwarded.size(); j < n; ++j)
      tie(forwarded[j], ValueRange(successor->getArgument(produced + j)));
  }
}

void PrecisionGraphBuilder::visitCall(Operation *op,
                                      FunctionOpInterface callee) {
  const FunctionLabels &labels = getLabels(callee);
  MutableOperandRange arguments =
      cast<CallOpInterface>(op).getArgOperandsMutable();
  for (unsigned i = 0, e = arguments.size(); i < e; ++i)
    if (i < labels.arguments.size() && labels.arguments[i] != kNone)
      carried[&arguments[i]] = labels.arguments[i];
  mayRecur = true;
  for (auto [index, result] : llvm::enumerate(op->getResults()))
    if (index < labels.results.size() && labels.results[index] != kNone)
      uniteLabels(getCarriedLabel(result), labels.results[index]);
}

LogicalResult PrecisionGraphBuilder::visitOwnedRegions(Operation *op) {
  // What a use counts at most, as in loops: its bytes fit in 64 bits.
  constexpr int64_t kMostElements = int64_t(1) << 60;
  // The body is the op's own arithmetic; only what it captures takes part, once
  // for each element of the op's results.
  int64_t points = 0;
  auto getPoints = [&] {
    if (points > 0)
      return points;
    points = 1;
    for (Type type : op->getResultTypes())
      points = std::max(points, getAssumedNumElements(type));
    return points;
  };
  // Where the body itself computes on tensors, what it makes of its arguments
  // alone is no part of the graph: the owner's rebuild gives it its type. What
  // it captures it reads as it came.
  llvm::DenseSet<Value> own;
  for (Region &region : op->getRegions())
    if (!region.empty())
      for (Value argument : region.getArguments())
        if (participates(argument))
          own.insert(argument);
  auto isOwn = [&](Operation *inner) {
    if (own.empty())
      return false;
    auto operands = llvm::make_filter_range(
        inner->getOperands(), [&](Value value) { return participates(value); });
    return inner->getNumRegions() == 0 && !operands.empty() &&
           llvm::all_of(operands,
                        [&](Value value) { return own.contains(value); });
  };
  auto visit = [&](Operation *inner) {
    if (!participates(inner))
      return WalkResult::advance();
    if (isOwn(inner)) {
      own.insert_range(inner->getResults());
      return WalkResult::advance();
    }
    GraphIndex firstUse = graph.uses.size(), firstOp = graph.ops.size();
    if (failed(visitOp(inner, /*keepHigh=*/!own.empty())))
      return WalkResult::interrupt();
    for (Use &use : llvm::drop_begin(graph.uses, firstUse))
      use.elements = std::min(saturatingMultiply(use.elements, getPoints()),
                              kMostElements);
    for (const OpNode &made : llvm::drop_begin(graph.ops, firstOp))
      for (GraphIndex result : graph.getResults(made)) {
        uint32_t &trips = graph.values[result].trips;
        trips = std::min(saturatingMultiply(trips, getPoints()), kMostTrips);
      }
    return WalkResult::advance();
  };
  // Bodies are flat as a rule: no walk where a loop does. A choice comes before
  // what it yields, as everywhere.
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps()) {
      WalkResult visited = inner.getNumRegions() == 0
                               ? visit(&inner)
                               : inner.walk<WalkOrder::PreOrder>(visit);
      if (visited.wasInterrupted())
        return failure();
    }
  return success();
}
