//===- Contract.cpp - Contractions and convolutions on the CPU ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks as in Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication" (ACM TOMS 34-3, 2008); any strides through tables of offsets,
// as in Matthews, "High-Performance Tensor Contraction without Transposition"
// (SIAM J. Sci. Comput. 40-1, 2018).
//
// The longer side is cut into tasks, which pack their part as they go. The
// other side is packed once for all, unless each batch item is one task.
//
//===----------------------------------------------------------------------===//

#include "Micro.h"
#include "State.h"
#include <stdlib.h>
#include <string.h>

using namespace amp_cpu;

namespace {
/// Bytes of a task's packed part of the longer side: a share of the L2 cache.
constexpr int64_t blockBytes = 384 * 1024;
/// Steps of k in a block: a strip of A of this depth stays in the L1 cache.
constexpr int64_t maxSteps = 384;

struct Job {
  const AmpCpuContraction *plan;
  const Family *family;
  const char *a, *b;
  float *c;
  int64_t inputBytes;
  int64_t batch, m, n, k;
  /// Offsets of each batch item, m, n and k in the operands that move with it.
  int32_t *batchA, *batchB, *batchC, *mA, *mC, *nB, *nC, *kA, *kB;
  /// k in a block, blocks of k.
  int64_t kBlock, kBlocks;
  /// Extent of a task along m and n, in elements, and tasks along each.
  int64_t mTask, nTask, mTasks, nTasks;
  /// All of A or B, packed; null where tasks pack.
  char *packedA, *packedB;
  int64_t aStripBytes, bStripBytes;
  bool columnsContiguous;
  /// What runs on finished parts of C; null for none.
  AmpCpuEpilogue epilogue;
  void *context;
};

/// Where a tile of C goes: row i starts at c[rows[i]].
struct Tile {
  float *c;
  const int32_t *rows;
};
} // namespace

static int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }
static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

/// Product of the extents of `count` loops.
static int64_t countPoints(const AmpCpuLoop *loops, int64_t count) {
  int64_t points = 1;
  for (int64_t i = 0; i < count; ++i)
    points *= loops[i].extent;
  return points;
}

/// Fills `offsets` with the offset of each point of the loops, in order.
static void fillOffsets(const AmpCpuLoop *loops, int64_t count,
                        int64_t AmpCpuLoop::*stride, int32_t *offsets) {
  int64_t points = 1;
  offsets[0] = 0;
  for (int64_t i = count - 1; i >= 0; --i) {
    const AmpCpuLoop &loop = loops[i];
    for (int64_t at = 1; at < loop.extent; ++at)
      for (int64_t p = 0; p < points; ++p)
        offsets[at * points + p] =
            offsets[p] + static_cast<int32_t>(at * loop.*stride);
    points *= loop.extent;
  }
}

static int64_t getDepth(const Job &job, int64_t k) {
  return divideUp(k, job.family->pair);
}

/// Packs strip `strip` of block `kb` of A, of batch item `item`, to `target`.
static void packA(const Job &job, int64_t item, int64_t kb, int64_t strip,
                  char *target) {
  int64_t first = strip * job.family->rows, k = kb * job.kBlock;
  Source source = {job.a + job.batchA[item] * job.inputBytes, job.kA + k,
                   job.mA + first};
  job.family->packA(target, source, min(job.family->rows, job.m - first),
                    min(job.kBlock, job.k - k));
}

static void packB(const Job &job, int64_t item, int64_t kb, int64_t strip,
                  char *target) {
  int64_t first = strip * job.family->columns, k = kb * job.kBlock;
  Source source = {job.b + job.batchB[item] * job.inputBytes, job.kB + k,
                   job.nB + first};
  job.family->packB(target, source, min(job.family->columns, job.n - first),
                    min(job.kBlock, job.k - k));
}

/// Multiplies two strips into `tile`, whose columns lie side by side.
static void multiplyStrips(const Job &job, int64_t kb, int64_t i, int64_t j,
                           const char *a, const char *b, Tile tile,
                           bool fromZero) {
  const Family &family = *job.family;
  int64_t rows = min(family.rows, job.m - i * family.rows);
  int64_t columns = min(family.columns, job.n - j * family.columns);
  int64_t vectors = divideUp(columns, family.lanes);
  int64_t depth = getDepth(job, min(job.kBlock, job.k - kb * job.kBlock));
  uint32_t mask = (1u << (columns - (vectors - 1) * family.lanes)) - 1;
  family.kernels[rows - 1][vectors - 1](depth, a, b, tile.c, tile.rows, mask,
                                        fromZero);
}

/// The same into C, through a buffer where its columns are apart.
static void multiplyIntoC(const Job &job, int64_t item, int64_t kb, int64_t i,
                          int64_t j, const char *a, const char *b) {
  const Family &family = *job.family;
  int64_t row = i * family.rows, column = j * family.columns;
  bool fromZero = kb == 0 && job.plan->fromZero;
  float *c = job.c + job.batchC[item];
  if (job.columnsContiguous) {
    multiplyStrips(job, kb, i, j, a, b, {c + job.nC[column], job.mC + row},
                   fromZero);
    return;
  }
  int64_t rows = min(family.rows, job.m - row);
  int64_t columns = min(family.columns, job.n - column);
  alignas(64) float tile[32 * 32];
  int32_t tileRows[32] = {};
  for (int64_t r = 0; r < rows; ++r)
    tileRows[r] = static_cast<int32_t>(32 * r);
  multiplyStrips(job, kb, i, j, a, b, {tile, tileRows}, true);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t v = 0; v < columns; ++v) {
      float &place = c[job.mC[row + r] + job.nC[column + v]];
      place = fromZero ? tile[32 * r + v] : place + tile[32 * r + v];
    }
}

namespace {
/// Strips [aFirst, aLast) of A and [bFirst, bLast) of B, of one batch item.
struct Part {
  int64_t item, aFirst, aLast, bFirst, bLast;
};
} // namespace

/// Whether parts of C are in buffers, not in C.
static bool buffersC(const Job &job) {
  return job.epilogue && job.plan->fromZero;
}

/// Floats in a row of what a part buffers of C.
static int64_t getBufferWidth(const Job &job, const Part &part) {
  return (part.bLast - part.bFirst) * job.family->columns;
}

/// The buffer of strip `i` of A: one strip's, used again, where each strip is
/// done at once.
static float *getBuffer(const Job &job, const Part &part, int64_t i,
                        float *buffer) {
  int64_t strip = job.kBlocks == 1 ? 0 : i - part.aFirst;
  return buffer + strip * job.family->rows * getBufferWidth(job, part);
}

/// Runs the epilogue on the rows of strip `i` of A, in C or in `buffer`.
static void finishStrip(const Job &job, const Part &part, int64_t i,
                        float *buffer) {
  int64_t begin = part.bFirst * job.family->columns;
  int64_t end = min(job.n, part.bLast * job.family->columns);
  int64_t first = i * job.family->rows;
  for (int64_t r = 0; r < min(job.family->rows, job.m - first); ++r) {
    int64_t start = job.batchC[part.item] + job.mC[first + r];
    const float *sums =
        buffer ? getBuffer(job, part, i, buffer) + r * getBufferWidth(job, part)
               : job.c + start + begin;
    job.epilogue(job.context, sums, start / job.n, begin, end);
  }
}

/// One task, in `room`.
static void runTask(const Job &job, const Part &part, char *room) {
  const Family &family = *job.family;
  int64_t aStrips = divideUp(job.m, family.rows);
  int64_t bStrips = divideUp(job.n, family.columns);
  int64_t aCount = part.aLast - part.aFirst, bCount = part.bLast - part.bFirst;
  char *bRoom = room + (job.packedA ? 0 : aCount * job.aStripBytes);
  char *cRoom = bRoom + (job.packedB ? 0 : bCount * job.bStripBytes);
  auto *buffer = buffersC(job) ? reinterpret_cast<float *>(cRoom) : nullptr;
  int32_t bufferRows[32] = {};
  for (int64_t r = 0; r < family.rows; ++r)
    bufferRows[r] = static_cast<int32_t>(r * getBufferWidth(job, part));
  for (int64_t kb = 0; kb < job.kBlocks; ++kb) {
    if (!job.packedA)
      for (int64_t i = 0; i < aCount; ++i)
        packA(job, part.item, kb, part.aFirst + i, room + i * job.aStripBytes);
    if (!job.packedB)
      for (int64_t j = 0; j < bCount; ++j)
        packB(job, part.item, kb, part.bFirst + j, bRoom + j * job.bStripBytes);
    int64_t block = part.item * job.kBlocks + kb;
    for (int64_t i = part.aFirst; i < part.aLast; ++i) {
      const char *a =
          job.packedA ? job.packedA + (block * aStrips + i) * job.aStripBytes
                      : room + (i - part.aFirst) * job.aStripBytes;
      for (int64_t j = part.bFirst; j < part.bLast; ++j) {
        int64_t place = j - part.bFirst;
        const char *b =
            job.packedB ? job.packedB + (block * bStrips + j) * job.bStripBytes
                        : bRoom + place * job.bStripBytes;
        if (buffer)
          multiplyStrips(
              job, kb, i, j, a, b,
              {getBuffer(job, part, i, buffer) + place * family.columns,
               bufferRows},
              kb == 0);
        else
          multiplyIntoC(job, part.item, kb, i, j, a, b);
      }
      if (job.epilogue && kb + 1 == job.kBlocks)
        finishStrip(job, part, i, buffer);
    }
  }
}

/// Bytes of what a part of the most strips needs.
static int64_t getRoomBytes(const Job &job, int64_t aStrips, int64_t bStrips) {
  int64_t bytes = aStrips * job.aStripBytes + bStrips * job.bStripBytes;
  if (!buffersC(job))
    return bytes;
  int64_t strips = job.kBlocks == 1 ? 1 : aStrips;
  return bytes + strips * job.family->rows * bStrips * job.family->columns * 4;
}

static void runTasks(void *context, int64_t begin, int64_t end) {
  const Job &job = *static_cast<const Job *>(context);
  int64_t aStrips = divideUp(job.m, job.family->rows);
  int64_t bStrips = divideUp(job.n, job.family->columns);
  int64_t aMost = divideUp(job.mTask, job.family->rows);
  int64_t bMost = divideUp(job.nTask, job.family->columns);
  char *room = getRoom(getRoomBytes(job, aMost, bMost));
  for (int64_t task = begin; task < end; ++task) {
    int64_t item = task / (job.mTasks * job.nTasks);
    int64_t part = task % (job.mTasks * job.nTasks);
    int64_t a = part / job.nTasks * aMost, b = part % job.nTasks * bMost;
    runTask(job, {item, a, min(aStrips, a + aMost), b, min(bStrips, b + bMost)},
            room);
  }
}

static void packAllA(void *context, int64_t begin, int64_t end) {
  const Job &job = *static_cast<const Job *>(context);
  int64_t strips = divideUp(job.m, job.family->rows);
  for (int64_t at = begin; at < end; ++at)
    packA(job, at / strips / job.kBlocks, at / strips % job.kBlocks,
          at % strips, job.packedA + at * job.aStripBytes);
}

static void packAllB(void *context, int64_t begin, int64_t end) {
  const Job &job = *static_cast<const Job *>(context);
  int64_t strips = divideUp(job.n, job.family->columns);
  for (int64_t at = begin; at < end; ++at)
    packB(job, at / strips / job.kBlocks, at / strips % job.kBlocks,
          at % strips, job.packedB + at * job.bStripBytes);
}

/// Cuts the longer side into tasks of whole strips: enough for the threads,
/// each within the cache.
static void cut(Job &job, int64_t threads) {
  const Family &family = *job.family;
  bool cutN = job.n * 2 >= job.m;
  int64_t strip = cutN ? family.columns : family.rows;
  int64_t extent = cutN ? job.n : job.m;
  int64_t stripBytes = cutN ? job.bStripBytes : job.aStripBytes;
  int64_t strips = divideUp(extent, strip);
  int64_t most = blockBytes / stripBytes > 1 ? blockBytes / stripBytes : 1;
  int64_t tasks = divideUp(strips, most);
  int64_t wanted = divideUp(6 * threads, job.batch);
  if (threads > 1 && tasks < wanted)
    tasks = min(strips, wanted);
  int64_t perTask = divideUp(strips, tasks) * strip;
  job.mTask = cutN ? divideUp(job.m, family.rows) * family.rows : perTask;
  job.nTask = cutN ? perTask : divideUp(job.n, family.columns) * family.columns;
  job.mTasks = divideUp(job.m, job.mTask);
  job.nTasks = divideUp(job.n, job.nTask);
}

/// Whether an operand is the same in every run.
static bool isFixed(int64_t origin) {
  return origin == -2 || (origin >= 0 && current->bound[origin]);
}

void amp_cpu::dropPacked(State *state) {
  for (int64_t i = 0; i < state->numPacked; ++i)
    for (char *strips : state->packed[i])
      free(strips);
  free(state->packed);
  state->packed = nullptr;
  state->numPacked = 0;
}

/// The place that keeps packed operand `side` of contraction `slot`; null
/// without memory.
static char **getKept(int64_t slot, int side) {
  if (slot >= current->numPacked) {
    int64_t count = slot + 64;
    size_t bytes = static_cast<size_t>(count) * sizeof(*current->packed);
    auto *grown = static_cast<char *(*)[2]>(realloc(current->packed, bytes));
    if (!grown)
      return nullptr;
    memset(grown + current->numPacked, 0,
           static_cast<size_t>(count - current->numPacked) * sizeof(*grown));
    current->packed = grown;
    current->numPacked = count;
  }
  return &current->packed[slot][side];
}

/// All strips of A (side 0) or B (side 1), packed now or in an earlier run;
/// `owned` tells whether to free them after this one.
static char *packAll(Job &job, int side, bool &owned) {
  const Family &family = *job.family;
  int64_t strips =
      job.batch * job.kBlocks *
      (side ? divideUp(job.n, family.columns) : divideUp(job.m, family.rows));
  int64_t bytes = strips * (side ? job.bStripBytes : job.aStripBytes);
  char *&target = side ? job.packedB : job.packedA;
  char **kept = nullptr;
  if (isFixed(side ? job.plan->bOrigin : job.plan->aOrigin))
    kept = getKept(job.plan->slot, side);
  if (kept && *kept)
    return target = *kept;
  if (kept)
    target = *kept = static_cast<char *>(
        aligned_alloc(64, static_cast<size_t>(divideUp(bytes, 64) * 64)));
  owned = !target;
  if (owned)
    target = static_cast<char *>(
        _mlir_memref_to_llvm_alloc(static_cast<uint64_t>(bytes)));
  amp_cpu_parallel(side ? packAllB : packAllA, &job, strips, 2);
  return target;
}

static void run(Job &job) {
  const Family &family = *job.family;
  int64_t threads = current ? poolSize(current->pool) : 1;
  int64_t kMost = maxSteps * family.pair;
  job.kBlocks = divideUp(job.k, kMost);
  job.kBlock =
      divideUp(divideUp(job.k, job.kBlocks), family.pair * 2) * family.pair * 2;
  job.kBlocks = divideUp(job.k, job.kBlock);
  int64_t depth = getDepth(job, job.kBlock);
  job.aStripBytes = divideUp(depth * family.rows * family.bytes, 64) * 64;
  job.bStripBytes = depth * family.columns * family.bytes;
  cut(job, threads);
  bool ownsA = false, ownsB = false;
  if (job.nTasks > 1 || isFixed(job.plan->aOrigin))
    packAll(job, 0, ownsA);
  if (job.mTasks > 1 || isFixed(job.plan->bOrigin))
    packAll(job, 1, ownsB);
  amp_cpu_parallel(runTasks, &job, job.batch * job.mTasks * job.nTasks, 1);
  if (ownsA)
    _mlir_memref_to_llvm_free(job.packedA);
  if (ownsB)
    _mlir_memref_to_llvm_free(job.packedB);
}

void amp_cpu_contract(const AmpCpuContraction *plan, const void *a,
                      const void *b, float *c) {
  amp_cpu_contract_then(plan, a, b, c, nullptr, nullptr);
}

void amp_cpu_contract_then(const AmpCpuContraction *plan, const void *a,
                           const void *b, float *c, AmpCpuEpilogue epilogue,
                           void *context) {
  Job job;
  memset(&job, 0, sizeof(job));
  job.plan = plan;
  job.epilogue = epilogue;
  job.context = context;
  job.family = findFamily(plan->inputType, current ? current->model->flags : 0);
  job.a = static_cast<const char *>(a);
  job.b = static_cast<const char *>(b);
  job.c = c;
  job.inputBytes = plan->inputType == AMP_TYPE_F32 ? 4 : 2;
  const AmpCpuLoop *batch = plan->loops, *m = batch + plan->numBatch,
                   *n = m + plan->numM, *k = n + plan->numN;
  job.batch = countPoints(batch, plan->numBatch);
  job.m = countPoints(m, plan->numM);
  job.n = countPoints(n, plan->numN);
  job.k = countPoints(k, plan->numK);
  if (!job.batch || !job.m || !job.n)
    return;
  int64_t words = 3 * job.batch + 2 * (job.m + job.n + job.k);
  auto *table = static_cast<int32_t *>(
      _mlir_memref_to_llvm_alloc(static_cast<uint64_t>(words) * 4));
  int32_t *next = table;
  auto fill = [&](const AmpCpuLoop *loops, int64_t count, int64_t points,
                  int64_t AmpCpuLoop::*stride) {
    int32_t *offsets = next;
    fillOffsets(loops, count, stride, offsets);
    next += points;
    return offsets;
  };
  job.batchA = fill(batch, plan->numBatch, job.batch, &AmpCpuLoop::a);
  job.batchB = fill(batch, plan->numBatch, job.batch, &AmpCpuLoop::b);
  job.batchC = fill(batch, plan->numBatch, job.batch, &AmpCpuLoop::c);
  job.mA = fill(m, plan->numM, job.m, &AmpCpuLoop::a);
  job.mC = fill(m, plan->numM, job.m, &AmpCpuLoop::c);
  job.nB = fill(n, plan->numN, job.n, &AmpCpuLoop::b);
  job.nC = fill(n, plan->numN, job.n, &AmpCpuLoop::c);
  job.kA = fill(k, plan->numK, job.k, &AmpCpuLoop::a);
  job.kB = fill(k, plan->numK, job.k, &AmpCpuLoop::b);
  job.columnsContiguous = job.nC[job.n - 1] == job.n - 1;
  run(job);
  _mlir_memref_to_llvm_free(table);
}
