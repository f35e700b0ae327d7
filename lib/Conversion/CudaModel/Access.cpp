//===- Access.cpp - Elements of dense tensors by linear offset ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

SmallVector<int64_t> amp::cuda::getRowMajorStrides(ArrayRef<int64_t> shape) {
  return computeStrides(shape);
}

int64_t amp::cuda::getVolume(ArrayRef<int64_t> shape) {
  int64_t volume = 1;
  for (int64_t extent : shape)
    volume *= extent;
  return volume;
}

std::optional<LinearAccess>
amp::cuda::getLinearAccess(AffineMap map, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> extents) {
  AffineExpr sum = getAffineConstantExpr(0, map.getContext());
  for (auto [result, stride] :
       llvm::zip_equal(map.getResults(), getRowMajorStrides(shape)))
    sum = sum + result * stride;
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(sum, map.getNumDims(), 0, &flat)) ||
      flat.size() != map.getNumDims() + 1)
    return std::nullopt;
  LinearAccess access;
  access.base = flat.pop_back_val();
  access.coefficients.assign(flat.begin(), flat.end());
  for (auto [coefficient, extent] :
       llvm::zip_equal(access.coefficients, extents))
    if (extent == 1)
      coefficient = 0;
  return access;
}

bool amp::cuda::isIdentityAccess(const LinearAccess &access,
                                 ArrayRef<int64_t> extents) {
  return isRowAccess(access, extents, 1);
}

bool amp::cuda::isRowAccess(const LinearAccess &access,
                            ArrayRef<int64_t> extents, int64_t row) {
  if (access.base != 0)
    return false;
  for (auto [extent, stride, coefficient] : llvm::zip_equal(
           extents, getRowMajorStrides(extents), access.coefficients)) {
    if (extent == 1)
      continue;
    int64_t wanted = 0;
    if (stride >= row) {
      if (stride % row != 0)
        return false;
      wanted = stride / row;
    } else if (stride * extent > row) {
      return false;
    }
    if (coefficient != wanted)
      return false;
  }
  return true;
}

bool amp::cuda::isView(Operation *op) {
  return isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                         tensor::CastOp>(op);
}

Value amp::cuda::stripViews(Value value) {
  while (isView(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

SmallVector<Operation *> amp::cuda::getReaders(Value value) {
  SmallVector<Operation *> readers;
  SmallVector<Value> values{value};
  while (!values.empty())
    for (Operation *user : values.pop_back_val().getUsers()) {
      if (isView(user))
        values.push_back(user->getResult(0));
      else
        readers.push_back(user);
    }
  return readers;
}

bool amp::cuda::hasOneReader(Value value, Operation *op) {
  return llvm::all_of(getReaders(value),
                      [&](Operation *reader) { return reader == op; });
}

void amp::cuda::moveViewsBehind(Operation *op, Operation *position) {
  SmallVector<Operation *> ready{op};
  while (!ready.empty())
    for (Operation *user : ready.pop_back_val()->getUsers())
      if (isView(user) && user->getBlock() == position->getBlock()) {
        user->moveBefore(position);
        ready.push_back(user);
      }
}

bool amp::cuda::isPointwiseGeneric(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || generic.getNumParallelLoops() != generic.getNumLoops())
    return false;
  // Each element is written where its loops say, once.
  return llvm::all_of(generic.getDpsInitsMutable(), [&](OpOperand &init) {
    return generic.getMatchingBlockArgument(&init).use_empty() &&
           generic.getMatchingIndexingMap(&init).isIdentity();
  });
}

bool amp::cuda::onlyCasts(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
    return false;
  Value at = op.getBody()->getTerminator()->getOperand(0);
  while (isa_and_present<arith::TruncFOp, arith::ExtFOp>(at.getDefiningOp()))
    at = at.getDefiningOp()->getOperand(0);
  return at == op.getBody()->getArgument(0);
}

Value amp::cuda::getFillScalar(Value tensor) {
  auto fill = stripViews(tensor).getDefiningOp<linalg::FillOp>();
  return fill ? fill.value() : Value();
}

std::optional<unsigned> cuda::findAlone(AffineMap map, unsigned loop) {
  std::optional<unsigned> place;
  for (auto [position, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(loop))
      continue;
    if (place || !isa<AffineDimExpr>(expr))
      return std::nullopt;
    place = position;
  }
  return place;
}
