//===- GroupLaunches.cpp - Equal kernels side by side in one launch -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupLaunches.h"
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "Roots.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// One launch takes as many.
static constexpr int64_t kMostTiles = 2 * kBusyTiles;
/// A kernel's parameters, and up to three tensor maps of a call.
static constexpr int64_t kParameterBytes = 4096, kMapBytes = 3 * 128;
static constexpr llvm::StringLiteral kGroupMark = "amp.group";

/// Tiles of the contraction in `kernel`; 0 where there is none, or enough to
/// keep a device busy.
static int64_t countTilesToGroup(func::FuncOp kernel) {
  auto root = dyn_cast_or_null<linalg::LinalgOp>(findContractionRoot(kernel));
  if (!root || root.hasDynamicShape())
    return 0;
  int64_t tiles = countTiles(getDeclaredSizes(root));
  return tiles < kBusyTiles ? tiles : 0;
}

/// Calls like this one that a kernel has room for.
static int64_t countRoom(func::CallOp call) {
  int64_t pointers = call.getNumOperands() + call.getNumResults();
  return kParameterBytes / (kMapBytes + 8 * pointers);
}

namespace {
class Grouper {
public:
  explicit Grouper(ModuleOp module)
      : module(module), symbols(module), builder(module.getContext()) {}
  void groupBlock(Block &block);

private:
  /// Calls that may stand where the first one does, or where the last one does.
  struct Calls : SmallVector<func::CallOp> {
    bool atFirst = true, atLast = true;
  };
  static bool mayJoin(Calls &calls, func::CallOp call);
  void finish(Calls &calls);
  func::FuncOp getGroup(ArrayRef<func::CallOp> calls,
                        const llvm::SetVector<Value> &operands);

  ModuleOp module;
  SymbolTable symbols;
  IRRewriter builder;
  /// By what the body says.
  llvm::StringMap<func::FuncOp> known;
};
} // namespace

/// Whether `value` is there in front of `place`, once views are moved.
static bool isThereBefore(Value value, Operation *place) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != place->getBlock() || op->isBeforeInBlock(place))
    return true;
  return isView(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
           return isThereBefore(operand, place);
         });
}

/// Whether what reads the results of `calls`, views apart, stands behind `call`
/// in its block.
static bool areReadBehind(ArrayRef<func::CallOp> calls, func::CallOp call) {
  SmallVector<Operation *> makers(calls.begin(), calls.end());
  while (!makers.empty())
    for (Operation *user : makers.pop_back_val()->getUsers()) {
      Operation *top = call->getBlock()->findAncestorOpInBlock(*user);
      if (!top)
        return false;
      if (call->isBeforeInBlock(top))
        continue;
      if (top != user || !isView(user))
        return false;
      makers.push_back(user);
    }
  return true;
}

/// Whether `call` may run beside `calls`: nothing between them and it is in the
/// way. It then depends on none of them.
bool Grouper::mayJoin(Calls &calls, func::CallOp call) {
  if (calls.empty())
    return true;
  bool atFirst =
      calls.atFirst && llvm::all_of(call.getOperands(), [&](Value operand) {
        return isThereBefore(operand, calls.front());
      });
  bool atLast = calls.atLast && areReadBehind(calls, call);
  if (!atFirst && !atLast)
    return false;
  calls.atFirst = atFirst;
  calls.atLast = atLast;
  return true;
}

/// The function of the group, made where it is the first of its kind.
func::FuncOp Grouper::getGroup(ArrayRef<func::CallOp> calls,
                               const llvm::SetVector<Value> &operands) {
  func::CallOp first = calls.front();
  std::string key = first.getCallee().str();
  SmallVector<SmallVector<unsigned>> numbers;
  SmallVector<Type> results;
  for (func::CallOp call : calls) {
    key += ';';
    auto &own = numbers.emplace_back();
    for (Value operand : call.getOperands()) {
      own.push_back(llvm::find(operands, operand) - operands.begin());
      key += ' ' + std::to_string(own.back());
    }
    llvm::append_range(results, call.getResultTypes());
  }
  func::FuncOp &group = known[key];
  if (group)
    return group;
  auto single = symbols.lookup<func::FuncOp>(first.getCallee());
  Location loc = single.getLoc();
  builder.setInsertionPointAfter(single);
  group = func::FuncOp::create(
      builder, loc, (single.getName() + "_x" + Twine(calls.size())).str(),
      builder.getFunctionType(TypeRange(ValueRange(operands.getArrayRef())),
                              results));
  group.setPrivate();
  group->setAttr(kKernelAttrName, builder.getUnitAttr());
  symbols.insert(group);
  Block *body = group.addEntryBlock();
  builder.setInsertionPointToStart(body);
  SmallVector<Value> made;
  for (ArrayRef<unsigned> own : numbers) {
    auto arguments = llvm::map_to_vector(own, [&](unsigned number) -> Value {
      return body->getArgument(number);
    });
    auto call = func::CallOp::create(builder, loc, single, arguments);
    llvm::append_range(made, call.getResults());
  }
  func::ReturnOp::create(builder, loc, made);
  return group;
}

/// One call instead of `calls`.
void Grouper::finish(Calls &calls) {
  if (calls.size() < 2) {
    calls = {};
    return;
  }
  llvm::SetVector<Value> operands;
  SmallVector<Location> places;
  for (func::CallOp call : calls) {
    operands.insert(call->operand_begin(), call->operand_end());
    places.push_back(call.getLoc());
  }
  func::FuncOp group = getGroup(calls, operands);
  func::CallOp place = calls.atFirst ? calls.front() : calls.back();
  if (calls.atFirst) {
    auto late = llvm::filter_to_vector(operands, [&](Value operand) {
      Operation *op = operand.getDefiningOp();
      return op && op->getBlock() == place->getBlock() &&
             !op->isBeforeInBlock(place);
    });
    [[maybe_unused]] LogicalResult moved =
        moveValueDefinitions(builder, late, place);
    assert(succeeded(moved) && "views move");
  }
  builder.setInsertionPoint(place);
  Location loc = getGroupLocation(builder.getContext(), places);
  auto all = func::CallOp::create(builder, loc, group, operands.getArrayRef());
  ResultRange results = all.getResults();
  for (func::CallOp call : calls) {
    call.replaceAllUsesWith(results.take_front(call.getNumResults()));
    results = results.drop_front(call.getNumResults());
  }
  if (!calls.atFirst)
    moveViewsBehind(all, calls.back());
  for (func::CallOp call : calls)
    call.erase();
  calls = {};
}

void Grouper::groupBlock(Block &block) {
  llvm::MapVector<Attribute, Calls> waiting;
  llvm::DenseMap<Attribute, int64_t> tiles;
  // Finished groups move views, which may stand behind the call at hand.
  for (func::CallOp call : llvm::to_vector(block.getOps<func::CallOp>())) {
    auto kernel = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!kernel || !kernel->hasAttr(kKernelAttrName))
      continue;
    Attribute callee = call.getCalleeAttr();
    auto [entry, isNew] = tiles.try_emplace(callee, 0);
    if (isNew)
      entry->second = countTilesToGroup(kernel);
    if (entry->second == 0)
      continue;
    Calls &calls = waiting[callee];
    int64_t count = calls.size() + 1;
    if (count > countRoom(call) || count * entry->second > kMostTiles ||
        !mayJoin(calls, call))
      finish(calls);
    calls.push_back(call);
  }
  for (auto &[callee, calls] : waiting)
    finish(calls);
}

void cuda::groupLaunches(ModuleOp module, ArrayRef<Block *> blocks) {
  Grouper grouper(module);
  for (Block *block : blocks)
    grouper.groupBlock(*block);
}

func::FuncOp cuda::getGroupedKernel(func::FuncOp kernel) {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock())
    return {};
  FlatSymbolRefAttr callee;
  for (Operation &op : kernel.front().without_terminator()) {
    auto call = dyn_cast<func::CallOp>(op);
    if (!call || (callee && call.getCalleeAttr() != callee))
      return {};
    callee = call.getCalleeAttr();
  }
  return callee ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                      kernel->getParentOp(), callee)
                : func::FuncOp();
}

Location cuda::getGroupLocation(MLIRContext *context,
                                ArrayRef<Location> places) {
  return FusedLoc::get(context, places, StringAttr::get(context, kGroupMark));
}

SmallVector<Location> cuda::getGroupedLocations(func::CallOp call) {
  auto fused = dyn_cast<FusedLoc>(call.getLoc());
  auto mark =
      fused ? dyn_cast_or_null<StringAttr>(fused.getMetadata()) : StringAttr();
  if (!mark || mark.getValue() != kGroupMark)
    return {call.getLoc()};
  return llvm::to_vector(fused.getLocations());
}

namespace {
/// A kernel for one call that becomes the one for a group of them.
class GroupedKernel {
public:
  GroupedKernel(LLVM::LLVMFuncOp kernel, func::FuncOp single,
                func::FuncOp group)
      : kernel(kernel), calls(llvm::to_vector(group.getOps<func::CallOp>())),
        inputs(single.getNumArguments()), results(single.getNumResults()),
        maps(kernel.getNumArguments() - inputs - results),
        groupInputs(group.getNumArguments()),
        parameters(kernel.getNumArguments()) {}

  /// Gives the kernel the group's parameters; its body chooses among them.
  void replaceParameters();
  /// Launches it for all calls, each with its own tensor maps.
  void updateLaunch();

private:
  /// Where a parameter of the single kernel is among the group's: what the
  /// group was called with, all results, all tensor maps.
  unsigned getPlace(unsigned call, unsigned parameter);
  void addParameters();
  /// What stands for a parameter of the single kernel in the call of this
  /// number.
  Value choose(ImplicitLocOpBuilder &b, Value number, unsigned parameter);

  LLVM::LLVMFuncOp kernel;
  SmallVector<func::CallOp> calls;
  unsigned inputs, results, maps, groupInputs;
  /// Of the single kernel.
  unsigned parameters;
};
} // namespace

unsigned GroupedKernel::getPlace(unsigned call, unsigned parameter) {
  if (parameter < inputs)
    return cast<BlockArgument>(calls[call].getOperand(parameter))
        .getArgNumber();
  parameter -= inputs;
  if (parameter < results)
    return groupInputs + call * results + parameter;
  parameter -= results;
  return groupInputs + calls.size() * results + call * maps + parameter;
}

void GroupedKernel::addParameters() {
  Block &entry = kernel.getBody().front();
  unsigned total = groupInputs + calls.size() * (results + maps);
  SmallVector<Type> types(total);
  SmallVector<DictionaryAttr> attributes(
      total, DictionaryAttr::get(kernel.getContext()));
  for (unsigned call = 0; call != calls.size(); ++call)
    for (unsigned parameter = 0; parameter != parameters; ++parameter) {
      unsigned place = getPlace(call, parameter);
      types[place] = entry.getArgument(parameter).getType();
      if (DictionaryAttr own = kernel.getArgAttrDict(parameter))
        attributes[place] = own;
    }
  for (Type type : types)
    entry.addArgument(type, kernel.getLoc());
  kernel.setFunctionType(LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(kernel.getContext()), types));
  kernel.setAllArgAttrs(attributes);
}

Value GroupedKernel::choose(ImplicitLocOpBuilder &b, Value number,
                            unsigned parameter) {
  Block &entry = kernel.getBody().front();
  unsigned first = getPlace(0, parameter);
  Value chosen = entry.getArgument(parameters + first);
  for (unsigned call = 1; call != calls.size(); ++call) {
    unsigned place = getPlace(call, parameter);
    if (place == first)
      continue;
    Value isCall = LLVM::ICmpOp::create(
        b, LLVM::ICmpPredicate::eq, number,
        LLVM::ConstantOp::create(b, b.getI32IntegerAttr(call)));
    chosen = LLVM::SelectOp::create(
        b, isCall, entry.getArgument(parameters + place), chosen);
  }
  return chosen;
}

void GroupedKernel::replaceParameters() {
  addParameters();
  Block &entry = kernel.getBody().front();
  ImplicitLocOpBuilder b(kernel.getLoc(), kernel.getContext());
  b.setInsertionPointToStart(&entry);
  Value number = NVVM::BlockIdYOp::create(b, b.getI32Type());
  for (unsigned parameter = 0; parameter != parameters; ++parameter)
    entry.getArgument(parameter).replaceAllUsesWith(
        choose(b, number, parameter));
  entry.eraseArguments(0, parameters);
}

void GroupedKernel::updateLaunch() {
  Builder b(kernel.getContext());
  NamedAttrList launch(kernel->getAttrOfType<DictionaryAttr>(kLaunchAttrName));
  auto grid =
      llvm::to_vector(cast<DenseI64ArrayAttr>(launch.get("grid")).asArrayRef());
  grid[1] = calls.size();
  launch.set("grid", b.getDenseI64ArrayAttr(grid));
  if (auto single = dyn_cast_or_null<ArrayAttr>(launch.get("tensor_maps"))) {
    SmallVector<Attribute> all;
    for (unsigned call = 0; call != calls.size(); ++call)
      for (auto map : single.getAsRange<DictionaryAttr>()) {
        NamedAttrList own(map);
        int64_t buffer = map.getAs<IntegerAttr>("buffer").getInt();
        own.set("buffer", b.getI64IntegerAttr(getPlace(call, buffer)));
        all.push_back(own.getDictionary(b.getContext()));
      }
    launch.set("tensor_maps", b.getArrayAttr(all));
  }
  kernel->setAttr(kLaunchAttrName, launch.getDictionary(b.getContext()));
}

void cuda::groupKernel(gpu::GPUModuleOp emitted, func::FuncOp single,
                       func::FuncOp group) {
  auto kernel = emitted.lookupSymbol<LLVM::LLVMFuncOp>(single.getName());
  GroupedKernel grouped(kernel, single, group);
  grouped.replaceParameters();
  grouped.updateLaunch();
  SymbolTable::setSymbolName(kernel, group.getName());
}
