//===- RoundIntegers.cpp - Integers rounded once to bf16 in kernels -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Below sm_90 LLVM goes by way of f32. Later chips convert at once; there, too,
// a few operations on integers cost less than kernels that differ by chip.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/RoundIntegers.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ROUNDINTEGERSPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct RoundIntegersPass : amp::impl::RoundIntegersPassBase<RoundIntegersPass> {
  using RoundIntegersPassBase::RoundIntegersPassBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateRoundIntegersPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
