//===- Pipelines.cpp - Named sequences of passes --------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Pipelines/Pipelines.h"
#include "AmpDialect/Transforms/ModulePipeline.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::amp;

void amp::buildAutocastPipeline(OpPassManager &manager,
                                const AutocastPipelineOptions &options) {
  // Equal constants and fills become one value, which is then narrowed once.
  // What the policy tells apart is not equal.
  if (options.cleanUp) {
    manager.addPass(createCanonicalizerPass());
    MergeEqualOpsPassOptions merge;
    merge.type = options.type;
    merge.policy = options.policy;
    manager.addPass(createMergeEqualOpsPass(merge));
  }
  AutocastPassOptions autocast;
  autocast.type = options.type;
  autocast.signature =
      options.keepSignature ? SignatureKind::Keep : SignatureKind::Convert;
  autocast.policy = options.policy;
  autocast.profile = options.profile;
  autocast.plan = options.plan;
  autocast.report = options.report;
  autocast.markLowSums = options.verify;
  manager.addPass(createAutocastPass(autocast));
  // Casts that the model brought along meet ours only now.
  manager.addPass(createFoldCastsPass());
  if (options.cleanUp) {
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
  }
  // Canonicalization may fold what it takes for redundant: look at the result.
  // Categories were the conversion's business, and its input may hold low ops.
  if (options.verify) {
    VerifyPrecisionPassOptions check;
    check.checkNever = false;
    manager.addPass(createVerifyPrecisionPass(check));
  }
  if (options.strip)
    manager.addPass(createStripPass());
}

void amp::registerAmpPipelines() {
  registerModulePipeline<AutocastPipelineOptions>(
      "amp-autocast-pipeline",
      "Mixed precision with clean-up before and after, and a check of the "
      "accumulators",
      buildAutocastPipeline);
}
