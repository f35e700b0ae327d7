//===- InstanceGenerator.h - Modules of ops that files hold -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ModuleGenerator does for the ops that it knows, this does for ops of any
// dialect: each step copies an op instance out of a function of some module
// and feeds it values of the right types, which earlier steps computed. A file
// with one instance of each op of a dialect is enough to try them all in
// combinations that nobody wrote.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_INSTANCEGENERATOR_H
#define AMPDIALECT_FUZZ_INSTANCEGENERATOR_H

#include "ModuleGenerator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp::fuzz {

/// What runs a module, if anything. One that runs has one public function,
/// `main`, of f32 tensors of static shape that returns tensors of floats; it
/// reads nothing that nobody wrote and never reads out of bounds. Kernels are
/// made of tensors alone.
enum class Runs { Nowhere, OnCPU, AsKernels };

class InstanceGenerator {
public:
  /// `examples` are the modules to copy from, of one context.
  InstanceGenerator(ArrayRef<ModuleOp> examples, Random &random,
                    Runs runs = Runs::Nowhere);

  /// A module that verifies; null where the examples hold no op to copy.
  OwningOpRef<ModuleOp> generate();

private:
  void step(unsigned depth);
  bool copy(Operation *example, unsigned depth);
  bool bringSymbols(Operation *example);
  void loop(unsigned depth);
  void choice(unsigned depth);
  void body(Region &region, Type result, unsigned depth);

  // Values of a wanted type: there already, made of others, or new arguments.
  Value provide(Value example, unsigned depth);
  Value findOfType(Type type);
  Value findFloats();
  Value addArgument(Type type);
  Value makeInput(Type type);
  Value makeFloats(ShapedType type);
  Value toVector(Value tensor, VectorType type);
  bool mayRead(Type type) const;
  bool mayCopy(Operation *example) const;
  void finish();
  Value makeOfOthers(Type type);
  Value toTensor(Value value);
  Value resize(Value tensor, RankedTensorType to);
  Value index(int64_t number);

  Random &random;
  const bool runnable, tensorsAlone;
  /// Ops of functions, with their modules.
  std::vector<Operation *> instances;
  OpBuilder builder;
  ModuleOp module;
  func::FuncOp function;
  Block *entry = nullptr;
  /// What choices depend on.
  Value condition;
  /// What the place of insertion sees, newest last.
  std::vector<Value> pool;
  /// Symbols of `module` by name, and what they are copies of.
  llvm::DenseMap<StringAttr, Operation *> symbols;
};

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_INSTANCEGENERATOR_H
