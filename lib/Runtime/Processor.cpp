//===- Processor.cpp - What the host's processor can do -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By CPUID itself: the compiler's own table lies in libgcc, and an old one that
// a library is linked with knows nothing of new instruction sets.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Runtime/Target.h"
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#if defined(__x86_64__)
namespace {
enum Register { A, B, C, D };
/// What the system must keep of a thread: bits of XCR0.
enum Kept : uint32_t { None = 0, YMM = 0x6, ZMM = 0xe6, APX = 1u << 19 };

struct Feature {
  const char *name;
  uint32_t leaf, subleaf;
  Register place;
  uint32_t mask, least;
  Kept state;
};
} // namespace

static const Feature allFeatures[] = {
#define AMP_CPU_FEATURE(NAME, LEAF, SUBLEAF, REGISTER, MASK, LEAST, STATE)     \
  {NAME, LEAF, SUBLEAF, REGISTER, MASK, LEAST, STATE},
#include "AmpDialect/Runtime/CPUFeatures.def"
};
static_assert(sizeof(allFeatures) / sizeof(*allFeatures) <= 64,
              "one bit a feature");

/// What the system keeps; nothing where it does not say.
static uint32_t getKeptState() {
  uint32_t registers[4];
  constexpr uint32_t saysSo = 1u << 27;
  if (!__get_cpuid(1, &registers[A], &registers[B], &registers[C],
                   &registers[D]) ||
      !(registers[C] & saysSo))
    return 0;
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

static bool isThere(const Feature &feature, uint32_t kept) {
  uint32_t registers[4];
  return (kept & feature.state) == feature.state &&
         __get_cpuid_count(feature.leaf, feature.subleaf, &registers[A],
                           &registers[B], &registers[C], &registers[D]) &&
         (registers[feature.place] & feature.mask) >= feature.least;
}
#endif

const char *amp_find_missing(uint64_t features) {
#if defined(__x86_64__)
  uint32_t kept = getKeptState();
  for (const Feature &feature : allFeatures) {
    if ((features & 1) && !isThere(feature, kept))
      return feature.name;
    features >>= 1;
  }
#endif
  return nullptr;
}
