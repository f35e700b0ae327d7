//===- InlineCalls.h - Functions into their callers -------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_INLINECALLS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_INLINECALLS_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::amp::cuda {

/// Adds passes that inline every call, since host code launches kernels and
/// calls nothing: direct ones, and indirect ones of a function that is known,
/// at once or behind other calls. They fail, at an op, where upstream's inliner
/// would crash or not end.
void addInlining(OpPassManager &manager);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_INLINECALLS_H
