//===- Pool.cpp - Threads of a model on the CPU ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One job at a time. The caller opens it, takes pieces like everybody else and
// closes it once all are taken; it never waits for a thread that has not
// joined, so a busy machine costs speed, not progress. Threads spin for some
// microseconds between jobs, then sleep. They do not come along into a forked
// process: there the caller does all by itself, and waits for nobody.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

using namespace amp_cpu;

namespace amp_cpu {
struct Room {
  char *data;
  int64_t bytes;
};

struct Pool {
  State *state;
  int64_t threads;
  /// The process in which the threads run.
  pid_t process;
  pthread_t *workers;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
  /// Number of the open job; 0 while none is.
  std::atomic<uint64_t> open;
  std::atomic<int64_t> joined, next, sleeping;
  std::atomic<bool> stop;
  uint64_t jobs;
  /// One a thread, the caller's first.
  Room *rooms;
  AmpCpuTask task;
  void *context;
  int64_t count, piece;
};
thread_local State *current = nullptr;
thread_local jmp_buf *escape = nullptr;
} // namespace amp_cpu

static thread_local bool insideJob = false;
static thread_local int64_t threadNumber = 0;

namespace {
struct Worker {
  Pool *pool;
  int64_t number;
};
} // namespace

static void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

static void work(Pool *pool) {
  insideJob = true;
  for (;;) {
    int64_t begin = pool->next.fetch_add(pool->piece);
    if (begin >= pool->count)
      break;
    int64_t end = begin + pool->piece;
    jmp_buf here;
    escape = &here;
    if (!_setjmp(here))
      pool->task(pool->context, begin, end < pool->count ? end : pool->count);
  }
  insideJob = false;
}

/// Waits for a job other than `last`; 0 when the pool ends.
static uint64_t waitForJob(Pool *pool, uint64_t last) {
  for (int spin = 0; spin < 4000; ++spin) {
    uint64_t job = pool->open.load();
    if (pool->stop.load())
      return 0;
    if (job && job != last)
      return job;
    relax();
  }
  pthread_mutex_lock(&pool->mutex);
  pool->sleeping.fetch_add(1);
  uint64_t job = 0;
  while (!pool->stop.load() && (!(job = pool->open.load()) || job == last))
    pthread_cond_wait(&pool->wake, &pool->mutex);
  pool->sleeping.fetch_sub(1);
  pthread_mutex_unlock(&pool->mutex);
  return pool->stop.load() ? 0 : job;
}

static void *runWorker(void *argument) {
  auto *worker = static_cast<Worker *>(argument);
  Pool *pool = worker->pool;
  threadNumber = worker->number;
  free(worker);
  current = pool->state;
  uint64_t last = 0;
  while (uint64_t job = waitForJob(pool, last)) {
    last = job;
    // First join, then look: the caller closes, then waits for who joined.
    pool->joined.fetch_add(1);
    if (uint64_t open = pool->open.load()) {
      last = open;
      work(pool);
    }
    pool->joined.fetch_sub(1);
  }
  return nullptr;
}

Pool *amp_cpu::createPool(int64_t threads, State *state) {
  auto *pool = static_cast<Pool *>(calloc(1, sizeof(Pool)));
  auto *workers = static_cast<pthread_t *>(
      calloc(static_cast<size_t>(threads), sizeof(pthread_t)));
  auto *rooms =
      static_cast<Room *>(calloc(static_cast<size_t>(threads), sizeof(Room)));
  if (!pool || !workers || !rooms) {
    free(pool);
    free(workers);
    free(rooms);
    return nullptr;
  }
  pool->rooms = rooms;
  pool->state = state;
  pool->workers = workers;
  pool->process = getpid();
  pool->threads = 1;
  pthread_mutex_init(&pool->mutex, nullptr);
  pthread_cond_init(&pool->wake, nullptr);
  // Fewer threads than asked for are slower, not wrong.
  while (pool->threads < threads) {
    auto *worker = static_cast<Worker *>(malloc(sizeof(Worker)));
    if (worker)
      *worker = {pool, pool->threads};
    if (!worker ||
        pthread_create(&workers[pool->threads], nullptr, runWorker, worker)) {
      free(worker);
      break;
    }
    ++pool->threads;
  }
  return pool;
}

void amp_cpu::destroyPool(Pool *pool) {
  if (!pool)
    return;
  // In a forked process the mutex may be held by a thread that is not there.
  if (pool->process == getpid()) {
    pthread_mutex_lock(&pool->mutex);
    pool->stop.store(true);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (int64_t i = 1; i < pool->threads; ++i)
      pthread_join(pool->workers[i], nullptr);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
  }
  for (int64_t i = 0; i < pool->threads; ++i)
    free(pool->rooms[i].data);
  free(pool->rooms);
  free(pool->workers);
  free(pool);
}

int64_t amp_cpu::poolSize(const Pool *pool) { return pool->threads; }

char *amp_cpu::getRoom(int64_t bytes) {
  Room &room = current->pool->rooms[threadNumber];
  if (room.bytes < bytes) {
    free(room.data);
    room.bytes = (bytes + 4095) / 4096 * 4096;
    room.data = static_cast<char *>(
        aligned_alloc(4096, static_cast<size_t>(room.bytes)));
    if (!room.data) {
      room.bytes = 0;
      amp_cpu_fail("no memory to pack the operands of a contraction");
    }
  }
  return room.data;
}

void amp_cpu_parallel(AmpCpuTask task, void *context, int64_t count,
                      int64_t grain) {
  Pool *pool = current ? current->pool : nullptr;
  if (!pool || pool->threads == 1 || insideJob || count <= grain ||
      pool->process != getpid()) {
    if (count > 0)
      task(context, 0, count);
    return;
  }
  // About four pieces a thread even out what other processes take away.
  int64_t piece = (count + 4 * pool->threads - 1) / (4 * pool->threads);
  pool->task = task;
  pool->context = context;
  pool->count = count;
  pool->piece = piece > grain ? piece : (grain > 0 ? grain : 1);
  pool->next.store(0);
  pool->open.store(++pool->jobs);
  if (pool->sleeping.load()) {
    pthread_mutex_lock(&pool->mutex);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
  }
  jmp_buf *outer = escape;
  work(pool);
  escape = outer;
  pool->open.store(0);
  while (pool->joined.load())
    relax();
  if (pool->state->failure.load())
    longjmp(*escape, 1);
}
