//===- PolicyOp.cpp - Checking a set of rules -----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/IR/AmpDialect.h"

using namespace mlir;
using namespace mlir::amp;

/// Whether both are set, to different things.
static bool differ(Attribute first, Attribute second) {
  return first && second && first != second;
}

LogicalResult amp::verifyNoConflict(RuleOp rule, RuleOp earlier) {
  StringRef what;
  if (differ(rule.getCategoryAttr(), earlier.getCategoryAttr()))
    what = "category";
  else if (differ(rule.getAccumulateAttr(), earlier.getAccumulateAttr()))
    what = "accumulation type";
  else if (differ(rule.getResultTypeAttr(), earlier.getResultTypeAttr()))
    what = "result type";
  else
    return success();
  InFlightDiagnostic diag =
      rule.emitOpError() << "expected one " << what
                         << " for these matchers, got another than an earlier "
                            "rule of the same rank";
  diag.attachNote(earlier.getLoc()) << "the earlier rule is here";
  return diag;
}

LogicalResult PolicyOp::verifyRegions() {
  llvm::DenseMap<Attribute, RuleOp> earlier;
  for (Operation &op : getBody().front()) {
    auto rule = dyn_cast<RuleOp>(op);
    if (!rule)
      return op.emitError() << "expected only 'amp.rule' ops in a policy, got '"
                            << op.getName() << "'";
    auto [it, isNew] = earlier.try_emplace(rule.getMatchers(), rule);
    if (!isNew && failed(verifyNoConflict(rule, it->second)))
      return failure();
  }
  return success();
}
