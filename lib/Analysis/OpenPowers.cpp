//===- OpenPowers.cpp - Products with squares of data ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In f16, the square of 256 is infinite, and what that is multiplied by may be
// nought where the product is of the size of data: the slope of a GELU that is
// written out is the square times one less the square of a tanh. So the square
// of data without a bound stays as it was made, and what other data makes of it
// by products, up to products of matrices, which read it low as their other
// factor. Of what ends in a bounded function or an exponential (the GELU
// itself), infinity makes the same as a large number does; a square by itself
// is what its reader would round.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

class PowerPinner {
public:
  explicit PowerPinner(PrecisionGraph &graph) : graph(graph) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  /// What is known of a value.
  enum : uint8_t {
    /// A square without a bound, or what is made of one.
    Open = 1,
    /// That times other data.
    Mixed = 2,
    /// It comes out, having been multiplied by other data before or behind.
    Wanted = 4,
    /// Something other than a product of matrices reads it.
    Read = 8
  };

  /// Whether what `op` makes of open powers is none: delicate ops, reductions
  /// and products of matrices have a size of their own, others hand on.
  static bool endsPowers(const OpNode &op);
  /// Marks what `op` makes.
  void markResults(const OpNode &op);
  /// Marks what `op` reads.
  void markOperands(const OpNode &op);

  PrecisionGraph &graph;
  /// By value; empty until the first square is found.
  std::vector<uint8_t> marks;
};

} // namespace

bool PowerPinner::endsPowers(const OpNode &op) {
  return op.handsOn || op.category == Category::Never ||
         hasAny(op.traits, kReductions | NumericTraits::Contraction);
}

void PowerPinner::markResults(const OpNode &op) {
  bool isSquare = hasAny(op.traits, NumericTraits::Square);
  if ((marks.empty() && !isSquare) || endsPowers(op))
    return;
  bool anyOther = false;
  uint8_t made = isSquare ? Open : 0;
  for (const Use &use : graph.getUses(op)) {
    uint8_t read = marks.empty() ? 0 : marks[use.value];
    made |= read & (Open | Mixed);
    anyOther |=
        !(read & Open) && !graph.values[use.value].weight && !use.parameter;
  }
  if (made == 0)
    return;
  // What an earlier conversion stored low is no use of the graph.
  if (hasAny(op.traits, NumericTraits::Product) &&
      (anyOther || !getLowData(graph, op.op).empty()))
    made |= Mixed;
  for (GraphIndex index : graph.getResults(op)) {
    const ValueNode &value = graph.values[index];
    // Moments are pinned for what sums them up.
    if (value.fits || value.weight || value.def == DefKind::Creator ||
        (isSquare && value.pinnedHigh))
      continue;
    marks.resize(graph.values.size());
    marks[index] = made;
  }
}

void PowerPinner::markOperands(const OpNode &op) {
  bool contracts = hasAny(op.traits, NumericTraits::Contraction);
  // Infinity is as good as a large number for those.
  bool isBounded =
      hasAny(op.traits, NumericTraits::Exponential | NumericTraits::Comparison);
  bool takes = !isBounded && (op.numResults == 0 || endsPowers(op));
  bool isWanted = false;
  for (GraphIndex result : graph.getResults(op))
    isWanted |= (marks[result] & Wanted) != 0;
  for (const Use &use : graph.getUses(op)) {
    uint8_t &mark = marks[use.value];
    if (!(mark & Open))
      continue;
    if (!contracts)
      mark |= Read;
    if (isWanted || (takes && (mark & Mixed)))
      mark |= Wanted;
  }
}

bool PowerPinner::run() {
  for (const OpNode &op : graph.ops)
    markResults(op);
  if (marks.empty())
    return false;
  for (const OpNode &op : llvm::reverse(graph.ops))
    markOperands(op);
  bool any = false;
  for (auto [index, mark] : llvm::enumerate(marks)) {
    ValueNode &value = graph.values[index];
    if (!(mark & Wanted) || !(mark & Read) || graph.isFixedLow(value.label))
      continue;
    value.pinHigh(Binding::Range);
    // An op that absorbs no cast makes it high, then.
    if (value.def == DefKind::Labeled && !graph.isCarried(value.label))
      fixLabelHigh(graph, value.label, Binding::Range);
    any = true;
  }
  if (!any)
    return false;
  readHighBesideProducts(graph, Binding::Range, [&](GraphIndex value) {
    return (marks[value] & Wanted) && graph.values[value].pinnedHigh;
  });
  return true;
}

bool amp::pinOpenPowers(PrecisionGraph &graph) {
  return PowerPinner(graph).run();
}
