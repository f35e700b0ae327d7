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
#include "Decays.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// A body with an argument for each operand of its op, and the ranges of what
/// it computes, from those of what it is given.
class StepBody {
public:
  /// Null where `op` has no such body, or writes into no destination.
  static std::optional<StepBody> open(Operation *op, ValueRanges getRange) {
    Block *body =
        isa<DestinationStyleOpInterface>(op) ? getBodyOfOperands(op) : nullptr;
    return body ? std::optional<StepBody>(StepBody(op, *body, getRange))
                : std::nullopt;
  }
  FloatRange get(Value value) {
    auto it = known.find(value);
    return it == known.end() ? getRange(value) : it->second;
  }
  double getReach(Value value) { return get(value).reachMagnitude(); }
  /// The ops in it, without the last one.
  auto getOps() { return body->without_terminator(); }
  /// The op in it that makes `value`, null if that comes from elsewhere.
  Operation *getMaker(Value value) const {
    Operation *op = stripPrecisionCasts(value).getDefiningOp();
    return op && op->getBlock() == body ? op : nullptr;
  }
  /// The operand that `value`, perhaps cast, is an element of; null if it is
  /// none.
  OpOperand *getOperand(Value value) const {
    auto argument = dyn_cast<BlockArgument>(stripPrecisionCasts(value));
    return argument && argument.getOwner() == body
               ? &op->getOpOperand(argument.getArgNumber())
               : nullptr;
  }
  /// The same of what may have been multiplied or divided by what leaves it
  /// about as large.
  OpOperand *getScaledOperand(Value value, unsigned depth = 0);
  /// Adds the results of `inner`; of those without a model nothing is known.
  void add(Operation &inner);

private:
  StepBody(Operation *op, Block &body, ValueRanges getRange)
      : op(op), body(&body), getRange(getRange) {
    for (auto [argument, operand] :
         llvm::zip_equal(body.getArguments(), op->getOperands()))
      known[argument] = getRange(operand);
  }

  Operation *op;
  Block *body;
  ValueRanges getRange;
  llvm::DenseMap<Value, FloatRange> known;
};

} // namespace

void StepBody::add(Operation &inner) {
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

OpOperand *StepBody::getScaledOperand(Value value, unsigned depth) {
  constexpr unsigned kMostOps = 4;
  Operation *maker = getMaker(value);
  if (!maker)
    return getOperand(value);
  if (maker->getNumOperands() != 2 || depth == kMostOps ||
      !isa<MixedPrecisionOpInterface>(maker) ||
      hasAny(getNumericTraits(maker),
             NumericTraits::Difference | NumericTraits::Exponential))
    return nullptr;
  double after = getReach(stripPrecisionCasts(value));
  for (Value operand : maker->getOperands())
    if (staysAsLarge(getReach(operand), after))
      if (OpOperand *found = getScaledOperand(operand, depth + 1))
        return found;
  return nullptr;
}

Block *amp::getBodyOfOperands(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return nullptr;
  Block &body = op->getRegion(0).front();
  return body.getNumArguments() == op->getNumOperands() ? &body : nullptr;
}

bool amp::addsSmallStepTo(Operation *op, double most, ValueRanges getRange,
                          llvm::function_ref<bool(OpOperand &)> isState) {
  std::optional<StepBody> body = StepBody::open(op, getRange);
  if (!body)
    return false;
  auto isSmall = [&](double step, Value value) {
    if (!(step > 0 && step <= most * body->getReach(value)))
      return false;
    OpOperand *state = body->getScaledOperand(value);
    return state && isState(*state);
  };
  for (Operation &inner : body->getOps()) {
    body->add(inner);
    NumericTraits traits = getNumericTraits(&inner);
    if (!hasAny(traits, NumericTraits::Difference))
      continue;
    // A product and a sum in one.
    if (inner.getNumOperands() == 3 && hasAny(traits, kMultiplies)) {
      FloatRange step = range::multiply(body->get(inner.getOperand(0)),
                                        body->get(inner.getOperand(1)));
      if (isSmall(step.reachMagnitude(), inner.getOperand(2)))
        return true;
    }
    if (inner.getNumOperands() != 2)
      continue;
    for (unsigned side : {0, 1})
      if (isSmall(body->getReach(inner.getOperand(1 - side)),
                  inner.getOperand(side)))
        return true;
  }
  return false;
}

bool amp::addsToDecayed(Operation *op, ValueRanges getRange,
                        llvm::function_ref<bool(OpOperand &)> isState) {
  std::optional<StepBody> body = StepBody::open(op, getRange);
  if (!body)
    return false;
  // Whether `factor` lies between nought and one.
  auto isDecay = [&](Value factor) {
    FloatRange range = body->get(factor);
    return range.hasFinite() && range.upper <= 1 &&
           range.lower >= (range.isPoint() ? kLeastDecay : 0);
  };
  auto isDecayed = [&](Value value, Value factor) {
    OpOperand *state = body->getOperand(value);
    return state && isDecay(factor) && isState(*state);
  };
  auto multiplies = [&](Operation *inner) {
    return inner && inner->getNumOperands() >= 2 &&
           hasAny(getNumericTraits(inner), kMultiplies) &&
           (isDecayed(inner->getOperand(0), inner->getOperand(1)) ||
            isDecayed(inner->getOperand(1), inner->getOperand(0)));
  };
  for (Operation &inner : body->getOps()) {
    body->add(inner);
    if (!hasAny(getNumericTraits(&inner), NumericTraits::Difference))
      continue;
    // A product and a sum in one, or in two ops.
    if (multiplies(&inner) ||
        llvm::any_of(inner.getOperands(), [&](Value term) {
          return multiplies(body->getMaker(term));
        }))
      return true;
  }
  return false;
}
