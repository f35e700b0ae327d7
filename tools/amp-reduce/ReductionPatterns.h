//===- ReductionPatterns.h - What amp-reduce tries --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TOOLS_REDUCTIONPATTERNS_H
#define AMPDIALECT_TOOLS_REDUCTIONPATTERNS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::amp {

/// Adds the patterns of the command line's `--simplify` to the reduction
/// passes, by way of the func dialect.
void registerReductionPatterns(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMPDIALECT_TOOLS_REDUCTIONPATTERNS_H
