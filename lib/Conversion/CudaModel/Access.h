//===- Access.h - Elements of dense tensors by linear offset ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ACCESS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ACCESS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineMap.h"

namespace mlir::amp::cuda {

/// Offset (in elements) of what an operand reads in a dense row-major tensor,
/// `base + sum coefficients[i] * loop i`. Coefficients of loops with one
/// iteration are 0.
struct LinearAccess {
  int64_t base = 0;
  SmallVector<int64_t> coefficients;
};

/// The access of `map` into a tensor of `shape` under loops of `extents`, or
/// nothing where it is not linear.
std::optional<LinearAccess> getLinearAccess(AffineMap map,
                                            ArrayRef<int64_t> shape,
                                            ArrayRef<int64_t> extents);

/// The row-major strides of `shape`.
SmallVector<int64_t> getRowMajorStrides(ArrayRef<int64_t> shape);

/// The product of `shape`; 1 for rank 0.
int64_t getVolume(ArrayRef<int64_t> shape);

/// Whether the access runs through the tensor as the loops do: the offset is
/// the row-major number of the iteration.
bool isIdentityAccess(const LinearAccess &access, ArrayRef<int64_t> extents);

/// Whether the offset is the number of the iteration divided by `row`: one
/// element for each `row` successive iterations.
bool isRowAccess(const LinearAccess &access, ArrayRef<int64_t> extents,
                 int64_t row);

/// The tensor that `value` is a view of, through collapse, expand and cast.
Value stripViews(Value value);

/// True for tensor.collapse_shape, expand_shape, cast between static shapes.
bool isView(Operation *op);

/// Who reads `value`, through views.
SmallVector<Operation *> getReaders(Value value);

/// Whether `op` alone reads `value`, through views.
bool hasOneReader(Value value, Operation *op);

/// Moves the views of results of `op`, which stands before `position` in its
/// block, in front of `position`: others have moved behind `op`, or `op` itself
/// has.
void moveViewsBehind(Operation *op, Operation *position);

/// True if all loops of a generic op are parallel and its body reads no init.
bool isPointwiseGeneric(Operation *op);

/// True for a generic that casts its only input, or passes it on, and does no
/// more.
bool onlyCasts(linalg::GenericOp op);

/// The scalar that fills `tensor` (linalg.fill, splat constant), or null.
Value getFillScalar(Value tensor);

/// The only result of `map` that depends on loop `loop`, which it is itself;
/// nothing where the loop stands elsewhere too, in a sum, or not at all.
std::optional<unsigned> findAlone(AffineMap map, unsigned loop);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_ACCESS_H
