//===- Roots.cpp - Which ops are contractions or convolutions -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

bool amp::cuda::isTensorContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() == 0 ||
      linalgOp.getNumDpsInputs() != 2)
    return false;
  return linalg::isaContractionOpInterface(linalgOp);
}

bool amp::cuda::isConvolutionRoot(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() == 0 ||
      !linalg::isaConvolutionOpInterface(linalgOp))
    return false;
  // A pooling's window holds no values: its body multiplies nothing.
  bool multiplies = false;
  linalgOp.getBlock()->walk([&](Operation *inner) {
    multiplies |= isa<arith::MulFOp, arith::MulIOp>(inner);
  });
  return multiplies;
}

bool amp::cuda::isTensorRoot(Operation *op) {
  return isTensorContraction(op) || isConvolutionRoot(op);
}
