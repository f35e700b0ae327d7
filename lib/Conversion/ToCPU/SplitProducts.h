//===- SplitProducts.h - Factors computed before their product --*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TOCPU_SPLITPRODUCTS_H
#define AMPDIALECT_LIB_TOCPU_SPLITPRODUCTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp {

/// The op that multiplies (arith.mulf or math.fma) in a body that adds a
/// product to its sum in f32 and has no other effect; null for any other body.
Operation *findProduct(linalg::GenericOp op);

/// Takes out of sums of products, on tensors, the factors that their bodies
/// compute again and again, as fusion of elementwise ops leaves them (a norm or
/// a gelu for each column of a matrix): each becomes an op of its own over the
/// loops that it depends on, in the type in which it is multiplied, so that the
/// numbers stay. What is left is a contraction.
void splitProducts(RewriterBase &rewriter, Operation *root);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TOCPU_SPLITPRODUCTS_H
