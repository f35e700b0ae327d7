//===- Decays.h - States that are multiplied by decays ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a linear recurrence, `h = a h + u`: in a loop (Recurrences.cpp),
// or written out (WrittenSteps.cpp). Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_DECAYS_H
#define AMPDIALECT_LIB_ANALYSIS_DECAYS_H

#include "PrecisionGraphBuilder.h"

namespace mlir::amp {

/// What `op` multiplies by a decay: by what lies between nought and one and is
/// no mere weight. Null if it does not.
Value getDecayed(const PrecisionGraph &graph, const OpNode &op,
                 ValueRanges getRange);

/// Whether the body of `op` adds something to what it reads of an operand that
/// `isState` says so of, times a decay.
bool addsToDecayed(Operation *op, ValueRanges getRange,
                   llvm::function_ref<bool(OpOperand &)> isState);

/// Whether `value` is made of `state` without a product of matrices that reads
/// other things, or may be: of ops behind that one, few are looked at.
bool mayBeMadeOf(const PrecisionGraph &graph, Value value, Value state);

/// Whether nothing that the op of `term` reads beside it may be made of `state`
/// so.
bool isAddedToOthers(const PrecisionGraph &graph, OpOperand &term, Value state);

/// Has `op`, which multiplies a state, read decays high. `getRange` may be
/// null.
void readDecaysHigh(PrecisionGraph &graph, const OpNode &op,
                    ValueRanges getRange);

/// A constant is a decay from here on.
inline constexpr double kLeastDecay = 0.875;

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_DECAYS_H
