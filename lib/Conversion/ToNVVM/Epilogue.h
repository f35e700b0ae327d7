//===- Epilogue.h - From accumulators to the kernel's results ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_EPILOGUE_H
#define AMP_LIB_CONVERSION_TONVVM_EPILOGUE_H

#include "KernelFrame.h"

namespace mlir::amp {

/// Clones the epilogue onto accumulators that a thread holds: pairs of
/// neighbouring columns of some rows. What depends on a row or a column alone
/// is computed once.
class Epilogue {
public:
  explicit Epilogue(KernelFrame &frame);

  /// Declares a row (column pair) of the thread by the flattened index of its
  /// M loops (of its first N loop element); returns its number. `ragged`: it
  /// may lie past the end.
  unsigned addRow(Value index, bool ragged);
  unsigned addColumns(Value index, bool ragged);

  /// The column of one lane of a pair, clamped to those that exist.
  Value getColumn(unsigned columns, unsigned lane) const {
    return columnPairs[columns].lanes[lane];
  }

  /// The results of the two elements at a row and a column pair, converted from
  /// their f32 accumulators: `results[r]` holds both lanes.
  SmallVector<std::array<Value, 2>> compute(unsigned row, unsigned columns,
                                            std::array<Value, 2> accumulators);
  /// Stores them where row and columns exist.
  void store(unsigned row, unsigned columns,
             ArrayRef<std::array<Value, 2>> results);

private:
  using Lanes = std::array<Value, 2>;
  struct Line {
    Value index;                 ///< Clamped.
    std::array<Value, 2> inside; ///< Per lane; null for always.
    std::array<Value, 2> lanes;  ///< Clamped column of each lane.
    llvm::DenseMap<unsigned, Lanes> scalars;
    llvm::DenseMap<const LinearForm *, Lanes> parts;
  };
  Lanes evaluate(const LinearForm &form, unsigned row, unsigned columns);
  Lanes getOffset(const LinearForm &form, unsigned row, unsigned columns);
  /// What the operands of a node have become.
  using GetLanes = llvm::function_ref<Lanes(const ScalarRef &)>;
  /// The results of a node.
  SmallVector<Lanes> computeNode(unsigned number, unsigned row,
                                 unsigned columns, const Lanes &accumulators,
                                 GetLanes get);
  SmallVector<Lanes> computeOp(unsigned number, unsigned row, unsigned columns,
                               GetLanes get);
  /// The root's result, of type `type`.
  Lanes finishSum(Lanes sum, Type type, GetLanes get);
  /// `value` where `guards` hold, zero elsewhere.
  Lanes guard(Lanes value, ArrayRef<Guard> guards, unsigned row,
              unsigned columns);
  Lanes load(const Access &access, Value base, unsigned row, unsigned columns);
  Lanes roundTogether(const Lanes &value);
  bool dependsOn(const LinearForm &form, ArrayRef<unsigned> loops) const;

  KernelFrame &frame;
  KernelBuilder &b;
  const Contraction &contraction;
  SmallVector<unsigned> order;
  /// Per node: whether it changes along rows, along columns.
  SmallVector<bool> byRow, byColumn;
  llvm::DenseMap<unsigned, Value> bases;
  SmallVector<Value> resultBases;
  SmallVector<Line> rows, columnPairs;
  /// Nodes that change along neither; keyed by node * 16 + result.
  llvm::DenseMap<unsigned, Lanes> uniform;
  llvm::DenseMap<unsigned, Lanes> *getCache(unsigned node, unsigned row,
                                            unsigned columns);
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_EPILOGUE_H
