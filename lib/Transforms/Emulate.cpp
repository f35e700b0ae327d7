//===- Emulate.cpp - Round chosen values to the low type ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/Entry.h"
#include "AmpDialect/Transforms/Passes.h"
#include "AmpDialect/Transforms/Symbols.h"
#include "Recorder.h"
#include "WithModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "llvm/ADT/SetVector.h"

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
};

/// The functions that `entry` runs, itself among them, whose every call is
/// known: the mask of switches can be handed to them.
class RunFunctions {
public:
  RunFunctions(ModuleOp module, func::FuncOp entry);
  /// The function of `value`; null if its values have no switches.
  func::FuncOp lookup(Value value) const;
  /// Appends an argument of `type`, the mask, to all of them.
  LogicalResult addMask(RankedTensorType type);
  /// Has their calls pass it, after all else: operands move. Functions that
  /// `entry` does not run pass zeros.
  void passMask();

private:
  bool collectCalls(func::FuncOp function, const SymbolUsers &users);
  static void append(func::CallOp call, Value mask);

  llvm::SetVector<Operation *> functions;
  SmallVector<func::CallOp> calls;
  RankedTensorType mask;
};
} // namespace

RunFunctions::RunFunctions(ModuleOp module, func::FuncOp entry) {
  SymbolTable symbols(module);
  SymbolUsers users(module);
  functions.insert(entry);
  for (size_t next = 0; next < functions.size(); ++next)
    functions[next]->walk([&](func::CallOp call) {
      auto callee =
          symbols.lookup<func::FuncOp>(call.getCalleeAttr().getAttr());
      if (callee && !callee.isExternal() && !functions.contains(callee) &&
          collectCalls(callee, users))
        functions.insert(callee);
    });
}

/// Adds the calls of `function`; false if it is used in other ways.
bool RunFunctions::collectCalls(func::FuncOp function,
                                const SymbolUsers &users) {
  ArrayRef<Operation *> found = users.lookup(function.getSymNameAttr());
  if (!users.isKnown() || !llvm::all_of(found, llvm::IsaPred<func::CallOp>))
    return false;
  for (Operation *op : found)
    calls.push_back(cast<func::CallOp>(op));
  return true;
}

func::FuncOp RunFunctions::lookup(Value value) const {
  auto function = value.getParentRegion()->getParentOfType<func::FuncOp>();
  return functions.contains(function) ? function : nullptr;
}

void RunFunctions::append(func::CallOp call, Value mask) {
  call.getOperandsMutable().append(mask);
  if (ArrayAttr attributes = call.getArgAttrsAttr())
    call.setArgAttrsAttr(padAttributes(attributes, call.getNumOperands()));
}

LogicalResult RunFunctions::addMask(RankedTensorType type) {
  mask = type;
  for (Operation *op : functions) {
    auto function = cast<func::FuncOp>(op);
    if (failed(function.insertArgument(function.getNumArguments(), type, {},
                                       function.getLoc())))
      return failure();
  }
  return success();
}

void RunFunctions::passMask() {
  for (func::CallOp call : calls) {
    auto caller = call->getParentOfType<func::FuncOp>();
    if (functions.contains(caller)) {
      append(call, caller.getArguments().back());
      continue;
    }
    OpBuilder builder(call);
    append(call, arith::ConstantOp::create(builder, call.getLoc(),
                                           builder.getZeroAttr(mask)));
  }
}

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

/// Whether `value` is a constant with elements that the low type may not hold.
static bool isRoundedConstant(Value value, FloatType low) {
  TypedAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return false;
  NarrowingCounts counts = countNarrowing(constant, low);
  return counts.total == 0 || !counts.isExact();
}

/// Values whose low copy rounds something: fills and empty tensors hold what
/// any type does, and what is put into them was rounded before, as was what a
/// parallel loop gathers. A constant that the low type holds stays one, as
/// TOSA's zero points must.
bool RoundedReads::isWorthSwitching(GraphIndex index) const {
  const ValueNode &node = graph.values[index];
  const ValueNode &root = graph.values[graph.getViewed(index)];
  if (root.def == DefKind::Creator && !isRoundedConstant(root.value, graph.low))
    return false;
  return isa<RankedTensorType>(node.value.getType()) &&
         llvm::any_of(node.value.getUses(), [&](OpOperand &operand) {
           return contains(operand, index);
         });
}

/// Rounds `value` to `low` and back where `isOn`, for the uses that
/// `isRounded`.
static void addSwitch(OpBuilder &builder, Value value, Value isOn,
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

/// What names the switch of `node`'s value.
static Attribute makeSwitchKey(const StablePaths &paths,
                               const ValueNode &node) {
  Builder attributes(node.value.getContext());
  NamedAttrList key = makeKey(node.value, paths);
  // Of single results as well.
  if (auto result = dyn_cast<OpResult>(node.value))
    key.set("result", attributes.getI64IntegerAttr(result.getResultNumber()));
  key.set("elements", attributes.getI64IntegerAttr(node.elements));
  return key.getDictionary(node.value.getContext());
}

/// Reads element `number` of the mask of `function`, where that starts; `last`
/// is what was read there before.
static Value readMask(func::FuncOp function, int64_t number, Value last) {
  OpBuilder builder(function.getContext());
  if (last)
    builder.setInsertionPointAfter(last.getDefiningOp());
  else
    builder.setInsertionPointToStart(&function.front());
  Value index =
      arith::ConstantIndexOp::create(builder, function.getLoc(), number);
  return tensor::ExtractOp::create(builder, function.getLoc(),
                                   function.getArguments().back(), index);
}

void EmulatePass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<func::FuncOp> found = findEntry(module, entry);
  if (failed(found))
    return signalPassFailure();
  AutocastOptions options;
  options.type = type;
  options.unlisted = unlisted;
  options.policy = policy;
  options.plan = plan;
  options.profile = profile;
  FailureOr<Decision> decision = decidePrecision(module, options);
  if (failed(decision))
    return signalPassFailure();
  const PrecisionGraph &graph = decision->graph;
  RunFunctions functions(module, *found);
  StablePaths paths(module);
  SmallVector<Attribute> keys;
  SmallVector<GraphIndex> values;
  RoundedReads reads(*decision);
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    if (!decision->assignment.hasLow[index] || !reads.isWorthSwitching(index) ||
        !functions.lookup(node.value))
      continue;
    keys.push_back(makeSwitchKey(paths, node));
    values.push_back(index);
  }
  Builder attributes(&getContext());
  if (failed(functions.addMask(RankedTensorType::get({int64_t(values.size())},
                                                     attributes.getI1Type()))))
    return signalPassFailure();
  // All are read before values are switched: each function's start stays where
  // its arguments' switches can follow.
  llvm::DenseMap<Operation *, Value> lastFlags;
  SmallVector<Value> flags;
  for (auto [number, index] : llvm::enumerate(values)) {
    func::FuncOp function = functions.lookup(graph.values[index].value);
    Value &last = lastFlags[function];
    last = readMask(function, number, last);
    flags.push_back(last);
  }
  OpBuilder builder(&getContext());
  for (auto [number, flag] : llvm::enumerate(flags)) {
    GraphIndex index = values[number];
    Value value = graph.values[index].value;
    if (Operation *op = value.getDefiningOp())
      builder.setInsertionPointAfter(op);
    else if (value.getParentBlock() == flag.getParentBlock())
      builder.setInsertionPointAfter(flag.getDefiningOp());
    else
      builder.setInsertionPointToStart(value.getParentBlock());
    addSwitch(builder, value, flag, graph.low,
              [&](OpOperand &use) { return reads.contains(use, index); });
  }
  functions.passMask();
  (*found)->setAttr(kSwitchesAttrName, attributes.getArrayAttr(keys));
}
