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
/// Neighbouring lanes of a vector, from elements of a row of a strip that are
/// less than 32 apart: of 7 x 7 pixels with padding between, or of every other
/// pixel, one window has 16.
struct Window {
  /// Offset of the first element.
  int32_t start;
  /// Which of the 32 from there on are read, and which of them each lane takes.
  uint32_t reads;
  __mmask16 lanes;
  __m512i from;
};

/// A vector of 16 lanes.
struct Windows {
  int count;
  /// One window, of elements that lie one after the other.
  bool contiguous;
  Window windows[16];
};
} // namespace

static __m512i countUp() {
  return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                           15);
}

/// Makes the window that begins at `lane`; the lane behind it.
static int64_t addWindow(Window &window, const int32_t *offsets, int64_t lane,
                         int64_t width) {
  window.start = offsets[lane];
  window.reads = 0;
  alignas(64) int32_t from[16] = {};
  int64_t end = lane;
  for (; end < width; ++end) {
    int64_t apart = static_cast<int64_t>(offsets[end]) - window.start;
    if (apart < 0 || apart >= 32)
      break;
    window.reads |= 1u << apart;
    from[end] = static_cast<int32_t>(apart);
  }
  window.lanes =
      static_cast<__mmask16>(((1u << end) - 1) & ~((1u << lane) - 1));
  window.from = _mm512_load_si512(from);
  return end;
}

static bool isContiguous(const int32_t *offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] != offsets[0] + i)
      return false;
  return true;
}

static Windows findWindows(const int32_t *offsets, int64_t width) {
  Windows result;
  width = width < 16 ? width : 16;
  auto lanes = static_cast<__mmask16>((1u << width) - 1);
  __m512i apart = _mm512_sub_epi32(_mm512_maskz_loadu_epi32(lanes, offsets),
                                   _mm512_set1_epi32(offsets[0]));
  result.contiguous =
      _mm512_mask_cmpneq_epi32_mask(lanes, apart, countUp()) == 0;
  result.count = result.contiguous;
  result.windows[0].start = offsets[0];
  result.windows[0].lanes = lanes;
  for (int64_t lane = 0; lane < width && !result.contiguous;)
    lane = addWindow(result.windows[result.count++], offsets, lane, width);
  return result;
}

/// Up to sixteen elements that lie one after the other, as f32.
static __m512 load(const float *data, __mmask16 mask) {
  return _mm512_maskz_loadu_ps(mask, data);
}
static __m512 load(const _Float16 *data, __mmask16 mask) {
  return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, data));
}
/// The same of 16 bits.
static __m256i load(const uint16_t *data, __mmask16 mask) {
  return _mm256_maskz_loadu_epi16(mask, data);
}

/// The lanes of a window, zero in others.
static __m512 load(const float *data, const Window &window) {
  data += window.start;
  __m512 low =
      _mm512_maskz_loadu_ps(static_cast<__mmask16>(window.reads), data);
  if (window.reads < 0x10000)
    return _mm512_maskz_permutexvar_ps(window.lanes, window.from, low);
  __m512 high = _mm512_maskz_loadu_ps(
      static_cast<__mmask16>(window.reads >> 16), data + 16);
  return _mm512_maskz_permutex2var_ps(window.lanes, low, window.from, high);
}
static __m256i load(const uint16_t *data, const Window &window) {
  __m512i all = _mm512_maskz_loadu_epi16(window.reads, data + window.start);
  __m512i from = _mm512_castsi256_si512(_mm512_cvtepi32_epi16(window.from));
  return _mm512_castsi512_si256(
      _mm512_maskz_permutexvar_epi16(window.lanes, from, all));
}
static __m512 load(const _Float16 *data, const Window &window) {
  return _mm512_cvtph_ps(
      load(reinterpret_cast<const uint16_t *>(data), window));
}
static __m512 merge(__m512 a, __m512 b) { return _mm512_or_ps(a, b); }
static __m256i merge(__m256i a, __m256i b) { return _mm256_or_si256(a, b); }

/// Calls `pack` with the fastest way to load a vector of elements of a row.
template <typename T, typename Fn>
static void withLoads(const Windows &windows, Fn pack) {
  const Window &first = windows.windows[0];
  if (windows.contiguous)
    return pack(
        [&](const T *row) { return load(row + first.start, first.lanes); });
  if (windows.count == 1)
    return pack([&](const T *row) { return load(row, first); });
  pack([&](const T *row) {
    auto value = load(row, first);
    for (int i = 1; i < windows.count; ++i)
      value = merge(value, load(row, windows.windows[i]));
    return value;
  });
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
    Windows windows = findWindows(source.wOffsets + 16 * v, width - 16 * v);
    if (windows.count <= 8) {
      withLoads<T>(windows, [&](auto loadRow) {
        for (int64_t step = 0; step < k; ++step)
          store<Strip>(strip + step * Strip, v,
                       loadRow(data + source.kOffsets[step]));
      });
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
    Windows windows = findWindows(source.wOffsets + 16 * v, width - 16 * v);
    withLoads<uint16_t>(windows, [&](auto loadRow) {
      for (int64_t step = 0; 2 * step < k; ++step) {
        const int32_t *offsets = source.kOffsets + 2 * step;
        __m256i first = loadRow(data + offsets[0]),
                second = _mm256_setzero_si256();
        if (2 * step + 1 < k)
          second = loadRow(data + offsets[1]);
        store<Strip>(strip + step * Strip, v, makePairs(first, second));
      }
    });
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
