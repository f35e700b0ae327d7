//===- InputDigits.cpp - What keeps the digits of the inputs --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs, constants and what is made of them without a product of matrices are
// unrounded: they have all digits of the high type. How many of them matter,
// nobody can tell: pressures near 1e5, prices and times are taken from each
// other, compared, scaled and exponentiated before a network sees them, in more
// ways than rules could list. So what computes on unrounded values alone reads
// them in the high type, as it does where casts stand at products alone. What
// it makes may go low for whoever else reads it: that is one rounding, like a
// product's of its factors. It costs few bytes, since a network is mostly
// behind its first product. Products that are written, not learned, are no such
// first product (ConstantProducts.cpp): they move data, or take it from itself.
//
// What loops, choices and calls carry is what all that is handed on is: a model
// behind a call has its caller's inputs. Arguments whose type may change
// (`signature=convert`) are rounded by whoever calls, and so are no such
// inputs. Where calls differ, see SharedArguments.cpp.
//
// What sums and delicate ops make has digits of its own: see
// AccurateDifferences.cpp.
//
// A chain that is kept high (angles, integers) likewise starts from inputs as
// they came.
//
//===----------------------------------------------------------------------===//

#include "InputDigits.h"
#include "ValueCycles.h"
#include <queue>

using namespace mlir;
using namespace mlir::amp;

bool amp::isInputValue(const PrecisionGraph &graph, GraphIndex value) {
  const ValueNode &node = graph.values[findMovedValue(graph, value)];
  if (node.op != kNone)
    return graph.ops[node.op].isConstant;
  return node.argument && node.label == kNone;
}

bool amp::readsData(const PrecisionGraph &graph, const OpNode &op,
                    const Use &use) {
  int64_t made = 0;
  // Without a look at the op, which lies elsewhere in memory.
  if (op.numResults > 0)
    made = graph.values[graph.getResults(op).front()].elements;
  else if (op.op->getNumResults() > 0)
    made = getAssumedNumElements(op.op->getResult(0).getType());
  else
    return false;
  return graph.values[findMovedValue(graph, use.value)].elements >= made;
}

bool amp::isLookup(const OpNode &inner, const OpNode &op) {
  return inner.numResults == 0 && inner.op->getParentOp() == op.op &&
         hasAny(inner.traits, NumericTraits::DataMovement);
}

MutableArrayRef<Use> amp::getUsesAndLookups(PrecisionGraph &graph,
                                            const OpNode &op) {
  MutableArrayRef<Use> lookups = getLookups(graph, op);
  // Those of the body come right behind those of the op.
  if (op.numUses == 0)
    return lookups;
  return MutableArrayRef<Use>(graph.uses)
      .slice(op.firstUse, op.numUses + lookups.size());
}

MutableArrayRef<Use> amp::getLookups(PrecisionGraph &graph, const OpNode &op) {
  GraphIndex first = 0, count = 0;
  for (const OpNode *next = &op + 1, *end = graph.ops.data() + graph.ops.size();
       next != end && isLookup(*next, op); ++next) {
    if (count == 0)
      first = next->firstUse;
    count += next->numUses;
  }
  return MutableArrayRef<Use>(graph.uses).slice(first, count);
}

/// Whether the body of `op` looks things up in values that it makes itself (a
/// tensor that it chooses): what those are, the uses of `op` do not say.
static bool makesValuesInBody(const PrecisionGraph &graph, const OpNode &op) {
  const OpNode *next = &op + 1, *end = graph.ops.data() + graph.ops.size();
  while (next != end && isLookup(*next, op))
    ++next;
  return next != end && next->op->getParentOp() == op.op;
}

/// Whether floats come from memory, of which nothing is known.
static bool readsMemory(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto buffer = dyn_cast<BaseMemRefType>(type);
    return buffer && isa<FloatType>(buffer.getElementType());
  });
}

std::optional<UnroundedPinner::Digits>
UnroundedPinner::getYielded(const OpNode &op) {
  if (!op.hasRegions)
    return std::nullopt;
  std::optional<Digits> most;
  for (Region &region : op.op->getRegions())
    for (Block &block : region) {
      if (!block.mightHaveTerminator())
        continue;
      for (Value value : block.getTerminator()->getOperands()) {
        GraphIndex index = graph.lookup(value);
        if (index == kNone)
          continue;
        // Ops come before those in their regions.
        GraphIndex maker = graph.values[index].op;
        most = std::max(most.value_or(Constant),
                        maker == kNone ? getDigits(index)
                                       : getDigits(graph.ops[maker]));
      }
    }
  return most;
}

UnroundedPinner::Digits UnroundedPinner::getDigits(const OpNode &op) {
  if (op.isConstant)
    return Constant;
  if (op.handsOn)
    return Rounded;
  if (op.showsBody && makesValuesInBody(graph, op))
    return Rounded;
  bool isProduct = op.category == Category::Always ||
                   hasAny(op.traits, NumericTraits::Contraction);
  if (isProduct && !keepsDigits(op))
    return Rounded;
  Digits most = Constant;
  bool anyOther = false, anyRead = false;
  for (const Use &use : getUses(op)) {
    if (graph.isMadeInPlace(graph.values[use.value]))
      continue;
    anyOther = true;
    if (use.elements == 0) // A destination.
      continue;
    most = std::max(most, getDigits(use.value));
    if (most == Rounded)
      return Rounded;
    anyRead = true;
  }
  // What an earlier conversion stored low is no use of the graph. Constants it
  // stores so whoever reads them.
  if (std::optional<bool> areConstant = lowConstants.areAllRead(op.op))
    return *areConstant ? most : Rounded;
  if (anyRead)
    return most < Unrounded && readsMemory(op.op) ? Unrounded : most;
  if (anyOther)
    return Rounded;
  if (std::optional<Digits> yielded = getYielded(op))
    return *yielded;
  // Made of integers, or a fill: as long as all are numbers of the low type,
  // too, nothing is lost.
  return llvm::all_of(
             graph.getResults(op),
             [&](GraphIndex result) { return graph.values[result].fits; })
             ? Constant
             : Unrounded;
}

void UnroundedPinner::setDigits(const OpNode &op, Digits ofResults) {
  auto readsPicked = [&](const Use &use) { return isPicked(use.value); };
  if (ofResults == Constant &&
      (picks(graph, op) || llvm::any_of(getUses(op), readsPicked)))
    setPicked(op);
  for (GraphIndex result : graph.getResults(op)) {
    const ValueNode &node = graph.values[result];
    bool isView = node.def == DefKind::View;
    if (isView && isPicked(node.source))
      setPicked(op);
    digits[result] = graph.isFixedLow(node.label) && ofResults > Carried
                         ? Rounded
                     : isView                       ? getDigits(node.source)
                     : node.def == DefKind::Creator ? Constant
                     : ofResults == Rounded && refines(op, node) ? Accurate
                                                                 : ofResults;
  }
}

bool UnroundedPinner::refines(const OpNode &op, const ValueNode &result) const {
  if (op.handsOn || hasAny(op.traits, NumericTraits::Contraction |
                                          NumericTraits::DataMovement))
    return false;
  // What is rounded once an iteration, and so kept, may be made of anything.
  // A number that a conversion widened has the digits that it had.
  return (op.category == Category::Never && !op.widens) || result.epilogue ||
         (result.pinnedHigh && result.binding != Binding::Accumulator);
}

bool amp::selects(const OpNode &op) {
  if (hasAny(op.traits, NumericTraits::DataMovement))
    return true;
  return hasAny(op.traits, NumericTraits::OrderReduction) &&
         !hasAny(op.traits, NumericTraits::Comparison) &&
         op.numResults == op.op->getNumResults();
}

bool UnroundedPinner::sweep(bool pins) {
  bool anyNew = false;
  for (const OpNode &op : graph.ops) {
    Digits ofResults = getDigits(op);
    setDigits(op, ofResults);
    if (pins && computes(op, ofResults)) {
      if (ofResults == Unrounded)
        need(op, Unrounded);
      needConstants(op, ofResults);
    }
    if (!carried.empty())
      for (const Use &use : graph.getUses(op))
        anyNew |= handOn(use);
  }
  return anyNew;
}

bool UnroundedPinner::handOn(const Use &use) {
  if (use.kind != UseKind::Tied || !graph.isCarried(use.label))
    return false;
  Digits ofUse = getDigits(use.value);
  if (!isFavoured.empty() && isFavoured[use.label])
    ofUse = std::min(ofUse, Unrounded);
  if (ofUse <= carried[use.label])
    return false;
  carried[use.label] = ofUse;
  return true;
}

UnroundedPinner::Readers UnroundedPinner::findReaders() const {
  std::vector<std::pair<uint32_t, uint32_t>> computing, handing, holding;
  GraphIndex reader = 0;
  for (auto [index, op] : llvm::enumerate(graph.ops)) {
    if (!isLookup(op, graph.ops[reader]))
      reader = index;
    const OpNode &outer = graph.ops[reader];
    // What hands on says nothing of its results but by their labels, or views.
    bool computes =
        llvm::any_of(graph.getResults(outer), [&](GraphIndex result) {
          return !outer.handsOn || graph.values[result].def == DefKind::View;
        });
    for (const Use &use : graph.getUses(op)) {
      if (computes)
        computing.emplace_back(use.value, reader);
      if (use.kind == UseKind::Tied && graph.isCarried(use.label))
        handing.emplace_back(use.value, &use - graph.uses.data());
    }
  }
  for (auto [index, node] : llvm::enumerate(graph.values))
    if (graph.isCarried(node.label))
      holding.emplace_back(node.label, index);
  size_t numValues = graph.values.size();
  return {FlatLists(numValues, computing), FlatLists(numValues, handing),
          FlatLists(graph.labels.size(), holding)};
}

void UnroundedPinner::spread() {
  Readers readers = findReaders();
  SmallVector<GraphIndex> labels, values;
  // In program order: an op that reads many values is asked behind them all.
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<uint32_t>>
      ops;
  for (GraphIndex label = 0; label < graph.labels.size(); ++label)
    if (carried[label] != Carried)
      labels.push_back(label);
  // A value is raised three times at most.
  while (!labels.empty() || !values.empty() || !ops.empty()) {
    if (!labels.empty()) {
      llvm::append_range(values, readers.holding[labels.pop_back_val()]);
      continue;
    }
    if (!values.empty()) {
      GraphIndex value = values.pop_back_val();
      for (uint32_t use : readers.handing[value])
        if (handOn(graph.uses[use]))
          labels.push_back(graph.uses[use].label);
      for (uint32_t op : readers.computing[value])
        ops.push(op);
      continue;
    }
    uint32_t number = ops.top();
    while (!ops.empty() && ops.top() == number)
      ops.pop();
    const OpNode &op = graph.ops[number];
    SmallVector<Digits, 2> before;
    for (GraphIndex result : graph.getResults(op))
      before.push_back(digits[result]);
    setDigits(op, getDigits(op));
    for (auto [result, was] : llvm::zip_equal(graph.getResults(op), before))
      if (digits[result] != was)
        values.push_back(result);
  }
}

void UnroundedPinner::findCarried() {
  // Along loops a few times do; calls of calls, defined in any order, may need
  // any number.
  constexpr unsigned kMostSweeps = 3;
  for (GraphIndex label : fromOutside)
    carried[label] = Rounded;
  bool anyNew = !carried.empty();
  for (unsigned count = 0; anyNew && count < kMostSweeps; ++count)
    anyNew = sweep(/*pins=*/false);
  if (anyNew)
    spread();
}

void UnroundedPinner::pinComputed() {
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (node.op != kNone || node.def == DefKind::View)
      continue;
    if (isInputValue(graph, index))
      digits[index] = Unrounded;
    else if (graph.isCarried(node.label) && getPublicFunction(node.value))
      fromOutside.push_back(node.label);
  }
  findCarried();
  if (favourInputs())
    findCarried();
  // Constants that a loop carries are stored as is best for its bytes, and no
  // constants for who looks at it then.
  auto isConstant = [&](GraphIndex label) {
    return graph.isCarried(label) && carried[label] == Carried;
  };
  auto labels = llvm::seq<GraphIndex>(0, carried.size());
  if (llvm::any_of(labels, isConstant)) {
    for (GraphIndex label : llvm::make_filter_range(labels, isConstant))
      carried[label] = Rounded;
    spread();
  }
  sweep(/*pins=*/true);
}

void UnroundedPinner::need(const OpNode &op, Digits most,
                           ArrayRef<GraphIndex> terms) {
  need(op, most == Unrounded ? Binding::Unrounded : Binding::Cancellation,
       /*throughCarried=*/true, [&](const OpNode &reader, GraphIndex value) {
         Digits ofValue = getDigits(value);
         if (ofValue == Constant || ofValue > most)
           return false;
         if (&reader == &op && !terms.empty())
           return llvm::is_contained(terms, value);
         return ofValue != Accurate || !averages(reader, value);
       });
}

void UnroundedPinner::need(const OpNode &op, GraphIndex summand) {
  need(op, Binding::Cancellation, /*throughCarried=*/false,
       [&](const OpNode &, GraphIndex value) {
         return leading[value] == summand;
       });
}

void UnroundedPinner::need(
    const OpNode &root, Binding binding, bool throughCarried,
    function_ref<bool(const OpNode &, GraphIndex)> isNeeded) {
  if (needed.empty())
    needed.assign(graph.values.size(), false);
  SmallVector<GraphIndex> pending;
  auto readTerms = [&](const OpNode &op) {
    for (Use &use : getUses(op)) {
      if (use.elements == 0 || !isNeeded(op, use.value))
        continue;
      readHigh(graph, use, binding);
      pending.push_back(use.value);
    }
  };
  readTerms(root);
  while (!pending.empty()) {
    GraphIndex index = pending.pop_back_val();
    ValueNode &node = graph.values[index];
    bool isHandedOn = throughCarried && graph.isCarried(node.label);
    if (needed[index] || node.def == DefKind::Creator ||
        (node.op == kNone && !isHandedOn))
      continue;
    needed[index] = any = true;
    node.pinHigh(binding);
    if (isHandedOn)
      for (uint32_t use : handedOn[node.label]) {
        // Where calls disagree, a product is handed on, too.
        const Use &handing = graph.uses[use];
        if (isNeeded(graph.ops[handing.op], handing.value))
          pending.push_back(handing.value);
      }
    else if (node.def == DefKind::View)
      pending.push_back(node.source);
    else
      readTerms(graph.ops[node.op]);
  }
}

bool UnroundedPinner::averages(const OpNode &op, GraphIndex value) const {
  constexpr int64_t kMany = 1024; // The error is that of one over 32.
  return hasAny(op.traits, NumericTraits::AdditiveReduction) &&
         llvm::all_of(graph.getResults(op), [&](GraphIndex result) {
           return graph.values[value].elements / kMany >=
                  graph.values[result].elements;
         });
}

bool amp::pinUnrounded(PrecisionGraph &graph, const GraphContents &contents,
                       ValueRanges getRange) {
  UnroundedPinner pinner(graph, getRange);
  pinner.pinComputed();
  pinner.pinIndexed();
  // Products of matrices do not tell what their bodies hold.
  if (contents.has(NumericTraits::Subtraction | NumericTraits::Comparison |
                   NumericTraits::Contraction))
    pinner.pinDifferences(contents);
  return pinner.hasPinned();
}

bool amp::isFragile(Binding binding) {
  return binding == Binding::IntegerChain || binding == Binding::AngleChain ||
         binding == Binding::LogarithmChain || binding == Binding::PoleChain ||
         binding == Binding::Cancellation || binding == Binding::Unrounded ||
         binding == Binding::Position;
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
