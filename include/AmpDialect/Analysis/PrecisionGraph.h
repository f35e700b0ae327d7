//===- PrecisionGraph.h - Values, uses and their costs ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The precision graph of a module: one node for each value that takes part, one
// label for each choice that several operands and results share, one edge for
// each use, with the bytes each decision costs and the hard constraints. Built
// through MixedPrecisionOpInterface and the upstream control-flow, call and
// function interfaces alone; never changes IR.
//
// The unknowns. A value v has two 0/1 unknowns p(v) <= q(v): p = 1, no high
// copy of v exists; q = 1, a low copy exists. A label y is 0 (high) or 1 (low).
//
// The cost, in bytes; n elements of the value, m elements read, k executions,
// H and L bytes of a high and of a low element:
//   definition, per DefKind
//     Fixed     k(H n)          + k(H+L) n [q=1]   written high by its op
//     Absorbed  k(H n [p=0] + L n [q=1])           written in whatever is
//     wanted Labeled y k(H n [y=0] + L n [y=1]) + k(H+L) n ([y=0,q=1] +
//     [y=1,p=0]);
//               hard p <= y <= q
//     View s    k(H+L) n ([q(s)=0,q=1] + [p(s)=1,p=0])       no write
//     Creator   k(H n [p=0] + L n [q=1]), 0 for constants and empty tensors
//   use, per UseKind
//     High      k(H m); hard p = 0
//     Tied y    k(H m [y=0] + L m [y=1]); hard p <= y <= q
//     Any       k(L m + (H-L) m [q=0])
//   accuracy    lowPrice [q=1]
//   label       highCost [y=0] + lowCost [y=1], or fixed
//   implication hard p(v) <= p(w)                  (results of NEVER ops)
// Every pairwise term costs only at (0, 1), so one s-t minimum cut is optimal.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_PRECISIONGRAPH_H
#define AMPDIALECT_ANALYSIS_PRECISIONGRAPH_H

#include "AmpDialect/Analysis/LargeArray.h"
#include "AmpDialect/Analysis/ValueTable.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "AmpDialect/IR/OpOverride.h"
#include "AmpDialect/IR/Saturating.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <limits>
#include <vector>

namespace mlir::amp {

class RangeAnalysis;

/// Index of a value, label, op or use of a graph; kNone where there is none.
using GraphIndex = uint32_t;
inline constexpr GraphIndex kNone = std::numeric_limits<GraphIndex>::max();

/// How a value comes to exist (see the cost formulas above).
enum class DefKind : uint8_t { Fixed, Absorbed, Labeled, View, Creator };

/// How a use reads a value.
enum class UseKind : uint8_t { High, Tied, Any };

/// The binding's name in reports: `statistic-chain`, `range`, ...
StringRef stringifyBinding(Binding binding);

/// One value that takes part. There are many: fields by size, flags in bits.
struct ValueNode {
  ValueNode()
      : pinnedHigh(false), forbidLow(false), fits(false), fromNever(false),
        weight(false), noWrite(false), argument(false), epilogue(false),
        rounded(false), priced(false), limited(false) {}

  Value value;
  int64_t elements = 0;
  /// Price of accuracy, in byte equivalents, of a low copy existing (q = 1).
  int64_t lowPrice = 0;
  uint32_t trips = 1;
  /// The op node that defines it, kNone for block arguments.
  GraphIndex op = kNone;
  /// For Labeled.
  GraphIndex label = kNone;
  /// The value that it views; for View alone, which always has one.
  GraphIndex source = kNone;
  /// Relative error of the low side in a shadow run; below 0 if not known.
  float error = -1;
  DefKind def = DefKind::Fixed;
  Binding binding = Binding::Free;
  /// p = 0 is forced: a high copy must exist, and absorbing users read it.
  bool pinnedHigh : 1;
  /// q = 0 is forced: the low type cannot hold it.
  bool forbidLow : 1;
  /// Proven to lie within the low type's range.
  bool fits : 1;
  /// Made by a NEVER op, of unproven range: see implications.
  bool fromNever : 1;
  /// A constant, an argument, or moved from those alone. Its moves, and casts
  /// that are done once, are left out of the decision and of the activation
  /// bytes.
  bool weight : 1;
  /// Not stored anew by its definition (an argument, a carried value): the
  /// write terms of its DefKind are 0, its casts are not.
  bool noWrite : 1;
  /// An argument of a function, which its callers hand over.
  bool argument : 1;
  /// Its op accumulates, or computes, and writes high whatever is wanted; a low
  /// copy is the op's epilogue (Absorbed or, by a rule, Labeled in cost, a
  /// separate cast in the IR).
  bool epilogue : 1;
  /// By a rule: who reads high what an epilogue writes low reads it rounded.
  bool rounded : 1;
  /// Stored high, and low if nothing had a price (see markPriced).
  bool priced : 1;
  /// Stored high by the limit on the error alone (see ErrorLimit.h).
  bool limited : 1;

  /// Whether its casts are done once: a constant's or an argument's. What an op
  /// moves (a bias broadcast to where a convolution starts) is cast at each
  /// run.
  bool castsOnce() const { return weight && noWrite; }
  /// Keeps it high; `reason` is why, unless there was a reason before. That it
  /// is added up leaves open in which type its op computes, and so gives way.
  void pinHigh(Binding reason) {
    pinnedHigh = true;
    if (binding == Binding::Free || binding == Binding::Accumulator)
      binding = reason;
  }
};

/// One use of a value by an operand.
struct Use {
  Use() : parameter(false), summand(false), logarithm(false), asNumber(false) {}

  OpOperand *operand = nullptr;
  /// Elements read in all executions, 0 where nothing is read.
  int64_t elements = 0;
  GraphIndex value = kNone;
  GraphIndex op = kNone;
  /// For Tied.
  GraphIndex label = kNone;
  UseKind kind = UseKind::High;
  /// Reads a scale, bias or statistic that is small beside the data.
  bool parameter : 1;
  /// Its op adds it to other data (see OperandInfo::summand).
  bool summand : 1;
  /// Its op takes a logarithm of it (see OperandInfo::logarithm).
  bool logarithm : 1;
  /// An angle that its op reads as a number, too (see OperandInfo::asNumber).
  bool asNumber : 1;
  /// Its op has a pole at its zero (see OperandInfo::pole).
  PoleKind pole = PoleKind::None;
};

/// One choice shared by all that is tied to it.
struct LabelNode {
  /// Extra cost of choosing high (compute time of a contraction, in bytes) and
  /// of choosing low (a price of accuracy).
  int64_t highCost = 0, lowCost = 0;
  /// The op it belongs to, kNone for carried values.
  GraphIndex op = kNone;
  enum class Fixed : uint8_t { None, High, Low } fixed = Fixed::None;
  Binding binding = Binding::Free;
  /// High, and low if nothing had a price (see markPriced).
  bool priced = false;
  /// High by the limit on the error alone (see ErrorLimit.h).
  bool limited = false;
};

/// One op that has at least one operand or result in the graph, or a category.
struct OpNode {
  OpNode()
      : isConstant(false), handsOn(false), hasRegions(false), showsBody(false),
        widens(false) {}

  Operation *op = nullptr;
  int64_t multiplyAdds = 0;
  /// Who declared the category, and why; static or owned by the graph.
  StringRef reason;
  /// Executions of its function's one.
  uint32_t trips = 1;
  /// The label of Label and Low operands, kNone if it has none.
  GraphIndex label = kNone;
  /// Uses of this op: [firstUse, firstUse + numUses).
  GraphIndex firstUse = 0, numUses = 0;
  /// Its results that take part: [firstResult, firstResult + numResults) of
  /// PrecisionGraph::results.
  GraphIndex firstResult = 0, numResults = 0;
  Category category = Category::Never;
  NumericTraits traits = NumericTraits::None;
  Binding binding = Binding::Free;
  /// A constant: its data is there before the op runs.
  bool isConstant : 1;
  /// A loop, a choice or a call: what it takes is not what comes out.
  bool handsOn : 1;
  /// Has regions: a look at the op would miss the cache.
  bool hasRegions : 1;
  /// What it computes is in its body, not in its name.
  bool showsBody : 1;
  /// An extension that an earlier conversion put in.
  bool widens : 1;
};

/// p(v) <= p(w): v's high copy may vanish only if w's does.
struct Implication {
  GraphIndex from, to;
};

// A line of the cache, or three quarters of one.
static_assert(sizeof(void *) != 8 ||
              (sizeof(ValueNode) == 48 && sizeof(OpNode) == 64 &&
               sizeof(LabelNode) == 24));

/// A chosen storage for every value and a side for every label.
struct Assignment {
  /// Per value, 0 or 1: a copy of the source type / of the low type exists.
  std::vector<uint8_t> hasHigh, hasLow;
  /// Per label, 0 or 1: low.
  std::vector<uint8_t> labelLow;
};

/// A hard constraint that an assignment breaks: `what`, at the value, use,
/// label or implication of this index.
struct Violation {
  enum class Where : uint8_t { Value, Use, Label, Implication } where;
  GraphIndex index;
  StringRef what;
};

/// What the definition of one value costs.
struct DefinitionCost {
  /// Bytes that its op writes.
  int64_t writes = 0;
  /// Casts over the whole value, and their bytes.
  int64_t casts = 0, castBytes = 0;
};

/// Bytes that an assignment moves, by cause; weights apart. Sums stay at what
/// 64 bits hold.
struct CostBreakdown {
  int64_t reads = 0, writes = 0, casts = 0;
  /// The same for values marked `weight`.
  int64_t weightReads = 0, weightWrites = 0, weightCasts = 0;
  /// Label costs (compute, accuracy), in byte equivalents.
  int64_t labels = 0;
  int64_t numCasts = 0, numWeightCasts = 0;
  int64_t activationBytes() const {
    return saturatingAdd(saturatingAdd(reads, writes), casts);
  }
  int64_t totalBytes() const {
    return saturatingAdd(
        activationBytes(),
        saturatingAdd(saturatingAdd(weightReads, weightWrites), weightCasts));
  }
};

/// Facts about one value from an analysis (ranges, profile).
struct ValueFact {
  bool forbidLow = false;
  /// All elements are proven to lie within the low type's range.
  bool fits = false;
};

struct PrecisionGraphOptions {
  FloatType low, high;
  /// Public functions keep their argument and result types.
  bool keepSignature = true;
  /// Called once per op, in program order, before the interface is asked.
  llvm::function_ref<std::optional<OpOverride>(Operation *)> overrideOp;
  /// It says nothing of ops without discardable attributes and need not be
  /// called for them.
  bool overridesByAttributesAlone = false;
  /// Ranges of the values below the root, which become facts. The graph takes
  /// over their table. Null: no facts.
  RangeAnalysis *ranges = nullptr;
  /// Byte equivalents saved per multiply-add run at low precision; see
  /// docs/design.md for the figure's origin.
  double bytesPerMultiplyAdd = 0.14;
  /// Contractions accumulate in the low type (accumulate=low).
  bool accumulateLow = false;
  /// Bodies compute in the low type (compute=low): what they read high, they
  /// round at once.
  bool computeLow = false;
  /// Ops may hold casts in their bodies, as they declare.
  bool absorb = true;
  /// Statistics and second moments stay high.
  bool pinStatistics = true;
  /// Called per op with float operands but no interface.
  llvm::function_ref<LogicalResult(Operation *)> onUnlisted;
};

class PrecisionGraph {
public:
  /// Builds the graph of all functions below `root` (a module or a function).
  /// Fails, after a diagnostic on the op, if `onUnlisted` does.
  static FailureOr<PrecisionGraph> build(Operation *root,
                                         const PrecisionGraphOptions &options);

  /// An empty graph for `low`/`high` element sizes in bytes, to fill by hand
  /// (tests of assignments).
  PrecisionGraph(int64_t highBytes, int64_t lowBytes)
      : highBytes(highBytes), lowBytes(lowBytes) {}

  LargeArray<ValueNode> values;
  LargeArray<Use> uses;
  LargeArray<LabelNode> labels;
  LargeArray<OpNode> ops;
  /// Values that ops define, op by op in the order of `ops`.
  LargeArray<GraphIndex> results;
  /// OpNode::traits once more, close together: who looks for a few ops reads
  /// little memory. See opsWith; empty in a graph made by hand.
  LargeArray<NumericTraits> traits;
  /// Per value the number of its range in the analysis, while the graph is
  /// built; empty without one.
  LargeArray<uint32_t> rangeIds;
  std::vector<Implication> implications;
  int64_t highBytes, lowBytes;
  FloatType low, high;
  /// Some value has the low type already.
  bool anyLow = false;

  /// Index of `value`, kNone if it takes no part.
  GraphIndex lookup(Value value) const {
    auto it = table.find(value);
    return it == table.end() ? kNone : it->second.node;
  }
  /// What the analyses know of `value`, in the graph or not.
  ValueEntry lookupEntry(Value value) const { return table.lookup(value); }
  /// Index of the op node of `op`, kNone if it has none. The first question
  /// makes the table: the first conversion of a module asks none.
  GraphIndex lookup(Operation *op) const;

  /// The accumulation type that a rule asks for; null: the pass option.
  FloatType getAccumulate(const OpNode &op) const {
    return accumulates.lookup(op.op);
  }

  /// The numbers of the ops that do any of `wanted`, in program order.
  auto numbersWith(NumericTraits wanted) const {
    return llvm::make_filter_range(
        llvm::seq<GraphIndex>(0, traits.size()),
        [this, wanted](GraphIndex op) { return hasAny(traits[op], wanted); });
  }
  /// Those ops.
  auto opsWith(NumericTraits wanted) {
    return llvm::map_range(numbersWith(wanted),
                           [this](GraphIndex op) -> auto & { return ops[op]; });
  }
  auto opsWith(NumericTraits wanted) const {
    return llvm::map_range(numbersWith(wanted),
                           [this](GraphIndex op) -> auto & { return ops[op]; });
  }

  /// The uses and the results of `op`.
  ArrayRef<Use> getUses(const OpNode &op) const {
    return ArrayRef<Use>(uses).slice(op.firstUse, op.numUses);
  }
  MutableArrayRef<Use> getUses(const OpNode &op) {
    return MutableArrayRef<Use>(uses).slice(op.firstUse, op.numUses);
  }
  ArrayRef<GraphIndex> getResults(const OpNode &op) const {
    return ArrayRef<GraphIndex>(results).slice(op.firstResult, op.numResults);
  }

  /// Whether `label` is of what control flow and calls carry, not of an op;
  /// false for kNone.
  bool isCarried(GraphIndex label) const {
    return label != kNone && labels[label].op == kNone;
  }
  /// Whether `label` is fixed low, by a rule or a plan; false for kNone.
  bool isFixedLow(GraphIndex label) const {
    return label != kNone && labels[label].fixed == LabelNode::Fixed::Low;
  }
  /// What `value` is a view of, through all views between: `value` if it is
  /// none.
  GraphIndex getViewed(GraphIndex value) const;
  /// A fill, a splat, an iota, or a view of one: its elements cost no read.
  bool isMadeInPlace(const ValueNode &node) const {
    return (node.def == DefKind::View || node.def == DefKind::Creator) &&
           viewsMadeInPlace(node);
  }
  /// What no rounding to the low type changes: a fill (an accumulator that
  /// starts at 0), or a constant of numbers that the type has. Linear in those,
  /// but for constants too large for anything but weights.
  bool isExactData(const ValueNode &node) const;
  /// True if some op or label may or must run low (an ALWAYS op exists).
  bool hasAlwaysOp() const;

  /// All values high, all labels high where allowed.
  Assignment getAllHigh() const;
  /// The module as it came: unlike getAllHigh, also where a label must be low.
  Assignment getUntouched() const;

  /// What the definition of `value` costs under `assignment`.
  DefinitionCost getDefinitionCost(GraphIndex value,
                                   const Assignment &assignment) const;

  /// Exact cost of `assignment` under the formulas at the top of this file.
  CostBreakdown evaluate(const Assignment &assignment) const;

  /// The objective that assignments minimise: activation bytes and label costs,
  /// plus weight reads. Cast and move costs of weights are left out.
  int64_t objective(const Assignment &assignment) const;

  /// The first hard constraint that `assignment` breaks, if any.
  std::optional<Violation> findViolation(const Assignment &assignment) const;

  /// True if `assignment` meets every hard constraint; else `why` (if given)
  /// names the first one broken.
  bool isFeasible(const Assignment &assignment,
                  std::string *why = nullptr) const;

  /// Bytes that `use` reads under `assignment`.
  int64_t getReadBytes(const Use &use, const Assignment &assignment) const {
    return use.elements * (readsLow(use, assignment) ? lowBytes : highBytes);
  }

  /// Whether `use` reads the low copy under `assignment`.
  bool readsLow(const Use &use, const Assignment &assignment) const {
    if (use.kind == UseKind::Tied)
      return assignment.labelLow[use.label];
    return use.kind == UseKind::Any && assignment.hasLow[use.value];
  }

private:
  bool viewsMadeInPlace(const ValueNode &node) const;
  friend class PrecisionGraphBuilder;
  ValueTable table;
  llvm::DenseMap<Operation *, FloatType> accumulates;
  mutable llvm::DenseMap<Operation *, GraphIndex> opIndex;
  /// Of views of views: one further along the chain.
  mutable llvm::DenseMap<GraphIndex, GraphIndex> viewShortcuts;
};

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_PRECISIONGRAPH_H
