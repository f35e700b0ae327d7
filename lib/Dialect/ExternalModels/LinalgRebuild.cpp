//===- LinalgRebuild.cpp - Linalg ops at another precision ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgRebuild.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "BodyValueMap.h"
#include "LinalgBody.h"
#include "ModelUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

Value amp::getEmptyLike(OpBuilder &builder, Value init, RankedTensorType type) {
  OpBuilder::InsertionGuard guard(builder);
  if (auto empty = init.getDefiningOp<tensor::EmptyOp>()) {
    // The twin of another type, if made before, stands next to the original.
    for (Operation *next : {empty->getNextNode(), empty->getPrevNode()})
      if (auto twin = dyn_cast_or_null<tensor::EmptyOp>(next))
        if (twin.getType() == type &&
            twin.getDynamicSizes() == empty.getDynamicSizes())
          return twin;
    builder.setInsertionPointAfter(empty);
    return tensor::EmptyOp::create(builder, empty.getLoc(), type,
                                   empty.getDynamicSizes());
  }
  SmallVector<Value> sizes;
  for (int64_t i = 0, e = type.getRank(); i < e; ++i)
    if (type.isDynamicDim(i))
      sizes.push_back(tensor::DimOp::create(builder, init.getLoc(), init, i));
  return tensor::EmptyOp::create(builder, init.getLoc(), type, sizes);
}

Value amp::getScalarAs(OpBuilder &builder, Location loc, Value scalar,
                       Type type) {
  auto constant = scalar.getDefiningOp<arith::ConstantOp>();
  if (!constant || !isa<FloatType>(scalar.getType()))
    return createPrecisionCast(builder, loc, scalar, type);
  FailureOr<TypedAttr> narrow =
      narrowConstant(constant.getValue(), cast<FloatType>(type));
  if (failed(narrow))
    return createPrecisionCast(builder, loc, scalar, type);
  for (Operation *next : {constant->getNextNode(), constant->getPrevNode()})
    if (auto twin = dyn_cast_or_null<arith::ConstantOp>(next))
      if (twin.getValue() == *narrow)
        return twin;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(constant);
  return arith::ConstantOp::create(builder, constant.getLoc(), *narrow);
}

/// Gives each destination whose result changes type a value of that type, if
/// the signature's is not (it is read for its shape alone).
static SmallVector<Value> getOperands(Operation *op, unsigned numInits,
                                      RewriterBase &rewriter,
                                      const PrecisionSignature &signature) {
  SmallVector<Value> operands(signature.operands.begin(),
                              signature.operands.end());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  // Destinations come last.
  unsigned inputs = operands.size() - numInits;
  for (auto [index, wanted] :
       llvm::enumerate(ArrayRef(signature.resultTypes).take_front(numInits))) {
    Value &operand = operands[inputs + index];
    if (operand.getType() != wanted)
      operand = getEmptyLike(rewriter, operand, cast<RankedTensorType>(wanted));
  }
  return operands;
}

/// Rounds a yielded scalar to `type`; looks through our own extension, and
/// takes what was `yielded` before where it is the same.
static Value roundTo(OpBuilder &builder, Location loc, Value value, Type type,
                     ValueRange yielded, Attribute mark) {
  if (value.getType() == type || !isa<FloatType>(value.getType()))
    return value;
  Operation *def = value.getDefiningOp();
  if (isPrecisionCast(def) && def->getOperand(0).getType() == type)
    return def->getOperand(0);
  for (Value other : yielded)
    if (Operation *cast = other.getDefiningOp(); isPrecisionCast(cast) &&
                                                 cast->getOperand(0) == value &&
                                                 other.getType() == type)
      return other;
  return createPrecisionCast(builder, loc, value, type, mark);
}

/// True if the body can compute in the low type: elementwise, all that it reads
/// and writes is stored low, nothing in it is delicate or a cast of the user's,
/// and no constant would overflow or vanish.
static bool canComputeLow(linalg::LinalgOp op, ValueRange operands,
                          const PrecisionSignature &signature) {
  if (signature.compute != signature.low || op.getNumReductionLoops() > 0)
    return false;
  auto isOther = [&](Type type) {
    return isa<ShapedType>(type) ||
           (isa<FloatType>(type) && type != signature.high);
  };
  for (Value operand : operands) {
    Type stored = getStoredType(operand.getType());
    if (isa<FloatType>(stored) && stored != signature.low)
      return false;
  }
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (llvm::any_of(inner.getOperandTypes(), isOther) ||
        llvm::any_of(inner.getResultTypes(), isOther))
      return false;
    auto isHigh = [&](Type type) { return type == signature.high; };
    if (llvm::none_of(inner.getOperandTypes(), isHigh) &&
        llvm::none_of(inner.getResultTypes(), isHigh))
      continue;
    auto iface = dyn_cast<MixedPrecisionOpInterface>(&inner);
    if (!iface || iface.getPrecisionCategory() != Category::Follow ||
        isa<CastOpInterface, CallOpInterface>(inner) ||
        inner.getNumRegions() > 0)
      return false;
    for (Value operand : inner.getOperands()) {
      TypedAttr constant;
      if (!isHigh(operand.getType()) ||
          !matchPattern(operand, m_Constant(&constant)))
        continue;
      NarrowingCounts counts = countNarrowing(constant, signature.low);
      if (counts.overflow + counts.underflow > 0)
        return false;
    }
  }
  return true;
}

/// Retypes the body's arithmetic; its arguments are low already.
static void computeLow(linalg::LinalgOp op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) {
  Block *body = op.getBlock();
  // What is high still is a constant or comes from outside.
  BodyValueMap<Value> rounded;
  for (Operation &inner : llvm::make_early_inc_range(*body)) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    rewriter.setInsertionPoint(&inner);
    rewriter.modifyOpInPlace(&inner, [&] {
      for (OpOperand &operand : inner.getOpOperands()) {
        if (operand.get().getType() != signature.high)
          continue;
        Value &low = rounded[operand.get()];
        if (!low)
          low = getScalarAs(rewriter, inner.getLoc(), operand.get(),
                            signature.low);
        operand.set(low);
      }
      for (Value result : inner.getResults())
        if (result.getType() == signature.high)
          result.setType(signature.low);
    });
  }
}

FailureOr<Operation *> amp::rebuildBody(linalg::LinalgOp op,
                                        RewriterBase &rewriter,
                                        const PrecisionSignature &signature) {
  unsigned numInits = getNumInits(op);
  SmallVector<Value> operands = getOperands(op, numInits, rewriter, signature);
  Block *body = op.getBlock();
  bool allLow = canComputeLow(op, operands, signature);
  rewriter.modifyOpInPlace(op, [&] {
    OpBuilder::InsertionGuard guard(rewriter);
    op->setOperands(operands);
    for (auto [result, type] :
         llvm::zip_equal(op->getResults(), signature.resultTypes))
      result.setType(type);
    rewriter.setInsertionPointToStart(body);
    SmallVector<Operation *> extensions;
    for (OpOperand &operand : op->getOpOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(&operand);
      Type stored = getStoredType(operand.get().getType());
      Type was = argument.getType();
      if (stored == was)
        continue;
      argument.setType(stored);
      if (allLow || argument.use_empty())
        continue;
      Value extended = createPrecisionCast(rewriter, argument.getLoc(),
                                           argument, was, signature.castMark);
      rewriter.replaceAllUsesExcept(argument, extended,
                                    extended.getDefiningOp());
      extensions.push_back(extended.getDefiningOp());
    }
    if (allLow)
      computeLow(op, rewriter, signature);
    Operation *yield = body->getTerminator();
    rewriter.setInsertionPoint(yield);
    rewriter.modifyOpInPlace(yield, [&] {
      for (auto [operand, init] : llvm::zip(
               yield->getOpOperands(), op->getOperands().take_back(numInits)))
        operand.set(roundTo(
            rewriter, op.getLoc(), operand.get(), getStoredType(init.getType()),
            yield->getOperands().take_front(operand.getOperandNumber()),
            signature.castMark));
    });
    for (Operation *extension : extensions)
      if (extension->use_empty())
        rewriter.eraseOp(extension);
  });
  return op.getOperation();
}

/// Narrows arguments of a named op's body and extends them inside, as its
/// region builder would. False if the body has to be built anew: what it yields
/// changes type.
static bool narrowInputs(linalg::LinalgOp op, unsigned numInits,
                         RewriterBase &rewriter) {
  Block *body = op.getBlock();
  auto getStored = [&](BlockArgument argument) {
    return getStoredType(op->getOperand(argument.getArgNumber()).getType());
  };
  // A body that only moves has no arithmetic to keep.
  Operation &first = body->front();
  if (&first == body->getTerminator() &&
      isa<BlockArgument>(first.getOperand(0))) {
    for (BlockArgument argument : body->getArguments())
      argument.setType(getStored(argument));
    return true;
  }
  unsigned inputs = body->getNumArguments() - numInits;
  for (BlockArgument argument : body->getArguments()) {
    unsigned number = argument.getArgNumber();
    Type stored = getStored(argument), was = argument.getType();
    if (stored != was &&
        (number >= inputs || !isa<FloatType>(stored) || !isa<FloatType>(was) ||
         stored.getIntOrFloatBitWidth() >= was.getIntOrFloatBitWidth()))
      return false;
  }
  rewriter.setInsertionPointToStart(body);
  for (BlockArgument argument : body->getArguments().take_front(inputs)) {
    Type was = argument.getType();
    argument.setType(getStored(argument));
    if (argument.getType() == was || argument.use_empty())
      continue;
    Value extended = createPlainExtension(rewriter, op.getLoc(), argument, was);
    rewriter.replaceAllUsesExcept(argument, extended, extended.getDefiningOp());
  }
  return true;
}

/// As getScalarAs for `op`, with one cast for all ops that read `scalar` so.
static Value getSharedScalarAs(RewriterBase &rewriter, Operation *op,
                               Value scalar, Type type) {
  bool isCast = scalar.getType() != type && isa<FloatType>(scalar.getType()) &&
                !scalar.getDefiningOp<arith::ConstantOp>();
  return isCast ? models::castScalarOnce(rewriter, op, scalar,
                                         cast<FloatType>(type))
                : getScalarAs(rewriter, op->getLoc(), scalar, type);
}

/// A body that only hands on scalars (a fill's) has nothing to cast them: those
/// are cast before it.
static void castHandedOn(linalg::LinalgOp op, MutableArrayRef<Value> operands,
                         RewriterBase &rewriter,
                         const PrecisionSignature &signature) {
  Operation &first = op.getBlock()->front();
  if (!first.hasTrait<OpTrait::IsTerminator>())
    return;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  for (auto [yielded, type] :
       llvm::zip(first.getOperands(), signature.resultTypes)) {
    auto argument = dyn_cast<BlockArgument>(yielded);
    if (!argument || argument.getOwner() != op.getBlock())
      continue;
    Value &operand = operands[argument.getArgNumber()];
    if (isa<FloatType>(operand.getType()))
      operand = getSharedScalarAs(rewriter, op, operand, getStoredType(type));
  }
}

FailureOr<Operation *> amp::rebuildNamed(linalg::LinalgOp op,
                                         RewriterBase &rewriter,
                                         const PrecisionSignature &signature) {
  unsigned numInits = getNumInits(op);
  SmallVector<Value> operands = getOperands(op, numInits, rewriter, signature);
  castHandedOn(op, operands, rewriter, signature);
  rewriter.modifyOpInPlace(op, [&] {
    OpBuilder::InsertionGuard guard(rewriter);
    detail::setOperands(op, operands);
    for (auto [result, type] :
         llvm::zip_equal(op->getResults(), signature.resultTypes))
      result.setType(type);
    if (narrowInputs(op, numInits, rewriter))
      return;
    Region &region = op->getRegion(0);
    rewriter.eraseBlock(&region.front());
    SmallVector<Type> types;
    for (Value operand : operands)
      types.push_back(getStoredType(operand.getType()));
    SmallVector<Location> locations(types.size(), op.getLoc());
    Block *block =
        rewriter.createBlock(&region, region.end(), types, locations);
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    builder.setInsertionPointToStart(block);
    op.getRegionBuilder()(builder, *block, op->getAttrs(),
                          [&] { return op->emitOpError(); });
  });
  return op.getOperation();
}

FailureOr<Operation *>
amp::rebuildRelayout(Operation *op, RewriterBase &rewriter,
                     const PrecisionSignature &signature) {
  // One destination, which need not be the last operand.
  SmallVector<Value> operands(signature.operands.begin(),
                              signature.operands.end());
  Type wanted = signature.resultTypes[0];
  OpOperand *dest = cast<DestinationStyleOpInterface>(op).getDpsInitOperand(0);
  Value &init = operands[dest->getOperandNumber()];
  if (init.getType() != wanted) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    init = getEmptyLike(rewriter, init, cast<RankedTensorType>(wanted));
  }
  if (auto pack = dyn_cast<linalg::PackOp>(op))
    if (Value padding = pack.getPaddingValue()) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(op);
      unsigned index =
          pack.getPaddingValueMutable().begin()->getOperandNumber();
      operands[index] = getSharedScalarAs(
          rewriter, op, padding, getStoredType(signature.resultTypes[0]));
    }
  PrecisionSignature changed = signature;
  changed.operands.assign(operands.begin(), operands.end());
  return detail::rebuildInPlace(op, rewriter, changed);
}
