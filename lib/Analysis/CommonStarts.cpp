//===- CommonStarts.cpp - Differences of what one value has become --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two values that are made of the same one, a few ops before, by the same ops
// but for sums (`f(x + d) - f(x)`: a slope, a ratio of probabilities before and
// after a step) differ by little: however rough that value is, its error is the
// same in both, and what was rounded behind it is all that is left of the
// difference. So from the common value on, both are high. What other ops lie
// between as well (`tanh(x + d) - x`) makes another value of it.
//
// Parts of one value, or it and what it was moved to (neighbours, a step of
// time), are such values without a sum; a factor near one (a discount) leaves
// them as near. Turned by factors of their own, they are others. Each part has
// errors of its own: what it is a sum of is kept as well, for a few sums back.
//
// An exponential is its argument plus one, and the rest where that is small; a
// logarithm is its argument less one. With that argument in the same sum
// (`exp(x) - x - 1`, a divergence), the rest is all that is left of both, up to
// the last constant that is added or taken away.
//
//===----------------------------------------------------------------------===//

#include "PrecisionGraphBuilder.h"

using namespace mlir;
using namespace mlir::amp;

/// So many sums before parts of one value (of a bias, of a residual) are kept.
static constexpr unsigned kSumsBefore = 2;

/// So many sums behind an exponential less its argument may be what cancels.
static constexpr uint8_t kSumsBehind = 4;

namespace {

/// Walks back from two values to one that both are made of: over sums and
/// movements of either, over factors near one, over ops of the same name of
/// both, and over ops with bodies, which may be what fusion made of all these.
class Meeting {
public:
  Meeting(const PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange) {}
  /// The value, kNone if there is none within some steps.
  GraphIndex find(GraphIndex a, GraphIndex b);
  /// Whether a sum was on the way.
  bool hasSum() const { return adds; }
  /// Whether nothing but movements and factors near one were.
  bool hasMovesAlone() const { return !adds && !computes; }
  /// Whether any movement was.
  bool hasMoves() const { return moves; }
  /// Whether one of both is an exponential or a logarithm of that value, the
  /// other the value or a sum with it.
  bool isBent() const { return bends; }

private:
  /// Over the op that makes `value`.
  GraphIndex walkOver(GraphIndex value, GraphIndex other);
  /// Over the ops of one name that make both.
  GraphIndex walkOverBoth(GraphIndex a, GraphIndex b);
  bool isPassed(GraphIndex value) const;
  bool isPartOf(GraphIndex part, GraphIndex value) const;
  /// Whether `op` multiplies by constants near one, or by a single number.
  bool scalesByNearOne(const OpNode &op) const;
  /// What `value` is an exponential or a logarithm of, where `other` is a sum
  /// with that; kNone if it is none.
  GraphIndex findBent(GraphIndex value, GraphIndex other) const;

  const PrecisionGraph &graph;
  ValueRanges getRange;
  /// Pairs that were asked about: of these, no other way leads to one.
  static constexpr size_t kMostPairs = 32;
  SmallVector<std::pair<GraphIndex, GraphIndex>, kMostPairs> asked;
  bool adds = false, moves = false, computes = false, bends = false;
};

/// The values that a term is made of, by a few element-wise ops.
class Ancestors {
public:
  Ancestors(const PrecisionGraph &graph, GraphIndex term);
  bool contains(GraphIndex value) const {
    return llvm::is_contained(all, value);
  }
  /// Adds to `path` what lies between the term and `source`, which is one of
  /// its ancestors, both included.
  void findPath(GraphIndex source, SmallVectorImpl<GraphIndex> &path) const;

private:
  static constexpr size_t kMost = 16;

  const PrecisionGraph &graph;
  /// Nearest first.
  SmallVector<GraphIndex, kMost> all;
};

} // namespace

/// The op that makes `value` of single elements of others, null if there is
/// none.
static const OpNode *getMaker(const PrecisionGraph &graph, GraphIndex value) {
  const ValueNode &node = graph.values[value];
  if (node.op == kNone || node.weight || node.def == DefKind::Creator)
    return nullptr;
  const OpNode &op = graph.ops[node.op];
  return op.handsOn || op.isConstant || hasAny(op.traits, kReductions) ? nullptr
                                                                       : &op;
}

/// Whether `value` is only moved from what it is made of.
static bool isMoved(const PrecisionGraph &graph, GraphIndex value) {
  const ValueNode &node = graph.values[value];
  return node.def == DefKind::View ||
         (node.op != kNone &&
          hasAny(graph.ops[node.op].traits, NumericTraits::DataMovement));
}

/// Something that a value is made of, and which operand of its op that is.
namespace {
struct Source {
  GraphIndex value;
  unsigned operand;
};
} // namespace

/// Where in the program `value` is made: arguments come before all ops.
static GraphIndex getPlace(const PrecisionGraph &graph, GraphIndex value) {
  return graph.values[value].op + 1;
}

/// The latest first: what two values begin with is the nearest, whichever
/// operand comes first.
static SmallVector<Source, 4> getSources(const PrecisionGraph &graph,
                                         GraphIndex value) {
  const OpNode *op = getMaker(graph, value);
  if (!op)
    return {};
  const ValueNode &node = graph.values[value];
  if (node.def == DefKind::View)
    return {{node.source, 0}};
  SmallVector<Source, 4> sources;
  for (const Use &use : graph.getUses(*op))
    if (use.elements > 0 && !graph.values[use.value].weight &&
        graph.values[use.value].elements >= node.elements)
      sources.push_back({use.value, use.operand->getOperandNumber()});
  llvm::sort(sources, [&](const Source &a, const Source &b) {
    return std::tuple(getPlace(graph, b.value), a.value, a.operand) <
           std::tuple(getPlace(graph, a.value), b.value, b.operand);
  });
  return sources;
}

static bool contains(ArrayRef<Source> sources, GraphIndex value) {
  return llvm::any_of(
      sources, [&](const Source &source) { return source.value == value; });
}

bool Meeting::scalesByNearOne(const OpNode &op) const {
  if (!getRange || op.category == Category::Never ||
      !hasAny(op.traits, kMultiplies))
    return false;
  return llvm::any_of(graph.getUses(op), [&](const Use &use) {
    const ValueNode &factor = graph.values[findMovedValue(graph, use.value)];
    if (factor.op == kNone || !graph.ops[factor.op].isConstant)
      return factor.elements == 1;
    FloatRange range = getRange(factor.value);
    return range.hasFinite() && range.lower >= 0.5 && range.upper <= 2;
  });
}

bool Meeting::isPassed(GraphIndex value) const {
  constexpr NumericTraits kBends =
      NumericTraits::Exponential | NumericTraits::Logarithm;
  const OpNode *op = getMaker(graph, value);
  // A named exponential has a body, too, but is no more than that.
  return op && (isMoved(graph, value) ||
                (op->hasRegions && !hasAny(op->traits, kBends)) ||
                hasAny(op->traits, NumericTraits::Difference) ||
                scalesByNearOne(*op));
}

GraphIndex Meeting::walkOver(GraphIndex value, GraphIndex other) {
  SmallVector<Source, 4> sources = getSources(graph, value);
  // No other way is as short.
  GraphIndex met = contains(sources, other) ? other : kNone;
  for (const Source &source : sources)
    if (met == kNone)
      met = find(source.value, other);
  if (met == kNone)
    return kNone;
  const OpNode &op = *getMaker(graph, value);
  bool isMove = isMoved(graph, value);
  moves |= isMove;
  adds |= hasAny(op.traits, NumericTraits::Difference);
  computes |= !isMove && op.hasRegions;
  return met;
}

GraphIndex Meeting::walkOverBoth(GraphIndex a, GraphIndex b) {
  const OpNode *makers[] = {getMaker(graph, a), getMaker(graph, b)};
  if (!makers[0] || !makers[1] ||
      makers[0]->op->getName() != makers[1]->op->getName())
    return kNone;
  for (const Source &ofA : getSources(graph, a))
    for (const Source &ofB : getSources(graph, b))
      if (ofA.operand == ofB.operand)
        if (GraphIndex met = find(ofA.value, ofB.value); met != kNone) {
          computes = true;
          return met;
        }
  return kNone;
}

/// Whether `value` is `summand` or, by a few sums and movements, made of it.
static bool isSumWith(const PrecisionGraph &graph, GraphIndex value,
                      GraphIndex summand) {
  constexpr size_t kMost = 8;
  SmallVector<GraphIndex, kMost> pending = {value};
  for (size_t i = 0; i < pending.size(); ++i) {
    if (pending[i] == summand)
      return true;
    const OpNode *op = getMaker(graph, pending[i]);
    if (!op || !(isMoved(graph, pending[i]) ||
                 hasAny(op->traits, NumericTraits::Difference)))
      continue;
    for (const Source &source : getSources(graph, pending[i]))
      if (pending.size() < kMost)
        pending.push_back(source.value);
  }
  return false;
}

GraphIndex Meeting::findBent(GraphIndex value, GraphIndex other) const {
  const OpNode *op = getMaker(graph, value);
  if (!op ||
      !hasAny(op->traits,
              NumericTraits::Exponential | NumericTraits::Logarithm) ||
      hasAny(op->traits, kPowers))
    return kNone;
  SmallVector<Source, 4> sources = getSources(graph, value);
  return sources.size() == 1 && isSumWith(graph, other, sources.front().value)
             ? sources.front().value
             : kNone;
}

/// Whether an op that is passed makes `value` of `part`: there both meet,
/// nearer than at what `part` is made of.
bool Meeting::isPartOf(GraphIndex part, GraphIndex value) const {
  return isPassed(value) && contains(getSources(graph, value), part);
}

GraphIndex Meeting::find(GraphIndex a, GraphIndex b) {
  if (a == b)
    return a;
  // What both are made of comes before either.
  if (getPlace(graph, a) < getPlace(graph, b))
    std::swap(a, b);
  if (asked.size() == kMostPairs || llvm::is_contained(asked, std::pair(a, b)))
    return kNone;
  asked.emplace_back(a, b);
  for (auto [bent, other] : {std::pair(a, b), std::pair(b, a)})
    if (GraphIndex argument = findBent(bent, other);
        argument != kNone && !isPartOf(bent, other)) {
      adds = bends = true;
      return argument;
    }
  if (isPassed(a))
    return walkOver(a, b);
  return isPassed(b) ? walkOver(b, a) : walkOverBoth(a, b);
}

Ancestors::Ancestors(const PrecisionGraph &graph, GraphIndex term)
    : graph(graph) {
  all.push_back(term);
  for (size_t i = 0; i < all.size(); ++i)
    for (const Source &source : getSources(graph, all[i]))
      if (all.size() < kMost && !contains(source.value))
        all.push_back(source.value);
}

void Ancestors::findPath(GraphIndex source,
                         SmallVectorImpl<GraphIndex> &path) const {
  // What is farther comes later, so whatever is made of a value is met before
  // it, or in another round.
  SmallVector<GraphIndex, kMost> made = {source};
  bool anyNew = true;
  while (anyNew) {
    anyNew = false;
    for (GraphIndex value : llvm::reverse(all)) {
      if (llvm::is_contained(made, value) ||
          llvm::none_of(getSources(graph, value), [&](const Source &each) {
            return llvm::is_contained(made, each.value);
          }))
        continue;
      made.push_back(value);
      anyNew = true;
    }
  }
  llvm::append_range(path, made);
}

/// Has `op` and the ops of `path` read the values of that high.
static void keepPath(PrecisionGraph &graph, const OpNode &op,
                     ArrayRef<GraphIndex> path) {
  auto keepUses = [&](const OpNode &reader) {
    for (Use &use : graph.getUses(reader))
      if (llvm::is_contained(path, use.value))
        readHigh(graph, use, Binding::Cancellation);
  };
  keepUses(op);
  for (GraphIndex value : path) {
    ValueNode &node = graph.values[value];
    // The common value comes first.
    if (value != path.front() && getMaker(graph, value))
      keepUses(graph.ops[node.op]);
    if (node.op != kNone && node.def != DefKind::Creator)
      node.pinHigh(Binding::Cancellation);
  }
}

void amp::keepSums(PrecisionGraph &graph, GraphIndex value) {
  constexpr size_t kMost = 16;
  SmallVector<std::pair<GraphIndex, unsigned>, kMost> pending = {
      {value, kSumsBefore}};
  for (size_t i = 0; i < pending.size(); ++i) {
    auto [index, sumsLeft] = pending[i];
    ValueNode &node = graph.values[index];
    if (node.op == kNone || node.weight || node.def == DefKind::Creator)
      continue;
    // A product whose sums are low is as rough as those.
    if (node.def == DefKind::Labeled &&
        hasAny(graph.ops[node.op].traits, NumericTraits::Contraction))
      continue;
    node.pinHigh(Binding::Cancellation);
    const OpNode *op = getMaker(graph, index);
    if (!op || op->category == Category::Never)
      continue;
    bool moves = isMoved(graph, index);
    if (!moves &&
        (sumsLeft == 0 || !hasAny(op->traits, NumericTraits::Difference)))
      continue;
    if (!moves)
      --sumsLeft;
    for (Use &use : graph.getUses(*op))
      readHigh(graph, use, Binding::Cancellation);
    for (const Source &source : getSources(graph, index))
      if (pending.size() < kMost)
        pending.push_back({source.value, sumsLeft});
  }
}

namespace {

class StartPinner {
public:
  StartPinner(PrecisionGraph &graph, ValueRanges getRange)
      : graph(graph), getRange(getRange) {}
  /// Returns whether any value is pinned.
  bool run();

private:
  /// Visits two terms of `op`; returns whether they have a common start.
  bool visitTerms(const OpNode &op, GraphIndex a, GraphIndex b);
  void visitSubtraction(const OpNode &op);
  /// Whether parts of `common` are taken from each other as they are.
  bool takesParts(const OpNode &op, GraphIndex common) const;
  /// Has `op`, if it is a sum, read high what such a sum came to.
  void keepBent(const OpNode &op);

  PrecisionGraph &graph;
  ValueRanges getRange;
  /// By value: how many sums with an exponential less its argument are still to
  /// come. Empty where there is none.
  std::vector<uint8_t> bent;
  bool any = false;
};

} // namespace

bool StartPinner::takesParts(const OpNode &op, GraphIndex common) const {
  return !hasAny(op.traits, NumericTraits::Product) &&
         !isInputValue(graph, common);
}

bool StartPinner::visitTerms(const OpNode &op, GraphIndex a, GraphIndex b) {
  Meeting meeting(graph, getRange);
  GraphIndex common = meeting.find(a, b);
  if (common == kNone)
    return false;
  // The body of `op` may add to the one of which the other is made.
  bool addsItself = op.hasRegions && (common == a || common == b);
  if (!meeting.hasSum() && !addsItself &&
      !(meeting.hasMovesAlone() && takesParts(op, common)))
    return false;
  SmallVector<GraphIndex, 16> path;
  for (GraphIndex term : {a, b}) {
    Ancestors ancestors(graph, term);
    if (!ancestors.contains(common))
      return false;
    ancestors.findPath(common, path);
  }
  keepPath(graph, op, path);
  if (meeting.hasMoves())
    keepSums(graph, common);
  if (meeting.isBent()) {
    bent.resize(graph.values.size(), 0);
    for (GraphIndex result : graph.getResults(op))
      bent[result] = kSumsBehind;
  }
  return true;
}

void StartPinner::visitSubtraction(const OpNode &op) {
  SmallVector<GraphIndex, 4> terms;
  for (const Use &use : graph.getUses(op))
    if (const ValueNode &node = graph.values[use.value];
        use.elements > 0 && !node.weight && node.def != DefKind::Creator &&
        readsData(graph, op, use) && !llvm::is_contained(terms, use.value))
      terms.push_back(use.value);
  if (terms.size() > kMostTerms)
    return;
  for (auto [index, first] : llvm::enumerate(terms))
    for (GraphIndex second : ArrayRef<GraphIndex>(terms).drop_front(index + 1))
      any |= visitTerms(op, first, second);
}

void StartPinner::keepBent(const OpNode &op) {
  uint8_t sumsLeft = 0;
  for (Use &use : graph.getUses(op)) {
    if (bent[use.value] == 0)
      continue;
    sumsLeft = std::max(sumsLeft, bent[use.value]);
    readHigh(graph, use, Binding::Cancellation);
    graph.values[use.value].pinHigh(Binding::Cancellation);
  }
  if (sumsLeft > 0)
    for (GraphIndex result : graph.getResults(op))
      bent[result] = std::max<uint8_t>(bent[result], sumsLeft - 1);
}

bool StartPinner::run() {
  for (const OpNode &op :
       graph.opsWith(NumericTraits::Difference | NumericTraits::Subtraction)) {
    if (op.handsOn || hasAny(op.traits, kReductions))
      continue;
    if (!bent.empty() && hasAny(op.traits, NumericTraits::Difference))
      keepBent(op);
    if (hasAny(op.traits, NumericTraits::Subtraction) && op.numUses > 1)
      visitSubtraction(op);
  }
  return any;
}

bool amp::pinCommonStarts(PrecisionGraph &graph, ValueRanges getRange) {
  return StartPinner(graph, getRange).run();
}
