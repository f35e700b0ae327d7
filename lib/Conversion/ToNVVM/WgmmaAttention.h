//===- WgmmaAttention.h - Attention by wgmma --------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_WGMMAATTENTION_H
#define AMP_LIB_CONVERSION_TONVVM_WGMMAATTENTION_H

#include "AttentionEmitter.h"
#include "TmaOperand.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp {

/// Elements of 16 bits in a row of a tile, and of K in one wgmma.
inline constexpr int64_t kRowElements = 64, kStepElements = 16;

/// Warpgroups that compute.
inline constexpr int64_t kMostGroups = 2;
/// Registers of threads, where two warpgroups compute; those of a thread that
/// computes which hold no scores, weights and sums.
inline constexpr WarpgroupRegisters kAttentionRegisters{kMostGroups, 232, 40};
inline constexpr int64_t kOtherAttentionRegisters = 40;
static_assert(kAttentionRegisters.fits());

/// An operand's tile in shared memory: boxes of 64 elements of the contiguous
/// loop by `rows` of the other one, in rows of 128 bytes.
struct AttentionTile {
  std::optional<TmaOperand> operand;
  unsigned buffer;
  Type type;
  int64_t rows, boxes;

  /// `outerSize` x `kSize` elements of an operand.
  AttentionTile(const Contraction &c, const ContractionOperand &operand,
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
    return operand->makeMap(*arguments[buffer], type, kRowElements, rows);
  }
};

/// Emits the kernel; what computes is in WgmmaAttentionConsumer.cpp.
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
  void load(const AttentionTile &tile, KernelFrame &frame, unsigned map,
            Value target, Value mbarrier, Value outer, Value k);
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
  /// Starts to add the product of packed weights and values to `sums`.
  void startValues(ArrayRef<Value> weights, Ring at, SmallVector<Value> &sums);
  /// Waits until all but the last `left` groups of products are done.
  void waitForProducts(int64_t left) {
    NVVM::WgmmaWaitGroupSyncOp::create(b, left);
  }
  SmallVector<Value> multiplyRegisters(ArrayRef<Value> rows, Value descriptor,
                                       ArrayRef<Value> sums);
  /// The descriptor of a tile in slot `slot`, given that of slot 0.
  Value inSlot(Value descriptor, Value slot, const AttentionTile &tile);

  KernelBuilder &b;
  int64_t groups, stages;
  AttentionTile queries, keys, values;
  Value shared, barriers, warp, groupTid;
  /// Where the next keys and values are.
  Ring ring;
  /// Over tiles of keys, if there are several.
  scf::ForOp tileLoop;
  /// The warpgroup, and the parity of its turn.
  Value group, turn;
  Value queriesDescriptor, keysDescriptor, valuesDescriptor;
};
} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_WGMMAATTENTION_H
