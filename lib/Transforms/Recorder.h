//===- Recorder.h - Statistics of tensors, computed in the IR ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What amp-instrument and amp-shadow insert: calls of private functions that
// take a tensor and a row of numbers and return the row with the tensor's
// elements added. docs/calibrate.md and docs/shadow.md give the columns.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TRANSFORMS_RECORDER_H
#define AMPDIALECT_LIB_TRANSFORMS_RECORDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {

/// Names the rows of an instrumented function's last result.
inline constexpr llvm::StringLiteral kRecordedAttrName = "amp.recorded";

/// Names the elements of an emulating function's last argument.
inline constexpr llvm::StringLiteral kSwitchesAttrName = "amp.switches";

/// The one public function of `module` that has a body, which has one block;
/// fails after a diagnostic.
FailureOr<func::FuncOp> findEntry(ModuleOp module);

/// Columns of a row of amp-instrument; the exponents' counts follow.
enum RecordColumn : unsigned {
  kRecordElements,
  kRecordInfinite,
  kRecordNaN,
  kRecordZero,
  kRecordSubnormal,
  kRecordMin,
  kRecordMax,
  kRecordSquares,
  kRecordExponents
};
/// One column for each biased exponent of f32.
inline constexpr unsigned kRecordColumns = kRecordExponents + 256;

/// Columns of a row of amp-shadow.
enum CompareColumn : unsigned {
  kCompareElements,
  kCompareSquares,
  kCompareErrorSquares,
  kCompareLargest,
  kCompareLargestError,
  kCompareBroken,
  kCompareVanished,
  kCompareSkipped,
  kCompareColumns
};

/// Makes and calls the private functions of one module.
class Recorder {
public:
  explicit Recorder(ModuleOp module) : symbols(module) {}

  /// A call, at the builder's place, that adds the elements of `value` (a
  /// ranked tensor of f16, bf16 or f32) to `row`, a tensor of kRecordColumns
  /// f64.
  func::CallOp createRecord(OpBuilder &builder, Location loc, Value value,
                            Value row);
  /// The same for the difference of `low` to `high`, equal in shape; `row` has
  /// kCompareColumns elements.
  func::CallOp createCompare(OpBuilder &builder, Location loc, Value high,
                             Value low, Value row);

  /// A row of zeros, where nothing is counted yet.
  static Value createZeroRow(OpBuilder &builder, Location loc,
                             unsigned columns);
  /// Whether values of `type` can be recorded.
  static bool canRecord(Type type);

private:
  func::FuncOp getRecord(Type element);
  func::FuncOp getCompare(Type high, Type low);
  func::FuncOp createFunction(StringRef name, ArrayRef<Type> elements,
                              unsigned columns);

  SymbolTable symbols;
  llvm::DenseMap<Type, func::FuncOp> records;
  llvm::DenseMap<std::pair<Type, Type>, func::FuncOp> compares;
};

/// Rows on their way to the function's result, through the loops around what
/// they count.
class RowCollector {
public:
  /// `function` has one block.
  RowCollector(func::FuncOp function, unsigned columns);

  /// The row to start from.
  Value getZero() const { return zero; }
  /// Takes a call of Recorder whose row operand is getZero().
  void add(func::CallOp call) { slots.push_back({nullptr, call}); }
  /// Whether a row of `block` can get out: only `scf.for` around it.
  bool canReach(Block *block) const;
  /// Carries the rows out of loops and appends one result to the function: a
  /// tensor of one row per add(), in that order.
  void finish();

private:
  struct Slot {
    OpOperand *init;
    func::CallOp call;
    Value row = {};
  };
  void carry(RewriterBase &rewriter, Operation *loop);

  func::FuncOp function;
  unsigned columns;
  Value zero;
  std::vector<Slot> slots;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TRANSFORMS_RECORDER_H
