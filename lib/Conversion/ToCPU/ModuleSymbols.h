//===- ModuleSymbols.h - New symbols of a module ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_MODULESYMBOLS_H
#define AMP_CONVERSION_TOCPU_MODULESYMBOLS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp::cpu {

/// Names of new functions and constants of a module, and the runtime's
/// functions.
class ModuleSymbols {
public:
  explicit ModuleSymbols(ModuleOp module);

  /// A function of the runtime, declared on first use.
  func::FuncOp getRuntime(StringRef name, FunctionType type);
  /// A private function `PREFIX_N` without a body, internal to the object.
  func::FuncOp addFunction(Location loc, StringRef prefix, FunctionType type);
  /// The address of constant 64-bit words.
  Value addWords(OpBuilder &builder, Location loc, ArrayRef<int64_t> words);
  /// A number that no other caller gets.
  int64_t makeSlot() { return numSlots++; }
  /// `func`, or an equal one that was there before; then `func` is gone.
  func::FuncOp shareFunction(func::FuncOp func);
  /// The task made for `kernel`, null before the first.
  func::FuncOp &getTask(func::FuncOp kernel) { return tasks[kernel]; }
  /// The address of a zero-terminated string.
  Value addString(OpBuilder &builder, Location loc, StringRef text);

private:
  StringAttr makeName(StringRef prefix);

  ModuleOp module;
  SymbolTable table;
  llvm::StringMap<int64_t> counts;
  /// Functions by their text without the name.
  llvm::StringMap<func::FuncOp> shared;
  llvm::DenseMap<Operation *, func::FuncOp> tasks;
  int64_t numSlots = 0;
};

} // namespace mlir::amp::cpu

#endif // AMP_CONVERSION_TOCPU_MODULESYMBOLS_H
