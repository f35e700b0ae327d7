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
#include <limits>

namespace mlir::amp {

/// Whether the first operand is all that an op moves.
bool readsOneTensor(Operation *op);

/// What is moved to `value` by the op that makes it; null where that is no such
/// op.
Value getMoved(Value value);

/// What `value` was before it was only moved, by few ops.
Value findMoved(Value value);

/// What `value` was before it was rounded or widened, and before that only
/// moved.
Value findUnrounded(Value value);

/// The same as findMoved of what `use` reads, from ops that the graph has asked
/// already.
Value findMoved(const PrecisionGraph &graph, const Use &use);

/// Whether `value` is a constant that was only moved since.
bool isMovedConstant(Value value);
/// Whether `value` is made of constants, fills and counts alone, by a few ops,
/// none of them of more than `mostElements`.
bool isMadeOfConstants(
    Value value, int64_t mostElements = std::numeric_limits<int64_t>::max());

/// What `op` says that it does to numbers; nothing for null and for ops without
/// the interface.
NumericTraits getNumericTraits(Operation *op);

/// Whether `op` is an extension that a conversion put in; false for null.
bool isWidening(Operation *op);

/// Whether the op that makes `value` took such an extension in: it yields what
/// it extends.
bool isWidenedInProducer(Value value);

/// Whether `operand` is read, and no destination.
bool isInput(OpOperand &operand);

/// The inputs of `op` that are stored in the graph's low type; of these, what
/// no constant is, nor is moved from one.
SmallVector<OpOperand *, 2> getLowInputs(const PrecisionGraph &graph,
                                         Operation *op);
SmallVector<OpOperand *, 2> getLowData(const PrecisionGraph &graph,
                                       Operation *op);

/// Tells which values that an earlier conversion stored low are made of
/// constants (or of integers) alone. As with the graph's values, what a product
/// makes and what control flow hands on is data.
class LowConstants {
public:
  explicit LowConstants(const PrecisionGraph &graph) : graph(graph) {}

  /// Of all that `op` reads low, in its body as well; none where that is
  /// nothing but fills, which cost no read.
  std::optional<bool> areAllRead(Operation *op);

private:
  bool isMadeOfConstants(Value value);
  bool isMadeInPlace(Value value);
  /// Tensors of the low type, and with `anyType` of the high one, that `op`
  /// takes as inputs or captures.
  SmallVector<Value, 4> getReads(Operation *op, bool anyType = false) const;
  /// The answer for `result` where that takes no more; else `sources` gets what
  /// must be made of constants.
  std::optional<bool> getSources(OpResult result,
                                 SmallVectorImpl<Value> &sources);

  const PrecisionGraph &graph;
  DenseMap<Value, bool> known;
  OpPrecisionInfo info;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_EARLIERCONVERSION_H
