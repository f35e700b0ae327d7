//===- Garble.h - Texts that are nearly modules -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_GARBLE_H
#define AMPDIALECT_FUZZ_GARBLE_H

#include "Corpus.h"
#include "ModuleGenerator.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp::fuzz {

/// Cuts, doubles, swaps or overwrites some part of `text`.
std::string garble(std::string text, Random &random);

/// Parses and converts `count` garbled files of `corpus`, each in a child
/// process. Returns, and prints, one line for each that crashed, failed without
/// a message or gave an invalid module. What upstream's parser alone does too
/// is not counted.
std::vector<std::string> checkGarbled(const DialectRegistry &registry,
                                      const DialectRegistry &stock,
                                      const std::vector<Source> &corpus,
                                      uint64_t first, unsigned count,
                                      bool printFailures);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_GARBLE_H
