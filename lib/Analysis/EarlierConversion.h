//===- EarlierConversion.h - What a conversion left low ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values that an earlier conversion stored low are not in the graph. What the
// graph says of the rest must be what it said then, or a second conversion
// decides anew: so they are looked up where they count.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_EARLIERCONVERSION_H
#define AMPDIALECT_LIB_ANALYSIS_EARLIERCONVERSION_H

#include "AmpDialect/Analysis/PrecisionGraph.h"

namespace mlir::amp {

/// Whether the first operand is all that an op moves.
bool readsOneTensor(Operation *op);

/// What `value` was before it was only moved, by few ops.
Value findMoved(Value value);

/// The same of what `use` reads, from ops that the graph has asked already.
Value findMoved(const PrecisionGraph &graph, const Use &use);

/// Whether `value` is a constant that was only moved since.
bool isMovedConstant(Value value);

/// Whether `value` was made from a scalar (a fill), and only moved since.
bool isMovedFill(Value value);

/// Whether `op` is an extension that a conversion put in; false for null.
bool isWidening(Operation *op);

/// Whether the op that makes `value` took such an extension in: it yields what
/// it extends.
bool isWidenedInProducer(Value value);

/// Whether `operand` is read, and no destination.
bool isInput(OpOperand &operand);

/// The inputs of `op` that are stored in the graph's low type.
SmallVector<OpOperand *, 2> getLowInputs(const PrecisionGraph &graph,
                                         Operation *op);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_EARLIERCONVERSION_H
