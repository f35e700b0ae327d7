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
  // SymbolTable::getSymbolUses stops at modules within.
  llvm::DenseSet<Operation *> escaping;
  auto visit = [&](Operation *op) {
    // An op that is not registered may be a symbol table itself.
    if (op->getNumRegions() == 1 && !op->getDialect())
      return WalkResult::interrupt();
    Attribute callee;
    if (auto call = dyn_cast<CallOpInterface>(op))
      callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    for (NamedAttribute attribute : op->getAttrs()) {
      // What it calls; any other attribute may name a function for other ends.
      if (callee && attribute.getValue() == callee) {
        callee = nullptr;
        continue;
      }
      attribute.getValue().walk<WalkOrder::PreOrder>(
          [&](SymbolRefAttr reference) {
            if (Operation *symbol =
                    symbols.lookupNearestSymbolFrom(op, reference))
              escaping.insert(symbol);
            return WalkResult::skip();
          });
    }
    return WalkResult::advance();
  };
  if (root->walk<WalkOrder::PreOrder>(visit).wasInterrupted())
    return std::nullopt;
  return escaping;
}
