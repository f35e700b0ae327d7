//===- FoldGlobals.cpp - Globals that no run writes are constants ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiled model starts each run afresh: whatever a run stores for the next
// one has no place to live. Upstream's bufferization would take it without a
// word, and lose it.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FOLDGLOBALSPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;

namespace {
/// The ops that name a global.
struct Uses {
  SmallVector<Operation *> loads;
  SmallVector<ml_program::GlobalStoreOp> stores;
  bool others = false;
};

struct FoldGlobalsPass : amp::impl::FoldGlobalsPassBase<FoldGlobalsPass> {
  void runOnOperation() override;

private:
  LogicalResult fold(ml_program::GlobalOp global, Uses &uses);
};
} // namespace

LogicalResult FoldGlobalsPass::fold(ml_program::GlobalOp global, Uses &uses) {
  if (uses.loads.empty()) {
    // Nobody learns of it.
    for (ml_program::GlobalStoreOp store : uses.stores)
      store.erase();
    return success();
  }
  if (!uses.stores.empty()) {
    InFlightDiagnostic error =
        uses.stores.front().emitOpError("expected a global that is never "
                                        "written and read again later, since "
                                        "a run of a compiled model keeps "
                                        "nothing for the next one, got '@")
        << global.getSymName() << "'";
    error.attachNote(uses.loads.front()->getLoc()) << "read here";
    return error;
  }
  auto value = dyn_cast_or_null<TypedAttr>(global.getValueAttr());
  if (!value || isa<ml_program::ExternAttr>(value))
    return uses.loads.front()->emitOpError("expected a global with a value of "
                                           "its own, got '@")
           << global.getSymName() << "'";
  for (Operation *load : uses.loads) {
    OpBuilder builder(load);
    Type type = load->getResult(0).getType();
    if (value.getType() != type)
      return load->emitOpError("expected a global whose value is of type ")
             << type << ", got " << value.getType();
    Operation *constant =
        arith::ConstantOp::materialize(builder, value, type, load->getLoc());
    if (!constant)
      return load->emitOpError("expected a global of numbers, got ") << type;
    load->replaceAllUsesWith(constant);
    load->erase();
  }
  return success();
}

/// Reads what the same block has stored before, unless something between may
/// store as well. Upstream's mlprogram-pipeline-globals forgets calls in loops
/// and branches.
static void forwardStores(Block *block) {
  llvm::SmallDenseMap<StringAttr, Value> stored;
  for (Operation &op : llvm::make_early_inc_range(*block)) {
    if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op)) {
      stored[store.getGlobal().getRootReference()] = store.getValue();
    } else if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op)) {
      Value value = stored.lookup(load.getGlobal().getRootReference());
      if (!value)
        continue;
      load.replaceAllUsesWith(value);
      load.erase();
    } else if (op.getNumRegions() != 0 || isa<CallOpInterface>(op) ||
               !op.isRegistered()) {
      stored.clear();
    }
  }
}

void FoldGlobalsPass::runOnOperation() {
  ModuleOp module = getOperation();
  module.walk(forwardStores);
  llvm::MapVector<StringAttr, std::pair<ml_program::GlobalOp, Uses>> globals;
  for (auto global : module.getOps<ml_program::GlobalOp>())
    globals[global.getSymNameAttr()].first = global;
  // In program order, which errors go by.
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != module && op->hasTrait<OpTrait::SymbolTable>())
      return WalkResult::skip();
    auto use = [&](auto user) -> Uses & {
      return globals[user.getGlobal().getRootReference()].second;
    };
    if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op))
      use(load).loads.push_back(op);
    else if (auto load = dyn_cast<ml_program::GlobalLoadConstOp>(op))
      use(load).loads.push_back(op);
    else if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op))
      use(store).stores.push_back(store);
    else if (auto load = dyn_cast<ml_program::GlobalLoadGraphOp>(op))
      use(load).others = true;
    else if (auto store = dyn_cast<ml_program::GlobalStoreGraphOp>(op))
      use(store).others = true;
    return WalkResult::advance();
  });
  for (auto &[name, entry] : globals) {
    auto &[global, uses] = entry;
    if (!global || uses.others) // Graphs, which nobody lowers.
      continue;
    if (failed(fold(global, uses)))
      return signalPassFailure();
    global.erase();
  }
}
