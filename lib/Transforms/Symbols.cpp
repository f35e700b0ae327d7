//===- Symbols.cpp - Uses of a module's symbols, all at once --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Symbols.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;

SymbolUsers::SymbolUsers(ModuleOp module) {
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  known = uses.has_value();
  if (!known)
    return;
  for (SymbolTable::SymbolUse use : *uses)
    users[use.getSymbolRef().getRootReference()].push_back(use.getUser());
}

ArrayRef<Operation *> SymbolUsers::lookup(StringAttr symbol) const {
  auto found = users.find(symbol);
  return found == users.end() ? ArrayRef<Operation *>() : found->second;
}

Operation *amp::findUnknownRegion(Operation *root) {
  Operation *found = nullptr;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumRegions() != 1 || op->getDialect())
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

LogicalResult amp::checkSymbolsKnown(ModuleOp module) {
  Operation *op = findUnknownRegion(module);
  if (!op)
    return success();
  // Its text would hide what is said of it.
  return emitError(op->getLoc())
         << "expected registered ops, got '" << op->getName()
         << "' with a region: which functions it uses is not known";
}

void amp::renameSymbols(ModuleOp module,
                        const llvm::DenseMap<StringAttr, StringAttr> &names) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](SymbolRefAttr reference) -> Attribute {
    StringAttr name = names.lookup(reference.getRootReference());
    return name ? SymbolRefAttr::get(name, reference.getNestedReferences())
                : reference;
  });
  for (Operation &op : *module.getBody())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      if (StringAttr name = names.lookup(symbol.getNameAttr()))
        symbol.setName(name);
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true);
    // What a symbol table holds means its own symbols.
    return op != module && op->hasTrait<OpTrait::SymbolTable>()
               ? WalkResult::skip()
               : WalkResult::advance();
  });
}
