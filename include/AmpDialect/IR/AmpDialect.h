//===- AmpDialect.h - The amp dialect, its attributes and ops ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_AMPDIALECT_H
#define AMPDIALECT_IR_AMPDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "AmpDialect/IR/AmpDialect.h.inc"
#include "AmpDialect/IR/AmpEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "AmpDialect/IR/AmpAttributes.h.inc"
#define GET_OP_CLASSES
#include "AmpDialect/IR/AmpOps.h.inc"

namespace mlir::amp {

/// Fails, with an error on `rule` and a note on `earlier`, if both set one
/// thing differently. To be asked of rules with equal matchers.
LogicalResult verifyNoConflict(RuleOp rule, RuleOp earlier);

/// Discardable op attributes of the dialect.
/// `amp.category`: a CategoryAttr, the strongest say about an op.
inline constexpr llvm::StringLiteral kCategoryAttrName = "amp.category";
/// `amp.precision`: a PrecisionAttr, the chosen or wanted signature of an op.
inline constexpr llvm::StringLiteral kPrecisionAttrName = "amp.precision";
/// `amp.accumulate`: a TypeAttr, the accumulation type wanted of an op.
inline constexpr llvm::StringLiteral kAccumulateAttrName = "amp.accumulate";
/// `amp.result`: a TypeAttr, the storage type wanted of an op's results.
inline constexpr llvm::StringLiteral kResultAttrName = "amp.result";
/// `amp.reason`: a StringAttr written by `amp-annotate`.
inline constexpr llvm::StringLiteral kReasonAttrName = "amp.reason";
/// `amp.low_sum`: a UnitAttr, set by `amp-autocast{mark-low-sums}` on ops whose
/// sums are low rightfully and taken off by `amp-verify-precision`.
inline constexpr llvm::StringLiteral kLowSumAttrName = "amp.low_sum";
/// `amp.range`: a two-element f64 array on a function argument, [min, max].
inline constexpr llvm::StringLiteral kRangeAttrName = "amp.range";

} // namespace mlir::amp

#endif // AMPDIALECT_IR_AMPDIALECT_H
