//===- FoldCasts.h - Precision casts cleaned up -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--amp-fold-casts` runs, for other compilers' pipelines. A cast is ours
// if isPrecisionCast holds; any other cast is the user's and is semantics: it
// goes only where the value is provably the same without it.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_FOLDCASTS_H
#define AMPDIALECT_TRANSFORMS_FOLDCASTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp {

/// How casts are folded.
struct FoldCastsOptions {
  /// Round constants that a cast of ours narrows, even where that is inexact.
  bool foldWeights = true;
};

/// Adds the patterns; each is rooted at a cast, shrinks the bytes that casts
/// move or keeps them equal, and terminates. Layout ops, creators and bodies
/// are reached through MixedPrecisionOpInterface alone.
void populateFoldCastsPatterns(RewritePatternSet &patterns,
                               const FoldCastsOptions &options = {});

/// Replaces a cast by an equal one of the same value that dominates it; a cast
/// of ours also by the user's. Returns how many went. Linear in the ops below
/// `root`.
int64_t mergeDuplicateCasts(RewriterBase &rewriter, Operation *root);

/// Patterns to their fixpoint, then merges, until nothing changes. Fails if
/// the fixpoint is not reached.
LogicalResult foldCasts(Operation *root, const FoldCastsOptions &options = {});

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_FOLDCASTS_H
