//===- BodyDifferences.cpp - Differences within the body of one op --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion puts a difference of unrounded or accurate values (a decay of a
// running sum, an advantage) into one body with a product's result that it
// scales, and a comparison (a one-hot row) into a product of matrices. What is
// rounded there says nothing of the terms: all that such a difference or mask
// is made of is read high, as it is where the ops stand apart.
//
//===----------------------------------------------------------------------===//

#include "InputDigits.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// What the values of a body are made of.
struct Origins {
  /// A bit for each argument of the body.
  uint64_t arguments = 0;
  /// Something else that a run decides: a captured number, an element that is
  /// looked up, or an argument beyond the bits.
  bool others = false;
};

} // namespace

static Origins getOrigins(Value value, Block *body,
                          const llvm::DenseMap<Value, Origins> &known) {
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == body) {
    unsigned number = argument.getArgNumber();
    return number < 64 ? Origins{uint64_t(1) << number, false}
                       : Origins{0, true};
  }
  if (auto it = known.find(value); it != known.end())
    return it->second;
  return {0, !matchPattern(value, m_Constant())};
}

/// Whether `op` compares with zero: rounded or not, a number has the same sign.
static bool comparesWithZero(Operation &op) {
  return llvm::any_of(op.getOperands(), [](Value operand) {
    return matchPattern(operand, m_AnyZeroFloat());
  });
}

/// Whether `op` says which of its operands is taken (a maximum, a clamp): where
/// they are nearly equal, one is as good as the other.
static bool choosesOperand(Operation &op) {
  return !op.use_empty() && llvm::all_of(op.getUsers(), [&](Operation *user) {
    return user->getNumOperands() == 3 &&
           llvm::is_contained(op.getResults(), user->getOperand(0)) &&
           llvm::all_of(user->getOperands().drop_front(), [&](Value taken) {
             return llvm::is_contained(op.getOperands(), taken);
           });
  });
}

bool UnroundedPinner::isGate(Operation &op, uint64_t arguments,
                             const OpNode &outer) const {
  if (llvm::popcount(arguments) != 1 || op.getNumOperands() != 2 ||
      !matchPattern(op.getOperand(0), m_OneFloat()) || !getRange)
    return false;
  unsigned number = llvm::countr_zero(arguments);
  return llvm::any_of(graph.getUses(outer), [&](const Use &use) {
    return use.operand->getOperandNumber() == number &&
           getRange(use.value).isWithin(0, 1);
  });
}

UnroundedPinner::Digits
UnroundedPinner::getDigits(const OpNode &op, uint64_t arguments,
                           SmallVectorImpl<GraphIndex> &terms) {
  Digits most = Constant;
  for (OpOperand &operand : op.op->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    if (number >= 64 || !(arguments >> number & 1) ||
        !isa<FloatType>(getStoredType(operand.get().getType())))
      continue;
    ArrayRef<Use> uses = graph.getUses(op);
    auto *use = llvm::find_if(
        uses, [&](const Use &use) { return use.operand == &operand; });
    // A destination, or what an earlier conversion stored low.
    if (use == uses.end() || !isInput(operand))
      return Rounded;
    most = std::max(most, getDigits(use->value));
    terms.push_back(use->value);
  }
  return most;
}

void UnroundedPinner::pinInBody(const OpNode &op, NumericTraits counted) {
  auto isPrecise = [](Digits digits) {
    return digits == Unrounded || digits == Accurate;
  };
  Block *body = op.showsBody ? getBodyOfOperands(op.op) : nullptr;
  if (!body || llvm::none_of(graph.getUses(op), [&](const Use &use) {
        return isPrecise(getDigits(use.value));
      }))
    return;
  llvm::DenseMap<Value, Origins> known;
  for (Operation &inner : body->without_terminator()) {
    Origins all;
    for (Value operand : inner.getOperands()) {
      Origins each = getOrigins(operand, body, known);
      all.arguments |= each.arguments;
      all.others |= each.others;
    }
    all.others |= inner.getNumRegions() > 0;
    for (Value result : inner.getResults())
      known[result] = all;
    auto model = dyn_cast<MixedPrecisionOpInterface>(inner);
    if (!model || all.others || all.arguments == 0)
      continue;
    NumericTraits traits = model.getNumericTraits() & counted;
    bool subtracts = hasAny(traits, NumericTraits::Subtraction);
    bool compares = hasAny(traits, NumericTraits::Comparison);
    if (!(subtracts && !isGate(inner, all.arguments, op)) &&
        !(compares && !comparesWithZero(inner) && !choosesOperand(inner)))
      continue;
    SmallVector<GraphIndex, 4> terms;
    if (Digits most = getDigits(op, all.arguments, terms); isPrecise(most))
      need(op, most, terms);
  }
}
