//===- Reducer.cpp - Shrinks a module that shows a failure ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's reduction-tree drops ops that nobody reads and applies patterns of
// dialects, of which upstream dialects have none; of LLVM 22.1.8 it ends by a
// signal as soon as a function body changed. Only its Tester is used here.
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace {
enum class Way {
  /// First what takes most away at once.
  Function,
  Dead,
  Erase,
  Forward,
  Constant,
  FirstResult,
  LastResult,
  Arguments
};
} // namespace

/// What a change can be made on: functions, or ops in them. Users come before
/// what they read, inner ops before the op around them.
static SmallVector<Operation *> collect(ModuleOp module, Way way) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isFunction = isa<func::FuncOp>(op);
    bool wanted = way == Way::Erase || way == Way::Dead
                      ? op != module.getOperation()
                  : way == Way::Forward || way == Way::Constant
                      ? op->getNumResults() != 0 && !op->use_empty() &&
                            !op->hasTrait<OpTrait::ConstantLike>()
                      : isFunction;
    if (wanted && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  std::reverse(ops.begin(), ops.end());
  return ops;
}

static Value findOperand(Operation *op, Type type) {
  for (Value operand : op->getOperands())
    if (operand.getType() == type)
      return operand;
  return Value();
}

static Value makeConstant(Operation *op, Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  if (!shaped || !shaped.hasStaticShape() ||
      !shaped.getElementType().isIntOrFloat())
    return Value();
  OpBuilder builder(op);
  Type element = shaped.getElementType();
  TypedAttr one = isa<FloatType>(element)
                      ? TypedAttr(builder.getFloatAttr(element, 1.0))
                      : builder.getIntegerAttr(element, 1);
  return arith::ConstantOp::create(builder, op->getLoc(),
                                   DenseElementsAttr::get(shaped, one));
}

static bool takeReadsAway(Operation *op, Way way) {
  bool anyTaken = false;
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value other = way == Way::Forward ? findOperand(op, result.getType())
                                      : makeConstant(op, result.getType());
    if (!other || other == result)
      continue;
    result.replaceAllUsesWith(other);
    anyTaken = true;
  }
  return anyTaken;
}

/// A function that nobody calls, its returns and its type, changed together.
static bool shrink(func::FuncOp function, Way way) {
  if (function.isExternal() ||
      !SymbolTable::symbolKnownUseEmpty(function, function->getParentOp()))
    return false;
  if (way == Way::Arguments) {
    llvm::BitVector unread(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      unread[argument.getArgNumber()] = argument.use_empty();
    return unread.any() && succeeded(function.eraseArguments(unread));
  }
  unsigned count = function.getNumResults();
  if (count < 2)
    return false;
  unsigned index = way == Way::FirstResult ? 0 : count - 1;
  if (failed(function.eraseResult(index)))
    return false;
  function.walk(
      [&](func::ReturnOp op) { op.getOperandsMutable().erase(index); });
  return true;
}

/// Whether there was anything to change. No change can be made twice, nor be
/// undone by others: the work ends.
static bool change(Operation *op, Way way) {
  switch (way) {
  case Way::Dead:
    if (!isOpTriviallyDead(op))
      return false;
    op->erase();
    return true;
  case Way::Function:
  case Way::Erase:
    if (!op->use_empty())
      return false;
    op->erase();
    return true;
  case Way::Forward:
  case Way::Constant:
    return takeReadsAway(op, way);
  default:
    return shrink(cast<func::FuncOp>(op), way);
  }
}

/// The module with ops [from, to) of `way` changed; null if it is not
/// interesting any more, or no different.
static OwningOpRef<ModuleOp> tryChange(ModuleOp module, const Tester &tester,
                                       Way way, size_t from, size_t to) {
  OwningOpRef<ModuleOp> copy(module.clone());
  SmallVector<Operation *> ops = collect(*copy, way);
  bool anyChange = false;
  for (size_t i = from; i < to; ++i)
    anyChange |= change(ops[i], way);
  ScopedDiagnosticHandler quiet(copy->getContext(),
                                [](Diagnostic &) { return success(); });
  if (!anyChange || failed(verify(*copy)) || !amp::isInteresting(tester, *copy))
    return nullptr;
  return copy;
}

bool amp::isInteresting(const Tester &tester, ModuleOp module) {
  std::string path;
  std::error_code error = makeTemporaryFile("amp-reduce", "mlir", path);
  if (!error) {
    // Goes with this object or a signal.
    llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_None);
    if (!error) {
      module.print(file.os());
      file.os().close();
      error = file.os().error();
      file.os().clear_error();
    }
    if (!error)
      return tester.isInteresting(path) == Tester::Interestingness::True;
  }
  llvm::report_fatal_error("cannot write a temporary file (see TMPDIR): " +
                           Twine(error.message()));
}

LogicalResult
amp::reduceModule(OwningOpRef<ModuleOp> &module, const Tester &tester,
                  llvm::function_ref<LogicalResult(ModuleOp)> onSmaller) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Way way :
         {Way::Function, Way::Dead, Way::Erase, Way::Constant, Way::Forward,
          Way::FirstResult, Way::LastResult, Way::Arguments}) {
      size_t count = collect(*module, way).size();
      for (size_t group = std::max<size_t>(count, 1); group != 0; group /= 2)
        for (size_t from = 0; from < count;) {
          OwningOpRef<ModuleOp> next = tryChange(*module, tester, way, from,
                                                 std::min(from + group, count));
          if (!next) {
            from += group;
            continue;
          }
          module = std::move(next);
          changed = true;
          if (failed(onSmaller(*module)))
            return failure();
          count = collect(*module, way).size();
        }
    }
  }
  return success();
}
