//===- PrecisionGraphBuilder.cpp - From a module to its graph -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the module asks each op once and lays down values, uses, labels
// and constraints (PrecisionGraphLabels.cpp, PrecisionGraphControlFlow.cpp,
// PrecisionGraphRules.cpp, PrecisionGraphTypes.cpp); sweeps at the end mark
// weights and pin numeric regions.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"
#include "AmpDialect/IR/OpSignature.h"
#include "AmpDialect/IR/WalkPreOrder.h"
#include "EarlierConversion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;

/// An operand each of whose elements serves this many points of the iteration
/// space is a parameter (scale, bias, statistic): reading it high costs at most
/// 1/64 of what the op reads and keeps its rounding out of the data.
static constexpr int64_t kParameterReuse = 64;

/// The same of constants that an op computes with: they are few beside the
/// weights of products, and their rounding is the same in all runs, a bias.
static constexpr int64_t kConstantReuse = 2;

/// The most bytes that a contraction in the high type counts for.
static constexpr double kHighestPrice = 0x1p60;

FailureOr<PrecisionGraph>
PrecisionGraph::build(Operation *root, const PrecisionGraphOptions &options) {
  return PrecisionGraphBuilder(root, options).run();
}

PrecisionGraphBuilder::PrecisionGraphBuilder(
    Operation *root, const PrecisionGraphOptions &options)
    : root(root), options(options),
      graph(FloatType(options.high).getWidth() / 8,
            FloatType(options.low).getWidth() / 8),
      limits(LowTypeLimits::get(options.low)) {
  graph.high = options.high;
  graph.low = options.low;
  if (options.ranges)
    graph.table = options.ranges->takeEntries();
}

void PrecisionGraphBuilder::reserve() {
  size_t expected = graph.table.size();
  graph.values.reserve(expected);
  graph.uses.reserve(2 * expected);
  graph.ops.reserve(expected);
  graph.traits.reserve(expected);
  if (options.ranges)
    graph.rangeIds.reserve(expected);
  graph.results.reserve(expected);
  graph.labels.reserve(expected);
  labelParent.reserve(expected);
}

FailureOr<PrecisionGraph> PrecisionGraphBuilder::run() {
  reserve();
  findFunctionTrips();
  WalkResult walked = walkPreOrder(root, [&](Operation *op) {
    if (op->getNumRegions() != 0)
      if (FunctionOpInterface function = asFunction(op)) {
        visitFunction(function);
        return WalkResult::advance();
      }
    ownsRegions = false;
    if (failed(visitOp(op)))
      return WalkResult::interrupt();
    if (!ownsRegions)
      return WalkResult::advance();
    if (failed(visitOwnedRegions(op)))
      return WalkResult::interrupt();
    return WalkResult::skip();
  });
  if (walked.wasInterrupted())
    return failure();
  finish();
  return std::move(graph);
}

const PrecisionGraphBuilder::TypeFacts &
PrecisionGraphBuilder::getFacts(Type type) {
  // Types lie in memory in steps of at least eight bytes.
  auto address = reinterpret_cast<uintptr_t>(type.getAsOpaquePointer());
  TypeFacts &facts =
      typeFacts[(address >> 3 ^ address >> 10) % typeFacts.size()];
  if (facts.type != type) {
    graph.anyLow |= getStoredType(type) == options.low;
    facts = {type, isParticipatingType(type, options.high),
             getAssumedNumElements(type)};
  }
  return facts;
}

bool PrecisionGraphBuilder::participates(Operation *op) {
  return llvm::any_of(op->getOperands(),
                      [&](Value value) { return participates(value); }) ||
         llvm::any_of(op->getResults(),
                      [&](Value value) { return participates(value); });
}

const PrecisionGraphBuilder::NameTraits &
PrecisionGraphBuilder::getTraits(Operation *op) {
  // A cast to an interface that an op lacks is dear: once per name.
  return nameTraits.get(op, [&](NameTraits &traits) {
    traits.asMixedPrecision =
        InterfaceAnswer<MixedPrecisionOpInterface>::get(op);
    traits.isRegionBranch = isa<RegionBranchOpInterface>(op);
    traits.isBranch = isa<BranchOpInterface>(op);
    traits.isCall = isa<CallOpInterface>(op);
    traits.isConstant = op->hasTrait<OpTrait::ConstantLike>();
    traits.isCast = isa<CastOpInterface>(op);
    traits.isControlFlow = traits.isRegionBranch || traits.isBranch ||
                           traits.isCall ||
                           op->hasTrait<OpTrait::ReturnLike>() ||
                           isa<RegionBranchTerminatorOpInterface>(op);
    if (MixedPrecisionOpInterface iface = traits.asMixedPrecision(op))
      traits.dependence = iface.getInfoDependence();
  });
}

bool PrecisionGraphBuilder::holdsFor(const Answer &answer, Operation *op,
                                     InfoDependence dependence) {
  if (answer.asked->getName() != op->getName() ||
      !haveEqualSignatures(answer.asked, op))
    return false;
  if (dependence == InfoDependence::Body)
    return haveEqualBodies(answer.asked, op);
  return dependence == InfoDependence::Signature ||
         haveEqualConstants(answer.asked, op);
}

// What visitOp alone calls, once an op, is part of it: the calls took a twelfth
// of the time of the walk.

LLVM_ATTRIBUTE_ALWAYS_INLINE
const OpPrecisionInfo &
PrecisionGraphBuilder::ask(MixedPrecisionOpInterface iface,
                           const NameTraits &traits) {
  Operation *op = iface;
  if (traits.dependence == InfoDependence::Structure) {
    question(iface, info);
    return info;
  }
  bool withBody = traits.dependence == InfoDependence::Body;
  Answer *&answer = answers[hashSignature(op, withBody) % answers.size()];
  if (!answer)
    answer = new (answerAllocator.Allocate()) Answer();
  else if (holdsFor(*answer, op, traits.dependence))
    return answer->info;
  answer->asked = op;
  question(iface, answer->info);
  return answer->info;
}

GraphIndex PrecisionGraphBuilder::getValue(Value value) {
  ValueEntry &entry = graph.table[value];
  if (entry.node == kNone) {
    entry.node = graph.values.size();
    addValue(value, entry);
  }
  return entry.node;
}

void PrecisionGraphBuilder::addValue(Value value, const ValueEntry &entry) {
  ValueNode &node = graph.values.emplace_back();
  node.value = value;
  node.elements = getFacts(value.getType()).elements;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    // A block argument that nothing claims keeps its type, and a cast of it
    // stands in its block, inside the loop.
    node.noWrite = true;
    Block *block = argument.getOwner();
    node.argument = block->isEntryBlock() && asFunction(block->getParentOp());
    node.trips = block->empty() ? 1 : getTripsIn(block->getParentOp());
  } else {
    node.trips = getTripsIn(cast<OpResult>(value).getOwner()->getParentOp());
  }
  if (!options.ranges)
    return;
  graph.rangeIds.push_back(entry.range);
  // Of the usual ranges there is nothing to tell.
  if (entry.range <= RangeTable::kUnknown)
    return;
  ValueFact fact = getRangeFact(value, options.ranges->lookup(entry), limits);
  node.forbidLow = fact.forbidLow;
  node.fits = fact.fits;
  if (fact.forbidLow)
    node.binding = Binding::Range;
}

int64_t PrecisionGraphBuilder::getTripsIn(Operation *parent) {
  if (parent != lastParent) {
    lastParent = parent;
    lastTrips = computeTrips(parent);
  }
  return lastTrips;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void PrecisionGraphBuilder::addUse(OpOperand &operand, GraphIndex value,
                                   GraphIndex op, UseKind kind,
                                   GraphIndex label, int64_t elements) {
  Use &use = graph.uses.emplace_back();
  use.operand = &operand;
  use.value = value;
  use.op = op;
  use.kind = kind;
  use.label = label;
  use.elements = elements * graph.ops[op].trips;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void PrecisionGraphBuilder::setDelicacy(const OperandInfo &role,
                                        bool isParameter) {
  Use &use = graph.uses.back();
  use.parameter = isParameter;
  use.asNumber = role.asNumber;
  contents.anyParameter |= isParameter;
  if (role.logarithm) {
    use.logarithm = true;
    contents.traits |= NumericTraits::Logarithm;
  }
  if (role.pole == PoleKind::None)
    return;
  use.pole = role.pole;
  if (contents.poleReaders.empty() || contents.poleReaders.back() != use.op)
    contents.poleReaders.push_back(use.op);
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void PrecisionGraphBuilder::addResults(Operation *op, GraphIndex opNode,
                                       const OpPrecisionInfo &info,
                                       bool keepHigh, FloatType ruled) {
  for (auto [index, result] : llvm::enumerate(op->getResults())) {
    if (!participates(result))
      continue;
    GraphIndex value = getValue(result);
    graph.results.push_back(value);
    ValueNode &node = graph.values[value];
    node.op = opNode;
    // Behind a terminator there is no place for a cast.
    node.forbidLow |= op->getNumSuccessors() != 0;
    // Carried results (loops, calls) were labelled already.
    if (node.def == DefKind::Labeled)
      continue;
    const ResultInfo &role = info.results[index];
    node.fromNever = role.category == Category::Never && !node.fits;
    if (ruled && !keepHigh && isWrittenApart(role.role)) {
      if (ruled == options.low && storeLow(node, opNode, role.role))
        continue;
      if (ruled == options.high) {
        node.def = DefKind::Fixed;
        if (node.binding == Binding::Free)
          node.binding = Binding::Policy;
        continue;
      }
    }
    switch (keepHigh ? ResultRole::High : role.role) {
    case ResultRole::Ignored:
    case ResultRole::High:
      node.def = DefKind::Fixed;
      if (node.binding == Binding::Free)
        node.binding = keepHigh ? Binding::Unlisted : Binding::NeverOp;
      break;
    case ResultRole::Label:
      node.def = DefKind::Labeled;
      node.label = getOwnLabel(opNode);
      break;
    case ResultRole::Any:
    case ResultRole::Accumulator:
      node.def = DefKind::Absorbed;
      node.epilogue = role.role == ResultRole::Accumulator;
      break;
    case ResultRole::View: {
      // May lay down a node, which moves the others.
      GraphIndex source = getValue(op->getOperand(role.source));
      if (closesCycle(source, value)) {
        graph.values[value].def = DefKind::Fixed;
        break;
      }
      graph.values[value].def = DefKind::View;
      graph.values[value].source = source;
      contents.anyOtherView |=
          !hasAny(info.traits, NumericTraits::DataMovement);
      break;
    }
    case ResultRole::Creator:
      node.def = DefKind::Creator;
      // A fill is made where it is read (an accumulator starts at zero); data
      // of a constant is there already.
      node.noWrite = true;
      break;
    }
  }
}

bool PrecisionGraphBuilder::closesCycle(GraphIndex source, GraphIndex view) {
  const ValueNode &node = graph.values[source];
  anyLateSource |= node.op == kNone && isa<OpResult>(node.value);
  if (!anyLateSource)
    return false;
  return graph.getViewed(source) == view;
}

GraphIndex PrecisionGraphBuilder::getOwnLabel(GraphIndex opNode) {
  GraphIndex &own = graph.ops[opNode].label;
  if (own == kNone)
    own = makeLabel(opNode, Binding::Free);
  return own;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void PrecisionGraphBuilder::addOperands(Operation *op, GraphIndex opNode,
                                        const OpPrecisionInfo &info) {
  bool anyView = llvm::any_of(info.results, [](const ResultInfo &result) {
    return result.role == ResultRole::View;
  });
  auto isViewed = [&](OpOperand &operand) {
    return llvm::any_of(info.results, [&](const ResultInfo &result) {
      return result.role == ResultRole::View &&
             result.source == int32_t(operand.getOperandNumber());
    });
  };
  // A view that would close a cycle is none.
  UseKind viewedKind = UseKind::Any;
  if (anyView && anyLateSource)
    for (Value result : op->getResults())
      if (participates(result) &&
          graph.values[getValue(result)].def == DefKind::Fixed)
        viewedKind = UseKind::High;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!participates(operand.get()))
      continue;
    GraphIndex value = getValue(operand.get());
    auto it = carried.empty() ? carried.end() : carried.find(&operand);
    if (it != carried.end())
      addUse(operand, value, opNode, UseKind::Tied, it->second, 0);
    else if (anyView && isViewed(operand))
      addUse(operand, value, opNode, viewedKind, kNone, 0);
    else
      addRead(operand, value, opNode, info);
  }
}

bool PrecisionGraphBuilder::isParameter(GraphIndex value, int64_t reuse,
                                        NumericTraits traits) const {
  if (reuse >= kParameterReuse)
    return true;
  bool isFew =
      reuse >= kConstantReuse && !hasAny(traits, NumericTraits::DataMovement);
  // One number has no bytes to save, and where an op read it high, another that
  // rounded it would take another one.
  if (!isFew && graph.values[value].elements != 1)
    return false;
  const ValueNode &viewed = graph.values[graph.getViewed(value)];
  return viewed.def == DefKind::Creator && viewed.op != kNone &&
         graph.ops[viewed.op].isConstant;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void PrecisionGraphBuilder::addRead(OpOperand &operand, GraphIndex value,
                                    GraphIndex opNode,
                                    const OpPrecisionInfo &info) {
  const OperandInfo &role = info.operands[operand.getOperandNumber()];
  const ValueNode &read = graph.values[value];
  int64_t elements = role.readElements >= 0 ? role.readElements : read.elements;
  if (graph.isMadeInPlace(read))
    elements = 0;
  UseKind kind = UseKind::High;
  GraphIndex label = kNone;
  bool reused = false;
  switch (role.role) {
  case OperandRole::ShapeOnly:
    return;
  case OperandRole::Ignored:
    // Types that flow out of our sight stay.
    elements = 0;
    break;
  case OperandRole::High:
    reused = role.reuse > 1;
    break;
  case OperandRole::Any:
    reused = isParameter(value, role.reuse, info.traits);
    kind = reused ? UseKind::High : UseKind::Any;
    break;
  case OperandRole::Low:
  case OperandRole::Label:
    kind = UseKind::Tied;
    label = getOwnLabel(opNode);
    break;
  case OperandRole::Tied: {
    // The destination that is read has the type at which its result is written;
    // a result written in both types reads high.
    Value result = operand.getOwner()->getResult(role.tiedResult);
    ValueNode &node = graph.values[getValue(result)];
    if (node.def == DefKind::Absorbed) {
      node.def = DefKind::Labeled;
      node.label = makeLabel(opNode, Binding::Free);
    }
    if (node.def == DefKind::Labeled && !node.epilogue) {
      kind = UseKind::Tied;
      label = node.label;
    }
    break;
  }
  }
  addUse(operand, value, opNode, kind, label, elements);
  if (role.role == OperandRole::Ignored || role.role == OperandRole::Tied)
    return;
  setDelicacy(role, reused);
  Use &use = graph.uses.back();
  if (role.role != OperandRole::High)
    use.summand = role.summand;
  else if (hasAny(info.traits, NumericTraits::Logarithm) &&
           operand.getOwner()->getNumOperands() == 1)
    use.logarithm = true;
}

/// Whether a contraction reads a low value that an earlier conversion widened
/// for it, or for what moves it there: that one knew the costs and left the
/// contraction high.
static bool readsWidening(const PrecisionGraph &graph, const OpNode &op) {
  return llvm::any_of(graph.getUses(op), [&](const Use &use) {
    Value read = findMoved(graph, use);
    bool isTied = use.kind == UseKind::Tied;
    bool isWidened = isWidenedInProducer(read) ||
                     (isTied && isWidening(read.getDefiningOp()));
    // What a sum starts from counts where it accumulates in the low type.
    return isWidened && (isTied || isInput(*use.operand));
  });
}

void PrecisionGraphBuilder::priceContraction(const OpNode &op, bool isRuled) {
  LabelNode &label = graph.labels[findLabel(op.label)];
  label.binding = Binding::AlwaysOp;
  double price = options.bytesPerMultiplyAdd *
                 static_cast<double>(op.multiplyAdds) *
                 static_cast<double>(op.trips);
  addTo(label.highCost, static_cast<int64_t>(std::min(price, kHighestPrice)));
  if (isRuled) {
    label.fixed = LabelNode::Fixed::Low;
  } else if (readsWidening(graph, op)) {
    label.fixed = LabelNode::Fixed::High;
    label.binding = Binding::Converted;
  }
}

void PrecisionGraphBuilder::visitControlFlow(Operation *op,
                                             const NameTraits &traits) {
  if (traits.isRegionBranch) {
    visitRegionBranch(op);
  } else if (traits.isBranch) {
    visitBranch(op);
  } else if (traits.isCall) {
    if (auto callee = dyn_cast_or_null<FunctionOpInterface>(
            cast<CallOpInterface>(op).resolveCallableInTable(&symbols)))
      visitCall(op, callee);
  }
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
LogicalResult PrecisionGraphBuilder::addTies(MixedPrecisionOpInterface op) {
  SmallVector<PrecisionTie> ties;
  op.getPrecisionTies(ties);
  return ties.empty() ? success() : visitTies(op, ties);
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
const OpPrecisionInfo *
PrecisionGraphBuilder::askOrAssume(Operation *op, const NameTraits &traits) {
  if (MixedPrecisionOpInterface iface = traits.asMixedPrecision(op)) {
    const OpPrecisionInfo &said = ask(iface, traits);
    return failed(addTies(iface)) || contradicted ? nullptr : &said;
  }
  info.reset(op);
  info.category = traits.isControlFlow ? Category::Follow : Category::Never;
  info.reason = "has no precision interface";
  if (!traits.isControlFlow && options.onUnlisted &&
      failed(options.onUnlisted(op)))
    return nullptr;
  return &info;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
const OpPrecisionInfo &
PrecisionGraphBuilder::adapt(const OpPrecisionInfo &said, OpNode &node,
                             std::optional<OpOverride> &change, bool keepHigh) {
  if (&said != &info) {
    if (!keepHigh && !change && !options.accumulateLow && options.absorb) {
      node.reason = said.reason;
      return said;
    }
    info = said;
  }
  if (keepHigh)
    setAllHigh(info);
  node.reason = info.reason;
  if (change)
    applyOverride(*change, info, node);
  bool accumulatesLow = change && change->accumulate
                            ? change->accumulate == options.low
                            : options.accumulateLow;
  if (accumulatesLow && info.category == Category::Always)
    accumulateLow(info);
  if (info.category == Category::Always && writesOther(node.op)) {
    setAllHigh(info);
    info.reason = "sums in another type";
    node.reason = info.reason;
  }
  if (!options.absorb)
    forbidAbsorption(info);
  return info;
}

LogicalResult PrecisionGraphBuilder::visitOp(Operation *op, bool keepHigh) {
  if (!participates(op)) {
    // Regions may still carry values of ours (a loop over nothing but inits).
    if (op->getNumRegions() != 0 && isa<RegionBranchOpInterface>(op))
      visitRegionBranch(op);
    // What decides may lie behind values of ours, whatever is handed on.
    addBranchConditions(op);
    return success();
  }
  GraphIndex index = graph.ops.size();
  OpNode &node = graph.ops.emplace_back();
  graph.traits.push_back(NumericTraits::None);
  const NameTraits &traits = getTraits(op);
  node.op = op;
  node.trips = getTripsIn(op->getParentOp());
  node.isConstant = traits.isConstant;
  node.handsOn = traits.isRegionBranch || traits.isCall;
  node.hasRegions = op->getNumRegions() != 0;
  node.showsBody = traits.dependence == InfoDependence::Body;
  node.widens = traits.isCast && isWidening(op);
  contents.anyWidening |= node.widens;
  if (traits.isControlFlow)
    visitControlFlow(op, traits);
  bool unlisted = !traits.isControlFlow && !traits.asMixedPrecision.implements;
  std::optional<OpOverride> change;
  if (options.overrideOp && (!options.overridesByAttributesAlone ||
                             !op->getRawDictionaryAttrs().empty()))
    change = options.overrideOp(op);
  const OpPrecisionInfo *said = askOrAssume(op, traits);
  if (!said)
    return failure();
  ownsRegions = said->ownsRegions;

  said = &adapt(*said, node, change, keepHigh);
  if (unlisted)
    node.binding = Binding::Unlisted;
  // Of a constant, a cast is one.
  if (!said->results.empty() && said->results[0].role == ResultRole::Creator)
    node.isConstant |= changesFloatType(op);
  node.category = said->category;
  node.traits = graph.traits[index] = said->traits;
  contents.add(said->traits, index);
  node.multiplyAdds = said->multiplyAdds;
  node.firstUse = graph.uses.size();
  node.firstResult = graph.results.size();
  addResults(op, index, *said, unlisted, change ? change->result : nullptr);
  addOperands(op, index, *said);
  node.numResults = graph.results.size() - node.firstResult;
  contents.anyOutside |= node.numResults == 0 && op->getNumResults() != 0;
  node.numUses = graph.uses.size() - node.firstUse;
  if (change && node.handsOn)
    fixCarried(node, *change);
  else if (change && change->result)
    fixResults(node, *change);
  if (node.label != kNone && node.category == Category::Always)
    priceContraction(node, change && change->category == Category::Always);
  return success();
}
