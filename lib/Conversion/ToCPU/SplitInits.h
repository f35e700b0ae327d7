//===- SplitInits.h - Values that sums start from, added behind -*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TOCPU_SPLITINITS_H
#define AMPDIALECT_LIB_TOCPU_SPLITINITS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// Has each sum of products below `root` that starts from a smaller value,
/// spread out for it alone (a bias), start from zero; an elementwise op behind
/// it adds the value: spread out, it would be written and read back.
void splitInits(RewriterBase &rewriter, Operation *root);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TOCPU_SPLITINITS_H
