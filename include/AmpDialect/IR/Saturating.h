//===- Saturating.h - Counts that stay at their limit -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums and products of elements, bytes and multiply-adds: shapes and loops of a
// module may ask for more than 64 bits hold.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_SATURATING_H
#define AMPDIALECT_IR_SATURATING_H

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <limits>

namespace mlir::amp {

/// a + b, at the nearer limit of the type where it would leave it.
inline int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  if (!llvm::AddOverflow(a, b, sum))
    return sum;
  return b < 0 ? std::numeric_limits<int64_t>::min()
               : std::numeric_limits<int64_t>::max();
}

/// a * b, neither of them negative, at most what the type holds.
inline int64_t saturatingMultiply(int64_t a, int64_t b) {
  int64_t product;
  return llvm::MulOverflow(a, b, product) ? std::numeric_limits<int64_t>::max()
                                          : product;
}

/// `sum`, at the nearer limit of the type where it is outside of it.
inline int64_t saturate(__int128 sum) {
  using Limits = std::numeric_limits<int64_t>;
  return static_cast<int64_t>(
      std::clamp<__int128>(sum, Limits::min(), Limits::max()));
}

/// Adds `count` to `sum`.
inline void addTo(int64_t &sum, int64_t count) {
  sum = saturatingAdd(sum, count);
}

} // namespace mlir::amp

#endif // AMPDIALECT_IR_SATURATING_H
