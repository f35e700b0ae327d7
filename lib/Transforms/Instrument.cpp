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
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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
  LogicalResult run();

private:
  LogicalResult collectValues();
  func::FuncOp getCallee(func::CallOp call) const;
  SmallVector<func::FuncOp> sortByCalls();
  std::string getObstacle(func::FuncOp function);
  void instrument(func::FuncOp function);
  void recordValues(func::FuncOp function, const RowTable &rows,
                    SmallVectorImpl<Attribute> &keys);
  void recordCalls(func::FuncOp function, ArrayRef<func::CallOp> calls,
                   const RowTable *rows, SmallVectorImpl<Attribute> &keys);

  ModuleOp module;
  SymbolTable symbols;
  /// Of functions that are not instrumented yet: other calls are new ones.
  SymbolUsers users;
  StablePaths paths;
  Recorder recorder;
  llvm::MapVector<Operation *, SmallVector<Value>> values;
  /// What names the rows that a function writes of its caller's table.
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

LogicalResult Instrumenter::collectValues() {
  PrecisionGraphOptions options;
  options.low = Float16Type::get(module.getContext());
  options.high = Float32Type::get(module.getContext());
  FailureOr<PrecisionGraph> graph = PrecisionGraph::build(module, options);
  if (failed(graph))
    return failure();
  for (const ValueNode &node : graph->values) {
    if (!isWorthRecording(node))
      continue;
    Value value = node.value;
    values[value.getParentRegion()->getParentOfType<func::FuncOp>()].push_back(
        value);
  }
  return success();
}

func::FuncOp Instrumenter::getCallee(func::CallOp call) const {
  return symbols.lookup<func::FuncOp>(call.getCalleeAttr().getAttr());
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

/// Records the values of `function` where they are made; adds what names them.
void Instrumenter::recordValues(func::FuncOp function, const RowTable &rows,
                                SmallVectorImpl<Attribute> &keys) {
  OpBuilder builder(module.getContext());
  unsigned unreachable = 0;
  for (Value value : values[function]) {
    if (!RowTable::canRecordIn(value.getParentBlock())) {
      ++unreachable;
      continue;
    }
    if (value.getParentBlock() == &function.front() &&
        isa<BlockArgument>(value))
      rows.setInsertionPointToStart(builder);
    else
      builder.setInsertionPointAfterValue(value);
    TableRow row = rows.createRow(builder, value.getLoc(), keys.size());
    recorder.createRecord(builder, value.getLoc(), value, row);
    keys.push_back(makeKey(value, paths).getDictionary(module.getContext()));
  }
  if (unreachable)
    emitWarning(function.getLoc())
        << unreachable
        << " values are not recorded: they are made in parallel, or in regions "
           "of ops that are no known control flow";
}

/// Has `call` hand `callee` the first of its rows.
static void widenCall(func::CallOp call, func::FuncOp callee, TableRow row) {
  OpBuilder builder(call);
  SmallVector<Value> arguments(call.getOperands());
  arguments.append({row.table, row.number});
  auto wider = func::CallOp::create(builder, call.getLoc(), callee, arguments);
  wider->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  wider.setNoInline(call.getNoInline());
  if (ArrayAttr attributes = call.getArgAttrsAttr())
    wider.setArgAttrsAttr(padAttributes(attributes, arguments.size()));
  wider.setResAttrsAttr(call.getResAttrsAttr());
  call->replaceAllUsesWith(wider->getResults());
  call.erase();
}

/// Hands the callees of `calls` their rows, which are added to `keys`; without
/// `rows` nobody looks at them.
void Instrumenter::recordCalls(func::FuncOp function,
                               ArrayRef<func::CallOp> calls,
                               const RowTable *rows,
                               SmallVectorImpl<Attribute> &keys) {
  OpBuilder builder(module.getContext());
  std::optional<RowTable> empty;
  // All calls of one callee write the same rows.
  llvm::DenseMap<Operation *, unsigned> firstRows;
  for (func::CallOp call : calls) {
    func::FuncOp callee = getCallee(call);
    builder.setInsertionPoint(call);
    if (!rows || !RowTable::canRecordIn(call->getBlock())) {
      if (!empty)
        empty = RowTable::createEmpty(function, kRecordColumns);
      widenCall(call, callee, empty->createRow(builder, call.getLoc(), 0));
      continue;
    }
    auto [found, isNew] = firstRows.try_emplace(callee, keys.size());
    if (isNew)
      llvm::append_range(keys, calleeKeys[callee]);
    widenCall(call, callee,
              rows->createRow(builder, call.getLoc(), found->second));
  }
}

void Instrumenter::instrument(func::FuncOp function) {
  visited.insert(function);
  std::string obstacle = getObstacle(function);
  size_t count = values[function].size();
  SmallVector<func::CallOp> calls;
  function.walk([&](func::CallOp call) {
    if (calleeKeys.contains(getCallee(call)))
      calls.push_back(call);
  });
  if (count == 0 && calls.empty())
    return;
  SmallVector<Attribute> keys;
  if (!obstacle.empty()) {
    if (count != 0)
      emitWarning(function.getLoc())
          << count << " values are not recorded: the function is " << obstacle;
    recordCalls(function, calls, nullptr, keys);
    return;
  }
  bool isPublic = function.isPublic();
  RowTable rows = isPublic
                      ? RowTable::createOwn(function, recorder, kRecordColumns)
                      : RowTable::takeFromCaller(function, kRecordColumns);
  recordValues(function, rows, keys);
  recordCalls(function, calls, &rows, keys);
  if (isPublic) {
    rows.finish(keys.size());
    function->setAttr(kRecordedAttrName,
                      ArrayAttr::get(module.getContext(), keys));
  } else {
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

LogicalResult Instrumenter::run() {
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kRecordedAttrName))
      return emitError(function.getLoc(), "is instrumented already");
  if (failed(collectValues()))
    return failure();
  // Before the recorder adds functions of its own.
  for (func::FuncOp function : sortByCalls())
    instrument(function);
  return success();
}

void InstrumentPass::runOnOperation() {
  if (failed(Instrumenter(getOperation()).run()))
    signalPassFailure();
}
