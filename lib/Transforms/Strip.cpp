//===- Strip.cpp - Upstream MLIR again ------------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Interfaces/CallInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_STRIPPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Whether an attribute of this name speaks of conversions.
static bool isOfConversion(StringAttr name) {
  static constexpr StringLiteral kNames[] = {
      kCategoryAttrName, kPrecisionAttrName, kAccumulateAttrName,
      kResultAttrName,   kReasonAttrName,    kLowSumAttrName,
      kRangeAttrName,
  };
  return llvm::is_contained(kNames, name.getValue());
}

/// `attributes`, one dictionary for each argument or result, without those;
/// null if nothing is left.
static ArrayAttr strip(ArrayAttr attributes) {
  bool anyLeft = false;
  SmallVector<Attribute> stripped;
  for (auto dictionary : attributes.getAsRange<DictionaryAttr>()) {
    auto kept = llvm::to_vector(
        llvm::make_filter_range(dictionary, [](NamedAttribute attribute) {
          return !isOfConversion(attribute.getName());
        }));
    anyLeft |= !kept.empty();
    stripped.push_back(DictionaryAttr::get(attributes.getContext(), kept));
  }
  return anyLeft ? ArrayAttr::get(attributes.getContext(), stripped)
                 : ArrayAttr();
}

static void strip(Operation *op) {
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (isOfConversion(attribute.getName()))
      op->removeDiscardableAttr(attribute.getName());
  auto callable = dyn_cast<ArgAndResultAttrsOpInterface>(op);
  if (!callable)
    return;
  if (ArrayAttr attributes = callable.getArgAttrsAttr()) {
    if (ArrayAttr stripped = strip(attributes))
      callable.setArgAttrsAttr(stripped);
    else
      callable.removeArgAttrsAttr();
  }
  if (ArrayAttr attributes = callable.getResAttrsAttr()) {
    if (ArrayAttr stripped = strip(attributes))
      callable.setResAttrsAttr(stripped);
    else
      callable.removeResAttrsAttr();
  }
}

namespace {
struct StripPass : amp::impl::StripPassBase<StripPass> {
  void runOnOperation() override {
    getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
      if (isa<PolicyOp>(op)) {
        op->erase();
        return WalkResult::skip();
      }
      strip(op);
      return WalkResult::advance();
    });
  }
};
} // namespace
