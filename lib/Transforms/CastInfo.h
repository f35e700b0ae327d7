//===- CastInfo.h - A precision cast as patterns see it ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TRANSFORMS_CASTINFO_H
#define AMPDIALECT_LIB_TRANSFORMS_CASTINFO_H

#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "AmpDialect/Transforms/FoldCasts.h"

namespace mlir::amp {

/// One truncation or extension of floats.
struct CastInfo {
  Operation *op;
  FloatType from, to;
  /// Inserted by the conversion, not written by the user.
  bool ours;
  /// Rounds to nearest even (always true of extensions).
  bool roundsToNearest;

  Value input() const { return op->getOperand(0); }
  Value output() const { return op->getResult(0); }
  static unsigned getWidth(FloatType type) { return type.getWidth(); }
  bool narrows() const { return getWidth(to) < getWidth(from); }
};

/// The cast that `op` is, if any.
std::optional<CastInfo> getCastInfo(Operation *op);

/// The element types that ops may be rebuilt at: every dialect's ops take them.
bool isCommonFloat(FloatType type);

/// Adds the patterns that carry casts through and into other ops.
void populateMoveCastsPatterns(RewritePatternSet &patterns,
                               const FoldCastsOptions &options);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TRANSFORMS_CASTINFO_H
