//===- AmpDialect.cpp - The amp dialect and its verifiers -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;

#include "AmpDialect/IR/AmpDialect.cpp.inc"
#include "AmpDialect/IR/AmpEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "AmpDialect/IR/AmpAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "AmpDialect/IR/AmpOps.cpp.inc"

namespace {
/// Calls inside a scope may be inlined, and functions that hold scopes: a scope
/// speaks of the ops that stand in it, wherever it stands itself.
struct InlineScopes : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Region *dest, Region *, bool, IRMapping &) const final {
    return isa<AutocastOp>(dest->getParentOp());
  }
  bool isLegalToInline(Operation *op, Region *, bool, IRMapping &) const final {
    return isa<AutocastOp, YieldOp>(op);
  }
};
} // namespace

void AmpDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "AmpDialect/IR/AmpAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "AmpDialect/IR/AmpOps.cpp.inc"
      >();
  addInterfaces<InlineScopes>();
  detail::attachScopeModels(getContext());
}

LogicalResult
PrecisionAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<Type> operands, ArrayRef<Type> results,
                      Type compute, Type accumulate) {
  if (!isa<FloatType>(compute))
    return emitError() << "expected the compute type to be a float type, got "
                       << compute;
  if (!isa<FloatType>(accumulate))
    return emitError()
           << "expected the accumulation type to be a float type, got "
           << accumulate;
  if (cast<FloatType>(accumulate).getWidth() <
      cast<FloatType>(compute).getWidth())
    return emitError() << "expected the accumulation type " << accumulate
                       << " to be at least as wide as the compute type "
                       << compute;
  return success();
}

/// Fails, with an error on `op`, unless `isRight`: `attribute` is to be `what`.
static LogicalResult expect(Operation *op, NamedAttribute attribute,
                            bool isRight, const char *what) {
  if (isRight)
    return success();
  return op->emitError() << "expected '" << attribute.getName().getValue()
                         << "' to be " << what << ", got "
                         << attribute.getValue();
}

LogicalResult AmpDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == kCategoryAttrName)
    return expect(op, attribute, isa<CategoryAttr>(value),
                  "a #amp.category attribute");
  if (name == kPrecisionAttrName) {
    auto precision = dyn_cast<PrecisionAttr>(value);
    if (!precision)
      return expect(op, attribute, false, "a #amp.precision attribute");
    if (precision.getOperands().size() != op->getNumOperands() ||
        precision.getResults().size() != op->getNumResults())
      return op->emitError()
             << "expected '" << name << "' to list " << op->getNumOperands()
             << " operands and " << op->getNumResults() << " results, got "
             << precision.getOperands().size() << " and "
             << precision.getResults().size();
    return success();
  }
  if (name == kAccumulateAttrName || name == kResultAttrName) {
    auto type = dyn_cast<TypeAttr>(value);
    return expect(op, attribute, type && isa<FloatType>(type.getValue()),
                  "a float type");
  }
  if (name == kLowSumAttrName || name == kKernelAttrName)
    return expect(op, attribute, isa<UnitAttr>(value), "a unit attribute");
  if (name == kReasonAttrName)
    return expect(op, attribute, isa<StringAttr>(value), "a string");
  if (name == "amp.recorded" || name == "amp.switches" ||
      name == kTensorCoresAttrName || name == kUnitProductsAttrName)
    return expect(op, attribute, isa<ArrayAttr>(value), "an array");
  if (name == kSourceSizesAttrName) {
    auto sizes = dyn_cast<DenseI64ArrayAttr>(value);
    return expect(op, attribute, sizes && sizes.size() == 4,
                  "an array of 4 integers");
  }
  if (name == kSplitAttrName)
    return expect(op, attribute, isa<IntegerAttr>(value), "an integer");
  if (name == kProcessorsAttrName) {
    auto count = dyn_cast<IntegerAttr>(value);
    return expect(op, attribute,
                  count && count.getValue().getSignificantBits() <= 32 &&
                      count.getInt() >= 1,
                  "a positive integer");
  }
  if (name == kLaunchAttrName || name == kGemmConfigAttrName ||
      name == kTensorCoreAttrName || name == kModelAttrName)
    return expect(op, attribute, isa<DictionaryAttr>(value), "a dictionary");
  return op->emitError() << "unknown attribute '" << name
                         << "' of the amp dialect on an operation";
}

LogicalResult AmpDialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned regionIndex,
                                                   unsigned argIndex,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name != kRangeAttrName)
    return op->emitError() << "unknown attribute '" << name
                           << "' of the amp dialect on an argument";
  auto range = dyn_cast<DenseF64ArrayAttr>(attribute.getValue());
  if (!range || range.size() != 2)
    return op->emitError() << "expected '" << name
                           << "' to be array<f64: MIN, MAX>, got "
                           << attribute.getValue();
  if (!(range[0] <= range[1]))
    return op->emitError() << "expected '" << name
                           << "' to have its minimum first, got "
                           << attribute.getValue();
  return success();
}
