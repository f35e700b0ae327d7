//===- ProtectInputs.cpp - A caller's inputs stay as they are -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUPROTECTINPUTSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using bufferization::BufferizationDialect;

namespace {
struct CPUProtectInputsPass
    : amp::impl::CPUProtectInputsPassBase<CPUProtectInputsPass> {
  void runOnOperation() override {
    BoolAttr no = BoolAttr::get(&getContext(), false);
    for (func::FuncOp func : getOperation().getOps<func::FuncOp>()) {
      if (llvm::any_of(func.getResultTypes(),
                       llvm::IsaPred<UnrankedTensorType>)) {
        func.emitOpError("returns a tensor without a rank, of which upstream's "
                         "deallocation does not know who frees it");
        return signalPassFailure();
      }
      if (!func.isPublic() || func.isExternal())
        continue;
      for (auto [index, type] : llvm::enumerate(func.getArgumentTypes()))
        if (isa<TensorType>(type) &&
            !func.getArgAttr(index, BufferizationDialect::kWritableAttrName))
          func.setArgAttr(index, BufferizationDialect::kWritableAttrName, no);
    }
  }
};
} // namespace
