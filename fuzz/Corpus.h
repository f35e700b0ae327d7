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

/// A file of a corpus.
struct Source {
  std::string path, text;
  /// Why it is no module for us; empty if it is, or if nobody has asked.
  std::string problem;

  /// The file and the first line of its problem.
  std::string describe() const;
};

/// Reads the .mlir files below `folder`, in the order of their names. Returns
/// why there are none, empty on success.
std::string readCorpus(llvm::StringRef folder, std::vector<Source> &sources);

/// Parses `sources`, all or up to the first that does, and notes the problem of
/// each that does not. False if none does.
bool parseCorpus(std::vector<Source> &sources, const DialectRegistry &registry,
                 bool all, bool allowUnregistered = false);

/// Upstream dialects of generated modules and of models.
void registerStockDialects(DialectRegistry &registry);

/// Every upstream dialect, for modules that others wrote.
void registerAllStockDialects(DialectRegistry &registry);

/// The amp dialect and the external models, without the lowerings.
void registerConvertingDialects(DialectRegistry &registry);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_CORPUS_H
