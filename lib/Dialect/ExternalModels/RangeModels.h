//===- RangeModels.h - Families of range transfer functions -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_EXTERNALMODELS_RANGEMODELS_H
#define AMPDIALECT_EXTERNALMODELS_RANGEMODELS_H

#include "AmpDialect/IR/FloatRangeOpInterface.h"

namespace mlir::amp::detail {

/// A non-decreasing function of the C library.
template <double (*Function)(double)> FloatRange monotone(const FloatRange &a) {
  return range::increasing(a, Function);
}

/// The same of one that makes whole numbers.
template <double (*Function)(double)> FloatRange rounded(const FloatRange &a) {
  return range::whole(monotone<Function>(a));
}

/// Result 0 is `Function` of operand 0.
template <typename Op, FloatRange (*Function)(const FloatRange &)>
struct UnaryRange
    : FloatRangeOpInterface::ExternalModel<UnaryRange<Op, Function>, Op> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    setResult(0, Function(operands[0]));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Attributes;
  }
};

/// Result 0 is `Function` of operands 0 and 1.
template <typename Op,
          FloatRange (*Function)(const FloatRange &, const FloatRange &)>
struct BinaryRange
    : FloatRangeOpInterface::ExternalModel<BinaryRange<Op, Function>, Op> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    setResult(0, Function(operands[0], operands[1]));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Attributes;
  }
};

/// As BinaryRange, for functions that gain from how the operands compare; with
/// `Identity` only from their being the same value.
template <typename Op,
          FloatRange (*Function)(const FloatRange &, const FloatRange &,
                                 ValueOrder),
          bool Identity>
struct OrderedRange
    : FloatRangeOpInterface::ExternalModel<OrderedRange<Op, Function, Identity>,
                                           Op> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    setResult(0, Function(operands[0], operands[1],
                          operands.compare(0, 1, Identity)));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return Identity ? RangeDependence::Attributes : RangeDependence::Order;
  }
};

/// Result 0 holds elements of operands First, First + 1, ... up to Last (-1:
/// all the rest) and no others.
template <typename Op, unsigned First = 0, int Last = -1>
struct JoinRange
    : FloatRangeOpInterface::ExternalModel<JoinRange<Op, First, Last>, Op> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    unsigned end = Last < 0 ? op->getNumOperands() : Last + 1;
    FloatRange range = FloatRange::getUndefined();
    for (unsigned i = First; i < end; ++i)
      range = FloatRange::join(range, operands[i]);
    setResult(0, range);
  }
  RangeDependence getRangeDependence(Operation *) const {
    return First == 0 && Last == 0 ? RangeDependence::Copy
                                   : RangeDependence::Attributes;
  }
};

/// Result 0 holds elements of operand 0; `Concrete` says how they relate.
template <typename Concrete, typename Op>
struct CopyRange : FloatRangeOpInterface::ExternalModel<Concrete, Op> {
  void inferFloatRanges(Operation *, const FloatRangeOperands &operands,
                        SetFloatRangeFn setResult) const {
    setResult(0, operands[0]);
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Copy;
  }
};

/// Result 0 is operand 0, element by element.
inline std::optional<ElementRelation> getIdentityRelation(Operation *op) {
  Type type = op->getResult(0).getType();
  AffineMap map = getElementwiseMap(type, type);
  if (!map)
    return std::nullopt;
  return ElementRelation{ElementRelation::Kind::Copy, 0, map};
}

/// Result 0 is a predicate, or whatever else its type alone says.
template <typename Op>
struct FromTypeRange
    : FloatRangeOpInterface::ExternalModel<FromTypeRange<Op>, Op> {
  void inferFloatRanges(Operation *op, const FloatRangeOperands &,
                        SetFloatRangeFn setResult) const {
    setResult(0, FloatRange::getForType(op->getResult(0).getType()));
  }
  RangeDependence getRangeDependence(Operation *) const {
    return RangeDependence::Signature;
  }
};

} // namespace mlir::amp::detail

#endif // AMPDIALECT_EXTERNALMODELS_RANGEMODELS_H
