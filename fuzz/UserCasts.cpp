//===- UserCasts.cpp - Casts that the user wrote --------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserCasts.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Whether nothing reads the cast, through scopes, but what fills it anew.
static bool isUnread(Operation *cast) {
  SmallVector<Value> open{cast->getResult(0)};
  while (!open.empty())
    for (OpOperand &use : open.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (isa<YieldOp>(user))
        open.push_back(user->getParentOp()->getResult(use.getOperandNumber()));
      else if (auto fill = dyn_cast<linalg::FillOp>(user);
               !fill || !fill.isDpsInit(&use))
        return false;
    }
  return true;
}

/// Whether the cast makes one constant of another, which rounds nothing.
static bool widensConstant(Operation *cast) {
  return isa<arith::ExtFOp>(cast) &&
         matchPattern(cast->getOperand(0), m_Constant());
}

UserCasts::UserCasts(ModuleOp module) {
  module.walk([&](Operation *op) {
    auto rule = dyn_cast<RuleOp>(op);
    roundsResults |=
        (rule && rule.getResultType()) || op->hasAttr(kResultAttrName);
    Operation *parent = op->getParentOp();
    bool implied =
        isa_and_nonnull<linalg::LinalgOp>(parent) &&
        !isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(parent);
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op) || isPrecisionCast(op) ||
        implied)
      return;
    ++counts[{op->getName(), op->getLoc()}];
    if (isUnread(op) || widensConstant(op))
      ++unread[{op->getName(), op->getLoc()}];
  });
}

std::string UserCasts::compare(ModuleOp after) const {
  UserCasts now(after);
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const auto &[place, count] : counts)
    if (int64_t left = now.counts.lookup(place);
        left < count - unread.lookup(place))
      os << (text.empty() ? "" : ", ") << "lost " << place.first << " at "
         << place.second;
  for (const auto &[place, count] : now.counts) {
    bool allowed = roundsResults && place.first.getStringRef() ==
                                        arith::ExtFOp::getOperationName();
    if (count > counts.lookup(place) && !allowed)
      os << (text.empty() ? "" : ", ") << "new " << place.first << " at "
         << place.second;
  }
  return text;
}
