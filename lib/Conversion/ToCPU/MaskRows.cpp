//===- MaskRows.cpp - Vectors of short loops ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUMASKROWSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// Iterations beyond which a few scalar ones at the end do not matter.
static constexpr int64_t mostIterations = 128;
/// Iterations of which LLVM makes nothing unless told, where elements are
/// apart, the distance at which they are still worth vectors, and of how many;
/// fewer are not worth one.
static constexpr int64_t fewIterations = 16, farthestAccess = 8, fewLanes = 4;
static constexpr int64_t vectorBits = 512;

namespace {
struct CPUMaskRowsPass : amp::impl::CPUMaskRowsPassBase<CPUMaskRowsPass> {
  void runOnOperation() override;
};

/// What the loads and stores of a loop are like.
struct Accesses {
  int64_t mostBits = 8, farthest = 0;
};
} // namespace

static std::optional<int64_t> getConstant(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

/// The most iterations of `loop`, if that is known.
static std::optional<int64_t> getIterations(scf::ForOp loop) {
  Value end = loop.getUpperBound();
  if (auto least = end.getDefiningOp<arith::MinSIOp>())
    end = least.getRhs();
  Value begin = loop.getLowerBound();
  if (auto most = begin.getDefiningOp<arith::MaxSIOp>())
    begin = most.getRhs();
  auto first = getConstant(begin), last = getConstant(end);
  if (!first || !last || getConstant(loop.getStep()) != 1)
    return std::nullopt;
  return *last - *first;
}

/// By how much `value` grows from one iteration of `loop` to the next.
static std::optional<int64_t> getStride(scf::ForOp loop, Value value) {
  if (value == loop.getInductionVar())
    return 1;
  if (loop.isDefinedOutsideOfLoop(value) || getConstant(value))
    return 0;
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto a = getStride(loop, op->getOperand(0)),
       b = getStride(loop, op->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::AddIOp>(op))
    return *a + *b;
  if (isa<arith::SubIOp>(op))
    return *a - *b;
  auto factor = getConstant(op->getOperand(1));
  return *b == 0 && factor ? std::optional(*a * *factor) : std::nullopt;
}

/// Adds an access of elements of `type` at `place`; false if nobody knows how
/// it moves, or if it moves by less than `least`.
static bool addAccess(scf::ForOp loop, Value place, Type type, int64_t least,
                      Accesses &accesses) {
  auto address = place.getDefiningOp<LLVM::GEPOp>();
  if (!address || !type.isIntOrFloat() ||
      address.getDynamicIndices().size() != 1 ||
      !loop.isDefinedOutsideOfLoop(address.getBase()))
    return false;
  auto stride = getStride(loop, address.getDynamicIndices()[0]);
  if (!stride)
    return false;
  accesses.farthest = std::max(accesses.farthest, std::abs(*stride));
  accesses.mostBits =
      std::max<int64_t>(accesses.mostBits, type.getIntOrFloatBitWidth());
  return *stride >= least;
}

/// Whether vectors compute what `op` does, and masked lanes do no harm.
static bool isVectorArithmetic(Operation &op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp,
          arith::RemFOp>(op))
    return false;
  return isa<arith::ArithDialect>(op.getDialect()) ||
         isa<math::SqrtOp, math::AbsFOp, math::FmaOp>(op);
}

/// The accesses of `loop`; none if it does anything but arithmetic between.
static std::optional<Accesses> findAccesses(scf::ForOp loop) {
  if (loop.getNumResults() != 0)
    return std::nullopt;
  Accesses accesses;
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool known = isa<LLVM::GEPOp>(op) || isVectorArithmetic(op);
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      known = addAccess(loop, load.getAddr(), load.getType(), 0, accesses);
    // One place for all iterations makes a running value of what is stored.
    if (auto store = dyn_cast<LLVM::StoreOp>(op))
      known = addAccess(loop, store.getAddr(), store.getValue().getType(), 1,
                        accesses);
    if (!known)
      return std::nullopt;
  }
  return accesses;
}

/// Only what is not masked is forced: LLVM would decline it, and warns of what
/// it is forced to do and cannot.
static void annotate(scf::ForOp loop, int64_t lanes, bool masked) {
  MLIRContext *context = loop.getContext();
  Builder builder(context);
  BoolAttr no = builder.getBoolAttr(false);
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/masked ? nullptr : no, builder.getBoolAttr(masked),
      /*scalableEnable=*/nullptr, builder.getI32IntegerAttr(lanes),
      /*followupVectorized=*/nullptr, /*followupEpilogue=*/nullptr,
      /*followupAll=*/nullptr);
  auto interleave =
      LLVM::LoopInterleaveAttr::get(context, builder.getI32IntegerAttr(1));
  loop->setAttr("loop_annotation",
                LLVM::LoopAnnotationAttr::get(
                    context, /*disableNonforced=*/nullptr, vectorize,
                    interleave, /*unroll=*/nullptr, /*unrollAndJam=*/nullptr,
                    /*licm=*/nullptr, /*distribute=*/nullptr,
                    /*pipeline=*/nullptr, /*peeled=*/nullptr,
                    /*unswitch=*/nullptr, /*mustProgress=*/nullptr,
                    /*isVectorized=*/nullptr, /*startLoc=*/nullptr,
                    /*endLoc=*/nullptr, /*parallelAccesses=*/{}));
}

static void maskRow(scf::ForOp loop) {
  auto iterations = getIterations(loop);
  if (!iterations || *iterations < fewLanes || *iterations > mostIterations)
    return;
  auto accesses = findAccesses(loop);
  if (!accesses)
    return;
  if (accesses->farthest <= 1) {
    int64_t lanes = vectorBits / std::max<int64_t>(accesses->mostBits, 32);
    bool half = *iterations <= lanes / 2;
    annotate(loop, half ? lanes / 2 : lanes, /*masked=*/true);
  } else if (accesses->farthest <= farthestAccess &&
             *iterations < fewIterations && *iterations > fewLanes) {
    annotate(loop, fewLanes, /*masked=*/false);
  }
}

void CPUMaskRowsPass::runOnOperation() {
  getOperation()->walk([](scf::ForOp loop) {
    if (loop.getBody()->getOps<LoopLikeOpInterface>().empty())
      maskRow(loop);
  });
}
