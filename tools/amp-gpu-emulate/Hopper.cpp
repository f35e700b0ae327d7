//===- Hopper.cpp - NVVM intrinsics of sm_90a -----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clusters, mbarriers with transaction counts, TMA tiles with a swizzle (late
// and out of order), wgmma through matrix descriptors, stmatrix, setmaxnreg.
//
//===----------------------------------------------------------------------===//

#include "MachineState.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace amp_emulate {

/// Where a swizzle over rows of `bytes` (128, 64, 32; 0 for none) puts what
/// lies at this offset of a window: 16-byte pieces of a row trade places by the
/// line of 128 bytes that they are in.
static int64_t swizzle(int64_t offset, int64_t bytes = 128) {
  int64_t pieces = bytes / 16;
  return pieces == 0 ? offset : offset ^ ((offset >> 7 & (pieces - 1)) << 4);
}

//===----------------------------------------------------------------------===//
// mbarrier and clusters
//===----------------------------------------------------------------------===//

static Mbarrier &getBarrier(const void *pointer) {
  checkRead(pointer, 8);
  return machine.getBlockOf(pointer).barriers[machine.getOffset(pointer)];
}

static void settle(Mbarrier &barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0)
    return;
  barrier.phase ^= 1;
  barrier.pending = barrier.count;
  ++machine.progress;
}

static void arrive(Mbarrier &barrier, int count) {
  if (barrier.count == 0)
    machine.fail("arrival at an mbarrier without a count");
  barrier.pending -= count;
  if (barrier.pending < 0)
    machine.fail("too many arrivals at an mbarrier");
  ++machine.progress;
  settle(barrier);
}

Intrinsic getMbarrierTryWait() {
  return [](int64_t *arguments, void *) {
    Mbarrier &barrier = getBarrier(getPointer(arguments[0]));
    int parity = int(arguments[1] & 1);
    machine.wait("an mbarrier",
                 [&barrier, parity] { return (barrier.phase ^ 1) == parity; });
  };
}

static void arriveAtCluster() {
  machine.current->clusterPhase = machine.clusterGeneration;
  ++machine.progress;
  if (++machine.clusterArrived == int(machine.threads.size())) {
    machine.clusterArrived = 0;
    ++machine.clusterGeneration;
  }
}

//===----------------------------------------------------------------------===//
// TMA
//===----------------------------------------------------------------------===//

/// Calls `use(offset in the box, address or null outside)` for each element.
template <typename Use>
static void forEachElement(const TensorMap &map, const int32_t *at, Use use) {
  int64_t index[5] = {};
  int64_t count = 1;
  for (int d = 0; d < map.rank; ++d)
    count *= map.box[d];
  for (int64_t element = 0; element < count; ++element) {
    char *address = map.base;
    for (int d = 0; d < map.rank; ++d) {
      int64_t position = at[d] + index[d];
      if (position < 0 || position >= map.dims[d])
        address = nullptr;
      else if (address)
        address += position * map.strides[d];
    }
    use(element * map.elementBytes, address);
    for (int d = 0; d < map.rank && ++index[d] == map.box[d]; ++d)
      index[d] = 0;
  }
}

/// Checks what of a tile lies in the tensor: from its first to its last
/// element.
static void checkTile(const TensorMap &map, const int32_t *at,
                      void (*check)(const void *, int64_t)) {
  int64_t first = 0, last = map.elementBytes;
  for (int d = 0; d < map.rank; ++d) {
    int64_t begin = std::max<int64_t>(at[d], 0);
    int64_t end = std::min(at[d] + map.box[d], map.dims[d]);
    if (begin >= end)
      return;
    first += begin * map.strides[d];
    last += (end - 1) * map.strides[d];
  }
  check(map.base + first, last - first);
}

/// Rows that are shorter than the swizzle an H200 puts elsewhere; longer ones a
/// driver refuses.
static void checkSwizzle(const TensorMap &map) {
  int64_t bytes = map.box[0] * map.elementBytes;
  if (map.swizzle != 0 && bytes != map.swizzle)
    machine.fail("a box has rows of " + std::to_string(bytes) +
                 " bytes in a swizzle of " + std::to_string(map.swizzle));
}

static int64_t getBoxBytes(const TensorMap &map) {
  int64_t bytes = map.elementBytes;
  for (int d = 0; d < map.rank; ++d)
    bytes *= map.box[d];
  return bytes;
}

static void execute(const Load &load) {
  const TensorMap &map = *load.map;
  for (size_t number = 0; number < machine.blocks.size(); ++number) {
    if (!(load.mask >> number & 1))
      continue;
    Block &block = machine.blocks[number];
    forEachElement(map, load.at, [&](int64_t offset, const char *address) {
      char *target = block.window + swizzle(load.target + offset, map.swizzle);
      if (address)
        std::memcpy(target, address, map.elementBytes);
      else
        std::memset(target, 0, map.elementBytes);
    });
    Mbarrier &barrier = block.barriers[load.barrier];
    barrier.bytes -= getBoxBytes(map);
    settle(barrier);
  }
  ++machine.progress;
}

static void execute(Store &store) {
  if (store.done)
    return;
  store.done = true;
  const char *window = machine.getBlockOf(store.source).window;
  int64_t source = machine.getOffset(store.source);
  forEachElement(*store.map, store.at, [&](int64_t offset, char *address) {
    if (address)
      std::memcpy(address,
                  window + swizzle(source + offset, store.map->swizzle),
                  store.map->elementBytes);
  });
}

static void waitStores(size_t left) {
  std::deque<std::vector<Store>> &groups = machine.current->storeGroups;
  for (; groups.size() > left; groups.pop_front())
    for (Store &store : groups.front())
      execute(store);
}

/// (target, mbarrier, map, coordinates, mask, cache hint, has mask, ...).
static void loadTile(int64_t *arguments, int rank, bool clustered) {
  Load load;
  load.target = machine.getOffset(getPointer(arguments[0]));
  load.barrier = machine.getOffset(getPointer(arguments[1]));
  load.map = reinterpret_cast<const TensorMap *>(arguments[2]);
  for (int d = 0; d < rank; ++d)
    load.at[d] = int32_t(arguments[3 + d]);
  load.mask = 1 << machine.current->block;
  if (clustered && (arguments[3 + rank + 2] & 1))
    load.mask = int(arguments[3 + rank] & 0xffff);
  if (load.target % 1024)
    machine.fail("a TMA tile is not aligned to 1024 bytes");
  if (load.map->rank != rank)
    machine.fail("a tensor map's rank differs from the copy's");
  checkSwizzle(*load.map);
  checkTile(*load.map, load.at, checkRead);
  checkWrite(getPointer(arguments[0]), getBoxBytes(*load.map));
  ++machine.progress;
  if (machine.order == Order::BackwardEarly)
    execute(load);
  else
    machine.loads.push_back(load);
}

bool advanceTransfers(bool force) {
  auto land = [](size_t number) {
    execute(machine.loads[number]);
    machine.loads.erase(machine.loads.begin() + number);
  };
  if (force) {
    if (machine.loads.empty())
      return false;
    land(machine.order == Order::Random
             ? machine.random() % machine.loads.size()
             : machine.loads.size() - 1);
    return true;
  }
  if (machine.order == Order::Random && !machine.loads.empty() &&
      machine.random() % 64 == 0)
    land(machine.random() % machine.loads.size());
  std::deque<std::vector<Store>> &groups = machine.current->storeGroups;
  if (machine.order == Order::Random && !groups.empty() &&
      machine.random() % 8 == 0)
    for (Store &store : groups[machine.random() % groups.size()])
      execute(store);
  return true;
}

void finishTransfers() {
  if (!machine.loads.empty())
    machine.error = "the kernel ends while TMA loads are on their way";
  for (Thread &thread : machine.threads)
    for (std::vector<Store> &group : thread.storeGroups)
      for (Store &store : group)
        execute(store);
}

//===----------------------------------------------------------------------===//
// wgmma and stmatrix
//===----------------------------------------------------------------------===//

namespace {
/// A matrix descriptor without base offset, 128-byte swizzle.
struct Descriptor {
  int64_t start, leading, stride;
  explicit Descriptor(uint64_t bits)
      : start((bits & 0x3fff) << 4), leading((bits >> 16 & 0x3fff) << 4),
        stride((bits >> 32 & 0x3fff) << 4) {
    if (bits >> 62 != 1)
      machine.fail("a wgmma descriptor without the 128-byte swizzle");
  }
  /// Offset of element k of row (or column) i; `kMajor`: K is contiguous.
  int64_t getOffset(int i, int k, int bytes, bool kMajor) const {
    if (kMajor)
      return start + i / 8 * stride + i % 8 * 128 + k * bytes;
    if (bytes != 2)
      machine.fail("wgmma transposes 16-bit elements only");
    return start + i / 64 * leading + i % 64 * 2 + k / 8 * stride + k % 8 * 128;
  }
  /// Checks reads up to that of the last element.
  void check(const char *window, int i, int k, int bytes, bool kMajor) const {
    checkRead(window + start, getOffset(i, k, bytes, kMajor) + bytes - start);
  }
};
} // namespace

namespace {
/// One wgmma. A thread's arguments: its sums; the left operand's descriptor, or
/// four registers of it; the right one's; scale-d; behind a descriptor, two
/// signs and whether the left operand is transposed; whether the right one is.
struct Multiplication {
  int columns;
  Format formatA, formatB;
  bool inRegisters;

  void run(Warpgroup &group) const;

private:
  int countSums() const { return columns / 2; }
  /// The argument that is the right operand's descriptor.
  int getRight() const { return countSums() + (inRegisters ? 4 : 1); }
  int getDepth() const { return 32 / getBytes(formatA); }
  void readLeft(Warpgroup &group, std::vector<float> &left) const;
  void readRegisters(Warpgroup &group, std::vector<float> &left) const;
  void readRight(Warpgroup &group, std::vector<float> &right) const;
};
} // namespace

/// Thread (warp w, lane l) holds, in element p of register r, row
/// 16 w + l / 4 + 8 (r % 2) and column 8 (r / 2) + 2 (l % 4) + p.
void Multiplication::readRegisters(Warpgroup &group,
                                   std::vector<float> &left) const {
  for (int thread = 0; thread < 128; ++thread)
    for (int number = 0; number < 8; ++number) {
      int part = number / 2;
      int row = thread / 32 * 16 + thread % 32 / 4 + part % 2 * 8;
      int k = part / 2 * 8 + thread % 4 * 2 + number % 2;
      auto *bits = reinterpret_cast<const char *>(
          &group.arguments[thread][countSums() + part]);
      left[row * getDepth() + k] = readNumber(formatA, bits + number % 2 * 2);
    }
}

void Multiplication::readLeft(Warpgroup &group,
                              std::vector<float> &left) const {
  const char *window = machine.getBlock().window;
  const int64_t *first = group.arguments[0];
  // Types of 8 bits have no transposes among their arguments.
  int bytes = getBytes(formatA), depth = getDepth();
  bool kMajor = bytes == 1 || !(first[getRight() + 4] & 1);
  Descriptor a(first[countSums()]);
  a.check(window, 63, depth - 1, bytes, kMajor);
  for (int k = 0; k < depth; ++k)
    for (int row = 0; row < 64; ++row)
      left[row * depth + k] = readNumber(
          formatA, window + swizzle(a.getOffset(row, k, bytes, kMajor)));
}

void Multiplication::readRight(Warpgroup &group,
                               std::vector<float> &right) const {
  const char *window = machine.getBlock().window;
  const int64_t *first = group.arguments[0];
  int bytes = getBytes(formatB), depth = getDepth();
  int turned = getRight() + (inRegisters ? 2 : 5);
  bool kMajor = bytes == 1 || !(first[turned] & 1);
  Descriptor b(first[getRight()]);
  b.check(window, columns - 1, depth - 1, bytes, kMajor);
  for (int k = 0; k < depth; ++k)
    for (int column = 0; column < columns; ++column)
      right[column * depth + k] = readNumber(
          formatB, window + swizzle(b.getOffset(column, k, bytes, kMajor)));
}

void Multiplication::run(Warpgroup &group) const {
  ++machine.counters->wgmma;
  int depth = getDepth();
  std::vector<float> left(64 * depth), right(columns * depth);
  if (inRegisters)
    readRegisters(group, left);
  else
    readLeft(group, left);
  readRight(group, right);
  const int64_t *first = group.arguments[0];
  bool keeps = first[getRight() + 1] & 1;
  for (int thread = 0; thread < 128; ++thread) {
    for (int number = inRegisters ? getRight() : countSums();
         number <= getRight(); ++number)
      if (group.arguments[thread][number] != first[number])
        machine.fail("wgmma descriptors differ within a warpgroup");
    for (int number = 0; number < countSums(); ++number) {
      int row = thread / 32 * 16 + thread % 32 / 4 + number / 2 % 2 * 8;
      int column = number / 4 * 8 + thread % 4 * 2 + number % 2;
      float sum = 0;
      if (keeps)
        std::memcpy(&sum, &group.arguments[thread][number], 4);
      double exact = sum;
      for (int k = 0; k < depth; ++k)
        exact += double(left[row * depth + k]) * right[column * depth + k];
      static_cast<float *>(group.results[thread])[number] = float(exact);
    }
  }
}

Intrinsic getWgmma(int columns, Format a, Format b, bool inRegisters) {
  return [=](int64_t *arguments, void *out) {
    Thread &thread = *machine.current;
    Warpgroup &group = machine.getBlock().groups[thread.tid / 128];
    group.arguments[thread.tid % 128] = arguments;
    group.results[thread.tid % 128] = out;
    uint64_t generation = group.generation;
    ++machine.progress;
    if (++group.arrived == 128) {
      Multiplication{columns, a, b, inRegisters}.run(group);
      group.arrived = 0;
      ++group.generation;
      return;
    }
    machine.wait("a warpgroup's instruction",
                 [&] { return group.generation != generation; });
  };
}

/// The inverse of ldmatrix: (address, words...).
static void storeMatrices(Warp &warp, int count) {
  for (int matrix = 0; matrix < count; ++matrix)
    for (int lane = 0; lane < 32; ++lane) {
      char *row = getPointer(warp.arguments[matrix * 8 + lane / 4][0]);
      if (reinterpret_cast<uintptr_t>(row) % 16)
        machine.fail("misaligned stmatrix");
      checkWrite(row, 16);
      std::memcpy(row + 4 * (lane % 4), &warp.arguments[lane][1 + matrix], 4);
    }
}

/// (registers of a thread). What a warp asks for others must have given back.
static void setRegisters(Warp &warp) {
  Block &block = machine.getBlock();
  int64_t wanted = int32_t(warp.arguments[0][0]);
  if (wanted % 8 || wanted < 24 || wanted > 256)
    machine.fail("setmaxnreg of " + std::to_string(wanted) + " registers");
  int64_t more = 32 * (wanted - warp.registers);
  machine.wait("registers",
               [&block, more] { return more <= block.freeRegisters; });
  block.freeRegisters -= more;
  warp.registers = wanted;
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

/// Fences and hints, which this machine does not need.
static bool isIgnored(const std::string &name) {
  for (const char *prefix :
       {"fence.", "prefetch", "wgmma.fence", "wgmma.commit", "wgmma.wait"})
    if (startsWith(name, prefix))
      return true;
  return false;
}

static Intrinsic findMbarrier(const std::string &name) {
  if (startsWith(name, "mbarrier.init"))
    return [](int64_t *arguments, void *) {
      Mbarrier &barrier = getBarrier(getPointer(arguments[0]));
      barrier = Mbarrier();
      barrier.count = barrier.pending = int(arguments[1]);
    };
  if (startsWith(name, "mbarrier.arrive.expect.tx"))
    return [](int64_t *arguments, void *) {
      Mbarrier &barrier = getBarrier(getPointer(arguments[0]));
      barrier.bytes += int32_t(arguments[1]);
      arrive(barrier, 1);
    };
  if (name == "mbarrier.arrive.shared")
    return [](int64_t *arguments, void *) {
      arrive(getBarrier(getPointer(arguments[0])), 1);
    };
  if (startsWith(name, "mbarrier.arrive.scope."))
    return [](int64_t *arguments, void *) {
      arrive(getBarrier(getPointer(arguments[0])), int32_t(arguments[1]));
    };
  if (startsWith(name, "mapa"))
    return [](int64_t *arguments, void *out) {
      int64_t number = int32_t(arguments[1]);
      if (number < 0 || number >= int64_t(machine.blocks.size()))
        machine.fail("mapa to a block outside the cluster");
      char *target = machine.blocks[number].window +
                     machine.getOffset(getPointer(arguments[0]));
      std::memcpy(out, &target, sizeof(target));
    };
  return {};
}

static Intrinsic findBulkCopy(const std::string &name) {
  int rank = 0;
  if (std::sscanf(name.c_str(), "cp.async.bulk.tensor.g2s.tile.%dd", &rank) ==
      1)
    return [rank](int64_t *arguments, void *) {
      loadTile(arguments, rank, /*clustered=*/true);
    };
  if (std::sscanf(name.c_str(), "cp.async.bulk.tensor.g2s.cta.tile.%dd",
                  &rank) == 1)
    return [rank](int64_t *arguments, void *) {
      loadTile(arguments, rank, /*clustered=*/false);
    };
  if (std::sscanf(name.c_str(), "cp.async.bulk.tensor.s2g.tile.%dd", &rank) ==
      1)
    return [rank](int64_t *arguments, void *) {
      Store store{getPointer(arguments[0]),
                  reinterpret_cast<const TensorMap *>(arguments[1]),
                  {},
                  false};
      for (int d = 0; d < rank; ++d)
        store.at[d] = int32_t(arguments[2 + d]);
      checkSwizzle(*store.map);
      checkTile(*store.map, store.at, checkWrite);
      checkRead(store.source, getBoxBytes(*store.map));
      machine.current->openStores.push_back(store);
    };
  if (name == "cp.async.bulk.commit.group")
    return [](int64_t *, void *) {
      machine.current->storeGroups.push_back(
          std::move(machine.current->openStores));
      machine.current->openStores.clear();
    };
  if (startsWith(name, "cp.async.bulk.wait.group"))
    return
        [](int64_t *arguments, void *) { waitStores(uint32_t(arguments[0])); };
  return {};
}

Intrinsic findHopperIntrinsic(const std::string &name) {
  if (isIgnored(name))
    return [](int64_t *, void *) {};
  if (name == "elect.sync")
    return [](int64_t *, void *out) {
      std::memset(out, 0, 8);
      static_cast<char *>(out)[4] = machine.current->lane == 0;
    };
  if (startsWith(name, "barrier.cluster.arrive"))
    return [](int64_t *, void *) { arriveAtCluster(); };
  if (startsWith(name, "barrier.cluster.wait"))
    return [](int64_t *, void *) {
      int phase = machine.current->clusterPhase;
      machine.wait("its cluster",
                   [phase] { return machine.clusterGeneration != phase; });
    };
  if (startsWith(name, "stmatrix.sync.aligned.m8n8.x4.b16"))
    return [](int64_t *arguments, void *out) {
      runOnWarp(arguments, out, [](Warp &warp) { storeMatrices(warp, 4); });
    };
  if (startsWith(name, "setmaxnreg."))
    return [](int64_t *arguments, void *out) {
      runOnWarp(arguments, out, setRegisters);
    };
  if (Intrinsic found = findMbarrier(name))
    return found;
  return findBulkCopy(name);
}

} // namespace amp_emulate
