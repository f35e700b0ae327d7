//===- Covariances.cpp - Products of values less their own means ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Points may lie far from zero, and of those the mean takes all but a little. A
// norm divides what is left by its size, and layers may be trained on it; where
// two such differences are multiplied with each other (a covariance, a rotation
// of points onto others), they are the result. So they are taken from values
// that were not rounded.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

class CovariancePinner {
public:
  explicit CovariancePinner(PrecisionGraph &graph) : graph(graph) {}
  /// Returns whether any value is pinned.
  bool run(GraphIndex firstSum);

private:
  /// What a value was before its mean was taken from it, that mean, and the op
  /// that did.
  struct Centred {
    GraphIndex data, mean, op;
  };

  /// What `mean` is the mean of, kNone if it is none. The ops that made it of
  /// that are added to `makers`.
  GraphIndex findSummed(GraphIndex mean,
                        SmallVectorImpl<GraphIndex> &makers) const;
  /// Notes whether `op` takes a value's own mean from it.
  void visitSubtraction(const OpNode &op);
  /// Whether `op` may multiply two values less their means: of most products a
  /// look at their uses says no.
  bool mayMultiply(const OpNode &op) const;
  /// Keeps what the factors of `op` are differences of, if all are.
  void visitProduct(const OpNode &op);
  /// The op that made what `operand` reads, before it was moved or rounded.
  Operation *findMaker(OpOperand &operand) const;
  void keep(const Centred &factor);

  PrecisionGraph &graph;
  /// By the op that took the mean away.
  llvm::SmallDenseMap<Operation *, Centred> centred;
  bool any = false;
};

} // namespace

GraphIndex
CovariancePinner::findSummed(GraphIndex mean,
                             SmallVectorImpl<GraphIndex> &makers) const {
  // Moved, divided by a number, moved again.
  constexpr unsigned kMostSteps = 3;
  GraphIndex value = findMovedValue(graph, mean);
  for (unsigned step = 0; step < kMostSteps; ++step) {
    GraphIndex number = graph.values[value].op;
    if (number == kNone || graph.ops[number].handsOn ||
        hasAny(graph.ops[number].traits, NumericTraits::Contraction))
      return kNone;
    makers.push_back(number);
    GraphIndex source = kNone;
    for (const Use &use : graph.getUses(graph.ops[number])) {
      if (use.elements == 0 || graph.values[use.value].weight)
        continue;
      if (source != kNone)
        return kNone;
      source = use.value;
    }
    if (source == kNone ||
        hasAny(graph.ops[number].traits, NumericTraits::AdditiveReduction))
      return source;
    value = findMovedValue(graph, source);
  }
  return kNone;
}

void CovariancePinner::visitSubtraction(const OpNode &op) {
  if (op.handsOn || op.op->getNumResults() != 1 ||
      hasAny(op.traits, kReductions | kPowers))
    return;
  SmallVector<GraphIndex, 2> terms;
  for (const Use &use : graph.getUses(op))
    if (use.elements > 0)
      terms.push_back(use.value);
  if (terms.size() != 2)
    return;
  SmallVector<GraphIndex, 4> makers;
  for (unsigned mean : {0, 1})
    if (findSummed(terms[mean], makers) == terms[!mean])
      centred[op.op] = {terms[!mean], terms[mean],
                        GraphIndex(&op - graph.ops.data())};
}

void CovariancePinner::keep(const Centred &factor) {
  for (Use &use : graph.getUses(graph.ops[factor.op]))
    readHigh(graph, use, Binding::Cancellation);
  keepSums(graph, factor.data);
  // The sum is one of the high type, whatever others may be.
  SmallVector<GraphIndex, 4> makers;
  findSummed(factor.mean, makers);
  for (GraphIndex number : makers) {
    const OpNode &maker = graph.ops[number];
    fixLabelHigh(graph, maker.label, Binding::Cancellation);
    for (Use &use : graph.getUses(maker))
      readHigh(graph, use, Binding::Cancellation);
    for (GraphIndex result : graph.getResults(maker))
      graph.values[result].pinHigh(Binding::Cancellation);
  }
  any = true;
}

Operation *CovariancePinner::findMaker(OpOperand &operand) const {
  Value value = operand.get();
  if (GraphIndex index = graph.lookup(value); index != kNone) {
    const OpNode *op = findMovedMaker(graph, index);
    if (!op || !isPrecisionCast(op->op))
      return op ? op->op : nullptr;
  }
  // An earlier conversion has rounded it.
  if (!graph.anyLow)
    return nullptr;
  value = findMoved(stripPrecisionCasts(findMoved(value)));
  return value.getDefiningOp();
}

bool CovariancePinner::mayMultiply(const OpNode &op) const {
  // What an earlier conversion has rounded is no use of the graph.
  if (graph.anyLow)
    return true;
  return llvm::count_if(graph.getUses(op), [&](const Use &use) {
           const OpNode *maker = findMovedMaker(graph, use.value);
           return maker && centred.contains(maker->op);
         }) > 1;
}

void CovariancePinner::visitProduct(const OpNode &op) {
  if (!mayMultiply(op))
    return;
  SmallVector<Operation *, 2> factors;
  for (OpOperand &operand : op.op->getOpOperands())
    if (Operation *maker = isInput(operand) ? findMaker(operand) : nullptr;
        maker && centred.contains(maker))
      factors.push_back(maker);
  if (factors.size() > 1)
    for (Operation *factor : factors)
      keep(centred.lookup(factor));
}

bool CovariancePinner::run(GraphIndex firstSum) {
  for (const OpNode &op : ArrayRef<OpNode>(graph.ops).drop_front(firstSum)) {
    if (hasAny(op.traits, NumericTraits::Subtraction))
      visitSubtraction(op);
    else if (!centred.empty() && hasAny(op.traits, NumericTraits::Contraction))
      visitProduct(op);
  }
  return any;
}

bool amp::pinCovariances(PrecisionGraph &graph, GraphIndex firstSum) {
  return CovariancePinner(graph).run(firstSum);
}
