//===- RangeSolver.cpp - Ranges of values through control flow ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeSolver.h"
#include "AmpDialect/IR/IntegerRanges.h"
#include "AmpDialect/IR/PrefetchOp.h"
#include "AmpDialect/IR/WalkPreOrder.h"
#include "SymbolUses.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// So many ways to a value are told apart.
static constexpr unsigned kMostParts = 64;

void RangeSolver::run() {
  collect();
  table.reserve(ops.size());
  if (hasCalls)
    findCallers();
  if (!callers.empty() || hasBlocks || hasGraphs)
    orderByFlow();
  for (unsigned end = ops.size(); front < end; ++front) {
    if (order.empty() && front + kPrefetchDistance < end)
      prefetchOp(ops[front + kPrefetchDistance].op);
    visit(getAt(front));
    // Nothing behind a cycle is looked at before the cycle is done.
    if (!pending.empty())
      visitPending();
    if (!delivered.empty() && endsCycle.test(front))
      visitDelivered();
  }
}

void RangeSolver::visitPending() {
  isAtFront = false;
  while (!pending.empty()) {
    unsigned next = pending.top();
    pending.pop();
    isPending.reset(next);
    visit(getAt(next));
  }
  isAtFront = true;
}

void RangeSolver::visitDelivered() {
  while (!delivered.empty()) {
    for (auto &[value, brought] : std::exchange(delivered, {}))
      joinAll(value, brought, Edge::Call);
    visitPending();
  }
}

RangeSolver::Kind *RangeSolver::getKind(Operation *op) {
  return &kinds.get(op, [&](Kind &kind) {
    kind.asRanged = InterfaceAnswer<FloatRangeOpInterface>::get(op);
    kind.asCall = InterfaceAnswer<CallOpInterface>::get(op);
    kind.asMixed = InterfaceAnswer<MixedPrecisionOpInterface>::get(op);
    if (FloatRangeOpInterface model = kind.asRanged(op))
      kind.dependence = model.getRangeDependence();
  });
}

/// Whether anything in the only block of `region` makes a value that others
/// read there: not the functions of a module.
static bool hasValues(Region &region) {
  return region.getNumArguments() != 0 ||
         llvm::any_of(region.front(),
                      [](Operation &op) { return op.getNumResults() != 0; });
}

void RangeSolver::collect() {
  walkPreOrder(root, [&](Operation *op) {
    Kind *kind = getKind(op);
    ops.push_back({op, kind});
    hasCalls |= kind->asCall.implements;
    if (op->getNumRegions() == 0)
      return WalkResult::advance();
    // Bodies that belong to an op's arithmetic are most of the ops of a linalg
    // module.
    if (auto model = kind->asRanged(op); model && model.evaluatesOwnRegions())
      return WalkResult::skip();
    hasLoops |= bool(asLoop(op));
    for (Region &region : op->getRegions()) {
      if (region.empty())
        continue;
      hasBlocks |= !region.hasOneBlock();
      hasGraphs |= region.hasOneBlock() && !asFunction(op) &&
                   mayBeGraphRegion(region) && hasValues(region);
    }
    return WalkResult::advance();
  });
}

void RangeSolver::findCallers() {
  for (auto [op, kind] : ops) {
    CallOpInterface call = kind->asCall(op);
    if (!call)
      continue;
    auto callee = dyn_cast_if_present<CallableOpInterface>(
        call.resolveCallableInTable(&symbols));
    // Without a body, or outside of what is looked at: nothing is known.
    if (!callee || !callee.getCallableRegion() || !root->isAncestor(callee))
      continue;
    callees[op] = callee;
    Callers &known = callers[callee];
    auto symbol = dyn_cast<SymbolOpInterface>(callee.getOperation());
    known.areAll = symbol && symbol.isPrivate();
    known.calls.push_back(call);
  }
  auto escaping = findEscapingSymbols(root, symbols);
  for (auto &[callee, known] : callers)
    known.areAll &= escaping && !escaping->contains(callee);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The range that the signature of `function` promises for `argument`.
static std::optional<FloatRange> getDeclaredRange(FunctionOpInterface function,
                                                  BlockArgument argument) {
  // What a kernel has beyond its arguments (memory that it shares) declares
  // nothing.
  if (argument.getArgNumber() >= function.getNumArguments())
    return std::nullopt;
  auto bounds = function.getArgAttrOfType<DenseF64ArrayAttr>(
      argument.getArgNumber(), kRangeAttrName);
  if (!bounds || bounds.size() != 2 || !(bounds[0] <= bounds[1]))
    return std::nullopt;
  return FloatRange::getReached(bounds[0], bounds[1]);
}

FunctionOpInterface RangeSolver::getDeclaringFunction(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return nullptr;
  FunctionOpInterface function = asFunction(argument.getOwner()->getParentOp());
  return function && function.getArgAttrsAttr() ? function : nullptr;
}

RangeId RangeSolver::getEntryRange(Type type) {
  if (type != entryType) {
    entryType = type;
    entryRange = table.intern(FloatRange::getForType(type));
  }
  return entryRange;
}

void RangeSolver::setEntryState(ValueRange values, Edge edge) {
  // All are of one block or of one op.
  FunctionOpInterface function =
      values.empty() ? nullptr : getDeclaringFunction(values.front());
  bool mayCount = hasLoops && !function;
  for (Value value : values) {
    std::optional<FloatRange> declared;
    if (function)
      declared = getDeclaredRange(function, cast<BlockArgument>(value));
    else if (mayCount)
      declared = getInductionRange(value);
    join(value,
         declared ? table.intern(*declared) : getEntryRange(value.getType()),
         edge, Source());
  }
}

unsigned RangeSolver::getPosition(Operation *op) {
  if (positions.empty()) {
    positions.reserve(ops.size());
    for (auto [position, one] : llvm::enumerate(ops))
      positions.try_emplace(one.op, position);
    isPending.resize(ops.size());
  }
  for (; op; op = op->getParentOp())
    if (auto it = positions.find(op); it != positions.end())
      return it->second;
  llvm_unreachable("an op outside of the root");
}

void RangeSolver::revisit(Operation *op) {
  unsigned place = getPosition(op);
  if (!places.empty())
    place = places[place];
  if (place > front || isPending.test(place))
    return;
  isPending.set(place);
  pending.push(place);
}

void RangeSolver::revisitUsers(Value value) {
  for (Operation *user : value.getUsers())
    revisit(user);
}

void RangeSolver::assign(Value value, RangeId range) {
  if (!table.set(value, range))
    return;
  if (!isAtFront || !order.empty())
    revisitUsers(value);
}

bool RangeSolver::setPart(Joined &known, Source source, RangeId range) {
  for (uint32_t i = known.first; i != Part::kEnd; i = parts[i].next)
    if (parts[i].source == source) {
      parts[i].range = range;
      return true;
    }
  if (known.numParts == kMostParts) {
    known.areAll = false;
    return true;
  }
  ++known.numParts;
  parts.push_back({source, range, known.first});
  known.first = parts.size() - 1;
  return false;
}

FloatRange RangeSolver::joinParts(const Joined &known) const {
  const Part *part = &parts[known.first];
  FloatRange all = table[part->range];
  while (part->next != Part::kEnd) {
    part = &parts[part->next];
    all = FloatRange::join(all, table[part->range]);
  }
  return all;
}

RangeId RangeSolver::joinInto(Value value, Joined &known, RangeId old,
                              const FloatRange &range, Edge edge,
                              bool isChange) {
  bool isLoop = edge == Edge::Loop;
  uint8_t &changes = isLoop ? known.byLoops : known.byOthers;
  unsigned most = isLoop ? kLoopChanges : kOtherChanges;
  // Other edges lead forward, however often what they bring is changed by
  // cycles; in a graph region, they may be one.
  bool isOfCycle = edge != Edge::Forward || hasGraphs;
  // What a source hands on at first is no growth of what others did.
  bool isLast = isOfCycle && isChange && changes >= most;
  FloatRange was = table[old];
  FloatRange next =
      known.areAll && !isLast ? joinParts(known) : FloatRange::join(was, range);
  // An end that has hardly moved is not the one that grows: what moves it comes
  // from a part of a cycle that was visited late.
  auto movesLate = [&](bool moves, uint8_t &count) {
    bool isLate = moves && count < most;
    count += isChange && isLate;
    return isLate;
  };
  bool lowerIsLate = movesLate(next.lower < was.lower, known.byLower);
  bool upperIsLate = movesLate(next.upper > was.upper, known.byUpper);
  if (isLast) {
    FloatRange further = next;
    next = FloatRange::widen(was, next);
    if (isLoop && changes == kLoopChanges) {
      extrapolateReach(value, known, further, next);
      ++changes;
    }
    if (lowerIsLate) {
      next.lower = further.lower;
      next.reachLower = std::min(was.reachLower, further.reachLower);
    }
    if (upperIsLate) {
      next.upper = further.upper;
      next.reachUpper = std::max(was.reachUpper, further.reachUpper);
    }
    // Of what a cycle of calls goes on changing, the reach says nothing.
    if (!isLoop && next.hasFinite()) {
      FloatRange plain = FloatRange::getWithin(next.lower, next.upper);
      next.reachLower = plain.reachLower;
      next.reachUpper = plain.reachUpper;
    }
  }
  if (next == was)
    return old;
  if (isLoop && !isLast) {
    known.stepsLower = {next.reachLower - was.reachLower, known.stepsLower[0]};
    known.stepsUpper = {next.reachUpper - was.reachUpper, known.stepsUpper[0]};
  }
  changes += isOfCycle && isChange && !isLast;
  return table.intern(next);
}

void RangeSolver::join(Value value, RangeId range, Edge edge, Source source) {
  if (range == RangeTable::kUninitialized)
    return;
  if (edge != Edge::Call)
    return joinAll(value, Brought{source, range}, edge);
  SmallVector<Brought, 1> &all = delivered[value];
  auto it = llvm::find_if(
      all, [&](const Brought &known) { return known.source == source; });
  if (it == all.end())
    all.push_back({source, range});
  else
    it->range = range;
}

void RangeSolver::joinAll(Value value, ArrayRef<Brought> brought, Edge edge) {
  RangeId old = table.getId(value);
  bool isFirst = old == RangeTable::kUninitialized;
  FloatRange all;
  for (const Brought &part : brought)
    all = FloatRange::join(all, table[part.range]);
  RangeId range =
      brought.size() == 1 ? brought.front().range : table.intern(all);
  // What comes from outside never changes, and most values have nothing else.
  if (!isFirst || brought.front().source.first) {
    auto [it, isNew] = joined.try_emplace(value);
    if (isNew && !isFirst)
      setPart(it->second, Source(), old);
    bool isChange = false;
    for (const Brought &part : brought)
      isChange |= setPart(it->second, part.source, part.range);
    if (!isFirst)
      range = joinInto(value, it->second, old, all, edge, isChange);
  }
  // Of a widened one only the reach had grown, and it is kept.
  if (!table.set(value, range))
    return;
  if (!isAtFront || edge != Edge::Forward || !order.empty())
    revisitUsers(value);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void RangeSolver::visit(const Visit &visit) {
  Operation *op = visit.op;
  FloatRangeOpInterface model = visit.kind->asRanged(op);
  if (op->getBlock() && !op->getNextNode())
    visitTerminator(op);
  if (op->getNumRegions() != 0) {
    if (RegionBranchOpInterface branch = asRegionBranch(op);
        branch && !(model && model.evaluatesOwnRegions()))
      return visitRegionBranch(branch);
    if (FunctionOpInterface function = asFunction(op))
      return visitFunction(function);
  }
  if (CallOpInterface call = visit.kind->asCall(op))
    return visitCall(call);
  visitPlain(op, model, *visit.kind);
}

bool RangeSolver::holdsSame(Type type, Type result) {
  return getElementTypeOrSelf(type) == getElementTypeOrSelf(result);
}

void RangeSolver::inferWithoutModel(Operation *op,
                                    MixedPrecisionOpInterface iface,
                                    ArrayRef<FloatRange> operands,
                                    MutableArrayRef<FloatRange> results) {
  if (op->hasTrait<OpTrait::ConstantLike>()) {
    // A shape is no number.
    Attribute value;
    if (getElementTypeOrSelf(op->getResult(0)).isIntOrIndexOrFloat() &&
        matchPattern(op, m_Constant(&value)))
      results[0] = FloatRange::getConstant(value);
    return;
  }
  NumericTraits traits = iface ? iface.getNumericTraits() : NumericTraits::None;
  // A region may yield elements too; that of a maximum only combines.
  bool moves =
      hasAny(traits, NumericTraits::DataMovement) && op->getNumRegions() == 0;
  if (!moves && !hasAny(traits, NumericTraits::OrderReduction)) {
    if (auto integers = dyn_cast<InferIntRangeInterface>(op))
      inferIntegers(integers, operands,
                    [&](unsigned index, const FloatRange &range) {
                      results[index] = range;
                    });
    return;
  }
  for (auto [result, range] : llvm::zip(op->getResults(), results)) {
    FloatRange moved = FloatRange::getUndefined();
    for (auto [operand, known] : llvm::zip(op->getOperands(), operands))
      if (holdsSame(operand.getType(), result.getType()))
        moved = FloatRange::join(moved, known);
    // Made of none of its operands: of a buffer's contents.
    if (!moved.isUndefined())
      range = moved;
  }
}

AffineMap RangeSolver::getIndexMap(Type operand, Type result) {
  AffineMap &map = indexMaps[{operand, result}];
  if (!map)
    map = getElementwiseMap(operand, result);
  return map;
}

void RangeSolver::askModel(Operation *op, FloatRangeOpInterface model,
                           ArrayRef<FloatRange> operands,
                           MutableArrayRef<FloatRange> results) {
  auto lookup = [&](Value value) { return table.lookup(value); };
  auto compare = [&](unsigned a, unsigned b, bool identity) {
    if (std::max(a, b) >= op->getNumOperands()) {
      contradicted = true;
      op->emitOpError("compares operands #")
          << a << " and #" << b << " of " << op->getNumOperands();
      return ValueOrder::Unknown;
    }
    Value left = op->getOperand(a), right = op->getOperand(b);
    if (left == right || identity)
      return left == right ? ValueOrder::Equal : ValueOrder::Unknown;
    if (!areRelated(left, right))
      return ValueOrder::Unknown;
    Type type = op->getResult(0).getType();
    return compareElements(left, getIndexMap(left.getType(), type), right,
                           getIndexMap(right.getType(), type), lookup);
  };
  model.inferFloatRanges({operands, compare, lookup, &symbols},
                         [&](unsigned index, const FloatRange &range) {
                           if (index < results.size()) {
                             results[index] = range;
                             return;
                           }
                           contradicted = true;
                           op->emitOpError("gives a range for result #")
                               << index << ", which there is not";
                         });
}

RangeSolver::RangeIds RangeSolver::infer(Operation *op,
                                         FloatRangeOpInterface model,
                                         Kind &kind,
                                         ArrayRef<RangeId> operands) {
  SmallVector<FloatRange, 8> ranges;
  for (RangeId operand : operands)
    ranges.push_back(table[operand]);
  SmallVector<FloatRange, 2> results(op->getNumResults(),
                                     FloatRange::getAnything());
  if (model)
    askModel(op, model, ranges, results);
  else
    inferWithoutModel(op, kind.asMixed(op), ranges, results);
  RangeIds ids;
  for (const FloatRange &result : results)
    ids.push_back(table.intern(result));
  return ids;
}

void RangeSolver::visitPlain(Operation *op, FloatRangeOpInterface model,
                             Kind &kind) {
  if (op->getNumRegions() != 0 && !(model && model.evaluatesOwnRegions()))
    for (Region &region : op->getRegions())
      setEntryState(region.getArguments());
  if (op->getNumResults() == 0) {
    if (auto combining = dyn_cast<ParallelCombiningOpInterface>(op))
      visitCombining(combining);
    return;
  }
  RangeIds operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(table.getId(operand));
    if (operands.back() == RangeTable::kUninitialized)
      return;
  }
  if (hasLoops)
    if (std::optional<RunningSum> sum = matchRunningSum(op, kind);
        sum && isTerm(*sum, model, kind, operands))
      return visitRunningSum(*sum, model, kind, operands);
  if (std::optional<RangeId> known = kind.findAnswer(op, operands))
    return assign(op->getResult(0), *known);
  RangeIds results = infer(op, model, kind, operands);
  for (auto [result, range] : llvm::zip(op->getResults(), results))
    assign(result, range);
  kind.keepAnswer(op, operands, results.front());
}

void RangeSolver::visitFunction(FunctionOpInterface function) {
  auto it = callers.find(function);
  if (function.isExternal() || (it != callers.end() && it->second.areAll))
    return;
  setEntryState(function.getArguments());
}

void RangeSolver::forward(ValueRange operands, ValueRange inputs,
                          ValueRange all, Edge edge, Source source) {
  // All at once: a loop may hand one on in the place of another.
  RangeIds ids;
  for (Value operand : operands)
    ids.push_back(table.getId(operand));
  for (auto [id, input] : llvm::zip(ids, inputs))
    join(input, id, edge, source);
  if (inputs.size() == all.size())
    return;
  // They come in the order of `all`.
  auto next = inputs.begin();
  for (Value value : all) {
    if (next != inputs.end() && *next == value)
      ++next;
    else
      setEntryState(value, edge);
  }
}

void RangeSolver::forwardTo(const RegionSuccessor &successor,
                            ValueRange operands, Operation *parent, Edge edge,
                            Source source) {
  Region *region = successor.getSuccessor();
  forward(operands, successor.getSuccessorInputs(),
          region ? ValueRange(region->getArguments())
                 : ValueRange(parent->getResults()),
          region ? edge : Edge::Forward, source);
}

void RangeSolver::visitRegionBranch(RegionBranchOpInterface branch) {
  // No condition is decided: both sides count.
  SmallVector<Attribute> unknown(branch->getNumOperands());
  SmallVector<RegionSuccessor, 2> successors;
  branch.getEntrySuccessorRegions(unknown, successors);
  for (const RegionSuccessor &successor : successors)
    forwardTo(successor, branch.getEntrySuccessorOperands(successor), branch,
              Edge::Forward, {branch, 0});
  if (LoopLikeOpInterface loop = asLoop(branch))
    revisitRunningSums(loop);
}

/// Whether `successor` comes no later in the text than `terminator`.
static bool isBackward(Operation &terminator,
                       const RegionSuccessor &successor) {
  Region *region = successor.getSuccessor();
  return region && region->getRegionNumber() <=
                       terminator.getParentRegion()->getRegionNumber();
}

void RangeSolver::visitTerminator(Operation *op) {
  if (op->getNumSuccessors() != 0)
    return visitBranch(op);
  Operation *parent = op->getParentOp();
  if (!parent)
    return;
  if (RegionBranchOpInterface branch = asRegionBranch(parent)) {
    auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(op);
    if (!terminator && combinesAll(op, asLoop(parent))) {
      // What no iteration touched is as it came in.
      ValueRange shared(asLoop(parent).getRegionIterArgs());
      return forward(shared, parent->getResults(), parent->getResults(),
                     Edge::Forward, {op, 0});
    }
    if (!terminator) {
      setEntryState(parent->getResults());
      return;
    }
    SmallVector<Attribute> unknown(op->getNumOperands());
    SmallVector<RegionSuccessor, 2> successors;
    terminator.getSuccessorRegions(unknown, successors);
    for (const RegionSuccessor &successor : successors)
      forwardTo(successor, terminator.getSuccessorOperands(successor), parent,
                isBackward(*op, successor) ? Edge::Loop : Edge::Forward,
                {op, 0});
    return;
  }
  // An op that computes with what its body yields.
  Kind &kind = *getKind(parent);
  if (FloatRangeOpInterface model = kind.asRanged(parent))
    return visitPlain(parent, model, kind);
  if (op->hasTrait<OpTrait::ReturnLike>())
    if (auto it = callers.find(parent); it != callers.end())
      for (CallOpInterface call : it->second.calls)
        forward(op->getOperands(), call->getResults(), call->getResults(),
                Edge::Call, {op, 0});
}

void RangeSolver::visitBranch(Operation *op) {
  auto branch = dyn_cast<BranchOpInterface>(op);
  for (auto [index, successor] : llvm::enumerate(op->getSuccessors())) {
    if (!branch) {
      setEntryState(successor->getArguments(), Edge::Loop);
      continue;
    }
    // Each cycle has an edge to a block that comes no later in the text.
    bool isLoop = getPosition(&successor->front()) <= getPosition(op);
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    unsigned produced = operands.getProducedOperandCount();
    forward(operands.getForwardedOperands(),
            successor->getArguments().drop_front(produced),
            successor->getArguments(), isLoop ? Edge::Loop : Edge::Forward,
            {op, index});
  }
}

void RangeSolver::visitCall(CallOpInterface call) {
  auto it = callees.find(call);
  if (it == callees.end())
    return setEntryState(call->getResults());
  Region &body = *it->second.getCallableRegion();
  const Callers &known = callers.find(it->second)->second;
  if (known.areAll)
    forward(call.getArgOperands(), body.getArguments(), body.getArguments(),
            Edge::Call, {call, 0});
}
