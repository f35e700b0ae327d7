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

/// Asks the cache for `op`: its results, itself, and its operands, which lie
/// before and after it. Of a large module each op is in memory alone.
inline void prefetchOp(const Operation *op) {
#if defined(__GNUC__)
  // An address outside of any object is no fault here.
  uintptr_t address = reinterpret_cast<uintptr_t>(op) - 64;
  for (unsigned line = 0; line < 4; ++line)
    __builtin_prefetch(reinterpret_cast<const void *>(address + 64 * line));
#endif
}

/// The same for the op that makes `value`, which lies behind its results.
inline void prefetchMaker(Value value) {
#if defined(__GNUC__)
  uintptr_t address = reinterpret_cast<uintptr_t>(value.getAsOpaquePointer());
  for (unsigned line = 0; line < 3; ++line)
    __builtin_prefetch(reinterpret_cast<const void *>(address + 64 * line));
#endif
}

} // namespace mlir::amp

#endif // AMPDIALECT_IR_PREFETCHOP_H
