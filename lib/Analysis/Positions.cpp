//===- Positions.cpp - An even grid and an offset -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a network adds an offset to the cell it looks at, the sum is a place in
// a picture: a corner of a box, what a flow or a deformable layer samples. Its
// error counts in pixels, not by its size, and the low type has as few as one
// digit behind the point there. Such a sum is known by its grid, numbers evenly
// apart, which no weights are; so is what is added to it, and what constants
// scale it by or ops move it to. A distance that is added to logits (ALiBi) is
// none: what an exponential is taken of is no place.
//
// An average of a grid is a place, too: the peak of a heat map, a disparity, a
// depth. The digit that its shares (a softmax) are rounded by is one of the
// largest coordinate.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/ConstantNarrowing.h"
#include "EarlierConversion.h"
#include "ValueMarks.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

/// A grid has more steps than that.
static constexpr int kFewSteps = 3;
/// What an earlier conversion stored low is widened up to so many elements.
static constexpr int64_t kMostWidened = 1 << 20;

/// Whether the elements of `raw` (f32) that are `lag` apart differ, as far as
/// they do, mostly by one step, and there are more than a few steps.
static bool isEven(ArrayRef<char> raw, size_t lag) {
  constexpr size_t kMostElements = 1 << 16, kMostSteps = 256;
  size_t size = std::min(raw.size() / sizeof(float), kMostElements);
  float step = 0, lowest = getF32(raw, 0), highest = lowest;
  size_t even = 0, others = 0;
  for (size_t i = lag; i < size && even + others < kMostSteps; ++i) {
    float number = getF32(raw, i), change = number - getF32(raw, i - lag);
    if (!std::isfinite(number))
      return false;
    lowest = std::min(lowest, number);
    highest = std::max(highest, number);
    if (change == 0)
      continue;
    if (step == 0)
      step = change;
    bool isStep = std::fabs(change - step) <=
                  1e-3f * std::fabs(step) + 1e-6f * (highest - lowest);
    ++(isStep ? even : others);
    // Weights: no need to look at them all.
    if (others > 8 && others > even)
      return false;
  }
  return even > 3 * others &&
         highest - lowest > (kFewSteps - 0.5f) * std::fabs(step);
}

/// Whether `value` holds a row of numbers evenly apart, again and again, or the
/// coordinates of such a grid.
static bool isGrid(TypedAttr value) {
  std::optional<ArrayRef<char>> raw = getRawF32(value);
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!raw || !type || type.getRank() == 0 || isa<SplatElementsAttr>(value))
    return false;
  // The coordinates of one place may stand side by side.
  int64_t last = type.getShape().back();
  return isEven(*raw, 1) || ((last == 2 || last == 3) && isEven(*raw, last));
}

namespace {

class PositionPinner {
public:
  PositionPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange), marks(graph) {}
  bool run();

private:
  enum Mark : uint8_t {
    /// Even constants, and what counts, perhaps scaled, shifted and moved.
    Grid = 1 << 0,
    /// An exponential is taken of what is made of it.
    Exponent = 1 << 1,
    Position = 1 << 2,
  };
  /// Whether `value` is an even constant, or counts.
  bool startsGrid(GraphIndex value) const;
  /// Finds the grids. Returns whether there are any.
  bool findGrids();
  /// Whether `op` makes a grid of one and of constants.
  bool keepsGrid(const OpNode &op) const;
  /// Whether `op` adds a grid to as many numbers of the network's.
  bool addsToGrid(const OpNode &op) const;
  /// Whether `value` is computed and never less than nought or more than one: a
  /// probability, a share of a whole.
  bool isShare(GraphIndex value) const;
  /// The op that multiplies the terms of the sum that `op` makes by each other,
  /// which may be `op`; null if that is not seen.
  const OpNode *findProduct(const OpNode &op) const;
  /// Whether `op` sums up a grid times shares.
  bool averagesGrid(const OpNode &op) const;
  /// Keeps what `value` is moved from, and what of that is an exponential.
  void pinSource(GraphIndex value);
  /// Has such an op, and what multiplies its terms, read both as they are.
  void pinTerms(const OpNode &op);
  /// Marks what exponentials are taken of in the end.
  void findExponents();
  /// Whether the results of `op`, which reads a position, are positions.
  bool keepsPositions(const OpNode &op) const;

  PrecisionGraph &graph;
  ValueRanges getRange;
  ValueMarks marks;
};

} // namespace

/// Whether the results of `op` hold for each element what a few additions and
/// products make of one element.
static bool isElementwise(const OpNode &op) {
  return !op.handsOn && op.category != Category::Never &&
         !hasAny(op.traits,
                 kReductions | NumericTraits::Contraction |
                     NumericTraits::Exponential | NumericTraits::Logarithm |
                     NumericTraits::Square | NumericTraits::AbsoluteError);
}

bool PositionPinner::startsGrid(GraphIndex value) const {
  const ValueNode &node = graph.values[value];
  const OpNode &maker = graph.ops[node.op];
  if (node.def == DefKind::Creator) {
    TypedAttr data;
    return maker.isConstant && node.elements > kFewSteps &&
           matchPattern(node.value, m_Constant(&data)) && isGrid(data);
  }
  // An earlier conversion stores a grid low that is exact there.
  ElementsAttr low;
  if (graph.anyLow && isWidenedInProducer(node.value) &&
      node.elements > kFewSteps && node.elements <= kMostWidened &&
      matchPattern(findMoved(node.value), m_Constant(&low)))
    if (FailureOr<ElementsAttr> data =
            convertConstant(low, Float32Type::get(graph.low.getContext()));
        succeeded(data))
      return isGrid(*data);
  if (maker.numUses > 0 || !getRange)
    return false;
  const FloatRange &range = getRange(value);
  return range.isInteger && range.hasFinite() &&
         range.upper - range.lower >= kFewSteps;
}

/// Whether `op` may divide by a constant, which no op does in the low type.
static bool divides(const PrecisionGraph &graph, const OpNode &op) {
  return op.numUses == 2 && llvm::any_of(graph.getUses(op), [](const Use &use) {
           return use.pole == PoleKind::AtZero;
         });
}

bool PositionPinner::keepsGrid(const OpNode &op) const {
  if (!(isElementwise(op) || divides(graph, op)) || !marks.anyRead(op, Grid))
    return false;
  return llvm::all_of(graph.getUses(op), [&](const Use &use) {
    return use.elements == 0 || marks.has(use.value, Grid) ||
           graph.values[use.value].def == DefKind::Creator;
  });
}

bool PositionPinner::findGrids() {
  GraphIndex first = kNone;
  for (auto [index, node] : llvm::enumerate(graph.values))
    if (node.op != kNone && startsGrid(index)) {
      marks.add(index, Grid);
      first = std::min(first, node.op);
    }
  for (GraphIndex op = first; op < graph.ops.size(); ++op)
    if (keepsGrid(graph.ops[op]))
      marks.addToResults(graph.ops[op], Grid);
  return first != kNone;
}

bool PositionPinner::addsToGrid(const OpNode &op) const {
  if (!isElementwise(op) || op.numResults != 1)
    return false;
  const ValueNode &result = graph.values[graph.getResults(op).front()];
  GraphIndex grid = kNone;
  for (const Use &use : graph.getUses(op))
    if (use.elements > 0 && grid == kNone && marks.has(use.value, Grid))
      grid = use.value;
  if (grid == kNone)
    return false;
  return llvm::any_of(op.op->getOpOperands(), [&](OpOperand &operand) {
    return isInput(operand) && operand.get() != graph.values[grid].value &&
           !isMovedConstant(operand.get()) &&
           getAssumedNumElements(operand.get().getType()) >= result.elements;
  });
}

bool PositionPinner::isShare(GraphIndex value) const {
  if (!getRange || graph.values[findMovedValue(graph, value)].op == kNone)
    return false;
  const FloatRange &range = getRange(value);
  // Of a softmax of infinities there is none.
  return range.hasFinite() && range.lower >= 0 && range.upper <= 1 &&
         !range.isInteger && !isMovedConstant(graph.values[value].value);
}

const OpNode *PositionPinner::findProduct(const OpNode &op) const {
  if (hasAny(op.traits, NumericTraits::Contraction))
    return &op;
  for (const Use &use : graph.getUses(op)) {
    const OpNode *product = findMovedMaker(graph, use.value);
    if (product && isElementwise(*product) &&
        hasAny(product->traits, kMultiplies))
      return product;
  }
  return nullptr;
}

bool PositionPinner::averagesGrid(const OpNode &op) const {
  const OpNode *product = findProduct(op);
  return product && marks.anyRead(*product, Grid) &&
         llvm::any_of(graph.getUses(*product), [&](const Use &use) {
           return use.elements > 0 && !marks.has(use.value, Grid) &&
                  isShare(use.value);
         });
}

void PositionPinner::pinSource(GraphIndex value) {
  ValueNode &source = graph.values[pinMoved(graph, value, Binding::Position)];
  if (source.op == kNone || source.weight || source.def == DefKind::Creator ||
      graph.isFixedLow(source.label))
    return;
  source.pinHigh(Binding::Position);
  // Shares are exponentials by their sum.
  for (Use &use : graph.getUses(graph.ops[source.op])) {
    const OpNode *maker = findMovedMaker(graph, use.value);
    if (maker && hasAny(maker->traits, NumericTraits::Exponential) &&
        !hasAny(maker->traits, kReductions)) {
      readHigh(graph, use, Binding::Position);
      pinMoved(graph, use.value, Binding::Position);
      pinResults(graph, *maker, Binding::Position);
    }
  }
}

void PositionPinner::pinTerms(const OpNode &op) {
  const OpNode *product = findProduct(op);
  pinResults(graph, *product, Binding::Position);
  for (Use &use : graph.getUses(*product)) {
    if (use.elements == 0)
      continue;
    readHigh(graph, use, Binding::Position);
    if (marks.has(use.value, Grid))
      pinAllBehind(graph, use.value, Binding::Position);
    else
      pinSource(use.value);
  }
}

void PositionPinner::findExponents() {
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    if (op.handsOn || hasAny(op.traits, NumericTraits::Contraction))
      continue;
    if (hasAny(op.traits, NumericTraits::Exponential) ||
        marks.anyResult(op, Exponent))
      marks.addToRead(op, Exponent);
  }
}

bool PositionPinner::keepsPositions(const OpNode &op) const {
  if (!isElementwise(op) || !marks.anyRead(op, Position))
    return false;
  if (hasAny(op.traits, NumericTraits::DataMovement))
    return true;
  bool subtracts = hasAny(op.traits, NumericTraits::Subtraction);
  if (!subtracts && hasAny(op.traits, NumericTraits::Difference))
    return true;
  // Shifted, scaled or kept within bounds. What lies between two places is as
  // good as any number.
  unsigned numPositions = 0, numOthers = 0;
  for (OpOperand &operand : op.op->getOpOperands()) {
    if (!isInput(operand) || isMovedConstant(operand.get()))
      continue;
    GraphIndex index = graph.lookup(operand.get());
    bool isPosition = index != kNone && marks.has(index, Position);
    numPositions += isPosition;
    numOthers += !isPosition && (index == kNone || !isInputValue(graph, index));
  }
  return subtracts ? numPositions == 1 : numOthers == 0;
}

bool PositionPinner::run() {
  if (!findGrids())
    return false;
  SmallVector<const OpNode *> sums;
  for (const OpNode &op : graph.opsWith(NumericTraits::Difference | kSums)) {
    bool isTotal = hasAny(op.traits, kSums);
    if (isTotal ? averagesGrid(op) : addsToGrid(op))
      sums.push_back(&op);
  }
  if (sums.empty())
    return false;
  findExponents();
  llvm::erase_if(
      sums, [&](const OpNode *op) { return marks.anyResult(*op, Exponent); });
  if (sums.empty())
    return false;
  const OpNode *end = graph.ops.data() + graph.ops.size();
  size_t next = 0;
  for (const OpNode *op = sums.front(); op != end; ++op) {
    bool isSum = next < sums.size() && sums[next] == op;
    next += isSum;
    if (!isSum && !keepsPositions(*op))
      continue;
    if (isSum && hasAny(op->traits, kSums))
      pinTerms(*op);
    marks.addToResults(*op, Position);
    pinResults(graph, *op, Binding::Position);
  }
  return true;
}

bool amp::pinPositions(PrecisionGraph &graph, ValueRanges getRange) {
  return PositionPinner(graph, getRange).run();
}
