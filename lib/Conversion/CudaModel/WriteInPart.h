//===- WriteInPart.h - Ops that write a part of their result ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_WRITEINPART_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_WRITEINPART_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// A generic that writes its result at offsets, with strides, backwards, along
/// a diagonal or at one place of a dimension writes a slice, which
/// `tensor.insert_slice` puts into the destination.
void populateWriteInPartPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_WRITEINPART_H
