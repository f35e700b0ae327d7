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

#include "Job.h"
#include "State.h"
#include <stdlib.h>
#include <string.h>

using namespace amp_cpu;

/// Bytes of a task's packed part of the longer side: a share of the L2 cache.
static constexpr int64_t blockBytes = 384 * 1024;
/// Steps of k in a block: a strip of A of this depth stays in the L1 cache.
static constexpr int64_t maxSteps = 384;
/// The shortest k for which rows of C are worth being turned.
static constexpr int64_t shortestTurned = 64;

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

static void runTasks(void *context, int64_t begin, int64_t end) {
  const Job &job = *static_cast<const Job *>(context);
  int64_t aStrips = job.countAStrips(), bStrips = job.countBStrips();
  int64_t aMost = divideUp(job.mTask, job.stripRows);
  int64_t bMost = divideUp(job.nTask, job.family->columns);
  char *room = getRoom(getRoomBytes(job, aMost, bMost));
  for (int64_t task = begin; task < end; ++task) {
    int64_t item = task / (job.mTasks * job.nTasks);
    int64_t part = task % (job.mTasks * job.nTasks);
    int64_t a = part / job.nTasks * aMost, b = part % job.nTasks * bMost;
    runPart(job, {item, a, min(aStrips, a + aMost), b, min(bStrips, b + bMost)},
            room);
  }
}

static void packAllA(void *context, int64_t begin, int64_t end) {
  const Job &job = *static_cast<const Job *>(context);
  int64_t strips = job.countAStrips();
  for (int64_t at = begin; at < end; ++at)
    packA(job, at / strips / job.kBlocks, at / strips % job.kBlocks,
          at % strips, job.packedA + at * job.aStripBytes);
}

static void packAllB(void *context, int64_t begin, int64_t end) {
  const Job &job = *static_cast<const Job *>(context);
  int64_t strips = job.countBStrips();
  for (int64_t at = begin; at < end; ++at)
    packB(job, at / strips / job.kBlocks, at / strips % job.kBlocks,
          at % strips, job.packedB + at * job.bStripBytes);
}

/// Cuts the longer side into tasks of whole strips: enough for the threads,
/// each within the cache.
static void cut(Job &job, int64_t threads) {
  const Family &family = *job.family;
  bool cutN = job.n * 2 >= job.m;
  int64_t strip = cutN ? family.columns : job.stripRows;
  int64_t extent = cutN ? job.n : job.m;
  int64_t stripBytes = cutN ? job.bStripBytes : job.aStripBytes;
  int64_t strips = divideUp(extent, strip);
  int64_t most = blockBytes / stripBytes > 1 ? blockBytes / stripBytes : 1;
  int64_t tasks = divideUp(strips, most);
  int64_t wanted = divideUp(6 * threads, job.batch);
  if (threads > 1 && tasks < wanted)
    tasks = min(strips, wanted);
  int64_t perTask = divideUp(strips, tasks) * strip;
  job.mTask = cutN ? job.countAStrips() * job.stripRows : perTask;
  job.nTask = cutN ? perTask : job.countBStrips() * family.columns;
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
  int64_t strips = job.batch * job.kBlocks *
                   (side ? job.countBStrips() : job.countAStrips());
  int64_t bytes = strips * (side ? job.bStripBytes : job.aStripBytes);
  char *&target = side ? job.packedB : job.packedA;
  char **kept = nullptr;
  if (isFixed(side ? job.bOrigin : job.aOrigin))
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

/// Decides by which strips tasks go: by those that are the same in every run,
/// once through, as no cache holds all of a model's.
static void chooseOrder(Job &job) {
  bool aFits = job.countAStrips() * job.aStripBytes <= blockBytes;
  bool farB = isFixed(job.bOrigin);
  job.columnsFirst = job.turned || (farB && job.mTasks == 1 && aFits);
  job.fetchesAhead = job.columnsFirst ? farB : isFixed(job.aOrigin);
}

static void run(Job &job) {
  const Family &family = *job.family;
  int64_t threads = current ? poolSize(current->pool) : 1;
  int64_t kMost = maxSteps * family.pair;
  job.kBlocks = divideUp(job.k, kMost);
  job.kBlock =
      divideUp(divideUp(job.k, job.kBlocks), family.pair * 2) * family.pair * 2;
  job.kBlocks = divideUp(job.k, job.kBlock);
  job.stripRows = divideUp(job.m, divideUp(job.m, family.rows));
  int64_t depth = job.getDepth(job.kBlock);
  job.aStripBytes = divideUp(depth * family.rows * family.bytes, 64) * 64;
  job.bStripBytes = depth * family.columns * family.bytes;
  cut(job, threads);
  chooseOrder(job);
  bool ownsA = false, ownsB = false;
  if (job.nTasks > 1 || isFixed(job.aOrigin))
    packAll(job, 0, ownsA);
  if (job.mTasks > 1 || isFixed(job.bOrigin))
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

/// Whether the loops go through a row of C.
static bool isRowOfC(const AmpCpuLoop *loops, int64_t count) {
  int64_t length = 1;
  for (int64_t i = count - 1; i >= 0; --i) {
    if (loops[i].c != length && loops[i].extent != 1)
      return false;
    length *= loops[i].extent;
  }
  return true;
}

/// Decides which side gives the columns of tiles: the rows of C, or where these
/// would leave many lanes of vectors without work, the other side.
static void chooseSides(Job &job, const AmpCpuLoop *n) {
  const AmpCpuContraction &plan = *job.plan;
  int64_t lanes = job.family->lanes;
  int64_t straight = job.m * divideUp(job.n, lanes),
          turned = job.n * divideUp(job.m, lanes);
  job.turned = job.k >= shortestTurned && turned * 8 < straight * 7 &&
               isRowOfC(n, plan.numN);
  job.aOrigin = job.turned ? plan.bOrigin : plan.aOrigin;
  job.bOrigin = job.turned ? plan.aOrigin : plan.bOrigin;
  if (!job.turned)
    return;
  swap(job.a, job.b);
  swap(job.m, job.n);
}

/// Fills the tables of offsets, in `table`.
static void fillTables(Job &job, int32_t *table) {
  const AmpCpuContraction &plan = *job.plan;
  const AmpCpuLoop *batch = plan.loops, *m = batch + plan.numBatch,
                   *n = m + plan.numM, *k = n + plan.numN;
  int64_t numM = plan.numM, numN = plan.numN;
  int64_t AmpCpuLoop::*a = &AmpCpuLoop::a, AmpCpuLoop::*b = &AmpCpuLoop::b;
  if (job.turned) {
    swap(m, n);
    swap(numM, numN);
    swap(a, b);
  }
  auto fill = [&](const AmpCpuLoop *loops, int64_t count, int64_t points,
                  int64_t AmpCpuLoop::*stride) {
    int32_t *offsets = table;
    fillOffsets(loops, count, stride, offsets);
    table += points;
    return offsets;
  };
  job.batchA = fill(batch, plan.numBatch, job.batch, a);
  job.batchB = fill(batch, plan.numBatch, job.batch, b);
  job.batchC = fill(batch, plan.numBatch, job.batch, &AmpCpuLoop::c);
  job.mA = fill(m, numM, job.m, a);
  job.mC = fill(m, numM, job.m, &AmpCpuLoop::c);
  job.nB = fill(n, numN, job.n, b);
  job.nC = fill(n, numN, job.n, &AmpCpuLoop::c);
  job.kA = fill(k, plan.numK, job.k, a);
  job.kB = fill(k, plan.numK, job.k, b);
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
  chooseSides(job, n);
  int64_t words = 3 * job.batch + 2 * (job.m + job.n + job.k);
  auto *table = static_cast<int32_t *>(
      _mlir_memref_to_llvm_alloc(static_cast<uint64_t>(words) * 4));
  fillTables(job, table);
  job.columnsContiguous = job.nC[job.n - 1] == job.n - 1;
  run(job);
  _mlir_memref_to_llvm_free(table);
}
