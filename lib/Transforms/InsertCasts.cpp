//===- InsertCasts.cpp - From a decision to mixed IR ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sweep over the graph gives each value its copies: the type its op writes,
// and casts, narrowed constants, second views beside it. Then one pattern is
// applied to the ops whose types change: it hands the op the copies it reads
// and rebuilds it through the interface. Because every copy exists before any
// use is set, the order of blocks and loops does not matter.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/InsertCasts.h"
#include "AmpDialect/Analysis/LargeArray.h"
#include "AmpDialect/IR/AccumulationOpInterface.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/InterfaceCache.h"
#include "AmpDialect/IR/PrefetchOp.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

class CastInserter {
public:
  CastInserter(RewriterBase &rewriter, const PrecisionGraph &graph,
               const Assignment &assignment, const InsertCastsOptions &options)
      : rewriter(rewriter), graph(graph), assignment(assignment),
        options(options), high(graph.values.size()), low(graph.values.size()),
        wasChanged(graph.values.size(), false) {
    signature.low = graph.low;
    signature.high = graph.high;
    signature.castMark = getCastMark(rewriter.getContext());
    signature.rounded = &roundedAttributes;
    signature.compute = options.compute ? options.compute : graph.high;
  }

  LogicalResult run();
  /// Hands the op of `node` the copies that it reads and rebuilds it.
  LogicalResult rebuildOp(const OpNode &node, RewriterBase &rewriter);
  /// The node whose turn it is.
  const OpNode &getCurrent() const { return *current; }

private:
  bool wantsHigh(GraphIndex value) const { return assignment.hasHigh[value]; }
  bool wantsLow(GraphIndex value) const { return assignment.hasLow[value]; }
  /// The type at which the value's own op writes it; not for creators, views.
  bool isWrittenLow(GraphIndex value) const;
  /// `type` with elements of the other of the two types.
  Type getTwin(Type type, FloatType to);
  void placeAfter(Value value);
  Value makeCast(Value value, FloatType to);
  /// A cast without the mark of ours, which would let it fold with the one that
  /// rounds: the user wants the rounding.
  Value widenRounded(Value rounded);
  void setLow(GraphIndex index);
  LogicalResult makeCopies(GraphIndex index);
  LogicalResult makeCreatorCopies(GraphIndex index);
  LogicalResult makeViewCopies(const OpNode &op);
  /// Whether a view has its copies.
  bool isMade(GraphIndex view) const { return high[view] || low[view]; }
  /// Number of the op of a view that `op` views and that has no copies yet.
  GraphIndex findUnmadeSource(const OpNode &op) const;
  LogicalResult makeAllViews();
  /// Has `signature` say what `op`, of `node` or a clone of it, is now.
  void startSignature(Operation *op, const OpNode &node);
  /// Rebuilds `op` at `signature`.
  FailureOr<Operation *> rebuild(RewriterBase &rewriter, Operation *op);
  bool readsTurnedLow(const Use &use, const OpNode &node) const;
  bool changes(const OpNode &node) const;
  LogicalResult rebuildOps();
  void updateFunctions();
  void skipRoundings();
  void eraseUnused();

  RewriterBase &rewriter;
  const PrecisionGraph &graph;
  const Assignment &assignment;
  const InsertCastsOptions &options;
  InterfaceCache<MixedPrecisionOpInterface> asMixedPrecision;
  /// The twins of types met so far: making a type costs a search.
  llvm::DenseMap<Type, Type> twins;
  /// See PrecisionSignature::rounded.
  llvm::DenseMap<std::pair<Attribute, Type>, Attribute> roundedAttributes;
  /// Of the op being rebuilt; one for all, so that its arrays keep their room.
  PrecisionSignature signature;
  /// Per value: its copy in each type, null where there is none.
  LargeArray<Value> high, low;
  /// Per value: the type of the value itself changed.
  std::vector<uint8_t> wasChanged;
  /// Casts of values, in the order they were made.
  std::vector<Operation *> casts;
  /// Values that ops make from nothing.
  std::vector<GraphIndex> creators;
  bool hasViews = false;
  /// Ops with regions, perhaps functions, whose arguments or results changed.
  llvm::SmallSetVector<Operation *, 8> changedParents;
  const OpNode *current = nullptr;
};

} // namespace

bool CastInserter::isWrittenLow(GraphIndex index) const {
  const ValueNode &node = graph.values[index];
  switch (node.def) {
  case DefKind::Fixed:
    return false;
  case DefKind::Absorbed:
    return !wantsHigh(index) && !node.epilogue;
  case DefKind::Labeled:
    return assignment.labelLow[node.label] && !node.epilogue;
  case DefKind::Creator:
  case DefKind::View:
    break;
  }
  llvm_unreachable("creators and views have copies, not one written type");
}

Type CastInserter::getTwin(Type type, FloatType to) {
  assert(getStoredType(type) != to && "expected the other type");
  Type &twin = twins[type];
  if (!twin)
    twin = withElementType(type, to);
  return twin;
}

void CastInserter::placeAfter(Value value) {
  if (Operation *def = value.getDefiningOp())
    rewriter.setInsertionPointAfter(def);
  else
    rewriter.setInsertionPointToStart(cast<BlockArgument>(value).getOwner());
}

Value CastInserter::makeCast(Value value, FloatType to) {
  placeAfter(value);
  Value cast =
      createPrecisionCast(rewriter, value.getLoc(), value, to,
                          signature.castMark, getTwin(value.getType(), to));
  Operation *op = cast.getDefiningOp();
  if (isPrecisionCast(op) && op->getOperand(0) == value)
    casts.push_back(op);
  return cast;
}

Value CastInserter::widenRounded(Value rounded) {
  placeAfter(rounded);
  auto cast =
      arith::ExtFOp::create(rewriter, rounded.getLoc(),
                            getTwin(rounded.getType(), graph.high), rounded);
  casts.push_back(cast);
  return cast;
}

void CastInserter::setLow(GraphIndex index) {
  Value value = graph.values[index].value;
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = value.getParentBlock()->getParentOp();
  rewriter.modifyOpInPlace(
      owner, [&] { value.setType(getTwin(value.getType(), graph.low)); });
  if (graph.values[index].noWrite && isa<BlockArgument>(value))
    changedParents.insert(value.getParentBlock()->getParentOp());
  wasChanged[index] = true;
  low[index] = value;
}

LogicalResult CastInserter::makeCopies(GraphIndex index) {
  const ValueNode &node = graph.values[index];
  if (node.def == DefKind::View) {
    hasViews = true;
    return success();
  }
  if (node.def == DefKind::Creator) {
    creators.push_back(index);
    return makeCreatorCopies(index);
  }
  if (isWrittenLow(index)) {
    setLow(index);
    if (wantsHigh(index))
      high[index] = makeCast(node.value, graph.high);
    return success();
  }
  high[index] = node.value;
  if (wantsLow(index))
    low[index] = makeCast(node.value, graph.low);
  if (node.rounded && wantsHigh(index) && wantsLow(index))
    high[index] = widenRounded(low[index]);
  return success();
}

LogicalResult CastInserter::makeCreatorCopies(GraphIndex index) {
  const ValueNode &node = graph.values[index];
  Operation *op = node.value.getDefiningOp();
  high[index] = node.value;
  if (!wantsLow(index))
    return success();
  // What a cast of constants reads may be the low copy.
  auto isThere = [&] {
    return changesFloatType(op) && op->getOperand(0).getType() ==
                                       getTwin(node.value.getType(), graph.low);
  };
  if (graph.ops[node.op].isConstant && !options.foldWeights && !isThere()) {
    low[index] = makeCast(node.value, graph.low);
    return success();
  }
  // The original stays for those who only look at its shape; it is erased at
  // the end if nobody does.
  rewriter.setInsertionPointAfter(op);
  Operation *made = rewriter.clone(*op);
  unsigned number = cast<OpResult>(node.value).getResultNumber();
  startSignature(made, graph.ops[node.op]);
  signature.resultTypes[number] = getTwin(node.value.getType(), graph.low);
  FailureOr<Operation *> rebuilt = rebuild(rewriter, made);
  if (failed(rebuilt))
    return failure();
  low[index] = (*rebuilt)->getResult(number);
  return success();
}

LogicalResult CastInserter::makeViewCopies(const OpNode &op) {
  for (GraphIndex index : graph.getResults(op)) {
    const ValueNode &node = graph.values[index];
    if (node.def != DefKind::View || isMade(index))
      continue;
    auto result = cast<OpResult>(node.value);
    GraphIndex source = node.source;
    bool highView = wantsHigh(index) && high[source];
    bool lowView = wantsLow(index) && low[source];
    // Without a copy of a wanted type, the view takes the type there is and is
    // cast; it is at most as large as its source.
    if (highView || (!lowView && high[source]))
      high[index] = result;
    else
      setLow(index);
    if (highView && lowView) {
      // A second view costs nothing.
      rewriter.setInsertionPointAfter(op.op);
      Operation *twin = rewriter.clone(*op.op);
      startSignature(twin, op);
      for (Value &operand : signature.operands)
        if (operand == graph.values[source].value)
          operand = low[source];
      signature.resultTypes[result.getResultNumber()] =
          getTwin(result.getType(), graph.low);
      FailureOr<Operation *> rebuilt = rebuild(rewriter, twin);
      if (failed(rebuilt))
        return failure();
      low[index] = (*rebuilt)->getResult(result.getResultNumber());
    }
    if (wantsHigh(index) && !high[index])
      high[index] = makeCast(result, graph.high);
    if (wantsLow(index) && !low[index])
      low[index] = makeCast(result, graph.low);
  }
  return success();
}

GraphIndex CastInserter::findUnmadeSource(const OpNode &op) const {
  for (GraphIndex index : graph.getResults(op)) {
    GraphIndex source = graph.values[index].source;
    if (graph.values[index].def == DefKind::View &&
        graph.values[source].def == DefKind::View && !isMade(source))
      return graph.values[source].op;
  }
  return kNone;
}

/// A view comes after what it views, which the text may name later: blocks
/// stand in any order.
LogicalResult CastInserter::makeAllViews() {
  SmallVector<GraphIndex> stack;
  for (GraphIndex op = 0, e = graph.ops.size(); op < e; ++op) {
    stack.push_back(op);
    while (!stack.empty()) {
      const OpNode &node = graph.ops[stack.back()];
      if (GraphIndex before = findUnmadeSource(node); before != kNone) {
        stack.push_back(before);
        continue;
      }
      stack.pop_back();
      if (failed(makeViewCopies(node)))
        return failure();
    }
  }
  return success();
}

void CastInserter::startSignature(Operation *op, const OpNode &node) {
  signature.operands.clear();
  for (OpOperand &operand : op->getOpOperands())
    signature.operands.push_back(operand.get());
  signature.resultTypes.clear();
  for (OpResult result : op->getOpResults())
    signature.resultTypes.push_back(result.getType());
  FloatType ruled = graph.getAccumulate(node);
  signature.accumulate = ruled                ? ruled
                         : options.accumulate ? options.accumulate
                                              : graph.high;
}

FailureOr<Operation *> CastInserter::rebuild(RewriterBase &rewriter,
                                             Operation *op) {
  rewriter.setInsertionPoint(op);
  MixedPrecisionOpInterface iface = asMixedPrecision(op);
  if (!iface)
    return amp::detail::rebuildInPlace(op, rewriter, signature);
  Location loc = op->getLoc();
  OperationName name = op->getName();
  FailureOr<Operation *> rebuilt =
      rebuildAtPrecision(iface, rewriter, signature);
  if (failed(rebuilt)) // Its model may have said why, or not.
    emitError(loc) << "'" << name << "' op could not be rebuilt with operands "
                   << "of types (" << TypeRange(signature.operands)
                   << ") and results of types ("
                   << TypeRange(signature.resultTypes) << ")";
  return rebuilt;
}

bool CastInserter::readsTurnedLow(const Use &use, const OpNode &node) const {
  // A view reads the copy that its type was taken from. Loops and calls, which
  // may have many results, are none.
  if (node.handsOn)
    return graph.readsLow(use, assignment);
  for (GraphIndex result : graph.getResults(node))
    if (graph.values[result].def == DefKind::View &&
        graph.values[result].source == use.value)
      return wasChanged[result];
  return graph.readsLow(use, assignment);
}

bool CastInserter::changes(const OpNode &node) const {
  for (GraphIndex result : graph.getResults(node))
    if (wasChanged[result])
      return true;
  for (const Use &use : graph.getUses(node)) {
    const Value &wanted =
        readsTurnedLow(use, node) ? low[use.value] : high[use.value];
    if (use.operand->get() != wanted || wasChanged[use.value])
      return true;
  }
  // A destination that is looked at for its shape alone is no use, but may have
  // turned low in place.
  if (node.numUses == node.op->getNumOperands())
    return false;
  return llvm::any_of(node.op->getOperands(), [&](Value operand) {
    if (!isParticipatingType(operand.getType(), graph.low))
      return false;
    GraphIndex value = graph.lookup(operand);
    return value != kNone && wasChanged[value];
  });
}

LogicalResult CastInserter::rebuildOp(const OpNode &node,
                                      RewriterBase &rewriter) {
  Operation *op = node.op;
  startSignature(op, node);
  for (const Use &use : graph.getUses(node)) {
    Value wanted = readsTurnedLow(use, node) ? low[use.value] : high[use.value];
    if (!wanted)
      return op->emitOpError("reads a value at a type it does not have");
    signature.operands[use.operand->getOperandNumber()] = wanted;
  }
  // The copies that are results of `op` itself, which may be gone afterwards.
  SmallVector<std::pair<Value *, unsigned>, 2> copies;
  for (GraphIndex index : graph.getResults(node)) {
    auto result = cast<OpResult>(graph.values[index].value);
    for (Value *copy : {&high[index], &low[index]})
      if (*copy == result)
        copies.emplace_back(copy, result.getResultNumber());
  }
  FailureOr<Operation *> rebuilt = rebuild(rewriter, op);
  if (failed(rebuilt))
    return failure();
  if (options.markLowSums && signature.accumulate == graph.low &&
      getLowAccumulation(*rebuilt))
    rewriter.modifyOpInPlace(*rebuilt, [&] {
      (*rebuilt)->setAttr(kLowSumAttrName, rewriter.getUnitAttr());
    });
  if (*rebuilt == op)
    return success();
  for (auto [copy, number] : copies)
    *copy = (*rebuilt)->getResult(number);
  return success();
}

namespace {

/// Knows which ops are gone, so that nobody rebuilds one. The caller's listener
/// hears all that happens.
struct ErasedOps : RewriterBase::ForwardingListener {
  using ForwardingListener::ForwardingListener;
  void notifyOperationErased(Operation *op) override {
    ops.insert(op);
    ForwardingListener::notifyOperationErased(op);
  }

  llvm::SmallDenseSet<Operation *> ops;
};

/// Rebuilds an op at the precision that was assigned to it.
struct RebuildAtPrecision : RewritePattern {
  RebuildAtPrecision(MLIRContext *context, CastInserter &inserter)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        inserter(inserter) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    assert(inserter.getCurrent().op == op && "expected the op at hand");
    return inserter.rebuildOp(inserter.getCurrent(), rewriter);
  }

private:
  CastInserter &inserter;
};

} // namespace

LogicalResult CastInserter::rebuildOps() {
  MLIRContext *context = rewriter.getContext();
  RewritePatternSet set(context);
  set.add<RebuildAtPrecision>(context, *this);
  FrozenRewritePatternSet patterns(std::move(set));
  PatternApplicator applicator(patterns);
  applicator.applyDefaultCostModel();
  ErasedOps erased(rewriter.getListener());
  PatternRewriter patternRewriter(context);
  patternRewriter.setListener(&erased);
  for (auto [index, node] : llvm::enumerate(graph.ops)) {
    // Of one that was erased, nothing but the address is used.
    if (index + kPrefetchDistance < graph.ops.size())
      prefetchOp(graph.ops[index + kPrefetchDistance].op);
    if (!node.op || erased.ops.contains(node.op))
      continue;
    if (node.numResults == 0 && node.op->hasTrait<OpTrait::ReturnLike>())
      changedParents.insert(node.op->getParentOp());
    if (!changes(node))
      continue;
    current = &node;
    if (failed(applicator.matchAndRewrite(node.op, patternRewriter)))
      return failure();
  }
  return success();
}

void CastInserter::updateFunctions() {
  for (Operation *op : changedParents) {
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function || function.isExternal())
      continue;
    // Returns may hand on something else than the results: an async value's
    // contents.
    SmallVector<Type> results(function.getResultTypes());
    for (Block &block : function.getFunctionBody()) {
      Operation &last = block.back();
      if (!last.hasTrait<OpTrait::ReturnLike>() ||
          last.getNumOperands() != results.size())
        continue;
      for (auto [result, type] : llvm::zip(results, last.getOperandTypes()))
        if (isParticipatingType(result, graph.high) &&
            type == withElementType(result, graph.low))
          result = type;
    }
    SmallVector<Type> arguments(function.getFunctionBody().getArgumentTypes());
    // Kernels have memory beyond their arguments.
    arguments.truncate(function.getNumArguments());
    Type type = function.cloneTypeWith(arguments, results);
    if (type && type != function.getFunctionType())
      rewriter.modifyOpInPlace(
          function, [&] { function.setFunctionTypeAttr(TypeAttr::get(type)); });
  }
}

/// An op may write wide and be rounded by a cast that its model added; who
/// wants the value wide then reads what the op wrote.
void CastInserter::skipRoundings() {
  for (Operation *&cast : casts) {
    Operation *inner = cast->getOperand(0).getDefiningOp();
    if (!isPrecisionCast(cast) || !isPrecisionCast(inner) ||
        inner->getOperand(0).getType() != cast->getResult(0).getType())
      continue;
    rewriter.replaceOp(cast, inner->getOperand(0));
    cast = nullptr;
    if (inner->use_empty() && !llvm::is_contained(casts, inner))
      rewriter.eraseOp(inner);
  }
  llvm::erase(casts, nullptr);
}

void CastInserter::eraseUnused() {
  // Copies that cost nothing, such as an epilogue's, and that nobody reads.
  for (Operation *cast : llvm::reverse(casts))
    if (cast->use_empty())
      rewriter.eraseOp(cast);
  // Creators whose users all turned to the other copy, and the destinations
  // and casts of scalars that were made for them.
  SmallVector<Operation *> destinations;
  llvm::DenseSet<Operation *> erased;
  auto erase = [&](Operation *op) {
    erased.insert(op);
    rewriter.eraseOp(op);
  };
  for (GraphIndex index : llvm::reverse(creators)) {
    Operation *op = graph.ops[graph.values[index].op].op;
    if (!op->use_empty() || !isMemoryEffectFree(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp();
          isPrecisionCast(def) ||
          (def && def->getNumRegions() == 0 &&
           isa<ShapedType>(operand.getType()) &&
           !llvm::any_of(def->getOperandTypes(), llvm::IsaPred<ShapedType>)))
        destinations.push_back(def);
    erase(op);
  }
  for (Operation *op : destinations)
    if (!erased.contains(op) && isOpTriviallyDead(op))
      erase(op);
}

LogicalResult CastInserter::run() {
  for (GraphIndex i = 0, e = graph.values.size(); i < e; ++i) {
    GraphIndex next = i + kPrefetchDistance;
    if (next < e && assignment.hasLow[next])
      prefetchMaker(graph.values[next].value);
    if (failed(makeCopies(i)))
      return failure();
  }
  if (hasViews && failed(makeAllViews()))
    return failure();
  if (failed(rebuildOps()))
    return failure();
  skipRoundings();
  updateFunctions();
  eraseUnused();
  return success();
}

LogicalResult amp::insertCasts(RewriterBase &rewriter,
                               const PrecisionGraph &graph,
                               const Assignment &assignment,
                               const InsertCastsOptions &options) {
  return CastInserter(rewriter, graph, assignment, options).run();
}
