//===- KernelBuilder.h - Kernels of loop nests ------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel takes bare pointers and a range of items. Pointers that can be told
// apart are marked noalias, sums live in registers: both are what LLVM's loop
// vectoriser needs, and neither survives upstream's lowering through memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_CONVERSION_TOCPU_KERNELBUILDER_H
#define AMP_CONVERSION_TOCPU_KERNELBUILDER_H

#include "Epilogues.h"
#include "ModuleSymbols.h"
#include "Schedule.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::cpu {

class KernelBuilder {
public:
  /// For a kernel of its own.
  KernelBuilder(LoopNest nest, ModuleSymbols &symbols);
  /// For an epilogue.
  KernelBuilder(Epilogue epilogue, ModuleSymbols &symbols);

  /// Replaces the op by a call.
  void run();
  /// The same for an epilogue, with the contraction before it: its plan and the
  /// pointers to A, B and C.
  void runEpilogue(ValueRange contraction);

private:
  /// Values from outside that bodies use or results start from.
  llvm::SetVector<Value> findCaptured();
  /// Whether the kernel is given operand `index`.
  bool isInMemory(unsigned index);
  /// Whether the op or its reader writes to `argument`.
  bool isWritten(Value argument);
  void collectArguments();
  func::FuncOp buildKernel();
  func::FuncOp addLaunch(TypeRange types);
  func::FuncOp buildTask(func::FuncOp kernel);
  func::FuncOp buildLaunch(func::FuncOp kernel);
  func::FuncOp buildEpilogueLaunch(func::FuncOp kernel,
                                   TypeRange contractionTypes);
  void emitParallel(func::FuncOp kernel, func::FuncOp launch, Value count,
                    Value grain);
  /// The address of a task for `kernel`, and of memory with what that is given.
  std::pair<Value, Value> emitTask(func::FuncOp kernel, ValueRange given);
  void callLaunch(func::FuncOp launch, ValueRange first);

  void emitItems(Value begin, Value end);
  void emitRow(Value row, Value begin, Value end);
  void emitPieces(Value begin, Value end);
  /// Sets the counters of loops [first, end) from their merged one.
  void splitCounter(Value merged, unsigned first, unsigned end);
  void emitLoops(ArrayRef<unsigned> order, Value begin, Value end);
  void emitRunning(ArrayRef<unsigned> order);
  /// The body of what reads `result`, here.
  void emitReader(Value result);
  void emitSums(ArrayRef<unsigned> order, unsigned depth,
                SmallVectorImpl<Value> &sums);
  void emitUnrolled(ArrayRef<unsigned> order, unsigned depth,
                    SmallVectorImpl<Value> &sums);
  /// The values of all results, or with `sums` of those that stay where they
  /// are; the others are written.
  SmallVector<Value> emitBody(ArrayRef<Value> sums);
  /// The same for a body that is `extremum` alone, of a type below f32, in f32.
  SmallVector<Value> emitExtremum(Operation *extremum, Value running);
  Value emitPlace(const NestOperand &operand, unsigned index);
  Value emitLoad(const NestOperand &operand, unsigned index);
  void emitStore(const NestOperand &operand, unsigned index, Value value);
  Value constant(int64_t value);

  LoopNest nest;
  linalg::GenericOp op;
  Location loc;
  ModuleSymbols &symbols;
  OpBuilder builder;
  Schedule schedule;
  /// The operand whose elements come from a row of sums.
  std::optional<unsigned> fromRow;
  /// Such a row in a kernel, and where the innermost loop stands at its first
  /// element.
  Value rowSums, rowBegin;
  /// What the kernel is given: memrefs (as pointers) and scalars.
  llvm::SetVector<Value> arguments;
  IRMapping mapping;
  /// The kernel's values of operands' pointers and scalars, and loop counters.
  SmallVector<Value> places;
  SmallVector<Value> counters;
};

} // namespace mlir::amp::cpu

#endif // AMP_CONVERSION_TOCPU_KERNELBUILDER_H
