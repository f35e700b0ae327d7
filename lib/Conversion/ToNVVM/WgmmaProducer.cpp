//===- WgmmaProducer.cpp - What feeds the ring of the wgmma kernel --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two operands in TMA's reach: one thread starts all loads. Where one of them
// is out of reach, a padded image or a window, all threads of the producer copy
// it by cp.async, 16 bytes each with zeros for padding, into the layout that
// TMA would have given it; one still loads the other by TMA. A thread tells the
// slot's mbarrier of its copies some steps later, when they have landed and a
// fence has made them visible to wgmma, which reads through the async proxy.
//
//===----------------------------------------------------------------------===//

#include "WgmmaEmitter.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp;

/// More than this hides no more of memory's latency.
static constexpr int64_t kMostStepsOnTheirWay = 4;

Value WgmmaEmitter::getMap(unsigned which) const {
  size_t place = which > 0 && lhs ? 1 : 0;
  if (which > 1 && rhs)
    ++place;
  return frame.parameters[frame.parameters.size() -
                          frame.launch.tensorMaps.size() + place];
}

void WgmmaEmitter::load(const TmaOperand &operand, Value parameter,
                        Value target, Value mbarrier, Value k, Value outer,
                        bool multicast) {
  SmallVector<Value> at = operand.locate(b, frame.getBatch(), outer, k);
  bool clustered = config.cluster > 1;
  if (clustered)
    target = LLVM::AddrSpaceCastOp::create(
        b, LLVM::LLVMPointerType::get(b.getContext(), 7), target);
  Value mask;
  if (clustered && multicast)
    mask = arith::ConstantOp::create(
        b, b.getI16IntegerAttr((1 << config.cluster) - 1));
  NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
      b, target, parameter, at, mbarrier, /*im2colOffsets=*/ValueRange{}, mask,
      /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE,
      /*isCTAOnly=*/!clustered, NVVM::CTAGroupKindAttr(),
      /*predicate=*/Value());
}

int64_t WgmmaEmitter::countRhsBytes() const {
  if (!rhs)
    return 0;
  return rhs->kMajor ? boxColumns * config.cluster * kWgmmaRowBytes : bytesB;
}

void WgmmaEmitter::loadLhs(Value k, Ring at) {
  load(*lhs, getMap(0), b.bytes(shared, b.mul(at.slot, bytesA)), full(at.slot),
       k, firstRow, /*multicast=*/false);
}

void WgmmaEmitter::loadRhs(Value k, Ring at) {
  Value slotB = b.add(b.mul(at.slot, bytesB), offsetB);
  if (rhs->kMajor) {
    int64_t part = config.tileN / config.cluster;
    Value offset = b.mul(rank, part);
    load(*rhs, getMap(1),
         b.bytes(shared, b.add(slotB, b.mul(offset, kWgmmaRowBytes))),
         full(at.slot), k, b.add(firstColumn, offset), /*multicast=*/true);
    return;
  }
  int64_t boxes = bytesB / kWgmmaBoxBytes / config.cluster;
  for (int64_t box = 0; box < boxes; ++box) {
    Value number = b.add(b.mul(rank, boxes), box);
    load(*rhs, getMap(1),
         b.bytes(shared, b.add(slotB, b.mul(number, kWgmmaBoxBytes))),
         full(at.slot), k, b.add(firstColumn, b.mul(number, kWgmmaBoxColumns)),
         /*multicast=*/true);
  }
}

void WgmmaEmitter::emitProducerStep(Value k, Ring at) {
  waitForPhase(b, empty(at.slot), at.phase);
  expectBytes(b, full(at.slot), countLhsBytes() + countRhsBytes());
  loadLhs(k, at);
  loadRhs(k, at);
}

void WgmmaEmitter::emitProducer() {
  if (loader)
    return emitCopyingProducer();
  NVVM::SetMaxRegisterOp::create(b, getRegisters().producer,
                                 NVVM::SetMaxRegisterAction::decrease);
  b.guarded(b.equal(warp, b.c(0)), [&] {
    Value elected = NVVM::ElectSyncOp::create(b, b.getI1Type(), Value());
    b.guarded(elected, [&] {
      // Parity 1 of a fresh mbarrier passes: all slots are empty.
      auto outer = scf::ForOp::create(b, clusterId, b.c(tiles), clusters,
                                      ValueRange{b.c(0), b.c(1)});
      b.setInsertionPointToStart(outer.getBody());
      locateTile(outer.getInductionVar());
      auto inner = scf::ForOp::create(b, b.c(0), b.c(steps), b.c(1),
                                      outer.getRegionIterArgs());
      b.setInsertionPointToStart(inner.getBody());
      Ring at{inner.getRegionIterArg(0), inner.getRegionIterArg(1)};
      emitProducerStep(b.mul(inner.getInductionVar(), depth), at);
      Ring next = advance(at);
      scf::YieldOp::create(b, ValueRange{next.slot, next.phase});
      b.setInsertionPointAfter(inner);
      scf::YieldOp::create(b, inner.getResults());
      b.setInsertionPointAfter(outer);
    });
  });
}

/// Tells a slot's mbarrier that the thread's copies are there.
void WgmmaEmitter::handOver(Value slot) {
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
  arriveAt(b, full(slot));
}

/// Starts the copies and loads of one step.
void WgmmaEmitter::emitCopyingStep(Value k, Ring at) {
  waitForPhase(b, empty(at.slot), at.phase);
  b.guarded(b.equal(tid, b.c(0)), [&] {
    expectBytes(b, full(at.slot), countLhsBytes() + countRhsBytes());
    if (lhs)
      loadLhs(k, at);
    else
      loadRhs(k, at);
  });
  Value slot =
      lhs ? b.add(b.mul(at.slot, bytesB), offsetB) : b.mul(at.slot, bytesA);
  loader->start(k, slot);
  NVVM::CpAsyncCommitGroupOp::create(b);
}

void WgmmaEmitter::emitCopyingProducer() {
  NVVM::SetMaxRegisterOp::create(b, getRegisters().producer,
                                 NVVM::SetMaxRegisterAction::decrease);
  // A consumer lets a slot go one step late: with more steps on their way,
  // both would wait for each other.
  int64_t late = std::min<int64_t>(stages - 2, kMostStepsOnTheirWay);
  // The ring's position, the slot to hand over next, steps on their way.
  auto outer = scf::ForOp::create(b, clusterId, b.c(tiles), clusters,
                                  ValueRange{b.c(0), b.c(1), b.c(0), b.c(0)});
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(outer.getBody());
    locateTile(outer.getInductionVar());
    loader->prepare(tid, lhs ? firstColumn : firstRow);
    auto inner = scf::ForOp::create(b, b.c(0), b.c(steps), b.c(1),
                                    outer.getRegionIterArgs());
    b.setInsertionPointToStart(inner.getBody());
    Ring at{inner.getRegionIterArg(0), inner.getRegionIterArg(1)};
    Value oldest = inner.getRegionIterArg(2), count = inner.getRegionIterArg(3);
    emitCopyingStep(b.mul(inner.getInductionVar(), depth), at);
    NVVM::CpAsyncWaitGroupOp::create(b, late);
    Value landed = b.equal(count, b.c(late));
    b.guarded(landed, [&] { handOver(oldest); });
    Ring next = advance(at);
    Value after = advance({oldest, b.c(0)}).slot;
    scf::YieldOp::create(
        b, ValueRange{next.slot, next.phase, b.select(landed, after, oldest),
                      b.select(landed, count, b.add(count, 1))});
    b.setInsertionPointAfter(inner);
    scf::YieldOp::create(b, inner.getResults());
  }
  Value oldest = outer.getResult(2), count = outer.getResult(3);
  for (int64_t left = late - 1; left >= 0; --left) {
    NVVM::CpAsyncWaitGroupOp::create(b, left);
    Value pending = b.less(b.c(left), count);
    b.guarded(pending, [&] { handOver(oldest); });
    oldest = b.select(pending, advance({oldest, b.c(0)}).slot, oldest);
  }
}
