//===- BodySteps.cpp - Small steps within one body ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where one body scales a step and adds it to a number that it is given, only
// the ops in it tell how small the step is.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// The ranges of what a body computes, from those of what it is given.
class BodyRanges {
public:
  BodyRanges(Operation *op, Block &body, ValueRanges getRange)
      : getRange(getRange) {
    for (auto [argument, operand] :
         llvm::zip_equal(body.getArguments(), op->getOperands()))
      known[argument] = getRange(operand);
  }
  FloatRange get(Value value) {
    auto it = known.find(value);
    return it == known.end() ? getRange(value) : it->second;
  }
  /// Adds the results of `inner`; of those without a model nothing is known.
  void add(Operation &inner) {
    for (Value result : inner.getResults())
      known[result] = FloatRange::getUnknown();
    auto model = dyn_cast<FloatRangeOpInterface>(inner);
    if (!model)
      return;
    SmallVector<FloatRange, 4> ranges;
    for (Value operand : inner.getOperands())
      ranges.push_back(get(operand));
    auto compare = [&](unsigned a, unsigned b, bool) {
      return inner.getOperand(a) == inner.getOperand(b) ? ValueOrder::Equal
                                                        : ValueOrder::Unknown;
    };
    model.inferFloatRanges(
        {ranges, compare, [&](Value value) { return get(value); }},
        [&](unsigned result, const FloatRange &range) {
          known[inner.getResult(result)] = range;
        });
  }

private:
  ValueRanges getRange;
  llvm::DenseMap<Value, FloatRange> known;
};

} // namespace

Block *amp::getBodyOfOperands(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return nullptr;
  Block &body = op->getRegion(0).front();
  return body.getNumArguments() == op->getNumOperands() ? &body : nullptr;
}

/// The argument of `body` that `value` is, perhaps multiplied or divided by
/// what leaves it about as large; null if it is none.
static BlockArgument findScaledArgument(Value value, Block *body,
                                        BodyRanges &ranges,
                                        unsigned depth = 0) {
  constexpr double kLeastKept = 0.5, kMostKept = 2;
  constexpr unsigned kMostOps = 4;
  value = stripPrecisionCasts(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == body ? argument : BlockArgument();
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != body || op->getNumOperands() != 2 ||
      depth == kMostOps)
    return BlockArgument();
  auto model = dyn_cast<MixedPrecisionOpInterface>(op);
  if (!model || hasAny(model.getNumericTraits(),
                       NumericTraits::Difference | NumericTraits::Exponential))
    return BlockArgument();
  double after = ranges.get(value).reachMagnitude();
  for (Value operand : op->getOperands()) {
    double before = ranges.get(operand).reachMagnitude();
    if (after < kLeastKept * before || after > kMostKept * before)
      continue;
    if (BlockArgument found =
            findScaledArgument(operand, body, ranges, depth + 1))
      return found;
  }
  return BlockArgument();
}

bool amp::addsSmallStepTo(Operation *op, double most, ValueRanges getRange,
                          llvm::function_ref<bool(OpOperand &)> isState) {
  Block *body =
      isa<DestinationStyleOpInterface>(op) ? getBodyOfOperands(op) : nullptr;
  if (!body)
    return false;
  BodyRanges ranges(op, *body, getRange);
  auto isSmall = [&](double step, Value state) {
    if (!(step > 0 && step <= most * ranges.get(state).reachMagnitude()))
      return false;
    BlockArgument argument = findScaledArgument(state, body, ranges);
    return argument && isState(op->getOpOperand(argument.getArgNumber()));
  };
  for (Operation &inner : body->without_terminator()) {
    ranges.add(inner);
    auto model = dyn_cast<MixedPrecisionOpInterface>(inner);
    NumericTraits traits =
        model ? model.getNumericTraits() : NumericTraits::None;
    if (!hasAny(traits, NumericTraits::Difference))
      continue;
    // A product and a sum in one.
    if (inner.getNumOperands() == 3 &&
        hasAny(traits, NumericTraits::Product | NumericTraits::Scale)) {
      FloatRange step = range::multiply(ranges.get(inner.getOperand(0)),
                                        ranges.get(inner.getOperand(1)));
      if (isSmall(step.reachMagnitude(), inner.getOperand(2)))
        return true;
    }
    if (inner.getNumOperands() != 2)
      continue;
    for (unsigned side : {0, 1})
      if (isSmall(ranges.get(inner.getOperand(1 - side)).reachMagnitude(),
                  inner.getOperand(side)))
        return true;
  }
  return false;
}

bool amp::addsToDecayed(Operation *op, double leastConstant,
                        ValueRanges getRange,
                        llvm::function_ref<bool(OpOperand &)> isState) {
  Block *body =
      isa<DestinationStyleOpInterface>(op) ? getBodyOfOperands(op) : nullptr;
  if (!body)
    return false;
  BodyRanges ranges(op, *body, getRange);
  // Whether `factor` lies between nought and one.
  auto isDecay = [&](Value factor) {
    FloatRange range = ranges.get(factor);
    return range.hasFinite() && range.upper <= 1 &&
           range.lower >= (range.isPoint() ? leastConstant : 0);
  };
  auto isDecayed = [&](Value state, Value factor) {
    auto argument = dyn_cast<BlockArgument>(stripPrecisionCasts(state));
    return argument && argument.getOwner() == body && isDecay(factor) &&
           isState(op->getOpOperand(argument.getArgNumber()));
  };
  auto getTraits = [](Operation *inner) {
    auto model = dyn_cast_if_present<MixedPrecisionOpInterface>(inner);
    return model ? model.getNumericTraits() : NumericTraits::None;
  };
  auto multiplies = [&](Operation *inner) {
    return inner && inner->getBlock() == body && inner->getNumOperands() >= 2 &&
           hasAny(getTraits(inner),
                  NumericTraits::Product | NumericTraits::Scale) &&
           (isDecayed(inner->getOperand(0), inner->getOperand(1)) ||
            isDecayed(inner->getOperand(1), inner->getOperand(0)));
  };
  for (Operation &inner : body->without_terminator()) {
    ranges.add(inner);
    if (!hasAny(getTraits(&inner), NumericTraits::Difference))
      continue;
    // A product and a sum in one, or in two ops.
    if (multiplies(&inner) ||
        llvm::any_of(inner.getOperands(), [&](Value term) {
          return multiplies(stripPrecisionCasts(term).getDefiningOp());
        }))
      return true;
  }
  return false;
}
