//===- Autocast.cpp - The amp-autocast pass -------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Transforms/Passes.h"
#include "WithModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp {
#define GEN_PASS_DEF_AUTOCASTPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Fails, after a diagnostic, if a file is to take what is decided for a module
/// with others beside it, which would write to it, too.
static LogicalResult checkAlone(ModuleOp module, StringRef path,
                                StringRef option) {
  if (path.empty() || path == "-" || isDevice(path))
    return success();
  for (Operation *op = module; Operation *parent = op->getParentOp();
       op = parent)
    for (Region &region : parent->getRegions())
      for (ModuleOp other : region.getOps<ModuleOp>())
        if (other != op)
          return emitError(module.getLoc())
                 << "expected one module for " << option << "='" << path
                 << "', got another beside it";
  return success();
}

namespace {

struct AutocastPass
    : WithModelsAndType<amp::impl::AutocastPassBase<AutocastPass>> {
  using WithModelsAndType::WithModelsAndType;

  void runOnOperation() override {
    AutocastOptions options;
    options.type = type;
    options.assign = assign;
    options.compute = compute;
    options.accumulate = accumulate;
    options.unlisted = unlisted;
    options.signature = signature;
    options.errorRatio = errorRatio;
    options.foldWeights = foldWeights;
    options.policy = policy;
    options.strictRules = strictRules;
    options.report = report;
    options.plan = plan;
    options.profile = profile;
    options.savePlan = savePlan;
    options.absorb = absorb;
    options.markLowSums = markLowSums;
    options.ranges = options.statistics = guards;
    options.instrumentor = getAnalysisManager().getPassInstrumentor();
    ModuleOp module = getOperation();
    if (failed(checkAlone(module, savePlan, "save-plan")) ||
        failed(checkAlone(module, report, "report")) ||
        failed(convertToMixedPrecision(module, options)))
      signalPassFailure();
  }
};

} // namespace
