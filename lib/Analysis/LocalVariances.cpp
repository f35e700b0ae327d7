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
// convolution may take both, of images and products in a row. Of values far
// from zero, little is left of either: products and squares are high, and read
// what there is as it came.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

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
  bool findConstant(Value value) const;
  /// What `op`, a product of matrices or a convolution with constant weights,
  /// takes the weighted sum of; null if it is none.
  Value getSummed(const OpNode *op);
  /// Whether `op`, which may be null, sums over products, perhaps: asked of
  /// each difference behind a convolution, where the data is seldom looked at.
  bool maySumProducts(const OpNode *op) const;
  /// What `op`, which may be null, multiplies element by element.
  SmallVector<Value, 2> getFactors(const OpNode *op);
  /// The ops that make `summed`, if that holds products of data: one, or
  /// products and the op that puts them together with other data.
  SmallVector<const OpNode *, 8> findPowers(Value summed) const;
  /// Whether `value` is a product of weighted sums of `factors`, or with
  /// `isFactor` one such sum. The ops that made it are added to `makers`.
  bool addMakers(Value value, ArrayRef<Value> factors, bool isFactor,
                 SmallVectorImpl<const OpNode *> &makers);
  /// Pins `difference` and the ops behind it, if it is that of a variance.
  bool visit(const OpNode &difference);
  /// Has `op` read and make what it does in the high type.
  void pin(const OpNode &op);

  PrecisionGraph &graph;
  /// Of values that were asked about.
  llvm::DenseMap<Value, bool> areConstant;
};

} // namespace

bool VariancePinner::findConstant(Value value) const {
  // A window that is computed: a Gaussian, normalised and repeated.
  constexpr size_t kMost = 64;
  if (isMovedConstant(value))
    return true;
  llvm::SetVector<Value> made;
  made.insert(value);
  for (size_t i = 0; i < made.size(); ++i) {
    Operation *op = made[i].getDefiningOp();
    if (!op || made.size() > kMost || !isMemoryEffectFree(op) ||
        isa<RegionBranchOpInterface, CallOpInterface>(op))
      return false;
    made.insert_range(op->getOperands());
    getUsedValuesDefinedAbove(op->getRegions(), made);
  }
  return true;
}

bool VariancePinner::isConstant(Value value) {
  auto [it, isNew] = areConstant.try_emplace(value, false);
  if (isNew)
    it->second = findConstant(value);
  return it->second;
}

const OpNode *VariancePinner::findMaker(Value value) const {
  GraphIndex index = graph.lookup(findUnrounded(value));
  GraphIndex op = index == kNone ? kNone : graph.values[index].op;
  return op == kNone ? nullptr : &graph.ops[op];
}

Value VariancePinner::getSummed(const OpNode *op) {
  Value summed;
  if (!op || !hasAny(op->traits, NumericTraits::Contraction))
    return summed;
  for (OpOperand &operand : op->op->getOpOperands()) {
    if (!isInput(operand) || isConstant(operand.get()))
      continue;
    if (summed)
      return Value();
    summed = operand.get();
  }
  return summed;
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

bool VariancePinner::maySumProducts(const OpNode *op) const {
  return op && hasAny(op->traits, NumericTraits::Contraction) &&
         llvm::any_of(op->op->getOperands(), [&](Value operand) {
           return !findPowers(operand).empty();
         });
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
                               bool isFactor,
                               SmallVectorImpl<const OpNode *> &makers) {
  const OpNode *maker = findMaker(value);
  if (isFactor) {
    Value summed = getSummed(maker);
    if (!summed || llvm::none_of(factors, [&](Value factor) {
          return findUnrounded(factor) == findUnrounded(summed);
        }))
      return false;
    makers.push_back(maker);
    return true;
  }
  SmallVector<Value, 2> means = getFactors(maker);
  if (means.empty())
    return false;
  makers.push_back(maker);
  return llvm::all_of(means, [&](Value mean) {
    return addMakers(mean, factors, /*isFactor=*/true, makers);
  });
}

bool VariancePinner::visit(const OpNode &difference) {
  if (llvm::none_of(difference.op->getOperands(), [&](Value operand) {
        return maySumProducts(findMaker(operand));
      }))
    return false;
  // The difference may multiply means by itself.
  bool multiplies = hasAny(difference.traits, kPowers);
  SmallVector<OpOperand *, 4> terms;
  for (OpOperand &operand : difference.op->getOpOperands())
    if (isInput(operand) && !isConstant(operand.get()))
      terms.push_back(&operand);
  for (OpOperand *moment : terms) {
    const OpNode *ofMoment = findMaker(moment->get());
    Value summed = getSummed(ofMoment);
    SmallVector<const OpNode *, 8> makers;
    if (summed)
      makers = findPowers(summed);
    SmallVector<Value, 2> factors;
    for (const OpNode *power : makers)
      llvm::append_range(factors, getFactors(power));
    // One sum may be of all in a row.
    if (makers.size() > 1)
      factors.push_back(summed);
    makers.append({&difference, ofMoment});
    if (factors.empty() || terms.size() < 2 ||
        !llvm::all_of(terms, [&](OpOperand *term) {
          return term == moment ||
                 addMakers(term->get(), factors, multiplies, makers);
        }))
      continue;
    for (const OpNode *op : makers)
      pin(*op);
    return true;
  }
  return false;
}

bool VariancePinner::run() {
  auto isSum = [&](const Use &use) {
    const OpNode *maker = findMovedMaker(graph, use.value);
    return maker && hasAny(maker->traits, NumericTraits::Contraction);
  };
  bool any = false;
  for (const OpNode &op : graph.opsWith(NumericTraits::Subtraction))
    any |= !op.handsOn && !hasAny(op.traits, kReductions) &&
           llvm::any_of(graph.getUses(op), isSum) && visit(op);
  return any;
}

bool amp::pinLocalVariances(PrecisionGraph &graph) {
  return VariancePinner(graph).run();
}
