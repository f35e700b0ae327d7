//===- ModuleTasks.h - Functions side by side -------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TRANSFORMS_MODULETASKS_H
#define AMPDIALECT_LIB_TRANSFORMS_MODULETASKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>

namespace mlir::amp {

/// A module whose functions stand in several modules, so that threads can
/// convert these side by side. Functions that call each other or use the same
/// global are in one of them. The functions are back in their module, in their
/// order, when this is gone.
class ModuleTasks {
public:
  /// Splits `module` into parts of `minSize` ops or more, a few for each of the
  /// context's threads. None where that gives one part, where the context has
  /// no threads, or where what belongs together cannot be told: next to
  /// functions and globals there are other ops, such as policies or modules, or
  /// an op that is not registered has regions. Nor where constants are
  /// resources, whose copies are named in the order they are made.
  static std::optional<ModuleTasks> split(ModuleOp module, size_t minSize);

  ModuleTasks(ModuleTasks &&) = default;
  ModuleTasks &operator=(ModuleTasks &&) = delete;
  ~ModuleTasks();

  size_t size() const { return parts.size(); }
  ModuleOp operator[](size_t index) const { return *parts[index]; }
  /// The number in the module of the function that `op` stands in.
  size_t getPosition(Operation *op) const;

private:
  explicit ModuleTasks(ModuleOp module) : module(module) {}

  ModuleOp module;
  /// What the module holds, in its order.
  std::vector<Operation *> symbols;
  std::vector<OwningOpRef<ModuleOp>> parts;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TRANSFORMS_MODULETASKS_H
