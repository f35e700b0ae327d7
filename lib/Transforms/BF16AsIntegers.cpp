//===- BF16AsIntegers.cpp - bf16 that is only moved, as 16 bits -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a processor has no instructions for bf16, casts and arithmetic are
// expanded, but loads, selections and block arguments still carry `bfloat`.
// LLVM's code generator keeps such a value widened, and calls libgcc to narrow
// it again, by a function that came with GCC 13.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_BF16ASINTEGERSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct BF16AsIntegersPass
    : amp::impl::BF16AsIntegersPassBase<BF16AsIntegersPass> {
  void runOnOperation() override;
};
} // namespace

void BF16AsIntegersPass::runOnOperation() {
  auto bits = IntegerType::get(&getContext(), 16);
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](BFloat16Type) -> std::optional<Type> { return bits; });
  replacer.addReplacement([&](FloatAttr number) -> Replaced {
    if (!number.getType().isBF16())
      return std::nullopt;
    return {{IntegerAttr::get(bits, number.getValue().bitcastToAPInt()),
             WalkResult::skip()}};
  });
  replacer.addReplacement([&](DenseElementsAttr numbers) -> Replaced {
    if (!numbers.getElementType().isBF16())
      return std::nullopt;
    return {{numbers.bitcast(bits), WalkResult::skip()}};
  });
  // Kernels beside them are another processor's.
  for (Operation &op : *getOperation().getBody())
    if (isa<LLVM::LLVMDialect>(op.getDialect()))
      replacer.recursivelyReplaceElementsIn(&op, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/true);
}
