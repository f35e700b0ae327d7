//===- Softmax.cpp - Kernels of rows that are a softmax -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Softmax.h"
#include "Access.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp::cuda;

/// What a row's largest may start from, where it is not -inf: no logit is less.
static constexpr double kLeast = -3.4028234e38;

/// What `value` is a wider copy of.
static Value stripWidening(Value value) {
  while (auto cast = value.getDefiningOp<arith::ExtFOp>())
    value = cast.getIn();
  return value;
}

static Value stripRounding(Value value) {
  while (auto cast = value.getDefiningOp<arith::TruncFOp>())
    value = cast.getIn();
  return value;
}

/// The tensor whose element `value` of the body of `op` is, widened or not;
/// null for anything else.
static Value getRead(linalg::GenericOp op, Value value) {
  auto argument = dyn_cast<BlockArgument>(stripWidening(value));
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return {};
  return stripViews(op.getDpsInputOperand(argument.getArgNumber())->get());
}

/// What the body of `op` yields, if it has one result and is elementwise.
static Value getYielded(linalg::GenericOp op) {
  if (!op || op->getNumResults() != 1 || !isPointwiseGeneric(op))
    return {};
  return op.getBody()->getTerminator()->getOperand(0);
}

/// The tensor that `op` reduces by an op of kind `Ops` from a start that
/// `isStart` holds for; null where it does anything else.
template <typename... Ops>
static Value getReduced(linalg::GenericOp op,
                        function_ref<bool(const APFloat &)> isStart) {
  if (!op || op.getNumReductionLoops() == 0 || op->getNumResults() != 1)
    return {};
  Value start = getFillScalar(op.getDpsInits()[0]);
  FloatAttr constant;
  Operation *merge =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  if (!start || !matchPattern(start, m_Constant(&constant)) ||
      !isStart(constant.getValue()) || !isa_and_present<Ops...>(merge))
    return {};
  Value running = op.getBody()->getArguments().back();
  for (unsigned side : {0u, 1u})
    if (merge->getOperand(1 - side) == running)
      return getRead(op, merge->getOperand(side));
  return {};
}

static bool isLeast(const APFloat &value) {
  return value.isNegative() && !value.isNaN() &&
         value.convertToDouble() <= kLeast;
}

/// The reduction whose result is all that makes the tensor `value`.
static linalg::GenericOp findTotal(Value value) {
  while (true) {
    auto op = stripViews(value).getDefiningOp<linalg::GenericOp>();
    if (!op || op.getNumReductionLoops() != 0)
      return op;
    if (op.getNumDpsInputs() != 1 || !isPointwiseGeneric(op))
      return {};
    value = op.getDpsInputOperand(0)->get();
  }
}

/// Reads what powers are multiplied with or divided by: `factor` of the body of
/// `weights`.
static bool matchFactor(linalg::GenericOp weights, Value factor,
                        Softmax &softmax) {
  softmax.factorOps.clear();
  softmax.total = {};
  llvm::SetVector<Value> needed;
  needed.insert(factor);
  for (size_t i = 0; i != needed.size(); ++i) {
    Operation *op = needed[i].getDefiningOp();
    if (op && op->getBlock() == weights.getBody())
      needed.insert(op->operand_begin(), op->operand_end());
    auto argument = dyn_cast<BlockArgument>(needed[i]);
    if (!argument || argument.getOwner() != weights.getBody())
      continue;
    if (argument.getArgNumber() >= weights.getNumDpsInputs())
      return false;
    Value read = weights.getDpsInputOperand(argument.getArgNumber())->get();
    auto type = dyn_cast<RankedTensorType>(read.getType());
    if (!type)
      continue;
    linalg::GenericOp total = findTotal(read);
    if (!total || (softmax.total && softmax.total != total) ||
        type.getNumElements() !=
            cast<RankedTensorType>(total->getResult(0).getType())
                .getNumElements())
      return false;
    softmax.total = total;
  }
  for (Operation &op : weights.getBody()->without_terminator())
    if (llvm::any_of(op.getResults(),
                     [&](Value result) { return needed.contains(result); })) {
      if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
          isa<linalg::IndexOp>(op))
        return false;
      softmax.factorOps.push_back(&op);
    }
  return bool(softmax.total);
}

/// Whether an element of the tensor `value` is computed of elements alone, with
/// no reduction behind it.
static bool isElementwise(Value value) {
  llvm::SetVector<Value> needed;
  needed.insert(stripViews(value));
  for (size_t i = 0; i != needed.size(); ++i) {
    auto op = needed[i].getDefiningOp<linalg::GenericOp>();
    if (!op)
      continue;
    if (op.getNumReductionLoops() != 0)
      return false;
    for (Value input : op.getDpsInputs())
      needed.insert(stripViews(input));
  }
  return true;
}

/// Reads what powers are made of.
static bool matchPowers(Softmax &softmax) {
  linalg::GenericOp op = softmax.powers;
  Value yielded = getYielded(op);
  Operation *power = yielded ? stripRounding(yielded).getDefiningOp() : nullptr;
  if (!isa_and_present<math::ExpOp, math::Exp2Op>(power) ||
      !power->getResult(0).getType().isF32())
    return false;
  softmax.power = power;
  auto difference = power->getOperand(0).getDefiningOp<arith::SubFOp>();
  if (!difference)
    return false;
  softmax.logits = getRead(op, difference.getLhs());
  Value most = getRead(op, difference.getRhs());
  softmax.most =
      most ? most.getDefiningOp<linalg::GenericOp>() : linalg::GenericOp();
  Value reduced =
      getReduced<arith::MaximumFOp, arith::MaxNumFOp>(softmax.most, isLeast);
  return softmax.logits && reduced == softmax.logits &&
         isElementwise(softmax.logits);
}

std::optional<Softmax> amp::cuda::matchSoftmax(func::FuncOp rows) {
  Softmax softmax;
  auto weights = stripViews(rows.front().getTerminator()->getOperand(0))
                     .getDefiningOp<linalg::GenericOp>();
  Value yielded = getYielded(weights);
  softmax.scaling = yielded ? stripRounding(yielded).getDefiningOp() : nullptr;
  if (!isa_and_present<arith::DivFOp, arith::MulFOp>(softmax.scaling) ||
      !softmax.scaling->getResult(0).getType().isF32())
    return std::nullopt;
  unsigned sides = isa<arith::MulFOp>(softmax.scaling) ? 2 : 1;
  for (softmax.powerSide = 0; softmax.powerSide != sides; ++softmax.powerSide) {
    Value powers =
        getRead(weights, softmax.scaling->getOperand(softmax.powerSide));
    Value factor = softmax.scaling->getOperand(1 - softmax.powerSide);
    if (!powers || !matchFactor(weights, factor, softmax))
      continue;
    softmax.powers = powers.getDefiningOp<linalg::GenericOp>();
    Value summed = getReduced<arith::AddFOp>(
        softmax.total, [](const APFloat &start) { return start.isZero(); });
    if (summed && summed == powers &&
        getElementTypeOrSelf(softmax.total->getResult(0)).isF32() &&
        matchPowers(softmax))
      return softmax;
  }
  return std::nullopt;
}
