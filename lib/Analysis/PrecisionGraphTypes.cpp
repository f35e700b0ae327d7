//===- PrecisionGraphTypes.cpp - Types beside the two ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an op is told that also reads or writes types which the conversion does
// not have.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

bool PrecisionGraphBuilder::writesOther(Operation *op) const {
  return llvm::any_of(op->getResultTypes(), [&](Type type) {
    auto stored = dyn_cast<FloatType>(getStoredType(type));
    return stored && stored != options.low && stored != options.high;
  });
}

std::optional<StringLiteral>
PrecisionGraphBuilder::findOtherType(Operation *op,
                                     const OpPrecisionInfo &info) const {
  auto isOurs = [&](Value value) {
    return isParticipatingType(value.getType(), options.high);
  };
  // What is smaller and held exactly (8-bit floats in f16) is read as `low`.
  auto isHeld = [&](Value value) {
    auto type = dyn_cast<FloatType>(getStoredType(value.getType()));
    return type && APFloat::isRepresentableBy(type.getFloatSemantics(),
                                              options.low.getFloatSemantics());
  };
  // A product that reads nothing of ours was converted before, or by hand.
  bool anyOurs = false, anyOther = false;
  for (auto [operand, value] :
       llvm::zip_equal(info.operands, op->getOperands())) {
    anyOurs |= operand.role == OperandRole::Low && isOurs(value);
    anyOther |= operand.category == Category::Always && !isOurs(value) &&
                !isHeld(value);
  }
  if (anyOurs && writesOther(op))
    return StringLiteral("sums in another type");
  if (anyOurs && anyOther)
    return StringLiteral("a factor has another type, or an encoding");
  return std::nullopt;
}

bool PrecisionGraphBuilder::meetsTypeThatStays(
    Operation *op, const OpPrecisionInfo &info) const {
  auto worksAtOneType = [](const auto &each) {
    using Role = std::decay_t<decltype(each.role)>;
    return each.role == Role::Label;
  };
  // What an op with regions hands on need not be of one type.
  if ((op->getNumRegions() > 0 && !info.ownsRegions) ||
      (llvm::none_of(info.operands, worksAtOneType) &&
       llvm::none_of(info.results, worksAtOneType)))
    return false;
  FloatType low = options.low;
  auto isOther = [&](Type type) {
    Type stored = getStoredType(type);
    if (stored == options.low) // Whether it is a float costs more.
      return false;
    // Unranked, or with an encoding: it stays, and so does what goes with it.
    if (stored == options.high)
      return isa<TensorType>(type) && !isParticipatingType(type, options.high);
    auto other = dyn_cast<FloatType>(stored);
    return other && other.getWidth() == low.getWidth();
  };
  return llvm::any_of(op->getOperandTypes(), isOther) ||
         llvm::any_of(op->getResultTypes(), isOther);
}

void PrecisionGraphBuilder::question(MixedPrecisionOpInterface op,
                                     OpPrecisionInfo &info) {
  // A model that fills nothing in must not pass on what another op said.
  info.operands.clear();
  info.results.clear();
  op.getPrecisionInfo(options.high, info);
  if (failed(verifyPrecisionInfo(op, options.high, info,
                                 [&] { return op->emitOpError(); }))) {
    contradicted = true;
    return info.reset(op);
  }
  std::optional<StringLiteral> why;
  if (info.category == Category::Always)
    why = findOtherType(op, info);
  else if (info.category == Category::Follow && meetsTypeThatStays(op, info))
    why = StringLiteral("works at one type and meets one that stays");
  if (!why)
    return;
  setAllHigh(info);
  info.typesAreFixed = true;
  info.reason = *why;
}
