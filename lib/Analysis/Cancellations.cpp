//===- Cancellations.cpp - Differences of a number and itself -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a large number is taken from one made of it, its rounding is all that
// is left of the result:
//   remainder     a coordinate less the integer that it is cut to, as in an
//                 interpolation
//   segment sum   two elements of one running sum, the difference of which is
//                 an exponent (decays of state-space models)
//   comparison    an element with the largest of its row (which expert, which
//                 class): rounded, others are as large
// What such differences are made of stays high.
//
//===----------------------------------------------------------------------===//

#include "Constraints.h"
#include "EarlierConversion.h"
#include "PrecisionGraphBuilder.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// Whether control flow or a call carries `value`.
static bool isCarried(const PrecisionGraph &graph, const ValueNode &value) {
  return !value.weight && graph.isCarried(value.label);
}

/// Keeps the values in `pending` and what those are made of: what `follows`
/// says of the ops that make them, and what is handed on where they are
/// carried. Returns whether there are any.
bool amp::pinTerms(PrecisionGraph &graph, SmallVector<GraphIndex> pending,
                   Binding binding,
                   llvm::function_ref<bool(const OpNode &)> follows) {
  if (pending.empty())
    return false;
  std::vector<uint8_t> seen(graph.values.size(), false);
  HandedOnUses handedOn(graph);
  while (!pending.empty()) {
    GraphIndex index = pending.pop_back_val();
    ValueNode &value = graph.values[index];
    bool carried = isCarried(graph, value);
    if (seen[index] || (value.op == kNone && !carried) || value.weight ||
        value.def == DefKind::Creator)
      continue;
    seen[index] = true;
    value.pinHigh(binding);
    if (carried) {
      for (uint32_t use : handedOn[value.label])
        pending.push_back(graph.uses[use].value);
      continue;
    }
    const OpNode &op = graph.ops[value.op];
    if (!op.handsOn && follows(op))
      for (const Use &use : graph.getUses(op))
        pending.push_back(use.value);
  }
  return true;
}

/// Whether `value` is made of `source`, by a few ops.
static bool isMadeOf(const PrecisionGraph &graph, GraphIndex value,
                     GraphIndex source) {
  constexpr size_t kMost = 16;
  SmallVector<GraphIndex, kMost> pending = {value};
  for (size_t i = 0; i < pending.size() && i < kMost; ++i) {
    if (pending[i] == source)
      return true;
    const ValueNode &node = graph.values[pending[i]];
    if (node.def == DefKind::View)
      pending.push_back(node.source);
    else if (node.op != kNone && !graph.ops[node.op].handsOn &&
             !hasAny(graph.ops[node.op].traits, kSums))
      for (const Use &use : graph.getUses(graph.ops[node.op]))
        pending.push_back(use.value);
  }
  return false;
}

/// Whether `op`, a sum, takes a value from one made of it, both of them
/// `inside`.
static bool isRemainder(const PrecisionGraph &graph, const OpNode &op,
                        ArrayRef<uint8_t> inside) {
  ArrayRef<Use> uses = graph.getUses(op);
  if (uses.size() != 2)
    return false;
  GraphIndex a = uses[0].value, b = uses[1].value;
  return a != b && inside[a] && inside[b] &&
         (isMadeOf(graph, a, b) || isMadeOf(graph, b, a));
}

void amp::pinRemainders(
    PrecisionGraph &graph,
    llvm::function_ref<bool(const OpNode &)> cutsToIntegers) {
  // What integers are made of, whoever else reads it.
  std::vector<uint8_t> inside(graph.values.size(), false);
  SmallVector<GraphIndex> terms;
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    if (cutsToIntegers(op) ||
        (!op.handsOn && !hasAny(op.traits, kSums) &&
         llvm::any_of(graph.getResults(op),
                      [&](GraphIndex value) { return inside[value]; })))
      for (const Use &use : graph.getUses(op))
        inside[use.value] = true;
  }
  for (const OpNode &op : graph.opsWith(NumericTraits::Difference))
    if (isRemainder(graph, op, inside))
      for (const Use &use : graph.getUses(op))
        terms.push_back(use.value);
  pinTerms(graph, std::move(terms), Binding::IntegerChain,
           [](const OpNode &op) { return !hasAny(op.traits, kSums); });
}

/// How far back moves are followed.
static constexpr int kMostMoves = 8;

/// The value that `value` is a view of, or holds moved elements of; kNone if it
/// is made by anything else.
static GraphIndex getMovedOnce(const PrecisionGraph &graph, GraphIndex value) {
  const ValueNode &node = graph.values[value];
  if (node.def == DefKind::View)
    return node.source;
  if (node.op == kNone)
    return kNone;
  const OpNode &op = graph.ops[node.op];
  ArrayRef<Use> uses = graph.getUses(op);
  bool moves = hasAny(op.traits, NumericTraits::DataMovement) && !op.handsOn &&
               uses.size() == 1;
  return moves ? uses.front().value : kNone;
}

GraphIndex amp::findMovedValue(const PrecisionGraph &graph, GraphIndex value) {
  for (int steps = 0; steps < kMostMoves; ++steps) {
    GraphIndex source = getMovedOnce(graph, value);
    if (source == kNone)
      break;
    value = source;
  }
  return value;
}

GraphIndex amp::pinMoved(PrecisionGraph &graph, GraphIndex value,
                         Binding binding) {
  for (int steps = 0; steps < kMostMoves; ++steps) {
    GraphIndex source = getMovedOnce(graph, value);
    if (source == kNone)
      break;
    graph.values[value].pinHigh(binding);
    value = source;
  }
  return value;
}

void amp::pinAllBehind(PrecisionGraph &graph, GraphIndex value,
                       Binding binding) {
  SmallVector<GraphIndex> pending = {value};
  while (!pending.empty()) {
    ValueNode &node = graph.values[pending.pop_back_val()];
    if (node.def == DefKind::View)
      pending.push_back(node.source);
    if (node.op == kNone || node.pinnedHigh || node.def == DefKind::Creator)
      continue;
    node.pinHigh(binding);
    for (Use &use : graph.getUses(graph.ops[node.op])) {
      readHigh(graph, use, binding);
      pending.push_back(use.value);
    }
  }
}

const OpNode *amp::findMovedMaker(const PrecisionGraph &graph,
                                  GraphIndex value) {
  GraphIndex op = graph.values[findMovedValue(graph, value)].op;
  return op == kNone ? nullptr : &graph.ops[op];
}

GraphIndex amp::findOnlyRead(const PrecisionGraph &graph, const OpNode &op,
                             llvm::function_ref<bool(const Use &)> counts) {
  GraphIndex only = kNone;
  for (const Use &use : graph.getUses(op)) {
    if (!counts(use))
      continue;
    if (only != kNone)
      return kNone;
    only = use.value;
  }
  return only;
}

bool amp::areSourcesOf(const PrecisionGraph &graph, GraphIndex value,
                       llvm::function_ref<bool(GraphIndex)> isSource,
                       llvm::function_ref<bool(const OpNode &)> follows) {
  constexpr size_t kMost = 8;
  SmallVector<GraphIndex, kMost> pending = {value};
  for (size_t i = 0; i < pending.size(); ++i) {
    GraphIndex moved = findMovedValue(graph, pending[i]);
    if (isSource(moved))
      continue;
    GraphIndex maker = graph.values[moved].op;
    if (maker == kNone || pending.size() >= kMost || !follows(graph.ops[maker]))
      return false;
    for (const Use &use : graph.getUses(graph.ops[maker]))
      pending.push_back(use.value);
  }
  return true;
}

/// Whether what an earlier conversion stored low of the operands of `op` is one
/// tensor, moved from what `use`, its only use, was.
static bool readsLowCopy(const PrecisionGraph &graph, const OpNode &op,
                         const Use &use) {
  Value low;
  for (Value operand : op.op->getOperands())
    if (getStoredType(operand.getType()) == graph.low) {
      if (low)
        return false;
      low = operand;
    }
  return low &&
         findMoved(stripPrecisionCasts(findMoved(low))) ==
             findMoved(graph, use) &&
         findMovedMaker(graph, use.value);
}

/// What `value` was moved from, beside constants that fill it up where it was
/// shifted (a step of a running sum).
static GraphIndex findShifted(const PrecisionGraph &graph, GraphIndex value) {
  constexpr unsigned kMost = 4;
  for (unsigned step = 0; step < kMost; ++step) {
    value = findMovedValue(graph, value);
    const ValueNode &node = graph.values[value];
    if (node.op == kNone ||
        !hasAny(graph.ops[node.op].traits, NumericTraits::DataMovement) ||
        graph.ops[node.op].handsOn)
      break;
    GraphIndex only =
        findOnlyRead(graph, graph.ops[node.op], [&](const Use &use) {
          const ValueNode &read = graph.values[use.value];
          return read.def != DefKind::Creator && !read.weight;
        });
    if (only == kNone)
      break;
    value = only;
  }
  return value;
}

/// Whether `op` takes elements of a value from others of the same, or adds them
/// to those.
static bool isSelfDifference(const PrecisionGraph &graph, const OpNode &op) {
  ArrayRef<Use> uses = graph.getUses(op);
  if (!hasAny(op.traits, NumericTraits::Difference) || uses.empty() ||
      uses.size() > 2)
    return false;
  if (uses.size() == 1)
    return readsLowCopy(graph, op, uses[0]);
  if (uses[0].value == uses[1].value)
    return false;
  GraphIndex moved = findShifted(graph, uses[0].value);
  return moved == findShifted(graph, uses[1].value) &&
         graph.values[moved].op != kNone;
}

bool amp::hasSelfDifference(const PrecisionGraph &graph) {
  return llvm::any_of(
      graph.opsWith(NumericTraits::Difference),
      [&](const OpNode &op) { return isSelfDifference(graph, op); });
}

bool amp::pinSegmentSums(PrecisionGraph &graph) {
  std::vector<uint8_t> isExponent(graph.values.size(), false);
  SmallVector<GraphIndex> terms;
  for (const OpNode &op : llvm::reverse(graph.ops)) {
    if (!hasAny(op.traits, NumericTraits::Exponential) &&
        (op.handsOn || hasAny(op.traits, kReductions) ||
         llvm::none_of(graph.getResults(op),
                       [&](GraphIndex value) { return isExponent[value]; })))
      continue;
    bool isDifference = isSelfDifference(graph, op);
    for (const Use &use : graph.getUses(op)) {
      isExponent[use.value] = true;
      if (isDifference)
        terms.push_back(use.value);
    }
  }
  return pinTerms(graph, std::move(terms), Binding::LogarithmChain,
                  [](const OpNode &op) {
                    return !hasAny(op.traits, kSums) &&
                           hasAny(op.traits, NumericTraits::DataMovement |
                                                 NumericTraits::Difference);
                  });
}

/// Whether `value` is as rough as the product of matrices that it is made of by
/// ops that are fine in either type.
static bool isRough(const PrecisionGraph &graph, GraphIndex value,
                    unsigned depth = 0) {
  constexpr unsigned kMost = 8;
  if (isInputValue(graph, value))
    return false;
  const ValueNode &node = graph.values[findMovedValue(graph, value)];
  if (node.op == kNone || depth == kMost)
    return true;
  const OpNode &op = graph.ops[node.op];
  if (op.category == Category::Never)
    return false;
  return op.handsOn || hasAny(op.traits, NumericTraits::Contraction) ||
         llvm::any_of(graph.getUses(op), [&](const Use &use) {
           return use.elements >= node.elements &&
                  isRough(graph, use.value, depth + 1);
         });
}

SmallVector<Value, 2> amp::getHandedOn(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value))
    op = argument.getOwner()->getParentOp();
  SmallVector<Value, 2> sources;
  if (auto branch = dyn_cast_if_present<RegionBranchOpInterface>(op)) {
    for (OpOperand *operand : getInverseMapping(branch).lookup(value))
      sources.push_back(operand->get());
  }
  return sources;
}

/// The index of an extremum is found by comparing with the largest number so
/// far: rounded, that is another one's. So it is stored low only if the data
/// are.
static void keepExtremaOfIndices(PrecisionGraph &graph, const OpNode &op) {
  if (!hasAny(op.traits, NumericTraits::OrderReduction))
    return;
  for (GraphIndex result : graph.getResults(op))
    for (const Use &use : graph.getUses(op))
      if (use.elements > 0 && use.kind != UseKind::Tied &&
          graph.values[use.value].def != DefKind::Creator)
        graph.implications.push_back({result, use.value});
}

/// The values that `value` is one of the elements of, by a few ops that only
/// move them or choose between them, perhaps in a loop (updates by index),
/// itself first.
static SmallVector<GraphIndex, 16> findPicked(PrecisionGraph &graph,
                                              GraphIndex value) {
  constexpr NumericTraits kPicks =
      NumericTraits::DataMovement | NumericTraits::Comparison;
  constexpr size_t kMost = 16;
  SmallVector<GraphIndex, kMost> picked;
  auto add = [&](GraphIndex source) {
    if (source != kNone && picked.size() < kMost &&
        !graph.values[source].weight && !llvm::is_contained(picked, source))
      picked.push_back(source);
  };
  picked.push_back(value);
  for (size_t i = 0; i < picked.size(); ++i) {
    const ValueNode &node = graph.values[picked[i]];
    if (node.def == DefKind::View) {
      add(node.source);
      continue;
    }
    if (node.op == kNone || graph.ops[node.op].handsOn) {
      for (Value source : getHandedOn(node.value))
        add(graph.lookup(source));
      continue;
    }
    const OpNode &op = graph.ops[node.op];
    if (op.category == Category::Never ||
        (op.traits & ~kPicks) != NumericTraits::None)
      continue;
    for (const Use &use : getUsesAndLookups(graph, op))
      add(use.value);
  }
  return picked;
}

/// Keeps a product of data that `uses` compares with a constant: that of two
/// small numbers (a gradient and the one before it) has a sign, which a type
/// with less range loses. Returns whether there is any.
static bool keepSignOfProduct(PrecisionGraph &graph,
                              MutableArrayRef<Use> uses) {
  Use *compared = nullptr;
  for (Use &use : uses) {
    if (graph.values[use.value].def == DefKind::Creator)
      continue;
    if (compared)
      return false;
    compared = &use;
  }
  const OpNode *maker =
      compared ? findMovedMaker(graph, compared->value) : nullptr;
  if (!maker || !hasAny(maker->traits, NumericTraits::Product) ||
      hasAny(maker->traits, kReductions | NumericTraits::Contraction))
    return false;
  GraphIndex product = pinMoved(graph, compared->value, Binding::Cancellation);
  graph.values[product].pinHigh(Binding::Cancellation);
  readHigh(graph, *compared, Binding::Cancellation);
  return true;
}

bool amp::pinComparisons(PrecisionGraph &graph) {
  SmallVector<GraphIndex> terms;
  // Of elements of one value: rounded, they are equal, and where one of two is
  // rounded alone, the number that decides is none of them.
  auto visitPicked = [&](Use &first, Use &second) {
    SmallVector<GraphIndex, 16> ofFirst = findPicked(graph, first.value);
    SmallVector<GraphIndex, 16> ofSecond = findPicked(graph, second.value);
    if (llvm::none_of(ofFirst, [&](GraphIndex value) {
          const ValueNode &node = graph.values[value];
          return node.op != kNone && node.def != DefKind::Creator &&
                 llvm::is_contained(ofSecond, value);
        }))
      return;
    terms.append(ofFirst);
    terms.append(ofSecond);
    readHigh(graph, first, Binding::Cancellation);
    readHigh(graph, second, Binding::Cancellation);
  };
  // Of `element`, with the extreme of what is made of the same.
  auto visit = [&](Use &element, Use &extreme) {
    GraphIndex data = findMovedValue(graph, element.value);
    const ValueNode &node = graph.values[findMovedValue(graph, extreme.value)];
    if (node.op == kNone || isRough(graph, data))
      return;
    const OpNode &reduction = graph.ops[node.op];
    if (!hasAny(reduction.traits, NumericTraits::OrderReduction) ||
        llvm::none_of(graph.getUses(reduction), [&](const Use &use) {
          return isMadeOf(graph, use.value, data);
        }))
      return;
    terms.append({element.value, extreme.value});
    llvm::append_range(terms, graph.getResults(reduction));
    for (const Use &use : graph.getUses(reduction))
      terms.push_back(use.value);
    readHigh(graph, element, Binding::Cancellation);
    readHigh(graph, extreme, Binding::Cancellation);
  };
  bool underflows = losesSmallNumbers(graph), anySign = false;
  for (const OpNode &op : graph.opsWith(NumericTraits::Comparison)) {
    if (op.handsOn)
      continue;
    if (hasAny(op.traits, kReductions)) {
      keepExtremaOfIndices(graph, op);
      continue;
    }
    MutableArrayRef<Use> uses = graph.getUses(op);
    if (underflows && makesIndices(op))
      anySign |= keepSignOfProduct(graph, uses);
    if (uses.size() == 2 && makesIndices(op))
      visitPicked(uses[0], uses[1]);
    for (Use &element : uses)
      for (Use &extreme : uses)
        if (element.value != extreme.value)
          visit(element, extreme);
  }
  return pinTerms(graph, std::move(terms), Binding::Cancellation,
                  [](const OpNode &op) {
                    return !hasAny(op.traits, kReductions);
                  }) ||
         anySign;
}

bool amp::makesIndices(const OpNode &op) {
  return hasAny(op.traits,
                NumericTraits::Comparison | NumericTraits::OrderReduction) &&
         !op.handsOn && op.numUses > 0 &&
         op.numResults < op.op->getNumResults();
}

void amp::readHighWhatIsCompared(PrecisionGraph &graph) {
  auto mayMake =
      graph.opsWith(NumericTraits::Comparison | NumericTraits::OrderReduction);
  if (llvm::none_of(mayMake, makesIndices))
    return;
  std::vector<uint8_t> isHigh(graph.values.size());
  for (auto [index, node] : llvm::enumerate(graph.values))
    isHigh[index] = node.pinnedHigh || node.def == DefKind::Fixed;
  // What absorbs nothing may have been written low, and widened.
  for (const Use &use : graph.uses)
    isHigh[use.value] |=
        graph.values[use.value].def == DefKind::Absorbed &&
        (use.kind == UseKind::High ||
         (use.kind == UseKind::Tied &&
          graph.labels[use.label].fixed == LabelNode::Fixed::High));
  for (const OpNode &op : mayMake) {
    if (!makesIndices(op))
      continue;
    MutableArrayRef<Use> uses = graph.getUses(op);
    bool areHigh =
        llvm::all_of(uses, [&](const Use &use) { return isHigh[use.value]; });
    for (Use &use : uses)
      if (use.kind == UseKind::Tied ? areHigh : isHigh[use.value])
        readHigh(graph, use, Binding::Cancellation);
  }
}
