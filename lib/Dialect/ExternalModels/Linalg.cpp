//===- Linalg.cpp - MixedPrecisionOpInterface of linalg ops ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every structured op is judged by its body and iterators, named ops by the
// body they stand for. A linalg.generic, map or reduce holds casts in its body;
// a named op works at one type, except that its inputs may be narrower than its
// accumulator.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/Destinations.h"
#include "AmpDialect/IR/Saturating.h"
#include "LinalgBody.h"
#include "LinalgRebuild.h"
#include "ModelUtils.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// Bit i: loop i; loops from 63 on share the last bit.
using LoopMask = uint64_t;

/// Extents of the iteration space and, per operand, how it covers it.
struct Iteration {
  SmallVector<int64_t, 6> extents;
  int64_t points = 1;
  /// Per operand: points of the iteration space per element.
  SmallVector<int64_t, 4> reuse;
  /// Block arguments broadcast over some parallel loop.
  LinalgBodyInfo::Mask small = 0;
  /// Per operand: the loops that its map reads.
  SmallVector<LoopMask, 4> loops;
};

} // namespace

static LoopMask loopBit(unsigned loop) {
  return LoopMask(1) << std::min(loop, 63u);
}

/// The loops that `map` reads.
static LoopMask getLoops(AffineMap map) {
  LoopMask mask = 0;
  for (AffineExpr expr : map.getResults()) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      mask |= loopBit(loop.getPosition());
    else
      expr.walk([&](AffineExpr part) {
        if (auto loop = dyn_cast<AffineDimExpr>(part))
          mask |= loopBit(loop.getPosition());
      });
  }
  return mask;
}

/// The shape of `type`; nothing for scalars and unranked types. The usual class
/// is tried before the interface, which costs a search.
static std::optional<ArrayRef<int64_t>> getShape(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getShape();
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return std::nullopt;
  return shaped.getShape();
}

static Iteration getIteration(linalg::LinalgOp op, ArrayRef<AffineMap> maps,
                              ArrayRef<utils::IteratorType> iterators) {
  Iteration result;
  // Elementwise, the usual case: every operand covers every loop once.
  if (!iterators.empty() && llvm::all_equal(maps) &&
      maps.front().isPermutation()) {
    result.points = std::max<int64_t>(
        1, getAssumedNumElements(op->getOperand(0).getType()));
    result.reuse.assign(maps.size(), 1);
    result.loops.assign(maps.size(), getLoops(maps.front()));
    return result;
  }
  result.extents.assign(iterators.size(), 1);
  for (auto [operand, map] : llvm::zip(op->getOperands(), maps)) {
    std::optional<ArrayRef<int64_t>> shape = getShape(operand.getType());
    if (!shape)
      continue;
    for (auto [expr, dim] : llvm::zip(map.getResults(), *shape))
      if (auto position = dyn_cast<AffineDimExpr>(expr)) {
        int64_t &extent = result.extents[position.getPosition()];
        extent = std::max(
            extent, ShapedType::isDynamic(dim) ? kAssumedDynamicExtent : dim);
      }
  }
  // The parallel loops that run more than once.
  LoopMask wide = 0;
  for (auto [loop, extent] : llvm::enumerate(result.extents)) {
    result.points =
        saturatingMultiply(result.points, std::max<int64_t>(extent, 1));
    if (iterators[loop] == utils::IteratorType::parallel && extent > 1)
      wide |= loopBit(loop);
  }
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    int64_t elements =
        std::max<int64_t>(1, getAssumedNumElements(operand.getType()));
    result.reuse.push_back(std::max<int64_t>(1, result.points / elements));
    result.loops.push_back(getLoops(maps[index]));
    // Broadcast: some parallel loop of extent above 1 is not in the map.
    bool isScalar = !isa<RankedTensorType>(operand.getType()) &&
                    !isa<ShapedType>(operand.getType());
    if (isScalar || (wide & ~result.loops.back()) != 0)
      result.small |= LinalgBodyInfo::bit(index);
  }
  return result;
}

/// True if the two factors cover different loops: a product of a value with one
/// of the same extents, summed, is a moment, not a matrix product; nor do the
/// statistics or scales make it one that belong to a factor.
static bool coversDifferentLoops(const LinalgBodyInfo &body,
                                 const Iteration &iteration, unsigned inputs) {
  LoopMask ofFactor[2] = {0, 0};
  for (unsigned i = 0; i < inputs; ++i)
    for (unsigned factor : {0, 1})
      if (body.factors[factor] & LinalgBodyInfo::bit(i))
        ofFactor[factor] |= iteration.loops[i];
  return ofFactor[0] != ofFactor[1];
}

/// The inputs of a product that may be rounded before it: its factors, but for
/// what an exponential, a root of a statistic or a sine is taken of first.
static LinalgBodyInfo::Mask getRoundedFactors(const LinalgBodyInfo &body) {
  return body.contracted &
         ~(body.delicateData | body.delicateParameters | body.absoluteData);
}

/// True if input `index` is broadcast against another input, as a statistic is
/// against the data that it scales.
static bool isParameter(const Iteration &iteration, unsigned inputs,
                        unsigned index) {
  LoopMask own = iteration.loops[index];
  return llvm::any_of(llvm::seq(inputs), [&](unsigned other) {
    LoopMask loops = iteration.loops[other];
    return own != loops && (own & ~loops) == 0;
  });
}

/// Fills in `info` for an op whose body can hold casts.
static void fillAbsorbing(linalg::LinalgOp op, const LinalgBodyInfo &body,
                          const Iteration &iteration, FloatType high,
                          OpPrecisionInfo &info) {
  unsigned inputs = getNumInputs(op);
  for (unsigned i = 0; i < inputs; ++i) {
    OperandInfo &operand = info.operands[i];
    LinalgBodyInfo::Mask bit = LinalgBodyInfo::bit(i);
    Type type = op->getOperand(i).getType();
    if (!isParticipatingType(type, high)) {
      // A factor all the same, in a type of its own.
      if (info.category == Category::Always && (body.contracted & bit) &&
          (isa<FloatType>(getStoredType(type)) || (body.integers & bit)))
        operand.category = Category::Always;
      continue;
    }
    operand.category = Category::Follow;
    operand.role = OperandRole::Any;
    operand.summand = bool(body.summands & bit);
    operand.logarithm = bool(body.logarithms & bit);
    if (body.poles & bit)
      operand.pole =
          (body.polesBehindSum & bit) ? PoleKind::BehindSum : PoleKind::AtZero;
    else if (body.roots & bit)
      operand.pole = PoleKind::OfRoot;
    bool isProduct = info.category == Category::Always;
    if (isProduct && (getRoundedFactors(body) & bit)) {
      operand.category = Category::Always;
      operand.role = OperandRole::Low;
    } else if ((body.delicateParameters & bit) &&
               (!isProduct || isParameter(iteration, inputs, i))) {
      operand.category = Category::Never;
      operand.role = OperandRole::High;
      operand.reuse = std::max<int64_t>(2, iteration.reuse[i]);
    } else {
      // Both factors of a product are broadcast, yet neither is a parameter.
      if ((body.delicateData | body.delicateParameters) & bit)
        operand.category = Category::Never;
      if (body.absoluteData & bit) {
        operand.role = OperandRole::High;
        operand.asNumber = body.numbers & bit;
      }
      // Reuse speaks of parameters: an input that meets larger data.
      if (info.category != Category::Always && (iteration.small & bit))
        operand.reuse = iteration.reuse[i];
    }
  }
  for (auto [index, init] :
       llvm::enumerate(op->getOperands().drop_front(inputs))) {
    if (index >= op->getNumResults() ||
        !isParticipatingType(init.getType(), high))
      continue;
    OperandInfo &operand = info.operands[inputs + index];
    ResultInfo &result = info.results[index];
    operand.tiedResult = index;
    result.category =
        body.delicateResult[index] ? Category::Never : Category::Follow;
    result.role = ResultRole::Any;
    switch (body.combiners[index]) {
    case ResultCombiner::None:
      operand.role = writesWholeDestination(op, index) ? OperandRole::ShapeOnly
                                                       : OperandRole::Tied;
      break;
    case ResultCombiner::Elementwise:
    case ResultCombiner::Order:
      operand.role = OperandRole::Tied;
      break;
    case ResultCombiner::Additive:
      operand.role = OperandRole::High;
      result.role = ResultRole::Accumulator;
      if (info.category == Category::Always)
        result.category = Category::Always;
      break;
    }
  }
}

/// Fills in `info` for a named op: one working type, and inputs that may be
/// narrower than an accumulator.
static void fillNamed(linalg::LinalgOp op, const LinalgBodyInfo &body,
                      FloatType high, OpPrecisionInfo &info) {
  Iteration iteration;
  iteration.reuse.assign(op->getNumOperands(), 1);
  iteration.loops.assign(op->getNumOperands(), 0);
  fillAbsorbing(op, body, iteration, high, info);
  bool never = info.category == Category::Never;
  bool accumulates =
      llvm::is_contained(body.combiners, ResultCombiner::Additive);
  if (accumulates && !never)
    return;
  for (OperandInfo &operand : info.operands) {
    if (operand.role == OperandRole::Any || operand.role == OperandRole::Tied)
      operand.role = never ? OperandRole::High : OperandRole::Label;
    operand.category = info.category;
  }
  for (ResultInfo &result : info.results) {
    if (result.role == ResultRole::Any)
      result.role = never ? ResultRole::High : ResultRole::Label;
    result.category = info.category;
  }
}

/// Whether a body without reductions does nothing but hand on inputs: then its
/// maps say nothing, and a transpose makes them anew at each question.
static bool handsOnInputs(linalg::LinalgOp op, unsigned inputs) {
  Operation &first = op.getBlock()->front();
  return first.hasTrait<OpTrait::IsTerminator>() &&
         llvm::all_of(first.getOperands(), [&](Value value) {
           auto argument = dyn_cast<BlockArgument>(value);
           return argument && argument.getOwner() == op.getBlock() &&
                  argument.getArgNumber() < inputs;
         });
}

/// Whether a body multiplies in a type wider than `high`.
static bool multipliesWider(const LinalgBodyInfo &body, FloatType high) {
  auto product = dyn_cast_if_present<FloatType>(body.product);
  return product && product.getWidth() > high.getWidth();
}

/// Whether a body reads floats to cut them to integers alone.
static bool cutsToIntegers(linalg::LinalgOp op, const LinalgBodyInfo &body) {
  auto isFloat = [](Type type) { return isa<FloatType>(getStoredType(type)); };
  auto isMask = [](Type type) { return getStoredType(type).isInteger(1); };
  if (!body.absoluteData || llvm::any_of(op->getResultTypes(), isFloat) ||
      llvm::any_of(op->getResultTypes(), isMask))
    return false;
  return llvm::all_of(llvm::seq(getNumInputs(op)), [&](unsigned input) {
    return !isFloat(op->getOperand(input).getType()) ||
           (body.absoluteData & LinalgBodyInfo::bit(input));
  });
}

static bool hasFloats(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    return isa<FloatType>(getElementTypeOrSelf(type));
  });
}

/// Everything a structured op declares. `absorbs`: it shows its region
/// (linalg.generic, map, reduce), which can hold casts; else its name implies
/// the region.
static void getStructuredInfo(linalg::LinalgOp op, bool absorbs, FloatType high,
                              OpPrecisionInfo &info) {
  info.ownsRegions = true;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  bool reduces = llvm::is_contained(iterators, utils::IteratorType::reduction);
  SmallVector<AffineMap> maps;
  Iteration iteration;
  if (absorbs || reduces || !handsOnInputs(op, getNumInputs(op))) {
    maps = op.getIndexingMapsArray();
    iteration = getIteration(op, maps, iterators);
  }
  LinalgBodyInfo body = analyzeBody(op, iteration.small, reduces);
  info.traits = body.traits;
  if (body.logarithms)
    info.traits |= NumericTraits::Logarithm;

  info.category = Category::Follow;
  info.reason = "elementwise: fine in either type";
  if (cutsToIntegers(op, body))
    return models::setHigh(op, high, info, "cuts what it reads to integers");
  if (getRoundedFactors(body) &&
      (coversDifferentLoops(body, iteration, getNumInputs(op)) ||
       (!absorbs && linalg::isaContractionOpInterface(op)))) {
    info.category = Category::Always;
    info.reason = "matrix product or convolution: gains from tensor cores";
    info.traits = NumericTraits::Contraction;
    info.multiplyAdds = iteration.points;
    if (multipliesWider(body, high))
      return models::setHigh(op, high, info, "multiplies in a wider type");
  } else if (llvm::is_contained(body.delicateResult, true)) {
    info.category = Category::Never;
    info.reason =
        "its body holds a delicate op (exp, log, power, division by data)";
  } else if (bool(body.traits & NumericTraits::AdditiveReduction)) {
    info.reason = "sum: stores low, accumulates in f32";
    // A window slides: its result is data, not a statistic. A kept dimension
    // of extent 1 is written at 0.
    if (!llvm::all_of(maps, [](AffineMap map) {
          return map.isProjectedPermutation(/*allowZeroInResults=*/true);
        })) {
      info.traits &= ~NumericTraits::AdditiveReduction;
      info.traits |= NumericTraits::WindowSum;
    }
  } else if (bool(body.traits & NumericTraits::DataMovement)) {
    info.reason = "moves data";
  } else if (bool(body.traits & NumericTraits::OrderReduction)) {
    info.reason = "selects one of its operands";
  } else if (!hasFloats(op)) {
    info.reason = "carries or ignores values";
  }
  if (absorbs)
    fillAbsorbing(op, body, iteration, high, info);
  else
    fillNamed(op, body, high, info);
}

static void visibleBody(Operation *op, FloatType high, OpPrecisionInfo &info) {
  getStructuredInfo(cast<linalg::LinalgOp>(op), /*absorbs=*/true, high, info);
}

static void impliedBody(Operation *op, FloatType high, OpPrecisionInfo &info) {
  getStructuredInfo(cast<linalg::LinalgOp>(op), /*absorbs=*/false, high, info);
}

/// linalg.fill and the random fill: made in whatever type is wanted.
static void fill(Operation *op, FloatType high, OpPrecisionInfo &info) {
  models::setCreator(op, high, info, "made from a scalar: follows its users");
  info.ownsRegions = true;
  unsigned init = cast<linalg::LinalgOp>(op).getNumDpsInputs();
  info.operands[init].role = OperandRole::ShapeOnly;
  info.operands[init].tiedResult = 0;
}

static void softmax(Operation *op, FloatType high, OpPrecisionInfo &info) {
  models::setHigh(op, high, info,
                  "an exponential overflows and amplifies error");
  info.traits = NumericTraits::Exponential;
}

static void winograd(Operation *op, FloatType high, OpPrecisionInfo &info) {
  models::setHigh(op, high, info, "its transform amplifies rounding errors");
}

/// linalg.pack and unpack: data movement at one type.
static void relayout(Operation *op, FloatType high, OpPrecisionInfo &info) {
  models::setLabel(op, high, info, "moves data");
  info.traits = NumericTraits::DataMovement;
}

template <FailureOr<Operation *> (*fn)(linalg::LinalgOp, RewriterBase &,
                                       const PrecisionSignature &)>
static FailureOr<Operation *> rebuild(Operation *op, RewriterBase &rewriter,
                                      const PrecisionSignature &signature) {
  return fn(cast<linalg::LinalgOp>(op), rewriter, signature);
}

namespace mlir::amp::models {
template <>
inline constexpr InfoDependence kDependence<&visibleBody> =
    InfoDependence::Body;
template <>
inline constexpr InfoDependence kDependence<&impliedBody> =
    InfoDependence::Signature;
} // namespace mlir::amp::models

namespace {

using VisibleBodyModel = models::Model<&visibleBody, &rebuild<&rebuildBody>>;
using ImpliedBodyModel = models::Model<&impliedBody, &rebuild<&rebuildNamed>>;
using FillModel = models::Model<&fill, &rebuild<&rebuildNamed>>;

template <typename... OpTys> struct StructuredOps {
  template <typename OpTy> static void attach(MLIRContext *context) {
    if constexpr (llvm::is_one_of<OpTy, linalg::GenericOp, linalg::MapOp,
                                  linalg::ReduceOp>::value)
      models::attach<VisibleBodyModel, OpTy>(context);
    else if constexpr (llvm::is_one_of<OpTy, linalg::FillOp,
                                       linalg::FillRng2DOp>::value)
      models::attach<FillModel, OpTy>(context);
    else
      models::attach<ImpliedBodyModel, OpTy>(context);
  }
  static void attachAll(MLIRContext *context) { (attach<OpTys>(context), ...); }
};

} // namespace

void amp::registerLinalgExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context,
                            linalg::LinalgDialect *dialect) {
    // The generated list of every structured op, named or not.
    StructuredOps<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >::attachAll(context);
    models::attach<models::Model<&softmax>, linalg::SoftmaxOp>(context);
    models::attach<models::Model<&winograd>, linalg::WinogradFilterTransformOp,
                   linalg::WinogradInputTransformOp,
                   linalg::WinogradOutputTransformOp>(context);
    models::attach<models::Model<&relayout, &rebuildRelayout>, linalg::PackOp,
                   linalg::UnPackOp>(context);
  });
}
