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
#include "AmpDialect/Transforms/Symbols.h"
#include "Recorder.h"
#include "WithModels.h"
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
struct InstrumentPass
    : WithModels<amp::impl::InstrumentPassBase<InstrumentPass>> {
  using WithModels::WithModels;

  void runOnOperation() override;
};

/// Instruments the functions of one module, callees before callers.
class Instrumenter {
public:
  explicit Instrumenter(ModuleOp module)
      : module(module), symbols(module), users(module), paths(module),
        recorder(module) {}
  /// Records at most `most` values from number `first` on; 0: all of them.
  LogicalResult run(unsigned first, unsigned most);

private:
  LogicalResult collectValues(unsigned first, unsigned most);
  func::FuncOp getCallee(func::CallOp call) const;
  SmallVector<func::FuncOp> sortByCalls();
  std::string getObstacle(func::FuncOp function);
  void instrument(func::FuncOp function);
  Attribute recordValue(Value value, RowCollector &rows);
  void recordCall(func::CallOp call, RowCollector *rows,
                  SmallVectorImpl<Attribute> &keys);

  ModuleOp module;
  SymbolTable symbols;
  /// Of functions that are not instrumented yet: other calls are new ones.
  SymbolUsers users;
  StablePaths paths;
  Recorder recorder;
  llvm::MapVector<Operation *, SmallVector<Value>> values;
  /// What names the rows that a call of a function carries.
  llvm::DenseMap<Operation *, SmallVector<Attribute>> calleeKeys;
  /// Functions whose calls are as they will be.
  llvm::DenseSet<Operation *> visited;
};
} // namespace

/// Constants and fills are known without a run.
static bool isWorthRecording(const ValueNode &node) {
  return node.def != DefKind::Creator &&
         Recorder::canRecord(node.value.getType());
}

LogicalResult Instrumenter::collectValues(unsigned first, unsigned most) {
  PrecisionGraphOptions options;
  options.low = Float16Type::get(module.getContext());
  options.high = Float32Type::get(module.getContext());
  FailureOr<PrecisionGraph> graph = PrecisionGraph::build(module, options);
  if (failed(graph))
    return failure();
  unsigned number = 0;
  for (const ValueNode &node : graph->values) {
    if (!isWorthRecording(node) || number++ < first ||
        (most != 0 && number - first > most))
      continue;
    Value value = node.value;
    values[value.getParentRegion()->getParentOfType<func::FuncOp>()].push_back(
        value);
  }
  if (first != 0 && first >= number)
    return emitError(module.getLoc())
           << "expected `first` to be below the number of values, " << number
           << ", got " << first;
  return success();
}

func::FuncOp Instrumenter::getCallee(func::CallOp call) const {
  return symbols.lookup<func::FuncOp>(call.getCalleeAttr().getAttr());
}

/// Records `value` where it is made; returns what names its row.
Attribute Instrumenter::recordValue(Value value, RowCollector &rows) {
  OpBuilder builder(module.getContext());
  if (Operation *op = value.getDefiningOp())
    builder.setInsertionPointAfter(op);
  else if (isa<func::FuncOp>(value.getParentBlock()->getParentOp()))
    builder.setInsertionPointAfter(rows.getZero().getDefiningOp());
  else
    builder.setInsertionPointToStart(value.getParentBlock());
  rows.add(
      recorder.createRecord(builder, value.getLoc(), value, rows.getZero()));
  return makeKey(value, paths).getDictionary(module.getContext());
}

/// Hands the rows of an instrumented callee in and out of `call`; without
/// `rows` nobody looks at them.
void Instrumenter::recordCall(func::CallOp call, RowCollector *rows,
                              SmallVectorImpl<Attribute> &keys) {
  func::FuncOp callee = getCallee(call);
  auto found = calleeKeys.find(callee);
  OpBuilder builder(call);
  unsigned operands = call->getNumOperands(), results = call->getNumResults();
  Value zero =
      rows ? rows->getZero()
           : Recorder::createZeroRow(builder, call.getLoc(), kRecordColumns);
  SmallVector<Value> arguments(call.getOperands());
  arguments.append(found->second.size(), zero);
  auto wider = func::CallOp::create(builder, call.getLoc(), callee, arguments);
  wider->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  wider.setNoInline(call.getNoInline());
  if (ArrayAttr attributes = call.getArgAttrsAttr())
    wider.setArgAttrsAttr(padAttributes(attributes, arguments.size()));
  if (ArrayAttr attributes = call.getResAttrsAttr())
    wider.setResAttrsAttr(padAttributes(attributes, wider->getNumResults()));
  call->replaceAllUsesWith(wider->getResults().take_front(results));
  call.erase();
  if (!rows || !rows->canReach(wider->getBlock()))
    return;
  for (auto [number, key] : llvm::enumerate(found->second)) {
    rows->add(wider, operands + number, results + number);
    keys.push_back(key);
  }
}

/// Why nothing of `function` can be recorded; empty if it can.
std::string Instrumenter::getObstacle(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return "of several blocks";
  if (!users.isKnown())
    return "used in ways that are not known";
  ArrayRef<Operation *> uses = users.lookup(function.getSymNameAttr());
  if (function.isPublic())
    return uses.empty() ? "" : "public and called; make it private";
  for (Operation *use : uses) {
    auto call = dyn_cast<func::CallOp>(use);
    if (!call || !call->getParentOfType<func::FuncOp>())
      return "used by more than calls";
    if (visited.contains(call->getParentOfType<func::FuncOp>()))
      return "recursive";
  }
  return "";
}

void Instrumenter::instrument(func::FuncOp function) {
  visited.insert(function);
  std::string obstacle = getObstacle(function);
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) {
    if (calleeKeys.contains(getCallee(call)))
      calls.push_back(call);
  });
  if (values.lookup(function).empty() && calls.empty())
    return;
  std::optional<RowCollector> rows;
  SmallVector<Attribute> keys;
  unsigned unreachable = 0;
  if (obstacle.empty()) {
    rows.emplace(function, kRecordColumns);
    for (Value value : values.lookup(function)) {
      if (rows->canReach(value.getParentBlock()))
        keys.push_back(recordValue(value, *rows));
      else
        ++unreachable;
    }
  } else if (size_t count = values.lookup(function).size()) {
    emitWarning(function.getLoc())
        << count << " values are not recorded: the function is " << obstacle;
  }
  for (func::CallOp call : calls)
    recordCall(call, rows ? &*rows : nullptr, keys);
  if (unreachable)
    emitWarning(function.getLoc())
        << unreachable
        << " values are not recorded: they are made below "
           "control flow other than scf.for, scf.if and "
           "scf.while";
  if (!rows)
    return;
  if (function.isPublic()) {
    rows->finish();
    function->setAttr(kRecordedAttrName,
                      ArrayAttr::get(module.getContext(), keys));
  } else {
    rows->finishCallee();
    calleeKeys[function] = keys;
  }
}

/// The functions with a body, callees before callers; where calls go in
/// circles, some caller comes first.
SmallVector<func::FuncOp> Instrumenter::sortByCalls() {
  llvm::SetVector<Operation *> sorted;
  llvm::DenseSet<Operation *> seen;
  for (auto root : module.getOps<func::FuncOp>()) {
    // A function is put down once its callees are.
    SmallVector<std::pair<func::FuncOp, bool>> stack{{root, false}};
    while (!stack.empty()) {
      auto [function, done] = stack.pop_back_val();
      if (done) {
        sorted.insert(function);
        continue;
      }
      if (function.isExternal() || !seen.insert(function).second)
        continue;
      stack.push_back({function, true});
      function.walk([&](func::CallOp call) {
        if (func::FuncOp callee = getCallee(call))
          stack.push_back({callee, false});
      });
    }
  }
  return llvm::map_to_vector(
      sorted, [](Operation *op) { return cast<func::FuncOp>(op); });
}

LogicalResult Instrumenter::run(unsigned first, unsigned most) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kRecordedAttrName))
      return emitError(function.getLoc(), "is instrumented already");
  if (failed(collectValues(first, most)))
    return failure();
  // Before the recorder adds functions of its own.
  for (func::FuncOp function : sortByCalls())
    instrument(function);
  return success();
}

void InstrumentPass::runOnOperation() {
  if (failed(Instrumenter(getOperation()).run(first, most)))
    signalPassFailure();
}
