//===- ConstantNarrowing.h - Constants in a smaller type --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounds float constants to a smaller float type and says what that would lose.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_CONSTANTNARROWING_H
#define AMPDIALECT_IR_CONSTANTNARROWING_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <cstring>

namespace mlir::amp {

/// What rounding a constant would do, in elements.
struct NarrowingCounts {
  /// All elements; a splat counts each.
  int64_t total = 0;
  /// Finite, but infinite in the low type.
  int64_t overflow = 0;
  /// Not zero, but zero in the low type.
  int64_t underflow = 0;
  /// Not zero and subnormal in the low type.
  int64_t subnormal = 0;
  /// Finite with another value in the low type (overflow and underflow too).
  int64_t inexact = 0;
  /// Zero, and NaN or infinite: kept as they are.
  int64_t zero = 0, nonFinite = 0;

  /// No element changes its value.
  bool isExact() const { return inexact == 0; }
  /// Every element is finite, not zero and normal in the low type.
  bool isNormal() const {
    return overflow + underflow + subnormal + zero + nonFinite == 0;
  }
};

/// The raw f32 bytes of a tensor's `value`, nothing where they are not at hand;
/// a splat gives one element.
std::optional<ArrayRef<char>> getRawF32(TypedAttr value);

/// Element number `index` of `raw`, which may lie anywhere in memory.
inline float getF32(ArrayRef<char> raw, size_t index) {
  float number;
  std::memcpy(&number, raw.data() + index * sizeof(float), sizeof(float));
  return number;
}

/// True if `value` is a float scalar, a dense or splat array of floats, or (for
/// f16 and bf16) a dense resource of f32 whose bytes are at hand; and, if `low`
/// is given, of another type that is at least as wide.
bool canNarrowConstant(TypedAttr value, FloatType low = {});

/// `value` rounded to `low`, to nearest, ties to even; NaN and infinity stay
/// (NaN payloads keep their upper bits). A dense resource gets a new blob whose
/// key is the old one with `_<low>` behind. Fails, without a diagnostic, where
/// canNarrowConstant is false.
FailureOr<TypedAttr> narrowConstant(TypedAttr value, FloatType low);

/// `values` in `type`, which may be narrower, of the same width or wider, to
/// nearest, ties to even. Fails, without a diagnostic, where they are neither
/// dense nor what narrowConstant takes.
FailureOr<ElementsAttr> convertConstant(ElementsAttr values, FloatType type);

/// Counts what narrowConstant would do; all zero where canNarrowConstant is
/// false. Linear in the stored elements.
NarrowingCounts countNarrowing(TypedAttr value, FloatType low);

} // namespace mlir::amp

#endif // AMPDIALECT_IR_CONSTANTNARROWING_H
