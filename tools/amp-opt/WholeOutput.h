//===- WholeOutput.h - mlir-opt's main, output whole or not at all *- C++ -*-=//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TOOLS_WHOLEOUTPUT_H
#define AMPDIALECT_TOOLS_WHOLEOUTPUT_H

#include "llvm/ADT/StringRef.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::amp {

/// MlirOptMain, except that the output file appears only once complete, and
/// that a reader who goes away is an error like any other. Returns the exit
/// status.
int runOptTool(int argc, char **argv, llvm::StringRef name,
               DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMPDIALECT_TOOLS_WHOLEOUTPUT_H
