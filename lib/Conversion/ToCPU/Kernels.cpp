//===- Kernels.cpp - Linalg ops on memrefs as parallel kernels ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUKERNELSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct CPUKernelsPass : amp::impl::CPUKernelsPassBase<CPUKernelsPass> {
  void runOnOperation() override;
};
} // namespace

void CPUKernelsPass::runOnOperation() {
  SmallVector<memref::CopyOp> copies;
  getOperation()->walk([&](memref::CopyOp copy) { copies.push_back(copy); });
  for (memref::CopyOp copy : copies) {
    OpBuilder builder(copy);
    linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    copy.erase();
  }
}
