//===- Machine.h - A GPU's threads on the CPU -------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a kernel whose NVVM intrinsics call `Intrinsic` handlers: one fiber
// a thread, one cluster of blocks at a time. Asynchronous copies land as late
// as waits allow, at once, or at random; threads run forwards, backwards or in
// random order; shared memory starts as NaN. Misaligned copies, accesses beside
// a buffer or shared memory, deadlocks and wrong barrier counts end the run.
// Not modelled: asynchrony of wgmma, proxy fences, the memory model.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_MACHINE_H
#define AMP_TOOLS_GPU_EMULATE_MACHINE_H

#include <cstdint>
#include <functional>
#include <string>

namespace amp_emulate {

/// What a matrix instruction multiplies, as PTX names it.
enum class Format { F16, BF16, E4M3, E5M2 };
inline int getBytes(Format format) {
  return format == Format::F16 || format == Format::BF16 ? 2 : 1;
}

/// What an intrinsic does for the running thread: arguments in 8-byte slots,
/// the result written to `out`.
using Intrinsic = std::function<void(int64_t *arguments, void *out)>;

/// The handler of `llvm.nvvm.*`, empty if there is none.
Intrinsic findIntrinsic(const std::string &name);

/// Handlers of what NVVM only has as inline PTX.
Intrinsic getMbarrierTryWait();
Intrinsic getPairRounding(bool isBF16);
/// `inRegisters`: the left operand is, else it has a descriptor.
Intrinsic getWgmma(int columns, Format a, Format b, bool inRegisters);

/// Bytes of shared memory that a block's window has.
constexpr int64_t kWindowBytes = 1 << 18;

/// The running thread's block's shared memory.
void *getShared();

/// Ends the run where the running thread reads or writes beside a buffer or its
/// shared memory.
void checkRead(const void *address, int64_t bytes);
void checkWrite(const void *address, int64_t bytes);

/// How threads and copies are ordered.
enum class Order { ForwardLate, BackwardEarly, Random };

/// A tensor as TMA sees it: what a tensor map parameter points to.
struct TensorMap {
  char *base;
  int64_t elementBytes;
  int rank;
  int64_t dims[5];
  int64_t strides[5]; ///< Bytes; strides[0] is the element's size.
  int64_t box[5];
  int64_t swizzle; ///< Bytes: 32, 64, 128, or 0.
};

struct Grid {
  int64_t grid[3], block[3];
  int64_t cluster;
  int64_t shared; ///< Bytes, those that the kernel declares included.
};

/// Counts of what was executed.
struct Counters {
  uint64_t mma = 0, wgmma = 0, ldmatrix = 0, conflicts = 0;
  /// Threads that waited for the launches before theirs.
  uint64_t gridWaits = 0;
  /// Accesses beside a buffer or shared memory: the first one ends the run.
  uint64_t outside = 0;
};

/// Runs `body` once a thread. Returns an empty string or what went wrong.
std::string launch(const Grid &grid, Order order, uint64_t seed,
                   const std::function<void()> &body, Counters &counters);

/// Floats from and to their bits.
float halfToFloat(uint16_t bits);
float bfloatToFloat(uint16_t bits);

float readNumber(Format format, const char *from);
/// The formats of A and B in `...f32.A.B`; the first one twice where there is
/// no second. False for others.
bool parseFormats(const std::string &text, Format &a, Format &b);

uint16_t floatToHalf(float value);
uint16_t floatToBfloat(float value);

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_MACHINE_H
