//===- ExtremeFactors.cpp - Data times what the low type does not hold ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data of unknown size is taken to be of order one. That times a number that
// the low type has no room for (a loss scale of 65536, one over 1e-6) is taken
// to be too large as well, and what sums and moves make of it, up to where it
// is scaled again; that times a number which the low type has subnormals for
// alone, to be too small. A number that a quotient makes (448 over the largest
// element, as quantisation has it) may be too large if its divisor is small:
// what multiplies by it reads it as it was made. Products of matrices read all
// of it low, as their other factor.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr NumericTraits kScales =
    NumericTraits::Scale | NumericTraits::Product;

/// What a value that is too large may become, and stay so; one that is too
/// small may only be moved.
static constexpr NumericTraits kKeepsLarge = NumericTraits::Difference |
                                             NumericTraits::DataMovement |
                                             NumericTraits::Comparison;

namespace {

enum class Size : uint8_t {
  Usual,
  /// A number that a quotient made, or what repeats it.
  Quotient,
  /// Data times a number that is too small or too large.
  Small,
  Large
};

class ExtremePinner {
public:
  ExtremePinner(PrecisionGraph &graph, ValueRangeFn getRange);
  /// Returns whether any value is pinned.
  bool run();

private:
  bool isDivisor(MixedPrecisionOpInterface op, OpOperand &operand) const;
  /// What an operand of this range makes of data, divided or multiplied by it.
  Size getScaled(const FloatRange &range, bool divides) const;
  /// What `op`, without a body, makes by its numbers.
  Size getScaled(Operation *op) const;
  /// What `op` makes of operands of sizes `ofOperands`.
  Size getMade(Operation *op, function_ref<Size(Value)> ofOperands) const;
  /// What the body of `op` yields.
  Size getYielded(const OpNode &op) const;
  /// Whether `number` is made by dividing, and may be of any size.
  bool isOpenQuotient(Value number) const;
  Size getSize(const OpNode &op) const;
  /// Pins what is not of the usual size.
  bool visit(const OpNode &op);
  void readAsMade(const OpNode &op);

  PrecisionGraph &graph;
  ValueRangeFn getRange;
  double largest, smallestNormal;
  /// By value.
  std::vector<Size> sizes;
  bool anyExtreme = false;
};

} // namespace

ExtremePinner::ExtremePinner(PrecisionGraph &graph, ValueRangeFn getRange)
    : graph(graph), getRange(getRange),
      largest(LowTypeLimits::get(graph.low).largest),
      smallestNormal(toDouble(
          APFloat::getSmallestNormalized(graph.low.getFloatSemantics()))),
      sizes(graph.values.size(), Size::Usual) {}

bool ExtremePinner::isDivisor(MixedPrecisionOpInterface op,
                              OpOperand &operand) const {
  OpPrecisionInfo info;
  info.reset(op);
  op.getPrecisionInfo(graph.low, info);
  return info.operands[operand.getOperandNumber()].pole == PoleKind::AtZero &&
         !hasAny(info.traits, NumericTraits::Logarithm);
}

Size ExtremePinner::getScaled(const FloatRange &range, bool divides) const {
  double magnitude = range.hasFinite() ? range.reachMagnitude() : 0;
  if (magnitude > largest && magnitude < FloatRange::kInf)
    return divides ? Size::Small : Size::Large;
  if (magnitude == 0 || magnitude >= smallestNormal)
    return Size::Usual;
  if (!divides)
    return Size::Small;
  return magnitude < 1 / largest ? Size::Large : Size::Usual;
}

Size ExtremePinner::getScaled(Operation *op) const {
  auto model = dyn_cast<MixedPrecisionOpInterface>(op);
  if (!model || !hasAny(model.getNumericTraits(), kScales) ||
      op->getNumRegions() > 0)
    return Size::Usual;
  for (OpOperand &operand : op->getOpOperands()) {
    FloatAttr constant;
    FloatRange range = matchPattern(operand.get(), m_Constant(&constant))
                           ? FloatRange::getPoint(constant.getValueAsDouble())
                           : getRange(operand.get());
    // Asks the op of few.
    if (getScaled(range, false) == Size::Usual &&
        getScaled(range, true) == Size::Usual)
      continue;
    if (Size size = getScaled(range, isDivisor(model, operand));
        size != Size::Usual)
      return size;
  }
  return Size::Usual;
}

Size ExtremePinner::getMade(Operation *op,
                            function_ref<Size(Value)> ofOperands) const {
  Size size = Size::Usual;
  for (Value operand : op->getOperands())
    size = std::max(size, ofOperands(operand));
  if (size == Size::Usual || isPrecisionCast(op))
    return size;
  auto model = dyn_cast<MixedPrecisionOpInterface>(op);
  if (!model || model.getPrecisionCategory() == Category::Never)
    return Size::Usual;
  NumericTraits keeps =
      size == Size::Large ? kKeepsLarge : NumericTraits::DataMovement;
  return hasAny(model.getNumericTraits(), keeps) ? size : Size::Usual;
}

Size ExtremePinner::getYielded(const OpNode &op) const {
  Region &region = op.op->getRegion(0);
  if (!region.hasOneBlock() ||
      region.getNumArguments() != op.op->getNumOperands())
    return Size::Usual;
  llvm::SmallDenseMap<Value, Size, 8> inBody;
  for (const Use &use : graph.getUses(op))
    if (sizes[use.value] > Size::Quotient && use.operand->getOwner() == op.op)
      inBody[region.getArgument(use.operand->getOperandNumber())] =
          sizes[use.value];
  auto ofValue = [&](Value value) { return inBody.lookup(value); };
  for (Operation &inner : region.front().without_terminator()) {
    Size size = getScaled(&inner);
    if (size == Size::Usual)
      size = getMade(&inner, ofValue);
    if (size != Size::Usual)
      for (Value result : inner.getResults())
        inBody[result] = size;
  }
  Size yielded = Size::Usual;
  for (Value value : region.front().getTerminator()->getOperands())
    yielded = std::max(yielded, ofValue(value));
  return yielded;
}

bool ExtremePinner::isOpenQuotient(Value number) const {
  constexpr unsigned kMostSteps = 4;
  if (getRange(number).isBounded())
    return false;
  for (unsigned step = 0; step < kMostSteps; ++step) {
    Operation *op = number.getDefiningOp();
    auto model = dyn_cast_if_present<MixedPrecisionOpInterface>(op);
    if (!model || op->getNumOperands() == 0)
      return false;
    for (OpOperand &operand : op->getOpOperands())
      if (!matchPattern(operand.get(), m_Constant()) &&
          isDivisor(model, operand))
        return true;
    number = op->getOperand(0);
  }
  return false;
}

Size ExtremePinner::getSize(const OpNode &op) const {
  if (op.handsOn || op.isConstant || hasAny(op.traits, kReductions) ||
      op.numResults != 1)
    return Size::Usual;
  const ValueNode &value = graph.values[graph.getResults(op).front()];
  if (value.forbidLow || value.weight)
    return Size::Usual;
  auto isNumber = [&](Value operand) {
    return isa<FloatType>(operand.getType()) && isOpenQuotient(operand);
  };
  if (value.def == DefKind::Creator)
    return llvm::any_of(op.op->getOperands(), isNumber) ? Size::Quotient
                                                        : Size::Usual;
  if (value.elements == 1)
    return isOpenQuotient(value.value) ? Size::Quotient : Size::Usual;
  Size read = Size::Usual;
  if (anyExtreme)
    for (const Use &use : graph.getUses(op))
      read = std::max(read, sizes[use.value]);
  bool scales = hasAny(op.traits, kScales);
  if (!scales && read == Size::Usual)
    return Size::Usual;
  Size size = Size::Usual;
  if (op.op->getNumRegions() == 1) {
    size = getYielded(op);
  } else {
    size = scales ? getScaled(op.op) : Size::Usual;
    if (size == Size::Usual && read > Size::Quotient)
      size = getMade(op.op, [&](Value operand) {
        GraphIndex index = graph.lookup(operand);
        return index == kNone ? Size::Usual : sizes[index];
      });
  }
  // What is known to fit is not too large.
  if (size > Size::Quotient)
    return size == Size::Large && value.fits ? Size::Usual : size;
  bool moves = value.def == DefKind::View ||
               hasAny(op.traits, NumericTraits::DataMovement);
  return moves && read == Size::Quotient ? read : Size::Usual;
}

bool ExtremePinner::visit(const OpNode &op) {
  Size size = getSize(op);
  if (size == Size::Usual)
    return false;
  GraphIndex index = graph.getResults(op).front();
  ValueNode &value = graph.values[index];
  if (graph.isFixedLow(value.label))
    return false;
  sizes[index] = size;
  anyExtreme = true;
  if (value.def != DefKind::Creator)
    value.pinHigh(Binding::Range);
  // By its numbers as they are, too.
  if (size > Size::Quotient)
    for (Use &use : graph.getUses(op))
      readHigh(graph, use, Binding::Range);
  return true;
}

void ExtremePinner::readAsMade(const OpNode &op) {
  for (Use &use : graph.getUses(op)) {
    Size size = sizes[use.value];
    if (size > Size::Quotient ||
        (size == Size::Quotient && hasAny(op.traits, kScales)))
      readHigh(graph, use, Binding::Range);
  }
}

bool ExtremePinner::run() {
  bool any = false;
  for (const OpNode &op : graph.ops)
    any |= visit(op);
  if (!any)
    return false;
  for (const OpNode &op : graph.ops)
    if (!op.handsOn && !hasAny(op.traits, NumericTraits::Contraction))
      readAsMade(op);
  return true;
}

bool amp::pinExtremeFactors(PrecisionGraph &graph, ValueRangeFn getRange) {
  return ExtremePinner(graph, getRange).run();
}
