//===- InputDigits.cpp - What keeps the digits of the inputs --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs, constants and what is made of them without a product of matrices are
// unrounded: they have all digits of the high type. So has a leading summand of
// what a network adds its correction to. Those digits are lost for nothing
// where
//   - two unrounded values are taken from each other (edges between positions,
//     returns of a series, recurrences of polynomials that are written out), or
//     two values with the same unrounded summand (two guesses of one step),
//   - a chain that is kept high (angles, integers) starts from an input that
//     others have as a low copy.
// The whole way from the inputs to such a difference reads what there is in the
// high type. A row less its own statistic is a norm, which may be of low data.
//
//===----------------------------------------------------------------------===//

#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::isInputValue(const PrecisionGraph &graph, GraphIndex value) {
  const ValueNode &node = graph.values[findMovedValue(graph, value)];
  if (node.op != kNone)
    return graph.ops[node.op].isConstant;
  auto argument = dyn_cast<BlockArgument>(node.value);
  return argument && node.label == kNone &&
         argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

bool amp::readsData(const PrecisionGraph &graph, const OpNode &op,
                    const Use &use) {
  return op.op->getNumResults() > 0 &&
         graph.values[findMovedValue(graph, use.value)].elements >=
             getAssumedNumElements(op.op->getResult(0).getType());
}

namespace {

class UnroundedPinner {
public:
  explicit UnroundedPinner(PrecisionGraph &graph) : graph(graph) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  enum Digits : uint8_t { Rounded, Constant, Unrounded };

  /// Whether `inner` looks something up in the body of `op`, as gathers do.
  static bool isLookup(const OpNode &inner, const OpNode &op) {
    return inner.numResults == 0 && inner.op->getParentOp() == op.op &&
           hasAny(inner.traits, NumericTraits::DataMovement);
  }
  /// The uses of `op` and of what its body looks up.
  MutableArrayRef<Use> getUses(const OpNode &op) const;
  /// Whether `value` may be unrounded or begin with a summand that is, as far
  /// as a few steps back tell. Most are made of a product.
  bool mayMatter(GraphIndex value) const;
  /// Whether `op` has two terms of which that is so.
  bool mayMatter(const OpNode &op) const;
  /// Finds out what the values are that ops before `end` make, and inputs.
  void visitUntil(const OpNode *end);
  void visit(const OpNode &op);
  /// What the results of `op` are, from what it reads.
  Digits getDigits(const OpNode &op) const;
  /// The summand that the results of `op` begin with, kNone if that is none.
  GraphIndex getLeading(const OpNode &op) const;
  bool isLookedUp(const OpNode &op, const Use &use) const {
    return &graph.ops[use.op] != &op;
  }
  /// Whether `use` is one of the terms of `op`, not a parameter.
  bool isTerm(const OpNode &op, const Use &use) const;
  void visitDifference(const OpNode &op);
  /// Has `op` read its terms high, and what makes them likewise: all that is
  /// unrounded, or what has the same `summand`.
  void need(const OpNode &op, GraphIndex summand);

  PrecisionGraph &graph;
  /// As far as they were found out: what ops before `visited` make.
  std::vector<Digits> digits;
  /// Of what is not made of inputs alone, too.
  std::vector<GraphIndex> leading;
  const OpNode *visited = nullptr;
  std::vector<uint8_t> needed;
  bool any = false;
};

} // namespace

MutableArrayRef<Use> UnroundedPinner::getUses(const OpNode &op) const {
  // Those of the body come right behind those of the op.
  GraphIndex first = op.firstUse, count = op.numUses;
  for (const OpNode *next = &op + 1, *end = graph.ops.data() + graph.ops.size();
       next != end && isLookup(*next, op); ++next) {
    if (count == 0)
      first = next->firstUse;
    count += next->numUses;
  }
  return MutableArrayRef<Use>(graph.uses).slice(first, count);
}

bool UnroundedPinner::mayMatter(GraphIndex value) const {
  constexpr unsigned kMost = 12;
  bool mayLead = true;
  for (unsigned step = 0; step < kMost; ++step) {
    const ValueNode &node = graph.values[value];
    if (node.def == DefKind::View && node.source != kNone) {
      value = node.source;
      continue;
    }
    if (node.op == kNone)
      return node.label == kNone; // Not carried.
    const OpNode &op = graph.ops[node.op];
    if (op.handsOn || hasAny(op.traits, NumericTraits::Contraction))
      return false;
    bool adds = hasAny(op.traits, NumericTraits::Difference);
    if (op.numUses == 0 || (adds && mayLead))
      return true;
    mayLead &= hasAny(op.traits, NumericTraits::DataMovement);
    value = graph.uses[op.firstUse].value;
  }
  return true;
}

bool UnroundedPinner::mayMatter(const OpNode &op) const {
  unsigned count = 0;
  for (const Use &use : getUses(op))
    count += isTerm(op, use) && mayMatter(use.value);
  return count > 1;
}

void UnroundedPinner::visitUntil(const OpNode *end) {
  if (!visited) {
    digits.assign(graph.values.size(), Rounded);
    leading.assign(graph.values.size(), kNone);
    for (auto [index, node] : llvm::enumerate(graph.values))
      if (node.op == kNone && node.def != DefKind::View &&
          isInputValue(graph, index)) {
        digits[index] = Unrounded;
        leading[index] = index;
      }
    visited = graph.ops.data();
  }
  for (; visited != end; ++visited)
    visit(*visited);
}

UnroundedPinner::Digits UnroundedPinner::getDigits(const OpNode &op) const {
  if (op.isConstant)
    return Constant;
  if (op.handsOn || hasAny(op.traits, NumericTraits::Contraction))
    return Rounded;
  Digits most = Rounded;
  for (const Use &use : getUses(op)) {
    if (use.elements == 0) // A destination.
      continue;
    Digits ofUse = digits[use.value];
    if (ofUse == Rounded)
      return Rounded;
    most = std::max(most, ofUse);
  }
  // What an earlier conversion stored low is no use of the graph.
  return most == Rounded || !getLowInputs(graph, op.op).empty() ? Rounded
                                                                : most;
}

GraphIndex UnroundedPinner::getLeading(const OpNode &op) const {
  bool moves = hasAny(op.traits, NumericTraits::DataMovement);
  bool adds = hasAny(op.traits, NumericTraits::Difference) &&
              !hasAny(op.traits, kReductions | NumericTraits::Exponential);
  if ((!moves && !adds) || op.handsOn)
    return kNone;
  GraphIndex first = kNone;
  for (const Use &use : getUses(op)) {
    GraphIndex summand = leading[use.value];
    if (moves && first != kNone && summand != kNone && summand != first)
      return kNone; // Parts of several.
    if (first == kNone)
      first = summand;
  }
  return first;
}

void UnroundedPinner::visit(const OpNode &op) {
  Digits ofResults = getDigits(op);
  GraphIndex first = getLeading(op);
  for (GraphIndex result : graph.getResults(op)) {
    const ValueNode &node = graph.values[result];
    if (node.def == DefKind::View && node.source != kNone) {
      digits[result] = digits[node.source];
      leading[result] = leading[node.source];
      continue;
    }
    digits[result] = node.def == DefKind::Creator ? Constant : ofResults;
    leading[result] =
        first == kNone && digits[result] == Unrounded ? result : first;
  }
}

bool UnroundedPinner::isTerm(const OpNode &op, const Use &use) const {
  const ValueNode &value = graph.values[use.value];
  if (value.def == DefKind::Creator ||
      (value.op != kNone && graph.ops[value.op].isConstant))
    return false;
  if (hasAny(op.traits, kReductions))
    return use.summand;
  return isLookedUp(op, use) || readsData(graph, op, use);
}

void UnroundedPinner::visitDifference(const OpNode &op) {
  unsigned terms = 0, unrounded = 0;
  GraphIndex summand = kNone;
  bool isShared = false;
  const Use *first = nullptr;
  for (const Use &use : getUses(op)) {
    if (!isTerm(op, use) || digits[use.value] == Constant ||
        (first && first->value == use.value && !isLookedUp(op, use)))
      continue;
    ++terms;
    unrounded += digits[use.value] == Unrounded;
    isShared |= first && summand != kNone && leading[use.value] == summand;
    if (!first) {
      first = &use;
      summand = leading[use.value];
    }
  }
  if (terms < 2)
    return;
  if (unrounded == terms)
    need(op, kNone);
  else if (isShared)
    need(op, summand);
}

void UnroundedPinner::need(const OpNode &root, GraphIndex summand) {
  if (needed.empty())
    needed.assign(graph.values.size(), false);
  auto isNeeded = [&](GraphIndex value) {
    return summand == kNone ? digits[value] == Unrounded
                            : leading[value] == summand;
  };
  SmallVector<GraphIndex> pending;
  auto readTerms = [&](const OpNode &op) {
    for (Use &use : getUses(op)) {
      if (use.elements == 0 || !isNeeded(use.value))
        continue;
      readHigh(graph, use, Binding::Cancellation);
      pending.push_back(use.value);
    }
  };
  readTerms(root);
  while (!pending.empty()) {
    GraphIndex index = pending.pop_back_val();
    ValueNode &node = graph.values[index];
    if (needed[index] || node.op == kNone || node.def == DefKind::Creator)
      continue;
    needed[index] = any = true;
    node.pinHigh(Binding::Cancellation);
    if (node.def == DefKind::View && node.source != kNone)
      pending.push_back(node.source);
    else
      readTerms(graph.ops[node.op]);
  }
}

bool UnroundedPinner::run() {
  for (const OpNode &op : graph.ops) {
    if (!hasAny(op.traits, NumericTraits::Subtraction) || !mayMatter(op))
      continue;
    visitUntil(&op);
    visitDifference(op);
  }
  return any;
}

bool amp::pinUnrounded(PrecisionGraph &graph) {
  return UnroundedPinner(graph).run();
}

bool amp::isFragile(Binding binding) {
  return binding == Binding::IntegerChain || binding == Binding::AngleChain ||
         binding == Binding::LogarithmChain || binding == Binding::PoleChain ||
         binding == Binding::Cancellation;
}

void amp::readInputsOfChains(PrecisionGraph &graph) {
  for (const ValueNode &value : graph.values) {
    if (!value.pinnedHigh || !isFragile(value.binding) || value.op == kNone)
      continue;
    const OpNode &op = graph.ops[value.op];
    if (op.handsOn || hasAny(op.traits, NumericTraits::Contraction))
      continue;
    for (Use &use : graph.getUses(op))
      if (use.kind != UseKind::High && isInputValue(graph, use.value))
        readHigh(graph, use, value.binding);
  }
}
