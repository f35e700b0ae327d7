//===- DiffPlans.cpp - How two precision plans differ ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/Plan.h"
#include "AmpDialect/Transforms/BareWord.h"
#include "AmpDialect/Transforms/Passes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_DIFFPLANSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct DiffPlansPass : amp::impl::DiffPlansPassBase<DiffPlansPass> {
  using DiffPlansPassBase::DiffPlansPassBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    auto [first, rest] = options.ltrim().split(' ');
    std::string named = nameBareWord(first, "before");
    if (!rest.ltrim().empty())
      named += " " + nameBareWord(rest.ltrim(), "after");
    return Pass::initializeOptions(named, errorHandler);
  }

  void runOnOperation() override {
    Location loc = getOperation()->getLoc();
    if (before.empty() || after.empty()) {
      emitError(loc) << "expected two plans, got before='" << before
                     << "' and after='" << after << "'";
      return signalPassFailure();
    }
    if (failed(
            checkReadsInputOnce({{"before", before}, {"after", after}}, loc)))
      return signalPassFailure();
    FailureOr<Plan> first = readPlan(before, loc);
    FailureOr<Plan> second = readPlan(after, loc);
    if (failed(first) || failed(second))
      return signalPassFailure();
    bool same = diffPlans(llvm::errs(), *first, *second);
    if (!same && requireSame) {
      emitError(loc) << "the plans '" << before << "' and '" << after
                     << "' differ";
      return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};
} // namespace
