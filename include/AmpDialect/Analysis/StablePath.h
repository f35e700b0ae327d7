//===- StablePath.h - Names for ops that survive a re-run -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path names an op by its function, its op name and its position among the
// ops of that name: `@main/linalg.matmul#3`. Block arguments hang off the op
// that owns their block: `@main/arg#0`, `@main/scf.for#1/r0.b0/arg#2`. Casts
// of ours are not counted, so that most paths survive the conversion. Names of
// other than letters, digits and `_.$-` stand in quotes.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_STABLEPATH_H
#define AMPDIALECT_ANALYSIS_STABLEPATH_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {

/// The paths of all ops below a root, numbered in program order.
class StablePaths {
public:
  /// Linear in the ops below `root`, which must outlive the paths unchanged.
  explicit StablePaths(Operation *root);

  /// The path of `op`; empty for an op that is not below the root or is one of
  /// our casts.
  std::string getPath(Operation *op) const;
  /// The path of the block argument `argument`.
  std::string getPath(BlockArgument argument) const;
  /// The op at `path`, null if there is none.
  Operation *lookup(StringRef path) const;

private:
  std::string getScopePath(Operation *op) const;

  llvm::DenseMap<Operation *, unsigned> numbers;
  /// Of functions whose path another one before them has.
  llvm::DenseMap<Operation *, unsigned> functionNumbers;
  llvm::StringMap<Operation *> ops;
  /// In its region; of all blocks of the regions that were asked about.
  mutable llvm::DenseMap<Block *, unsigned> blockNumbers;
};

/// `@outer::@function`: the symbols that enclose `op` or that it defines itself
/// (functions only); empty at the top level.
std::string getFunctionPath(Operation *op);

/// `text` in quotes on one line: `\\`, `\"`, and `\0A` for control characters.
std::string quoteText(StringRef text);

/// A short text for `loc`: `file.mlir:3:5`, a name, `a; b` for fused
/// locations, `unknown`. Directories are left out of file names.
std::string formatLocation(Location loc);

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_STABLEPATH_H
