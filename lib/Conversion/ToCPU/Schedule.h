//===- Schedule.h - What the loops of a kernel are for ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_SCHEDULE_H
#define AMP_CONVERSION_TOCPU_SCHEDULE_H

#include "LoopNest.h"

namespace mlir::amp::cpu {

/// What the loops of a kernel are for.
struct Schedule {
  /// Loops [0, items) make the items that threads share out, merged into one
  /// range; unless `rangeInner`: then the row is the range.
  unsigned items = 0;
  bool rangeInner = false;
  /// The reductions are innermost and run in registers.
  bool sumsInRegisters = false;
  /// The same, unrolled: the loop around them, a row of results, is vectors.
  bool unrolled = false;
  /// Where nothing runs in registers alone: the loop of a row of results, the
  /// innermost one that is not unrolled.
  unsigned row = 0;
  /// Operands that are results and stay where they are while reductions run.
  SmallVector<unsigned> running;

  /// Whether the one result is in a register until its sum is complete.
  bool keepsResult() const {
    return (sumsInRegisters || unrolled) && running.size() == 1;
  }
};

/// Orders the loops of `nest`: parallel ones as the first result lies in
/// memory, reductions inside, as the largest input lies where their order is
/// free; then merges what runs as one.
Schedule arrangeLoops(LoopNest &nest);

/// The op of a body that is nothing but a maximum or minimum in a type below
/// f32; null for other bodies.
Operation *getLowExtremum(linalg::GenericOp op);

} // namespace mlir::amp::cpu

#endif // AMP_CONVERSION_TOCPU_SCHEDULE_H
