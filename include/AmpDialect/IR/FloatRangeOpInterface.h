//===- FloatRangeOpInterface.h - Transfer functions of ranges ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_FLOATRANGEOPINTERFACE_H
#define AMPDIALECT_IR_FLOATRANGEOPINTERFACE_H

#include "AmpDialect/IR/FloatRange.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir {
class SymbolTableCollection;
} // namespace mlir

namespace mlir::amp {

/// What a transfer function is given.
struct FloatRangeOperands {
  /// One per operand.
  llvm::ArrayRef<FloatRange> ranges;
  /// How the elements of operands `a` and `b` compare, position by position.
  /// With `identity`, only Equal and Unknown are told apart, which is cheaper.
  llvm::function_ref<ValueOrder(unsigned a, unsigned b, bool identity)> compare;
  /// The range of a value that the op's regions capture.
  llvm::function_ref<FloatRange(Value)> lookup;
  /// Tables of the symbols that are asked for; null: there are none yet.
  SymbolTableCollection *symbols = nullptr;

  const FloatRange &operator[](unsigned index) const { return ranges[index]; }
};

using SetFloatRangeFn =
    llvm::function_ref<void(unsigned result, const FloatRange &range)>;

/// What a transfer function looks at beside the ranges of the op's operands.
enum class RangeDependence : uint8_t {
  /// Nothing: the only result has the range of operand 0.
  Copy,
  /// Attributes, and which operands are one value.
  Attributes,
  /// The same and types (see haveEqualSignatures).
  Signature,
  /// Attributes, which operands are one value, and how the elements of operands
  /// 0 and 1 compare.
  Order,
  /// More than that: how operands came to be, captured values.
  Structure
};

/// `result[d] = combine over s of operand[map(d)[s]]`. The map goes from the
/// result's indices to the operand's; each symbol runs over the whole extent
/// of the dimension it stands for.
struct ElementRelation {
  enum class Kind : uint8_t {
    /// No symbols: a copy.
    Copy,
    /// No element of the operand that is combined lies above the result.
    Maximum,
    /// The result is the sum of the elements and of a start that is not
    /// negative.
    Sum
  };
  Kind kind;
  unsigned operand;
  AffineMap map;
};

/// What `value[map(i)]` was made of by the op that defines it: how, and which
/// `operand[map(i)]`.
struct ElementOrigin {
  ElementRelation::Kind kind;
  Value operand;
  AffineMap map;
};

/// One step up from `value[map(i)]`; nothing where its op does not say.
std::optional<ElementOrigin> findOrigin(Value value, AffineMap map);

/// Compares element `aMap(i)` of `a` with element `bMap(i)` of `b` for all i of
/// an iteration space: Equal for the same element; AtMost or AtLeast if one
/// was reduced from the other by a maximum, or by a sum of values that `lookup`
/// says are not negative. Follows a bounded number of definitions.
ValueOrder compareElements(Value a, AffineMap aMap, Value b, AffineMap bMap,
                           llvm::function_ref<FloatRange(Value)> lookup);

/// Whether `compareElements` may tell anything but Unknown of `a` and `b`:
/// asked first, it spares most comparisons their maps.
bool areRelated(Value a, Value b);

/// The index map of an elementwise op's operand of type `operand` whose result
/// has type `result`: the identity, with 0 where an extent of 1 is broadcast.
/// A null map if ranks differ or are unknown.
AffineMap getElementwiseMap(Type operand, Type result);

/// What casts to wider types made `value` of: the same numbers.
Value getUnwidened(Value value);

} // namespace mlir::amp

#include "AmpDialect/IR/FloatRangeOpInterface.h.inc"

#endif // AMPDIALECT_IR_FLOATRANGEOPINTERFACE_H
