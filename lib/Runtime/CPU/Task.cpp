//===- Task.cpp - A part of a contraction ---------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Job.h"
#include <string.h>

using namespace amp_cpu;

void amp_cpu::packA(const Job &job, int64_t item, int64_t kb, int64_t strip,
                    char *target) {
  int64_t first = strip * job.stripRows, k = kb * job.kBlock;
  Source source = {job.a + job.batchA[item] * job.inputBytes, job.kA + k,
                   job.mA + first};
  job.family->packA(target, source, min(job.stripRows, job.m - first),
                    min(job.kBlock, job.k - k));
}

void amp_cpu::packB(const Job &job, int64_t item, int64_t kb, int64_t strip,
                    char *target) {
  int64_t first = strip * job.family->columns, k = kb * job.kBlock;
  Source source = {job.b + job.batchB[item] * job.inputBytes, job.kB + k,
                   job.nB + first};
  job.family->packB(target, source, min(job.family->columns, job.n - first),
                    min(job.kBlock, job.k - k));
}

namespace {
/// Where a tile of C goes: row i starts at c[rows[i]].
struct Tile {
  float *c;
  const int32_t *rows;
};

class Task {
public:
  Task(const Job &job, const Part &part, char *room);
  void run();

private:
  const char *getA(int64_t i) const;
  const char *getB(int64_t j) const;
  int64_t countRows(int64_t i) const {
    return min(job.stripRows, job.m - i * job.stripRows);
  }
  int64_t countColumns(int64_t j) const {
    return min(family.columns, job.n - j * family.columns);
  }
  int64_t getPartRows() const {
    return (part.aLast - part.aFirst) * job.stripRows;
  }
  /// Floats in a row of what is buffered of C.
  int64_t getWidth() const;
  float *getBuffer(int64_t strip) const;
  void pack();
  void multiplyStrips(int64_t i, int64_t j, Tile tile, bool fromZero,
                      const char *next);
  void multiplyIntoC(int64_t i, int64_t j, const char *next);
  void multiplyTile(int64_t i, int64_t j, const char *next);
  void multiply();
  void finishStrip(int64_t i);
  void finishTurned(int64_t j);

  const Job &job;
  const Family &family;
  const Part &part;
  char *aRoom, *bRoom;
  /// Sums, where they are not in C; with rows of C turned back behind them.
  float *buffer;
  /// The block of k under way.
  int64_t kb = 0;
  int32_t bufferRows[32] = {};
};
} // namespace

/// Whether sums are in buffers until they are complete, not in C.
static bool buffersC(const Job &job) {
  return job.turned || (job.epilogue && job.plan->fromZero);
}

/// Whether the buffer is that of one strip, used again for the next.
static bool buffersOneStrip(const Job &job) {
  return job.kBlocks == 1 && job.turned == job.columnsFirst;
}

/// Floats between turned rows of a part with `rows`: whole blocks of 16.
static int64_t getTurnedPitch(int64_t rows) { return divideUp(rows, 16) * 16; }

int64_t amp_cpu::getRoomBytes(const Job &job, int64_t aStrips,
                              int64_t bStrips) {
  int64_t bytes = aStrips * job.aStripBytes + bStrips * job.bStripBytes;
  if (!buffersC(job))
    return bytes;
  int64_t rows = aStrips * job.stripRows, columns = job.family->columns;
  bool once = buffersOneStrip(job);
  int64_t floats = job.turned
                       ? rows * columns * (once ? 1 : bStrips) +
                             columns * getTurnedPitch(rows)
                       : (once ? job.stripRows : rows) * bStrips * columns;
  return bytes + floats * 4;
}

Task::Task(const Job &job, const Part &part, char *room)
    : job(job), family(*job.family), part(part), aRoom(room) {
  int64_t aCount = part.aLast - part.aFirst, bCount = part.bLast - part.bFirst;
  bRoom = aRoom + (job.packedA ? 0 : aCount * job.aStripBytes);
  char *cRoom = bRoom + (job.packedB ? 0 : bCount * job.bStripBytes);
  buffer = buffersC(job) ? reinterpret_cast<float *>(cRoom) : nullptr;
  for (int64_t r = 0; r < family.rows; ++r)
    bufferRows[r] = static_cast<int32_t>(r * getWidth());
}

int64_t Task::getWidth() const {
  return job.turned ? family.columns
                    : (part.bLast - part.bFirst) * family.columns;
}

/// The buffer of a strip of A, or where rows are turned of B.
float *Task::getBuffer(int64_t strip) const {
  int64_t first = job.turned ? part.bFirst : part.aFirst;
  int64_t rows = job.turned ? getPartRows() : job.stripRows;
  return buffer +
         (buffersOneStrip(job) ? 0 : strip - first) * rows * getWidth();
}

const char *Task::getA(int64_t i) const {
  if (!job.packedA)
    return aRoom + (i - part.aFirst) * job.aStripBytes;
  int64_t block = part.item * job.kBlocks + kb;
  return job.packedA + (block * job.countAStrips() + i) * job.aStripBytes;
}

const char *Task::getB(int64_t j) const {
  if (!job.packedB)
    return bRoom + (j - part.bFirst) * job.bStripBytes;
  int64_t block = part.item * job.kBlocks + kb;
  return job.packedB + (block * job.countBStrips() + j) * job.bStripBytes;
}

void Task::pack() {
  if (!job.packedA)
    for (int64_t i = part.aFirst; i < part.aLast; ++i)
      packA(job, part.item, kb, i, aRoom + (i - part.aFirst) * job.aStripBytes);
  if (!job.packedB)
    for (int64_t j = part.bFirst; j < part.bLast; ++j)
      packB(job, part.item, kb, j, bRoom + (j - part.bFirst) * job.bStripBytes);
}

/// Multiplies two strips into `tile`, whose columns lie side by side, and
/// fetches a line a step from `next` on.
void Task::multiplyStrips(int64_t i, int64_t j, Tile tile, bool fromZero,
                          const char *next) {
  int64_t columns = countColumns(j);
  int64_t vectors = divideUp(columns, family.lanes);
  int64_t depth = job.getDepth(min(job.kBlock, job.k - kb * job.kBlock));
  uint32_t mask = (1u << (columns - (vectors - 1) * family.lanes)) - 1;
  family.kernels[countRows(i) - 1][vectors - 1](
      depth, getA(i), getB(j), tile.c, tile.rows, mask, fromZero, next);
}

/// The same into C, through a buffer where its columns are apart.
void Task::multiplyIntoC(int64_t i, int64_t j, const char *next) {
  int64_t row = i * job.stripRows, column = j * family.columns;
  bool fromZero = kb == 0 && job.plan->fromZero;
  float *c = job.c + job.batchC[part.item];
  if (job.columnsContiguous) {
    multiplyStrips(i, j, {c + job.nC[column], job.mC + row}, fromZero, next);
    return;
  }
  alignas(64) float tile[32 * 32];
  int32_t tileRows[32] = {};
  for (int64_t r = 0; r < family.rows; ++r)
    tileRows[r] = static_cast<int32_t>(32 * r);
  multiplyStrips(i, j, {tile, tileRows}, true, next);
  for (int64_t r = 0; r < countRows(i); ++r)
    for (int64_t v = 0; v < countColumns(j); ++v) {
      float &place = c[job.mC[row + r] + job.nC[column + v]];
      place = fromZero ? tile[32 * r + v] : place + tile[32 * r + v];
    }
}

/// Runs the epilogue on the rows of strip `i` of A, in C or in the buffer.
void Task::finishStrip(int64_t i) {
  int64_t begin = part.bFirst * family.columns;
  int64_t end = min(job.n, part.bLast * family.columns);
  for (int64_t r = 0; r < countRows(i); ++r) {
    int64_t start = job.batchC[part.item] + job.mC[i * job.stripRows + r];
    const float *sums =
        buffer ? getBuffer(i) + bufferRows[r] : job.c + start + begin;
    job.epilogue(job.context, sums, start / job.n, begin, end);
  }
}

/// Turns the columns of strip `j` of B, whose sums are complete, into rows of C
/// or of what the epilogue is given.
void Task::finishTurned(int64_t j) {
  int64_t rows = getPartRows(), pitch = getTurnedPitch(rows);
  int64_t begin = part.aFirst * job.stripRows;
  int64_t end = min(job.m, part.aLast * job.stripRows);
  float *lines =
      buffer + rows * family.columns *
                   (buffersOneStrip(job) ? 1 : part.bLast - part.bFirst);
  family.turn(getBuffer(j), family.columns, end - begin, lines, pitch);
  for (int64_t v = 0; v < countColumns(j); ++v) {
    int64_t start = job.batchC[part.item] + job.nC[j * family.columns + v];
    float *line = lines + v * pitch, *place = job.c + start + begin;
    if (!job.plan->fromZero)
      for (int64_t r = 0; r < end - begin; ++r)
        line[r] += place[r];
    if (job.epilogue)
      job.epilogue(job.context, line, start / job.m, begin, end);
    else
      memcpy(place, line, static_cast<size_t>(end - begin) * 4);
  }
}

/// Multiplies two strips into where their sums are until they are complete.
void Task::multiplyTile(int64_t i, int64_t j, const char *next) {
  if (!buffer)
    return multiplyIntoC(i, j, next);
  float *sums = job.turned ? getBuffer(j) + (i - part.aFirst) * job.stripRows *
                                                family.columns
                           : getBuffer(i) + (j - part.bFirst) * family.columns;
  multiplyStrips(i, j, {sums, bufferRows}, kb == 0, next);
}

/// A block of k.
void Task::multiply() {
  bool complete = kb + 1 == job.kBlocks, byColumns = job.columnsFirst;
  int64_t outerFirst = byColumns ? part.bFirst : part.aFirst,
          outerLast = byColumns ? part.bLast : part.aLast,
          innerFirst = byColumns ? part.aFirst : part.bFirst,
          innerLast = byColumns ? part.aLast : part.bLast;
  for (int64_t outer = outerFirst; outer < outerLast; ++outer) {
    const char *here = byColumns ? getB(outer) : getA(outer);
    const char *next = byColumns ? getB(outer + 1) : getA(outer + 1);
    const char *end = next + (byColumns ? job.bStripBytes : job.aStripBytes);
    for (int64_t inner = innerFirst; inner < innerLast; ++inner) {
      const char *ahead = job.fetchesAhead && next < end ? next : here;
      next += job.getDepth(job.kBlock) * 64;
      multiplyTile(byColumns ? inner : outer, byColumns ? outer : inner, ahead);
    }
    if (complete && job.turned)
      finishTurned(outer);
    else if (complete && job.epilogue && !byColumns)
      finishStrip(outer);
  }
  if (complete && job.epilogue && byColumns && !job.turned)
    for (int64_t i = part.aFirst; i < part.aLast; ++i)
      finishStrip(i);
}

void Task::run() {
  for (kb = 0; kb < job.kBlocks; ++kb) {
    pack();
    multiply();
  }
}

void amp_cpu::runPart(const Job &job, const Part &part, char *room) {
  Task(job, part, room).run();
}
