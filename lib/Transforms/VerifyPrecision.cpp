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

#include "AmpDialect/Analysis/Plan.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/AccumulationOpInterface.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/StringMap.h"

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

namespace {
struct VerifyPrecisionPass
    : amp::impl::VerifyPrecisionPassBase<VerifyPrecisionPass> {
  using VerifyPrecisionPassBase::VerifyPrecisionPassBase;

  void runOnOperation() override {
    if (!plan.empty() && failed(readKeptLocations()))
      return signalPassFailure();
    bool failedOnce = false, marked = false;
    getOperation()->walk([&](Operation *op) {
      if (checkNever && failed(::checkNever(op)))
        failedOnce = true;
      else if (failed(checkAccumulation(op)) || failed(checkPlan(op)))
        failedOnce = true;
      marked |= bool(op->removeAttr(kLowSumAttrName));
    });
    if (failedOnce)
      return signalPassFailure();
    if (!marked)
      markAllAnalysesPreserved();
  }

private:
  /// Locations of ops that the plan keeps high; a location that also has a low
  /// op says nothing.
  LogicalResult readKeptLocations() {
    FailureOr<Plan> parsed = readPlan(plan, getOperation()->getLoc());
    if (failed(parsed))
      return failure();
    for (const PlanEntry &entry : parsed->entries) {
      if (!entry.labelLow)
        continue;
      StringRef where = entry.byLocation ? entry.key : entry.location;
      if (where.empty() || where == "unknown")
        continue;
      auto [it, inserted] = kept.try_emplace(where, !*entry.labelLow);
      it->second &= !*entry.labelLow;
    }
    return success();
  }

  LogicalResult checkPlan(Operation *op) {
    auto iface = dyn_cast<AccumulationOpInterface>(op);
    if (kept.empty() || !iface)
      return success();
    auto it = kept.find(formatLocation(op->getLoc()));
    if (it == kept.end() || !it->second)
      return success();
    SmallVector<Accumulation, 2> accumulations;
    iface.getAccumulations(accumulations);
    for (const Accumulation &accumulation : accumulations)
      if (isLowFloat(accumulation.input))
        return op->emitError()
               << "reads " << accumulation.input << ", but the plan '" << plan
               << "' keeps the op at '" << it->first() << "' high";
    return success();
  }

  llvm::StringMap<bool> kept;
};
} // namespace
