//===- AccumulationOpInterface.cpp ----------------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AccumulationOpInterface.h"

#include "AmpDialect/IR/AccumulationOpInterface.cpp.inc"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::isLowFloat(Type type) {
  auto element = dyn_cast_or_null<FloatType>(type);
  return element && element.getWidth() < 32;
}

std::optional<Accumulation> amp::getLowAccumulation(Operation *op) {
  auto iface = dyn_cast<AccumulationOpInterface>(op);
  if (!iface)
    return std::nullopt;
  SmallVector<Accumulation, 2> accumulations;
  iface.getAccumulations(accumulations);
  for (const Accumulation &accumulation : accumulations)
    if (isLowFloat(accumulation.accumulator))
      return accumulation;
  return std::nullopt;
}
