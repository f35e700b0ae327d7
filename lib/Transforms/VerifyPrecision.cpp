//===- VerifyPrecision.cpp - Nothing delicate low, no sum narrowed --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks interfaces only, so that one check serves every stage of a lowering.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/Plan.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/AccumulationOpInterface.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "AmpDialect/Transforms/Passes.h"
#include "WithModels.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::amp {
#define GEN_PASS_DEF_VERIFYPRECISIONPASS
#include "AmpDialect/Transforms/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static Type getLowType(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (isLowFloat(getElementTypeOrSelf(type)))
      return getElementTypeOrSelf(type);
  for (Type type : op->getResultTypes())
    if (isLowFloat(getElementTypeOrSelf(type)))
      return getElementTypeOrSelf(type);
  return Type();
}

/// An op of category NEVER that is its own arithmetic and touches a low type.
static LogicalResult checkNever(Operation *op) {
  Type low = getLowType(op);
  // What an op that adds up needs is an accumulator, checked below.
  if (!low || isa<CastOpInterface, AccumulationOpInterface>(op))
    return success();
  auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
  if (!iface || iface.getPrecisionCategory() != Category::Never)
    return success();
  // Who wrote the op said otherwise.
  if (auto asked = op->getAttrOfType<CategoryAttr>(kCategoryAttrName);
      asked && asked.getValue() != Category::Never)
    return success();
  // Terminators and calls only pass values on, constants hold them.
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::ConstantLike>() || op->getNumRegions() != 0)
    return success();
  OpPrecisionInfo info;
  iface.getPrecisionInfo(Float32Type::get(op->getContext()), info);
  return op->emitError() << "computes in " << low << ", but " << op->getName()
                         << " is NEVER: " << info.reason;
}

static LogicalResult checkAccumulation(Operation *op) {
  if (op->hasAttr(kLowSumAttrName))
    return success();
  std::optional<Accumulation> low = getLowAccumulation(op);
  if (!low)
    return success();
  InFlightDiagnostic diagnostic = op->emitError();
  diagnostic << "accumulates in " << low->accumulator
             << ", expected f32 or wider";
  if (low->input)
    diagnostic << " for inputs of " << low->input;
  return diagnostic;
}

/// The texts by which an op can be found: its whole location, and the parts of
/// a fused one.
static SmallVector<std::string, 2> getLocationTexts(Operation *op) {
  std::string whole = formatLocation(op->getLoc());
  SmallVector<StringRef, 4> parts;
  StringRef(whole).split(parts, "; ");
  SmallVector<std::string, 2> texts(parts.begin(), parts.end());
  if (parts.size() > 1)
    texts.push_back(whole);
  return texts;
}

namespace {
/// What a plan says of the types in which a module's ops work.
class PlannedOps {
public:
  /// Finds the entries of `plan`, which must outlive this, in `root`. Fails
  /// after a diagnostic at the plan where an entry by location matches no op,
  /// and where no entry of a plan that keeps an op high matches any.
  LogicalResult match(const Plan &plan, Operation *root);
  /// The entry that keeps `op` high, null if there is none, or if another
  /// wants it low: a location that ops share says nothing then.
  const PlanEntry *findKept(Operation *op) const;

private:
  bool addLocation(const PlanEntry &entry, StringRef location);
  bool addPath(const PlanEntry &entry, const StablePaths &paths);

  /// The texts of all ops in the module, and those that entries by path name.
  llvm::StringSet<> inModule, inPlan;
  llvm::StringMap<SmallVector<const PlanEntry *, 1>> byLocation;
  /// The entries that end in `*`, with what stands before it.
  SmallVector<std::pair<StringRef, const PlanEntry *>> byPrefix;
  llvm::DenseMap<Operation *, const PlanEntry *> byPath;
};
} // namespace

bool PlannedOps::addLocation(const PlanEntry &entry, StringRef location) {
  if (entry.byLocation && location.consume_back("*")) {
    byPrefix.push_back({location, &entry});
    return llvm::any_of(inModule.keys(), [&](StringRef text) {
      return text.starts_with(location);
    });
  }
  if (!inModule.contains(location))
    return false;
  byLocation[location].push_back(&entry);
  return true;
}

/// Numbers in paths shift where ops went away since: an op whose location
/// another entry names is not the one.
bool PlannedOps::addPath(const PlanEntry &entry, const StablePaths &paths) {
  Operation *op = paths.lookup(entry.key);
  if (!op || llvm::any_of(getLocationTexts(op), [&](const std::string &text) {
        return inPlan.contains(text);
      }))
    return false;
  byPath[op] = &entry;
  return true;
}

LogicalResult PlannedOps::match(const Plan &plan, Operation *root) {
  root->walk([&](Operation *op) {
    for (const std::string &text : getLocationTexts(op))
      inModule.insert(text);
  });
  for (const PlanEntry &entry : plan.entries)
    if (!entry.byLocation && entry.location != "unknown")
      inPlan.insert(entry.location);
  StablePaths paths(root);
  const PlanEntry *kept = nullptr;
  bool found = false;
  for (const PlanEntry &entry : plan.entries) {
    if (!entry.labelLow)
      continue;
    if (!*entry.labelLow)
      kept = kept ? kept : &entry;
    if (entry.byLocation) {
      if (!addLocation(entry, entry.key))
        return emitError(plan.getLoc(entry.line, root->getContext()))
               << "plan entry 'loc \"" << entry.key << "\"' matches no op";
      found = true;
      continue;
    }
    bool located =
        entry.location != "unknown" && addLocation(entry, entry.location);
    found |= located || addPath(entry, paths);
  }
  if (!kept || found)
    return success();
  return emitError(plan.getLoc(kept->line, root->getContext()))
         << "plan entry '" << kept->key
         << "' matches no op by location or path, nor does any other; print "
            "the module with --mlir-print-debuginfo";
}

const PlanEntry *PlannedOps::findKept(Operation *op) const {
  SmallVector<const PlanEntry *, 4> entries;
  if (const PlanEntry *entry = byPath.lookup(op))
    entries.push_back(entry);
  for (const std::string &text : getLocationTexts(op)) {
    if (auto it = byLocation.find(text); it != byLocation.end())
      llvm::append_range(entries, it->second);
    for (auto [prefix, entry] : byPrefix)
      if (StringRef(text).starts_with(prefix))
        entries.push_back(entry);
  }
  auto isLow = [](const PlanEntry *entry) { return *entry->labelLow; };
  if (entries.empty() || llvm::any_of(entries, isLow))
    return nullptr;
  return entries.front();
}

namespace {
struct VerifyPrecisionPass
    : WithModels<amp::impl::VerifyPrecisionPassBase<VerifyPrecisionPass>> {
  using WithModels::WithModels;

  void runOnOperation() override {
    FailureOr<Plan> parsed;
    PlannedOps planned;
    if (!plan.empty()) {
      Location loc = getOperation()->getLoc();
      parsed = failure();
      if (succeeded(checkReadsInputOnce({{"the plan", plan}}, loc)))
        parsed = readPlan(plan, loc);
      if (failed(parsed) || failed(planned.match(*parsed, getOperation())))
        return signalPassFailure();
    }
    bool failedOnce = false, marked = false;
    getOperation()->walk([&](Operation *op) {
      if (checkNever && failed(::checkNever(op)))
        failedOnce = true;
      else if (failed(checkAccumulation(op)) ||
               (!plan.empty() && failed(checkPlan(op, planned))))
        failedOnce = true;
      marked |= bool(op->removeAttr(kLowSumAttrName));
    });
    if (failedOnce)
      return signalPassFailure();
    if (!marked)
      markAllAnalysesPreserved();
  }

private:
  LogicalResult checkPlan(Operation *op, const PlannedOps &planned) {
    auto iface = dyn_cast<AccumulationOpInterface>(op);
    const PlanEntry *entry = iface ? planned.findKept(op) : nullptr;
    if (!entry)
      return success();
    SmallVector<Accumulation, 2> accumulations;
    iface.getAccumulations(accumulations);
    for (const Accumulation &accumulation : accumulations)
      if (isLowFloat(accumulation.input))
        return op->emitError()
               << "reads " << accumulation.input << ", but the plan '" << plan
               << "' keeps " << (entry->byLocation ? "the op at '" : "'")
               << entry->key << "' high";
    return success();
  }
};
} // namespace
