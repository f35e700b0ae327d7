//===- RangesLinalg.cpp - Ranges of linalg ops ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One model for every structured op: its body is evaluated over intervals, the
// block arguments holding the operands' ranges. Running values of reductions
// start at the destination's range and climb to a fixpoint; sums are bounded
// by their extent.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/Destinations.h"
#include "AmpDialect/IR/IntegerRanges.h"
#include "BodyValueMap.h"
#include "LinalgBody.h"
#include "RangeModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

namespace {
/// A sum whose running value is body argument `argument`.
struct Combiner {
  enum class Kind : uint8_t { None, Sum, Maximum } kind = Kind::None;
  Value term;
};

Combiner matchCombiner(Value yielded, BlockArgument running) {
  // Of a running value that a conversion stores low, the sum is still one.
  Operation *op = stripPrecisionCasts(yielded).getDefiningOp();
  if (!op || op->getNumOperands() != 2)
    return {};
  bool first = stripPrecisionCasts(op->getOperand(0)) == running;
  if (first == (stripPrecisionCasts(op->getOperand(1)) == running))
    return {};
  Value term = getUnwidened(op->getOperand(first ? 1 : 0));
  // The term must not depend on the running value. An argmax compares it too,
  // but takes its maximum of an argument.
  bool isOnlyUse =
      running.hasOneUse() && op->getOperand(first ? 0 : 1).hasOneUse();
  if (!isOnlyUse && !isa<BlockArgument>(term))
    return {};
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    return {Combiner::Kind::Sum, term};
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return {Combiner::Kind::Maximum, term};
  return {};
}

/// The structure of one op and the evaluation of its body.
class BodyEvaluator {
public:
  BodyEvaluator(linalg::LinalgOp op, const FloatRangeOperands &operands)
      : op(op), operands(operands), body(*op.getBlock()) {}

  void run(SetFloatRangeFn setResult);

private:
  FloatRange get(Value value) {
    const FloatRange *known = local.find(value);
    return known ? *known : operands.lookup(value);
  }
  ValueOrder compare(Value a, Value b, bool identity);
  /// Evaluates the body for the ranges of the arguments in `local`. False if a
  /// captured value is not known yet.
  bool evaluate();
  /// Elements summed into one, -1 if unknown.
  int64_t getReductionCount();
  /// The indexing maps; most bodies are evaluated without them.
  ArrayRef<AffineMap> getMaps() {
    if (maps.empty())
      maps = op.getIndexingMapsArray();
    return maps;
  }
  FloatRange getSum(const Combiner &combiner, const FloatRange &init);

  linalg::LinalgOp op;
  const FloatRangeOperands &operands;
  Block &body;
  llvm::SmallVector<AffineMap> maps;
  BodyValueMap<FloatRange> local;
};
} // namespace

ValueOrder BodyEvaluator::compare(Value a, Value b, bool identity) {
  a = getUnwidened(a);
  b = getUnwidened(b);
  if (a == b)
    return ValueOrder::Equal;
  auto aArg = dyn_cast<BlockArgument>(a), bArg = dyn_cast<BlockArgument>(b);
  if (!aArg || !bArg || aArg.getOwner() != &body || bArg.getOwner() != &body)
    return ValueOrder::Unknown;
  unsigned i = aArg.getArgNumber(), j = bArg.getArgNumber();
  // A destination that is reduced into changes as the loops run.
  if (op.getNumReductionLoops() != 0 && std::max(i, j) >= getNumInputs(op))
    return ValueOrder::Unknown;
  Value aValue = op->getOperand(i), bValue = op->getOperand(j);
  if (identity)
    return aValue == bValue && getMaps()[i] == getMaps()[j]
               ? ValueOrder::Equal
               : ValueOrder::Unknown;
  if (!areRelated(aValue, bValue))
    return ValueOrder::Unknown;
  return compareElements(aValue, getMaps()[i], bValue, getMaps()[j],
                         operands.lookup);
}

bool BodyEvaluator::evaluate() {
  llvm::SmallVector<FloatRange, 4> ranges;
  for (Operation &nested : getBodyOps(body)) {
    auto model = dyn_cast<FloatRangeOpInterface>(&nested);
    auto integers = model ? InferIntRangeInterface()
                          : dyn_cast<InferIntRangeInterface>(&nested);
    if (!model && !integers) {
      for (Value result : nested.getResults())
        local[result] = FloatRange::getAnything();
      continue;
    }
    ranges.clear();
    for (Value operand : nested.getOperands()) {
      ranges.push_back(get(operand));
      if (!ranges.back().initialized)
        return false;
    }
    for (Value result : nested.getResults())
      local[result] = FloatRange::getAnything();
    auto setResult = [&](unsigned i, const FloatRange &range) {
      local[nested.getResult(i)] = range;
    };
    if (integers) {
      inferIntegers(integers, ranges, setResult);
      continue;
    }
    auto compareOperands = [&](unsigned a, unsigned b, bool identity) {
      return compare(nested.getOperand(a), nested.getOperand(b), identity);
    };
    auto lookup = [&](Value value) { return get(value); };
    model.inferFloatRanges({ranges, compareOperands, lookup, operands.symbols},
                           setResult);
  }
  return llvm::all_of(body.getTerminator()->getOperands(),
                      [&](Value yielded) { return get(yielded).initialized; });
}

/// Per loop of `op`, whose indexing maps are `maps`, its extent, -1 if unknown.
/// getStaticLoopRanges makes maps for that, which costs ten times as much.
static llvm::SmallVector<int64_t, 6> getLoopExtents(linalg::LinalgOp op,
                                                    ArrayRef<AffineMap> maps) {
  llvm::SmallVector<int64_t, 6> extents(op.getNumLoops(), -1);
  for (auto [operand, map] : llvm::zip(op->getOperands(), maps)) {
    ArrayRef<int64_t> shape;
    // The usual class is tried before the interface, which costs a search.
    if (auto tensor = dyn_cast<RankedTensorType>(operand.getType()))
      shape = tensor.getShape();
    else if (auto shaped = dyn_cast<ShapedType>(operand.getType()))
      shape = shaped.getShape();
    else
      continue;
    for (auto [k, expr] : llvm::enumerate(map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && !ShapedType::isDynamic(shape[k]))
        extents[dim.getPosition()] = shape[k];
  }
  return extents;
}

int64_t BodyEvaluator::getReductionCount() {
  llvm::SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  llvm::SmallVector<int64_t, 6> extents = getLoopExtents(op, getMaps());
  int64_t count = 1;
  for (auto [iterator, extent] : llvm::zip(iterators, extents)) {
    if (iterator == utils::IteratorType::parallel)
      continue;
    if (extent < 0)
      return -1;
    count *= extent;
  }
  return count;
}

FloatRange BodyEvaluator::getSum(const Combiner &combiner,
                                 const FloatRange &init) {
  FloatRange term = get(combiner.term);
  Operation *product = stripPrecisionCasts(combiner.term).getDefiningOp();
  bool contraction = product && isa<arith::MulFOp>(product) &&
                     compare(product->getOperand(0), product->getOperand(1),
                             true) != ValueOrder::Equal;
  int64_t count = getReductionCount();
  FloatRange total =
      contraction
          ? range::sumOfProducts(get(product->getOperand(0)),
                                 get(product->getOperand(1)), term, count)
          : range::sum(term, count);
  return range::add(init, total);
}

void BodyEvaluator::run(SetFloatRangeFn setResult) {
  if (body.getNumArguments() != op->getNumOperands())
    return;
  for (auto [argument, range] : llvm::zip(body.getArguments(), operands.ranges))
    local[argument] = range;
  Operation *yield = body.getTerminator();
  unsigned numInputs = getNumInputs(op), numResults = getNumInits(op);
  bool reduces = op.getNumReductionLoops() != 0;
  llvm::SmallVector<Combiner, 2> combiners(numResults);
  llvm::SmallVector<FloatRange, 2> results(numResults);
  // One pass without reductions; else a climb that widens after two steps.
  for (unsigned step = 0;; ++step) {
    if (!evaluate()) {
      // Wait for the captured value; see the interface.
      for (unsigned k = 0; k < op->getNumResults(); ++k)
        setResult(k, FloatRange::getUninitialized());
      return;
    }
    bool changed = false;
    for (unsigned k = 0; k < numResults; ++k) {
      BlockArgument running = body.getArgument(numInputs + k);
      Value yielded = yield->getOperand(k);
      results[k] = get(yielded);
      if (!reduces)
        continue;
      combiners[k] = matchCombiner(yielded, running);
      if (combiners[k].kind == Combiner::Kind::Sum) {
        results[k] = getSum(combiners[k], operands[numInputs + k]);
        continue;
      }
      FloatRange previous = local[running];
      FloatRange next = FloatRange::join(previous, results[k]);
      if (next == previous)
        continue;
      local[running] = step < 2 ? next : FloatRange::widen(previous, next);
      changed |= local[running] != previous;
    }
    if (!changed || step > 8)
      break;
  }
  for (unsigned k = 0; k < std::min(numResults, op->getNumResults()); ++k) {
    // Where the body reads it, its range is in the result's.
    if (body.getArgument(numInputs + k).use_empty() &&
        !writesWholeDestination(op, k))
      results[k] = FloatRange::join(operands[numInputs + k], results[k]);
    setResult(k, results[k]);
  }
}

namespace {
template <typename Op>
struct StructuredRange
    : FloatRangeOpInterface::ExternalModel<StructuredRange<Op>, Op> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    BodyEvaluator(cast<linalg::LinalgOp>(op), operands).run(setResult);
  }
  bool evaluatesOwnRegions(Operation *) const { return true; }
  /// The bodies of contractions compare nothing but whether operands are one;
  /// that of a fill reads one number. Transposed and broadcast is what there
  /// is.
  RangeDependence getRangeDependence(Operation *) const {
    if constexpr (llvm::is_one_of<Op, linalg::TransposeOp,
                                  linalg::BroadcastOp>::value)
      return RangeDependence::Copy;
    return std::is_same_v<Op, linalg::FillOp> ||
                   Op::template hasTrait<
                       linalg::ContractionOpInterface::Trait>() ||
                   Op::template hasTrait<
                       linalg::ConvolutionOpInterface::Trait>()
               ? RangeDependence::Signature
               : RangeDependence::Structure;
  }

  std::optional<ElementRelation> getElementRelation(Operation *op,
                                                    unsigned index) const {
    return getRelation(cast<linalg::LinalgOp>(op), index);
  }
  std::optional<unsigned> getElementSource(Operation *op, unsigned index) const;

  static std::optional<ElementRelation> getRelation(linalg::LinalgOp op,
                                                    unsigned index);
};

/// True if all of `init` is one constant that is not negative.
bool startsNonNegative(Value init) {
  auto fill = init.getDefiningOp<linalg::FillOp>();
  Attribute value;
  return matchPattern(fill ? fill.getInputs()[0] : init, m_Constant(&value)) &&
         (fill || isa<SplatElementsAttr>(value)) &&
         FloatRange::getConstant(value).isWithin(0, FloatRange::kInf);
}

/// Kind and operand of the relation of result `index`; its map is left null.
std::optional<ElementRelation> getMaplessRelation(linalg::LinalgOp op,
                                                  unsigned index) {
  using Kind = ElementRelation::Kind;
  Block &body = *op.getBlock();
  if (body.getNumArguments() != op->getNumOperands())
    return std::nullopt;
  unsigned numInputs = getNumInputs(op);
  Value source = getUnwidened(body.getTerminator()->getOperand(index));
  // Computed: a copy is an argument, and a reduction combines with one.
  Operation *def = source.getDefiningOp();
  if (def && def->getNumOperands() != 2)
    return std::nullopt;
  bool reduces = op.getNumReductionLoops() != 0;
  Kind kind = Kind::Copy;
  if (reduces) {
    Combiner combiner =
        matchCombiner(source, body.getArgument(numInputs + index));
    if (combiner.kind == Combiner::Kind::None)
      return std::nullopt;
    kind = combiner.kind == Combiner::Kind::Maximum ? Kind::Maximum : Kind::Sum;
    source = combiner.term;
  }
  auto argument = dyn_cast<BlockArgument>(source);
  if (!argument || argument.getOwner() != &body ||
      argument.getArgNumber() >= numInputs)
    return std::nullopt;
  if (kind == Kind::Sum &&
      !startsNonNegative(op->getOperand(numInputs + index)))
    return std::nullopt;
  if (!writesWholeDestination(op, index))
    return std::nullopt;
  return ElementRelation{kind, argument.getArgNumber(), AffineMap()};
}

std::optional<ElementRelation> getStructuredRelation(linalg::LinalgOp op,
                                                     unsigned index) {
  std::optional<ElementRelation> relation = getMaplessRelation(op, index);
  if (!relation)
    return std::nullopt;
  // From the result's indices to loop indices: each loop that writes a result
  // dimension is that dimension, each other one runs freely.
  llvm::SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap output = maps[getNumInputs(op) + index];
  MLIRContext *context = op->getContext();
  llvm::SmallVector<AffineExpr, 6> loops(output.getNumDims());
  for (auto [k, expr] : llvm::enumerate(output.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      loops[dim.getPosition()] = getAffineDimExpr(k, context);
  unsigned numSymbols = 0;
  for (AffineExpr &loop : loops)
    if (!loop)
      loop = getAffineSymbolExpr(numSymbols++, context);
  if (relation->kind == ElementRelation::Kind::Copy && numSymbols != 0)
    return std::nullopt;
  relation->map = maps[relation->operand].replaceDimsAndSymbols(
      loops, {}, output.getNumResults(), numSymbols);
  return relation;
}

template <typename Op>
std::optional<unsigned>
StructuredRange<Op>::getElementSource(Operation *op, unsigned index) const {
  std::optional<ElementRelation> relation =
      getMaplessRelation(cast<linalg::LinalgOp>(op), index);
  if (!relation)
    return std::nullopt;
  return relation->operand;
}

template <typename Op>
std::optional<ElementRelation>
StructuredRange<Op>::getRelation(linalg::LinalgOp op, unsigned index) {
  return getStructuredRelation(op, index);
}

/// exp(x - max) over its sum: within [0, 1], NaN for rows of -inf.
struct SoftmaxRange
    : FloatRangeOpInterface::ExternalModel<SoftmaxRange, linalg::SoftmaxOp> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    FloatRange range = FloatRange::getWithin(0, 1);
    range.mayBeNaN = operands[0].mayBeNaN || operands[0].mayBeInf();
    setResult(0, range);
  }
};

/// linalg.index: 0 to the loop's extent less one.
struct IndexRange
    : FloatRangeOpInterface::ExternalModel<IndexRange, linalg::IndexOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &,
                        SetFloatRangeFn setResult) const {
    FloatRange range = FloatRange::getWithin(0, FloatRange::kInf);
    if (auto parent = dyn_cast<linalg::LinalgOp>(op->getParentOp())) {
      int64_t extent = getLoopExtents(
          parent,
          parent.getIndexingMapsArray())[cast<linalg::IndexOp>(op).getDim()];
      if (extent > 0)
        range = FloatRange::getReached(0, extent - 1);
    }
    setResult(0, range);
  }
};

/// Attaches to each op that is structured; softmax and the like are not.
template <typename Op> void attachOne(MLIRContext *context) {
  if constexpr (Op::template hasTrait<linalg::LinalgOp::Trait>())
    Op::template attachInterface<StructuredRange<Op>>(*context);
}
template <typename... Ops> void attachAll(MLIRContext *context) {
  (attachOne<Ops>(context), ...);
}
} // namespace

void amp::registerLinalgRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachAll<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
    linalg::SoftmaxOp::attachInterface<SoftmaxRange>(*context);
    linalg::IndexOp::attachInterface<IndexRange>(*context);
  });
}
