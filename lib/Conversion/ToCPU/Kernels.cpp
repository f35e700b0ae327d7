//===- Kernels.cpp - Linalg ops on memrefs as parallel kernels ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"
#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "CollectOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUKERNELSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

namespace {
struct CPUKernelsPass : amp::impl::CPUKernelsPassBase<CPUKernelsPass> {
  void runOnOperation() override;
};
} // namespace

/// Copies become generic ops like the others.
static void lowerCopies(ModuleOp module) {
  for (memref::CopyOp copy : collect<memref::CopyOp>(module)) {
    OpBuilder builder(copy);
    linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    copy.erase();
  }
}

/// An assertion that does not hold ends the run, not the process.
static void lowerAssertions(ModuleOp module, ModuleSymbols &symbols) {
  for (cf::AssertOp assertion : collect<cf::AssertOp>(module)) {
    OpBuilder builder(assertion);
    Location loc = assertion.getLoc();
    Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
    func::FuncOp fail = symbols.getRuntime(
        "amp_cpu_fail", builder.getFunctionType({pointer}, {}));
    Value yes =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    Value broken = arith::XOrIOp::create(builder, loc, assertion.getArg(), yes);
    auto ifOp = scf::IfOp::create(builder, loc, broken,
                                  /*withElseRegion=*/false);
    builder.setInsertionPointToStart(ifOp.thenBlock());
    Value text = symbols.addString(builder, loc, assertion.getMsg());
    func::CallOp::create(builder, loc, fail, text);
    assertion.erase();
  }
}

void CPUKernelsPass::runOnOperation() {
  ModuleOp module = getOperation();
  ModuleSymbols symbols(module);
  lowerCopies(module);
  IRRewriter rewriter(&getContext());
  // Contractions look for fills, so these come second.
  generalizeAllButFills(rewriter, module);
  SmallPtrSet<Operation *, 8> erased;
  for (linalg::GenericOp op : collect<linalg::GenericOp>(module)) {
    if (erased.contains(op))
      continue;
    FailureOr<LoopNest> nest = getLoopNest(op);
    if (failed(nest))
      continue;
    FailureOr<Operation *> reader = lowerToContraction(*nest, symbols);
    if (failed(reader))
      reader = lowerToReduction(std::move(*nest), symbols);
    if (succeeded(reader) && *reader)
      erased.insert(*reader);
  }
  for (linalg::FillOp op : collect<linalg::FillOp>(module)) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
  for (linalg::GenericOp op : collect<linalg::GenericOp>(module)) {
    FailureOr<LoopNest> nest = getLoopNest(op);
    if (succeeded(nest) && !nest->loops.empty())
      lowerToKernel(std::move(*nest), symbols);
  }
  lowerAssertions(module, symbols);
}
