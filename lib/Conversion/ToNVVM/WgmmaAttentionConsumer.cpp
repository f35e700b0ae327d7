//===- WgmmaAttentionConsumer.cpp - Warpgroups that attend ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit.h"
#include "WgmmaAttention.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;

/// What `load` is computed from in `block`, and itself; nothing where that
/// cannot be moved to its start.
static llvm::SetVector<Operation *> gather(LLVM::LoadOp load, Block *block) {
  llvm::SetVector<Operation *> needed;
  needed.insert(load);
  for (size_t i = 0; i != needed.size(); ++i) {
    Operation *op = needed[i];
    if (op->getNumRegions() != 0 ||
        !(isa<LLVM::LoadOp>(op) || isMemoryEffectFree(op)))
      return {};
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && source->getBlock() == block)
        needed.insert(source);
  }
  return needed;
}

static int64_t countLoadedRegisters(ArrayRef<Operation *> ops) {
  int64_t count = 0;
  for (Operation *op : ops)
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      count += llvm::divideCeil(
          KernelBuilder::getMemoryBits(load.getResult().getType()), 32);
  return count;
}

/// Loads of what is known early, as a mask, move to the start of the loop over
/// keys: they would be waited for where they are. There are as many of them as
/// there are registers for.
void WgmmaAttention::polish(gpu::GPUModuleOp module) {
  // A loop that runs once will be none.
  if (!tileLoop || countKeyTiles() < 3)
    return;
  IRRewriter rewriter(b.getContext());
  DominanceInfo dominance;
  // Both rows may read the same.
  eliminateCommonSubExpressions(rewriter, dominance, module);
  int64_t held = scoresConfig.tileN * 3 / 4 + valuesConfig.tileN / 2;
  int64_t left = kAttentionRegisters.consumer - kOtherAttentionRegisters - held;
  Block *block = tileLoop.getBody();
  llvm::SetVector<Operation *> all;
  for (auto load : block->getOps<LLVM::LoadOp>()) {
    llvm::SetVector<Operation *> more = gather(load, block);
    more.remove_if([&](Operation *op) { return all.contains(op); });
    int64_t registers = countLoadedRegisters(more.getArrayRef());
    if (registers > left)
      continue;
    left -= registers;
    all.insert_range(more);
  }
  SmallVector<Operation *> moved(all.getArrayRef());
  llvm::sort(moved, [](Operation *first, Operation *second) {
    return first->isBeforeInBlock(second);
  });
  for (Operation *op : llvm::reverse(moved))
    op->moveBefore(block, block->begin());
}

Value WgmmaAttention::inSlot(Value descriptor, Value slot,
                             const AttentionTile &tile) {
  Value wideSlot = b.createOrFold<arith::ExtUIOp>(b.getI64Type(), slot);
  return b.add(descriptor, b.mul(wideSlot, b.wide(tile.getBytes() >> 4)));
}

Value WgmmaAttention::startScores(Ring at) {
  Value right = inSlot(keysDescriptor, at.slot, keys);
  WgmmaShape shape{scoresConfig.tileN, kStepElements, type, type,
                   keys.isKMajor()};
  waitForPhase(b, keysFull(at.slot), at.phase);
  NVVM::WgmmaFenceAlignedOp::create(b);
  Value sums = LLVM::UndefOp::create(
      b, getWgmmaSumType(b.getContext(), scoresConfig.tileN / 2));
  int64_t steps = llvm::divideCeil(attention.depth, kStepElements);
  for (int64_t step = 0; step < steps; ++step)
    sums = startWgmma(
        b, shape, sums,
        b.add(queriesDescriptor, b.wide(queries.getStepOffset(step) >> 4)),
        b.add(right, b.wide(keys.getStepOffset(step) >> 4)),
        /*adds=*/step > 0);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
  return sums;
}

SmallVector<Value> WgmmaAttention::unpack(Value sums) {
  int64_t count = cast<LLVM::LLVMStructType>(sums.getType()).getBody().size();
  return llvm::map_to_vector(llvm::seq(count), [&](int64_t number) -> Value {
    return LLVM::ExtractValueOp::create(b, sums, number);
  });
}

/// One wgmma whose left operand is in registers; NVVM's op takes descriptors
/// only.
SmallVector<Value> WgmmaAttention::multiplyRegisters(ArrayRef<Value> rows,
                                                     Value descriptor,
                                                     ArrayRef<Value> sums) {
  int64_t count = sums.size(), next = 2 * count;
  std::string text, constraints;
  llvm::raw_string_ostream os(text);
  auto list = [&](int64_t first, int64_t size) {
    os << '{';
    llvm::interleave(
        llvm::seq(first, first + size),
        [&](int64_t number) { os << '$' << number; }, [&] { os << ", "; });
    os << '}';
  };
  StringRef name = getPtxType(type);
  os << "{\n.reg .pred p;\nsetp.ne.b32 p, $" << next + 5
     << ", 0;\nwgmma.mma_async.sync.aligned.m64n" << 2 * count << "k16.f32."
     << name << '.' << name << ' ';
  list(0, count);
  os << ", ";
  list(next, 4);
  os << ", $" << next + 4 << ", p, 1, 1, $" << next + 6 << ";\n}\n";
  for (int64_t number = 0; number < count; ++number)
    constraints += "=f,";
  for (int64_t number = 0; number < count; ++number)
    constraints += std::to_string(number) + ",";
  constraints += "r,r,r,r,l,n,n";
  SmallVector<Value> operands(sums);
  llvm::append_range(operands, rows);
  operands.append({descriptor, b.c(1), b.c(!values.isKMajor())});
  auto sumType = getWgmmaSumType(b.getContext(), count);
  Value made =
      LLVM::InlineAsmOp::create(
          b, sumType, operands, text, constraints,
          /*has_side_effects=*/true, /*is_align_stack=*/false,
          LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
          .getRes();
  return unpack(made);
}

SmallVector<Value> WgmmaAttention::packAll(const Rows &weights) {
  int64_t covered = std::min(scoresConfig.tileN, attention.keys);
  int64_t steps = llvm::divideCeil(covered, kStepElements);
  SmallVector<Value> all;
  for (int64_t step = 0; step < steps; ++step)
    for (Value pair : packWeights(scoresFrame, weights, step))
      all.push_back(pair.getType().isInteger()
                        ? pair
                        : LLVM::BitcastOp::create(b, b.getI32Type(), pair));
  return all;
}

void WgmmaAttention::startValues(ArrayRef<Value> weights, Ring at,
                                 SmallVector<Value> &sums) {
  Value right = inSlot(valuesDescriptor, at.slot, values);
  waitForPhase(b, valuesFull(at.slot), at.phase);
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (size_t step = 0; step < weights.size() / 4; ++step)
    sums = multiplyRegisters(
        weights.slice(4 * step, 4),
        b.add(right, b.wide(values.getStepOffset(step) >> 4)), sums);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
}

/// Of two warpgroups, one multiplies while the other computes weights.
void WgmmaAttention::takeTurn() {
  if (groups == 1)
    return;
  waitForPhase(b, turnOf(group), turn);
  turn = b.bitXor(turn, b.c(1));
}

void WgmmaAttention::passTurn() {
  if (groups > 1)
    release(turnOf(b.bitXor(group, b.c(1))));
}

/// While weights of a tile multiply its values, those of the next one are
/// computed.
FailureOr<SmallVector<Value>> WgmmaAttention::emitStream(AttentionRows &rows) {
  Stream stream = startStream();
  auto weigh = [&](Value scores, Value tile) -> FailureOr<SmallVector<Value>> {
    Value first = b.mul(tile, scoresConfig.tileN);
    FailureOr<Rows> weights = weighTile(rows, unpack(scores), first, stream);
    if (failed(weights))
      return failure();
    return packAll(*weights);
  };
  Value scores = startScores(ring);
  waitForProducts(0);
  release(keysEmpty(ring.slot));
  FailureOr<SmallVector<Value>> weights = weigh(scores, b.c(0));
  if (failed(weights))
    return failure();
  // Nothing is to be scaled yet: sums are zero.
  if (countKeyTiles() > 1) {
    SmallVector<Value> carried = stream.pack();
    size_t numStream = carried.size();
    llvm::append_range(carried, *weights);
    carried.append({ring.slot, ring.phase, turn});
    auto loop =
        scf::ForOp::create(b, b.c(1), b.c(countKeyTiles()), b.c(1), carried);
    auto readState = [&](ValueRange values) {
      stream = Stream::unpack(values.take_front(numStream));
      size_t n = values.size();
      ring = {values[n - 3], values[n - 2]};
      turn = values[n - 1];
      weights = SmallVector<Value>(values.drop_front(numStream).drop_back(3));
    };
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    readState(loop.getRegionIterArgs());
    Ring next = advanceRing(b, ring, stages);
    takeTurn();
    scores = startScores(next);
    startValues(*weights, ring, stream.sums);
    passTurn();
    waitForProducts(1);
    release(keysEmpty(next.slot));
    weights = weigh(scores, loop.getInductionVar());
    if (failed(weights))
      return failure();
    waitForProducts(0);
    release(valuesEmpty(ring.slot));
    scaleSums(stream);
    SmallVector<Value> results = stream.pack();
    llvm::append_range(results, *weights);
    results.append({next.slot, next.phase, turn});
    tileLoop = loop;
    scf::YieldOp::create(b, results);
    readState(loop.getResults());
  }
  release(queriesEmpty());
  startValues(*weights, ring, stream.sums);
  waitForProducts(0);
  release(valuesEmpty(ring.slot));
  if (failed(finishStream(rows, stream)))
    return failure();
  return stream.sums;
}

LogicalResult WgmmaAttention::emitConsumer(AttentionRows &rows) {
  giveRegisters(/*producer=*/false);
  group = b.div(warp, 4);
  // The first one's turn comes first: parity 1 of a fresh mbarrier passes.
  turn = b.bitXor(group, b.c(1));
  queriesDescriptor = makeWgmmaDescriptor(
      b, shared, b.mul(group, kWgmmaRows * kWgmmaRowBytes), 16);
  keysDescriptor =
      makeWgmmaDescriptor(b, shared, b.c(getKeysOffset()), keys.getLeading());
  valuesDescriptor = makeWgmmaDescriptor(b, shared, b.c(getValuesOffset()),
                                         values.getLeading());
  return forEachTile(/*phase=*/0, [&](Value parity) -> LogicalResult {
    waitForPhase(b, queriesFull(), parity);
    FailureOr<SmallVector<Value>> sums = emitStream(rows);
    if (failed(sums))
      return failure();
    ring = advanceRing(b, ring, stages);
    storeValues(*sums);
    return success();
  });
}
