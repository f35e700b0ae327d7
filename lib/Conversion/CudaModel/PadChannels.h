//===- PadChannels.h - Channels in runs that copies move --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_PADCHANNELS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_PADCHANNELS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// Gives images and filters of 16-bit floats whose input channels are in no
/// runs of 8 bytes further channels of zeros, where that costs less than
/// gathering their elements. Channels go last afterwards.
void populatePadChannelsPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_PADCHANNELS_H
