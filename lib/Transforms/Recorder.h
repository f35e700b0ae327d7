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

#include "AmpDialect/Analysis/StablePath.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
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

/// Rows on their way to the function's results, through the control flow around
/// what they count.
class RowCollector {
public:
  /// `function` has one block.
  RowCollector(func::FuncOp function, unsigned columns);

  /// The row to start from.
  Value getZero() const { return zero; }
  /// Takes a call whose operand number `operand` is getZero() and whose result
  /// number `result` is that row with something added.
  void add(func::CallOp call, unsigned operand, unsigned result) {
    slots.push_back({call, operand, result, {}, {}});
  }
  /// The same for a call of Recorder.
  void add(func::CallOp call) { add(call, call->getNumOperands() - 1, 0); }
  /// Whether a row of `block` can get out: nothing but `scf.for`, `scf.if` and
  /// `scf.while` around it.
  bool canReach(Block *block) const;
  /// Carries the rows out of control flow and appends one result to the
  /// function: a tensor of one row per add(), in that order.
  void finish();
  /// The same for a function that is called: appends an argument and a result
  /// for each add(), the row before and after a call.
  void finishCallee();

private:
  struct Slot {
    func::CallOp call;
    unsigned operand, result;
    /// Where the row goes into what `row` comes out of.
    SmallVector<OpOperand *, 1> inits;
    Value row;

    void setInit(Value value) {
      for (OpOperand *init : inits)
        init->set(value);
    }
  };
  void carryOut();
  void carry(RewriterBase &rewriter, scf::ForOp op, ArrayRef<Slot *> inside);
  void carry(RewriterBase &rewriter, scf::IfOp op, ArrayRef<Slot *> inside);
  void carry(RewriterBase &rewriter, scf::WhileOp op, ArrayRef<Slot *> inside);
  /// The last operands and results of `op` are the rows of `inside`.
  static void leave(Operation *op, ArrayRef<Slot *> inside);

  func::FuncOp function;
  unsigned columns;
  Value zero;
  std::vector<Slot> slots;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TRANSFORMS_RECORDER_H
