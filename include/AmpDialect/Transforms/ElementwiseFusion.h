//===- ElementwiseFusion.h - Fusion that keeps destinations -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_ELEMENTWISEFUSION_H
#define AMPDIALECT_TRANSFORMS_ELEMENTWISEFUSION_H

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace mlir::amp {

/// Upstream's patterns that fuse elementwise generics, `control` allowing, but
/// for one: it takes each destination that a body does not read for one that
/// the op writes as a whole. In its place is one that asks whether it does.
void populateElementwiseFusionPatterns(RewritePatternSet &patterns,
                                       const linalg::ControlFusionFn &control);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_ELEMENTWISEFUSION_H
