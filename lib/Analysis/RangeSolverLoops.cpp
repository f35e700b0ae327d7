//===- RangeSolverLoops.cpp - What loops say of what they carry -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What counts a loop, what it only adds to, how far it takes what it carries,
// and what parallel iterations put together. Through the upstream interfaces
// alone.
//
//===----------------------------------------------------------------------===//

#include "RangeSolver.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

std::optional<FloatRange> RangeSolver::getInductionRange(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
  LoopLikeOpInterface loop = parent ? asLoop(parent) : LoopLikeOpInterface();
  auto variables =
      loop ? loop.getLoopInductionVars() : std::optional<SmallVector<Value>>();
  auto lowers = variables ? loop.getLoopLowerBounds() : std::nullopt;
  auto uppers = lowers ? loop.getLoopUpperBounds() : std::nullopt;
  if (!uppers)
    return std::nullopt;
  auto it = llvm::find(*variables, value);
  if (it == variables->end())
    return std::nullopt;
  auto lookup = [&](OpFoldResult bound) {
    auto known = dyn_cast<Value>(bound);
    return known ? table.lookup(known)
                 : FloatRange::getConstant(cast<Attribute>(bound));
  };
  size_t position = it - variables->begin();
  FloatRange first = lookup((*lowers)[position]);
  FloatRange end = lookup((*uppers)[position]);
  if (!first.initialized || !end.initialized)
    return FloatRange::getUninitialized();
  FloatRange range = FloatRange::getForType(value.getType());
  if (!first.hasFinite() || !end.hasFinite())
    return range;
  range.lower = first.lower;
  range.upper = std::max(first.lower, end.upper - 1);
  range.reachLower = first.reachLower;
  range.reachUpper =
      std::clamp(end.isBounded() ? end.reachUpper - 1 : range.reachUpper,
                 range.reachLower, std::max(range.reachLower, range.upper));
  return range;
}

/// Where an end comes that has moved by the steps `before` it came to `from`,
/// the later one first, and then to `end`, in `left` more steps.
static double extrapolate(double from, double end,
                          const std::array<double, 2> &before, double left) {
  double step = end - from;
  if (step == 0 || !std::isfinite(step))
    return end;
  auto [last, first] = before;
  // Values that take each other's place move by turns: by the mean.
  double ratio = last != 0 ? step / last : 1;
  double earlier = first != 0 ? last / first : ratio;
  if ((ratio - 1) * (earlier - 1) < 0)
    return end + left * (step + last + first) / 3;
  if (!(ratio > 0))
    return end;
  // Within rounding of one, the steps are the same.
  double steps = std::fabs(ratio - 1) < 1e-6
                     ? left
                     : ratio * (1 - std::pow(ratio, left)) / (1 - ratio);
  return end + step * steps;
}

void RangeSolver::extrapolateReach(Value value, const Joined &known,
                                   const FloatRange &further,
                                   FloatRange &next) {
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *parent = argument ? argument.getOwner()->getParentOp() : nullptr;
  LoopLikeOpInterface loop = parent ? asLoop(parent) : LoopLikeOpInterface();
  std::optional<APInt> trips = loop ? loop.getStaticTripCount() : std::nullopt;
  // The first iteration carries its entry, and the second the first change,
  // which is not counted as one.
  constexpr unsigned kSeen = kLoopChanges + 3;
  if (!trips || trips->ult(kSeen) || !next.hasFinite())
    return;
  double left = trips->roundToDouble(/*isSigned=*/false) - kSeen;
  next.reachLower = std::clamp(
      extrapolate(next.reachLower, further.reachLower, known.stepsLower, left),
      next.lower, next.reachUpper);
  next.reachUpper = std::clamp(
      extrapolate(next.reachUpper, further.reachUpper, known.stepsUpper, left),
      next.reachLower, next.upper);
}

bool RangeSolver::combinesAll(Operation *op, LoopLikeOpInterface loop) {
  auto parallel = dyn_cast<InParallelOpInterface>(op);
  if (!parallel || !loop ||
      loop.getRegionIterArgs().size() != loop->getNumResults())
    return false;
  return llvm::all_of(parallel.getYieldingOps(), [&](Operation &inner) {
    auto combining = dyn_cast<ParallelCombiningOpInterface>(inner);
    return combining && combining.getIteratingParent() == loop;
  });
}

void RangeSolver::visitCombining(ParallelCombiningOpInterface op) {
  Operation *parent = op.getIteratingParent();
  LoopLikeOpInterface loop = parent ? asLoop(parent) : LoopLikeOpInterface();
  if (!loop || loop.getRegionIterArgs().size() != loop->getNumResults())
    return;
  for (OpOperand &destination : op.getUpdatedDestinations()) {
    auto shared = dyn_cast<BlockArgument>(destination.get());
    auto it = llvm::find(loop.getRegionIterArgs(), shared);
    if (it == loop.getRegionIterArgs().end())
      continue;
    Value result = loop->getResult(it - loop.getRegionIterArgs().begin());
    for (OpOperand &source : op->getOpOperands())
      if (source.get() != shared &&
          holdsSame(source.get().getType(), result.getType()))
        forward(source.get(), result, result, Edge::Forward,
                {op, source.getOperandNumber()});
  }
}

/// The op that makes what `loop` carries on in the place of `carried`, if it
/// alone reads `carried` and nothing else reads what it makes; null if none.
static Operation *findOnlyUpdate(LoopLikeOpInterface loop,
                                 BlockArgument carried) {
  if (!carried.hasOneUse())
    return nullptr;
  // getTiedLoopYieldedValue looks through all that is carried.
  Block::BlockArgListType all = loop.getRegionIterArgs();
  std::optional<MutableArrayRef<OpOperand>> yields =
      loop.getYieldedValuesMutable();
  if (all.empty() || !yields)
    return nullptr;
  unsigned number = carried.getArgNumber() - all.front().getArgNumber();
  if (number >= yields->size())
    return nullptr;
  Value yielded = (*yields)[number].get();
  Operation *user = *carried.user_begin();
  bool isUpdate = user->getBlock() == carried.getOwner() &&
                  yielded.getDefiningOp() == user && yielded.hasOneUse();
  return isUpdate ? user : nullptr;
}

std::optional<RangeSolver::RunningSum>
RangeSolver::matchRunningSum(Operation *op, Kind &kind) {
  if (op->getNumResults() != 1 || !op->getResult(0).hasOneUse() ||
      op->getNumRegions() != 0)
    return std::nullopt;
  LoopLikeOpInterface loop = asLoop(op->getParentOp());
  if (!loop)
    return std::nullopt;
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    auto running = dyn_cast<BlockArgument>(operand);
    if (!running || findOnlyUpdate(loop, running) != op)
      continue;
    MixedPrecisionOpInterface iface = kind.asMixed(op);
    std::optional<APInt> trips = loop.getStaticTripCount();
    if (!iface || !trips || trips->isZero() ||
        !hasAny(iface.getNumericTraits(), NumericTraits::Difference))
      return std::nullopt;
    return RunningSum{op, unsigned(number),
                      loop.getTiedLoopInit(running)->get(),
                      trips->roundToDouble(/*isSigned=*/false)};
  }
  return std::nullopt;
}

bool RangeSolver::isTerm(const RunningSum &sum, FloatRangeOpInterface model,
                         Kind &kind, RangeIds operands) {
  auto inferAt = [&](double running) {
    operands[sum.running] = table.intern(FloatRange::getPoint(running));
    return table[infer(sum.op, model, kind, operands).front()];
  };
  FloatRange from = inferAt(0), to = inferAt(1);
  auto movesAlong = [](double from, double to) {
    return from == to ? std::isinf(from) : std::fabs(to - from - 1) < 1e-6;
  };
  return movesAlong(from.lower, to.lower) && movesAlong(from.upper, to.upper) &&
         movesAlong(from.reachLower, to.reachLower) &&
         movesAlong(from.reachUpper, to.reachUpper);
}

void RangeSolver::revisitRunningSums(LoopLikeOpInterface loop) {
  for (BlockArgument carried : loop.getRegionIterArgs())
    if (Operation *update = findOnlyUpdate(loop, carried))
      revisit(update);
}

void RangeSolver::visitRunningSum(const RunningSum &sum,
                                  FloatRangeOpInterface model, Kind &kind,
                                  RangeIds operands) {
  RangeId start = table.getId(sum.start);
  if (start == RangeTable::kUninitialized)
    return;
  operands[sum.running] = start;
  FloatRange before = table[start];
  FloatRange range = table[infer(sum.op, model, kind, operands).front()];
  // Each iteration moves the ends by as much as the first.
  if (before.hasFinite() && range.hasFinite()) {
    auto extend = [&](double &end, double from, double sign) {
      double step = end - from;
      if (std::isnan(step))
        end = sign * FloatRange::kInf;
      else if (step * sign > 0)
        end = from + sum.trips * step;
    };
    extend(range.lower, before.lower, -1);
    extend(range.upper, before.upper, 1);
    extend(range.reachLower, before.reachLower, -1);
    extend(range.reachUpper, before.reachUpper, 1);
  }
  assign(sum.op->getResult(0), table.intern(range));
}
