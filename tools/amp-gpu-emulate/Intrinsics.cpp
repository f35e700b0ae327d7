//===- Intrinsics.cpp - NVVM intrinsics up to sm_90 -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineState.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace amp_emulate {

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

static uint32_t getWord(const int64_t *slot) { return uint32_t(*slot); }

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

static void execute(std::vector<Copy> &copies) {
  for (const Copy &copy : copies) {
    std::memcpy(copy.target, copy.source, copy.valid);
    std::memset(copy.target + copy.valid, 0, copy.bytes - copy.valid);
  }
  copies.clear();
}

static void copyAsync(int bytes, bool hasSize, int64_t *arguments) {
  Copy copy{getPointer(arguments[0]), getPointer(arguments[1]), bytes,
            hasSize ? int(getWord(&arguments[2])) : bytes};
  if (arguments[0] % bytes || (copy.valid && arguments[1] % bytes))
    machine.fail("misaligned cp.async");
  checkWrite(copy.target, bytes);
  // Without bytes nothing is read, wherever the address is.
  if (copy.valid)
    checkRead(copy.source, copy.valid);
  machine.current->open.push_back(copy);
  bool early = machine.order == Order::BackwardEarly ||
               (machine.order == Order::Random && machine.random() % 2);
  if (early)
    execute(machine.current->open);
}

static void waitCopies(size_t left) {
  std::deque<std::vector<Copy>> &groups = machine.current->groups;
  for (; groups.size() > left; groups.pop_front())
    execute(groups.front());
}

//===----------------------------------------------------------------------===//
// ldmatrix and mma.sync
//===----------------------------------------------------------------------===//

/// Lane 8j + r has the address of row r of matrix j; lane l receives elements
/// 2(l%4), 2(l%4)+1 of row l/4, or of column l/4 where transposed.
static void loadMatrices(Warp &warp, int count, bool transposed) {
  ++machine.counters->ldmatrix;
  for (int matrix = 0; matrix < count; ++matrix) {
    const char *rows[8];
    int banks[8] = {};
    for (int row = 0; row < 8; ++row) {
      rows[row] = getPointer(warp.arguments[matrix * 8 + row][0]);
      if (reinterpret_cast<uintptr_t>(rows[row]) % 16)
        machine.fail("misaligned ldmatrix");
      checkRead(rows[row], 16);
      if (banks[reinterpret_cast<uintptr_t>(rows[row]) / 16 % 8]++)
        ++machine.counters->conflicts;
    }
    for (int lane = 0; lane < 32; ++lane) {
      uint16_t pair[2];
      for (int part = 0; part < 2; ++part) {
        int row = lane / 4, column = lane % 4 * 2 + part;
        if (transposed)
          std::swap(row, column);
        std::memcpy(&pair[part], rows[row] + column * 2, 2);
      }
      std::memcpy(static_cast<char *>(warp.results[lane]) + 4 * matrix, pair,
                  4);
    }
  }
}

/// Adds a * b to C, whose words come after the 4 of A and the 2 of B, and
/// stores what each lane gets: summed in double, rounded once.
template <int depth>
static void accumulate(Warp &warp, const float (&a)[16][depth],
                       const float (&b)[depth][8]) {
  for (int lane = 0; lane < 32; ++lane)
    for (int word = 0; word < 4; ++word) {
      uint32_t bits = getWord(&warp.arguments[lane][6 + word]);
      float sum;
      std::memcpy(&sum, &bits, 4);
      double exact = sum;
      for (int k = 0; k < depth; ++k)
        exact += double(a[lane / 4 + word / 2 * 8][k]) *
                 b[k][lane % 4 * 2 + word % 2];
      static_cast<float *>(warp.results[lane])[word] = float(exact);
    }
}

/// Words of A, B and C in lane order, each of 2 or 4 numbers along K; tables of
/// the PTX manual.
template <int depth>
static void multiplyPacked(Warp &warp, Format formatA, Format formatB) {
  constexpr int perWord = depth / 8, bytes = 4 / perWord;
  float a[16][depth], b[depth][8];
  auto unpack = [](Format format, const int64_t *word, int part) {
    return readNumber(format,
                      reinterpret_cast<const char *>(word) + part * bytes);
  };
  for (int lane = 0; lane < 32; ++lane)
    for (int part = 0; part < perWord; ++part) {
      const int64_t *words = warp.arguments[lane];
      int k = lane % 4 * perWord + part;
      for (int word = 0; word < 4; ++word)
        a[lane / 4 + word % 2 * 8][k + word / 2 * (depth / 2)] =
            unpack(formatA, words + word, part);
      for (int word = 0; word < 2; ++word)
        b[k + word * (depth / 2)][lane / 4] =
            unpack(formatB, words + 4 + word, part);
    }
  accumulate(warp, a, b);
}

static float toTf32(uint32_t bits) {
  bits &= 0xffffe000;
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

static void multiplyTf32(Warp &warp) {
  float a[16][8], b[8][8];
  for (int lane = 0; lane < 32; ++lane) {
    for (int word = 0; word < 4; ++word)
      a[lane / 4 + word % 2 * 8][lane % 4 + word / 2 * 4] =
          toTf32(getWord(&warp.arguments[lane][word]));
    for (int word = 0; word < 2; ++word)
      b[lane % 4 + word * 4][lane / 4] =
          toTf32(getWord(&warp.arguments[lane][4 + word]));
  }
  accumulate(warp, a, b);
}

/// shfl.sync: (mask, value, lane or offset, clamp).
static void shuffle(Warp &warp, char mode) {
  uint32_t values[32];
  for (int lane = 0; lane < 32; ++lane)
    values[lane] = getWord(&warp.arguments[lane][1]);
  for (int lane = 0; lane < 32; ++lane) {
    int offset = int(warp.arguments[lane][2]);
    int from = mode == 'b'   ? lane ^ offset
               : mode == 'i' ? offset
               : mode == 'd' ? lane + offset
                             : lane - offset;
    if (from < 0 || from > 31)
      from = lane;
    std::memcpy(warp.results[lane], &values[from], 4);
  }
}

Intrinsic getPairRounding(bool isBF16) {
  return [isBF16](int64_t *arguments, void *out) {
    uint32_t pair = 0;
    for (int part = 0; part < 2; ++part) {
      float value;
      std::memcpy(&value, &arguments[part], 4);
      uint16_t bits = isBF16 ? floatToBfloat(value) : floatToHalf(value);
      pair |= uint32_t(bits) << (16 * part);
    }
    std::memcpy(out, &pair, 4);
  };
}

//===----------------------------------------------------------------------===//
// Approximations
//===----------------------------------------------------------------------===//

static float flush(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value)
                                                : value;
}

/// A function of a float, rounded to nearest; subnormal numbers are 0.
static Intrinsic getApproximation(double (*function)(double)) {
  return [function](int64_t *arguments, void *out) {
    float value;
    std::memcpy(&value, arguments, 4);
    *static_cast<float *>(out) = flush(float(function(flush(value))));
  };
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

static Intrinsic findRegister(const std::string &name) {
  static const struct {
    const char *name;
    int (*get)(int);
  } kRegisters[] = {
      {"tid", [](int d) { return machine.current->index[d]; }},
      {"ctaid", [](int d) { return machine.getBlock().id[d]; }},
      {"ntid", [](int d) { return int(machine.grid.block[d]); }},
      {"nctaid", [](int d) { return int(machine.grid.grid[d]); }},
  };
  for (const auto &reg : kRegisters)
    for (int d = 0; d < 3; ++d)
      if (name == std::string(reg.name) + "." + "xyz"[d])
        return [get = reg.get, d](int64_t *, void *out) {
          *static_cast<int *>(out) = get(d);
        };
  if (name == "laneid")
    return [](int64_t *, void *out) {
      *static_cast<int *>(out) = machine.current->lane;
    };
  if (name == "cluster.ctarank")
    return [](int64_t *, void *out) {
      *static_cast<int *>(out) = machine.current->block;
    };
  return {};
}

static Intrinsic findCopy(const std::string &name) {
  if (name == "cp.async.commit.group")
    return [](int64_t *, void *) {
      machine.current->groups.push_back(std::move(machine.current->open));
      machine.current->open.clear();
    };
  if (name == "cp.async.wait.group")
    return
        [](int64_t *arguments, void *) { waitCopies(getWord(&arguments[0])); };
  if (name == "cp.async.wait.all")
    return [](int64_t *, void *) {
      waitCopies(0);
      execute(machine.current->open);
    };
  int bytes = 0;
  char cache[8], suffix[8] = "";
  if (std::sscanf(name.c_str(), "cp.async.%2[cag].shared.global.%d%7s", cache,
                  &bytes, suffix) >= 2)
    return [bytes, hasSize = std::strcmp(suffix, ".s") == 0](int64_t *arguments,
                                                             void *) {
      copyAsync(bytes, hasSize, arguments);
    };
  return {};
}

static Intrinsic findCollective(const std::string &name) {
  std::function<void(Warp &)> work;
  if (startsWith(name, "ldmatrix.sync.aligned.m8n8.")) {
    int count = contains(name, ".x4.") ? 4 : contains(name, ".x2.") ? 2 : 1;
    bool transposed = contains(name, ".trans");
    work = [=](Warp &warp) { loadMatrices(warp, count, transposed); };
  } else if (startsWith(name, "mma.m16n8k16.row.col.")) {
    bool isBF16 = contains(name, ".bf16");
    if (!isBF16 && !contains(name, ".f32.f32"))
      return {}; // Any other accumulator than f32 is refused.
    Format format = isBF16 ? Format::BF16 : Format::F16;
    work = [=](Warp &warp) {
      ++machine.counters->mma;
      multiplyPacked<16>(warp, format, format);
    };
  } else if (startsWith(name, "mma.m16n8k32.row.col.")) {
    Format a, b;
    if (!parseFormats(name, a, b) || getBytes(a) != 1 || getBytes(b) != 1)
      return {};
    work = [=](Warp &warp) {
      ++machine.counters->mma;
      multiplyPacked<32>(warp, a, b);
    };
  } else if (name == "mma.m16n8k8.row.col.tf32") {
    work = [](Warp &warp) {
      ++machine.counters->mma;
      multiplyTf32(warp);
    };
  } else if (startsWith(name, "shfl.sync.")) {
    char mode = name[std::strlen("shfl.sync.")];
    work = [=](Warp &warp) { shuffle(warp, mode); };
  } else if (startsWith(name, "bar.warp.sync")) {
    work = [](Warp &) {};
  } else {
    return {};
  }
  return [work](int64_t *arguments, void *out) {
    runOnWarp(arguments, out, work);
  };
}

Intrinsic findIntrinsic(const std::string &full) {
  const std::string prefix = "llvm.nvvm.";
  if (!startsWith(full, prefix.c_str()))
    return {};
  std::string name = full.substr(prefix.size());
  if (startsWith(name, "read.ptx.sreg."))
    return findRegister(name.substr(std::strlen("read.ptx.sreg.")));
  if (name == "ex2.approx.ftz.f32")
    return getApproximation([](double x) { return std::exp2(x); });
  if (name == "rcp.approx.ftz.f")
    return getApproximation([](double x) { return 1 / x; });
  if (name == "barrier0" || name == "barrier.cta.sync.aligned.all")
    return [](int64_t *, void *) {
      Block &block = machine.getBlock();
      uint64_t generation = block.generation;
      ++machine.progress;
      int64_t threads = machine.threads.size() / machine.blocks.size();
      if (++block.arrived == threads) {
        block.arrived = 0;
        ++block.generation;
        return;
      }
      machine.wait("a block's barrier",
                   [&] { return block.generation != generation; });
    };
  // One kernel runs at a time: there is nothing to wait for.
  if (name == "griddepcontrol.wait")
    return [](int64_t *, void *) { ++machine.counters->gridWaits; };
  if (name == "griddepcontrol.launch.dependents")
    return [](int64_t *, void *) {};
  if (Intrinsic found = findCopy(name))
    return found;
  if (Intrinsic found = findCollective(name))
    return found;
  return findHopperIntrinsic(name);
}

} // namespace amp_emulate
