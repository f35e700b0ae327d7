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
// alone, to be too small, as what is picked from a table of such numbers is. So
// is what such numbers are added to: the steps of a polynomial by Horner's
// rule, or what an epsilon bounds. One over the largest element (448 over it,
// as quantisation has it), or over their norm (the trust ratio of an
// optimizer), may be too large if all elements are small: what multiplies by it
// reads it as it was made. Products of matrices read all of it low, as their
// other factor.
//
//===----------------------------------------------------------------------===//

#include "InputDigits.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

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
  /// Data times a number that is too small or too large, or what is as small.
  Small,
  Large
};

/// Numbers beyond these are extreme.
struct Limits {
  explicit Limits(FloatType low)
      : largest(LowTypeLimits::get(low).largest),
        smallestNormal(
            toDouble(APFloat::getSmallestNormalized(low.getFloatSemantics()))) {
  }
  /// Whether the low type has subnormals alone for numbers in `range`.
  bool areSmall(const FloatRange &range) const;
  /// Whether it has no room for some of them.
  bool areLarge(const FloatRange &range) const;
  /// What numbers in `range` make of data, divided or multiplied by them.
  Size getScaled(const FloatRange &range, bool divides) const;
  /// What numbers in `range` make of what they are added to.
  Size getAdded(const FloatRange &range) const;
  bool isExtreme(const FloatRange &range) const {
    return areSmall(range) || areLarge(range);
  }

  double largest, smallestNormal;
};

class ExtremePinner {
public:
  ExtremePinner(PrecisionGraph &graph, bool anyNumber, ValueRanges getRange);
  /// Returns whether any value is pinned.
  bool run();

private:
  bool isDivisor(MixedPrecisionOpInterface op, OpOperand &operand) const;
  /// What `op`, without a body, makes of data by what is extreme of `number`,
  /// the range of `operand`.
  Size getScaled(Operation *op, OpOperand &operand,
                 const FloatRange &number) const;
  /// What `op`, in the body of `owner`, makes by its numbers.
  Size getScaledInBody(Operation *op, Operation *owner) const;
  /// Whether a constant in the body of `op` is extreme.
  bool hasExtremeInBody(Operation *op) const;
  /// What an op of this category makes of operands of which the most extreme is
  /// of `size`.
  Size getMade(Category category, NumericTraits traits, Size size) const;
  /// The same of `op`, in a body.
  Size getMadeInBody(Operation *op, Size size) const;
  bool readsSmallConstant(const Use &use) const;
  /// Whether a run picks what `op` makes from a table of small numbers.
  bool picksSmall(const OpNode &op) const;
  /// What the body of `op` yields.
  Size getYielded(const OpNode &op) const;
  /// Whether `number` is made by dividing by such, and may be beyond what the
  /// low type holds: not one over the root of a dimension, nor over a
  /// temperature.
  bool isOpenQuotient(Value number) const;
  Size getSize(const OpNode &op) const;
  /// Pins what is not of the usual size.
  bool visit(const OpNode &op);
  /// Pins a product that `use` of `op` adds to something extreme.
  void keepTerm(const OpNode &op, const Use &use);
  void readAsMade(const OpNode &op);

  PrecisionGraph &graph;
  ValueRanges getRange;
  Limits limits;
  /// Some value outside of bodies is such a number.
  bool anyNumber;
  /// By value.
  std::vector<Size> sizes;
  bool anyExtreme = false;
};

} // namespace

ExtremePinner::ExtremePinner(PrecisionGraph &graph, bool anyNumber,
                             ValueRanges getRange)
    : graph(graph), getRange(getRange), limits(graph.low), anyNumber(anyNumber),
      sizes(graph.values.size(), Size::Usual) {}

bool ExtremePinner::isDivisor(MixedPrecisionOpInterface op,
                              OpOperand &operand) const {
  OpPrecisionInfo info;
  info.reset(op);
  op.getPrecisionInfo(graph.high, info);
  return info.operands[operand.getOperandNumber()].pole == PoleKind::AtZero &&
         !hasAny(info.traits, NumericTraits::Logarithm);
}

bool Limits::areSmall(const FloatRange &range) const {
  double magnitude = range.hasFinite() ? range.reachMagnitude() : 0;
  return magnitude > 0 && magnitude < smallestNormal;
}

// What may be as small as nought is no known number: the inverse of a variance
// and an epsilon, which alone bounds it.
bool Limits::areLarge(const FloatRange &range) const {
  if (!range.hasFinite() || range.contains(0))
    return false;
  double magnitude = range.reachMagnitude();
  return magnitude > largest && magnitude < FloatRange::kInf;
}

Size Limits::getScaled(const FloatRange &range, bool divides) const {
  if (areLarge(range))
    return divides ? Size::Small : Size::Large;
  if (!areSmall(range))
    return Size::Usual;
  if (!divides)
    return Size::Small;
  bool inverseIsLarge =
      !range.contains(0) && range.reachMagnitude() < 1 / largest;
  return inverseIsLarge ? Size::Large : Size::Usual;
}

Size Limits::getAdded(const FloatRange &range) const {
  if (range.contains(0))
    return Size::Usual;
  Size size = getScaled(range, /*divides=*/false);
  // Not a mask, of which some numbers are too large.
  bool some =
      size == Size::Large &&
      std::min(std::fabs(range.lower), std::fabs(range.upper)) <= largest;
  return some ? Size::Usual : size;
}

Size ExtremePinner::getScaled(Operation *op, OpOperand &operand,
                              const FloatRange &number) const {
  // Asks the op of few.
  if (!limits.isExtreme(number))
    return Size::Usual;
  auto model = dyn_cast<MixedPrecisionOpInterface>(op);
  if (!model)
    return Size::Usual;
  NumericTraits traits = model.getNumericTraits();
  if (hasAny(traits, kMultiplies))
    return limits.getScaled(number, isDivisor(model, operand));
  return hasAny(traits, NumericTraits::Difference) ? limits.getAdded(number)
                                                   : Size::Usual;
}

/// The number that `op`, if it is a constant in a body, is.
static FloatRange getConstant(Operation *op) {
  FloatAttr constant;
  return op->getNumOperands() == 0 && matchPattern(op, m_Constant(&constant))
             ? FloatRange::getPoint(constant.getValueAsDouble())
             : FloatRange();
}

bool ExtremePinner::hasExtremeInBody(Operation *op) const {
  Region &body = op->getRegion(0);
  return body.hasOneBlock() &&
         llvm::any_of(body.front(), [&](Operation &inner) {
           return inner.getNumOperands() == 0 &&
                  limits.isExtreme(getConstant(&inner));
         });
}

Size ExtremePinner::getScaledInBody(Operation *op, Operation *owner) const {
  Size size = Size::Usual;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    Operation *maker = value.getDefiningOp();
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == op->getBlock())
      value = owner->getOperand(argument.getArgNumber());
    FloatRange number = maker && maker->getBlock() == op->getBlock()
                            ? getConstant(maker)
                            : getRange(value);
    size = std::max(size, getScaled(op, operand, number));
  }
  return size;
}

Size ExtremePinner::getMade(Category category, NumericTraits traits,
                            Size size) const {
  NumericTraits keeps =
      size == Size::Large ? kKeepsLarge : NumericTraits::DataMovement;
  bool keepsSize = category != Category::Never && hasAny(traits, keeps);
  return keepsSize ? size : Size::Usual;
}

Size ExtremePinner::getMadeInBody(Operation *op, Size size) const {
  if (size == Size::Usual || isPrecisionCast(op))
    return size;
  auto model = dyn_cast<MixedPrecisionOpInterface>(op);
  return model ? getMade(model.getPrecisionCategory(), model.getNumericTraits(),
                         size)
               : Size::Usual;
}

bool ExtremePinner::readsSmallConstant(const Use &use) const {
  GraphIndex maker = graph.values[use.value].op;
  return maker != kNone && graph.ops[maker].isConstant &&
         limits.areSmall(getRange(use.value));
}

bool ExtremePinner::picksSmall(const OpNode &op) const {
  auto isSmall = [&](const Use &use) { return readsSmallConstant(use); };
  return anyNumber && llvm::any_of(getUsesAndLookups(graph, op), isSmall) &&
         picks(graph, op);
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
  for (const Use &use : getLookups(graph, op))
    if (readsSmallConstant(use))
      inBody[use.operand->get()] = Size::Small;
  auto ofValue = [&](Value value) { return inBody.lookup(value); };
  for (Operation &inner : region.front()) {
    Size size = getScaledInBody(&inner, op.op);
    if (size == Size::Usual && !inBody.empty()) {
      for (Value operand : inner.getOperands())
        size = std::max(size, ofValue(operand));
      size = getMadeInBody(&inner, size);
    }
    if (size != Size::Usual)
      for (Value result : inner.getResults())
        inBody[result] = size;
  }
  Size yielded = Size::Usual;
  for (Value value : region.front().getTerminator()->getOperands())
    yielded = std::max(yielded, ofValue(value));
  return yielded;
}

/// Whether `accepts` says so of the op that makes `value`, or of one not far
/// behind it, through values of the types that `follows` lets pass.
static bool isMadeBy(Value value, function_ref<bool(Type)> follows,
                     function_ref<bool(MixedPrecisionOpInterface)> accepts) {
  constexpr size_t kMost = 16;
  SmallVector<Value, kMost> pending = {value};
  for (size_t i = 0; i < pending.size(); ++i) {
    Operation *op = pending[i].getDefiningOp();
    if (!op)
      continue;
    if (auto model = dyn_cast<MixedPrecisionOpInterface>(op);
        model && accepts(model))
      return true;
    SmallVector<Value, 4> sources(op->getOperands());
    llvm::append_range(sources, getHandedOn(pending[i]));
    for (Value source : sources)
      if (pending.size() < kMost && follows(source.getType()))
        pending.push_back(source);
  }
  return false;
}

static bool isFloat(Type type) { return isa<FloatType>(getStoredType(type)); }

/// Whether a value of `type` is a single number.
static bool isNumber(Type type) {
  return isFloat(type) && getAssumedNumElements(type) == 1;
}

/// Whether `number` is the largest or the smallest of elements that a run
/// finds, or their sum (a norm), or made of that in not so many steps.
static bool isReduced(Value number) {
  return isMadeBy(number, isFloat, [](MixedPrecisionOpInterface op) {
    return hasAny(op.getNumericTraits(), NumericTraits::OrderReduction |
                                             NumericTraits::AdditiveReduction);
  });
}

bool ExtremePinner::isOpenQuotient(Value number) const {
  const FloatRange &range = getRange(number);
  if (range.isBounded() && range.lower >= -limits.largest &&
      range.upper <= limits.largest)
    return false;
  return isMadeBy(number, isNumber, [&](MixedPrecisionOpInterface op) {
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      return !matchPattern(operand.get(), m_Constant()) &&
             isDivisor(op, operand) && isReduced(operand.get());
    });
  });
}

Size ExtremePinner::getSize(const OpNode &op) const {
  if (op.handsOn || op.isConstant || hasAny(op.traits, kReductions) ||
      op.numResults != 1)
    return Size::Usual;
  const ValueNode &value = graph.values[graph.getResults(op).front()];
  bool picked = (value.weight || op.hasRegions) && picksSmall(op);
  // Sums that are too large by their ranges say so of what they add.
  if ((value.weight && !picked) ||
      (value.forbidLow && !hasAny(op.traits, NumericTraits::Difference)))
    return Size::Usual;
  auto isQuotient = [&](Value operand) {
    return isa<FloatType>(operand.getType()) && isOpenQuotient(operand);
  };
  if (value.def == DefKind::Creator)
    return llvm::any_of(op.op->getOperands(), isQuotient) ? Size::Quotient
                                                          : Size::Usual;
  if (value.elements == 1)
    return isOpenQuotient(value.value) ? Size::Quotient : Size::Usual;
  Size read = Size::Usual;
  if (picked)
    read = Size::Small;
  else if (anyExtreme)
    for (const Use &use : graph.getUses(op))
      read = std::max(read, sizes[use.value]);
  bool computes = hasAny(op.traits, kMultiplies | NumericTraits::Difference);
  if (!computes && read == Size::Usual)
    return Size::Usual;
  Size size = Size::Usual;
  if (op.hasRegions && op.op->getNumRegions() == 1) {
    if (read > Size::Quotient || anyNumber || hasExtremeInBody(op.op))
      size = getYielded(op);
  } else {
    if (computes && anyNumber)
      for (const Use &use : graph.getUses(op))
        size =
            std::max(size, getScaled(op.op, *use.operand, getRange(use.value)));
    if (size == Size::Usual && read > Size::Quotient)
      size =
          isPrecisionCast(op.op) ? read : getMade(op.category, op.traits, read);
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
    for (Use &use : getUsesAndLookups(graph, op)) {
      readHigh(graph, use, Binding::Range);
      keepTerm(op, use);
    }
  return true;
}

void ExtremePinner::keepTerm(const OpNode &op, const Use &use) {
  ValueNode &term = graph.values[use.value];
  if (!hasAny(op.traits, NumericTraits::Difference) || term.op == kNone ||
      !hasAny(graph.ops[term.op].traits, kMultiplies) ||
      graph.isFixedLow(term.label))
    return;
  term.pinHigh(Binding::Range);
  for (Use &factor : graph.getUses(graph.ops[term.op]))
    readHigh(graph, factor, Binding::Range);
}

void ExtremePinner::readAsMade(const OpNode &op) {
  for (Use &use : graph.getUses(op)) {
    Size size = sizes[use.value];
    if (size > Size::Quotient ||
        (size == Size::Quotient && hasAny(op.traits, kMultiplies)))
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

bool amp::pinExtremeFactors(PrecisionGraph &graph, bool anyExtreme,
                            ValueRanges getRange) {
  return ExtremePinner(graph, anyExtreme, getRange).run();
}

bool amp::hasExtreme(ArrayRef<FloatRange> ranges, FloatType low) {
  return llvm::any_of(ranges, [limits = Limits(low)](const FloatRange &range) {
    return limits.isExtreme(range);
  });
}
