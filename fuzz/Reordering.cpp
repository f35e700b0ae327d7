//===- Reordering.cpp - The same module in another order ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reordering.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "PropertyRuns.h"
#include "Random.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Moves the ops of `run`, which follow each other, in front of `end`.
static void shuffle(ArrayRef<Operation *> run, Operation *end, Random &random) {
  llvm::DenseMap<Operation *, unsigned> numMissing;
  llvm::DenseMap<Operation *, SmallVector<Operation *, 2>> readers;
  for (Operation *op : run)
    numMissing[op] = 0;
  for (Operation *op : run) {
    llvm::SmallPtrSet<Operation *, 4> makers;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *maker = operand.getDefiningOp();
            maker && maker != op && numMissing.contains(maker) &&
            makers.insert(maker).second)
          readers[maker].push_back(op);
    });
    numMissing[op] = makers.size();
  }
  std::vector<Operation *> ready;
  llvm::copy_if(run, std::back_inserter(ready),
                [&](Operation *op) { return numMissing[op] == 0; });
  while (!ready.empty()) {
    std::swap(ready[random.below(ready.size())], ready.back());
    Operation *op = ready.back();
    ready.pop_back();
    op->moveBefore(end);
    for (Operation *reader : readers.lookup(op))
      if (--numMissing[reader] == 0)
        ready.push_back(reader);
  }
}

static bool isCommutative(Operation *op) {
  return op->hasTrait<OpTrait::IsCommutative>() && op->getNumOperands() == 2;
}

static void reorder(Block &block, Random &random) {
  std::vector<std::vector<Operation *>> runs(1);
  for (Operation &op : block) {
    if (isCommutative(&op) && random.oneIn(2))
      op.setOperands({op.getOperand(1), op.getOperand(0)});
    if (isMemoryEffectFree(&op) && !op.hasTrait<OpTrait::IsTerminator>())
      runs.back().push_back(&op);
    else
      runs.emplace_back();
  }
  for (const std::vector<Operation *> &run : runs)
    if (!run.empty() && run.back()->getNextNode())
      shuffle(run, run.back()->getNextNode(), random);
}

/// Has each use of one read the other.
static void swapUses(Value a, Value b) {
  SmallVector<OpOperand *> ofA, ofB;
  for (OpOperand &use : a.getUses())
    ofA.push_back(&use);
  for (OpOperand &use : b.getUses())
    ofB.push_back(&use);
  for (OpOperand *use : ofA)
    use->set(b);
  for (OpOperand *use : ofB)
    use->set(a);
}

/// Two of `values` that have one type.
static std::optional<std::pair<unsigned, unsigned>>
choosePair(ValueRange values, Random &random) {
  if (values.size() < 2)
    return std::nullopt;
  unsigned i = random.below(values.size()), j = random.below(values.size());
  if (i == j || values[i].getType() != values[j].getType())
    return std::nullopt;
  return std::make_pair(i, j);
}

static void swapOperands(MutableArrayRef<OpOperand> operands, unsigned i,
                         unsigned j) {
  Value first = operands[i].get();
  operands[i].set(operands[j].get());
  operands[j].set(first);
}

/// Has `loop` carry two values of one type in each other's place.
static void swapCarried(scf::ForOp loop, Random &random) {
  auto pair = choosePair(loop.getResults(), random);
  if (!pair)
    return;
  auto [i, j] = *pair;
  swapUses(loop.getResult(i), loop.getResult(j));
  swapUses(loop.getRegionIterArg(i), loop.getRegionIterArg(j));
  swapOperands(*loop.getYieldedValuesMutable(), i, j);
  swapOperands(loop.getInitsMutable(), i, j);
}

/// The same for what comes into either of its regions.
static void swapCarried(scf::WhileOp loop, Random &random) {
  if (auto pair = choosePair(loop.getBeforeArguments(), random)) {
    auto [i, j] = *pair;
    swapUses(loop.getBeforeArguments()[i], loop.getBeforeArguments()[j]);
    swapOperands(loop.getYieldOp().getResultsMutable(), i, j);
    swapOperands(loop.getInitsMutable(), i, j);
  }
  if (auto pair = choosePair(loop.getResults(), random)) {
    auto [i, j] = *pair;
    swapUses(loop.getResult(i), loop.getResult(j));
    swapUses(loop.getAfterArguments()[i], loop.getAfterArguments()[j]);
    swapOperands(loop.getConditionOp().getArgsMutable(), i, j);
  }
}

/// Has `function`, which nobody but calls knows, take two values of one type in
/// each other's place.
static void swapArguments(func::FuncOp function, Random &random) {
  if (function.isExternal() || !function.isPrivate() ||
      function.getArgAttrsAttr())
    return;
  auto pair = choosePair(function.getArguments(), random);
  auto uses = SymbolTable::getSymbolUses(function,
                                         function->getParentOfType<ModuleOp>());
  if (!pair || !uses ||
      llvm::any_of(*uses, [](const SymbolTable::SymbolUse &use) {
        return !isa<func::CallOp>(use.getUser());
      }))
    return;
  auto [i, j] = *pair;
  swapUses(function.getArgument(i), function.getArgument(j));
  for (const SymbolTable::SymbolUse &use : *uses)
    swapOperands(cast<func::CallOp>(use.getUser()).getOperandsMutable(), i, j);
}

/// Has `op` read two of its inputs in each other's place, with their maps: not
/// a product, the second factor of which is taken for the weights.
static void swapInputs(linalg::GenericOp op, Random &random) {
  unsigned numInputs = op.getNumDpsInputs();
  if (numInputs < 2 || op.getNumReductionLoops() > 0)
    return;
  unsigned i = random.below(numInputs), j = random.below(numInputs);
  if (i == j)
    return;
  swapOperands(op.getInputsMutable(), i, j);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  std::swap(maps[i], maps[j]);
  op.setIndexingMapsAttr(Builder(op).getAffineMapArrayAttr(maps));
  BlockArgument first = op.getBody()->getArgument(i);
  BlockArgument second = op.getBody()->getArgument(j);
  Type ofFirst = first.getType();
  first.setType(second.getType());
  second.setType(ofFirst);
  swapUses(first, second);
}

/// Swaps the branches of `op`; what they compute goes by no condition.
static void swapBranches(scf::IfOp op) {
  if (op.getElseRegion().empty())
    return;
  Region then;
  then.takeBody(op.getThenRegion());
  op.getThenRegion().takeBody(op.getElseRegion());
  op.getElseRegion().takeBody(then);
}

/// Moves each of `all`, ops of one block or blocks of one region, in front of
/// some other.
template <typename T> static void scatter(ArrayRef<T *> all, Random &random) {
  for (T *each : all)
    if (T *other = all[random.below(all.size())]; other != each)
      each->moveBefore(other);
}

/// Puts the functions of `block`, which know each other by name, into another
/// order; what is between them stays.
static void reorderFunctions(Block &block, Random &random) {
  SmallVector<Operation *> functions;
  for (FunctionOpInterface function : block.getOps<FunctionOpInterface>())
    functions.push_back(function);
  scatter<Operation>(functions, random);
}

/// Puts all blocks but the first in another order: their places in the text
/// mean nothing.
static void reorderBlocks(Region &region, Random &random) {
  if (region.empty() || region.hasOneBlock())
    return;
  SmallVector<Block *> blocks;
  for (Block &block : llvm::drop_begin(region))
    blocks.push_back(&block);
  scatter<Block>(blocks, random);
}

void fuzz::reorder(ModuleOp module, uint64_t seed) {
  Random random(seed);
  // Rules name operands by their number.
  bool hasRules = module.walk([](RuleOp) { return WalkResult::interrupt(); })
                      .wasInterrupted();
  module.walk(
      [&](ModuleOp inner) { reorderFunctions(*inner.getBody(), random); });
  module.walk([&](FunctionOpInterface function) {
    reorderBlocks(function.getFunctionBody(), random);
    function->walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        swapCarried(loop, random);
      if (auto loop = dyn_cast<scf::WhileOp>(op))
        swapCarried(loop, random);
      if (auto generic = dyn_cast<linalg::GenericOp>(op); generic && !hasRules)
        swapInputs(generic, random);
      if (auto inner = dyn_cast<func::FuncOp>(op))
        swapArguments(inner, random);
      if (auto choice = dyn_cast<scf::IfOp>(op); choice && random.oneIn(2))
        swapBranches(choice);
    });
    function->walk([&](Block *block) {
      if (mayHaveSSADominance(*block->getParent()))
        ::reorder(*block, random);
    });
  });
}

/// The types of what `op` reads and of what it makes, in an order that is the
/// same whatever the order of its operands.
static TupleType getTypes(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  MutableArrayRef<Type> read(types.data(), op->getNumOperands());
  MutableArrayRef<Type> made =
      MutableArrayRef<Type>(types).drop_front(op->getNumOperands());
  for (MutableArrayRef<Type> some : {read, made})
    llvm::sort(some, [](Type a, Type b) {
      return a.getAsOpaquePointer() < b.getAsOpaquePointer();
    });
  return TupleType::get(op->getContext(), types);
}

/// Whether `op` is a constant, or its extension, which is one, or nothing but a
/// place for a result.
static bool isShared(Operation *op) {
  if (isa<arith::ExtFOp>(op))
    op = op->getOperand(0).getDefiningOp();
  return op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::EmptyOp>(op));
}

std::string fuzz::findOtherOp(ModuleOp a, ModuleOp b) {
  // How many more of them the first has, and one of them.
  llvm::MapVector<std::pair<OperationName, TupleType>,
                  std::pair<int64_t, Operation *>>
      found;
  auto count = [&](ModuleOp module, int64_t change) {
    module.walk([&](Operation *op) {
      if (isShared(op))
        return;
      auto &[more, example] = found[{op->getName(), getTypes(op)}];
      more += change;
      example = op;
    });
  };
  count(a, 1);
  count(b, -1);
  for (const auto &[key, entry] : found)
    if (entry.first != 0)
      return std::to_string(entry.first) + " more of " + print(entry.second);
  return "";
}
