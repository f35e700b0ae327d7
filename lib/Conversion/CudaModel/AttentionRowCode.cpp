//===- AttentionRowCode.cpp - What is between two products ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionRowCode.h"
#include "Access.h"
#include "Groups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// Threads that share a row of an accumulator.
static constexpr unsigned kThreadsPerRow = 4;

/// The first reduction of a kernel of rows.
static linalg::GenericOp findReduction(func::FuncOp rows) {
  for (auto op : rows.front().getOps<linalg::GenericOp>())
    if (op.getNumReductionLoops() != 0)
      return op;
  return {};
}

/// How threads share the rows that `rows` makes, nothing where it makes none.
static std::optional<RowShape> getRowShape(func::FuncOp rows) {
  linalg::GenericOp reduction = findReduction(rows);
  std::optional<int64_t> row =
      reduction ? getTrailingReduction(reduction) : std::nullopt;
  if (!row || *row == 1)
    return std::nullopt;
  RowShape shape;
  shape.row = *row;
  shape.rows = getVolume(reduction.getStaticLoopRanges()) / *row;
  shape.threads = kThreadsPerRow;
  shape.lanes = *row % 2 == 0 ? 2 : 1;
  shape.rowsPerBlock = 1;
  shape.chunks = 0;
  return shape;
}

/// Whether a thread that has some elements of the tensor `value` needs no
/// others of it: all that read it do so as their loops run.
static bool readsOwnElements(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isView(user))
      return readsOwnElements(user->getResult(0));
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic || generic.isDpsInit(&use))
      return false;
    SmallVector<int64_t> extents = generic.getStaticLoopRanges();
    auto type = cast<RankedTensorType>(use.get().getType());
    std::optional<LinearAccess> access = getLinearAccess(
        generic.getMatchingIndexingMap(&use), type.getShape(), extents);
    return access && isIdentityAccess(*access, extents) &&
           getVolume(extents) == type.getNumElements();
  });
}

bool cuda::makesRows(func::FuncOp rows, unsigned scores) {
  std::optional<RowShape> shape = getRowShape(rows);
  if (!shape || rows.getNumResults() != 1)
    return false;
  auto made = dyn_cast<RankedTensorType>(rows.getResultTypes().front());
  auto read = dyn_cast<RankedTensorType>(rows.getArgumentTypes()[scores]);
  int64_t elements = shape->row * shape->rows;
  return made && read && made.getNumElements() == elements &&
         read.getNumElements() == elements &&
         readsOwnElements(rows.getArgument(scores));
}

LogicalResult RowCode::emitIn(AttentionRow &row, bool holds, Emit emit) {
  KernelBuilder kernel(rows, row.function, row.builder.saveInsertionPoint());
  Evaluator &evaluator = *kernel.evaluator;
  for (auto [argument, place] : llvm::zip_equal(rows.getArguments(), places))
    if (place)
      evaluator.mapArgument(argument, row.function.getArgument(*place));
  auto index = [&](Value value) {
    OpBuilder &b = kernel.builder;
    return evaluator.indexType == value.getType()
               ? value
               : arith::ExtUIOp::create(b, value.getLoc(), evaluator.indexType,
                                        value)
                     .getResult();
  };
  RowShape shape = *getRowShape(rows);
  RowEmitter emitter(kernel, shape);
  Value number = index(row.number);
  if (holds) {
    // All elements of the row, or a tile of them, the last of which may reach
    // over its end.
    int64_t held = row.elements.size() * shape.threads;
    int64_t left = shape.row % held;
    emitter.hold(index(row.thread), number, rows.getArgument(scores),
                 row.elements, index(row.firstKey), left != 0 ? left : held);
  }
  LogicalResult done = emit(kernel, emitter, number);
  row.builder.restoreInsertionPoint(kernel.builder.saveInsertionPoint());
  return failure(failed(done) || evaluator.hasFailed());
}

LogicalResult RowCode::computeWeights(AttentionRow &row) {
  return emitIn(row, /*holds=*/true,
                [&](KernelBuilder &kernel, RowEmitter &emitter, Value) {
                  emitter.emitOps();
                  FailureOr<SmallVector<Value>> weights =
                      emitter.collect(kernel.results.front());
                  if (succeeded(weights))
                    row.elements = std::move(*weights);
                  return success(succeeded(weights));
                });
}

/// `value` as f32.
static Value widen(KernelBuilder &kernel, Value value) {
  Type f32 = kernel.builder.getF32Type();
  return value.getType() == f32
             ? value
             : arith::ExtFOp::create(kernel.builder, f32, value).getResult();
}

bool RowCode::isSoftmax() const { return softmax.has_value(); }

LogicalResult RowCode::computeLogits(AttentionRow &row) {
  return emitIn(
      row, /*holds=*/true,
      [&](KernelBuilder &kernel, RowEmitter &emitter, Value) {
        auto type = cast<FloatType>(getElementTypeOrSelf(softmax->logits));
        FailureOr<SmallVector<Value>> logits = emitter.collect(
            softmax->logits,
            FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics(),
                                                 /*Negative=*/true)));
        if (failed(logits))
          return failure();
        row.elements = llvm::map_to_vector(
            *logits, [&](Value logit) { return widen(kernel, logit); });
        return success();
      });
}

double RowCode::getExponentScale() const {
  return isa<math::Exp2Op>(softmax->power) ? 1 : llvm::numbers::log2e;
}

Type RowCode::getPowerType() const {
  return getElementTypeOrSelf(
      linalg::GenericOp(softmax->powers)->getResult(0).getType());
}

/// What powers are multiplied with or divided by in row `number`.
Value RowCode::evaluateFactor(KernelBuilder &kernel, Value number) {
  Evaluator &evaluator = *kernel.evaluator;
  auto weights = cast<linalg::GenericOp>(softmax->scaling->getParentOp());
  IRMapping mapping;
  auto lookUp = [&](Value value) {
    if (mapping.contains(value))
      return mapping.lookup(value);
    Value outer = value;
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == weights.getBody())
      outer = weights.getDpsInputOperand(argument.getArgNumber())->get();
    Value found = isa<RankedTensorType>(outer.getType())
                      ? evaluator.load(outer, {number}).front()
                      : evaluator.scalar(outer);
    mapping.map(value, found);
    return found;
  };
  for (Operation *op : softmax->factorOps) {
    llvm::for_each(op->getOperands(), lookUp);
    kernel.builder.clone(*op, mapping);
  }
  return lookUp(softmax->scaling->getOperand(1 - softmax->powerSide));
}

LogicalResult RowCode::scale(AttentionRow &row, Value total) {
  return emitIn(
      row, /*holds=*/false,
      [&](KernelBuilder &kernel, RowEmitter &, Value number) {
        kernel.evaluator->fixValue(softmax->total->getResult(0), total);
        Value factor = evaluateFactor(kernel, number);
        if (kernel.evaluator->hasFailed())
          return failure();
        // One division a row.
        OpBuilder &b = kernel.builder;
        Location loc = softmax->scaling->getLoc();
        if (isa<arith::DivFOp>(softmax->scaling))
          factor = arith::DivFOp::create(
              b, loc, arith::ConstantOp::create(b, loc, b.getF32FloatAttr(1)),
              factor);
        for (Value &element : row.elements)
          element = arith::MulFOp::create(b, loc, element, factor);
        return success();
      });
}
