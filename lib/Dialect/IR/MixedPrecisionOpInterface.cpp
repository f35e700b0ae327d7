//===- MixedPrecisionOpInterface.cpp - Default answers --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;

#include "AmpDialect/IR/MixedPrecisionOpInterface.cpp.inc"

bool amp::isParticipatingType(Type type, FloatType high) {
  if (type == high) // Scalars come often.
    return false;
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType() == high && !tensor.getEncoding();
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getElementType() == high;
  return false;
}

Type amp::getStoredType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType();
  if (isa<Float32Type, Float16Type, BFloat16Type>(type))
    return type;
  return getElementTypeOrSelf(type);
}

Type amp::withElementType(Type type, Type elementType) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return RankedTensorType::get(tensor.getShape(), elementType,
                                 tensor.getEncoding());
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(elementType);
  return elementType;
}

int64_t amp::getAssumedNumElements(Type type) {
  constexpr int64_t limit = int64_t(1) << 40;
  ArrayRef<int64_t> shape;
  // The usual class is tried before the interface, which costs a search.
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    shape = tensor.getShape();
  } else {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped)
      return 1;
    if (!shaped.hasRank())
      return kAssumedDynamicExtent * kAssumedDynamicExtent;
    shape = shaped.getShape();
  }
  int64_t count = 1;
  for (int64_t dim : shape) {
    int64_t extent = ShapedType::isDynamic(dim) ? kAssumedDynamicExtent : dim;
    if (llvm::MulOverflow(count, extent, count) || count > limit)
      return limit;
  }
  return count;
}

/// Bits of a float type; the usual classes are tried before the interface,
/// which costs a search.
static unsigned getFloatBits(Type type) {
  if (isa<Float32Type>(type))
    return 32;
  if (isa<Float16Type, BFloat16Type>(type))
    return 16;
  return type.getIntOrFloatBitWidth();
}

/// A cast op, made without the generic builders: conversions make hundreds of
/// them, and these would copy and look up every part twice.
template <typename CastOp>
static Value createCast(OpBuilder &builder, Location loc, Value value,
                        Type type, arith::FastMathFlagsAttr flags) {
  MLIRContext *context = builder.getContext();
  typename CastOp::Properties properties{};
  properties.fastmath = flags;
  std::optional<RegisteredOperationName> name =
      RegisteredOperationName::lookup(TypeID::get<CastOp>(), context);
  assert(name && "the arith dialect is not loaded");
  Operation *op =
      Operation::create(loc, *name, type, value, DictionaryAttr::get(context),
                        OpaqueProperties(&properties), BlockRange(),
                        /*numRegions=*/0);
  return builder.insert(op)->getResult(0);
}

Attribute amp::getCastMark(MLIRContext *context) {
  return arith::FastMathFlagsAttr::get(context, arith::FastMathFlags::contract);
}

/// A cast op of ours.
template <typename CastOp>
static Value createMarkedCast(OpBuilder &builder, Location loc, Value value,
                              Type type, Attribute mark) {
  if (!mark)
    mark = getCastMark(builder.getContext());
  return createCast<CastOp>(builder, loc, value, type,
                            cast<arith::FastMathFlagsAttr>(mark));
}

Value amp::createPlainExtension(OpBuilder &builder, Location loc, Value value,
                                Type to) {
  return createCast<arith::ExtFOp>(builder, loc, value, to, {});
}

/// What `op` extends, element by element; null if it does anything else.
static Value getExtended(Operation *op) {
  // The usual one, at no cost.
  if (auto extension = dyn_cast_or_null<arith::ExtFOp>(op))
    return extension.getIn();
  if (!op || !extendsFloats(op))
    return {};
  auto model = dyn_cast<FloatRangeOpInterface>(op);
  if (!model)
    return {};
  std::optional<ElementRelation> relation = model.getElementRelation(0);
  bool copies = relation && relation->kind == ElementRelation::Kind::Copy &&
                relation->map && relation->map.isIdentity();
  return copies ? op->getOperand(0) : Value();
}

Value amp::createPrecisionCast(OpBuilder &builder, Location loc, Value value,
                               Type to, Attribute mark, Type type) {
  Type from = getStoredType(value.getType());
  if (from == to)
    return value;
  bool isScalar = value.getType() == from;
  if (!type)
    type = isScalar ? to : withElementType(value.getType(), to);
  bool narrows = getFloatBits(to) < getFloatBits(from);
  if (!narrows)
    return createMarkedCast<arith::ExtFOp>(builder, loc, value, type, mark);
  Operation *def = value.getDefiningOp();
  // Rounding an extension back gives what was extended, bit for bit.
  if (Value extended = getExtended(def); extended && extended.getType() == type)
    return extended;
  // A scalar constant that the low type holds exactly is a constant at once.
  FloatAttr constant;
  if (isScalar && def && matchPattern(def, m_Constant(&constant))) {
    APFloat narrow = constant.getValue();
    bool losesInfo = false;
    narrow.convert(cast<FloatType>(to).getFloatSemantics(),
                   APFloat::rmNearestTiesToEven, &losesInfo);
    if (!losesInfo)
      return arith::ConstantOp::create(builder, loc,
                                       builder.getFloatAttr(to, narrow));
  }
  return createMarkedCast<arith::TruncFOp>(builder, loc, value, type, mark);
}

bool amp::isPrecisionCast(Operation *op) {
  if (!op)
    return false;
  arith::FastMathFlagsAttr flags;
  if (auto trunc = dyn_cast<arith::TruncFOp>(op))
    flags = trunc.getFastmathAttr();
  else if (auto ext = dyn_cast<arith::ExtFOp>(op))
    flags = ext.getFastmathAttr();
  return flags &&
         bitEnumContainsAll(flags.getValue(), arith::FastMathFlags::contract);
}

bool amp::changesFloatType(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return false;
  Type from = getStoredType(op->getOperand(0).getType());
  Type to = getStoredType(op->getResult(0).getType());
  return from != to && isa<FloatType>(from) && isa<FloatType>(to);
}

bool amp::extendsFloats(Operation *op) {
  if (!changesFloatType(op))
    return false;
  auto from = cast<FloatType>(getStoredType(op->getOperand(0).getType()));
  auto to = cast<FloatType>(getStoredType(op->getResult(0).getType()));
  return APFloat::isRepresentableBy(from.getFloatSemantics(),
                                    to.getFloatSemantics());
}

Value amp::stripPrecisionCasts(Value value) {
  while (isPrecisionCast(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// The role that a category and absorption give an operand.
static OperandRole getOperandRole(Category category, bool absorbs) {
  switch (category) {
  case Category::Always:
    return OperandRole::Low;
  case Category::Follow:
    return absorbs ? OperandRole::Any : OperandRole::Label;
  case Category::Never:
    return absorbs ? OperandRole::Any : OperandRole::High;
  }
  llvm_unreachable("unknown category");
}

/// The role that a category and absorption give a result.
static ResultRole getResultRole(Category category, bool absorbs) {
  switch (category) {
  case Category::Always:
    return ResultRole::Accumulator;
  case Category::Follow:
    return absorbs ? ResultRole::Any : ResultRole::Label;
  case Category::Never:
    return absorbs ? ResultRole::Any : ResultRole::High;
  }
  llvm_unreachable("unknown category");
}

void amp::detail::getDefaultPrecisionInfo(Operation *op, FloatType high,
                                          OpPrecisionInfo &info) {
  auto iface = cast<MixedPrecisionOpInterface>(op);
  info.reset(op);
  info.category = iface.getPrecisionCategory();
  info.traits = iface.getNumericTraits();
  for (auto [index, value] : llvm::enumerate(op->getOperands())) {
    if (!isParticipatingType(value.getType(), high) ||
        !iface.participatesInPrecision(index))
      continue;
    OperandInfo &operand = info.operands[index];
    operand.category = iface.getOperandPrecisionCategory(index);
    operand.role =
        getOperandRole(operand.category, iface.absorbsOperandCast(index));
  }
  for (auto [index, value] : llvm::enumerate(op->getResults())) {
    if (!isParticipatingType(value.getType(), high))
      continue;
    ResultInfo &result = info.results[index];
    result.category = iface.getResultPrecisionCategory(index);
    result.role =
        getResultRole(result.category, iface.absorbsResultCast(index));
  }
}

LogicalResult
amp::verifyPrecisionInfo(Operation *op, FloatType high,
                         const OpPrecisionInfo &info,
                         llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto check = [&](StringRef what, size_t got, size_t expected) {
    if (got == expected)
      return success();
    if (emitError)
      emitError() << "declares the precision of " << got << " " << what
                  << ", expected " << expected;
    return failure();
  };
  if (failed(check("operands", info.operands.size(), op->getNumOperands())) ||
      failed(check("results", info.results.size(), op->getNumResults())))
    return failure();
  for (auto [index, operand] : llvm::enumerate(info.operands)) {
    if (operand.role != OperandRole::Tied ||
        unsigned(operand.tiedResult) < op->getNumResults())
      continue;
    if (emitError)
      emitError() << "ties operand #" << index << " to result #"
                  << operand.tiedResult << ", which there is not";
    return failure();
  }
  for (auto [index, result] : llvm::enumerate(info.results)) {
    if (result.role != ResultRole::View)
      continue;
    unsigned source = result.source;
    if (source < op->getNumOperands() &&
        isParticipatingType(op->getOperand(source).getType(), high) ==
            isParticipatingType(op->getResult(index).getType(), high))
      continue;
    if (emitError)
      emitError() << "declares result #" << index << " a view of operand #"
                  << result.source
                  << (source < op->getNumOperands()
                          ? ", which holds values of another kind"
                          : ", which there is not");
    return failure();
  }
  return success();
}

void amp::askForPrecision(MixedPrecisionOpInterface op, FloatType high,
                          OpPrecisionInfo &info) {
  op.getPrecisionInfo(high, info);
  if (failed(verifyPrecisionInfo(op, high, info, nullptr)))
    info.reset(op);
}

FailureOr<Operation *>
amp::rebuildAtPrecision(MixedPrecisionOpInterface op, RewriterBase &rewriter,
                        const PrecisionSignature &signature) {
  Location loc = op->getLoc();
  OperationName name = op->getName();
  FailureOr<Operation *> made = op.rebuildWithPrecision(rewriter, signature);
  if (failed(made))
    return failure();
  auto error = [&] { return emitError(loc) << "'" << name << "' op "; };
  if (!*made)
    return error() << "was rebuilt as no op";
  // Scalars take no part: what reads them extends them.
  ArrayRef<Type> asked = signature.resultTypes;
  auto fits = [&](unsigned index) {
    Type got = (*made)->getResult(index).getType();
    return got == asked[index] ||
           !(isParticipatingType(asked[index], signature.low) ||
             isParticipatingType(asked[index], signature.high));
  };
  bool allFit = (*made)->getNumResults() == asked.size();
  for (unsigned index = 0; allFit && index < asked.size(); ++index)
    allFit = fits(index);
  if (!allFit)
    return error() << "was rebuilt with results of types ("
                   << (*made)->getResultTypes() << "), expected ("
                   << TypeRange(asked) << ")";
  return made;
}

void amp::detail::getDefaultAllowedResultTypes(
    Operation *op, unsigned index, FloatType low, FloatType high,
    llvm::SmallVectorImpl<Type> &types) {
  auto iface = cast<MixedPrecisionOpInterface>(op);
  switch (iface.getResultPrecisionCategory(index)) {
  case Category::Always:
    types.push_back(iface.getAccumulationType(low));
    return;
  case Category::Follow:
    types.append({low, high});
    return;
  case Category::Never:
    types.push_back(high);
    return;
  }
}

void amp::detail::setOperands(Operation *op, ValueRange operands) {
  if (operands.size() != op->getNumOperands())
    return op->setOperands(operands);
  for (auto [operand, value] : llvm::zip_equal(op->getOpOperands(), operands))
    if (operand.get() != value)
      operand.set(value);
}

FailureOr<Operation *>
amp::detail::rebuildInPlace(Operation *op, RewriterBase &rewriter,
                            const PrecisionSignature &signature) {
  rewriter.modifyOpInPlace(op, [&] {
    setOperands(op, signature.operands);
    for (auto [result, type] :
         llvm::zip_equal(op->getResults(), signature.resultTypes))
      result.setType(type);
  });
  return op;
}
