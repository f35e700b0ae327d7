//===- WgmmaAttention.cpp - Attention by wgmma ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warpgroup has 64 rows. One thread of a warp of its own loads queries, and
// keys and values tile by tile, by TMA; a "full" mbarrier counts the bytes of
// each, an "empty" one per slot the warpgroups that are done with it. Weights
// are the left operand of the second product as they are, in registers. While
// one warpgroup computes weights, another multiplies (Shah et al.,
// "FlashAttention-3").
//
//===----------------------------------------------------------------------===//

#include "AttentionEmitter.h"
#include "Emit.h"
#include "TmaOperand.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;

/// Elements of 16 bits in a row of a tile, and of K in one wgmma.
static constexpr int64_t kRowElements = 64, kStepElements = 16;
/// Of 8 rows.
static constexpr int64_t kStride = 8 * kWgmmaRowBytes;
/// Rows of a box of TMA.
static constexpr int64_t kMostBoxRows = 256;
static constexpr int64_t kMostGroups = 2;
/// Registers of a thread that computes; those of them that hold no scores,
/// weights and sums.
static constexpr int64_t kRegisters = 240, kOtherRegisters = 48;
/// Keys of a tile, half as many with values of more than that many elements.
static constexpr int64_t kMostKeys = 128, kWideValues = 128;

namespace {
/// An operand's tile in shared memory: boxes of 64 elements of the contiguous
/// loop by `rows` of the other one, in rows of 128 bytes.
struct Tile {
  std::optional<TmaOperand> operand;
  unsigned buffer;
  Type type;
  int64_t rows, boxes;

  /// `outerSize` x `kSize` elements of an operand.
  Tile(const Contraction &c, const ContractionOperand &operand,
       ArrayRef<unsigned> outer, int64_t outerSize, int64_t kSize)
      : operand(getTmaOperand(c, *operand.access, outer)),
        buffer(operand.access->buffer), type(operand.computeType) {
    bool kMajor = isKMajor();
    rows = kMajor ? llvm::alignTo(outerSize, 8)
                  : llvm::alignTo(kSize, kStepElements);
    boxes = llvm::divideCeil(kMajor ? kSize : outerSize, kRowElements);
  }

  bool isKMajor() const { return !operand || operand->kMajor; }
  int64_t getBoxBytes() const { return rows * kWgmmaRowBytes; }
  int64_t getBytes() const { return boxes * getBoxBytes(); }
  /// Where step `step` along K begins.
  int64_t getStepOffset(int64_t step) const {
    if (!isKMajor())
      return step * kStepElements * kWgmmaRowBytes;
    constexpr int64_t kSteps = kRowElements / kStepElements;
    return step / kSteps * getBoxBytes() + step % kSteps * kWgmmaStepBytes;
  }
  int64_t getLeading() const { return isKMajor() ? 16 : getBoxBytes(); }
  /// `arguments`: the kernel's argument that each of the contraction's is.
  TensorMap getMap(ArrayRef<std::optional<unsigned>> arguments) const {
    SmallVector<int64_t> box{kRowElements, rows};
    box.append(operand->dims.size() - box.size(), 1);
    return {*arguments[buffer], type, operand->dims, operand->strides, box};
  }
};

class WgmmaAttention : public AttentionEmitter {
public:
  WgmmaAttention(Attention &attention, const ChipInfo &chip)
      : WgmmaAttention(attention, chip, configureScores(attention, chip)) {}
  std::optional<std::string> whyBad() const override;

private:
  WgmmaAttention(Attention &attention, const ChipInfo &chip,
                 const GemmConfig &scores);
  static GemmConfig configureScores(const Attention &attention,
                                    const ChipInfo &chip);
  static bool fitsTwice(const Attention &attention, const GemmConfig &config);
  static GemmConfig configureValues(const Attention &attention,
                                    GemmConfig config);
  void setLaunch(const AttentionParts &parts, Launch &launch) override;
  LogicalResult emitBody(AttentionRows &rows) override;
  void polish(gpu::GPUModuleOp module) override;

  // Shared memory: queries, slots of keys, slots of values, mbarriers.
  int64_t getKeysOffset() const { return queries.getBytes(); }
  int64_t getValuesOffset() const {
    return getKeysOffset() + stages * keys.getBytes();
  }
  int64_t getBarriersOffset() const {
    return getValuesOffset() + stages * values.getBytes();
  }
  int64_t getSharedBytes() const {
    return getBarriersOffset() + 8 * (4 * stages + 2 + kMostGroups);
  }
  /// Mbarriers: the queries' and that of those who are done with them, then of
  /// each slot the keys', the values', those of who is done with either, then
  /// of each warpgroup that of its turn to multiply.
  Value getBarrier(Value number) { return b.bytes(barriers, b.mul(number, 8)); }
  Value queriesFull() { return getBarrier(b.c(0)); }
  Value queriesEmpty() { return getBarrier(b.c(1)); }
  Value keysFull(Value slot) { return getBarrier(b.add(slot, 2)); }
  Value valuesFull(Value slot) { return getBarrier(b.add(slot, 2 + stages)); }
  Value keysEmpty(Value slot) {
    return getBarrier(b.add(slot, 2 + 2 * stages));
  }
  Value valuesEmpty(Value slot) {
    return getBarrier(b.add(slot, 2 + 3 * stages));
  }
  Value turnOf(Value group) { return getBarrier(b.add(group, 2 + 4 * stages)); }
  /// Says that the warpgroup is done with what `mbarrier` is of.
  void release(Value mbarrier) {
    b.guarded(b.equal(groupTid, b.c(0)), [&] { arriveAt(b, mbarrier); });
  }

  void emitPrologue();
  void giveRegisters(bool producer);
  void emitProducer();
  void emitLoads();
  /// Loads a tile, from `outer` and `k` on, to byte `target`.
  void load(const Tile &tile, KernelFrame &frame, unsigned map, Value target,
            Value mbarrier, Value outer, Value k);
  void loadKeys(Value slot, Value first);
  void loadValues(Value slot, Value first);

  LogicalResult forEachTile(int64_t phase,
                            llvm::function_ref<LogicalResult(Value)> use);
  LogicalResult emitConsumer(AttentionRows &rows);
  void takeTurn();
  void passTurn();
  FailureOr<SmallVector<Value>> emitStream(AttentionRows &rows);
  /// Starts the product of queries and the keys of a slot.
  Value startScores(Ring at);
  /// The elements of what wgmma made.
  SmallVector<Value> unpack(Value sums);
  /// Weights as wgmma takes them, step by step along the keys.
  SmallVector<Value> packAll(const Rows &weights);
  /// Starts to add the product of packed weights and values to `sums`, or to
  /// make it.
  void startValues(ArrayRef<Value> weights, Ring at, SmallVector<Value> &sums,
                   bool adds);
  /// Waits until all but the last `left` groups of products are done.
  void waitForProducts(int64_t left) {
    NVVM::WgmmaWaitGroupSyncOp::create(b, left);
  }
  SmallVector<Value> multiplyRegisters(ArrayRef<Value> rows, Value descriptor,
                                       ArrayRef<Value> sums, bool adds);
  /// The descriptor of a tile in slot `slot`, given that of slot 0.
  Value inSlot(Value descriptor, Value slot, const Tile &tile);

  KernelBuilder &b;
  int64_t groups, stages;
  Tile queries, keys, values;
  Value shared, barriers, warp, groupTid;
  /// Where the next keys and values are.
  Ring ring;
  /// Over tiles of keys, if there are several.
  scf::ForOp tileLoop;
  /// The warpgroup, and the parity of its turn.
  Value group, turn;
  Value queriesDescriptor, keysDescriptor, valuesDescriptor;
};
} // namespace

/// Two warpgroups share keys and values where they leave a block for each
/// multiprocessor.
GemmConfig WgmmaAttention::configureScores(const Attention &attention,
                                           const ChipInfo &chip) {
  GemmConfig config;
  config.path = GemmPath::Wgmma;
  config.reason = "scores, weights and values in one kernel";
  // Tiles of keys are equally large.
  int64_t most = attention.width <= kWideValues ? kMostKeys : kMostKeys / 2;
  int64_t tiles = llvm::divideCeilSigned(attention.keys, most);
  config.tileN = llvm::alignTo(llvm::divideCeilSigned(attention.keys, tiles),
                               kStepElements);
  if (tiles > 1)
    config.reason += llvm::formatv(", {0} keys at a time", config.tileN).str();
  config.stages = tiles > 1 ? 2 : 1;
  config.consumers = kMostGroups;
  int64_t blocks =
      attention.batch *
      llvm::divideCeilSigned(attention.rows, kWgmmaRows * config.consumers);
  if (blocks < chip.processors || attention.rows <= kWgmmaRows ||
      fitsTwice(attention, config))
    config.consumers = 1;
  config.tileM = kWgmmaRows * config.consumers;
  config.tileK = kRowElements;
  return config;
}

/// Whether a multiprocessor has room for two blocks of one warpgroup, which
/// have nothing to share: all keys are one tile.
bool WgmmaAttention::fitsTwice(const Attention &attention,
                               const GemmConfig &config) {
  return config.stages == 1 && attention.width <= kRowElements &&
         attention.depth <= kRowElements;
}

GemmConfig WgmmaAttention::configureValues(const Attention &attention,
                                           GemmConfig config) {
  config.tileN = llvm::alignTo(attention.width, kStepElements);
  return config;
}

WgmmaAttention::WgmmaAttention(Attention &attention, const ChipInfo &chip,
                               const GemmConfig &scores)
    : AttentionEmitter(attention, chip, /*streams=*/true, scores,
                       configureValues(attention, scores),
                       kWarpgroupThreads * (scores.consumers + 1)),
      b(scoresFrame.b), groups(scores.consumers), stages(scores.stages),
      queries(*attention.scores, *attention.scores->lhs, attention.scores->m,
              scoresConfig.tileM, attention.depth),
      keys(*attention.scores, *attention.scores->rhs, attention.scores->n,
           scoresConfig.tileN, attention.depth),
      values(*attention.values, *attention.values->rhs, attention.values->n,
             valuesConfig.tileN, scoresConfig.tileN) {}

std::optional<std::string> WgmmaAttention::whyBad() const {
  int64_t blocks =
      attention.batch * llvm::divideCeilSigned(attention.rows, kWgmmaRows);
  if (stages == 1 && blocks < scoresFrame.chip.processors)
    return "there are too few rows for wgmma's 64 at a time";
  if (auto why = whyTooManySums())
    return why;
  for (const Tile *tile : {&queries, &keys, &values})
    if (!tile->operand || tile->rows > kMostBoxRows)
      return "TMA does not load an operand";
  if (!queries.isKMajor())
    return "queries are turned";
  int64_t most = scoresFrame.chip.sharedPerBlock;
  if (getSharedBytes() > most)
    return llvm::formatv("{0} bytes of shared memory, expected {1} at most",
                         getSharedBytes(), most)
        .str();
  return whyTooFewBlocks();
}

void WgmmaAttention::setLaunch(const AttentionParts &parts, Launch &launch) {
  launch.shared = getSharedBytes();
  launch.tensorMaps = {queries.getMap(parts.scoresArguments),
                       keys.getMap(parts.scoresArguments),
                       values.getMap(parts.valuesArguments)};
  int64_t blocks = fitsTwice(attention, scoresConfig) ? 2 : 1;
  launch.blocksPerProcessor = blocks;
  launch.grid[0] =
      std::min(launch.grid[0], scoresFrame.chip.processors * blocks);
}

void WgmmaAttention::emitPrologue() {
  shared = scoresFrame.getShared();
  barriers = b.bytes(shared, b.c(getBarriersOffset()));
  warp = getUniformWarp(b, tid);
  groupTid = b.bitAnd(tid, b.c(kWarpgroupThreads - 1));
  b.guarded(b.equal(tid, b.c(0)), [&] {
    for (Value map : maps)
      NVVM::PrefetchOp::create(b, NVVM::PrefetchCacheLevelAttr(),
                               NVVM::CacheEvictionPriorityAttr(), map, Value(),
                               b.getUnitAttr());
    auto init = [&](Value mbarrier, int64_t count) {
      NVVM::MBarrierInitOp::create(b, mbarrier, b.c(count), Value());
    };
    init(queriesFull(), 1);
    init(queriesEmpty(), groups);
    for (int64_t group = 0; group < groups; ++group)
      init(turnOf(b.c(group)), 1);
    for (int64_t slot = 0; slot < stages; ++slot) {
      init(keysFull(b.c(slot)), 1);
      init(valuesFull(b.c(slot)), 1);
      init(keysEmpty(b.c(slot)), groups);
      init(valuesEmpty(b.c(slot)), groups);
    }
    NVVM::FenceMbarrierInitOp::create(b);
  });
  NVVM::BarrierOp::create(b);
}

//===----------------------------------------------------------------------===//
// Producer
//===----------------------------------------------------------------------===//

void WgmmaAttention::load(const Tile &tile, KernelFrame &frame, unsigned map,
                          Value target, Value mbarrier, Value outer, Value k) {
  const TmaOperand &operand = *tile.operand;
  for (int64_t box = 0; box < tile.boxes; ++box) {
    SmallVector<Value> at = operand.kMajor ? SmallVector<Value>{k, outer}
                                           : SmallVector<Value>{outer, k};
    at[0] = b.add(at[0], box * kRowElements + operand.offset);
    operand.addBatch(b, frame.getBatch(), at);
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, b.bytes(shared, b.add(target, box * tile.getBoxBytes())), maps[map],
        at, mbarrier, /*im2colOffsets=*/ValueRange{}, /*multicastMask=*/Value(),
        /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/true,
        NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
  }
}

void WgmmaAttention::loadKeys(Value slot, Value first) {
  expectBytes(b, keysFull(slot), keys.getBytes());
  load(keys, scoresFrame, 1,
       b.add(b.mul(slot, keys.getBytes()), getKeysOffset()), keysFull(slot),
       first, b.c(0));
}

void WgmmaAttention::loadValues(Value slot, Value first) {
  expectBytes(b, valuesFull(slot), values.getBytes());
  load(values, valuesFrame, 2,
       b.add(b.mul(slot, values.getBytes()), getValuesOffset()),
       valuesFull(slot), b.c(0), first);
}

void WgmmaAttention::emitProducer() {
  giveRegisters(/*producer=*/true);
  Value isFirst = b.equal(warp, b.c(4 * groups));
  b.guarded(isFirst, [&] {
    Value elected = NVVM::ElectSyncOp::create(b, b.getI1Type(), Value());
    b.guarded(elected, [&] { emitLoads(); });
  });
}

void WgmmaAttention::emitLoads() {
  // Parity 1 of a fresh mbarrier passes: all is empty.
  (void)forEachTile(/*phase=*/1, [&](Value parity) {
    waitForPhase(b, queriesEmpty(), parity);
    expectBytes(b, queriesFull(), queries.getBytes());
    load(queries, scoresFrame, 0, b.c(0), queriesFull(), firstRow, b.c(0));
    auto loop = scf::ForOp::create(b, b.c(0), b.c(countKeyTiles()), b.c(1),
                                   ValueRange{ring.slot, ring.phase});
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Ring at{loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
    Value first = b.mul(loop.getInductionVar(), scoresConfig.tileN);
    waitForPhase(b, keysEmpty(at.slot), at.phase);
    loadKeys(at.slot, first);
    waitForPhase(b, valuesEmpty(at.slot), at.phase);
    loadValues(at.slot, first);
    Ring next = advanceRing(b, at, stages);
    scf::YieldOp::create(b, ValueRange{next.slot, next.phase});
    ring = {loop.getResult(0), loop.getResult(1)};
    return success();
  });
}

/// Moves registers from the producer to two warpgroups that compute; one has
/// enough.
void WgmmaAttention::giveRegisters(bool producer) {
  constexpr int32_t kProducer = 32;
  if (groups < kMostGroups)
    return;
  NVVM::SetMaxRegisterOp::create(b, producer ? kProducer : int32_t(kRegisters),
                                 producer
                                     ? NVVM::SetMaxRegisterAction::decrease
                                     : NVVM::SetMaxRegisterAction::increase);
}

//===----------------------------------------------------------------------===//
// Consumers
//===----------------------------------------------------------------------===//

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
  int64_t left = kRegisters - kOtherRegisters - held;
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

Value WgmmaAttention::inSlot(Value descriptor, Value slot, const Tile &tile) {
  Value wideSlot = b.createOrFold<arith::ExtUIOp>(b.getI64Type(), slot);
  return b.add(descriptor, b.mul(wideSlot, b.wide(tile.getBytes() >> 4)));
}

Value WgmmaAttention::startScores(Ring at) {
  int64_t count = scoresConfig.tileN / 2;
  auto sumType = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(count, b.getF32Type()));
  Value right = inSlot(keysDescriptor, at.slot, keys);
  NVVM::WGMMATypes operandType = getWgmmaType(type);
  waitForPhase(b, keysFull(at.slot), at.phase);
  NVVM::WgmmaFenceAlignedOp::create(b);
  Value sums = LLVM::UndefOp::create(b, sumType);
  int64_t steps = llvm::divideCeil(attention.depth, kStepElements);
  for (int64_t step = 0; step < steps; ++step)
    sums = NVVM::WgmmaMmaAsyncOp::create(
        b, sumType, sums,
        b.add(queriesDescriptor, b.wide(queries.getStepOffset(step) >> 4)),
        b.add(right, b.wide(keys.getStepOffset(step) >> 4)),
        NVVM::MMAShapeAttr::get(b.getContext(), kWgmmaRows, scoresConfig.tileN,
                                kStepElements),
        operandType, operandType, NVVM::WGMMATypes::f32,
        step == 0 ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one,
        NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one, NVVM::MMALayout::row,
        keys.isKMajor() ? NVVM::MMALayout::col : NVVM::MMALayout::row,
        NVVM::MMAIntOverflowAttr());
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
                                                     ArrayRef<Value> sums,
                                                     bool adds) {
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
  operands.append({descriptor, b.c(adds), b.c(!values.isKMajor())});
  auto sumType = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(count, b.getF32Type()));
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
                                 SmallVector<Value> &sums, bool adds) {
  Value right = inSlot(valuesDescriptor, at.slot, values);
  waitForPhase(b, valuesFull(at.slot), at.phase);
  NVVM::WgmmaFenceAlignedOp::create(b);
  for (size_t step = 0; step < weights.size() / 4; ++step)
    sums =
        multiplyRegisters(weights.slice(4 * step, 4),
                          b.add(right, b.wide(values.getStepOffset(step) >> 4)),
                          sums, adds || step > 0);
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
    startValues(*weights, ring, stream.sums, /*adds=*/true);
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
  startValues(*weights, ring, stream.sums, /*adds=*/true);
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
      b, shared, b.mul(group, kWgmmaRows * kWgmmaRowBytes), 16, kStride);
  keysDescriptor = makeWgmmaDescriptor(b, shared, b.c(getKeysOffset()),
                                       keys.getLeading(), kStride);
  valuesDescriptor = makeWgmmaDescriptor(b, shared, b.c(getValuesOffset()),
                                         values.getLeading(), kStride);
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

/// Goes through the block's tiles of rows. The ring starts at `phase`, and goes
/// on from tile to tile; `use` gets the parity of the queries' mbarriers.
LogicalResult
WgmmaAttention::forEachTile(int64_t phase,
                            llvm::function_ref<LogicalResult(Value)> use) {
  ring = {b.c(0), b.c(phase)};
  Value parity = b.c(phase);
  Value block = NVVM::BlockIdXOp::create(b, b.getI32Type());
  int64_t blocks = scoresFrame.launch.grid[0];
  if (blocks == countTiles()) {
    locateTile(block);
    return use(parity);
  }
  SmallVector<Value> carried{ring.slot, ring.phase, parity};
  if (turn)
    carried.push_back(turn);
  auto loop =
      scf::ForOp::create(b, block, b.c(countTiles()), b.c(blocks), carried);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ring = {loop.getRegionIterArg(0), loop.getRegionIterArg(1)};
  parity = loop.getRegionIterArg(2);
  if (turn)
    turn = loop.getRegionIterArg(3);
  locateTile(loop.getInductionVar());
  if (failed(use(parity)))
    return failure();
  SmallVector<Value> results{ring.slot, ring.phase, b.bitXor(parity, b.c(1))};
  if (turn)
    results.push_back(turn);
  scf::YieldOp::create(b, results);
  return success();
}

LogicalResult WgmmaAttention::emitBody(AttentionRows &rows) {
  emitPrologue();
  auto branch = scf::IfOp::create(b, b.less(b.c(4 * groups - 1), warp),
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  emitProducer();
  b.setInsertionPointToStart(branch.elseBlock());
  if (failed(emitConsumer(rows)))
    return failure();
  b.setInsertionPointAfter(branch);
  return success();
}

std::unique_ptr<AttentionEmitter>
mlir::amp::makeWgmmaAttention(Attention &attention, const ChipInfo &chip) {
  return std::make_unique<WgmmaAttention>(attention, chip);
}
