//===- Random.h - Numbers that a seed fixes ---------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_RANDOM_H
#define AMPDIALECT_FUZZ_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mlir::amp::fuzz {

/// SplitMix64: small, and fixed by its definition. It starts from a seed that
/// is mixed once: those of near seeds would be the same sequence from other
/// places.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) { state = next(); }
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// Uniform in [0, bound).
  unsigned below(unsigned bound) { return next() % bound; }
  bool oneIn(unsigned n) { return below(n) == 0; }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[below(from.size())];
  }
  template <typename T> void shuffle(std::vector<T> &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[below(i)]);
  }

private:
  uint64_t state;
};

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_RANDOM_H
