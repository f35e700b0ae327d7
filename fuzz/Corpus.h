//===- Corpus.h - Modules that exist, and the dialects they need *- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_CORPUS_H
#define AMPDIALECT_FUZZ_CORPUS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace mlir::amp::fuzz {

/// The .mlir files below `folder`, in the order of their names.
std::vector<std::string> readCorpus(llvm::StringRef folder);

/// Upstream dialects of generated modules and of models.
void registerStockDialects(DialectRegistry &registry);

/// The amp dialect and the external models, without the lowerings.
void registerConvertingDialects(DialectRegistry &registry);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_CORPUS_H
