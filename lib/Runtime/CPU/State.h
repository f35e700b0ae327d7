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
};

/// The state whose run the calling thread works for; null outside runs.
extern thread_local State *current;

/// A pool of `threads` threads, the caller's included; null without memory.
Pool *createPool(int64_t threads, State *state);
void destroyPool(Pool *pool);
/// How many threads, the caller's included.
int64_t poolSize(const Pool *pool);

Memory *createMemory();
void destroyMemory(Memory *memory);

} // namespace amp_cpu

#endif // AMP_RUNTIME_CPU_STATE_H
