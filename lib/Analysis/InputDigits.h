//===- InputDigits.h - What keeps the digits of the inputs ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library: see InputDigits.cpp for what is kept,
// AccurateDifferences.cpp for what is taken from each other, ConstantDigits.cpp
// for constants, and SharedArguments.cpp for arguments that calls disagree
// about.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_INPUTDIGITS_H
#define AMPDIALECT_LIB_ANALYSIS_INPUTDIGITS_H

#include "Constraints.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"

namespace mlir::amp {

/// Constants that are as large are no weights.
inline constexpr double kLargeConstant = 64;

/// Whether `inner` looks something up in the body of `op`, as gathers do.
bool isLookup(const OpNode &inner, const OpNode &op);

/// Whether the results of `op` are some of what it reads: rounded before or
/// behind, they are the same. Which one it was, is not.
bool selects(const OpNode &op);

/// Whether `op` picks elements by numbers that are no constants, itself or in
/// its body (an embedding).
bool picks(const PrecisionGraph &graph, const OpNode &op);

/// What a product with a constant that is written, not learned, does to its
/// other factor.
enum class ConstantProduct : uint8_t {
  None,
  /// Picks its elements, or takes means of them.
  Moves,
  /// Takes its elements from each other.
  Subtracts
};

/// What `op` does so; None for other ops. Looks at the constant.
ConstantProduct getConstantProduct(const PrecisionGraph &graph,
                                   const OpNode &op, ValueRanges getRange);

/// Finds out which values are unrounded, and keeps what is computed of them.
class UnroundedPinner {
public:
  UnroundedPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange), digits(graph.values.size(), Rounded),
        handedOn(graph), lowConstants(graph) {
    if (llvm::any_of(graph.labels,
                     [](const LabelNode &label) { return label.op == kNone; }))
      carried.assign(graph.labels.size(), Carried);
  }
  /// Has what computes on unrounded values alone read them high.
  void pinComputed();
  /// Behind that: the same for arguments of functions that are unrounded in
  /// some calls, and read for indices alone.
  void pinIndexed();
  /// Behind that: the same for differences of accurate values, masks that tell
  /// which of them is larger, and differences of values that begin with the
  /// same summand.
  void pinDifferences(const GraphContents &contents);
  /// Whether any value is pinned.
  bool hasPinned() const { return any; }

private:
  /// What is made of several is what the greatest of them is. Carried: a loop
  /// or a call hands on nothing but constants, as far as was found out; none is
  /// left in the end.
  enum Digits : uint8_t { Constant, Carried, Unrounded, Accurate, Rounded };

  Digits getDigits(GraphIndex value) const {
    if (carried.empty())
      return digits[value];
    GraphIndex label = graph.values[value].label;
    return graph.isCarried(label) ? carried[label] : digits[value];
  }
  /// Finds out what all values are, from what the inputs are known to be.
  void findCarried();
  /// Where a function is handed inputs as often as anything else, its argument
  /// counts as one; returns whether there is any such, and then forgets what
  /// other values are.
  bool favourInputs();
  /// Finds out what the values are, from what the carried ones are known to be,
  /// and `pins` them; returns whether more is known of the carried ones then.
  bool sweep(bool pins);
  /// Whether `op` makes one number for each element, of nothing in the graph.
  bool fills(const OpNode &op) const;
  /// Whether `value` is nothing but numbers that the low type has, picked or
  /// moved.
  bool isExact(GraphIndex value) const;
  /// Whether `value` is made of constants that were picked as data asked.
  bool isPicked(GraphIndex value) const {
    return !picked.empty() && picked[value];
  }
  /// Whether `value` is a constant, moved or added to others.
  bool isSumOfWeights(GraphIndex value) const;
  /// Whether `use` reads a constant, or what is made of such, that matters to
  /// `op`, whose results are `ofResults`.
  bool needsConstant(const OpNode &op, const Use &use, Digits ofResults) const;
  /// Whether rounding such a constant, that is not exact, would matter there.
  bool losesByConstant(const OpNode &op, const Use &use,
                       Digits ofResults) const;
  /// Has `op` read those high, and what makes them likewise.
  void needConstants(const OpNode &op, Digits ofResults);
  /// Raises the carried values that `use` hands on to what it reads; whether
  /// they were less before.
  bool handOn(const Use &use);
  /// Who looks at what: by value, the ops that compute of it and the uses that
  /// hand it on; by label, the values that it carries.
  struct Readers {
    FlatLists computing, handing, holding;
  };
  Readers findReaders() const;
  /// The same as sweeps until nothing changes, along what does alone.
  void spread();

  MutableArrayRef<Use> getUses(const OpNode &op) const {
    return getUsesAndLookups(graph, op);
  }
  /// What the results of `op` are, from what it reads.
  Digits getDigits(const OpNode &op);
  /// The same where they are values of the graph that its regions yield (a
  /// masked op).
  std::optional<Digits> getYielded(const OpNode &op);
  /// Whether `op`, a product, moves an unrounded factor or takes it from
  /// itself.
  bool keepsDigits(const OpNode &op) const;
  /// Whether `op`, whose results are `ofResults`, computes on what it reads: no
  /// selection and no product that moves unrounded values.
  bool computes(const OpNode &op, Digits ofResults) const;
  void setDigits(const OpNode &op, Digits ofResults);
  /// Notes that the results of `op` are made of picked constants.
  void setPicked(const OpNode &op);
  /// Whether `op` has digits of its own for `result`, whatever it reads.
  bool refines(const OpNode &op, const ValueNode &result) const;
  /// Whether `op` sums so much of `value` that its roundings cancel out.
  bool averages(const OpNode &op, GraphIndex value) const;
  /// Whether all that `op` takes from each other is accurate.
  bool takesAccurate(const OpNode &op);
  /// Whether `op` makes a mask of accurate values, and not of their signs.
  bool comparesAccurate(const OpNode &op);
  /// Whether `value` may begin with a summand that is unrounded, as far as a
  /// few steps back tell. Most are made of a product.
  bool mayMatter(GraphIndex value) const;
  /// Whether `op` has two terms of which that is so.
  bool mayMatter(const OpNode &op) const;
  /// Finds out what the values begin with that ops before `end` make.
  void visitUntil(const OpNode *end);
  void visit(const OpNode &op);
  bool startsSums(GraphIndex value) const;
  /// The summand that the results of `op` begin with, kNone if that is none.
  GraphIndex getLeading(const OpNode &op) const;
  bool isLookedUp(const OpNode &op, const Use &use) const {
    return &graph.ops[use.op] != &op;
  }
  /// Whether `use` is one of the terms of `op`, not a parameter.
  bool isTerm(const OpNode &op, const Use &use) const;
  void visitDifference(const OpNode &op);
  /// What `arguments`, a bit for each of the body of `op`, are, the most of
  /// them; adds their values to `terms`.
  Digits getDigits(const OpNode &op, uint64_t arguments,
                   SmallVectorImpl<GraphIndex> &terms);
  /// Whether `op`, in the body of `outer`, takes a probability from one, which
  /// has rules of its own.
  bool isGate(Operation &op, uint64_t arguments, const OpNode &outer) const;
  /// Has `op`, which also reads what is rounded, read high what its body takes
  /// from each other, or compares, if none of that is. `counted` is which of
  /// both count.
  void pinInBody(const OpNode &op, NumericTraits counted);
  /// Has `op` read its terms high, and what makes them likewise: all that has
  /// as many digits as what is `most`. With `terms`, of its own those alone.
  void need(const OpNode &op, Digits most, ArrayRef<GraphIndex> terms = {});
  /// The same for what begins with `summand`.
  void need(const OpNode &op, GraphIndex summand);
  void need(const OpNode &op, Binding binding, bool throughCarried,
            function_ref<bool(const OpNode &, GraphIndex)> isNeeded);

  PrecisionGraph &graph;
  ValueRanges getRange;
  std::vector<Digits> digits;
  /// By label, of carried ones; empty where there are none.
  std::vector<Digits> carried;
  /// By value: see isPicked; empty where there are none.
  std::vector<uint8_t> picked;
  /// Labels of arguments that callers outside of the module round.
  std::vector<GraphIndex> fromOutside;
  /// By label, of arguments that count as inputs; empty where there are none.
  std::vector<uint8_t> isFavoured;
  HandedOnUses handedOn;
  LowConstants lowConstants;
  /// Of what is not made of inputs alone, too; as far as that was found out:
  /// of what ops before `visited` make.
  std::vector<GraphIndex> leading;
  const OpNode *visited = nullptr;
  std::vector<uint8_t> needed;
  bool any = false;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_INPUTDIGITS_H
