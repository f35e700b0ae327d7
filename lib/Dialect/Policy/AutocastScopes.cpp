//===- AutocastScopes.cpp - What amp.autocast regions ask for -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Policy/AutocastScopes.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

void AutocastScopes::record(Operation *root) {
  llvm::DenseMap<Operation *, size_t> scopeMadeBy;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto region = dyn_cast<AutocastOp>(op)) {
      scopeMadeBy[op] = scopes.size();
      scopes.push_back({region.getEnabled(), region.getDtype().value_or(Type()),
                        region.getLoc()});
    }
    if (scopeMadeBy.empty() || op == root)
      return;
    // A parent was visited before; its scope is known.
    Operation *parent = op->getParentOp();
    auto made = scopeMadeBy.find(parent);
    if (made != scopeMadeBy.end()) {
      scopeOf[op] = made->second;
      return;
    }
    auto inherited = scopeOf.find(parent);
    if (inherited != scopeOf.end())
      scopeOf[op] = size_t(inherited->second);
  });
}

/// A value rounded where it left a scope and extended behind it: whoever wants
/// it wide reads it before.
static void skipRounding(Operation *rounding, RewriterBase &rewriter) {
  Value wide = rounding->getOperand(0);
  for (Operation *user : llvm::make_early_inc_range(rounding->getUsers()))
    if (isPrecisionCast(user) && user->getResult(0).getType() == wide.getType())
      rewriter.replaceOp(user, wide);
  if (rounding->use_empty())
    rewriter.eraseOp(rounding);
}

/// A number that leaves a scope is cast inside and outside of it, which is the
/// same place now.
static void mergeCasts(Value value, RewriterBase &rewriter) {
  llvm::SmallDenseMap<std::pair<Type, Block *>, Operation *, 4> first;
  for (Operation *user : llvm::make_early_inc_range(value.getUsers())) {
    if (!isPrecisionCast(user))
      continue;
    Operation *&kept = first[{user->getResult(0).getType(), user->getBlock()}];
    if (!kept) {
      kept = user;
      continue;
    }
    Operation *later = user;
    if (user->isBeforeInBlock(kept))
      std::swap(kept, later);
    rewriter.replaceOp(later, kept);
  }
}

void amp::inlineAutocastRegions(Operation *root) {
  SmallVector<AutocastOp> regions;
  root->walk([&](AutocastOp op) { regions.push_back(op); });
  IRRewriter rewriter(root->getContext());
  for (AutocastOp op : regions) {
    llvm::SmallSetVector<Operation *, 4> roundings;
    SmallVector<Value, 4> others;
    for (Value value : op.getBody().front().getTerminator()->getOperands())
      if (isPrecisionCast(value.getDefiningOp()))
        roundings.insert(value.getDefiningOp());
      else
        others.push_back(value);
    op.inlineBody(rewriter);
    for (Operation *rounding : roundings)
      skipRounding(rounding, rewriter);
    for (Value value : others)
      mergeCasts(value, rewriter);
  }
}
