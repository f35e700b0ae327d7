//===- Logarithms.cpp - Sums with logarithms ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Log-probabilities on their way to an exponential or a reduction's sum are
// large where the number is small, and their rounding is a relative error of
// that number: they are kept from the logarithm on.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// Where a logarithm's way ends.
static constexpr NumericTraits kTotals =
    NumericTraits::AdditiveReduction | NumericTraits::Exponential;
/// What is no sum with a logarithm.
static constexpr NumericTraits kBarriers =
    kTotals | NumericTraits::Contraction | NumericTraits::Square;
/// One is enough for loops; calls of calls may need more.
static constexpr unsigned kMostSweeps = 8;

/// Whether what `use` reads may come out as `result` of its op: a loop carries
/// each value under a label of its own.
static bool reaches(const OpNode &op, const Use &use, const ValueNode &result) {
  return op.numResults == 1 || !op.hasRegions || use.kind != UseKind::Tied ||
         result.def != DefKind::Labeled || use.label == result.label;
}

/// Passes `flags` of values along what loops carry: from what an iteration ends
/// with to what the next begins with (`forward`), or back, to what has `also`.
/// Returns whether any value has become one of them.
static bool passAlongCarried(const PrecisionGraph &graph,
                             std::vector<uint8_t> &flags, bool forward,
                             const std::vector<uint8_t> *also = nullptr) {
  std::vector<uint8_t> labels(graph.labels.size(), false);
  auto isCarried = [](const ValueNode &value) {
    return value.def == DefKind::Labeled && value.noWrite;
  };
  bool any = false, anyNew = false;
  auto visit = [&](bool read, GraphIndex value, GraphIndex label) {
    if (read) {
      any |= flags[value];
      labels[label] |= flags[value];
    } else if (labels[label] && !flags[value] && (!also || (*also)[value])) {
      flags[value] = anyNew = true;
    }
  };
  for (bool read : {true, false}) {
    if (read == forward) {
      for (const OpNode &op : graph.ops) {
        if (!op.handsOn && op.numResults > 0)
          continue;
        for (const Use &use : graph.getUses(op))
          if (use.kind == UseKind::Tied && use.label != kNone)
            visit(read, use.value, use.label);
      }
    } else {
      for (auto [index, value] : llvm::enumerate(graph.values))
        if (isCarried(value))
          visit(read, index, value.label);
    }
    if (!any)
      return false;
  }
  return anyNew;
}

/// Whether `op` multiplies the logarithm that `use` reads by the number it was
/// taken of: the product is as small as that.
static bool scalesByArgument(const PrecisionGraph &graph, const OpNode &op,
                             const Use &use) {
  if (!hasAny(op.traits, NumericTraits::Product))
    return false;
  GraphIndex logarithm = findMovedValue(graph, use.value);
  if (graph.values[logarithm].op == kNone)
    return false;
  const OpNode &maker = graph.ops[graph.values[logarithm].op];
  if (!hasAny(maker.traits, NumericTraits::Logarithm))
    return false;
  return llvm::any_of(graph.getUses(op), [&](const Use &factor) {
    GraphIndex number = findMovedValue(graph, factor.value);
    return llvm::any_of(graph.getUses(maker), [&](const Use &argument) {
      return findMovedValue(graph, argument.value) == number;
    });
  });
}

namespace {

/// The walk of pinLogarithms.
class LogarithmPinner {
public:
  explicit LogarithmPinner(PrecisionGraph &graph)
      : graph(graph), isLogarithm(graph.values.size(), false),
        isNeeded(graph.values.size(), false) {}

  void run() {
    find();
    for (unsigned count = 1; count < kMostSweeps; ++count) {
      if (!passAlongCarried(graph, isLogarithm, /*forward=*/true))
        break;
      find();
    }
    spread();
    for (unsigned count = 1; count < kMostSweeps; ++count) {
      if (!passAlongCarried(graph, isNeeded, /*forward=*/false, &isLogarithm))
        break;
      spread();
    }
    for (auto [index, value] : llvm::enumerate(graph.values))
      if (isNeeded[index])
        value.pinHigh(Binding::LogarithmChain);
    pinOtherTerms();
  }

private:
  /// Forward: what is a logarithm, or a sum with one.
  void find();
  /// Whether a result of `op` is a sum with a logarithm that it reads, if it
  /// passes any on.
  bool passesTo(const OpNode &op, GraphIndex result) const {
    return llvm::any_of(graph.getUses(op), [&](const Use &use) {
      return isLogarithm[use.value] && reaches(op, use, graph.values[result]) &&
             !scalesByArgument(graph, op, use);
    });
  }
  /// Backward: which of them a total needs.
  void spread();
  bool isNeededFor(const OpNode &op, const Use &use) const {
    return llvm::any_of(graph.getResults(op), [&](GraphIndex result) {
      return isNeeded[result] && reaches(op, use, graph.values[result]);
    });
  }
  /// So are the other terms of such a sum (data less its maximum), but for the
  /// result of a product, which is as rough as its factors.
  void pinOtherTerms();

  PrecisionGraph &graph;
  /// Per value.
  std::vector<uint8_t> isLogarithm, isNeeded;
};

} // namespace

void LogarithmPinner::find() {
  for (const OpNode &op : graph.ops) {
    bool passes =
        !hasAny(op.traits, kBarriers) && op.category != Category::Never;
    // What it takes the logarithm of may be low, and then is no use.
    bool makes = hasAny(op.traits, NumericTraits::Logarithm);
    for (GraphIndex value : graph.getResults(op))
      isLogarithm[value] |= makes || (passes && passesTo(op, value));
  }
}

void LogarithmPinner::spread() {
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    bool totals = hasAny(op.traits, kTotals) &&
                  !hasAny(op.traits, NumericTraits::Contraction);
    for (const Use &use : graph.getUses(op))
      isNeeded[use.value] |= isLogarithm[use.value] &&
                             !graph.values[use.value].weight &&
                             (totals || isNeededFor(op, use));
  }
}

void LogarithmPinner::pinOtherTerms() {
  for (const OpNode &op : graph.opsWith(NumericTraits::Difference)) {
    if (llvm::none_of(graph.getResults(op),
                      [&](GraphIndex value) { return isNeeded[value]; }))
      continue;
    for (const Use &use : graph.getUses(op)) {
      ValueNode &term = graph.values[use.value];
      if (term.op != kNone && !term.weight && term.def != DefKind::Creator &&
          !hasAny(graph.ops[term.op].traits, NumericTraits::Contraction))
        term.pinHigh(Binding::LogarithmChain);
    }
  }
}

void amp::pinLogarithms(PrecisionGraph &graph) { LogarithmPinner(graph).run(); }
