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
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp;

#include "AmpDialect/IR/AmpDialect.cpp.inc"
#include "AmpDialect/IR/AmpEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "AmpDialect/IR/AmpAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "AmpDialect/IR/AmpOps.cpp.inc"

void AmpDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "AmpDialect/IR/AmpAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "AmpDialect/IR/AmpOps.cpp.inc"
      >();
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

LogicalResult AmpDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kCategoryAttrName) {
    if (!isa<CategoryAttr>(attribute.getValue()))
      return op->emitError() << "expected '" << name
                             << "' to be a #amp.category attribute, got "
                             << attribute.getValue();
    return success();
  }
  if (name == kPrecisionAttrName) {
    auto precision = dyn_cast<PrecisionAttr>(attribute.getValue());
    if (!precision)
      return op->emitError() << "expected '" << name
                             << "' to be a #amp.precision attribute, got "
                             << attribute.getValue();
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
    auto type = dyn_cast<TypeAttr>(attribute.getValue());
    if (!type || !isa<FloatType>(type.getValue()))
      return op->emitError()
             << "expected '" << name << "' to be a float type, got "
             << attribute.getValue();
    return success();
  }
  if (name == kLowSumAttrName) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return op->emitError()
             << "expected '" << name << "' to be a unit attribute, got "
             << attribute.getValue();
    return success();
  }
  if (name == kReasonAttrName) {
    if (!isa<StringAttr>(attribute.getValue()))
      return op->emitError() << "expected '" << name << "' to be a string, got "
                             << attribute.getValue();
    return success();
  }
  if (name == "amp.recorded" || name == "amp.switches" ||
      name == kTensorCoresAttrName) {
    if (!isa<ArrayAttr>(attribute.getValue()))
      return op->emitError() << "expected '" << name << "' to be an array, got "
                             << attribute.getValue();
    return success();
  }
  if (name == kSourceSizesAttrName) {
    auto sizes = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
    if (!sizes || sizes.size() != 4)
      return op->emitError()
             << "expected '" << name << "' to be an array of 4 integers, got "
             << attribute.getValue();
    return success();
  }
  if (name == kSplitAttrName) {
    if (!isa<IntegerAttr>(attribute.getValue()))
      return op->emitError()
             << "expected '" << name << "' to be an integer, got "
             << attribute.getValue();
    return success();
  }
  if (name == kProcessorsAttrName) {
    auto count = dyn_cast<IntegerAttr>(attribute.getValue());
    if (!count || count.getValue().getSignificantBits() > 32 ||
        count.getInt() < 1)
      return op->emitError()
             << "expected '" << name << "' to be a positive integer, got "
             << attribute.getValue();
    return success();
  }
  if (name == kKernelAttrName) {
    if (!isa<UnitAttr>(attribute.getValue()))
      return op->emitError()
             << "expected '" << name << "' to be a unit attribute, got "
             << attribute.getValue();
    return success();
  }
  if (name == kLaunchAttrName || name == kGemmConfigAttrName ||
      name == kTensorCoreAttrName || name == kModelAttrName) {
    if (!isa<DictionaryAttr>(attribute.getValue()))
      return op->emitError()
             << "expected '" << name << "' to be a dictionary, got "
             << attribute.getValue();
    return success();
  }
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
