//===- RangesGlobals.cpp - Ranges of what constant globals hold -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a global is made with says nothing if others may write to it.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;

/// The range of a global's `value`, null if it has none.
static FloatRange getRangeOf(Attribute value) {
  return value ? FloatRange::getConstant(value) : FloatRange::getAnything();
}

/// The global `name` as `user` names it, found in a table if there may be one:
/// a search for each load would be quadratic.
template <typename Global>
static Global findGlobal(Operation *user, SymbolRefAttr name,
                         const FloatRangeOperands &operands) {
  return operands.symbols
             ? operands.symbols->lookupNearestSymbolFrom<Global>(user, name)
             : SymbolTable::lookupNearestSymbolFrom<Global>(user, name);
}

/// The buffer whose elements `buffer` is a view of.
static Value getViewed(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>()) {
    Value source = view.getViewSource();
    if (!source || getElementTypeOrSelf(source) != getElementTypeOrSelf(buffer))
      break;
    buffer = source;
  }
  return buffer;
}

namespace {
template <typename Op>
struct LoadRange : FloatRangeOpInterface::ExternalModel<LoadRange<Op>, Op> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    auto global = findGlobal<ml_program::GlobalOp>(
        op, cast<Op>(op).getGlobalAttr(), operands);
    setResult(0, global && !global.getIsMutable()
                     ? getRangeOf(global.getValueAttr())
                     : FloatRange::getAnything());
  }
};

struct ToTensorRange
    : FloatRangeOpInterface::ExternalModel<ToTensorRange,
                                           bufferization::ToTensorOp> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    auto get =
        getViewed(op->getOperand(0)).getDefiningOp<memref::GetGlobalOp>();
    auto global =
        get ? findGlobal<memref::GlobalOp>(get, get.getNameAttr(), operands)
            : memref::GlobalOp();
    setResult(0, global && global.getConstant()
                     ? getRangeOf(global.getInitialValueAttr())
                     : FloatRange::getAnything());
  }
};
} // namespace

void amp::registerGlobalRangeModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, ml_program::MLProgramDialect *) {
        ml_program::GlobalLoadConstOp::attachInterface<
            LoadRange<ml_program::GlobalLoadConstOp>>(*context);
        ml_program::GlobalLoadOp::attachInterface<
            LoadRange<ml_program::GlobalLoadOp>>(*context);
      });
  registry.addExtension(
      +[](MLIRContext *context, bufferization::BufferizationDialect *) {
        bufferization::ToTensorOp::attachInterface<ToTensorRange>(*context);
      });
}
