//===- MicroAVX2.cpp - Micro-kernels in AVX2 with FMA ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of 6 x 16: 12 accumulators, two vectors of B and one broadcast of A in
// the 16 registers. Strips hold f32; f16 and bf16 are widened while packing.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)

#include "Micro.h"
#include <immintrin.h>
#include <string.h>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))),         \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,f16c")
#endif

using namespace amp_cpu;

namespace {
constexpr int maxRows = 6;
constexpr int maxColumns = 16;

/// Elements of 16 bits, by type.
struct F16 {
  uint16_t bits;
};
struct BF16 {
  uint16_t bits;
};
} // namespace

template <int Rows, int Vectors>
static void multiply(int64_t depth, const void *aStrip, const void *bStrip,
                     float *c, const int32_t *rowOffsets, uint32_t lastMask,
                     bool fromZero, const char *) {
  auto *a = static_cast<const float *>(aStrip);
  auto *b = static_cast<const float *>(bStrip);
  __m256 sums[Rows][Vectors];
  AMP_UNROLL
  for (int i = 0; i < Rows; ++i) {
    AMP_UNROLL
    for (int v = 0; v < Vectors; ++v)
      sums[i][v] = _mm256_setzero_ps();
  }
  AMP_KEEP_LOOP
  for (int64_t k = 0; k < depth; ++k, a += maxRows, b += maxColumns) {
    __m256 columns[Vectors];
    AMP_UNROLL
    for (int v = 0; v < Vectors; ++v)
      columns[v] = _mm256_loadu_ps(b + 8 * v);
    AMP_UNROLL
    for (int i = 0; i < Rows; ++i) {
      AMP_UNROLL
      for (int v = 0; v < Vectors; ++v)
        sums[i][v] =
            _mm256_fmadd_ps(_mm256_broadcast_ss(a + i), columns[v], sums[i][v]);
    }
  }
  __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  __m256i last = _mm256_cmpgt_epi32(
      _mm256_set1_epi32(__builtin_popcount(lastMask)), lanes);
  AMP_UNROLL
  for (int i = 0; i < Rows; ++i) {
    AMP_UNROLL
    for (int v = 0; v < Vectors; ++v) {
      float *place = c + rowOffsets[i] + 8 * v;
      __m256i mask = v + 1 == Vectors ? last : _mm256_set1_epi32(-1);
      __m256 sum = sums[i][v];
      if (!fromZero)
        sum = _mm256_add_ps(_mm256_maskload_ps(place, mask), sum);
      _mm256_maskstore_ps(place, mask, sum);
    }
  }
}

static const MicroKernel kernels[maxRows][2] = {
    {multiply<1, 1>, multiply<1, 2>}, {multiply<2, 1>, multiply<2, 2>},
    {multiply<3, 1>, multiply<3, 2>}, {multiply<4, 1>, multiply<4, 2>},
    {multiply<5, 1>, multiply<5, 2>}, {multiply<6, 1>, multiply<6, 2>}};

/// One element, or eight that lie one after the other, as f32.
static float extend(float value) { return value; }
static float extend(F16 value) { return _cvtsh_ss(value.bits); }
static float extend(BF16 value) {
  uint32_t bits = static_cast<uint32_t>(value.bits) << 16;
  float result;
  memcpy(&result, &bits, sizeof(result));
  return result;
}
static __m256 load(const float *data) { return _mm256_loadu_ps(data); }
static __m128i loadHalves(const void *data) {
  return _mm_loadu_si128(static_cast<const __m128i *>(data));
}
static __m256 load(const F16 *data) {
  return _mm256_cvtph_ps(loadHalves(data));
}
static __m256 load(const BF16 *data) {
  return _mm256_castsi256_ps(
      _mm256_slli_epi32(_mm256_cvtepu16_epi32(loadHalves(data)), 16));
}

template <int Strip, typename T>
static void pack(void *target, Source source, int64_t width, int64_t k) {
  auto *strip = static_cast<float *>(target);
  auto *data = static_cast<const T *>(source.data);
  bool contiguous = true;
  for (int64_t w = 1; w < width; ++w)
    contiguous &= source.wOffsets[w] == source.wOffsets[0] + w;
  for (int64_t step = 0; step < k; ++step, strip += Strip) {
    const T *row = data + source.kOffsets[step];
    int64_t w = 0;
    if (contiguous)
      for (; w + 8 <= width; w += 8)
        _mm256_storeu_ps(strip + w, load(row + source.wOffsets[0] + w));
    for (; w < Strip; ++w)
      strip[w] = w < width ? extend(row[source.wOffsets[w]]) : 0.0f;
  }
}

#define AMP_FAMILY(T)                                                          \
  {maxRows,          maxColumns,          8,          1, 4, kernels,           \
   pack<maxRows, T>, pack<maxColumns, T>, turnPlainly}

const Family amp_cpu::avx2F32 = AMP_FAMILY(float);
const Family amp_cpu::avx2F16 = AMP_FAMILY(F16);
const Family amp_cpu::avx2BF16 = AMP_FAMILY(BF16);

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif // __x86_64__
