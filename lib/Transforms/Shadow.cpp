//===- Shadow.cpp - Run f32 and low side by side --------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The converted body moves into the function that it was converted from, each
// op behind the one that it stands for, so that both values of an op are alive
// at the same time and only there. Ops are matched by a number that they carry
// through the conversion.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/Shadow.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "AmpDialect/Transforms/Entry.h"
#include "AmpDialect/Transforms/Passes.h"
#include "AmpDialect/Transforms/Symbols.h"
#include "Recorder.h"
#include "WithModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::amp {
#define GEN_PASS_DEF_SHADOWPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The number that an op carries through the conversion.
static constexpr llvm::StringLiteral kTag = "amp_shadow_number";

namespace {
/// Joins a function and its conversion.
class ShadowBuilder {
public:
  ShadowBuilder(ModuleOp module, func::FuncOp entry)
      : module(module), entry(entry), paths(module), recorder(module) {}
  LogicalResult run(const AutocastOptions &options);

private:
  void moveCallees(ModuleOp low, func::FuncOp lowEntry);
  void interleave(func::FuncOp lowEntry);
  Value getStored(Value value) const;
  std::optional<SmallVector<int64_t>> findInputs(Operation *op) const;
  void compare(Value high, Value low, StringRef path, ArrayRef<int64_t> inputs);
  void compareResult(Value high, Value low, ArrayRef<int64_t> inputs);
  void compareAll();
  void compareReturned(func::FuncOp lowEntry);

  ModuleOp module;
  func::FuncOp entry;
  StablePaths paths;
  Recorder recorder;
  /// From when on the model is converted.
  std::optional<RowTable> rows;
  FloatType lowType;
  /// Ops of the entry's block by number, and the low op of each (or null).
  std::vector<Operation *> highOps, lowOps;
  /// Paths by number; taken before anything moves.
  std::vector<std::string> names;
  SmallVector<Attribute> keys;
  /// What the rows compare.
  std::vector<std::pair<Value, Value>> compared;
  /// The row of each value that is not made of constants alone; where it has
  /// none, the rows of what it was made of.
  llvm::DenseMap<Value, SmallVector<int64_t>> rowsOf;
};

struct ShadowPass : WithModelsAndType<amp::impl::ShadowPassBase<ShadowPass>> {
  using WithModelsAndType::WithModelsAndType;

  void runOnOperation() override {
    AutocastOptions options;
    options.type = type;
    options.assign = assign;
    options.compute = compute;
    options.accumulate = accumulate;
    options.absorb = absorb;
    options.ranges = options.statistics = guards;
    options.unlisted = unlisted;
    options.errorRatio = errorRatio;
    options.policy = policy;
    options.plan = plan;
    options.profile = profile;
    if (failed(addShadow(getOperation(), entry, options)))
      signalPassFailure();
  }
};
} // namespace

/// Whether `buffer` comes from an allocation in the function: the low side
/// makes one of its own.
static bool isAllocatedHere(Value buffer) {
  Value viewed = memref::skipViewLikeOps(cast<MemrefValue>(buffer));
  Operation *def = viewed.getDefiningOp();
  return def && hasEffect<MemoryEffects::Allocate>(def, viewed);
}

/// Fails on an op, in `entry` or what it calls, that writes a buffer of both
/// sides: the high side would read what the low one wrote.
static LogicalResult verifyNoSharedWrite(func::FuncOp entry) {
  SymbolTableCollection symbols;
  llvm::SetVector<Operation *> functions;
  functions.insert(entry);
  for (size_t i = 0; i < functions.size(); ++i) {
    WalkResult result = functions[i]->walk([&](Operation *op) {
      if (auto call = dyn_cast<CallOpInterface>(op))
        if (Operation *callee = call.resolveCallableInTable(&symbols))
          functions.insert(callee);
      auto effects = dyn_cast<MemoryEffectOpInterface>(op);
      if (!effects)
        return WalkResult::advance();
      for (Value operand : op->getOperands())
        if (isa<BaseMemRefType>(operand.getType()) &&
            effects.getEffectOnValue<MemoryEffects::Write>(operand) &&
            !isAllocatedHere(operand)) {
          op->emitOpError("writes a buffer that its function did not allocate: "
                          "the low side would write it, too");
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

LogicalResult amp::addShadow(ModuleOp module, StringRef entry,
                             const AutocastOptions &options) {
  module.getContext()
      ->loadDialect<arith::ArithDialect, bufferization::BufferizationDialect,
                    math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                    tensor::TensorDialect>();
  FailureOr<func::FuncOp> function = findEntry(module, entry);
  if (failed(function))
    return failure();
  if ((*function)->hasAttr(kRecordedAttrName))
    return emitError(function->getLoc(), "is instrumented already");
  if (failed(verifyNoSharedWrite(*function)))
    return failure();
  return ShadowBuilder(module, *function).run(options);
}

/// Brings what the low function calls into the module, under new names.
void ShadowBuilder::moveCallees(ModuleOp low, func::FuncOp lowEntry) {
  SymbolTable symbols(module), lowSymbols(low);
  SymbolUsers users(low);
  // All are renamed before one leaves the module in which calls are found.
  SmallVector<Operation *> moved;
  llvm::DenseMap<StringAttr, StringAttr> names;
  llvm::StringSet<> taken;
  for (Operation &op : *low.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    auto function = dyn_cast<FunctionOpInterface>(op);
    // What others define has its name from them.
    if (!symbol || &op == lowEntry || (function && function.isExternal()) ||
        (users.isKnown() && users.lookup(symbol.getNameAttr()).empty()))
      continue;
    unsigned counter = 0;
    auto isTaken = [&](StringRef name) {
      return symbols.lookup(name) || lowSymbols.lookup(name) ||
             taken.contains(name);
    };
    StringRef name = taken
                         .insert(SymbolTable::generateSymbolName<64>(
                             symbol.getName(), isTaken, counter))
                         .first->getKey();
    names[symbol.getNameAttr()] = StringAttr::get(low.getContext(), name);
    moved.push_back(&op);
  }
  renameSymbols(low, names);
  for (Operation *op : moved) {
    op->remove();
    symbols.insert(op);
  }
}

void ShadowBuilder::interleave(func::FuncOp lowEntry) {
  for (auto [argument, lowArgument] :
       llvm::zip_equal(entry.getArguments(), lowEntry.getArguments()))
    lowArgument.replaceAllUsesWith(argument);
  Operation *last = rows->getStart();
  int64_t reached = -1;
  for (Operation &op :
       llvm::make_early_inc_range(lowEntry.front().without_terminator())) {
    if (auto tag = op.getAttrOfType<IntegerAttr>(kTag)) {
      int64_t number = tag.getInt();
      if (!lowOps[number])
        lowOps[number] = &op;
      if (number > reached) {
        reached = number;
        last = highOps[number];
      }
    }
    op.moveAfter(last);
    last = &op;
  }
}

/// The low copy of `value` where there is one beside it.
Value ShadowBuilder::getStored(Value value) const {
  if (getElementTypeOrSelf(value.getType()) == lowType)
    return value;
  for (Operation *user : value.getUsers())
    if (isPrecisionCast(user) &&
        getElementTypeOrSelf(user->getResult(0).getType()) == lowType)
      return user->getResult(0);
  return value;
}

/// Operands of `op` and what its regions capture.
static SmallVector<Value> getReads(Operation *op) {
  SmallVector<Value> reads;
  op->walk([&](Operation *inner) {
    llvm::append_range(reads, inner->getOperands());
  });
  return reads;
}

/// The rows of what `op` reads, each once; none if that is constants alone.
std::optional<SmallVector<int64_t>>
ShadowBuilder::findInputs(Operation *op) const {
  llvm::SetVector<int64_t, SmallVector<int64_t>> inputs;
  bool readsData = false;
  for (Value read : getReads(op))
    if (auto it = rowsOf.find(read); it != rowsOf.end()) {
      readsData = true;
      inputs.insert(it->second.begin(), it->second.end());
    }
  if (!readsData)
    return std::nullopt;
  return inputs.takeVector();
}

/// Whether `high` is a value of ours of which `low` can be the copy.
static bool canCompare(Value high, Value low) {
  return getElementTypeOrSelf(high.getType()).isF32() &&
         Recorder::canRecord(high.getType()) &&
         Recorder::canRecord(low.getType()) &&
         cast<ShapedType>(high.getType()).getShape() ==
             cast<ShapedType>(low.getType()).getShape();
}

void ShadowBuilder::compare(Value high, Value low, StringRef path,
                            ArrayRef<int64_t> inputs) {
  Builder attributes(module.getContext());
  NamedAttrList key = makeKey(high, path);
  std::string type;
  llvm::raw_string_ostream(type) << getElementTypeOrSelf(low.getType());
  key.set("type", attributes.getStringAttr(type));
  key.set("inputs", attributes.getI64ArrayAttr(inputs));
  OpBuilder builder(module.getContext());
  Operation *last = rows->getStart();
  for (Value value : {high, low})
    if (Operation *op = value.getDefiningOp(); op && last->isBeforeInBlock(op))
      last = op;
  builder.setInsertionPointAfter(last);
  TableRow row = rows->createRow(builder, high.getLoc(), keys.size());
  recorder.createCompare(builder, high.getLoc(), high, low, row);
  rowsOf[high] = {int64_t(keys.size())};
  compared.push_back({high, low});
  keys.push_back(key.getDictionary(module.getContext()));
}

/// Compares a result of an op of the entry's block.
void ShadowBuilder::compareResult(Value high, Value low,
                                  ArrayRef<int64_t> inputs) {
  auto tag = high.getDefiningOp()->getAttrOfType<IntegerAttr>(kTag);
  compare(high, low, names[tag.getInt()], inputs);
}

void ShadowBuilder::compareAll() {
  // An argument's own rounding, where the low side rounds it.
  for (BlockArgument argument : entry.getArguments()) {
    Value stored = getStored(argument);
    rowsOf.try_emplace(argument);
    if (stored != argument && Recorder::canRecord(argument.getType()))
      compare(argument, stored, paths.getPath(argument), {});
  }
  for (auto [number, high] : llvm::enumerate(highOps)) {
    // What constants alone make is the same in every run.
    std::optional<SmallVector<int64_t>> inputs = findInputs(high);
    if (!inputs)
      continue;
    Operation *low = lowOps[number];
    if (low && low->getNumResults() != high->getNumResults())
      low = nullptr;
    for (auto [index, value] : llvm::enumerate(high->getResults())) {
      if (low && canCompare(value, low->getResult(index)))
        compareResult(value, getStored(low->getResult(index)), *inputs);
      else
        rowsOf[value] = *inputs;
    }
  }
}

/// Marks the rows of what the function returns. Where the low side returns
/// another copy than the one that it stores low, that has a row as well.
void ShadowBuilder::compareReturned(func::FuncOp lowEntry) {
  for (auto [high, low] :
       llvm::zip_equal(entry.front().getTerminator()->getOperands(),
                       lowEntry.front().getTerminator()->getOperands())) {
    // An argument comes back as it was.
    if (high == low || !rowsOf.contains(high))
      continue;
    Value copy = low;
    if (Operation *op = low.getDefiningOp(); op && isPrecisionCast(op))
      copy = op->getOperand(0);
    std::pair<Value, Value> both(high, copy);
    if (isa<OpResult>(high) && canCompare(high, copy) &&
        llvm::none_of(rowsOf[high],
                      [&](int64_t row) { return compared[row] == both; }))
      compareResult(high, copy, *findInputs(high.getDefiningOp()));
    for (int64_t row : rowsOf[high]) {
      NamedAttrList key(cast<DictionaryAttr>(keys[row]));
      key.set("returned", BoolAttr::get(module.getContext(), true));
      keys[row] = key.getDictionary(module.getContext());
    }
  }
}

LogicalResult ShadowBuilder::run(const AutocastOptions &options) {
  FailureOr<FloatType> type = parseLowType(options.type, module.getLoc());
  if (failed(type))
    return failure();
  lowType = *type;
  Builder attributes(module.getContext());
  for (Operation &op : entry.front().without_terminator()) {
    op.setAttr(kTag, attributes.getI64IntegerAttr(int64_t(highOps.size())));
    highOps.push_back(&op);
    names.push_back(paths.getPath(&op));
  }
  lowOps.assign(highOps.size(), nullptr);
  OwningOpRef<ModuleOp> low = module.clone();
  auto lowEntry = low->lookupSymbol<func::FuncOp>(entry.getSymNameAttr());
  if (failed(convertToMixedPrecision(*low, options)))
    return failure();
  rows = RowTable::createOwn(entry, recorder, kCompareColumns);
  moveCallees(*low, lowEntry);
  interleave(lowEntry);
  compareAll();
  compareReturned(lowEntry);
  entry.walk([](Operation *op) { op->removeAttr(kTag); });
  rows->finish(keys.size());
  // What the low side returned came from the same places as its values above.
  entry->setAttr(kRecordedAttrName, attributes.getArrayAttr(keys));
  return success();
}
