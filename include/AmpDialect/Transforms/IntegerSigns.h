//===- IntegerSigns.h - Integers by their bits alone ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_INTEGERSIGNS_H
#define AMPDIALECT_TRANSFORMS_INTEGERSIGNS_H

#include "mlir/IR/Builders.h"

namespace mlir::amp {

/// `type`, a number, vector or tensor, of integers without a sign, which is all
/// that arith computes with; other types as they are.
Type getSignless(Type type);

/// `value` in `type`, which differs by the name of a sign at most: a cast that
/// lowering drops.
Value changeSign(OpBuilder &builder, Location loc, Type type, Value value);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_INTEGERSIGNS_H
