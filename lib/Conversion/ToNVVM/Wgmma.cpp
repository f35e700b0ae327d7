//===- Wgmma.cpp - What kernels by wgmma and TMA are made of --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wgmma.h"
#include "Emit.h"

using namespace mlir;
using namespace mlir::amp;

/// try_wait gives up and starts again after that many nanoseconds.
static constexpr int64_t kWaitTicks = 10000000;

static NVVM::WGMMATypes getWgmmaType(Type type) {
  return *NVVM::symbolizeWGMMATypes(getPtxType(type));
}

Value mlir::amp::makeWgmmaDescriptor(KernelBuilder &b, Value shared,
                                     Value offset, int64_t leading) {
  constexpr int64_t stride = 8 * kWgmmaRowBytes;
  Value base = LLVM::PtrToIntOp::create(b, b.getI64Type(), shared);
  Value address =
      b.add(base, b.createOrFold<arith::ExtUIOp>(b.getI64Type(), offset));
  Value field = b.createOrFold<arith::ShRUIOp>(
      b.bitAnd(address, b.wide(0x3FFFF)), b.wide(4));
  return b.createOrFold<arith::OrIOp>(
      field, b.wide((leading >> 4) << 16 | (stride >> 4) << 32 | 1ll << 62));
}

LLVM::LLVMStructType mlir::amp::getWgmmaSumType(MLIRContext *context,
                                                int64_t count) {
  return LLVM::LLVMStructType::getLiteral(
      context, SmallVector<Type>(count, Float32Type::get(context)));
}

Value mlir::amp::startWgmma(KernelBuilder &b, const WgmmaShape &shape,
                            Value sums, Value left, Value right, bool adds) {
  return NVVM::WgmmaMmaAsyncOp::create(
      b, sums.getType(), sums, left, right,
      NVVM::MMAShapeAttr::get(b.getContext(), kWgmmaRows, shape.columns,
                              shape.depth),
      getWgmmaType(shape.lhs), getWgmmaType(shape.rhs), NVVM::WGMMATypes::f32,
      adds ? NVVM::WGMMAScaleOut::one : NVVM::WGMMAScaleOut::zero,
      NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one, NVVM::MMALayout::row,
      shape.isRhsKMajor ? NVVM::MMALayout::col : NVVM::MMALayout::row,
      NVVM::MMAIntOverflowAttr());
}

void mlir::amp::prefetchTensorMap(KernelBuilder &b, Value map) {
  NVVM::PrefetchOp::create(b, NVVM::PrefetchCacheLevelAttr(),
                           NVVM::CacheEvictionPriorityAttr(), map, Value(),
                           b.getUnitAttr());
}

void mlir::amp::initBarrier(KernelBuilder &b, Value mbarrier, int64_t count) {
  NVVM::MBarrierInitOp::create(b, mbarrier, b.c(count), Value());
}

void mlir::amp::waitForPhase(KernelBuilder &b, Value mbarrier, Value parity) {
  NVVM::MBarrierTryWaitParityOp::create(b, mbarrier, parity, b.c(kWaitTicks));
}

void mlir::amp::arriveAt(KernelBuilder &b, Value mbarrier) {
  NVVM::MBarrierArriveOp::create(b, b.getI64Type(), mbarrier, Value());
}

void mlir::amp::expectBytes(KernelBuilder &b, Value mbarrier, int64_t bytes) {
  NVVM::MBarrierArriveExpectTxOp::create(
      b, Type(), mbarrier, b.c(bytes), NVVM::MemScopeKind::CTA, false, Value());
}

Value mlir::amp::getUniformWarp(KernelBuilder &b, Value tid) {
  // ptxas sees it by the shuffle.
  return NVVM::ShflOp::create(b, b.getI32Type(), b.c(-1), b.div(tid, 32),
                              b.c(0), b.c(31), NVVM::ShflKind::idx, UnitAttr());
}

Ring mlir::amp::advanceRing(KernelBuilder &b, Ring at, int64_t stages) {
  Value next = b.add(at.slot, 1);
  Value wraps = b.equal(next, b.c(stages));
  Value flip = b.createOrFold<arith::ExtUIOp>(b.getI32Type(), wraps);
  return {b.select(wraps, b.c(0), next), b.bitXor(at.phase, flip)};
}
