//===- ConstantDigits.cpp - Constants as inputs ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants are inputs to what computes on them alone, or on inputs (weights
// that are standardised, the hats of a filter bank), and so is a large one that
// is added to anything else (a mean of 288 kelvins), or one that an op repeats
// for each element (JAX's scalars). Embeddings, which are picked from tables as
// data asks, are none. Where numbers are only chosen from, and the low type has
// them, nothing is lost.
//
//===----------------------------------------------------------------------===//

#include "InputDigits.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::picks(const PrecisionGraph &graph, const OpNode &op) {
  bool looksUp = &op != &graph.ops.back() && isLookup((&op)[1], op);
  return (looksUp || hasAny(op.traits, NumericTraits::DataMovement)) &&
         llvm::any_of(op.op->getOperands(), [](Value operand) {
           Type type = getStoredType(operand.getType());
           return isa<ShapedType>(operand.getType()) && type.isIntOrIndex() &&
                  !isMovedConstant(operand);
         });
}

void UnroundedPinner::setPicked(const OpNode &op) {
  picked.resize(graph.values.size());
  for (GraphIndex result : graph.getResults(op))
    picked[result] = true;
}

/// Whether `op`, and its body, only picks or moves what it reads.
static bool copies(const OpNode &op) {
  if (hasAny(op.traits, NumericTraits::DataMovement) ||
      isa<SelectLikeOpInterface>(op.op))
    return !op.handsOn;
  return op.showsBody && op.op->getRegion(0).hasOneBlock() &&
         llvm::all_of(op.op->getRegion(0).front(), [](Operation &inner) {
           return isa<SelectLikeOpInterface>(inner) ||
                  inner.hasTrait<OpTrait::IsTerminator>();
         });
}

/// Whether `type` has `number`.
static bool hasNumber(FloatType type, double number) {
  APFloat rounded(number);
  bool loses = false;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &loses);
  return !loses;
}

bool UnroundedPinner::fills(const OpNode &op) const {
  return !op.isConstant && op.numUses == 0 && op.numResults == 1 && getRange &&
         getRange(graph.getResults(op).front()).isPoint();
}

bool UnroundedPinner::isExact(GraphIndex value) const {
  auto isKept = [&](GraphIndex index) {
    const ValueNode &node = graph.values[index];
    if (node.op != kNone && fills(graph.ops[node.op]))
      return hasNumber(graph.low, getRange(index).lower);
    bool isInteger = node.op != kNone && graph.ops[node.op].numUses == 0 &&
                     node.fits && getRange && getRange(index).isInteger;
    return isInteger || graph.isExactData(node);
  };
  return areSourcesOf(graph, value, isKept, [&](const OpNode &op) {
    return copies(op) && !fills(op);
  });
}

bool UnroundedPinner::isSumOfWeights(GraphIndex value) const {
  auto isGiven = [&](GraphIndex index) {
    const ValueNode &node = graph.values[index];
    return node.op == kNone || node.def == DefKind::Creator ||
           graph.ops[node.op].isConstant;
  };
  auto adds = [](const OpNode &op) {
    return hasAny(op.traits, NumericTraits::Difference) &&
           !hasAny(op.traits,
                   kReductions | NumericTraits::Subtraction | kMultiplies);
  };
  return areSourcesOf(graph, value, isGiven, adds);
}

bool UnroundedPinner::losesByConstant(const OpNode &op, const Use &use,
                                      Digits ofResults) const {
  // Beyond that, it is a mask.
  constexpr double kLargest = 0x1p16;
  FloatRange range =
      getRange ? getRange(use.value) : FloatRange::getWithin(0, 0);
  double reach = range.reachMagnitude();
  bool adds = hasAny(op.traits, NumericTraits::Difference) &&
              !hasAny(op.traits, kReductions);
  // One number that an op repeats for each element has bytes on paper alone.
  GraphIndex maker = graph.values[use.value].op;
  bool isRepeated = range.isPoint() && use.kind == UseKind::Any &&
                    maker != kNone && !graph.ops[maker].isConstant;
  if (adds && (reach >= kLargeConstant || isRepeated) && reach <= kLargest)
    return true;
  if (ofResults != Constant)
    return ofResults == Unrounded;
  // Weights that are added up, or scaled once, are as good rounded before.
  return op.category == Category::Never ||
         hasAny(op.traits,
                NumericTraits::Subtraction | NumericTraits::Rounding) ||
         !isSumOfWeights(use.value);
}

bool UnroundedPinner::needsConstant(const OpNode &op, const Use &use,
                                    Digits ofResults) const {
  // A look at the data comes last.
  return use.elements != 0 && getDigits(use.value) == Constant &&
         !isPicked(use.value) && losesByConstant(op, use, ofResults) &&
         !isExact(use.value);
}

void UnroundedPinner::needConstants(const OpNode &op, Digits ofResults) {
  // Of what is rounded, only large or repeated summands count.
  if (op.handsOn ||
      (ofResults > Unrounded && !hasAny(op.traits, NumericTraits::Difference)))
    return;
  SmallVector<GraphIndex, 2> constants;
  for (const Use &use : graph.getUses(op))
    if (needsConstant(op, use, ofResults))
      constants.push_back(use.value);
  if (constants.empty())
    return;
  need(op, Binding::Unrounded, /*throughCarried=*/false,
       [&](const OpNode &reader, GraphIndex value) {
         return &reader == &op
                    ? llvm::is_contained(constants, value)
                    : getDigits(value) == Constant && !isExact(value);
       });
}
