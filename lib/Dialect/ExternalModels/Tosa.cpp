//===- Tosa.cpp - MixedPrecisionOpInterface of TOSA ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration, constants, and what the models share.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "ModelUtils.h"
#include "TosaModels.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

bool tosa_models::isFloatTensor(Type type) {
  // The usual class is tried before the interface, which costs a search.
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isa<FloatType>(tensor.getElementType());
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && isa<FloatType>(shaped.getElementType());
}

void tosa_models::setUniformInfo(Operation *op, FloatType high,
                                 Category category, OpPrecisionInfo &info) {
  assert(category != Category::Always && "expected FOLLOW or NEVER");
  bool follows = category == Category::Follow;
  info.reset(op);
  info.category = category;
  for (auto [value, answer] : llvm::zip_equal(op->getOperands(), info.operands))
    if (isParticipatingType(value.getType(), high)) {
      answer.category = category;
      answer.role = follows ? OperandRole::Label : OperandRole::High;
    }
  for (auto [value, answer] : llvm::zip_equal(op->getResults(), info.results))
    if (isParticipatingType(value.getType(), high)) {
      answer.category = category;
      answer.role = follows ? ResultRole::Label : ResultRole::High;
    }
}

void tosa_models::setBroadcastReuse(Operation *op, OpPrecisionInfo &info) {
  if (op->getNumResults() != 1)
    return;
  int64_t result = getAssumedNumElements(op->getResult(0).getType());
  for (auto [operand, answer] :
       llvm::zip_equal(op->getOperands(), info.operands)) {
    int64_t elements = getAssumedNumElements(operand.getType());
    if (elements > 0 && elements < result)
      answer.reuse = result / elements;
  }
}

Value tosa_models::getInType(RewriterBase &rewriter, Value value, Type type) {
  Operation *source = value.getDefiningOp();
  if (isPrecisionCast(source))
    source = source->getOperand(0).getDefiningOp();
  else if (getStoredType(value.getType()) == type)
    return value;
  ElementsAttr old;
  FailureOr<ElementsAttr> values = failure();
  if (source && matchPattern(source, m_Constant(&old)))
    values = convertConstant(old, cast<FloatType>(type));
  if (failed(values))
    return createPrecisionCast(rewriter, value.getLoc(), value, type);
  if (old.getElementType() == type)
    return source->getResult(0);
  if (auto next = dyn_cast_or_null<tosa::ConstOp>(source->getNextNode()))
    if (next.getValues() == *values)
      return next.getOutput();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(source);
  return tosa::ConstOp::create(rewriter, source->getLoc(),
                               values->getShapedType(), *values);
}

PrecisionSignature tosa_models::goWithInput(Operation *op,
                                            RewriterBase &rewriter,
                                            PrecisionSignature signature,
                                            ArrayRef<unsigned> indices) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Type type = getElementTypeOrSelf(signature.operands[0].getType());
  for (unsigned index : indices)
    signature.operands[index] =
        getInType(rewriter, signature.operands[index], type);
  return signature;
}

namespace {

/// tosa.const: exists in every type that its users want.
struct ConstModel : tosa_models::TosaModel<ConstModel, tosa::ConstOp> {
  static constexpr llvm::StringLiteral kReason = "a constant";
  static Category category(tosa::ConstOp) { return Category::Follow; }

  void getPrecisionInfo(Operation *op, FloatType high,
                        OpPrecisionInfo &info) const {
    info.reset(op);
    info.category = Category::Follow;
    info.reason = kReason;
    if (isParticipatingType(op->getResult(0).getType(), high))
      models::setConstant(op, high, info, cast<tosa::ConstOp>(op).getValues(),
                          kReason);
  }

  FailureOr<Operation *>
  rebuildWithPrecision(Operation *op, RewriterBase &rewriter,
                       const PrecisionSignature &signature) const {
    auto constant = cast<tosa::ConstOp>(op);
    Type type = getElementTypeOrSelf(signature.resultTypes[0]);
    if (getElementTypeOrSelf(constant.getType()) == type)
      return op;
    FailureOr<ElementsAttr> values =
        convertConstant(constant.getValues(), cast<FloatType>(type));
    if (failed(values))
      return constant.emitOpError("expected values that can be converted to ")
             << type << ", got " << constant.getValues().getShapedType();
    rewriter.modifyOpInPlace(op, [&] {
      constant.setValuesAttr(*values);
      constant.getOutput().setType(cast<TensorType>(signature.resultTypes[0]));
    });
    return op;
  }
};

} // namespace

void amp::registerTosaExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tosa::TosaDialect *) {
    tosa::ConstOp::attachInterface<ConstModel>(*context);
    tosa_models::attachContractions(context);
    tosa_models::attachElementwise(context);
    tosa_models::attachReductions(context);
    tosa_models::attachDataMovement(context);
    tosa_models::attachControlFlow(context);
  });
}
