//===- ModuleTasks.cpp - Functions that have nothing to do with others ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleTasks.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/WalkPreOrder.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Threading.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

/// Parts for each thread: those that have less to do take another.
static constexpr size_t kTasksPerThread = 4;

namespace {

/// What one function or global holds and names.
class SymbolContents {
public:
  void scan(Operation *symbol);

  size_t numOps = 0;
  /// Whether nothing but `references` ties it to anything.
  bool isKnown = true;
  llvm::SmallSetVector<StringAttr, 4> references;

private:
  void scanOp(Operation *op);
  void scanAttribute(Attribute attribute);

  llvm::SmallDenseSet<Attribute> seen;
};

} // namespace

void SymbolContents::scanAttribute(Attribute attribute) {
  if (!attribute || !seen.insert(attribute).second)
    return;
  attribute.walk([&](Attribute inner) {
    if (auto reference = dyn_cast<SymbolRefAttr>(inner))
      references.insert(reference.getRootReference());
    isKnown &= !isa<DenseResourceElementsAttr>(inner);
  });
}

void SymbolContents::scanOp(Operation *op) {
  ++numOps;
  isKnown &= !isa<PolicyOp>(op) && !op->hasTrait<OpTrait::SymbolTable>() &&
             (op->isRegistered() || op->getNumRegions() == 0);
  if (!op->isRegistered() || op->getPropertiesStorageSize() == 0) {
    for (NamedAttribute attribute : op->getAttrs())
      scanAttribute(attribute.getValue());
    return;
  }
  // All attributes at once would be a dictionary that has to be made.
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    scanAttribute(attribute.getValue());
  for (StringAttr name : op->getName().getAttributeNames())
    scanAttribute(op->getInherentAttr(name).value_or(Attribute()));
}

void SymbolContents::scan(Operation *symbol) {
  walkPreOrder(symbol, [&](Operation *op) {
    scanOp(op);
    return WalkResult::advance();
  });
  seen.clear();
}

/// Whether the blocks of the functions hold so many ops; those in regions of
/// ops do not count.
static bool hasOps(ModuleOp module, size_t count) {
  for (auto function : module.getOps<FunctionOpInterface>())
    for (Block &block : function.getFunctionBody())
      for ([[maybe_unused]] Operation &op : block)
        if (--count == 0)
          return true;
  return false;
}

/// The groups of `symbols` that belong together, each in their order, the
/// groups in that of their first.
static std::vector<std::vector<size_t>>
findGroups(ArrayRef<Operation *> symbols, ArrayRef<SymbolContents> contents) {
  llvm::DenseMap<StringAttr, size_t> byName;
  llvm::EquivalenceClasses<size_t> classes;
  for (auto [index, symbol] : llvm::enumerate(symbols)) {
    byName.try_emplace(cast<SymbolOpInterface>(symbol).getNameAttr(), index);
    classes.insert(index);
  }
  for (auto [index, each] : llvm::enumerate(contents))
    for (StringAttr name : each.references)
      if (auto found = byName.find(name); found != byName.end())
        classes.unionSets(index, found->second);

  std::vector<std::vector<size_t>> groups;
  llvm::DenseMap<size_t, size_t> groupOf;
  for (size_t index = 0; index < symbols.size(); ++index) {
    auto [found, isNew] =
        groupOf.try_emplace(classes.getLeaderValue(index), groups.size());
    if (isNew)
      groups.emplace_back();
    groups[found->second].push_back(index);
  }
  return groups;
}

std::optional<ModuleTasks> ModuleTasks::split(ModuleOp module, size_t minSize) {
  MLIRContext *context = module.getContext();
  // Others may work on what is around a module that stands in another.
  if (!context->isMultithreadingEnabled() || module->getParentOp() ||
      minSize == 0 || !hasOps(module, 2 * minSize))
    return std::nullopt;
  ModuleTasks tasks(module);
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol || !symbol.getNameAttr() ||
        (op.getNumRegions() != 0 && !isa<FunctionOpInterface>(op)))
      return std::nullopt;
    tasks.symbols.push_back(&op);
  }
  if (tasks.symbols.size() < 2)
    return std::nullopt;

  std::vector<SymbolContents> contents(tasks.symbols.size());
  parallelFor(context, 0, contents.size(), [&](size_t index) {
    contents[index].scan(tasks.symbols[index]);
  });
  size_t total = 0;
  for (const SymbolContents &each : contents) {
    if (!each.isKnown)
      return std::nullopt;
    total += each.numOps;
  }
  size_t wanted = std::max<size_t>(
      minSize,
      llvm::divideCeil(total, context->getNumThreads() * kTasksPerThread));
  std::vector<std::vector<size_t>> parts;
  size_t inPart = wanted;
  for (const std::vector<size_t> &group : findGroups(tasks.symbols, contents)) {
    if (inPart >= wanted) {
      parts.emplace_back();
      inPart = 0;
    }
    llvm::append_range(parts.back(), group);
    for (size_t index : group)
      inPart += contents[index].numOps;
  }
  if (parts.size() < 2)
    return std::nullopt;
  for (std::vector<size_t> &part : parts) {
    llvm::sort(part);
    tasks.parts.push_back(cast<ModuleOp>(module->cloneWithoutRegions()));
    Block &body = tasks.parts.back()->getBodyRegion().emplaceBlock();
    for (size_t index : part)
      tasks.symbols[index]->moveBefore(&body, body.end());
  }
  return tasks;
}

ModuleTasks::~ModuleTasks() {
  if (parts.empty())
    return;
  Block *body = module.getBody();
  for (Operation *symbol : symbols)
    symbol->moveBefore(body, body->end());
}

size_t ModuleTasks::getPosition(Operation *op) const {
  while (op->getParentOp() && !isa<ModuleOp>(op->getParentOp()))
    op = op->getParentOp();
  return llvm::find(symbols, op) - symbols.begin();
}
