//===- InlinedSize.cpp - A bound on what inlining makes -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/InlinedSize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::amp;

/// Most ops of a function: ten times those of large models, whose layers are
/// unrolled.
static constexpr uint64_t kMost = 1000000;

namespace {
struct Function {
  SmallVector<func::CallOp> calls;
  uint64_t size = 0;
  bool visited = false, done = false;
};
} // namespace

LogicalResult amp::checkInlinedSize(ModuleOp module) {
  llvm::DenseMap<Attribute, Function> functions;
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    Function &known = functions[function.getSymNameAttr()];
    function.walk([&](Operation *op) {
      ++known.size;
      if (auto call = dyn_cast<func::CallOp>(op))
        known.calls.push_back(call);
    });
  }
  // Callees first, each function with the number of its next call.
  SmallVector<std::pair<StringAttr, size_t>> path;
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    path.emplace_back(function.getSymNameAttr(), 0);
    while (!path.empty()) {
      auto &[name, next] = path.back();
      Function &caller = functions.find(name)->second;
      caller.visited = true;
      if (caller.done || next == caller.calls.size()) {
        caller.done = true;
        path.pop_back();
        continue;
      }
      func::CallOp call = caller.calls[next];
      StringAttr callee = call.getCalleeAttr().getAttr();
      auto found = functions.find(callee);
      if (found != functions.end() && !found->second.visited) {
        path.emplace_back(callee, 0);
        continue;
      }
      ++next;
      if (found == functions.end() || !found->second.done)
        continue;
      caller.size += found->second.size;
      if (caller.size > kMost)
        return emitError(call.getLoc())
               << "expected at most " << kMost
               << " ops in a function once calls are inlined, got more in '"
               << name.getValue() << "' with this call of '"
               << callee.getValue()
               << "'; what repeats belongs in a loop (scf.for)";
    }
  }
  return success();
}
