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
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
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
  LogicalResult
  visitCallOperation(CallOpInterface call,
                     ArrayRef<const AbstractSparseLattice *> operands,
                     ArrayRef<AbstractSparseLattice *> results) override;
  void setToEntryState(FloatRangeLattice *lattice) override;

private:
  SymbolTableCollection symbols;
  void forgetConstants(Operation *op);
  void set(FloatRangeLattice *lattice, const FloatRange &range) {
    propagateIfChanged(lattice, lattice->joinRange(range));
  }
};
} // namespace

/// True if the analysis keeps out of the regions of `op`.
static bool ownsRegions(Operation *op) {
  if (!op || op->getNumRegions() == 0)
    return false;
  auto model = dyn_cast<FloatRangeOpInterface>(op);
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

/// The transfer function: the ranges of `op`'s results from its operands'.
static void inferRanges(Operation *op, FloatRangeOpInterface model,
                        ArrayRef<FloatRange> operands,
                        llvm::function_ref<FloatRange(Value)> lookup,
                        SmallVectorImpl<FloatRange> &results) {
  results.assign(op->getNumResults(), FloatRange::getAnything());
  if (!model)
    return;
  auto compare = [&](unsigned a, unsigned b, bool identity) {
    Value left = op->getOperand(a), right = op->getOperand(b);
    if (left == right || identity)
      return left == right ? ValueOrder::Equal : ValueOrder::Unknown;
    Type type = op->getResult(0).getType();
    return compareElements(left, getElementwiseMap(left.getType(), type), right,
                           getElementwiseMap(right.getType(), type), lookup);
  };
  model.inferFloatRanges(
      {operands, compare, lookup},
      [&](unsigned index, const FloatRange &range) { results[index] = range; });
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
  llvm::SmallVector<FloatRange, 2> inferred;
  inferRanges(
      op, dyn_cast<FloatRangeOpInterface>(op), ranges,
      [&](Value value) {
        return getLatticeElementFor(getProgramPointAfter(op), value)
            ->getRange();
      },
      inferred);
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

/// What the callee returns, if its returns are all known. The base class looks
/// the callee up without a table: in time linear in the module's functions.
LogicalResult FloatRangeAnalysis::visitCallOperation(
    CallOpInterface call, ArrayRef<const AbstractSparseLattice *> operands,
    ArrayRef<AbstractSparseLattice *> results) {
  ProgramPoint *after = getProgramPointAfter(call);
  auto callee = dyn_cast_if_present<CallableOpInterface>(
      call.resolveCallableInTable(&symbols));
  bool isExternal = callee && !callee.getCallableRegion();
  const PredecessorState *returns =
      isExternal ? nullptr : getOrCreateFor<PredecessorState>(after, after);
  if (!returns || !returns->allPredecessorsKnown()) {
    for (AbstractSparseLattice *result : results)
      setToEntryState(static_cast<FloatRangeLattice *>(result));
    return success();
  }
  for (Operation *exit : returns->getKnownPredecessors())
    for (auto [operand, result] : llvm::zip(exit->getOperands(), results))
      join(result, *getLatticeElementFor(after, operand));
  return success();
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

/// The range of an entry argument, or of any value that nothing is known of.
static FloatRange getEntryRange(Value value) {
  if (std::optional<FloatRange> declared = getDeclaredRange(value))
    return *declared;
  return FloatRange::getForType(value.getType());
}

void FloatRangeAnalysis::setToEntryState(FloatRangeLattice *lattice) {
  set(lattice, getEntryRange(lattice->getAnchor()));
}

//===----------------------------------------------------------------------===//
// RangeAnalysis
//===----------------------------------------------------------------------===//

RangeAnalysis::RangeAnalysis() = default;
RangeAnalysis::RangeAnalysis(RangeAnalysis &&) = default;
RangeAnalysis &RangeAnalysis::operator=(RangeAnalysis &&) = default;
RangeAnalysis::~RangeAnalysis() = default;

/// What to analyse, and how.
struct RangeAnalysis::Top {
  Operation *op;
  /// A function of one block without inner control flow: each op runs once,
  /// after all that it reads.
  bool isStraightLine;
};

void RangeAnalysis::evaluate(Operation *function, ModelCache &models) {
  Block &block = function->getRegion(0).front();
  index.reserve(index.size() + block.getArguments().size() +
                block.getOperations().size());
  // Of most values one of two things is known, which is kept once.
  const unsigned first = ranges.size();
  ranges.push_back(FloatRange::getAnything());
  ranges.push_back(FloatRange::getUnknown());
  auto set = [&](Value value, const FloatRange &range) {
    if (!range.initialized)
      return;
    for (unsigned common : {first, first + 1})
      if (range == ranges[common]) {
        index.try_emplace(value, common);
        return;
      }
    if (index.try_emplace(value, ranges.size()).second)
      ranges.push_back(range);
  };
  // As a rule no argument promises anything.
  auto declares = cast<FunctionOpInterface>(function).getAllArgAttrs();
  for (Value argument : block.getArguments())
    set(argument, declares ? getEntryRange(argument)
                           : FloatRange::getForType(argument.getType()));
  llvm::SmallVector<FloatRange, 4> operands;
  llvm::SmallVector<FloatRange, 2> results;
  for (Operation &op : block) {
    if (op.getNumResults() == 0)
      continue;
    operands.clear();
    for (Value operand : op.getOperands())
      operands.push_back(lookup(operand));
    if (!llvm::all_of(operands, [](const FloatRange &range) {
          return range.initialized;
        }))
      continue;
    inferRanges(
        &op, models(&op), operands, [&](Value value) { return lookup(value); },
        results);
    for (auto [result, range] : llvm::zip(op.getResults(), results))
      set(result, range);
  }
}

std::vector<RangeAnalysis::Top> RangeAnalysis::findTops(Operation *root,
                                                        ModelCache &models) {
  std::vector<Top> tops;
  bool calls = false;
  InterfaceCache<CallOpInterface> asCall;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    calls = calls || asCall(op);
    if (op->getNumRegions() == 0)
      return WalkResult::advance();
    auto model = models(op);
    if (model && model.evaluatesOwnRegions())
      return WalkResult::skip();
    // The last function has control flow inside, or ended before `op`.
    if (!tops.empty() && tops.back().op->isProperAncestor(op))
      tops.back().isStraightLine = false;
    if (isa<FunctionOpInterface>(op))
      tops.push_back({op, op->getNumRegions() == 1 &&
                              op->getRegion(0).hasOneBlock() &&
                              !mayBeGraphRegion(op->getRegion(0))});
    return WalkResult::advance();
  });
  // Without calls, function by function: looking up callers costs the framework
  // a walk over every attribute of the module.
  if (calls || tops.empty())
    tops = {{root, false}};
  return tops;
}

RangeAnalysis RangeAnalysis::compute(Operation *root) {
  RangeAnalysis analysis;
  ModelCache models;
  for (auto [top, isStraightLine] : findTops(root, models)) {
    // Without control flow the solution is one application of each transfer
    // function in program order: no solver, no dead code to look for.
    if (isStraightLine) {
      analysis.evaluate(top, models);
      continue;
    }
    if (!analysis.solver) {
      analysis.solver = std::make_unique<DataFlowSolver>();
      analysis.solver->load<DeadCodeAnalysis>();
      analysis.solver->load<FloatRangeAnalysis>();
    }
    // Transfer functions do not fail.
    LogicalResult result = analysis.solver->initializeAndRun(top);
    (void)result;
    assert(succeeded(result) && "range analysis failed");
  }
  return analysis;
}

FloatRange RangeAnalysis::lookup(Value value) const {
  if (auto it = index.find(value); it != index.end())
    return ranges[it->second];
  if (solver)
    if (const auto *lattice = solver->lookupState<FloatRangeLattice>(value))
      return lattice->getRange();
  return FloatRange::getUninitialized();
}
