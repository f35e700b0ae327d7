//===- ModelUtils.cpp - Shared parts of external models -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelUtils.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// Gives each operand and result of `op` that takes part one role.
static void setRoles(Operation *op, FloatType high, OpPrecisionInfo &info,
                     Category category, OperandRole operandRole,
                     ResultRole resultRole) {
  info.category = category;
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes())) {
    info.operands[index].category = category;
    if (isParticipatingType(type, high))
      info.operands[index].role = operandRole;
  }
  for (auto [index, type] : llvm::enumerate(op->getResultTypes())) {
    info.results[index].category = category;
    if (isParticipatingType(type, high))
      info.results[index].role = resultRole;
  }
}

void models::setLabel(Operation *op, FloatType high, OpPrecisionInfo &info,
                      llvm::StringLiteral reason) {
  setRoles(op, high, info, Category::Follow, OperandRole::Label,
           ResultRole::Label);
  info.reason = reason;
}

void models::setHigh(Operation *op, FloatType high, OpPrecisionInfo &info,
                     llvm::StringLiteral reason) {
  setRoles(op, high, info, Category::Never, OperandRole::High,
           ResultRole::High);
  info.reason = reason;
}

void models::setFixed(Operation *op, FloatType high, OpPrecisionInfo &info,
                      llvm::StringLiteral reason) {
  setHigh(op, high, info, reason);
  info.typesAreFixed = true;
}

void models::setView(Operation *op, FloatType high, OpPrecisionInfo &info,
                     llvm::StringLiteral reason) {
  if (!isParticipatingType(op->getOperand(0).getType(), high) ||
      !isParticipatingType(op->getResult(0).getType(), high))
    return setFixed(op, high, info, "one side of the view takes no part");
  setRoles(op, high, info, Category::Follow, OperandRole::Any,
           ResultRole::View);
  info.operands[0].readElements = 0;
  info.results[0].source = 0;
  info.traits = NumericTraits::DataMovement;
  info.reason = reason;
}

void models::setCreator(Operation *op, FloatType high, OpPrecisionInfo &info,
                        llvm::StringLiteral reason) {
  setRoles(op, high, info, Category::Follow, OperandRole::Label,
           ResultRole::Creator);
  info.reason = reason;
}

void models::setConstant(Operation *op, FloatType high, OpPrecisionInfo &info,
                         TypedAttr value, llvm::StringLiteral reason) {
  if (value && canNarrowConstant(value))
    setCreator(op, high, info, reason);
  else
    setFixed(op, high, info, "a constant whose elements are not at hand");
}

bool models::widensConstant(Operation *op, FloatType high) {
  return extendsFloats(op) && !isPrecisionCast(op) &&
         isParticipatingType(op->getResult(0).getType(), high) &&
         matchPattern(op->getOperand(0), m_Constant());
}

void models::setWidenedConstant(Operation *op, FloatType high,
                                OpPrecisionInfo &info) {
  setCreator(op, high, info, "a constant that is stored in a narrower type");
}

void models::tieDestination(OpPrecisionInfo &info, unsigned index,
                            unsigned result) {
  if (info.operands[index].role == OperandRole::Ignored)
    return;
  info.operands[index].role = OperandRole::Tied;
  info.operands[index].tiedResult = result;
}

void models::ignored(Operation *op, FloatType high, OpPrecisionInfo &info) {
  info.category = Category::Follow;
  for (OperandInfo &operand : info.operands)
    operand.category = Category::Follow;
  info.reason = "carries or ignores values";
}

void models::shapeQuery(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setRoles(op, high, info, Category::Follow, OperandRole::ShapeOnly,
           ResultRole::Ignored);
  for (OperandInfo &operand : info.operands)
    operand.readElements = 0;
  info.reason = "asks for a shape alone";
}

void models::elementwise(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setLabel(op, high, info, "elementwise arithmetic, fine in either type");
}

void models::add(Operation *op, FloatType high, OpPrecisionInfo &info) {
  elementwise(op, high, info);
  info.traits = NumericTraits::Difference;
}

void models::subtract(Operation *op, FloatType high, OpPrecisionInfo &info) {
  elementwise(op, high, info);
  info.traits = NumericTraits::Difference | NumericTraits::Subtraction;
}

void models::compare(Operation *op, FloatType high, OpPrecisionInfo &info) {
  elementwise(op, high, info);
  info.traits = NumericTraits::Comparison;
}

void models::delicate(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setHigh(op, high, info, "has a pole or amplifies error");
}

void models::reciprocal(Operation *op, FloatType high, OpPrecisionInfo &info) {
  delicate(op, high, info);
  info.operands[0].pole = PoleKind::AtZero;
}

void models::logarithm(Operation *op, FloatType high, OpPrecisionInfo &info) {
  reciprocal(op, high, info);
  info.traits = NumericTraits::Logarithm;
}

void models::movement(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setLabel(op, high, info, "moves elements without arithmetic");
  info.traits = NumericTraits::DataMovement;
}

void models::view(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setView(op, high, info, "another view of the same elements");
}

void models::creator(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setCreator(op, high, info, kMadeFromNothing);
}

void models::conversion(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setFixed(op, high, info, "converts or reinterprets: the type is its meaning");
}

void models::external(Operation *op, FloatType high, OpPrecisionInfo &info) {
  setFixed(op, high, info, "meets memory or code whose type is fixed");
}

/// The float element type of the first shaped result or else operand of `op`
/// that is low or high; high if there is none.
static Type getWorkingType(Operation *op, const PrecisionSignature &signature) {
  auto visit = [&](TypeRange types) -> Type {
    for (Type type : types)
      if (auto shaped = dyn_cast<ShapedType>(type))
        if (Type element = shaped.getElementType();
            element == signature.low || element == signature.high)
          return element;
    return {};
  };
  if (Type element = visit(op->getResultTypes()))
    return element;
  if (Type element = visit(op->getOperandTypes()))
    return element;
  return signature.high;
}

bool models::isNormalConstant(Value value) {
  // The same answer before and after the conversion.
  if (Operation *cast = value.getDefiningOp(); isPrecisionCast(cast))
    value = cast->getOperand(0);
  TypedAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant)
    return false;
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(constant.getType()));
  if (!element)
    return false;
  if (element.getWidth() > 16)
    element = Float16Type::get(value.getContext());
  NarrowingCounts counts = countNarrowing(constant, element);
  return counts.total > 0 && counts.isNormal();
}

Value models::castScalarOnce(RewriterBase &rewriter, Operation *reader,
                             Value scalar, FloatType type) {
  OpBuilder::InsertionGuard guard(rewriter);
  Block *block = scalar.getParentBlock();
  if (Operation *def = scalar.getDefiningOp())
    rewriter.setInsertionPointAfter(def);
  else
    rewriter.setInsertionPointToStart(block);
  // Users are listed from the last to the first that came to read the scalar:
  // what the readers before this one were given is among the first of others.
  constexpr size_t kMaxUsers = 8;
  size_t number = 0;
  for (Operation *user : scalar.getUsers()) {
    if (user == reader)
      continue;
    if (number++ == kMaxUsers)
      break;
    if (user->getBlock() != block || !isPrecisionCast(user) ||
        user->getResult(0).getType() != type)
      continue;
    rewriter.moveOpBefore(user, block, rewriter.getInsertionPoint());
    return user->getResult(0);
  }
  return createPrecisionCast(rewriter, reader->getLoc(), scalar, type);
}

static bool isRounding(Operation *user, Type type) {
  return isPrecisionCast(user) && user->getResult(0).getType() == type;
}

void models::replaceRoundings(RewriterBase &rewriter, Value scalar, Value low) {
  SmallVector<Operation *> roundings =
      llvm::filter_to_vector(scalar.getUsers(), [&](Operation *user) {
        return isRounding(user, low.getType());
      });
  for (Operation *cast : roundings)
    rewriter.replaceOp(cast, low);
}

FailureOr<Operation *>
models::rebuildCrossing(Operation *op, RewriterBase &rewriter,
                        const PrecisionSignature &signature) {
  if (failed(amp::detail::rebuildInPlace(op, rewriter, signature)))
    return failure();
  Type element = getWorkingType(op, signature);
  auto crosses = [&](Type type) {
    return type != element && (type == signature.high || type == signature.low);
  };
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  // One scalar may be all elements of a tensor: it is looked for once.
  llvm::SmallDenseMap<Value, Value, 4> casts;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!crosses(operand.get().getType()))
      continue;
    Operation *before = operand.get().getDefiningOp();
    Value &cast = casts[operand.get()];
    if (!cast)
      cast = castScalarOnce(rewriter, op, operand.get(),
                            llvm::cast<FloatType>(element));
    rewriter.modifyOpInPlace(op, [&] { operand.set(cast); });
    // What another crossing widened may have been widened for this op alone.
    if (isPrecisionCast(before) && before->use_empty())
      rewriter.eraseOp(before);
  }
  rewriter.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type wanted = result.getType();
    if (!crosses(wanted))
      continue;
    rewriter.modifyOpInPlace(op, [&] { result.setType(element); });
    SmallVector<OpOperand *> others;
    for (OpOperand &use : result.getUses())
      if (!isRounding(use.getOwner(), element))
        others.push_back(&use);
    replaceRoundings(rewriter, result, result);
    if (others.empty())
      continue;
    Value cast = createPrecisionCast(rewriter, op->getLoc(), result, wanted);
    for (OpOperand *use : others)
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(cast); });
  }
  return op;
}

/// What `op`, of one operand, makes, from its like before it or from a copy.
static Value getLikeResult(Operation *op, RewriterBase &rewriter) {
  for (Operation *user : op->getOperand(0).getUsers())
    if (user != op && user->getBlock() == op->getBlock() &&
        user->isBeforeInBlock(op) &&
        OperationEquivalence::isEquivalentTo(
            user, op, OperationEquivalence::IgnoreLocations))
      return user->getResult(0);
  return rewriter.clone(*op)->getResult(0);
}

FailureOr<Operation *>
models::rebuildWidened(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) {
  Type type = signature.resultTypes[0];
  if (type == op->getResult(0).getType())
    return op;
  Value source = op->getOperand(0);
  Operation *made = source.getDefiningOp();
  if (source.getType() != type) {
    auto low = cast<FloatType>(getElementTypeOrSelf(type));
    TypedAttr value;
    FailureOr<TypedAttr> rounded = failure();
    if (matchPattern(source, m_Constant(&value)))
      rounded = narrowConstant(value, low);
    made = succeeded(rounded) ? made->getDialect()->materializeConstant(
                                    rewriter, *rounded, type, op->getLoc())
                              : nullptr;
    if (!made)
      made = createPrecisionCast(rewriter, op->getLoc(),
                                 getLikeResult(op, rewriter), low)
                 .getDefiningOp();
  }
  rewriter.replaceOp(op, made);
  return made;
}

FailureOr<Operation *>
models::rebuildYielding(Operation *op, RewriterBase &rewriter,
                        const PrecisionSignature &signature) {
  if (failed(amp::detail::rebuildInPlace(op, rewriter, signature)))
    return failure();
  Type element = cast<ShapedType>(op->getResult(0).getType()).getElementType();
  Operation *yield = op->getRegion(0).front().getTerminator();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(yield);
  Operation *def = yield->getOperand(0).getDefiningOp();
  Value cast = createPrecisionCast(rewriter, yield->getLoc(),
                                   yield->getOperand(0), element);
  rewriter.modifyOpInPlace(yield, [&] { yield->setOperand(0, cast); });
  // An extension of ours that was made for this yield alone.
  if (def && isPrecisionCast(def) && def->use_empty())
    rewriter.eraseOp(def);
  return op;
}

FloatType models::getSourceType(Operation *op) {
  FloatType narrow;
  auto visit = [&](Type type) -> FloatType {
    auto shaped = dyn_cast<ShapedType>(type);
    auto element =
        shaped ? dyn_cast<FloatType>(shaped.getElementType()) : FloatType();
    if (element && element.getWidth() >= 32)
      return element;
    if (element && !narrow)
      narrow = element;
    return {};
  };
  for (Type type : op->getResultTypes())
    if (FloatType found = visit(type))
      return found;
  for (Type type : op->getOperandTypes())
    if (FloatType found = visit(type))
      return found;
  return narrow ? narrow : Float32Type::get(op->getContext());
}

OpPrecisionInfo models::gather(Operation *op, FloatType high, InfoFn fn) {
  OpPrecisionInfo info;
  info.reset(op);
  fn(op, high, info);
  return info;
}

void models::appendAllowedTypes(ResultRole role, FloatType low, FloatType high,
                                llvm::SmallVectorImpl<Type> &types) {
  switch (role) {
  case ResultRole::Ignored:
  case ResultRole::High:
  case ResultRole::Accumulator:
    types.push_back(high);
    return;
  case ResultRole::Label:
  case ResultRole::Any:
  case ResultRole::View:
  case ResultRole::Creator:
    types.append({low, high});
    return;
  }
}
