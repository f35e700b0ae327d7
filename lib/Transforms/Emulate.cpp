//===- Emulate.cpp - Round chosen values to the low type ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/Entry.h"
#include "AmpDialect/Transforms/Passes.h"
#include "Recorder.h"
#include "WithModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EMULATEPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct EmulatePass
    : WithModelsAndType<amp::impl::EmulatePassBase<EmulatePass>> {
  using WithModelsAndType::WithModelsAndType;

  void runOnOperation() override;

private:
  void addSwitch(OpBuilder &builder, Value value, Value isOn, FloatType low);
};
} // namespace

/// True if `use` says where the parallel iterations of a loop put their parts:
/// at the loop's own argument, whose elements nothing reads there.
static bool isCombined(OpOperand &use) {
  auto combining = dyn_cast<ParallelCombiningOpInterface>(use.getOwner());
  return combining &&
         llvm::any_of(combining.getUpdatedDestinations(),
                      [&](OpOperand &place) { return &place == &use; });
}

/// Values whose low copy rounds something: views show what was rounded, fills
/// and empty tensors hold what any type does, and what a parallel loop gathers
/// shows in the parts and in its result.
static bool isWorthSwitching(const ValueNode &node) {
  auto type = dyn_cast<RankedTensorType>(node.value.getType());
  if (!type || node.def == DefKind::View)
    return false;
  Value value = node.value;
  if (!value.use_empty() && llvm::all_of(value.getUses(), isCombined))
    return false;
  return node.def != DefKind::Creator || matchPattern(value, m_Constant());
}

void EmulatePass::addSwitch(OpBuilder &builder, Value value, Value isOn,
                            FloatType low) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  auto choice = scf::IfOp::create(builder, loc, type, isOn, true);
  // Users' casts: nothing may fold them.
  OpBuilder inner = choice.getThenBodyBuilder();
  Value rounded = arith::TruncFOp::create(
      inner, loc, RankedTensorType::get(type.getShape(), low), value);
  scf::YieldOp::create(
      inner, loc, arith::ExtFOp::create(inner, loc, type, rounded).getResult());
  inner = choice.getElseBodyBuilder();
  scf::YieldOp::create(inner, loc, value);
  value.replaceUsesWithIf(choice.getResult(0), [&](OpOperand &use) {
    return !choice->isAncestor(use.getOwner()) && !isCombined(use);
  });
}

void EmulatePass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<func::FuncOp> found = findEntry(module, entry);
  if (failed(found))
    return signalPassFailure();
  func::FuncOp function = *found;
  AutocastOptions options;
  options.type = type;
  options.unlisted = unlisted;
  options.policy = policy;
  options.plan = plan;
  options.profile = profile;
  FailureOr<Decision> decision = decidePrecision(module, options);
  if (failed(decision))
    return signalPassFailure();
  FloatType low = decision->graph.low;
  StablePaths paths(module);
  Builder attributes(&getContext());
  SmallVector<Attribute> keys;
  SmallVector<Value> values;
  for (auto [index, node] : llvm::enumerate(decision->graph.values)) {
    Value value = node.value;
    if (!decision->assignment.hasLow[index] || !isWorthSwitching(node) ||
        !function.getBody().isAncestor(value.getParentRegion()))
      continue;
    NamedAttrList key;
    if (auto result = dyn_cast<OpResult>(value)) {
      key.set("path",
              attributes.getStringAttr(paths.getPath(result.getOwner())));
      key.set("result", attributes.getI64IntegerAttr(result.getResultNumber()));
    } else {
      key.set("path", attributes.getStringAttr(
                          paths.getPath(cast<BlockArgument>(value))));
    }
    key.set("loc", attributes.getStringAttr(formatLocation(value.getLoc())));
    key.set("elements", attributes.getI64IntegerAttr(node.elements));
    keys.push_back(key.getDictionary(&getContext()));
    values.push_back(value);
  }
  auto maskType =
      RankedTensorType::get({int64_t(values.size())}, attributes.getI1Type());
  unsigned position = function.getNumArguments();
  if (failed(
          function.insertArgument(position, maskType, {}, function.getLoc())))
    return signalPassFailure();
  Value mask = function.getArgument(position);
  OpBuilder builder(&getContext());
  builder.setInsertionPointToStart(&function.front());
  SmallVector<Value> flags;
  for (unsigned number = 0; number < values.size(); ++number)
    flags.push_back(
        tensor::ExtractOp::create(builder, function.getLoc(), mask,
                                  ValueRange{arith::ConstantIndexOp::create(
                                      builder, function.getLoc(), number)}));
  for (auto [value, flag] : llvm::zip_equal(values, flags)) {
    if (Operation *op = value.getDefiningOp())
      builder.setInsertionPointAfter(op);
    else if (value.getParentBlock() == &function.front())
      builder.setInsertionPointAfter(flag.getDefiningOp());
    else
      builder.setInsertionPointToStart(value.getParentBlock());
    addSwitch(builder, value, flag, low);
  }
  function->setAttr(kSwitchesAttrName, attributes.getArrayAttr(keys));
}
