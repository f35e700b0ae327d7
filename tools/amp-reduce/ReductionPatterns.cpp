//===- ReductionPatterns.cpp - What amp-reduce tries ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's reduction-tree drops ops and applies what dialects offer; upstream
// dialects offer nothing, and an op whose result is read cannot be dropped.
// These patterns take the reads away.
//
//===----------------------------------------------------------------------===//

#include "ReductionPatterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

namespace {
enum class Simplify { Forward, Constant, FirstResult, LastResult, Arguments };
} // namespace

static llvm::cl::opt<Simplify> simplify(
    "simplify", llvm::cl::init(Simplify::Forward),
    llvm::cl::desc("What is tried on each op or function"),
    llvm::cl::values(
        clEnumValN(Simplify::Forward, "forward",
                   "an op's results become operands of the same type"),
        clEnumValN(Simplify::Constant, "constant",
                   "an op's results become constants"),
        clEnumValN(Simplify::FirstResult, "first-result",
                   "functions that nobody calls lose their first result"),
        clEnumValN(Simplify::LastResult, "last-result",
                   "functions that nobody calls lose their last result"),
        clEnumValN(Simplify::Arguments, "arguments",
                   "functions that nobody calls lose arguments not read")));

namespace {

/// Any op inside a function: its results become what `replace` gives.
struct ReplaceResults : RewritePattern {
  explicit ReplaceResults(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 || op->use_empty() ||
        op->hasTrait<OpTrait::ConstantLike>())
      return rewriter.notifyMatchFailure(op, "nothing to take away");
    SmallVector<Value> values;
    for (Value result : op->getResults()) {
      values.push_back(simplify == Simplify::Forward
                           ? findOperand(op, result.getType())
                           : makeConstant(rewriter, op, result.getType()));
      if (!values.back())
        return rewriter.notifyMatchFailure(op, "no other value of its type");
    }
    rewriter.replaceOp(op, values);
    return success();
  }

  static Value findOperand(Operation *op, Type type) {
    for (Value operand : op->getOperands())
      if (operand.getType() == type)
        return operand;
    return Value();
  }

  static Value makeConstant(OpBuilder &builder, Operation *op, Type type) {
    auto shaped = dyn_cast<RankedTensorType>(type);
    if (!shaped || !shaped.hasStaticShape() ||
        !shaped.getElementType().isIntOrFloat())
      return Value();
    TypedAttr one =
        isa<FloatType>(shaped.getElementType())
            ? TypedAttr(builder.getFloatAttr(shaped.getElementType(), 1.0))
            : builder.getIntegerAttr(shaped.getElementType(), 1);
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     DenseElementsAttr::get(shaped, one));
  }
};

/// A function without callers, its returns and its type, changed together.
struct ShrinkFunction : OpRewritePattern<func::FuncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(func::FuncOp function,
                                PatternRewriter &rewriter) const override {
    if (function.isExternal() ||
        !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
      return rewriter.notifyMatchFailure(function, "somebody calls it");
    if (simplify == Simplify::Arguments)
      return dropArguments(function, rewriter);
    unsigned count = function.getNumResults();
    if (count < 2)
      return rewriter.notifyMatchFailure(function, "one result at least");
    unsigned index = simplify == Simplify::FirstResult ? 0 : count - 1;
    rewriter.modifyOpInPlace(function, [&] {
      (void)function.eraseResult(index);
      function.walk(
          [&](func::ReturnOp op) { op.getOperandsMutable().erase(index); });
    });
    return success();
  }

  static LogicalResult dropArguments(func::FuncOp function,
                                     PatternRewriter &rewriter) {
    BitVector unread(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      unread[argument.getArgNumber()] = argument.use_empty();
    if (unread.none())
      return rewriter.notifyMatchFailure(function, "all arguments are read");
    rewriter.modifyOpInPlace(function,
                             [&] { (void)function.eraseArguments(unread); });
    return success();
  }
};

struct Patterns : DialectReductionPatternInterface {
  explicit Patterns(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    if (simplify == Simplify::Forward || simplify == Simplify::Constant)
      patterns.add<ReplaceResults>(patterns.getContext());
    else
      patterns.add<ShrinkFunction>(patterns.getContext());
  }
};

} // namespace

void amp::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, func::FuncDialect *dialect) {
    dialect->addInterfaces<Patterns>();
  });
}
