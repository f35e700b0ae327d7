//===- Annotate.cpp - Decisions as attributes -----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Explanation.h"
#include "AmpDialect/Analysis/Report.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/Passes.h"
#include "WithModels.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ANNOTATEPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Removes what an earlier run wrote; a precision without a reason is a wish of
/// the user and stays.
static void removeAnnotations(Operation *root) {
  root->walk([](Operation *op) {
    if (!op->hasAttr(kReasonAttrName))
      return;
    op->removeAttr(kReasonAttrName);
    op->removeAttr(kPrecisionAttrName);
  });
}

/// `always (interface: matrix product); runs low; high would cost 1200 bytes
/// more`.
static std::string describe(const OpNode &op, const OpExplanation &explained,
                            const PrecisionGraph &graph) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << stringifyCategory(op.category) << " ("
     << (op.binding == Binding::Free ? StringRef("interface")
                                     : stringifyBinding(op.binding))
     << ": " << op.reason << "); ";
  os << describePrecision(explained, graph);
  if (explained.precision == OpPrecision::None ||
      explained.precision == OpPrecision::Mixed)
    return text;
  bool low = explained.precision == OpPrecision::Low;
  Type other = low ? graph.high : graph.low;
  if (explained.binding != Binding::Free)
    os << ", bound by " << stringifyBinding(explained.binding);
  if (explained.otherwise.feasible)
    os << "; " << other << " would cost " << explained.otherwise.bytes
       << " bytes more";
  else if (!explained.otherwise.constraint.empty())
    os << "; not " << other << ": " << explained.otherwise.constraint;
  return text;
}

namespace {
struct AnnotatePass
    : WithModelsAndType<amp::impl::AnnotatePassBase<AnnotatePass>> {
  using WithModelsAndType::WithModelsAndType;

  void runOnOperation() override {
    removeAnnotations(getOperation());
    AutocastOptions options;
    options.type = type;
    options.assign = assign;
    options.unlisted = unlisted;
    options.signature = signature;
    options.errorRatio = errorRatio;
    options.policy = policy;
    options.plan = plan;
    options.profile = profile;
    FailureOr<Decision> decision = decidePrecision(getOperation(), options);
    if (failed(decision))
      return signalPassFailure();
    annotate(*decision);
  }

private:
  void annotate(const Decision &decision) {
    const PrecisionGraph &graph = decision.graph;
    StablePaths paths(getOperation());
    ExplanationOptions options;
    options.paths = &paths;
    Explanation explanation(graph, decision.assignment, options);
    MLIRContext *context = &getContext();
    for (GraphIndex index = 0; index < graph.ops.size(); ++index) {
      const OpNode &node = graph.ops[index];
      if (explanation.getPrecision(index) == OpPrecision::None)
        continue;
      OpExplanation explained = explanation.explainOp(index);
      // Discardable attributes only: nothing that the op reads changes.
      if (!node.op->hasAttr(kPrecisionAttrName))
        node.op->setAttr(
            kPrecisionAttrName,
            PrecisionAttr::get(context, explained.operands, explained.results,
                               explained.compute, explained.accumulate));
      node.op->setAttr(
          kReasonAttrName,
          StringAttr::get(context, describe(node, explained, graph)));
    }
  }
};
} // namespace
