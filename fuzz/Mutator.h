//===- Mutator.h - Changes to modules that exist ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_MUTATOR_H
#define AMPDIALECT_FUZZ_MUTATOR_H

#include "ModuleGenerator.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::fuzz {

/// Makes up to `count` random changes, each of which leaves a module that
/// verifies: an operand rewired, an op duplicated, moved, dropped, or computed
/// in another type. Returns how many were made.
unsigned mutate(ModuleOp module, Random &random, unsigned count);

/// `value` with elements of `element`, another float type, by casts of a user:
/// f16 and bf16 meet in f32.
Value castTo(OpBuilder &builder, Location loc, Value value, Type element);

/// Adds what users write to steer the conversion: `amp.category` on some ops, a
/// policy, a scope around an op. Nothing of it asks for low where an op's own
/// category is NEVER.
void decorate(ModuleOp module, Random &random);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_MUTATOR_H
