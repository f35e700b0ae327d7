//===- LinalgRebuild.h - Linalg ops at another precision --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_EXTERNALMODELS_LINALGREBUILD_H
#define AMPDIALECT_LIB_EXTERNALMODELS_LINALGREBUILD_H

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp {

/// A tensor.empty of `type`, which has the shape of `init`: one per
/// tensor.empty and type, placed beside it, so that users share it.
Value getEmptyLike(OpBuilder &builder, Value init, RankedTensorType type);

/// `scalar` at float type `type`: a narrowed constant beside the original, one
/// per constant and type, or a cast.
Value getScalarAs(OpBuilder &builder, Location loc, Value scalar, Type type);

/// Changes block arguments and yields of a visible body in place: what is read
/// low is extended on entry, what is written low is rounded before the yield.
FailureOr<Operation *> rebuildBody(linalg::LinalgOp op, RewriterBase &rewriter,
                                   const PrecisionSignature &signature);

/// Changes types in place and makes the implied region anew. Scalars that it
/// hands on (a fill's) are cast before the op.
FailureOr<Operation *> rebuildNamed(linalg::LinalgOp op, RewriterBase &rewriter,
                                    const PrecisionSignature &signature);

/// linalg.pack and unpack: types, destination and padding value.
FailureOr<Operation *> rebuildRelayout(Operation *op, RewriterBase &rewriter,
                                       const PrecisionSignature &signature);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_EXTERNALMODELS_LINALGREBUILD_H
