//===- Reordering.h - The same module in another order ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_REORDERING_H
#define AMPDIALECT_FUZZ_REORDERING_H

#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::amp::fuzz {

/// Puts functions, what in their bodies has no side effects, and blocks that
/// are not the first into another order that dominance allows, and swaps the
/// two operands of ops to which their order is the same, two inputs of a
/// generic without reductions (rules aside, which name operands), two values of
/// one type that a loop carries or that a private function takes, and the
/// branches of a choice, all by `seed`.
void reorder(ModuleOp module, uint64_t seed);

/// An op that only one of two modules of one context has, with its types;
/// empty if they differ by no more than the order of ops and of operands, and
/// by constants, extensions of those, and destinations, which ops share where
/// they lie near each other.
std::string findOtherOp(ModuleOp a, ModuleOp b);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_REORDERING_H
