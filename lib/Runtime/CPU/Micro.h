//===- Micro.h - Micro-kernels of contractions -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A micro-kernel multiplies a packed strip of A (`rows` wide) by a packed strip
// of B (`columns` wide), both `depth` steps long, into a tile of C in
// registers. A step is one k for f32 and two for bf16 pairs. The families
// differ in instruction set alone; packing turns whatever strides there are
// into strips.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CPU_MICRO_H
#define AMP_RUNTIME_CPU_MICRO_H

#include <stdint.h>

// Before a loop: copies its body for each round (at most 32), or leaves it one.
#if defined(__clang__)
#define AMP_UNROLL _Pragma("clang loop unroll(full)")
#define AMP_KEEP_LOOP _Pragma("clang loop unroll(disable)")
#else
#define AMP_UNROLL _Pragma("GCC unroll 32")
#define AMP_KEEP_LOOP _Pragma("GCC unroll 1")
#endif

namespace amp_cpu {

/// Where the elements of a strip lie: element (k, w) of the strip is at
/// data[kOffsets[k] + wOffsets[w]].
struct Source {
  const void *data;
  const int32_t *kOffsets;
  const int32_t *wOffsets;
};

/// A tile of C: row i starts at c[rowOffsets[i]], its columns lie one after the
/// other. From `next` on, a line of 64 bytes a step is wanted soon.
using MicroKernel = void (*)(int64_t depth, const void *a, const void *b,
                             float *c, const int32_t *rowOffsets,
                             uint32_t lastMask, bool fromZero,
                             const char *next);
/// Packs `width` of up to `stripWidth` elements a step and `k` steps of k; the
/// rest of the strip is zero.
using Packer = void (*)(void *strip, Source source, int64_t width, int64_t k);

/// Writes the first `rows` elements of column j of `tile`, as wide as a strip,
/// to turned + j * pitch, and up to the next 16 whatever. A tile's row is
/// `width` after the one before.
using Turner = void (*)(const float *tile, int64_t width, int64_t rows,
                        float *turned, int64_t pitch);

struct Family {
  int rows, columns, lanes;
  /// How many k one step holds, bytes of one element of a strip.
  int pair, bytes;
  /// kernels[r - 1][v - 1]: r rows, v vectors of `lanes` columns.
  const MicroKernel (*kernels)[2];
  Packer packA, packB;
  Turner turn;
};

/// A Turner for any processor.
void turnPlainly(const float *tile, int64_t width, int64_t rows, float *turned,
                 int64_t pitch);

/// The fastest family for inputs of AmpType `type` among the instruction sets
/// `features` (AmpCpuFeature): those the model was compiled for, so that it
/// computes the same on every processor that runs it.
const Family *findFamily(int64_t type, int32_t features);

extern const Family avx512F32, avx512F16, avx512BF16;
extern const Family avx2F32, avx2F16, avx2BF16;
extern const Family plainF32, plainF16, plainBF16;

} // namespace amp_cpu

#endif // AMP_RUNTIME_CPU_MICRO_H
