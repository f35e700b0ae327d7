//===- Preparation.h - What users run before the conversion -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_PREPARATION_H
#define AMPDIALECT_FUZZ_PREPARATION_H

#include "mlir/IR/DialectRegistry.h"
#include <cstdint>
#include <string>

namespace mlir::amp::fuzz {

/// `text` after some upstream passes and tilings, which `seed` chooses; passes
/// that fail, as on a module that they do not know, are left out. `registry`
/// holds the dialects of registerLoweringDialects. With `forRuns`, targets
/// still take the module.
std::string prepare(const DialectRegistry &registry, const std::string &text,
                    uint64_t seed, bool forRuns);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_PREPARATION_H
