//===- StableHLOStandIn.cpp - Some ops of StableHLO, for tests ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect called "stablehlo" whose ops parse in generic form and verify their
// element types, as the real ones do. It knows nothing of mixed precision.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;

namespace {

/// stablehlo.constant: as other compilers see it, a foldable constant.
class ConstantOp
    : public Op<ConstantOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::OneResult, OpTrait::ZeroOperands,
                OpTrait::ConstantLike, MemoryEffectOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConstantOp)
  using Op::Op;
  static StringRef getOperationName() { return "stablehlo.constant"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  OpFoldResult fold(ArrayRef<Attribute>) { return (*this)->getAttr("value"); }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
  LogicalResult verify() {
    auto value = (*this)->getAttrOfType<TypedAttr>("value");
    if (!value || value.getType() != (*this)->getResult(0).getType())
      return emitOpError("expected a value of the result's type");
    return success();
  }
};

class ReturnOp
    : public Op<ReturnOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::ZeroResults, OpTrait::VariadicOperands,
                OpTrait::IsTerminator, MemoryEffectOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReturnOp)
  using Op::Op;
  static StringRef getOperationName() { return "stablehlo.return"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
};

} // namespace

/// All float values of `types` have the element type `expected`, which the
/// first sets if it is not known.
static LogicalResult verifyFloats(Operation *op, TypeRange types,
                                  Type &expected) {
  for (Type type : types) {
    Type element = getElementTypeOrSelf(type);
    if (!isa<FloatType>(element))
      continue;
    if (!expected)
      expected = element;
    if (element != expected)
      return op->emitOpError("expected element type ")
             << expected << ", got " << type;
  }
  return success();
}

/// All operands, results and arguments of regions have one element type.
static LogicalResult verifySame(Operation *op) {
  Type expected;
  if (failed(verifyFloats(op, op->getOperandTypes(), expected)) ||
      failed(verifyFloats(op, op->getResultTypes(), expected)))
    return failure();
  for (Region &region : op->getRegions())
    if (failed(verifyFloats(op, region.getArgumentTypes(), expected)))
      return failure();
  return success();
}

/// The result may be wider than the operands.
static LogicalResult verifyContraction(Operation *op) {
  Type expected;
  return verifyFloats(op, op->getOperandTypes(), expected);
}

static LogicalResult verifyNothing(Operation *) { return success(); }

namespace {

class StandInDialect : public ExtensibleDialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StandInDialect)
  static constexpr llvm::StringLiteral getDialectNamespace() {
    return "stablehlo";
  }
  explicit StandInDialect(MLIRContext *context)
      : ExtensibleDialect(getDialectNamespace(), context,
                          TypeID::get<StandInDialect>()) {
    addOperations<ConstantOp, ReturnOp>();
    for (StringRef name : {"dot", "dot_general", "convolution"})
      add(name, verifyContraction);
    add("convert", verifyNothing);
    for (StringRef name : {"abs",
                           "add",
                           "atan2",
                           "broadcast_in_dim",
                           "cbrt",
                           "ceil",
                           "clamp",
                           "compare",
                           "concatenate",
                           "cosine",
                           "custom_call",
                           "divide",
                           "dynamic_gather",
                           "dynamic_pad",
                           "dynamic_reshape",
                           "dynamic_slice",
                           "dynamic_update_slice",
                           "exponential",
                           "exponential_minus_one",
                           "floor",
                           "gather",
                           "iota",
                           "is_finite",
                           "log",
                           "log_plus_one",
                           "logistic",
                           "maximum",
                           "minimum",
                           "multiply",
                           "negate",
                           "pad",
                           "power",
                           "reduce",
                           "reduce_precision",
                           "reduce_window",
                           "remainder",
                           "reshape",
                           "reverse",
                           "round_nearest_afz",
                           "round_nearest_even",
                           "rsqrt",
                           "select",
                           "sign",
                           "sine",
                           "slice",
                           "sqrt",
                           "subtract",
                           "tan",
                           "tanh",
                           "transpose"})
      add(name, verifySame);
  }

private:
  void add(StringRef name, LogicalResult (*verify)(Operation *)) {
    registerDynamicOp(
        DynamicOpDefinition::get(name, this, verify, verifyNothing));
  }
};

} // namespace

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      MLIR_PLUGIN_API_VERSION, "StableHLOStandIn", LLVM_VERSION_STRING,
      [](DialectRegistry *registry) { registry->insert<StandInDialect>(); }};
}
