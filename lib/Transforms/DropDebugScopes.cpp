//===- DropDebugScopes.cpp - Locations without a debugger's scopes --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::amp {
#define GEN_PASS_DEF_DROPDEBUGSCOPESPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct DropDebugScopesPass
    : amp::impl::DropDebugScopesPassBase<DropDebugScopesPass> {
  void runOnOperation() override {
    AttrTypeReplacer replacer;
    replacer.addReplacement([](FusedLoc loc) -> std::optional<Attribute> {
      if (!isa_and_nonnull<LLVM::DINodeAttr>(loc.getMetadata()))
        return std::nullopt;
      return FusedLoc::get(loc.getContext(), loc.getLocations());
    });
    replacer.recursivelyReplaceElementsIn(getOperation(),
                                          /*replaceAttrs=*/false,
                                          /*replaceLocs=*/true);
    markAllAnalysesPreserved();
  }
};
} // namespace
