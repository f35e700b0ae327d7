//===- SymbolUses.h - Functions that not only calls refer to ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_SYMBOLUSES_H
#define AMPDIALECT_LIB_ANALYSIS_SYMBOLUSES_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace mlir::amp {

/// The symbols below `root`, in modules within it too, that ops other than
/// calls refer to; nothing if that is not known. Visits every attribute below
/// `root`.
std::optional<llvm::DenseSet<Operation *>>
findEscapingSymbols(Operation *root, SymbolTableCollection &symbols);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_SYMBOLUSES_H
