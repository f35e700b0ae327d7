//===- ValueTable.h - What analyses know of each value ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_VALUETABLE_H
#define AMPDIALECT_ANALYSIS_VALUETABLE_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <limits>

namespace mlir::amp {

/// Where the analyses keep what they know of one value.
struct ValueEntry {
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  /// Number of its range, at first the one of which nothing is said, and of its
  /// node in the precision graph.
  uint32_t range = 0, node = kNone;
};

/// Ops are laid down in memory in program order, more or less. Values that are
/// neighbours there are neighbours in the table too, so that a sweep walks over
/// it in steps instead of missing the cache at each op.
struct ValueTableInfo : llvm::DenseMapInfo<Value> {
  static unsigned getHashValue(Value value) {
    return reinterpret_cast<uintptr_t>(value.getAsOpaquePointer()) >> 7;
  }
};

/// One table for both: filling and asking it is the largest part of a sweep
/// over a large module, and an entry is no larger than an index alone.
using ValueTable = llvm::DenseMap<Value, ValueEntry, ValueTableInfo>;

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_VALUETABLE_H
