//===- HostBuilder.h - Steps of the host, under construction ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_HOSTBUILDER_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_HOSTBUILDER_H

#include "Program.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SmallSet.h"

namespace mlir::amp::cuda {

/// Turns the entry function into `@amp_model_entry` and a program: the op by op
/// part is in HostCode.cpp, buffers are in HostBuffers.cpp, control flow is in
/// HostControlFlow.cpp.
class HostBuilder {
public:
  HostBuilder(ModuleOp module, func::FuncOp entry, Program &program)
      : module(module), entry(entry), program(program),
        builder(entry.getLoc(), module.getContext()) {}
  LogicalResult run();

private:
  LogicalResult convertBlock(Block &block);
  LogicalResult convertOp(Operation &op);
  LogicalResult convertCall(func::CallOp call);
  SmallVector<int64_t> findWeights(const Site &site, func::FuncOp callee);
  void keepWeights();
  LogicalResult convertExtract(tensor::ExtractOp extract);
  void convertAssert(cf::AssertOp assertion);
  LogicalResult convertFor(scf::ForOp loop);
  LogicalResult convertWhile(scf::WhileOp loop);
  LogicalResult convertIf(scf::IfOp branch);
  LogicalResult convertReturn(func::ReturnOp op);

  int newBuffer(RankedTensorType type);
  int bufferOf(Value tensor);
  void touch(int buffer);
  void copyAll(ValueRange sources, ArrayRef<int> targets, Location location);
  void copy(int source, int target, int64_t bytes, Location location);
  int64_t addSite(Site site, Location location);
  LLVM::CallOp callRuntime(StringRef name, Type result, ValueRange operands);
  Value constant(int64_t value);
  Value packScalar(Value value);
  SmallVector<int> carriedBuffers(TypeRange types);
  SmallVector<Value> scalarsOf(ValueRange values);
  SmallVector<Type> scalarTypes(TypeRange types);
  /// Tensors among `results` lie in the buffers `carried`, all others are the
  /// results of `lowered`.
  void mapResults(ResultRange results, ArrayRef<int> carried,
                  Operation *lowered);
  void beginLoop();
  void endLoop();

  /// A loop that is being converted: buffers from before it that it reads must
  /// last until its end.
  struct Loop {
    int64_t start;
    llvm::SmallSet<int, 16> outer;
  };

  ModuleOp module;
  func::FuncOp entry;
  Program &program;
  ImplicitLocOpBuilder builder;
  LLVM::LLVMFuncOp function;
  IRMapping scalars;
  llvm::DenseMap<Value, int> buffers;
  llvm::DenseMap<Attribute, int> constants;
  SmallVector<Loop> loops;
  Value state, slots;
  int64_t now = 0;
  unsigned numMessages = 0;
};

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_HOSTBUILDER_H
