//===- KernelBuilder.h - Kernels of loop nests ------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_KERNELBUILDER_H
#define AMP_CONVERSION_TOCPU_KERNELBUILDER_H

#include "LoopNest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp {

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

/// Replaces the op of `nest` by a kernel and its call, from several threads
/// where the work is worth it. Loops are put into the order in which the result
/// lies in memory; the innermost one is left to LLVM's vectoriser. Sums in the
/// innermost loop may be reassociated.
void lowerToKernel(LoopNest nest, ModuleSymbols &symbols);

/// Replaces the op of `nest` by a call of amp_cpu_contract if it is a
/// contraction or convolution that the runtime knows; fails otherwise.
LogicalResult lowerToContraction(const LoopNest &nest, ModuleSymbols &symbols);

} // namespace mlir::amp

#endif // AMP_CONVERSION_TOCPU_KERNELBUILDER_H
