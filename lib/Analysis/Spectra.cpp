//===- Spectra.cpp - Powers that are summed before a logarithm ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The powers of a spectrum, or their roots, are summed by a filter bank, a
// product of matrices, and a logarithm is taken of that (decibels): eight
// decades and more. In a low type with less range the loud ones end beyond it
// and the quiet ones are nought. So they are made, stored and summed in the
// high type, which is little beside the network behind it.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// Ops of a spectrum on the way to one of its powers.
static constexpr unsigned kMostSteps = 8;

bool amp::makesPower(const OpNode &op) {
  if (hasAny(op.traits, NumericTraits::Square))
    return true;
  if (!hasAny(op.traits, NumericTraits::Product))
    return false;
  Value factor;
  for (OpOperand &operand : op.op->getOpOperands()) {
    if (!isInput(operand))
      continue;
    Value moved = findUnrounded(operand.get());
    if (factor && factor != moved)
      return false;
    factor = moved;
  }
  return true;
}

/// Whether `value` is a sum of powers alone, or what ops without other data
/// make of such a sum (its root, one that is kept from nought).
static bool isPower(const PrecisionGraph &graph, GraphIndex value,
                    unsigned step = 0) {
  const ValueNode &node = graph.values[findMovedValue(graph, value)];
  if (node.op == kNone || node.weight || step == kMostSteps)
    return false;
  const OpNode &op = graph.ops[node.op];
  if (op.handsOn || hasAny(op.traits, kReductions | NumericTraits::Exponential |
                                          NumericTraits::Logarithm))
    return false;
  if (makesPower(op))
    return true;
  bool any = false;
  for (const Use &use : graph.getUses(op)) {
    const ValueNode &read = graph.values[use.value];
    if (use.elements == 0 || use.parameter || read.weight ||
        read.def == DefKind::Creator)
      continue;
    if (!isPower(graph, use.value, step + 1))
      return false;
    any = true;
  }
  return any;
}

bool amp::pinSpectra(PrecisionGraph &graph) {
  SmallVector<GraphIndex> powers;
  for (const OpNode &op : graph.opsWith(NumericTraits::Contraction)) {
    auto isLogarithm = [&](GraphIndex result) {
      return graph.values[result].binding == Binding::LogarithmChain;
    };
    if (llvm::none_of(graph.getResults(op), isLogarithm))
      continue;
    for (Use &use : graph.getUses(op))
      if (use.elements > 0 && isPower(graph, use.value)) {
        readHigh(graph, use, Binding::LogarithmChain);
        powers.push_back(use.value);
      }
  }
  return pinTerms(graph, std::move(powers), Binding::LogarithmChain,
                  [](const OpNode &op) { return !makesPower(op); });
}
