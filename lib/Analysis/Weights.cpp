//===- Weights.cpp - Values that are moved but never computed -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// Whether `value` is an argument of a function or a constant that was rounded
/// and moved at most.
static bool isMovedSource(Value value) {
  value = findMoved(value);
  if (isPrecisionCast(value.getDefiningOp()))
    value = findMoved(value.getDefiningOp()->getOperand(0));
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

/// Whether `operand` is what a contraction of low values has for a weight,
/// given that it is moved only.
static bool isLowWeight(OpOperand &operand) {
  auto isComputed = [&](OpOperand &other) {
    return &other != &operand &&
           getStoredType(other.get().getType()) ==
               getStoredType(operand.get().getType()) &&
           isInput(other) && !isMovedSource(other.get());
  };
  return isInput(operand) &&
         (operand.getOperandNumber() > 0 ||
          llvm::any_of(operand.getOwner()->getOpOperands(), isComputed));
}

/// Whether a rounding is that of a weight, which an earlier conversion made:
/// its contraction may have nothing in the graph.
static bool roundsWeight(Operation *cast) {
  constexpr unsigned kMostValues = 16;
  SmallVector<Value> values(cast->getResults());
  OpPrecisionInfo info;
  for (unsigned i = 0; i < values.size() && i < kMostValues; ++i)
    for (OpOperand &use : values[i].getUses()) {
      auto model = dyn_cast<MixedPrecisionOpInterface>(use.getOwner());
      auto type = dyn_cast<FloatType>(getElementTypeOrSelf(values[i]));
      if (!model || !type)
        continue;
      info.reset(use.getOwner());
      model.getPrecisionInfo(type, info);
      if (hasAny(info.traits, NumericTraits::Contraction) && isLowWeight(use))
        return true;
      if (hasAny(info.traits, NumericTraits::DataMovement) &&
          use.getOperandNumber() == 0 && readsOneTensor(use.getOwner()))
        llvm::append_range(values, use.getOwner()->getResults());
    }
  return false;
}

/// Whether a cast widens constants that were only moved since: what an earlier
/// conversion left of weights, whose low values are not in the graph.
static bool widensConstant(const OpNode &op) {
  return op.widens && isMovedConstant(op.op->getOperand(0));
}

/// Whether a value is an argument of a function that a fact about its range
/// binds before the signature does.
static bool isBoundArgument(const ValueNode &node) {
  return node.argument && node.binding != Binding::Free &&
         node.def == DefKind::Fixed;
}

namespace {

/// The sweeps of markWeights, each in program order.
class WeightMarker {
public:
  WeightMarker(PrecisionGraph &graph, const GraphContents &contents)
      : graph(graph), contents(contents), kind(graph.values.size()) {}

  void run() {
    markSources();
    follow();
    for (GraphIndex index : contractions)
      markFactors(graph.ops[index]);
    for (GraphIndex index : roundings)
      markRounded(graph.ops[index]);
    for (GraphIndex index : llvm::reverse(movers))
      markMoved(graph.ops[index]);
    for (auto [index, ofValue] : llvm::enumerate(kind))
      if (ofValue & Constant)
        graph.values[index].weight = true;
  }

private:
  /// Moved: reached from constants and arguments through movement alone;
  /// Constant: from constants alone.
  enum : uint8_t { Moved = 1, Constant = 2, View = 4 };

  bool isMoved(const Use &use) const { return kind[use.value] & Moved; }
  /// Constants and arguments; views are told from the rest.
  void markSources();
  /// What is moved from them; collects the ops that the other sweeps look at.
  void follow();
  /// Whether all that `op` moves are constants that an earlier conversion
  /// stored low, which it widens.
  bool movesLowConstants(const OpNode &op) const;
  /// What `op`, which moves nothing, makes or rounds.
  void visitOther(const OpNode &op, GraphIndex index);
  /// Of the inputs of contraction `op`, the second is the weight if both are
  /// moved only.
  void markFactors(const OpNode &op);
  /// What cast `op` rounds for a contraction of low values.
  void markRounded(const OpNode &op);
  /// What `op` moves to where it is a weight.
  void markMoved(const OpNode &op);

  PrecisionGraph &graph;
  const GraphContents &contents;
  std::vector<uint8_t> kind;
  std::vector<GraphIndex> movers, contractions, roundings;
};

} // namespace

void WeightMarker::markSources() {
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (node.def == DefKind::View)
      kind[index] = View;
    else if (node.binding == Binding::Signature || isBoundArgument(node))
      kind[index] = Moved;
    if (node.def == DefKind::Creator && node.op != kNone &&
        graph.ops[node.op].isConstant)
      kind[index] = Moved | Constant;
  }
}

void WeightMarker::follow() {
  // Of most ops their traits tell enough.
  bool anyOther =
      contents.anyOtherView || contents.anyOutside || contents.anyWidening;
  for (auto [index, traits] : llvm::enumerate(graph.traits)) {
    if (hasAny(traits, NumericTraits::Contraction))
      contractions.push_back(index);
    bool moves = hasAny(traits, NumericTraits::DataMovement);
    if (!moves && !anyOther)
      continue;
    const OpNode &op = graph.ops[index];
    moves |= llvm::any_of(graph.getResults(op),
                          [&](GraphIndex value) { return kind[value] & View; });
    if (!moves) {
      visitOther(op, index);
      continue;
    }
    movers.push_back(index);
    if (op.numUses == 0 && !movesLowConstants(op))
      continue;
    uint8_t ofAll = Moved | Constant;
    for (const Use &use : graph.getUses(op))
      ofAll &= kind[use.value];
    for (GraphIndex value : graph.getResults(op))
      kind[value] = (kind[value] & View) | ofAll;
  }
}

bool WeightMarker::movesLowConstants(const OpNode &op) const {
  if (!graph.anyLow || op.numResults == 0)
    return false;
  SmallVector<OpOperand *, 2> moved = getLowInputs(graph, op.op);
  return !moved.empty() && llvm::all_of(moved, [](OpOperand *operand) {
    return isMovedConstant(operand->get());
  });
}

void WeightMarker::visitOther(const OpNode &op, GraphIndex index) {
  if (op.numUses == 0 && widensConstant(op))
    for (GraphIndex value : graph.getResults(op))
      kind[value] |= Moved | Constant;
  // A cast: what it makes is low, and not in the graph.
  if (op.category == Category::Never && op.numUses == 1 && op.numResults == 0)
    roundings.push_back(index);
}

void WeightMarker::markFactors(const OpNode &op) {
  bool anyComputed = llvm::any_of(graph.getUses(op), [&](const Use &use) {
    return use.kind == UseKind::Tied && !isMoved(use);
  });
  for (const Use &use : graph.getUses(op))
    if (use.kind == UseKind::Tied && isMoved(use) &&
        (anyComputed || use.operand->getOperandNumber() > 0))
      graph.values[use.value].weight = true;
}

void WeightMarker::markRounded(const OpNode &op) {
  const Use &use = graph.getUses(op).front();
  if (isMoved(use) && isPrecisionCast(op.op) && roundsWeight(op.op))
    graph.values[use.value].weight = true;
}

void WeightMarker::markMoved(const OpNode &op) {
  bool isWeight = llvm::any_of(graph.getResults(op), [&](GraphIndex value) {
    return graph.values[value].weight;
  });
  if (!isWeight)
    return;
  for (const Use &use : graph.getUses(op))
    if (isMoved(use))
      graph.values[use.value].weight = true;
}

void amp::markWeights(PrecisionGraph &graph, const GraphContents &contents) {
  WeightMarker(graph, contents).run();
}
