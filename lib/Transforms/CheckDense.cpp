//===- CheckDense.cpp - Tensors that lie in memory row by row -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKDENSEPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

static LogicalResult checkTypes(Location loc, TypeRange types) {
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getEncoding())
      return emitError(loc)
             << "expected dense tensors without an encoding, got " << type;
  return success();
}

namespace {
struct CheckDensePass : amp::impl::CheckDensePassBase<CheckDensePass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          if (failed(checkTypes(op->getLoc(), op->getResultTypes())))
            return WalkResult::interrupt();
          for (Region &region : op->getRegions())
            for (Block &block : region)
              for (BlockArgument argument : block.getArguments())
                if (failed(checkTypes(argument.getLoc(), argument.getType())))
                  return WalkResult::interrupt();
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
