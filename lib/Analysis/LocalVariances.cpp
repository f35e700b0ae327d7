//===- LocalVariances.cpp - Weighted moments taken from each other --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variance of an image around each of its points (SSIM) is a convolution of
// its squares less the square of its convolution, with the same weights, which
// are made of constants; a covariance is the same of two images. One
// convolution may take both, of images and products in a row, and a window that
// is a product takes one along each side, padded in between. Of values far from
// zero, little is left of either: products and squares are high, and read what
// there is as it came.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// So many sums in a row are one.
constexpr unsigned kMostSums = 3;

class VariancePinner {
public:
  explicit VariancePinner(PrecisionGraph &graph) : graph(graph) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  /// The op that made `value`, before it was moved or rounded; null if the
  /// graph has none.
  const OpNode *findMaker(Value value) const;
  /// Whether `value` is made of constants alone, by a few ops.
  bool isConstant(Value value);
  /// What is passed on the way to what is summed up.
  struct Passed {
    SmallVector<const OpNode *, 8> ops;
    /// Values that were moved, of several pieces perhaps.
    SmallVector<GraphIndex, 8> moved;
  };
  /// What `op`, a product of matrices or a convolution with constant weights,
  /// or a few in a row, takes the weighted sum of: the first such value that
  /// `isEnd`; null if there is none.
  Value getSummed(const OpNode *op, function_ref<bool(Value)> isEnd,
                  Passed &passed);
  /// The one value that all pieces of `value` are of, beside what fills it up;
  /// adds those on the way. `value` itself where there is none such.
  Value findWhole(Value value, SmallVectorImpl<GraphIndex> &moved) const;
  /// Whether `value` may be a weighted sum of products: asked of each
  /// difference, where the graph alone tells of most that it is none.
  bool maySumProducts(GraphIndex value, unsigned mostSums = kMostSums) const;
  /// The same of products of data (see findPowers).
  Value getSummedProducts(const OpNode *op, Passed &passed);
  /// What `op`, which may be null, multiplies element by element.
  SmallVector<Value, 2> getFactors(const OpNode *op);
  /// The ops that make `summed`, if that holds products of data: one, or
  /// products and the op that puts them together with other data.
  SmallVector<const OpNode *, 8> findPowers(Value summed) const;
  /// Whether `value` is a product of weighted sums of `factors`, or with
  /// `isFactor` one such sum. The ops that made it are added to `makers`.
  bool addMakers(Value value, ArrayRef<Value> factors, bool isFactor,
                 Passed &makers);
  /// Pins `difference` and the ops behind it, if it is that of a variance.
  bool visit(const OpNode &difference);
  /// Has `op` read and make what it does in the high type.
  void pin(const OpNode &op);
  /// The same of what `moved`, which only moves, is made of.
  void pinMovedPieces(GraphIndex moved);

  PrecisionGraph &graph;
  /// Of values that were asked about.
  llvm::DenseMap<Value, bool> areConstant;
};

} // namespace

bool VariancePinner::isConstant(Value value) {
  auto [it, isNew] = areConstant.try_emplace(value, false);
  if (isNew)
    it->second = isMovedConstant(value) || isMadeOfConstants(value);
  return it->second;
}

const OpNode *VariancePinner::findMaker(Value value) const {
  GraphIndex index = graph.lookup(findUnrounded(value));
  GraphIndex op = index == kNone ? kNone : graph.values[index].op;
  return op == kNone ? nullptr : &graph.ops[op];
}

Value VariancePinner::findWhole(Value value,
                                SmallVectorImpl<GraphIndex> &moved) const {
  constexpr size_t kMost = 64;
  GraphIndex first = graph.lookup(value), whole = kNone;
  // A low copy is none of ours.
  if (first == kNone)
    return findUnrounded(value);
  llvm::SmallSetVector<GraphIndex, 8> pieces;
  SmallVector<GraphIndex, 8> passed;
  pieces.insert(first);
  for (size_t i = 0; i < pieces.size(); ++i) {
    const ValueNode &node = graph.values[pieces[i]];
    const OpNode *op = node.op == kNone ? nullptr : &graph.ops[node.op];
    // Fills.
    if (op && (op->isConstant || node.def == DefKind::Creator))
      continue;
    // A body may only look elements up, from the end (a picture mirrored).
    bool moves = op && !op->handsOn &&
                 (hasAny(op->traits, NumericTraits::DataMovement) ||
                  (op->traits == NumericTraits::None &&
                   !getLookups(graph, *op).empty()));
    if (node.def == DefKind::View) {
      pieces.insert(node.source);
    } else if (moves) {
      for (const Use &use : getUsesAndLookups(graph, *op))
        pieces.insert(use.value);
    } else {
      if (whole != kNone)
        return findUnrounded(value);
      whole = pieces[i];
      continue;
    }
    passed.push_back(pieces[i]);
    if (pieces.size() > kMost)
      return findUnrounded(value);
  }
  if (whole == kNone)
    return findUnrounded(value);
  llvm::append_range(moved, passed);
  return graph.values[whole].value;
}

Value VariancePinner::getSummed(const OpNode *op,
                                function_ref<bool(Value)> isEnd,
                                Passed &passed) {
  for (unsigned i = 0; i < kMostSums; ++i) {
    if (!op || !hasAny(op->traits, NumericTraits::Contraction))
      return Value();
    Value summed;
    for (OpOperand &operand : op->op->getOpOperands()) {
      if (!isInput(operand) || isConstant(operand.get()))
        continue;
      if (summed)
        return Value();
      summed = operand.get();
    }
    if (!summed)
      return Value();
    passed.ops.push_back(op);
    Value whole = findWhole(summed, passed.moved);
    for (Value end : {whole, findUnrounded(summed)})
      if (isEnd(end))
        return end;
    op = findMaker(whole);
  }
  return Value();
}

/// Whether `op`, which may be null, multiplies data element by element.
static bool isProduct(const OpNode *op) {
  return op && hasAny(op->traits, kPowers) && !hasAny(op->traits, kReductions);
}

SmallVector<const OpNode *, 8> VariancePinner::findPowers(Value summed) const {
  const OpNode *maker = findMaker(summed);
  if (isProduct(maker))
    return {maker};
  SmallVector<const OpNode *, 8> makers;
  if (!maker || maker->handsOn ||
      !hasAny(maker->traits, NumericTraits::DataMovement))
    return makers;
  for (Value part : maker->op->getOperands())
    if (const OpNode *product = findMaker(part); isProduct(product))
      makers.push_back(product);
  if (!makers.empty())
    makers.push_back(maker);
  return makers;
}

bool VariancePinner::maySumProducts(GraphIndex value, unsigned mostSums) const {
  const OpNode *sum = findMovedMaker(graph, value);
  if (!sum || mostSums == 0 || !hasAny(sum->traits, NumericTraits::Contraction))
    return false;
  return llvm::any_of(graph.getUses(*sum), [&](const Use &use) {
    const OpNode *maker = findMovedMaker(graph, use.value);
    if (use.elements == 0 || !maker || maker->isConstant)
      return false;
    // What is put together of pieces is looked at behind this.
    return isProduct(maker) ||
           hasAny(maker->traits, NumericTraits::DataMovement) ||
           maySumProducts(use.value, mostSums - 1);
  });
}

Value VariancePinner::getSummedProducts(const OpNode *op, Passed &passed) {
  auto isEnd = [&](Value value) { return !findPowers(value).empty(); };
  return getSummed(op, isEnd, passed);
}

SmallVector<Value, 2> VariancePinner::getFactors(const OpNode *op) {
  SmallVector<Value, 2> factors;
  if (!isProduct(op))
    return factors;
  for (OpOperand &operand : op->op->getOpOperands())
    if (isInput(operand) && !isConstant(operand.get()))
      factors.push_back(operand.get());
  return factors;
}

void VariancePinner::pin(const OpNode &op) {
  for (Use &use : graph.getUses(op)) {
    if (use.elements == 0)
      continue;
    readHigh(graph, use, Binding::Cancellation);
    // Weights that do not add up to one are an error of the mean's square.
    if (isConstant(use.operand->get()))
      pinAllBehind(graph, use.value, Binding::Cancellation);
    else
      pinMoved(graph, use.value, Binding::Cancellation);
  }
  for (GraphIndex result : graph.getResults(op))
    graph.values[result].pinHigh(Binding::Cancellation);
}

bool VariancePinner::addMakers(Value value, ArrayRef<Value> factors,
                               bool isFactor, Passed &makers) {
  const OpNode *maker = findMaker(value);
  if (isFactor) {
    auto isSame = [&](Value summed) {
      return llvm::any_of(factors, [&](Value factor) {
        return findUnrounded(factor) == findUnrounded(summed);
      });
    };
    return bool(getSummed(maker, isSame, makers));
  }
  SmallVector<Value, 2> means = getFactors(maker);
  if (means.empty())
    return false;
  makers.ops.push_back(maker);
  return llvm::all_of(means, [&](Value mean) {
    return addMakers(mean, factors, /*isFactor=*/true, makers);
  });
}

bool VariancePinner::visit(const OpNode &difference) {
  // The difference may multiply means by itself.
  bool multiplies = hasAny(difference.traits, kPowers);
  SmallVector<OpOperand *, 4> terms;
  for (OpOperand &operand : difference.op->getOpOperands())
    if (isInput(operand) && !isConstant(operand.get()))
      terms.push_back(&operand);
  if (terms.size() < 2)
    return false;
  for (OpOperand *moment : terms) {
    Passed makers;
    Value summed = getSummedProducts(findMaker(moment->get()), makers);
    if (!summed)
      continue;
    SmallVector<const OpNode *, 8> powers = findPowers(summed);
    SmallVector<Value, 2> factors;
    for (const OpNode *power : powers)
      llvm::append_range(factors, getFactors(power));
    // One sum may be of all in a row.
    if (powers.size() > 1)
      factors.push_back(summed);
    llvm::append_range(makers.ops, powers);
    makers.ops.push_back(&difference);
    if (factors.empty() || !llvm::all_of(terms, [&](OpOperand *term) {
          return term == moment ||
                 addMakers(term->get(), factors, multiplies, makers);
        }))
      continue;
    for (const OpNode *op : makers.ops)
      pin(*op);
    for (GraphIndex moved : makers.moved)
      pinMovedPieces(moved);
    return true;
  }
  return false;
}

void VariancePinner::pinMovedPieces(GraphIndex moved) {
  ValueNode &value = graph.values[moved];
  value.pinHigh(Binding::Cancellation);
  if (value.op == kNone || value.def == DefKind::View)
    return;
  for (Use &use : getUsesAndLookups(graph, graph.ops[value.op]))
    readHigh(graph, use, Binding::Cancellation);
}

bool VariancePinner::run() {
  bool any = false;
  for (const OpNode &op : graph.opsWith(NumericTraits::Subtraction)) {
    auto maySum = [&](const Use &use) { return maySumProducts(use.value); };
    any |= !op.handsOn && !hasAny(op.traits, kReductions) &&
           llvm::any_of(graph.getUses(op), maySum) && visit(op);
  }
  return any;
}

bool amp::pinLocalVariances(PrecisionGraph &graph) {
  return VariancePinner(graph).run();
}
