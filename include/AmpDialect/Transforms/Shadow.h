//===- Shadow.h - f32 and low side by side ----------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_SHADOW_H
#define AMPDIALECT_TRANSFORMS_SHADOW_H

#include "AmpDialect/Transforms/Autocast.h"

namespace mlir::amp {

/// What `--amp-shadow` runs: makes a function of `module` run its conversion by
/// `options` as well, and return how far it is off. `entry` is as findEntry
/// takes it. Signatures are kept; options that write files are not for here.
LogicalResult addShadow(ModuleOp module, StringRef entry,
                        const AutocastOptions &options);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_SHADOW_H
