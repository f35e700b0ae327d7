//===- MicroPlain.cpp - Micro-kernels for any processor -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same strips as with AVX-512, multiplied by loops that the compiler
// vectorises for what it knows to be there.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect-c/Model.h"
#include "AmpDialect/Runtime/CPU.h"
#include "Micro.h"
#include <string.h>

using namespace amp_cpu;

static constexpr int stripRows = 4;
static constexpr int stripColumns = 16;

template <int Rows, int Vectors>
static void multiply(int64_t depth, const void *aStrip, const void *bStrip,
                     float *c, const int32_t *rowOffsets, uint32_t lastMask,
                     bool fromZero, const char *) {
  auto *a = static_cast<const float *>(aStrip);
  auto *b = static_cast<const float *>(bStrip);
  float sums[Rows][8 * Vectors] = {};
  for (int64_t k = 0; k < depth; ++k, a += stripRows, b += stripColumns)
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < 8 * Vectors; ++j)
        sums[i][j] += a[i] * b[j];
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < 8 * Vectors; ++j) {
      if (j >= 8 * (Vectors - 1) && !(lastMask >> (j - 8 * (Vectors - 1)) & 1))
        break;
      float *place = c + rowOffsets[i] + j;
      *place = fromZero ? sums[i][j] : *place + sums[i][j];
    }
}

static const MicroKernel kernels[stripRows][2] = {
    {multiply<1, 1>, multiply<1, 2>},
    {multiply<2, 1>, multiply<2, 2>},
    {multiply<3, 1>, multiply<3, 2>},
    {multiply<4, 1>, multiply<4, 2>}};

namespace {
struct BF16 {
  uint16_t bits;
};
} // namespace

static float extend(float value) { return value; }
static float extend(BF16 value) {
  uint32_t bits = static_cast<uint32_t>(value.bits) << 16;
  float result;
  memcpy(&result, &bits, sizeof(result));
  return result;
}

namespace {
struct F16 {
  uint16_t bits;
};
} // namespace

/// Exact: the exponent is rebiased by a product, which also lifts subnormals.
static float extend(F16 value) {
  uint32_t sign = static_cast<uint32_t>(value.bits & 0x8000) << 16;
  uint32_t rest = static_cast<uint32_t>(value.bits & 0x7fff) << 13;
  float result;
  memcpy(&result, &rest, sizeof(result));
  result *= 0x1p112f;
  uint32_t bits;
  memcpy(&bits, &result, sizeof(bits));
  // Infinity and NaN kept their mantissa, not their exponent.
  if ((value.bits & 0x7c00) == 0x7c00)
    bits |= 0x7f800000;
  bits |= sign;
  memcpy(&result, &bits, sizeof(result));
  return result;
}

template <int Strip, typename T>
static void pack(void *target, Source source, int64_t width, int64_t k) {
  auto *strip = static_cast<float *>(target);
  auto *data = static_cast<const T *>(source.data);
  for (int64_t step = 0; step < k; ++step, strip += Strip)
    for (int w = 0; w < Strip; ++w)
      strip[w] = w < width
                     ? extend(data[source.kOffsets[step] + source.wOffsets[w]])
                     : 0.0f;
}

void amp_cpu::turnPlainly(const float *tile, int64_t width, int64_t rows,
                          float *turned, int64_t pitch) {
  for (int64_t column = 0; column < width; ++column)
    for (int64_t row = 0; row < rows; ++row)
      turned[column * pitch + row] = tile[row * width + column];
}

template <typename T> static constexpr Family makeFamily() {
  return {stripRows,          stripColumns,          8,          1, 4, kernels,
          pack<stripRows, T>, pack<stripColumns, T>, turnPlainly};
}

const Family amp_cpu::plainF32 = makeFamily<float>();
const Family amp_cpu::plainF16 = makeFamily<F16>();
const Family amp_cpu::plainBF16 = makeFamily<BF16>();

const Family *amp_cpu::findFamily(int64_t type, int32_t features) {
  auto choose = [&](const Family &f32, const Family &f16, const Family &bf16) {
    if (type == AMP_TYPE_BF16)
      return &bf16;
    return type == AMP_TYPE_F16 ? &f16 : &f32;
  };
#if defined(__x86_64__)
  // Without dot products, bf16 goes by the strips of AVX2.
  bool wide = type != AMP_TYPE_BF16 || (features & AMP_CPU_AVX512_BF16);
  if ((features & AMP_CPU_AVX512) && wide)
    return choose(avx512F32, avx512F16, avx512BF16);
  if (features & AMP_CPU_AVX2_FMA)
    return choose(avx2F32, avx2F16, avx2BF16);
#endif
  return choose(plainF32, plainF16, plainBF16);
}
