//===- State.h - A model's state on the CPU ----------------------*- C++
//-*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_STATE_H
#define AMP_RUNTIME_CPU_STATE_H

#include "AmpDialect/Runtime/CPU.h"
#include "AmpDialect/Runtime/Target.h"
#include <atomic>
#include <setjmp.h>

namespace amp_cpu {

struct Pool;
struct Memory;

struct State {
  Pool *pool;
  Memory *memory;
  const AmpModelDescriptor *model;
  /// One flag an input: bound for good.
  bool *bound;
  const void *const *inputs;
  std::atomic<const char *> failure;
  /// Packed constants by slot and operand (see AmpCpuContraction).
  char *(*packed)[2];
  int64_t numPacked;
};

/// The state whose run the calling thread works for; null outside runs.
extern thread_local State *current;

/// Where amp_cpu_fail goes: the end of the piece or of the run that the calling
/// thread is in.
extern thread_local jmp_buf *escape;

/// A pool of `threads` threads, the caller's included; null without memory.
Pool *createPool(int64_t threads, State *state);
void destroyPool(Pool *pool);
/// How many threads, the caller's included.
int64_t poolSize(const Pool *pool);

/// A buffer of the calling thread, the pool's as long as it lives.
char *getRoom(int64_t bytes);

/// Forgets packed constants.
void dropPacked(State *state);

Memory *createMemory();
/// Takes back all that is in use.
void resetMemory(Memory *memory);
void destroyMemory(Memory *memory);

} // namespace amp_cpu

#endif // AMP_RUNTIME_CPU_STATE_H
