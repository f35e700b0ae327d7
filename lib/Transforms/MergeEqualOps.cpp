//===- MergeEqualOps.cpp - CSE that obeys scopes and rules ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's CSE looks into regions and past locations: an op in a disabled
// scope, or at a place that a rule names, becomes the equal one before it, and
// what was said of it is lost. It does compare attributes, so ops carry what
// the policy says of them while it runs.
//
// It finds equal ops by a hash of all but their regions: thousands of `scf.if`
// with one condition and one type are compared each with each (4000: 3
// seconds). A hash of ours would have to know which captured values CSE finds
// equal on the way.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Policy/Policy.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/Passes.h"
#include "WithModels.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace mlir::amp {
#define GEN_PASS_DEF_MERGEEQUALOPSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// What the policy says of an op, while CSE runs.
static constexpr llvm::StringLiteral kTag = "amp_said";

namespace {
struct MergeEqualOpsPass
    : WithModelsAndType<amp::impl::MergeEqualOpsPassBase<MergeEqualOpsPass>> {
  using WithModelsAndType::WithModelsAndType;

  void runOnOperation() override;

private:
  bool tagOps(Policy &policy);
};
} // namespace

/// What decides the types of an op that is told this; the reason does not.
static Attribute getTag(const OpOverride &said, MLIRContext *context) {
  Builder builder(context);
  SmallVector<Attribute> settings;
  settings.push_back(said.category
                         ? Attribute(CategoryAttr::get(context, *said.category))
                         : builder.getUnitAttr());
  for (FloatType type : {said.accumulate, said.result})
    settings.push_back(type ? Attribute(TypeAttr::get(type))
                            : builder.getUnitAttr());
  return builder.getArrayAttr(settings);
}

/// Whether any op was tagged.
bool MergeEqualOpsPass::tagOps(Policy &policy) {
  bool tagged = false;
  getOperation().walk([&](Operation *op) {
    std::optional<OpOverride> said = policy.match(op);
    if (!said)
      return;
    op->setDiscardableAttr(kTag, getTag(*said, &getContext()));
    tagged = true;
  });
  return tagged;
}

void MergeEqualOpsPass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<FloatType> low = parseLowType(type, module.getLoc());
  if (failed(low))
    return signalPassFailure();
  Policy policy(*low);
  if (failed(policy.addModule(module)) ||
      (!this->policy.empty() &&
       failed(policy.addFile(this->policy, module.getLoc()))))
    return signalPassFailure();
  bool tagged = policy.readsPlaces() && tagOps(policy);
  IRRewriter rewriter(&getContext());
  bool changed = false;
  eliminateCommonSubExpressions(rewriter, getAnalysis<DominanceInfo>(), module,
                                &changed);
  if (tagged)
    module.walk([](Operation *op) { op->removeDiscardableAttr(kTag); });
  if (!changed)
    return markAllAnalysesPreserved();
  markAnalysesPreserved<DominanceInfo, PostDominanceInfo>();
}
