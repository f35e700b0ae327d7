//===- OpSignature.h - Ops that answer alike --------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model repeats its layers: most ops are told from an earlier one by their
// operands alone, and a sweep need not ask them what it has asked before.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_IR_OPSIGNATURE_H
#define AMPDIALECT_IR_OPSIGNATURE_H

#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// Whether `a` and `b`, ops of one name, have equal attributes, operand types
/// and result types, and two operands of `a` are one value where those of `b`
/// are. Ops of very many operands never have. With `typesAside`, types are not
/// compared.
bool haveEqualSignatures(Operation *a, Operation *b, bool typesAside = false);

/// Whether the regions of `a` and `b` hold the same ops, reading the same: what
/// stands at the same place inside, or one value from outside. Regions of many
/// ops, or with regions of their own, are never equal.
bool haveEqualBodies(Operation *a, Operation *b);

/// The constant to which the first operands lead up from `value`, past three
/// ops at most; null if they lead to none.
Operation *findConstantAbove(Value value);

/// Whether `a` and `b`, ops of as many operands, have the same constants, moved
/// perhaps, as operands at the same places, and no others.
bool haveEqualConstants(Operation *a, Operation *b);

/// Equal for ops of one name whose signatures are equal, and with `withBody`
/// their bodies; for few others.
unsigned hashSignature(Operation *op, bool withBody);

} // namespace mlir::amp

#endif // AMPDIALECT_IR_OPSIGNATURE_H
