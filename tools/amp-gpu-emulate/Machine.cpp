//===- Machine.cpp - A GPU's threads on the CPU ---------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineState.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <sys/mman.h>

namespace amp_emulate {

Machine machine;

static constexpr size_t kStackBytes = 128 << 10;
static constexpr int kMaxCluster = 8;

/// All of them: where no instruction converts one, a call does.
static std::vector<float> makeHalves() {
  std::vector<float> halves(1 << 16);
  for (uint32_t bits = 0; bits < halves.size(); ++bits) {
    auto code = uint16_t(bits);
    _Float16 half;
    std::memcpy(&half, &code, 2);
    halves[bits] = float(half);
  }
  return halves;
}

float halfToFloat(uint16_t bits) {
  static const std::vector<float> halves = makeHalves();
  return halves[bits];
}

uint16_t floatToHalf(float value) {
  _Float16 half = _Float16(value);
  uint16_t bits;
  std::memcpy(&bits, &half, 2);
  return bits;
}

float bfloatToFloat(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, 4);
  return value;
}

static float e4m3ToFloat(uint8_t bits) {
  float sign = bits & 0x80 ? -1 : 1;
  int exponent = bits >> 3 & 15, mantissa = bits & 7;
  if (exponent == 15 && mantissa == 7)
    return NAN;
  if (exponent == 0)
    return sign * std::ldexp(float(mantissa), -9);
  return sign * std::ldexp(float(8 + mantissa), exponent - 10);
}

float readNumber(Format format, const char *from) {
  uint16_t bits = uint8_t(*from);
  if (getBytes(format) == 2)
    std::memcpy(&bits, from, 2);
  switch (format) {
  case Format::F16:
    return halfToFloat(bits);
  case Format::BF16:
    return bfloatToFloat(bits);
  case Format::E4M3:
    return e4m3ToFloat(uint8_t(bits));
  case Format::E5M2: // The upper half of an f16.
    return halfToFloat(uint16_t(bits << 8));
  }
  return NAN;
}

bool parseFormats(const std::string &text, Format &a, Format &b) {
  static const std::pair<const char *, Format> kNames[] = {
      {"bf16", Format::BF16},
      {"f16", Format::F16},
      {"e4m3", Format::E4M3},
      {"e5m2", Format::E5M2}};
  auto parse = [&](size_t at, Format &format) -> size_t {
    for (auto [name, value] : kNames)
      if (text.compare(at, std::strlen(name), name) == 0) {
        format = value;
        return at + std::strlen(name);
      }
    return std::string::npos;
  };
  const char mark[] = "f32.";
  size_t at = text.find(mark);
  if (at == std::string::npos)
    return false;
  at = parse(at + std::strlen(mark), a);
  if (at == std::string::npos)
    return false;
  b = a;
  if (at + 1 < text.size() && text[at] == '.')
    parse(at + 1, b);
  return true;
}

uint16_t floatToBfloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  if ((bits & 0x7fffffff) > 0x7f800000)
    return uint16_t(bits >> 16 | 0x40);
  return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

void Machine::fail(const std::string &message) {
  if (error.empty())
    error = message;
  for (;;)
    current->fiber.pause();
}

void *getShared() { return machine.getBlock().window; }

static void check(const void *address, int64_t bytes, const char *does) {
  // Windows, and one before them that belongs to no block.
  int64_t at = static_cast<const char *>(address) - machine.windows;
  bool isShared =
      at >= -kWindowBytes && at < int64_t(machine.blocks.size()) * kWindowBytes;
  int64_t offset = at < 0 ? at : at % kWindowBytes,
          shared = machine.grid.shared;
  if (isShared ? offset >= 0 && offset + bytes <= shared
               : machine.buffers.allows(address, bytes))
    return;
  ++machine.counters->outside;
  const Thread &thread = *machine.current;
  auto place = [](const int *index) {
    return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) +
           ", " + std::to_string(index[2]) + ")";
  };
  std::string where =
      isShared ? std::to_string(bytes) + " bytes at " + std::to_string(offset) +
                     " of " + std::to_string(shared) + " bytes of shared memory"
               : machine.buffers.describe(address, bytes);
  machine.fail("thread " + place(thread.index) + " of block " +
               place(machine.getBlock().id) + " " + does + " " + where);
}

void checkRead(const void *address, int64_t bytes) {
  check(address, bytes, "reads");
}

void checkWrite(const void *address, int64_t bytes) {
  check(address, bytes, "writes");
}

void runOnWarp(int64_t *arguments, void *result,
               const std::function<void(Warp &)> &work) {
  Warp &warp = machine.getBlock().warps[machine.current->warp];
  int lane = machine.current->lane;
  warp.arguments[lane] = arguments;
  warp.results[lane] = result;
  uint64_t generation = warp.generation;
  ++machine.progress;
  if (++warp.arrived == 32) {
    work(warp);
    warp.arrived = 0;
    ++warp.generation;
    return;
  }
  machine.wait("a warp's instruction",
               [&] { return warp.generation != generation; });
}

/// The fiber's first function.
static void runThread() {
  (*machine.body)();
  machine.current->done = true;
  ++machine.progress;
  machine.current->fiber.pause();
}

/// Shared memory and stacks live as long as the process.
static void allocate(size_t blocks, size_t threads) {
  if (!machine.windows) {
    size_t bytes = kWindowBytes * (kMaxCluster + 2);
    char *memory =
        static_cast<char *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    uintptr_t start = reinterpret_cast<uintptr_t>(memory);
    machine.windows = memory + (2 * kWindowBytes - start % kWindowBytes);
  }
  while (machine.stacks.size() < blocks * threads)
    machine.stacks.push_back(static_cast<char *>(
        mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)));
  machine.threads.resize(blocks * threads);
  machine.blocks.resize(blocks);
}

static void resetCluster(int64_t first, int64_t threads) {
  const Grid &grid = machine.grid;
  for (size_t number = 0; number < machine.blocks.size(); ++number) {
    Block &block = machine.blocks[number];
    block = Block();
    block.window = machine.windows + number * kWindowBytes;
    std::memset(block.window, 0xff, kWindowBytes);
    int64_t id = first + number;
    block.id[0] = id % grid.grid[0];
    block.id[1] = id / grid.grid[0] % grid.grid[1];
    block.id[2] = id / (grid.grid[0] * grid.grid[1]);
    block.warps.resize((threads + 31) / 32);
    // As many as fit, in steps of 8, as ptxas has it where setmaxnreg is.
    constexpr int64_t kRegisters = 65536, kMost = 248;
    for (Warp &warp : block.warps)
      warp.registers = std::min(kRegisters / threads / 8 * 8, kMost);
    block.groups.resize((threads + 127) / 128);
  }
  for (size_t number = 0; number < machine.threads.size(); ++number) {
    Thread &thread = machine.threads[number];
    thread.block = number / threads;
    thread.tid = number % threads;
    thread.lane = thread.tid % 32;
    thread.warp = thread.tid / 32;
    thread.index[0] = thread.tid % grid.block[0];
    thread.index[1] = thread.tid / grid.block[0] % grid.block[1];
    thread.index[2] = thread.tid / (grid.block[0] * grid.block[1]);
    thread.done = false;
    thread.waitsFor = "its start";
    thread.condition = nullptr;
    thread.clusterPhase = 0;
    thread.open.clear();
    thread.groups.clear();
    thread.openStores.clear();
    thread.storeGroups.clear();
    thread.fiber.start(machine.stacks[number], kStackBytes, runThread);
  }
  machine.loads.clear();
  machine.clusterArrived = machine.clusterGeneration = 0;
}

/// What the threads that are not done wait for, once each.
static std::string describeDeadlock() {
  std::map<std::string, int> waits;
  for (const Thread &thread : machine.threads)
    if (!thread.done)
      ++waits[thread.waitsFor];
  std::string text = "deadlock:";
  for (const auto &[what, count] : waits)
    text += " " + std::to_string(count) + " threads wait for " + what + ";";
  return text;
}

static void runCluster() {
  std::vector<int> order(machine.threads.size());
  std::iota(order.begin(), order.end(), 0);
  if (machine.order == Order::BackwardEarly)
    std::reverse(order.begin(), order.end());
  size_t left = order.size();
  while (left > 0 && machine.error.empty()) {
    uint64_t before = machine.progress;
    if (machine.order == Order::Random)
      std::shuffle(order.begin(), order.end(), machine.random);
    for (int number : order) {
      Thread &thread = machine.threads[number];
      if (thread.done)
        continue;
      machine.current = &thread;
      if (!thread.condition || thread.condition()) {
        thread.condition = nullptr;
        thread.fiber.resume();
        left -= thread.done;
        if (!machine.error.empty())
          return;
      }
      advanceTransfers(/*force=*/false);
    }
    if (machine.progress == before && !advanceTransfers(/*force=*/true))
      machine.error = describeDeadlock();
  }
  if (machine.error.empty())
    finishTransfers();
}

std::string launch(const Grid &grid, Order order, uint64_t seed,
                   const std::function<void()> &body, Counters &counters) {
  int64_t threads = grid.block[0] * grid.block[1] * grid.block[2];
  int64_t blocks = grid.grid[0] * grid.grid[1] * grid.grid[2];
  if (grid.shared > kWindowBytes || grid.cluster > kMaxCluster ||
      blocks % grid.cluster != 0)
    return "launch does not fit";
  machine.grid = grid;
  machine.order = order;
  machine.random.seed(seed);
  machine.body = &body;
  machine.counters = &counters;
  machine.error.clear();
  machine.buffers = DeviceBuffers::list();
  allocate(grid.cluster, threads);
  for (int64_t first = 0; first < blocks && machine.error.empty();
       first += grid.cluster) {
    resetCluster(first, threads);
    runCluster();
  }
  return machine.error;
}

} // namespace amp_emulate
