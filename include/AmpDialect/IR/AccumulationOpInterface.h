//===- AccumulationOpInterface.h --------------------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_ACCUMULATIONOPINTERFACE_H
#define AMPDIALECT_IR_ACCUMULATIONOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::amp {

/// One running value: element types of what is added up and of the sum.
struct Accumulation {
  /// Null where the op does not show its inputs' type.
  Type input;
  Type accumulator;
};

/// True for floats narrower than f32 (tf32 counts: its mantissa is f16's).
bool isLowFloat(Type type);

/// The first running value of `op` that is a low float; none if there is none,
/// or `op` has no interface.
std::optional<Accumulation> getLowAccumulation(Operation *op);

} // namespace mlir::amp

#include "AmpDialect/IR/AccumulationOpInterface.h.inc"

#endif // AMPDIALECT_IR_ACCUMULATIONOPINTERFACE_H
