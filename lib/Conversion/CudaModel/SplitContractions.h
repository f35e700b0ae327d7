//===- SplitContractions.h - Long sums with few results ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SPLITCONTRACTIONS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SPLITCONTRACTIONS_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace mlir::amp::cuda {

/// Adds a bias behind a contraction that would start from its broadcast.
void populateBroadcastInitPatterns(RewritePatternSet &patterns);

/// Contractions and convolutions in f32 sums that would keep less than half of
/// a device busy become partial sums over parts of K, marked `amp.split`, and
/// ops that add the parts and their init. Those with an `amp.gemm_config` of
/// their own stay whole.
void populateSplitContractionPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_SPLITCONTRACTIONS_H
