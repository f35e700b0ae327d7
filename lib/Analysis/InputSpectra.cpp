//===- InputSpectra.cpp - Transforms of the inputs before a logarithm -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A network that hears takes a spectrum of its input by products with weights
// (a Fourier transform as a convolution, filters that decimate before it), and
// the logarithm of the powers: what a quiet band has is what the loud ones
// cancel to. Rounded factors fill it with noise that the logarithm shows, by
// tens of decibels. Such products, all of the way from the inputs to the
// logarithm, are computed in the high type: they are little beside the network
// behind it. A product of what a network made is no transform of the inputs;
// nor is one with anything but sums, scales and moves between it and the power.
//
//===----------------------------------------------------------------------===//

#include "ValueMarks.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

class SpectrumPinner {
public:
  SpectrumPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange), marks(graph) {}
  bool run();

private:
  enum Mark : uint8_t {
    /// A logarithm is taken of what is made of it; the same behind a product
    /// with a filter bank.
    Logarithm = 1 << 0,
    Banked = 1 << 1,
    /// A power is taken of what is made of it, before a logarithm.
    Power = 1 << 2,
    /// Made of inputs and weights alone.
    Given = 1 << 3,
    /// Made of a transform of the inputs, before its logarithm.
    Spectrum = 1 << 4,
  };
  /// Marks what powers and logarithms are taken of.
  void findPowers();
  /// Whether `op` makes no more than sums, multiples, moves or negatives.
  bool isLinear(const OpNode &op) const;
  /// Whether `op` sums up more than a real and an imaginary part: the loud
  /// powers are all that counts in that.
  bool sumsUp(const OpNode &op) const;
  /// Whether all that `op` reads is given.
  bool readsGiven(const OpNode &op) const;
  /// Whether `op`, of which no trait tells, makes the negative of its operand,
  /// as far as ranges tell: what bends or bounds it does not.
  bool negates(const OpNode &op) const;
  void keepHigh(const OpNode &op);

  PrecisionGraph &graph;
  ValueRanges getRange;
  ValueMarks marks;
};

} // namespace

bool SpectrumPinner::negates(const OpNode &op) const {
  if (!getRange || op.numResults != 1 || op.op->getNumResults() != 1)
    return false;
  const FloatRange &made = getRange(graph.getResults(op).front());
  return made.hasFinite() &&
         llvm::all_of(graph.getUses(op), [&](const Use &use) {
           const FloatRange &read = getRange(use.value);
           return use.elements == 0 ||
                  (read.hasFinite() && made.lower == -read.upper &&
                   made.upper == -read.lower);
         });
}

bool SpectrumPinner::isLinear(const OpNode &op) const {
  if (op.handsOn || op.category == Category::Never)
    return false;
  if (hasAny(op.traits, NumericTraits::Contraction))
    return true;
  NumericTraits linear = NumericTraits::Difference |
                         NumericTraits::Subtraction | NumericTraits::Scale |
                         NumericTraits::DataMovement;
  if (op.traits == NumericTraits::None)
    return negates(op);
  // By weights as large as the data (a window, a length for each bin).
  auto isFactor = [&](const Use &use) {
    return use.elements > 0 && !graph.values[use.value].weight;
  };
  if (hasAny(op.traits, NumericTraits::Product) &&
      llvm::count_if(graph.getUses(op), isFactor) <= 1)
    linear |= NumericTraits::Product;
  return (op.traits & ~linear) == NumericTraits::None;
}

bool SpectrumPinner::sumsUp(const OpNode &op) const {
  if (!hasAny(op.traits,
              NumericTraits::AdditiveReduction | NumericTraits::WindowSum))
    return false;
  int64_t read = 0, made = 0;
  for (const Use &use : graph.getUses(op))
    read = std::max(read, graph.values[use.value].elements);
  for (GraphIndex result : graph.getResults(op))
    made = std::max(made, graph.values[result].elements);
  return read > 2 * made;
}

void SpectrumPinner::findPowers() {
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    if (op.handsOn)
      continue;
    if (hasAny(op.traits, NumericTraits::Logarithm))
      marks.addToRead(op, Logarithm);
    if (hasAny(op.traits, NumericTraits::Exponential) || sumsUp(op))
      continue;
    bool contracts = hasAny(op.traits, NumericTraits::Contraction);
    bool isLogarithm = marks.anyResult(op, Logarithm);
    bool isBanked = marks.anyResult(op, Banked);
    if (isLogarithm)
      marks.addToRead(op, contracts ? Banked : Logarithm);
    if (isBanked && !contracts)
      marks.addToRead(op, Banked);
    // Also a power of powers.
    if ((isLogarithm || isBanked) && makesPower(op))
      marks.addToRead(op, Power);
    if (marks.anyResult(op, Power) && isLinear(op))
      marks.addToRead(op, Power);
  }
}

bool SpectrumPinner::readsGiven(const OpNode &op) const {
  return llvm::all_of(graph.getUses(op), [&](const Use &use) {
    return graph.values[use.value].weight ||
           graph.values[use.value].def == DefKind::Creator ||
           marks.has(use.value, Given) || isInputValue(graph, use.value);
  });
}

void SpectrumPinner::keepHigh(const OpNode &op) {
  marks.addToResults(op, Spectrum);
  pinResults(graph, op, Binding::LogarithmChain);
  if (hasAny(op.traits, NumericTraits::Contraction))
    fixLabelHigh(graph, op.label, Binding::LogarithmChain);
}

bool SpectrumPinner::run() {
  findPowers();
  SmallVector<GraphIndex> inputs;
  for (const OpNode &op : graph.ops) {
    if (!marks.anyResult(op, Power | Logarithm | Banked))
      continue;
    bool isGiven = marks.anyResult(op, Power) && isLinear(op) && readsGiven(op);
    if (isGiven)
      marks.addToResults(op, Given);
    bool isTransform = isGiven && hasAny(op.traits, NumericTraits::Contraction);
    if (isTransform)
      for (const Use &use : graph.getUses(op))
        inputs.push_back(use.value);
    if (isTransform || marks.anyRead(op, Spectrum))
      keepHigh(op);
  }
  return pinTerms(graph, std::move(inputs), Binding::LogarithmChain,
                  [&](const OpNode &op) { return isLinear(op); });
}

bool amp::pinInputSpectra(PrecisionGraph &graph, ValueRanges getRange) {
  return SpectrumPinner(graph, getRange).run();
}
