//===- Epilogues.h - Elementwise ops behind what they read ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise op that is the only one to read a buffer can run on each part
// of it as soon as that is computed, while the part is in a cache.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_EPILOGUES_H
#define AMP_CONVERSION_TOCPU_EPILOGUES_H

#include "LoopNest.h"

namespace mlir::amp::cpu {

struct Epilogue {
  /// The elementwise op: loops over rows of the buffer in the order of memory,
  /// then, from number `row` on, those along a row.
  LoopNest nest;
  /// The number of its operand that is the buffer.
  unsigned operand;
  unsigned row = 0;
};

/// The only other user of the buffer that `op` was the last to write, if it is
/// an elementwise op on all of it and close enough behind `op` that `op` may
/// run where it stands. Both may then read and write in turns. Its loops are in
/// its own order.
std::optional<Epilogue> findReaderNest(linalg::GenericOp op);

/// The epilogue that can run on each row, of `row` elements, of the buffer that
/// `op` was the last to write.
std::optional<Epilogue> findEpilogue(linalg::GenericOp op, int64_t row);

/// The fill that wrote `operand`, all of which the op of `nest` overwrites,
/// before it, with nothing in between that could have seen it; null if none.
linalg::FillOp findFill(const LoopNest &nest, const NestOperand &operand);

/// Erases `buffer`, an alloc, with its views and deallocs, if nothing else uses
/// it.
void eraseUnused(Value buffer);

} // namespace mlir::amp::cpu

#endif // AMP_CONVERSION_TOCPU_EPILOGUES_H
