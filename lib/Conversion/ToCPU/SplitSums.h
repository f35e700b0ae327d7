//===- SplitSums.h - Long sums in parts -------------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TOCPU_SPLITSUMS_H
#define AMPDIALECT_LIB_TOCPU_SPLITSUMS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// Takes each long sum below `root` over an axis that does not lie innermost in
/// parts, which are added up: one after the other, the error of the last of
/// many summands is that of the whole sum. Innermost, lanes are such parts.
void splitSums(RewriterBase &rewriter, Operation *root);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TOCPU_SPLITSUMS_H
