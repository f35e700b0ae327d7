//===- EmitContractionKernels.cpp - A kernel for each contraction ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EMITCONTRACTIONKERNELSPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct EmitContractionKernelsPass
    : amp::impl::EmitContractionKernelsPassBase<EmitContractionKernelsPass> {
  using EmitContractionKernelsPassBase::EmitContractionKernelsPassBase;

  void runOnOperation() override {
    FailureOr<ChipInfo> found = ChipInfo::get(getOperation().getLoc(), chip);
    if (failed(found))
      return signalPassFailure();
    FailureOr<GemmTable> measured =
        GemmTable::load(table, getOperation().getLoc());
    if (failed(measured))
      return signalPassFailure();
    SmallVector<func::FuncOp> kernels;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(kKernelAttrName) && findContractionRoot(function))
        kernels.push_back(function);
    bool failedOnce = false;
    for (func::FuncOp kernel : kernels)
      failedOnce |=
          failed(emitContractionKernel(kernel, *found, nullptr, &*measured));
    if (failedOnce)
      return signalPassFailure();
    if (!kernels.empty())
      getOperation()->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                              UnitAttr::get(&getContext()));
  }
};
} // namespace
