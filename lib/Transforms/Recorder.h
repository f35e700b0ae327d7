//===- Recorder.h - Statistics of tensors, computed in the IR ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What amp-instrument and amp-shadow insert: calls of private functions that
// add a tensor's elements to a row of numbers in a table, which is a buffer.
// docs/calibrate.md and docs/shadow.md give the columns.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TRANSFORMS_RECORDER_H
#define AMPDIALECT_LIB_TRANSFORMS_RECORDER_H

#include "AmpDialect/Analysis/StablePath.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {

/// Names the rows of an instrumented function's last result.
inline constexpr llvm::StringLiteral kRecordedAttrName = "amp.recorded";

/// Names the elements of an emulating function's last argument.
inline constexpr llvm::StringLiteral kSwitchesAttrName = "amp.switches";

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

/// What names `value`, whose op or block argument is at `path`: "path",
/// "result" (its number, where its op has several) and "loc".
NamedAttrList makeKey(Value value, StringRef path);
/// The same with the path that `value` has in `paths`.
NamedAttrList makeKey(Value value, const StablePaths &paths);

/// `attributes`, one dictionary for each argument or result of a call, for
/// `count` of them: those that were added have none.
ArrayAttr padAttributes(ArrayAttr attributes, size_t count);

/// A row of a table (see Recorder::getTableType), by its number, an index.
struct TableRow {
  Value table, number;
};

/// Makes and calls the private functions of one module.
class Recorder {
public:
  explicit Recorder(ModuleOp module) : symbols(module) {}

  /// Adds the elements of `value`, a ranked tensor of f16, bf16 or f32, to
  /// `row`, which has kRecordColumns numbers, at the builder's place.
  void createRecord(OpBuilder &builder, Location loc, Value value,
                    TableRow row);
  /// The same for the difference of `low` to `high`, equal in shape; `row` has
  /// kCompareColumns numbers.
  void createCompare(OpBuilder &builder, Location loc, Value high, Value low,
                     TableRow row);
  /// Makes all rows of `table` zeros, where nothing is counted yet.
  void createClear(OpBuilder &builder, Location loc, Value table);

  /// The type of all tables with rows of so many f64.
  static MemRefType getTableType(MLIRContext *context, unsigned columns);
  /// Whether values of `type` can be recorded.
  static bool canRecord(Type type);

private:
  func::FuncOp getRecord(Type element);
  func::FuncOp getCompare(Type high, Type low);
  func::FuncOp getClear(unsigned columns);
  func::FuncOp createFunction(StringRef name, ArrayRef<Type> inputs);
  /// One that takes tensors of these elements, a table and the row's number.
  func::FuncOp createRecorder(StringRef name, ArrayRef<Type> elements,
                              unsigned columns);

  SymbolTable symbols;
  llvm::DenseMap<Type, func::FuncOp> records;
  llvm::DenseMap<std::pair<Type, Type>, func::FuncOp> compares;
  llvm::DenseMap<unsigned, func::FuncOp> clears;
};

/// The rows that one function writes. A table is a buffer, and what is written
/// to it goes through no op around the call: a row that loops carry and that
/// all rows are put together from costs bufferization minutes for some hundred
/// of them.
class RowTable {
public:
  /// A table of the function's own, which finish() returns.
  static RowTable createOwn(func::FuncOp function, Recorder &recorder,
                            unsigned columns);
  /// Rows of the caller's: appends two arguments, the table and the number of
  /// the first.
  static RowTable takeFromCaller(func::FuncOp function, unsigned columns);
  /// No rows at all, for calls whose callees take some.
  static RowTable createEmpty(func::FuncOp function, unsigned columns);

  /// Row number `number` of the function's, at the builder's place.
  TableRow createRow(OpBuilder &builder, Location loc, unsigned number) const;
  /// Behind what makes the table.
  void setInsertionPointToStart(OpBuilder &builder) const;
  /// The last op that makes the table; null if it is the caller's.
  Operation *getStart() const { return start; }
  /// Gives the function's own table `rows` rows and appends a result, a tensor
  /// of them.
  void finish(unsigned rows);

  /// Whether what `block` makes comes one after the other, under control flow
  /// that is known: a row that several threads add to at once is wrong.
  static bool canRecordIn(Block *block);

private:
  explicit RowTable(func::FuncOp function) : function(function) {}

  func::FuncOp function;
  Operation *start = nullptr;
  Value table;
  /// The number of the caller's first row; null where that is none.
  Value first;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TRANSFORMS_RECORDER_H
