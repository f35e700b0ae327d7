//===- MixedPrecisionOpInterface.h ------------------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface through which an op declares its precision, and the default
// answers.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_MIXEDPRECISIONOPINTERFACE_H
#define AMPDIALECT_IR_MIXEDPRECISIONOPINTERFACE_H

#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {
class MixedPrecisionOpInterface;

namespace detail {
/// Asks the single methods of `op` and derives each operand's and result's
/// role from its category and absorption.
void getDefaultPrecisionInfo(Operation *op, FloatType high,
                             OpPrecisionInfo &info);
/// ALWAYS: the accumulation type; FOLLOW: low and high; NEVER: high.
void getDefaultAllowedResultTypes(Operation *op, unsigned index, FloatType low,
                                  FloatType high,
                                  llvm::SmallVectorImpl<Type> &types);
/// Gives the dialect's own ops the interface.
void attachScopeModels(MLIRContext *context);
/// Sets the operands of `op` that are not what they shall be: each one set is
/// one taken out of a list of uses, whose neighbours lie far apart.
void setOperands(Operation *op, ValueRange operands);
/// Sets operands and result types of `op` in place; returns `op`.
FailureOr<Operation *> rebuildInPlace(Operation *op, RewriterBase &rewriter,
                                      const PrecisionSignature &signature);
} // namespace detail
} // namespace mlir::amp

#include "AmpDialect/IR/MixedPrecisionOpInterface.h.inc"

namespace mlir::amp {
/// Whether an answer of `op` for values of type `high` fits it: one role for
/// each operand and each result, which name operands and results that there
/// are. `emitError` may be null.
LogicalResult
verifyPrecisionInfo(Operation *op, FloatType high, const OpPrecisionInfo &info,
                    llvm::function_ref<InFlightDiagnostic()> emitError);
/// What `op` says through `getPrecisionInfo`; if that does not fit it, that it
/// says nothing: NEVER, and no value takes part.
void askForPrecision(MixedPrecisionOpInterface op, FloatType high,
                     OpPrecisionInfo &info);
/// Asks `op` to rebuild itself; what it returns must have as many results, and
/// those that take part at the types that `signature` asks for, else that is an
/// error at `op`.
FailureOr<Operation *> rebuildAtPrecision(MixedPrecisionOpInterface op,
                                          RewriterBase &rewriter,
                                          const PrecisionSignature &signature);
} // namespace mlir::amp

#endif // AMPDIALECT_IR_MIXEDPRECISIONOPINTERFACE_H
