//===- RangeAnalysis.cpp - Intervals on the data-flow framework -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::dataflow;

namespace {
/// Changes of one value before its bounds are given up. Values outside of
/// loops change once, or once per predecessor.
constexpr unsigned kChangesBeforeWidening = 4;

class FloatRangeLattice : public AbstractSparseLattice {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FloatRangeLattice)
  using AbstractSparseLattice::AbstractSparseLattice;

  const FloatRange &getRange() const { return range; }

  ChangeResult join(const AbstractSparseLattice &other) override {
    return joinRange(static_cast<const FloatRangeLattice &>(other).range);
  }

  ChangeResult joinRange(const FloatRange &other) {
    FloatRange next = FloatRange::join(range, other);
    if (next == range)
      return ChangeResult::NoChange;
    if (changes >= kChangesBeforeWidening) {
      next = FloatRange::widen(range, next);
      // Only the reach had grown, and it is kept.
      if (next == range)
        return ChangeResult::NoChange;
    }
    ++changes;
    range = next;
    return ChangeResult::Change;
  }

  void print(raw_ostream &os) const override { range.print(os); }

private:
  FloatRange range;
  unsigned changes = 0;
};

class FloatRangeAnalysis
    : public SparseForwardDataFlowAnalysis<FloatRangeLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult initialize(Operation *top) override;
  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const FloatRangeLattice *> operands,
                               ArrayRef<FloatRangeLattice *> results) override;
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<FloatRangeLattice *> arguments,
                                    unsigned firstIndex) override;
  void setToEntryState(FloatRangeLattice *lattice) override;

private:
  void forgetConstants(Operation *op);
  void set(FloatRangeLattice *lattice, const FloatRange &range) {
    propagateIfChanged(lattice, lattice->joinRange(range));
  }
};
} // namespace

/// True if the analysis keeps out of the regions of `op`.
static bool ownsRegions(Operation *op) {
  auto model = dyn_cast_or_null<FloatRangeOpInterface>(op);
  return model && model.evaluatesOwnRegions();
}

/// Dead-code analysis asks for the constant values of what branches test. No
/// branch is decided here (both sides count), so these are unknown from the
/// start, which spares a constant propagation over the whole module.
void FloatRangeAnalysis::forgetConstants(Operation *op) {
  if (!isa<RegionBranchOpInterface, BranchOpInterface,
           RegionBranchTerminatorOpInterface>(op))
    return;
  for (Value operand : op->getOperands()) {
    auto *constant = getOrCreate<Lattice<ConstantValue>>(operand);
    propagateIfChanged(constant,
                       constant->join(ConstantValue::getUnknownConstant()));
  }
}

/// Visits everything once in program order, as the base class does, but without
/// the bodies that belong to an op's arithmetic: these are most of the ops of a
/// linalg module.
LogicalResult FloatRangeAnalysis::initialize(Operation *top) {
  for (Region &region : top->getRegions())
    if (!region.empty())
      for (Value argument : region.front().getArguments())
        setToEntryState(getLatticeElement(argument));
  WalkResult result = top->walk<WalkOrder::PreOrder>([&](Operation *op) {
    forgetConstants(op);
    if (failed(visit(getProgramPointAfter(op))))
      return WalkResult::interrupt();
    if (ownsRegions(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        getOrCreate<Executable>(getProgramPointBefore(&block))
            ->blockContentSubscribe(this);
        if (failed(visit(getProgramPointBefore(&block))))
          return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult
FloatRangeAnalysis::visitOperation(Operation *op,
                                   ArrayRef<const FloatRangeLattice *> operands,
                                   ArrayRef<FloatRangeLattice *> results) {
  if (results.empty() || ownsRegions(op->getParentOp()))
    return success();
  llvm::SmallVector<FloatRange, 4> ranges;
  for (const FloatRangeLattice *operand : operands) {
    if (!operand->getRange().initialized)
      return success();
    ranges.push_back(operand->getRange());
  }
  llvm::SmallVector<FloatRange, 2> inferred(results.size(),
                                            FloatRange::getAnything());
  if (auto model = dyn_cast<FloatRangeOpInterface>(op)) {
    auto lookup = [&](Value value) {
      return getLatticeElementFor(getProgramPointAfter(op), value)->getRange();
    };
    auto compare = [&](unsigned a, unsigned b, bool identity) {
      Value left = op->getOperand(a), right = op->getOperand(b);
      if (left == right || identity)
        return left == right ? ValueOrder::Equal : ValueOrder::Unknown;
      Type type = op->getResult(0).getType();
      return compareElements(left, getElementwiseMap(left.getType(), type),
                             right, getElementwiseMap(right.getType(), type),
                             lookup);
    };
    model.inferFloatRanges({ranges, compare, lookup},
                           [&](unsigned index, const FloatRange &range) {
                             inferred[index] = range;
                           });
  }
  for (auto [lattice, range] : llvm::zip(results, inferred))
    set(lattice, range);
  return success();
}

void FloatRangeAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<FloatRangeLattice *> arguments, unsigned firstIndex) {
  if (ownsRegions(op))
    return;
  SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
      op, successor, arguments, firstIndex);
}

/// The range that a function's signature promises for `value`.
static std::optional<FloatRange> getDeclaredRange(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return std::nullopt;
  auto function =
      dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function)
    return std::nullopt;
  auto bounds = function.getArgAttrOfType<DenseF64ArrayAttr>(
      argument.getArgNumber(), kRangeAttrName);
  if (!bounds || bounds.size() != 2 || !(bounds[0] <= bounds[1]))
    return std::nullopt;
  return FloatRange::getReached(bounds[0], bounds[1]);
}

void FloatRangeAnalysis::setToEntryState(FloatRangeLattice *lattice) {
  Value value = lattice->getAnchor();
  if (std::optional<FloatRange> declared = getDeclaredRange(value)) {
    set(lattice, *declared);
    return;
  }
  set(lattice, FloatRange::getForType(value.getType()));
}

//===----------------------------------------------------------------------===//
// RangeAnalysis
//===----------------------------------------------------------------------===//

RangeAnalysis::RangeAnalysis(std::unique_ptr<DataFlowSolver> solver)
    : solver(std::move(solver)) {}
RangeAnalysis::RangeAnalysis(RangeAnalysis &&) = default;
RangeAnalysis &RangeAnalysis::operator=(RangeAnalysis &&) = default;
RangeAnalysis::~RangeAnalysis() = default;

RangeAnalysis RangeAnalysis::compute(Operation *root) {
  auto solver = std::make_unique<DataFlowSolver>();
  solver->load<DeadCodeAnalysis>();
  solver->load<FloatRangeAnalysis>();
  // Without calls, function by function: looking up callers costs the framework
  // a walk over every attribute of the module.
  SmallVector<Operation *> tops;
  bool calls = false;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    calls |= isa<CallOpInterface>(op);
    if (isa<FunctionOpInterface>(op))
      tops.push_back(op);
    return ownsRegions(op) ? WalkResult::skip() : WalkResult::advance();
  });
  if (calls || tops.empty())
    tops.assign(1, root);
  for (Operation *top : tops) {
    // Transfer functions do not fail.
    LogicalResult result = solver->initializeAndRun(top);
    (void)result;
    assert(succeeded(result) && "range analysis failed");
  }
  return RangeAnalysis(std::move(solver));
}

FloatRange RangeAnalysis::lookup(Value value) const {
  const auto *lattice = solver->lookupState<FloatRangeLattice>(value);
  return lattice ? lattice->getRange() : FloatRange::getUninitialized();
}
