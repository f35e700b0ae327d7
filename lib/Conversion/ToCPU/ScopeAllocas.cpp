//===- ScopeAllocas.cpp - Stack space of loops ends with each iteration ---===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is a scope of allocation: what its body has on the stack is gone with
// the iteration. Upstream's lowering to blocks forgets that, and stack space
// grows with each. Vectors of several dimensions that are read and written in
// loops get such space from upstream's conversion.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUSCOPEALLOCASPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
struct CPUScopeAllocasPass
    : amp::impl::CPUScopeAllocasPassBase<CPUScopeAllocasPass> {
  void runOnOperation() override;
};
} // namespace

/// Has the stack end, when `block` does, where it ended before it.
static void restoreStack(Block &block) {
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  Location loc = block.getParentOp()->getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value end = LLVM::StackSaveOp::create(builder, loc, pointer);
  builder.setInsertionPoint(block.getTerminator());
  LLVM::StackRestoreOp::create(builder, loc, end);
}

void CPUScopeAllocasPass::runOnOperation() {
  llvm::SetVector<Block *> restored;
  getOperation()->walk([&](memref::AllocaOp op) {
    Operation *scope =
        op->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!scope || !function || scope == function)
      return;
    // Space of known size is the function's, which LLVM keeps in registers.
    if (op->getNumOperands() == 0)
      op->moveBefore(&function.getFunctionBody().front(),
                     function.getFunctionBody().front().begin());
    else
      for (Region &region : scope->getRegions())
        if (Block *block = region.findAncestorBlockInRegion(*op->getBlock()))
          restored.insert(block);
  });
  for (Block *block : restored)
    restoreStack(*block);
}
