//===- Schedule.cpp - What the loops of a kernel are for ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

/// Elements of a reduction, and ops for them, that a row of results unrolls.
static constexpr int64_t mostUnrolled = 64, mostUnrolledOps = 512;
/// The shortest row of results that is worth vectors, and the distance of
/// elements up to which loads of every so many are.
static constexpr int64_t shortestRow = 4, farthestElement = 8;

/// Whether each result combines its elements by one op that takes them in any
/// order, as sums and extrema do, unlike the first index of a maximum.
static bool takesAnyOrder(linalg::GenericOp op) {
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    SmallVector<Operation *> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), i, combiners) ||
        combiners.size() != 1 ||
        !combiners.front()->hasTrait<OpTrait::IsCommutative>())
      return false;
  }
  return true;
}

/// Whether the first result is the largest or smallest of its elements.
static bool findsExtremum(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  return matchReduction(op.getRegionOutputArgs(), 0, combiners) &&
         combiners.size() == 1 &&
         isa<arith::MaximumFOp, arith::MinimumFOp>(combiners.front());
}

Operation *cpu::getLowExtremum(linalg::GenericOp op) {
  Block *block = op.getBody();
  if (block->getOperations().size() != 2 || op.getNumDpsInits() != 1)
    return nullptr;
  Operation &inner = block->front();
  if (!isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
           arith::MinNumFOp>(inner) ||
      block->getTerminator()->getOperand(0) != inner.getResult(0))
    return nullptr;
  Type type = inner.getResult(0).getType();
  return type.isF16() || type.isBF16() ? &inner : nullptr;
}

namespace {
class Arranger {
public:
  explicit Arranger(LoopNest &nest) : nest(nest), op(nest.op) {}
  Schedule run();

private:
  void arrangeReductions(unsigned parallel);
  bool canUnroll(unsigned parallel);
  bool sumsAlong(unsigned parallel);
  /// Whether the body reads input `i`: the window of a pooling, say, is there
  /// for its shape.
  bool isReadInput(size_t i) {
    return i < nest.getOwnOperands().size() && !nest.operands[i].scalar &&
           !nest.operands[i].output &&
           !op.getBody()->getArgument(i).use_empty();
  }

  LoopNest &nest;
  linalg::GenericOp op;
  Schedule schedule;
};
} // namespace

/// Whether the reductions, behind `parallel` loops, are few and short and run
/// over inputs that lie nearly as a row of results does.
bool Arranger::canUnroll(unsigned parallel) {
  if (parallel == 0 || nest.loops[parallel - 1].extent < shortestRow)
    return false;
  int64_t points = 1;
  for (const NestLoop &loop : ArrayRef(nest.loops).drop_front(parallel))
    points *= loop.extent;
  // LLVM would narrow these again, one by one, where no loop is between.
  if (getLowExtremum(op) || points > mostUnrolled ||
      points * nest.countOps() > mostUnrolledOps)
    return false;
  return llvm::all_of(llvm::seq(nest.operands.size()), [&](size_t i) {
    return !isReadInput(i) ||
           std::abs(nest.operands[i].strides[parallel - 1]) <= farthestElement;
  });
}

/// Whether sums are best taken one by one, along memory.
bool Arranger::sumsAlong(unsigned parallel) {
  if (parallel == 0 || nest.loops[parallel - 1].extent < 8)
    return true;
  // Short extrema cost more, one by one, than loads of every eighth element.
  int64_t reach = findsExtremum(op) ? farthestElement : 1;
  return llvm::any_of(llvm::seq(nest.operands.size()), [&](size_t i) {
    const NestOperand &operand = nest.operands[i];
    return isReadInput(i) && std::abs(operand.strides.back()) == 1 &&
           std::abs(operand.strides[parallel - 1]) > reach;
  });
}

/// Decides how reductions run, which come behind `parallel` loops.
void Arranger::arrangeReductions(unsigned parallel) {
  if (canUnroll(parallel)) {
    schedule.unrolled = true;
    schedule.row = --schedule.items;
    return;
  }
  schedule.sumsInRegisters = sumsAlong(parallel);
  if (schedule.sumsInRegisters)
    return;
  // Over a row of results.
  auto inward = llvm::to_vector(llvm::seq<unsigned>(parallel - 1));
  llvm::append_range(inward, llvm::seq<unsigned>(parallel, nest.loops.size()));
  inward.push_back(parallel - 1);
  nest.permute(inward);
  --schedule.items;
}

Schedule Arranger::run() {
  // An op that only asserts has no result.
  const NestOperand *output =
      op.getNumDpsInits() ? &nest.operands[op.getNumDpsInputs()] : nullptr;
  auto order = llvm::to_vector(llvm::seq<unsigned>(nest.loops.size()));
  auto inputStride = [&](unsigned loop) {
    int64_t stride = 0;
    for (const NestOperand &operand : nest.operands)
      if (!operand.scalar && !operand.output)
        stride = std::max(stride, std::abs(operand.strides[loop]));
    return stride;
  };
  bool anyOrder = takesAnyOrder(op);
  auto key = [&](unsigned loop) {
    bool reduction = nest.loops[loop].reduction;
    int64_t stride = reduction && !anyOrder ? 0
                     : reduction || !output ? inputStride(loop)
                                            : std::abs(output->strides[loop]);
    return std::tuple(reduction, -stride, loop);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) { return key(a) < key(b); });
  nest.permute(order);
  nest.mergeLoops();

  unsigned parallel = llvm::count_if(
      nest.loops, [](const NestLoop &loop) { return !loop.reduction; });
  // A reduction may walk through a result, which is then written each time; if
  // it does so through all of them, nothing stays in registers.
  for (auto [i, operand] : llvm::enumerate(nest.getOwnOperands()))
    if (operand.output &&
        llvm::all_of(ArrayRef(operand.strides).drop_front(parallel),
                     [](int64_t stride) { return stride == 0; }))
      schedule.running.push_back(i);
  if (static_cast<int64_t>(schedule.running.size()) < op.getNumDpsInits()) {
    schedule.items = parallel;
    schedule.sumsInRegisters = !schedule.running.empty();
    return std::move(schedule);
  }
  schedule.items = parallel;
  schedule.row = nest.loops.size() - 1;
  if (parallel < nest.loops.size())
    arrangeReductions(parallel);
  else
    --schedule.items;
  int64_t items = 1;
  for (unsigned i = 0; i < schedule.items; ++i)
    items *= nest.loops[i].extent;
  schedule.rangeInner =
      !schedule.sumsInRegisters &&
      items < std::min<int64_t>(16, nest.loops[schedule.row].extent);
  return std::move(schedule);
}

Schedule cpu::arrangeLoops(LoopNest &nest) { return Arranger(nest).run(); }
