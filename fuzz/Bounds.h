//===- Bounds.h - What the results of a module may be -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_BOUNDS_H
#define AMPDIALECT_FUZZ_BOUNDS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::amp::fuzz {

/// Lowers the module of `modulePath` and runs its `main`, of static tensors, on
/// intervals. `dataPath` holds the arguments as f64, one after the other; it
/// becomes the lower and then the upper bounds of the results. Prints the
/// largest magnitude on the way. Returns why not, empty on success.
std::string printBounds(const DialectRegistry &registry,
                        llvm::StringRef modulePath, llvm::StringRef dataPath);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_BOUNDS_H
