//===- InlineCalls.cpp - Functions into their callers ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlineCalls.h"
#include "AmpDialect/Transforms/InlinedSize.h"
#include "AmpDialect/Transforms/Symbols.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::amp;

namespace {

/// Has indirect calls of a constant be direct ones. Not by canonicalize, which
/// would fold what is expanded next.
struct MakeCallsDirect : PassWrapper<MakeCallsDirect, OperationPass<>> {
  StringRef getName() const override { return "amp-make-calls-direct"; }
  void runOnOperation() override {
    PatternRewriter rewriter(&getContext());
    getOperation()->walk([&](func::CallIndirectOp call) {
      Operation *callee = call.getCallee().getDefiningOp();
      rewriter.setInsertionPoint(call);
      // A constant that is left would keep its function.
      if (succeeded(func::CallIndirectOp::canonicalize(call, rewriter)) &&
          callee->use_empty())
        callee->erase();
    });
  }
};

/// Fails where upstream's inliner would crash or not end; then, no function may
/// ask to be left alone, nor a call.
struct AllowInlining : PassWrapper<AllowInlining, OperationPass<ModuleOp>> {
  StringRef getName() const override { return "amp-allow-inlining"; }
  void runOnOperation() override {
    if (Operation *op = findUnknownRegion(getOperation())) {
      op->emitOpError("cannot go to the GPU: no kernel and no host code is "
                      "known for it");
      return signalPassFailure();
    }
    if (failed(checkInlinedSize(getOperation())))
      return signalPassFailure();
    getOperation().walk([](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        function.setNoInline(false);
      else if (auto call = dyn_cast<func::CallOp>(op))
        call.setNoInline(false);
    });
  }
};

} // namespace

void cuda::addInlining(OpPassManager &manager) {
  manager.addPass(std::make_unique<MakeCallsDirect>());
  manager.addPass(std::make_unique<AllowInlining>());
  // A function that is an argument is known once the call is inlined.
  manager.addPass(createInlinerPass({}, [](OpPassManager &calls) {
    calls.addPass(std::make_unique<MakeCallsDirect>());
  }));
}
