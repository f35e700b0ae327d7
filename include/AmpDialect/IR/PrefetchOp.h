//===- PrefetchOp.h - Ops that are looked at soon ---------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_PREFETCHOP_H
#define AMPDIALECT_IR_PREFETCHOP_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// How far ahead of a sweep over a list of ops the cache is asked for them.
inline constexpr size_t kPrefetchDistance = 8;

namespace detail {
/// Asks the cache for the first `numLines` lines from `address` on. An address
/// outside of any object is no fault here.
inline void prefetchLines(uintptr_t address, unsigned numLines) {
#if defined(__GNUC__)
  for (unsigned line = 0; line < numLines; ++line)
    __builtin_prefetch(reinterpret_cast<const void *>(address + 64 * line));
#endif
}
} // namespace detail

/// Asks the cache for `op`: its results, itself, and its operands, which lie
/// before and after it. Of a large module each op is in memory alone.
inline void prefetchOp(const Operation *op) {
  detail::prefetchLines(reinterpret_cast<uintptr_t>(op) - 64, 4);
}

/// The same for the op that makes `value`, which lies behind its results.
inline void prefetchMaker(Value value) {
  detail::prefetchLines(reinterpret_cast<uintptr_t>(value.getAsOpaquePointer()),
                        3);
}

} // namespace mlir::amp

#endif // AMPDIALECT_IR_PREFETCHOP_H
