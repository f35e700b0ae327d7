//===- Autocast.cpp - The amp-autocast pass -------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Transforms/DecisionOutput.h"
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
    options.minTaskSize = minTaskSize;
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
    if (failed(checkTakesOneModule(module, savePlan, "save-plan")) ||
        failed(checkTakesOneModule(module, report, "report")) ||
        failed(convertToMixedPrecision(module, options)))
      signalPassFailure();
  }
};

} // namespace
