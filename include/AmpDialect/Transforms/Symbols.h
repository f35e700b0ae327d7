//===- Symbols.h - Uses of a module's symbols, all at once ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's SymbolTable looks for the uses of one symbol in the whole module,
// and renames one as often: quadratic where a module has a function a layer.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_SYMBOLS_H
#define AMPDIALECT_TRANSFORMS_SYMBOLS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp {

/// The ops that use each symbol of a module, as they were when this was made.
class SymbolUsers {
public:
  explicit SymbolUsers(ModuleOp module);

  /// False where an op is not known well enough to tell what it uses.
  bool isKnown() const { return known; }
  /// In program order, an op as often as it names the symbol; all that are
  /// known.
  ArrayRef<Operation *> lookup(StringAttr symbol) const;

private:
  llvm::DenseMap<StringAttr, SmallVector<Operation *>> users;
  bool known = true;
};

/// The first op below `root` of an unknown dialect that has one region: MLIR
/// cannot tell whether it is a symbol table. Null if there is none. Upstream's
/// SymbolTable gives up at one, its inliner crashes.
Operation *findUnknownRegion(Operation *root);

/// Fails, after a diagnostic at that op, if there is one.
LogicalResult checkSymbolsKnown(ModuleOp module);

/// Gives symbols of `module` new names, and has those who use them say so.
void renameSymbols(ModuleOp module,
                   const llvm::DenseMap<StringAttr, StringAttr> &names);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_SYMBOLS_H
