//===- KernelGenerator.h - Random modules of kernel size --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ModuleGenerator's modules are small and odd; these hold what networks are
// made of, at sizes that tiles, tensor cores and wide copies care about:
// products in every layout, convolutions, norms, attention, mixtures, and the
// movement of data between them. Weights are arguments, so that a wrong index
// shows.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_KERNELGENERATOR_H
#define AMPDIALECT_FUZZ_KERNELGENERATOR_H

#include "ModuleGenerator.h"

namespace mlir::amp::fuzz {

/// Multiply-adds of a step: what the interpreter of bounds does in a second.
inline constexpr int64_t kMostWork = 300000;

class KernelGenerator {
public:
  explicit KernelGenerator(uint64_t seed) : random(seed ^ 0x6b65726e) {}
  /// A module with one function, `main`, of f32 tensors of static shape.
  std::string generate();

private:
  /// What an op of loops reads: the value, and the loops of its dims.
  struct Access {
    Typed value;
    std::vector<unsigned> loops;
  };

  // Text, names and values.
  void line(const llvm::Twine &text);
  std::string fresh() { return "%v" + std::to_string(nextName++); }
  Typed define(const Shape &shape, const llvm::Twine &definition);
  Typed argument(const Shape &shape);
  Typed fill(const Shape &shape, const std::string &number);
  const Typed *find(llvm::function_ref<bool(const Typed &)> wanted) {
    return findValue(random, pool, /*tries=*/8, wanted);
  }
  /// One that may be multiplied by eight columns or channels.
  const Typed *findSmall(unsigned rank);
  /// `op` on `inputs`; `tail` stands in place of the result's type.
  Typed named(const llvm::Twine &op, llvm::ArrayRef<Typed> inputs,
              const Typed &init, const llvm::Twine &tail = "");
  /// The value's shape with the dims in this order.
  Typed transpose(const Typed &value, const std::vector<int64_t> &order);

  // Ops of loops. `body` writes lines and returns the name of what it yields;
  // it is given the names of the inputs' elements and of the init's.
  using Body =
      llvm::function_ref<std::string(llvm::ArrayRef<std::string> elements)>;
  Typed generic(llvm::ArrayRef<Access> inputs, const Access &init,
                const std::string &iterators, Body body);
  /// Elementwise over `shape`.
  Typed map(const Shape &shape, llvm::ArrayRef<Access> inputs, Body body);
  /// `kind` (addf, maximumf) of the value over some of its dims.
  Typed reduce(const Typed &value, llvm::ArrayRef<unsigned> over,
               const std::string &kind);
  std::string scalarOp(const llvm::Twine &op);
  std::string scalarConstant(const std::string &number);
  /// The body of a product: what is there, and two elements multiplied.
  std::string multiplyAdd(llvm::ArrayRef<std::string> elements);
  /// An element of `table` in a body: of the row whose number stands in `picks`
  /// at the first loop, and where the other loops are.
  std::string readPicked(const Typed &table, const std::string &picks,
                         int64_t count);
  std::string activate(const std::string &element);

  // Steps.
  void step();
  void multiply();
  void product();
  void batchProduct();
  void matrixVector();
  void epilogue();
  void convolution();
  void groupedConvolution();
  void pooling();
  void norm();
  void softmax();
  void attention();
  void mixture();
  void gatherRows();
  void sum();
  void permute();
  void concatenate();
  void slice();
  void pad();
  void spread();
  void regroup();
  void recurrence();
  void tiles();
  Typed padded(const Typed &value, llvm::ArrayRef<int64_t> low,
               llvm::ArrayRef<int64_t> high);

  Random random;
  std::string text, arguments;
  /// Where the loops of the op that is being written stand.
  std::vector<unsigned> order;
  std::vector<Typed> pool;
  unsigned nextName = 0, numArguments = 0;
};

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_KERNELGENERATOR_H
