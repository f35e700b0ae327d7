//===- OpenExponentials.cpp - Exponentials of what may be any number ------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data of unknown size is taken to be of order one, but an exponent is none:
// logits, energies and logarithms of scales of a dozen are usual, and f16 ends
// at the exponential of 11.09. What reads such an exponential reads it as it
// came; products of matrices read it low, as their other factor.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// Whether the last that `op` does for its only result is an exponential.
static bool endsInExponential(const OpNode &op) {
  if (!hasAny(op.traits, NumericTraits::Exponential) || op.handsOn ||
      op.numResults != 1 || hasAny(op.traits, kReductions))
    return false;
  if (!op.hasRegions)
    return op.op->getNumOperands() == 1;
  if (op.op->getNumRegions() != 1 || !op.op->getRegion(0).hasOneBlock())
    return false;
  Operation *end = op.op->getRegion(0).front().getTerminator();
  Operation *last =
      end->getNumOperands() == 1 ? end->getOperand(0).getDefiningOp() : nullptr;
  return last && last->getNumOperands() == 1 &&
         hasAny(getNumericTraits(last), NumericTraits::Exponential);
}

/// Whether `range` says of a value that it has no upper end.
static bool isOpen(const FloatRange &range) {
  return range.hasFinite() && range.upper == FloatRange::kInf;
}

bool amp::pinOpenExponentials(PrecisionGraph &graph,
                              const GraphContents &contents,
                              ValueRanges getRange) {
  // By value; empty until the first one is found.
  std::vector<uint8_t> isExponential;
  auto isMoved = [&](const Use &use) { return isExponential[use.value] != 0; };
  for (auto [number, traits] : llvm::enumerate(graph.traits)) {
    bool mayMove =
        !isExponential.empty() &&
        (contents.anyOtherView || hasAny(traits, NumericTraits::DataMovement));
    if (!mayMove && !hasAny(traits, NumericTraits::Exponential))
      continue;
    const OpNode &op = graph.ops[number];
    bool moves = mayMove && hasAny(traits, NumericTraits::DataMovement) &&
                 !op.handsOn && llvm::any_of(graph.getUses(op), isMoved);
    bool makes = !moves && endsInExponential(op);
    for (GraphIndex index : graph.getResults(op)) {
      ValueNode &value = graph.values[index];
      bool isView =
          mayMove && value.def == DefKind::View && isExponential[value.source];
      if (value.weight || value.def == DefKind::Creator ||
          graph.isFixedLow(value.label) ||
          !(moves || isView || (makes && isOpen(getRange(index)))))
        continue;
      value.pinHigh(Binding::NeverOp);
      isExponential.resize(graph.values.size());
      isExponential[index] = true;
    }
  }
  if (isExponential.empty())
    return false;
  readHighBesideProducts(graph, Binding::NeverOp, [&](GraphIndex value) {
    return isExponential[value] != 0;
  });
  return true;
}
