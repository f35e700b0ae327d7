//===- SymbolUses.cpp - Functions that not only calls refer to ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolUses.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

std::optional<llvm::DenseSet<Operation *>>
amp::findEscapingSymbols(Operation *root, SymbolTableCollection &symbols) {
  llvm::DenseSet<Operation *> escaping;
  for (Region &region : root->getRegions()) {
    auto uses = SymbolTable::getSymbolUses(&region);
    if (!uses)
      return std::nullopt;
    for (SymbolTable::SymbolUse use : *uses)
      if (!isa<CallOpInterface>(use.getUser()))
        if (Operation *symbol = symbols.lookupNearestSymbolFrom(
                use.getUser(), use.getSymbolRef()))
          escaping.insert(symbol);
  }
  return escaping;
}
