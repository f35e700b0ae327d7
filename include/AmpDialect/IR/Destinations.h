//===- Destinations.h - What structured ops leave unwritten -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_DESTINATIONS_H
#define AMPDIALECT_IR_DESTINATIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp {

/// Whether `op` writes each element of its destination number `index`. Where it
/// does not (an output map `i -> i + 1`, a loop that may not run), the others
/// are the destination's, though the body never reads it.
bool writesWholeDestination(linalg::LinalgOp op, unsigned index);

/// Whether the destination `init` of `op` is a ranked tensor of somebody's that
/// the body does not read: no `tensor.empty`.
bool isUnreadDestination(linalg::GenericOp op, OpOperand &init);

} // namespace mlir::amp

#endif // AMPDIALECT_IR_DESTINATIONS_H
