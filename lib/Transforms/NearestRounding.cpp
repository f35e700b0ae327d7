//===- NearestRounding.cpp - The one way in which targets round -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream lowers a rounding mode to LLVM's constrained intrinsics, which state
// the processor's mode and do not set it: f16 would be rounded to nearest, and
// bf16 by a function that libgcc may lack.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::amp {
#define GEN_PASS_DEF_NEARESTROUNDINGPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct NearestRoundingPass
    : amp::impl::NearestRoundingPassBase<NearestRoundingPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult result =
        getOperation()->walk([](arith::ArithRoundingModeInterface op) {
          arith::RoundingModeAttr mode = op.getRoundingModeAttr();
          if (!mode)
            return WalkResult::advance();
          if (mode.getValue() != arith::RoundingMode::to_nearest_even) {
            op->emitOpError("expected rounding to_nearest_even, got ")
                << arith::stringifyRoundingMode(mode.getValue());
            return WalkResult::interrupt();
          }
          op->removeAttr(op.getRoundingModeAttrName());
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
