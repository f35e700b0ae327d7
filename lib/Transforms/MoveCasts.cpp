//===- MoveCasts.cpp - Casts through and into other ops -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op is reached through MixedPrecisionOpInterface: layout ops are views
// and data movement, creators declare themselves, bodies absorb. A truncation
// moves towards the producer and an extension towards the consumer where both
// sides are equally large, else to the smaller side.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/ConstantNarrowing.h"
#include "CastInfo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// The operand whose elements `op` lays out anew without arithmetic, if that
/// is all that it does to values of element type `type`.
static OpOperand *getLayoutSource(Operation *op, FloatType type) {
  // One source, a destination and little else: who has more is not asked, which
  // would take as long for each cast that it reads as it has operands.
  constexpr unsigned kMostOperands = 64;
  if (!op || op->getNumOperands() > kMostOperands)
    return nullptr;
  auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
  if (!iface || op->getNumResults() != 1 || !isMemoryEffectFree(op) ||
      !isParticipatingType(op->getResult(0).getType(), type))
    return nullptr;
  OpPrecisionInfo info;
  askForPrecision(iface, type, info);
  if (!bool(info.traits & NumericTraits::DataMovement) ||
      (op->getNumRegions() > 0 && !info.ownsRegions) ||
      info.results[0].role == ResultRole::Any)
    return nullptr;
  OpOperand *source = nullptr;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<FloatType>(getElementTypeOrSelf(operand.get().getType())))
      continue;
    switch (info.operands[operand.getOperandNumber()].role) {
    case OperandRole::ShapeOnly:
      continue;
    case OperandRole::Label:
    case OperandRole::Any:
      if (source)
        return nullptr;
      source = &operand;
      continue;
    default:
      return nullptr;
    }
  }
  return source;
}

/// -1, 0, 1: the source of a layout op has fewer, as many, more elements than
/// its result; nothing where a shape is not known.
static std::optional<int> compareSizes(OpOperand *source) {
  auto before = dyn_cast<ShapedType>(source->get().getType());
  auto after = cast<ShapedType>(source->getOwner()->getResult(0).getType());
  if (!before || !before.hasStaticShape() || !after.hasStaticShape())
    return std::nullopt;
  int64_t difference = before.getNumElements() - after.getNumElements();
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

/// How often `reader` runs each time that `cast` does; nothing where a loop
/// between them does not tell.
static std::optional<int64_t> getTripsBetween(Operation *cast,
                                              Operation *reader) {
  int64_t trips = 1;
  for (Operation *parent = reader->getParentOp();
       parent && !parent->isAncestor(cast); parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (!loop)
      continue;
    std::optional<APInt> count = loop.getStaticTripCount();
    if (!count || llvm::MulOverflow(
                      trips, int64_t(count->getLimitedValue(INT64_MAX)), trips))
      return std::nullopt;
  }
  return trips;
}

/// Whether the result of `source`'s layout op has no more elements than what it
/// reads, all times together that it runs for one run of `cast`.
static bool castsFewerBehind(Operation *cast, OpOperand *source) {
  Operation *layout = source->getOwner();
  std::optional<int64_t> trips = getTripsBetween(cast, layout);
  if (!trips || *trips == 1)
    return trips.has_value();
  auto before = llvm::cast<ShapedType>(source->get().getType());
  auto after = llvm::cast<ShapedType>(layout->getResult(0).getType());
  int64_t total;
  return !llvm::MulOverflow(*trips, after.getNumElements(), total) &&
         total <= before.getNumElements();
}

/// A cast like `like` of another value.
static Operation *castLike(RewriterBase &rewriter, const CastInfo &like,
                           Value value) {
  Operation *made = rewriter.clone(*like.op);
  rewriter.modifyOpInPlace(made, [&] {
    made->setOperand(0, value);
    made->getResult(0).setType(withElementType(value.getType(), like.to));
  });
  return made;
}

/// Rebuilds `op`, and erases what it read before and nothing else does.
static FailureOr<Operation *> rebuild(RewriterBase &rewriter, Operation *op,
                                      const CastInfo &cast,
                                      ArrayRef<Value> operands,
                                      TypeRange results) {
  PrecisionSignature signature;
  signature.low = cast.narrows() ? cast.to : cast.from;
  signature.high = cast.narrows() ? cast.from : cast.to;
  signature.compute = signature.accumulate = signature.high;
  signature.operands.assign(operands.begin(), operands.end());
  signature.resultTypes.assign(results.begin(), results.end());
  SmallVector<Operation *> read;
  for (Value operand : op->getOperands())
    if (Operation *def = operand.getDefiningOp();
        def && def != cast.op && !llvm::is_contained(read, def))
      read.push_back(def);
  rewriter.setInsertionPoint(op);
  FailureOr<Operation *> made = rebuildAtPrecision(
      llvm::cast<MixedPrecisionOpInterface>(op), rewriter, signature);
  if (succeeded(made))
    for (Operation *def : read)
      if (isOpTriviallyDead(def))
        rewriter.eraseOp(def);
  return made;
}

/// True if `value` is a running value written by its op: a truncation behind it
/// is the op's epilogue and costs nothing there.
static bool isAccumulator(Value value, FloatType type) {
  auto result = dyn_cast<OpResult>(value);
  auto iface = result ? dyn_cast<MixedPrecisionOpInterface>(result.getOwner())
                      : MixedPrecisionOpInterface();
  if (!iface)
    return false;
  OpPrecisionInfo info;
  askForPrecision(iface, type, info);
  return info.results[result.getResultNumber()].role == ResultRole::Accumulator;
}

namespace {

/// cast(layout x) = layout(cast x)
template <typename CastOp> struct MoveCastUp : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<CastInfo> cast = getCastInfo(op);
    Operation *layout = op->getOperand(0).getDefiningOp();
    if (!cast || !isCommonFloat(cast->to))
      return rewriter.notifyMatchFailure(op, "not between common floats");
    OpOperand *source = getLayoutSource(layout, cast->from);
    if (!source || !layout->getResult(0).hasOneUse())
      return rewriter.notifyMatchFailure(op, "reads no layout op of its own");
    std::optional<CastInfo> inner = getCastInfo(source->get().getDefiningOp());
    bool undoes = inner && cast->narrows() && !inner->narrows() &&
                  inner->from == cast->to;
    std::optional<int> sizes = compareSizes(source);
    if (!undoes && !(sizes && (*sizes < 0 || (*sizes == 0 && cast->narrows()))))
      return rewriter.notifyMatchFailure(op, "no fewer elements before it");
    rewriter.setInsertionPoint(layout);
    SmallVector<Value> operands(layout->getOperands());
    Operation *moved = castLike(rewriter, *cast, source->get());
    operands[source->getOperandNumber()] = moved->getResult(0);
    FailureOr<Operation *> made =
        rebuild(rewriter, layout, *cast, operands, op->getResultTypes());
    if (failed(made)) {
      rewriter.eraseOp(moved);
      return rewriter.notifyMatchFailure(op, "the layout op stays as it is");
    }
    rewriter.replaceOp(op, *made);
    return success();
  }
};

/// layout(cast x) = cast(layout x)
template <typename CastOp> struct MoveCastDown : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<CastInfo> cast = getCastInfo(op);
    if (!cast || !op->hasOneUse() || !isCommonFloat(cast->from))
      return rewriter.notifyMatchFailure(op, "shared, or no common float");
    Operation *layout = *op->user_begin();
    OpOperand *source = getLayoutSource(layout, cast->to);
    if (!source || source->get() != cast->output())
      return rewriter.notifyMatchFailure(op, "not read by a layout op");
    std::optional<int> sizes = compareSizes(source);
    if (!sizes || *sizes < 0 || (*sizes == 0 && cast->narrows()))
      return rewriter.notifyMatchFailure(op, "no fewer elements behind it");
    if (!castsFewerBehind(op, source))
      return rewriter.notifyMatchFailure(op, "a loop would cast again");
    SmallVector<Value> operands(layout->getOperands());
    operands[source->getOperandNumber()] = cast->input();
    Type type = withElementType(layout->getResult(0).getType(), cast->from);
    FailureOr<Operation *> made =
        rebuild(rewriter, layout, *cast, operands, type);
    if (failed(made))
      return failure();
    rewriter.setInsertionPointAfter(*made);
    Operation *moved = castLike(rewriter, *cast, (*made)->getResult(0));
    rewriter.replaceAllUsesExcept((*made)->getResult(0), moved->getResult(0),
                                  moved);
    rewriter.eraseOp(op);
    return success();
  }
};

/// A narrowed constant: one per constant and type, for all casts that allow it.
struct FoldIntoConstant : OpRewritePattern<arith::TruncFOp> {
  FoldIntoConstant(MLIRContext *context, bool foldWeights)
      : OpRewritePattern(context, /*benefit=*/8), foldWeights(foldWeights) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<CastInfo> cast = getCastInfo(op);
    Operation *constant = op->getOperand(0).getDefiningOp();
    TypedAttr value;
    if (!cast || !isa_and_nonnull<MixedPrecisionOpInterface>(constant) ||
        !matchPattern(constant, m_Constant(&value)) || !value ||
        !isCommonFloat(cast->to) || !canNarrowConstant(value, cast->to))
      return rewriter.notifyMatchFailure(op, "not of a constant at hand");
    bool exact = countNarrowing(value, cast->to).isExact();
    auto allows = [&](const CastInfo &use) {
      return use.op->getName() == op->getName() &&
             use.output().getType() == op.getType() &&
             (exact || (foldWeights && use.ours && use.roundsToNearest));
    };
    if (!allows(*cast))
      return rewriter.notifyMatchFailure(op,
                                         "would change the user's rounding");
    SmallVector<Operation *> casts;
    for (Operation *user : constant->getUsers())
      if (std::optional<CastInfo> use = getCastInfo(user); use && allows(*use))
        casts.push_back(user);
    rewriter.setInsertionPointAfter(constant);
    Operation *twin = rewriter.clone(*constant);
    FailureOr<Operation *> made =
        rebuild(rewriter, twin, *cast, {}, op->getResultTypes());
    if (failed(made)) {
      rewriter.eraseOp(twin);
      return rewriter.notifyMatchFailure(op, "the constant stays as it is");
    }
    for (Operation *user : casts)
      rewriter.replaceOp(user, *made);
    if (isOpTriviallyDead(constant))
      rewriter.eraseOp(constant);
    return success();
  }

  bool foldWeights;
};

/// cast(fill v) = fill(cast v)
template <typename CastOp> struct FoldIntoCreator : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  /// Making the value in the other type must give what casting it gives: the
  /// user's rounding stays unless each scalar is a constant that both hold.
  static bool isFaithful(Operation *creator, const CastInfo &cast) {
    for (Value operand : creator->getOperands()) {
      if (!isa<FloatType>(operand.getType()))
        continue;
      TypedAttr value;
      if (operand.getType() != cast.from)
        return false;
      if (!cast.ours &&
          !(matchPattern(operand, m_Constant(&value)) && value &&
            cast.narrows() && countNarrowing(value, cast.to).isExact()))
        return false;
    }
    return cast.roundsToNearest;
  }

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<CastInfo> cast = getCastInfo(op);
    Operation *creator = op->getOperand(0).getDefiningOp();
    auto iface = dyn_cast_or_null<MixedPrecisionOpInterface>(creator);
    // Constants, and what widens them, have patterns of their own.
    if (!cast || !iface || creator->getNumResults() != 1 ||
        creator->template hasTrait<OpTrait::ConstantLike>() ||
        changesFloatType(creator) || !isCommonFloat(cast->to) ||
        !isMemoryEffectFree(creator))
      return rewriter.notifyMatchFailure(op, "not of a creator");
    OpPrecisionInfo info;
    askForPrecision(iface, cast->from, info);
    if (info.results[0].role != ResultRole::Creator ||
        !isFaithful(creator, *cast))
      return rewriter.notifyMatchFailure(op, "not made the same way");
    rewriter.setInsertionPointAfter(creator);
    Operation *twin = rewriter.clone(*creator);
    FailureOr<Operation *> made =
        rebuild(rewriter, twin, *cast, llvm::to_vector(twin->getOperands()),
                op->getResultTypes());
    if (failed(made)) {
      rewriter.eraseOp(twin);
      return rewriter.notifyMatchFailure(op, "the creator stays as it is");
    }
    rewriter.replaceOp(op, *made);
    if (isOpTriviallyDead(creator))
      rewriter.eraseOp(creator);
    return success();
  }
};

/// A cast of ours moves into the body that makes its value.
template <typename CastOp>
struct AbsorbIntoProducer : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<CastInfo> cast = getCastInfo(op);
    auto result = dyn_cast<OpResult>(op->getOperand(0));
    if (!cast || !cast->ours || !result || !result.hasOneUse() ||
        !isCommonFloat(cast->to))
      return rewriter.notifyMatchFailure(op,
                                         "not ours, or the value is shared");
    Operation *producer = result.getOwner();
    auto iface = dyn_cast<MixedPrecisionOpInterface>(producer);
    unsigned number = result.getResultNumber();
    if (!iface || !isParticipatingType(result.getType(), cast->from) ||
        !iface.absorbsResultCast(number))
      return rewriter.notifyMatchFailure(op, "its producer absorbs nothing");
    OpPrecisionInfo info;
    askForPrecision(iface, cast->from, info);
    if (info.results[number].role != ResultRole::Any)
      return rewriter.notifyMatchFailure(op, "its producer accumulates");
    for (const OperandInfo &operand : info.operands)
      if (operand.role == OperandRole::Tied &&
          operand.tiedResult == int32_t(number))
        return rewriter.notifyMatchFailure(op, "the destination is read");
    SmallVector<Type> types(producer->getResultTypes());
    types[number] = op.getType();
    FailureOr<Operation *> made =
        rebuild(rewriter, producer, *cast,
                llvm::to_vector(producer->getOperands()), types);
    if (failed(made))
      return failure();
    rewriter.replaceOp(op, (*made)->getResult(number));
    return success();
  }
};

/// A cast of ours that one op alone reads moves into that op's body.
template <typename CastOp>
struct AbsorbIntoConsumer : OpRewritePattern<CastOp> {
  using OpRewritePattern<CastOp>::OpRewritePattern;

  /// The body may read the wider or narrower value at once.
  static bool absorbs(MixedPrecisionOpInterface user,
                      const OpPrecisionInfo &info, unsigned index,
                      const CastInfo &cast) {
    const OperandInfo &operand = info.operands[index];
    if (!user.absorbsOperandCast(index) || operand.readElements == 0)
      return false;
    return operand.role == OperandRole::Any &&
           (!cast.narrows() || operand.reuse <= 1);
  }

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<CastInfo> cast = getCastInfo(op);
    if (!cast || !cast->ours || op->use_empty() || !isCommonFloat(cast->from) ||
        !isParticipatingType(op.getType(), cast->to))
      return rewriter.notifyMatchFailure(op, "not ours");
    auto user = dyn_cast<MixedPrecisionOpInterface>(*op->user_begin());
    if (!user || getCastInfo(user) ||
        !llvm::all_of(op->getUsers(), [&](Operation *other) {
          return other == user.getOperation();
        }))
      return rewriter.notifyMatchFailure(op, "not read by one op alone");
    if (cast->narrows() && isAccumulator(cast->input(), cast->from))
      return rewriter.notifyMatchFailure(op, "the epilogue of a contraction");
    if (cast->narrows() && getTripsBetween(op, user) != 1)
      return rewriter.notifyMatchFailure(op, "a loop would read more bytes");
    OpPrecisionInfo info;
    askForPrecision(user, cast->to, info);
    SmallVector<Value> operands(user->getOperands());
    for (OpOperand &use : op->getUses()) {
      if (!absorbs(user, info, use.getOperandNumber(), *cast))
        return rewriter.notifyMatchFailure(op, "its reader absorbs nothing");
      operands[use.getOperandNumber()] = cast->input();
    }
    if (failed(rebuild(rewriter, user, *cast, operands,
                       llvm::to_vector(user->getResultTypes()))))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void amp::populateMoveCastsPatterns(RewritePatternSet &patterns,
                                    const FoldCastsOptions &options) {
  // Benefits set the order in which one cast tries its ways: a truncation wants
  // to reach its producer, an extension its consumer.
  MLIRContext *context = patterns.getContext();
  patterns.add<FoldIntoConstant>(context, options.foldWeights);
  patterns
      .add<FoldIntoCreator<arith::TruncFOp>, FoldIntoCreator<arith::ExtFOp>>(
          context, /*benefit=*/7);
  patterns.add<MoveCastUp<arith::TruncFOp>, MoveCastDown<arith::ExtFOp>,
               MoveCastUp<arith::ExtFOp>, MoveCastDown<arith::TruncFOp>>(
      context, /*benefit=*/6);
  patterns.add<AbsorbIntoProducer<arith::TruncFOp>,
               AbsorbIntoConsumer<arith::ExtFOp>>(context, /*benefit=*/5);
  patterns.add<AbsorbIntoConsumer<arith::TruncFOp>,
               AbsorbIntoProducer<arith::ExtFOp>>(context, /*benefit=*/4);
}
