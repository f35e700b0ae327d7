//===- CheckDense.cpp - Tensors that lie in memory row by row -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKDENSEPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

/// Whether the bytes of what has `type` have a number of 64 bits.
static bool isCountable(ShapedType type) {
  if (!type.hasRank() || llvm::is_contained(type.getShape(), 0))
    return true;
  Type element = type.getElementType();
  int64_t bytes = element.isIntOrFloat()
                      ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
                      : 1;
  return llvm::none_of(type.getShape(), [&](int64_t extent) {
    return !ShapedType::isDynamic(extent) &&
           llvm::MulOverflow(bytes, extent, bytes);
  });
}

static LogicalResult checkTypes(Location loc, TypeRange types) {
  for (Type type : types) {
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getEncoding())
      return emitError(loc)
             << "expected dense tensors without an encoding, got " << type;
    if (auto shaped = dyn_cast<ShapedType>(type);
        shaped && !isCountable(shaped))
      return emitError(loc)
             << "expected sizes whose bytes fit into 64 bits, got " << type;
  }
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
