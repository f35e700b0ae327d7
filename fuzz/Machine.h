//===- Machine.h - The interpreter of intervals -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_MACHINE_H
#define AMPDIALECT_FUZZ_MACHINE_H

#include "Interval.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <memory>

namespace mlir::amp::fuzz {

/// A view of a buffer.
struct View {
  std::shared_ptr<std::vector<Interval>> buffer;
  int64_t offset = 0;
  SmallVector<int64_t> sizes, strides;
};

/// What an SSA value holds: a number, or a view.
struct Held {
  Interval number;
  View view;
};

using Helds = SmallVector<Held>;

/// Scalars and vectors on memrefs in loops, one op after the other.
class Machine {
public:
  explicit Machine(ModuleOp module) : module(module) {}

  Helds call(func::FuncOp function, const Helds &arguments);
  std::string problem;
  double largest = 0;

private:
  /// Runs a region with arguments; returns what its terminator yields.
  Helds runRegion(Region &region, const Helds &arguments);
  void runOp(Operation *op);
  bool runArithmetic(Operation *op);
  bool runMemory(Operation *op);
  bool runControl(Operation *op);
  void runView(Operation *op);
  bool runVector(Operation *op);
  bool pickElements(Operation *op);
  bool buildVector(Operation *op);
  bool reduceVector(Operation *op);
  bool moveMemory(Operation *op);
  void transfer(VectorTransferOpInterface op);
  void moveLanes(Operation *op, Value memory, ValueRange indices, Value mask,
                 Value data);
  void contract(vector::ContractionOp op);
  void scan(vector::ScanOp op);
  template <typename Each>
  void iterate(Operation *op, ArrayRef<int64_t> lows, ArrayRef<int64_t> highs,
               ArrayRef<int64_t> steps, Each each);
  void runFor(scf::ForOp op);
  void runWhile(scf::WhileOp op);
  void runForall(scf::ForallOp op);
  void runParallel(scf::ParallelOp op);
  bool runRegions(Operation *op);

  void stop(Operation *op, const Twine &why) {
    if (problem.empty())
      problem = (op->getName().getStringRef() + ": " + why).str();
  }
  Helds get(ValueRange from) {
    Helds all;
    for (Value value : from)
      all.push_back(values[value]);
    return all;
  }
  void set(Value value, const Interval &number) {
    values[value] = Held{number, {}};
  }
  void set(ResultRange results, const Helds &helds) {
    for (auto [result, held] : llvm::zip(results, helds))
      values[result] = held;
  }
  /// Elements of a vector in row-major order, or the one number.
  ArrayRef<Interval> elements(Value value);
  /// The number or vector `held`, as the type of `value` has it.
  void setElements(Value value, std::vector<Interval> held);
  /// What an op of numbers gives for each element; nullopt for one that is not
  /// known.
  std::optional<Interval> evaluate(Operation *op, ArrayRef<Interval> operands);
  /// Whether lane `lane` takes part, by `mask` (null for all) and the mask that
  /// the op stands in.
  bool isOn(Operation *op, Value mask, int64_t lane);
  void note(Type type, const Interval &value);
  const Interval &number(Value value) { return values[value].number; }
  int64_t integer(Value value) { return int64_t(number(value).low); }
  int64_t integer(OpFoldResult value) {
    if (auto attribute = dyn_cast<Attribute>(value))
      return cast<IntegerAttr>(attribute).getInt();
    return integer(cast<Value>(value));
  }
  template <typename Range>
  SmallVector<int64_t> allIntegers(const Range &from) {
    SmallVector<int64_t> all;
    for (auto value : from)
      all.push_back(integer(value));
    return all;
  }
  /// The element that indices name; null if they lead out of the buffer.
  Interval *element(Operation *op, const View &view, ValueRange indices);
  View allocate(MemRefType type, ValueRange dynamicSizes);
  View constantView(Operation *op, ElementsAttr elements, ShapedType type);

  ModuleOp module;
  llvm::DenseMap<Value, Held> values;
  /// That of `vector.mask`, while what it masks runs.
  Value around;
  /// Contents of globals, made once.
  llvm::DenseMap<Operation *, View> globals;
  unsigned depth = 0;
  uint64_t steps = 0;
};

/// A new buffer in row-major order, of which nothing is known.
View makeView(ArrayRef<int64_t> sizes);

/// Steps `index` through `sizes`; false after the last one.
bool advance(SmallVectorImpl<int64_t> &index, ArrayRef<int64_t> sizes);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_MACHINE_H
