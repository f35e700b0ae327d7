//===- AutocastScopes.h - What amp.autocast regions ask for -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_POLICY_AUTOCASTSCOPES_H
#define AMPDIALECT_POLICY_AUTOCASTSCOPES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace mlir::amp {

/// The state that one `amp.autocast` gives to the ops inside.
struct AutocastScope {
  bool enabled;
  /// Null: whatever type the conversion is asked for.
  Type dtype;
  /// Where the region stands, for reports.
  Location loc;
};

/// The innermost scope of each op, recorded so that it outlives the regions.
class AutocastScopes {
public:
  /// Records all ops below `root` that stand in an `amp.autocast`. Linear time.
  void record(Operation *root);

  /// True if nothing recorded has a scope.
  bool empty() const { return scopes.empty(); }

  /// The innermost scope `op` stood in when it was recorded, null for none.
  const AutocastScope *lookup(Operation *op) const {
    auto it = scopeOf.find(op);
    return it == scopeOf.end() ? nullptr : &scopes[it->second];
  }

private:
  std::vector<AutocastScope> scopes;
  llvm::DenseMap<Operation *, size_t> scopeOf;
};

/// Replaces every `amp.autocast` below `root` by its body. Record the scopes
/// first: ops are moved, not cloned, so that what was recorded stays valid.
void inlineAutocastRegions(Operation *root);

} // namespace mlir::amp

#endif // AMPDIALECT_POLICY_AUTOCASTSCOPES_H
