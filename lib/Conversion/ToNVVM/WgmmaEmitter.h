//===- WgmmaEmitter.h - The wgmma kernel under construction -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_LIB_CONVERSION_TONVVM_WGMMAEMITTER_H
#define AMP_LIB_CONVERSION_TONVVM_WGMMAEMITTER_H

#include "Epilogue.h"
#include "TileLoader.h"
#include "TmaOperand.h"
#include "Wgmma.h"

namespace mlir::amp {

/// 64 rows: a 64 x 64 box of 16-bit elements.
inline constexpr int64_t kWgmmaBoxBytes = 64 * kWgmmaRowBytes;

/// Writes the kernel; what feeds the ring is in WgmmaProducer.cpp.
class WgmmaEmitter {
public:
  explicit WgmmaEmitter(KernelFrame &frame);
  gpu::GPUModuleOp emit();

private:
  void setLaunch();
  void emitPrologue();
  void emitProducer();
  void emitConsumer();
  WarpgroupRegisters getRegisters() const;
  void emitProducerStep(Value k, Ring at);
  void emitCopyingProducer();
  void emitCopyingStep(Value k, Ring at);
  void handOver(Value slot);
  /// Bytes of a tile that TMA brings.
  int64_t countLhsBytes() const { return lhs ? loadedM * kWgmmaRowBytes : 0; }
  int64_t countRhsBytes() const;
  void loadLhs(Value k, Ring at);
  void loadRhs(Value k, Ring at);
  void emitConsumerTile(Value tile, Ring &ring, Value turn);
  SmallVector<Value> emitMainLoop(Ring &ring);
  SmallVector<Value> multiplyTile(Ring at, SmallVector<Value> sums, bool first);
  void emitEpilogue(ArrayRef<Value> sums);
  void storeThroughShared(Epilogue &epilogue, ArrayRef<Value> sums);
  void stageChunk(Epilogue &epilogue, ArrayRef<Value> sums, int64_t block,
                  int64_t chunk, Value buffer);

  void locateTile(Value tile);
  Ring advance(Ring at) { return advanceRing(b, at, stages); }
  Ring skipTile(Ring at);
  Value full(Value slot) { return barrier(slot, 0); }
  Value empty(Value slot) { return barrier(slot, stages); }
  Value order(Value group) { return barrier(group, 2 * stages); }
  Value barrier(Value number, int64_t first);
  void arriveIf(Value condition, Value mbarrier);
  void release(Value slot);
  void load(const TmaOperand &operand, Value parameter, Value target,
            Value mbarrier, Value k, Value outer, bool multicast);
  /// The tensor map of the left operand, the right one, the result.
  Value getMap(unsigned which) const;
  /// Whether K is contiguous in the right operand's tile.
  bool isRhsKMajor() const { return !rhs || rhs->kMajor; }

  KernelFrame &frame;
  KernelBuilder &b;
  const Contraction &c;
  const GemmConfig &config;
  int64_t depth, stages, blocks, accumulators, rowsPerGroup, bytesA, bytesB;
  /// Rows and columns of a tile that the result has.
  int64_t loadedM, loadedN;
  /// Columns of the right operand that one load brings where K is contiguous.
  int64_t boxColumns = 0;
  /// Columns that one TMA store writes.
  int64_t chunkColumns;
  int64_t offsetB, offsetStage, offsetBarriers, steps;
  /// Nothing for an operand that threads of the producer copy.
  std::optional<TmaOperand> lhs, rhs;
  std::optional<TmaOperand> stored;
  /// Copies that operand.
  std::optional<TileLoader> loader;
  LLVM::LLVMStructType sumType;
  Value shared, barriers, tid, warp, lane, group, rank, clusterId, clusters;
  Value consumer, warpInGroup, groupTid, isReleaser, rowOfGroup;
  Value descriptorA, descriptorB, firstRow, firstColumn;
  int64_t tiles;
};

} // namespace mlir::amp

#endif // AMP_LIB_CONVERSION_TONVVM_WGMMAEMITTER_H
