//===- Chains.cpp - What ends in an integer, an angle, a logarithm --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains are walked backward from where they end, through what loops and calls
// carry as well: see ChainRule.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// Loops and functions that are defined before their callers hand on what is
/// found to be in the chain behind them alone: more sweeps than that are for
/// calls of calls of calls.
static constexpr unsigned kMostSweeps = 8;

namespace {

/// The walk of pinChain.
class ChainPinner {
public:
  ChainPinner(PrecisionGraph &graph, const ChainRule &rule)
      : graph(graph), rule(rule), inside(graph.values.size(), false),
        other(graph.values.size(), false),
        carriedInside(graph.labels.size(), false),
        carriedOther(graph.labels.size(), false),
        known(graph.labels.size(), false) {}

  void run() {
    find();
    fixContractions();
    pinValues();
    readStartsHigh();
  }

private:
  /// Whether the chain keeps `value`.
  bool isKept(GraphIndex value) const {
    return inside[value] && (rule.keepsShared || !other[value]);
  }
  /// Whether the chain goes from what `op` makes to what it reads.
  bool passesOn(const OpNode &op) const {
    return op.numResults > 0 && !hasAny(op.traits, rule.barriers) &&
           !op.handsOn &&
           llvm::all_of(graph.getResults(op),
                        [&](GraphIndex value) { return isKept(value); }) &&
           !(rule.bars && rule.bars(op));
  }
  /// Whether control flow carries what `use` reads into the chain.
  bool carriesChain(const OpNode &op, const Use &use) const {
    return (op.handsOn || op.numResults == 0) && use.kind == UseKind::Tied &&
           use.label != kNone && carriedInside[use.label] &&
           (rule.keepsShared || !(carriedOther[use.label] || known[use.label]));
  }
  /// What control flow starts from is in the chain with what it carries.
  bool isCarried(const ValueNode &value) const {
    return value.def == DefKind::Labeled && value.noWrite &&
           carriedInside[value.label] &&
           (rule.keepsShared || !carriedOther[value.label]);
  }
  /// Whether `index` is a product at which the chain ends, and not all that
  /// reads it.
  bool isRoughProduct(GraphIndex index) const {
    GraphIndex op = graph.values[index].op;
    return !rule.keepsSharedProducts && other[index] && op != kNone &&
           hasAny(graph.ops[op].traits, NumericTraits::Contraction) &&
           !(rule.bars && !rule.bars(graph.ops[op]));
  }
  void sweep();
  void sweepAgain();
  /// Sweeps until loops and calls have said what they carry.
  void find();
  void fixContractions();
  void pinValues();
  /// An op that absorbs no cast rounds what it reads with its other operands.
  void readStartsHigh();

  PrecisionGraph &graph;
  const ChainRule &rule;
  /// Per value: read in the chain, and elsewhere.
  std::vector<uint8_t> inside, other;
  /// The same by label, of what control flow carries.
  std::vector<uint8_t> carriedInside, carriedOther;
  /// Of the latter, what an earlier sweep has found.
  std::vector<uint8_t> known;
};

} // namespace

void ChainPinner::sweep() {
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    bool inChain = passesOn(op);
    for (const Use &use : graph.getUses(op)) {
      bool isIn = inChain || rule.starts(op, use) || carriesChain(op, use);
      (isIn ? inside : other)[use.value] = true;
      other[use.value] |= use.asNumber;
      const ValueNode &value = graph.values[use.value];
      if (value.def == DefKind::Labeled && value.noWrite)
        (isIn ? carriedInside : carriedOther)[value.label] = true;
    }
  }
}

void ChainPinner::sweepAgain() {
  llvm::fill(inside, false);
  llvm::fill(other, false);
  llvm::fill(carriedOther, false);
  sweep();
}

void ChainPinner::find() {
  sweep();
  std::vector<uint8_t> before;
  for (unsigned count = 1; count < kMostSweeps; ++count) {
    if (before == carriedInside || !llvm::is_contained(carriedInside, true))
      break;
    before = carriedInside;
    sweepAgain();
  }
  // What others read as well is no chain for whoever hands it on.
  if (rule.keepsShared || before.empty())
    return;
  for (unsigned count = 1; count < kMostSweeps && carriedOther != known;
       ++count) {
    for (auto [flag, found] : llvm::zip_equal(known, carriedOther))
      flag |= found;
    sweepAgain();
  }
}

void ChainPinner::fixContractions() {
  for (const OpNode &op : graph.opsWith(NumericTraits::Contraction))
    if (passesOn(op))
      fixLabelHigh(graph, op.label, rule.binding);
}

void ChainPinner::pinValues() {
  for (auto [index, value] : llvm::enumerate(graph.values))
    if (isKept(index) && !value.pinnedHigh && !value.weight &&
        value.def != DefKind::Creator && !isRoughProduct(index) &&
        (value.op != kNone || isCarried(value)))
      value.pinHigh(rule.binding);
}

void ChainPinner::readStartsHigh() {
  for (const OpNode &op : graph.ops)
    for (Use &use : graph.getUses(op))
      if (graph.values[use.value].pinnedHigh && rule.starts(op, use))
        readHigh(graph, use, rule.binding);
}

void amp::pinChain(PrecisionGraph &graph, const ChainRule &rule) {
  ChainPinner(graph, rule).run();
}
