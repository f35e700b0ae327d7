//===- Roots.cpp - Which ops are contractions or convolutions -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roots.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Whether a body adds the product of its two inputs, casts apart, to what it
/// has by one math.fma, which upstream's contraction interface does not know.
static bool isFusedProduct(linalg::LinalgOp op) {
  Block *body = op.getBlock();
  auto fma = body->getTerminator()->getOperand(0).getDefiningOp<math::FmaOp>();
  if (!fma || fma.getC() != body->getArgument(2))
    return false;
  auto strip = [](Value value) {
    auto cast = value.getDefiningOp<arith::ExtFOp>();
    return cast ? cast.getIn() : value;
  };
  Value a = strip(fma.getA()), b = strip(fma.getB());
  Value left = body->getArgument(0), right = body->getArgument(1);
  if (!(a == left && b == right) && !(a == right && b == left))
    return false;
  FailureOr<linalg::ContractionDimensions> dims =
      linalg::inferContractionDims(op.getIndexingMapsArray());
  return succeeded(dims) && !dims->k.empty() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation();
         });
}

bool amp::cuda::isTensorContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() == 0 ||
      linalgOp.getNumDpsInputs() != 2 || linalgOp.getNumDpsInits() != 1 ||
      !isContractionRoot(op))
    return false;
  return linalg::isaContractionOpInterface(linalgOp) ||
         isFusedProduct(linalgOp);
}

bool amp::cuda::isConvolutionRoot(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() == 0 ||
      !linalg::isaConvolutionOpInterface(linalgOp))
    return false;
  // A pooling's window holds no values: its body multiplies nothing.
  return isContractionRoot(op);
}

bool amp::cuda::isTensorRoot(Operation *op) {
  return isTensorContraction(op) || isConvolutionRoot(op);
}

int64_t amp::cuda::countTiles(llvm::ArrayRef<int64_t> sizes) {
  constexpr int64_t kTile = 64;
  return sizes[0] * llvm::divideCeil(sizes[1], kTile) *
         llvm::divideCeil(sizes[2], kTile);
}
