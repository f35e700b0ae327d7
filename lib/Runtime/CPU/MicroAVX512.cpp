//===- MicroAVX512.cpp - Micro-kernels in AVX-512 and AVX512-BF16 ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of 14 x 32: 28 accumulators, two vectors of B and one broadcast of A
// fill the 32 registers, and 28 multiply-adds meet 16 loads a step, so that the
// arithmetic units are the limit.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)

#include "Micro.h"
#if !defined(__clang__)
// Intrinsics that start from an undefined vector: GCC bug 105593.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(                                                  \
    __attribute__((target(                                                     \
        "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma,f16c"))),      \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target(                                                            \
    "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma,f16c")
#endif

using namespace amp_cpu;

namespace {
constexpr int maxRows = 14;
constexpr int maxColumns = 32;

struct F32Step {
  static __m512 multiplyAdd(const float *a, __m512 b, __m512 sum) {
    return _mm512_fmadd_ps(_mm512_set1_ps(*a), b, sum);
  }
};
struct BF16Step {
  static __m512 multiplyAdd(const float *a, __m512 b, __m512 sum) {
    return _mm512_dpbf16_ps(sum, (__m512bh)_mm512_set1_ps(*a), (__m512bh)b);
  }
};
} // namespace

template <typename Step, int Rows, int Vectors>
static void multiply(int64_t depth, const void *aStrip, const void *bStrip,
                     float *c, const int32_t *rowOffsets, uint32_t lastMask,
                     bool fromZero, const char *next) {
  auto *a = static_cast<const float *>(aStrip);
  auto *b = static_cast<const float *>(bStrip);
  __m512 sums[Rows][Vectors];
  AMP_UNROLL
  for (int i = 0; i < Rows; ++i) {
    AMP_UNROLL
    for (int v = 0; v < Vectors; ++v)
      sums[i][v] = _mm512_setzero_ps();
  }
  AMP_KEEP_LOOP
  for (int64_t k = 0; k < depth; ++k) {
    __m512 columns[Vectors];
    AMP_UNROLL
    for (int v = 0; v < Vectors; ++v)
      columns[v] = _mm512_load_ps(b + 16 * v);
    AMP_UNROLL
    for (int i = 0; i < Rows; ++i) {
      AMP_UNROLL
      for (int v = 0; v < Vectors; ++v)
        sums[i][v] = Step::multiplyAdd(a + i, columns[v], sums[i][v]);
    }
    _mm_prefetch(next + 64 * k, _MM_HINT_T1);
    a += maxRows;
    b += maxColumns;
  }
  AMP_UNROLL
  for (int i = 0; i < Rows; ++i) {
    AMP_UNROLL
    for (int v = 0; v < Vectors; ++v) {
      float *place = c + rowOffsets[i] + 16 * v;
      __mmask16 mask = v + 1 == Vectors ? static_cast<__mmask16>(lastMask)
                                        : static_cast<__mmask16>(0xffff);
      __m512 sum = sums[i][v];
      if (!fromZero)
        sum = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, place), sum);
      _mm512_mask_storeu_ps(place, mask, sum);
    }
  }
}

#define AMP_ROW(STEP, ROWS) {multiply<STEP, ROWS, 1>, multiply<STEP, ROWS, 2>}
#define AMP_ROWS(STEP)                                                         \
  {AMP_ROW(STEP, 1),  AMP_ROW(STEP, 2),  AMP_ROW(STEP, 3),  AMP_ROW(STEP, 4),  \
   AMP_ROW(STEP, 5),  AMP_ROW(STEP, 6),  AMP_ROW(STEP, 7),  AMP_ROW(STEP, 8),  \
   AMP_ROW(STEP, 9),  AMP_ROW(STEP, 10), AMP_ROW(STEP, 11), AMP_ROW(STEP, 12), \
   AMP_ROW(STEP, 13), AMP_ROW(STEP, 14)}

static const MicroKernel f32Kernels[maxRows][2] = AMP_ROWS(F32Step);
static const MicroKernel bf16Kernels[maxRows][2] = AMP_ROWS(BF16Step);

namespace {
/// A vector of 16 elements of a row of a strip, as up to 16 runs of memory.
struct Runs {
  int count;
  __mmask16 masks[16];
  /// Offset of the run's first lane, moved back by that lane.
  int32_t starts[16];
};
} // namespace

static Runs findRuns(const int32_t *offsets, int64_t width) {
  Runs runs;
  runs.count = 0;
  for (int64_t lane = 0; lane < width && lane < 16;) {
    int64_t end = lane + 1;
    while (end < width && end < 16 && offsets[end] == offsets[end - 1] + 1)
      ++end;
    runs.masks[runs.count] =
        static_cast<__mmask16>(((1u << end) - 1) & ~((1u << lane) - 1));
    runs.starts[runs.count++] = offsets[lane] - static_cast<int32_t>(lane);
    lane = end;
  }
  return runs;
}

/// Sixteen elements as f32.
static __m512 load(const float *data, __mmask16 mask) {
  return _mm512_maskz_loadu_ps(mask, data);
}
static __m512 load(const _Float16 *data, __mmask16 mask) {
  return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, data));
}
/// Sixteen elements of 16 bits.
static __m256i load(const uint16_t *data, __mmask16 mask) {
  return _mm256_maskz_loadu_epi16(mask, data);
}
static __m512 merge(__m512 a, __m512 b) { return _mm512_or_ps(a, b); }
static __m256i merge(__m256i a, __m256i b) { return _mm256_or_si256(a, b); }

template <typename T> static auto loadRuns(const T *data, const Runs &runs) {
  auto value = load(data + runs.starts[0], runs.masks[0]);
  for (int i = 1; i < runs.count; ++i)
    value = merge(value, load(data + runs.starts[i], runs.masks[i]));
  return value;
}

/// rows[i] lane j becomes rows[j] lane i.
static void transpose(__m512i rows[16]) {
  __m512i t[16];
  AMP_UNROLL
  for (int i = 0; i < 8; ++i) {
    t[2 * i] = _mm512_unpacklo_epi32(rows[2 * i], rows[2 * i + 1]);
    t[2 * i + 1] = _mm512_unpackhi_epi32(rows[2 * i], rows[2 * i + 1]);
  }
  __m512i u[16];
  AMP_UNROLL
  for (int i = 0; i < 4; ++i) {
    u[4 * i] = _mm512_unpacklo_epi64(t[4 * i], t[4 * i + 2]);
    u[4 * i + 1] = _mm512_unpackhi_epi64(t[4 * i], t[4 * i + 2]);
    u[4 * i + 2] = _mm512_unpacklo_epi64(t[4 * i + 1], t[4 * i + 3]);
    u[4 * i + 3] = _mm512_unpackhi_epi64(t[4 * i + 1], t[4 * i + 3]);
  }
  AMP_UNROLL
  for (int i = 0; i < 4; ++i) {
    __m512i a = _mm512_shuffle_i32x4(u[i], u[4 + i], 0x88);
    __m512i b = _mm512_shuffle_i32x4(u[8 + i], u[12 + i], 0x88);
    __m512i c = _mm512_shuffle_i32x4(u[i], u[4 + i], 0xdd);
    __m512i d = _mm512_shuffle_i32x4(u[8 + i], u[12 + i], 0xdd);
    rows[i] = _mm512_shuffle_i32x4(a, b, 0x88);
    rows[8 + i] = _mm512_shuffle_i32x4(a, b, 0xdd);
    rows[4 + i] = _mm512_shuffle_i32x4(c, d, 0x88);
    rows[12 + i] = _mm512_shuffle_i32x4(c, d, 0xdd);
  }
}

static bool isContiguous(const int32_t *offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] != offsets[0] + i)
      return false;
  return true;
}

/// Stores lanes [0, strip width) of a step's vector `v`.
template <int Strip> static void store(float *step, int v, __m512 value) {
  int rest = Strip - 16 * v;
  if (rest >= 16)
    _mm512_storeu_ps(step + 16 * v, value);
  else
    _mm512_mask_storeu_ps(step + 16 * v,
                          static_cast<__mmask16>((1u << rest) - 1), value);
}

/// Strips whose k runs through memory: blocks of 16 x 16 are transposed.
template <int Strip, typename T>
static void packTransposed(float *strip, const T *data, int32_t kStart,
                           const int32_t *wOffsets, int64_t width, int64_t k) {
  for (int v = 0; 16 * v < Strip; ++v)
    for (int64_t k0 = 0; k0 < k; k0 += 16) {
      int64_t steps = k - k0 < 16 ? k - k0 : 16;
      auto mask = static_cast<__mmask16>((1u << steps) - 1);
      __m512i rows[16];
      AMP_UNROLL
      for (int w = 0; w < 16; ++w)
        rows[w] = 16 * v + w < width
                      ? _mm512_castps_si512(load(
                            data + kStart + k0 + wOffsets[16 * v + w], mask))
                      : _mm512_setzero_si512();
      transpose(rows);
      for (int64_t step = 0; step < steps; ++step)
        store<Strip>(strip + (k0 + step) * Strip, v,
                     _mm512_castsi512_ps(rows[step]));
    }
}

/// f32 or f16 elements to strips of f32.
template <int Strip, typename T>
static void packWide(void *target, Source source, int64_t width, int64_t k) {
  auto *strip = static_cast<float *>(target);
  auto *data = static_cast<const T *>(source.data);
  if (!isContiguous(source.wOffsets, width) &&
      isContiguous(source.kOffsets, k)) {
    packTransposed<Strip>(strip, data, source.kOffsets[0], source.wOffsets,
                          width, k);
    return;
  }
  for (int v = 0; 16 * v < Strip; ++v) {
    if (16 * v >= width) {
      for (int64_t step = 0; step < k; ++step)
        store<Strip>(strip + step * Strip, v, _mm512_setzero_ps());
      continue;
    }
    Runs runs = findRuns(source.wOffsets + 16 * v, width - 16 * v);
    if (runs.count <= 8) {
      for (int64_t step = 0; step < k; ++step)
        store<Strip>(strip + step * Strip, v,
                     loadRuns(data + source.kOffsets[step], runs));
      continue;
    }
    for (int64_t step = 0; step < k; ++step) {
      const T *row = data + source.kOffsets[step];
      float lanes[16] = {};
      for (int64_t w = 16 * v; w < width && w < 16 * v + 16; ++w)
        lanes[w - 16 * v] = static_cast<float>(row[source.wOffsets[w]]);
      store<Strip>(strip + step * Strip, v, _mm512_loadu_ps(lanes));
    }
  }
}

/// Sixteen columns of two rows as pairs.
static __m512 makePairs(__m256i first, __m256i second) {
  return _mm512_castsi512_ps(
      _mm512_or_si512(_mm512_cvtepu16_epi32(first),
                      _mm512_slli_epi32(_mm512_cvtepu16_epi32(second), 16)));
}

/// bf16 elements to strips of pairs along k. An odd last k is paired with zero.
template <int Strip>
static void packPairs(void *target, Source source, int64_t width, int64_t k) {
  auto *strip = static_cast<float *>(target);
  auto *data = static_cast<const uint16_t *>(source.data);
  bool even = k % 2 == 0;
  if (even && !isContiguous(source.wOffsets, width) &&
      isContiguous(source.kOffsets, k)) {
    // A pair lies in memory as it lies in the strip: 32-bit words.
    for (int v = 0; 16 * v < Strip; ++v)
      for (int64_t k0 = 0; k0 < k / 2; k0 += 16) {
        int64_t steps = k / 2 - k0 < 16 ? k / 2 - k0 : 16;
        auto mask = static_cast<__mmask16>((1u << steps) - 1);
        __m512i rows[16];
        AMP_UNROLL
        for (int w = 0; w < 16; ++w)
          rows[w] = 16 * v + w < width
                        ? _mm512_maskz_loadu_epi32(
                              mask, data + source.kOffsets[0] + 2 * k0 +
                                        source.wOffsets[16 * v + w])
                        : _mm512_setzero_si512();
        transpose(rows);
        for (int64_t step = 0; step < steps; ++step)
          store<Strip>(strip + (k0 + step) * Strip, v,
                       _mm512_castsi512_ps(rows[step]));
      }
    return;
  }
  for (int v = 0; 16 * v < Strip; ++v) {
    if (16 * v >= width) {
      for (int64_t step = 0; 2 * step < k; ++step)
        store<Strip>(strip + step * Strip, v, _mm512_setzero_ps());
      continue;
    }
    Runs runs = findRuns(source.wOffsets + 16 * v, width - 16 * v);
    for (int64_t step = 0; 2 * step < k; ++step) {
      const uint16_t *row = data + source.kOffsets[2 * step];
      __m256i first = loadRuns(row, runs), second = _mm256_setzero_si256();
      if (2 * step + 1 < k)
        second = loadRuns(data + source.kOffsets[2 * step + 1], runs);
      store<Strip>(strip + step * Strip, v, makePairs(first, second));
    }
  }
}

static void turn(const float *tile, int64_t width, int64_t rows, float *turned,
                 int64_t pitch) {
  for (int64_t r = 0; r < rows; r += 16)
    for (int v = 0; v < maxColumns; v += 16) {
      __m512i block[16];
      AMP_UNROLL
      for (int i = 0; i < 16; ++i)
        block[i] = r + i < rows ? _mm512_loadu_si512(tile + (r + i) * width + v)
                                : _mm512_setzero_si512();
      transpose(block);
      AMP_UNROLL
      for (int i = 0; i < 16; ++i)
        _mm512_storeu_si512(turned + (v + i) * pitch + r, block[i]);
    }
}

const Family amp_cpu::avx512F32 = {maxRows,
                                   maxColumns,
                                   16,
                                   1,
                                   4,
                                   f32Kernels,
                                   packWide<maxRows, float>,
                                   packWide<maxColumns, float>,
                                   turn};
const Family amp_cpu::avx512F16 = {maxRows,
                                   maxColumns,
                                   16,
                                   1,
                                   4,
                                   f32Kernels,
                                   packWide<maxRows, _Float16>,
                                   packWide<maxColumns, _Float16>,
                                   turn};
const Family amp_cpu::avx512BF16 = {maxRows,
                                    maxColumns,
                                    16,
                                    2,
                                    4,
                                    bf16Kernels,
                                    packPairs<maxRows>,
                                    packPairs<maxColumns>,
                                    turn};

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif // __x86_64__
