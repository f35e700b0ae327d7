//===- Job.h - A contraction under way -------------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_JOB_H
#define AMP_RUNTIME_CPU_JOB_H

#include "AmpDialect/Runtime/CPU.h"
#include "Micro.h"

namespace amp_cpu {

inline int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }
template <typename T> void swap(T &a, T &b) {
  T old = a;
  a = b;
  b = old;
}

struct Job {
  const AmpCpuContraction *plan;
  const Family *family;
  const char *a, *b;
  float *c;
  int64_t inputBytes;
  /// A and B are the plan's B and A, m and n its n and m: a row of C is a
  /// column of tiles.
  bool turned;
  int64_t aOrigin, bOrigin;
  int64_t batch, m, n, k;
  /// Offsets of each batch item, m, n and k in the operands that move with it.
  int32_t *batchA, *batchB, *batchC, *mA, *mC, *nB, *nC, *kA, *kB;
  /// k in a block, blocks of k.
  int64_t kBlock, kBlocks;
  /// Rows in a strip of A: all strips have about as many.
  int64_t stripRows;
  /// Extent of a task along m and n, in elements, and tasks along each.
  int64_t mTask, nTask, mTasks, nTasks;
  /// All of A or B, packed; null where tasks pack.
  char *packedA, *packedB;
  int64_t aStripBytes, bStripBytes;
  bool columnsContiguous;
  /// A task goes strip of B by strip of B, which come from far, through those
  /// of A, which its caches hold; else the other way round.
  bool columnsFirst;
  /// The strips that it goes by are more than the caches hold.
  bool fetchesAhead;
  /// What runs on finished parts of C; null for none.
  AmpCpuEpilogue epilogue;
  void *context;

  int64_t countAStrips() const { return divideUp(m, stripRows); }
  int64_t countBStrips() const { return divideUp(n, family->columns); }
  /// Steps for `count` k.
  int64_t getDepth(int64_t count) const {
    return divideUp(count, family->pair);
  }
};

/// Packs strip `strip` of block `kb` of A, of batch item `item`, to `target`.
void packA(const Job &job, int64_t item, int64_t kb, int64_t strip,
           char *target);
void packB(const Job &job, int64_t item, int64_t kb, int64_t strip,
           char *target);

/// Strips [aFirst, aLast) of A and [bFirst, bLast) of B, of one batch item.
struct Part {
  int64_t item, aFirst, aLast, bFirst, bLast;
};

/// Bytes of room for a part of the most strips.
int64_t getRoomBytes(const Job &job, int64_t aStrips, int64_t bStrips);

/// Computes `part` of C, in `room`.
void runPart(const Job &job, const Part &part, char *room);

} // namespace amp_cpu

#endif // AMP_RUNTIME_CPU_JOB_H
