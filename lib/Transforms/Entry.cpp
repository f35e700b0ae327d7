//===- Entry.cpp - The function that a model consists of ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Entry.h"
#include "AmpDialect/Transforms/Symbols.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

/// The public functions of `module` that have a body and that nobody calls.
static SmallVector<func::FuncOp> findCandidates(ModuleOp module,
                                                const SymbolUsers &users) {
  return llvm::filter_to_vector(
      module.getOps<func::FuncOp>(), [&](func::FuncOp function) {
        return function.isPublic() && !function.isExternal() &&
               users.lookup(function.getSymNameAttr()).empty();
      });
}

FailureOr<func::FuncOp> amp::findEntry(ModuleOp module, StringRef name,
                                       bool mayBranch) {
  SymbolUsers users(module);
  if (!users.isKnown())
    return checkSymbolsKnown(module);
  SmallVector<func::FuncOp> candidates = findCandidates(module, users);
  auto names = [&](InFlightDiagnostic &diag) {
    llvm::interleaveComma(candidates, diag, [&](func::FuncOp function) {
      diag << "'" << function.getName() << "'";
    });
  };
  if (candidates.empty())
    return emitError(module.getLoc(), "expected one public function with a "
                                      "body that nobody calls, got none");
  if (name.empty() && candidates.size() > 1) {
    InFlightDiagnostic diag =
        emitError(candidates[1].getLoc(), "expected one public function with "
                                          "a body that nobody calls, or the "
                                          "name of an entry; got ");
    names(diag);
    return diag;
  }
  auto *found = llvm::find_if(candidates, [&](func::FuncOp function) {
    return name.empty() || function.getName() == name;
  });
  if (found == candidates.end()) {
    Operation *other = module.lookupSymbol(name);
    InFlightDiagnostic diag =
        emitError(other ? other->getLoc() : module.getLoc(),
                  "expected the entry to be a public function with a body "
                  "that nobody calls, here ");
    names(diag);
    return diag << "; got '" << name << "'";
  }
  // A function's text would hide what is said of it.
  if (!mayBranch && !llvm::hasSingleElement(found->getBody()))
    return emitError(found->getLoc(),
                     "expected the function to have one block");
  // With dialects that are not registered a block may end in anything.
  if (!mayBranch && !isa<func::ReturnOp>(found->front().back()))
    return emitError(found->front().back().getLoc(),
                     "expected the function to end in 'func.return'");
  return *found;
}
