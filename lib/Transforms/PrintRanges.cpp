//===- PrintRanges.cpp - Show what the range analysis knows ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "AmpDialect/Transforms/Passes.h"
#include "WithModels.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_PRINTRANGESPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct PrintRangesPass
    : WithModels<amp::impl::PrintRangesPassBase<PrintRangesPass>> {
  using WithModels::WithModels;

  void runOnOperation() override;

private:
  void report(const RangeAnalysis &analysis, Location loc, StringRef what,
              Value value);
};
} // namespace

void PrintRangesPass::report(const RangeAnalysis &analysis, Location loc,
                             StringRef what, Value value) {
  if (!getElementTypeOrSelf(value.getType()).isF32())
    return;
  FloatRange range = analysis.lookup(value);
  // Values inside bodies have no range of their own.
  if (!range.initialized)
    return;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << what << ": " << range;
  for (FloatType low : {FloatType(Float16Type::get(&getContext())),
                        FloatType(BFloat16Type::get(&getContext()))})
    os << "; " << low << ' '
       << stringifyRangeVerdict(judgeRange(value, range, low));
  emitRemark(loc) << text;
}

void PrintRangesPass::runOnOperation() {
  RangeAnalysis analysis = RangeAnalysis::compute(getOperation());
  if (analysis.hasFailed())
    return signalPassFailure();
  markAllAnalysesPreserved();
  if (quiet)
    return;
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (BlockArgument argument : function.getArguments())
        report(analysis, argument.getLoc(),
               "argument " + std::to_string(argument.getArgNumber()), argument);
    for (OpResult result : op->getResults())
      report(analysis, op->getLoc(),
             op->getName().getStringRef().str() + " result " +
                 std::to_string(result.getResultNumber()),
             result);
  });
}
