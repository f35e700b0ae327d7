//===- DropDeallocs.cpp - Buffers are freed by their owners ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUDROPDEALLOCSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct CPUDropDeallocsPass
    : amp::impl::CPUDropDeallocsPassBase<CPUDropDeallocsPass> {
  void runOnOperation() override {
    getOperation()->walk([](memref::DeallocOp op) { op.erase(); });
  }
};
} // namespace
