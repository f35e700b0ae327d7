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
  void addSwitch(OpBuilder &builder, Value value, Value isOn, FloatType low,
                 llvm::function_ref<bool(OpOperand &)> isRounded);
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

namespace {
/// Knows which uses read a value rounded where it has a low copy.
class RoundedReads {
public:
  explicit RoundedReads(const Decision &decision)
      : graph(decision.graph), assignment(decision.assignment) {
    for (auto [index, use] : llvm::enumerate(graph.uses))
      if (use.operand)
        uses[use.operand] = index;
  }
  bool contains(OpOperand &operand, GraphIndex value) const;
  bool isWorthSwitching(GraphIndex value) const;

private:
  bool hasNoOther(GraphIndex value) const;
  GraphIndex findView(const Use &use) const;

  const PrecisionGraph &graph;
  const Assignment &assignment;
  llvm::DenseMap<OpOperand *, GraphIndex> uses;
};
} // namespace

/// Whether who reads `value` high reads it rounded, too: it is written low, or
/// views what is.
bool RoundedReads::hasNoOther(GraphIndex value) const {
  while (true) {
    const ValueNode &node = graph.values[value];
    bool isWrittenLow = node.def == DefKind::Labeled && !node.epilogue &&
                        assignment.labelLow[node.label];
    if (!assignment.hasHigh[value] || isWrittenLow || node.rounded)
      return true;
    if (node.def != DefKind::View)
      return false;
    value = node.source;
  }
}

/// What `use` makes a view of its value; kNone if it reads elements.
GraphIndex RoundedReads::findView(const Use &use) const {
  const OpNode &op = graph.ops[use.op];
  if (!op.handsOn)
    for (GraphIndex result : graph.getResults(op))
      if (graph.values[result].def == DefKind::View &&
          graph.values[result].source == use.value)
        return result;
  return kNone;
}

bool RoundedReads::contains(OpOperand &operand, GraphIndex value) const {
  if (isCombined(operand))
    return false;
  auto it = uses.find(&operand);
  if (it == uses.end())
    return hasNoOther(value);
  const Use &use = graph.uses[it->second];
  // What is read of a view, its own switch rounds.
  if (GraphIndex view = findView(use); view != kNone)
    return !assignment.hasLow[view] && hasNoOther(value);
  return graph.readsLow(use, assignment) || hasNoOther(value);
}

/// Values whose low copy rounds something: fills and empty tensors hold what
/// any type does, and what is put into them was rounded before, as was what a
/// parallel loop gathers.
bool RoundedReads::isWorthSwitching(GraphIndex index) const {
  const ValueNode &node = graph.values[index];
  GraphIndex root = index;
  while (graph.values[root].def == DefKind::View)
    root = graph.values[root].source;
  if (graph.values[root].def == DefKind::Creator &&
      !matchPattern(graph.values[root].value, m_Constant()))
    return false;
  return isa<RankedTensorType>(node.value.getType()) &&
         llvm::any_of(node.value.getUses(), [&](OpOperand &operand) {
           return contains(operand, index);
         });
}

void EmulatePass::addSwitch(OpBuilder &builder, Value value, Value isOn,
                            FloatType low,
                            llvm::function_ref<bool(OpOperand &)> isRounded) {
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
    return !choice->isAncestor(use.getOwner()) && isRounded(use);
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
  SmallVector<GraphIndex> values;
  RoundedReads reads(*decision);
  for (auto [index, node] : llvm::enumerate(decision->graph.values)) {
    Value value = node.value;
    if (!decision->assignment.hasLow[index] || !reads.isWorthSwitching(index) ||
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
    values.push_back(index);
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
  for (auto [number, flag] : llvm::enumerate(flags)) {
    GraphIndex index = values[number];
    Value value = decision->graph.values[index].value;
    if (Operation *op = value.getDefiningOp())
      builder.setInsertionPointAfter(op);
    else if (value.getParentBlock() == &function.front())
      builder.setInsertionPointAfter(flag.getDefiningOp());
    else
      builder.setInsertionPointToStart(value.getParentBlock());
    addSwitch(builder, value, flag, low,
              [&](OpOperand &use) { return reads.contains(use, index); });
  }
  function->setAttr(kSwitchesAttrName, attributes.getArrayAttr(keys));
}
