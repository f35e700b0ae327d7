//===- Instrument.cpp - Record the values of every tensor -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Transforms/Passes.h"
#include "Recorder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp {
#define GEN_PASS_DEF_INSTRUMENTPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct InstrumentPass : amp::impl::InstrumentPassBase<InstrumentPass> {
  using InstrumentPassBase::InstrumentPassBase;

  void runOnOperation() override;

private:
  void instrument(func::FuncOp function, ArrayRef<Value> values,
                  const StablePaths &paths, Recorder &recorder);
};
} // namespace

/// Constants and fills are known without a run.
static bool isWorthRecording(const ValueNode &node) {
  return node.def != DefKind::Creator &&
         Recorder::canRecord(node.value.getType());
}

void InstrumentPass::instrument(func::FuncOp function, ArrayRef<Value> values,
                                const StablePaths &paths, Recorder &recorder) {
  RowCollector rows(function, kRecordColumns);
  Builder attributes(function.getContext());
  SmallVector<Attribute> keys;
  unsigned unreachable = 0;
  for (Value value : values) {
    if (!rows.canReach(value.getParentBlock())) {
      ++unreachable;
      continue;
    }
    OpBuilder builder(function.getContext());
    NamedAttrList key;
    if (auto result = dyn_cast<OpResult>(value)) {
      builder.setInsertionPointAfter(result.getOwner());
      key.set("path",
              attributes.getStringAttr(paths.getPath(result.getOwner())));
      if (result.getOwner()->getNumResults() > 1)
        key.set("result",
                attributes.getI64IntegerAttr(result.getResultNumber()));
    } else {
      auto argument = cast<BlockArgument>(value);
      if (argument.getOwner() == &function.front())
        builder.setInsertionPointAfter(rows.getZero().getDefiningOp());
      else
        builder.setInsertionPointToStart(argument.getOwner());
      key.set("path", attributes.getStringAttr(paths.getPath(argument)));
    }
    key.set("loc", attributes.getStringAttr(formatLocation(value.getLoc())));
    keys.push_back(key.getDictionary(function.getContext()));
    rows.add(
        recorder.createRecord(builder, value.getLoc(), value, rows.getZero()));
  }
  rows.finish();
  function->setAttr(kRecordedAttrName, attributes.getArrayAttr(keys));
  if (unreachable)
    function.emitWarning() << unreachable
                           << " values are not recorded: they are made below "
                              "control flow other than scf.for";
}

void InstrumentPass::runOnOperation() {
  ModuleOp module = getOperation();
  PrecisionGraphOptions options;
  options.low = Float16Type::get(&getContext());
  options.high = Float32Type::get(&getContext());
  FailureOr<PrecisionGraph> graph = PrecisionGraph::build(module, options);
  if (failed(graph))
    return signalPassFailure();
  StablePaths paths(module);
  llvm::MapVector<Operation *, SmallVector<Value>> byFunction;
  for (const ValueNode &node : graph->values) {
    Value value = node.value;
    if (isWorthRecording(node))
      byFunction[value.getParentRegion()->getParentOfType<func::FuncOp>()]
          .push_back(value);
  }
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function->hasAttr(kRecordedAttrName)) {
      function.emitError("is instrumented already");
      return signalPassFailure();
    }
  }
  Recorder recorder(module);
  for (auto &[op, values] : byFunction) {
    auto function = dyn_cast_or_null<func::FuncOp>(op);
    if (!function)
      continue;
    if (!function.isPublic() || !llvm::hasSingleElement(function.getBody()) ||
        !SymbolTable::symbolKnownUseEmpty(function, module)) {
      function.emitWarning()
          << values.size() << " values are not recorded: the function is "
          << (!function.isPublic() ? "private"
              : llvm::hasSingleElement(function.getBody())
                  ? "called"
                  : "of several blocks")
          << "; inline it first";
      continue;
    }
    instrument(function, values, paths, recorder);
  }
}
