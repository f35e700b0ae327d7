//===- MachineState.h - Threads, warps and blocks ---------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_MACHINESTATE_H
#define AMP_TOOLS_GPU_EMULATE_MACHINESTATE_H

#include "DeviceMemory.h"
#include "Fiber.h"
#include "Machine.h"
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <vector>

namespace amp_emulate {

/// A copy of cp.async: `valid` bytes, then zeros.
struct Copy {
  char *target;
  const char *source;
  int bytes, valid;
};

/// A TMA store that has not read its source yet.
struct Store {
  const char *source;
  const TensorMap *map;
  int32_t at[5];
  bool done = false;
};

/// A TMA load on its way.
struct Load {
  int64_t target, barrier; ///< Offsets in a window.
  const TensorMap *map;
  int32_t at[5];
  int mask; ///< Blocks of the cluster that receive it.
};

struct Thread {
  Fiber fiber;
  int block, tid, lane, warp;
  int index[3];
  bool done;
  std::vector<Copy> open;
  std::deque<std::vector<Copy>> groups;
  std::vector<Store> openStores;
  std::deque<std::vector<Store>> storeGroups;
  const char *waitsFor;
  /// Whether it may go on; empty where nothing holds it.
  std::function<bool()> condition;
  int clusterPhase;
};

/// A warp's collective operation, run by the last lane to arrive.
struct Warp {
  int arrived = 0;
  /// Of a thread; setmaxnreg changes them.
  int64_t registers = 0;
  uint64_t generation = 0;
  int64_t *arguments[32];
  void *results[32];
};

/// A warpgroup's.
struct Warpgroup {
  int arrived = 0;
  uint64_t generation = 0;
  int64_t *arguments[128];
  void *results[128];
};

struct Mbarrier {
  int count = 0, pending = 0, phase = 0;
  int64_t bytes = 0;
};

struct Block {
  char *window;
  int id[3];
  std::vector<Warp> warps;
  std::vector<Warpgroup> groups;
  std::map<int64_t, Mbarrier> barriers;
  int arrived = 0;
  uint64_t generation = 0;
  /// What setmaxnreg gave back and nobody has taken.
  int64_t freeRegisters = 0;
};

struct Machine {
  Grid grid;
  Order order;
  std::mt19937_64 random;
  std::vector<Thread> threads;
  std::vector<char *> stacks;
  std::vector<Block> blocks;
  std::vector<Load> loads;
  Thread *current = nullptr;
  const std::function<void()> *body = nullptr;
  uint64_t progress = 0;
  int clusterArrived = 0, clusterGeneration = 0;
  Counters *counters = nullptr;
  std::string error;
  char *windows = nullptr;
  DeviceBuffers buffers;

  Block &getBlock() { return blocks[current->block]; }
  Block &getBlockOf(const void *pointer) {
    return blocks[(static_cast<const char *>(pointer) - windows) /
                  kWindowBytes];
  }
  int64_t getOffset(const void *pointer) const {
    return (static_cast<const char *>(pointer) - windows) % kWindowBytes;
  }
  /// Ends the run, from within a thread.
  [[noreturn]] void fail(const std::string &message);
  /// Lets others run until the condition holds. The scheduler asks it, as a
  /// change to another stack costs more than most conditions.
  template <typename Condition>
  void wait(const char *what, Condition condition) {
    if (!condition()) {
      current->waitsFor = what;
      current->condition = std::cref(condition);
      current->fiber.pause();
    }
    ++progress;
  }
};

extern Machine machine;

/// Runs `work` once all lanes of the warp are here.
void runOnWarp(int64_t *arguments, void *result,
               const std::function<void(Warp &)> &work);

/// One step of what goes on beside the threads; false if nothing is on its way.
bool advanceTransfers(bool force);
/// What is left at the end of a cluster.
void finishTransfers();

Intrinsic findHopperIntrinsic(const std::string &name);

/// What handlers share: a slot that holds an address, names by their start.
inline char *getPointer(int64_t slot) { return reinterpret_cast<char *>(slot); }
inline bool startsWith(const std::string &text, const char *prefix) {
  return text.rfind(prefix, 0) == 0;
}

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_MACHINESTATE_H
