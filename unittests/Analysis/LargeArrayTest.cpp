//===- LargeArrayTest.cpp - Arrays in large pages -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/LargeArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include "gtest/gtest.h"
#include <array>
#include <numeric>
#include <thread>

using namespace mlir::amp;

namespace {

constexpr size_t kKiB = 1024 / sizeof(uint32_t);
/// Left to malloc, at home in small pages, in large ones behind them, too large
/// for those.
constexpr size_t kSizes[] = {kKiB / 4,   5 * kKiB,    100 * kKiB,
                             300 * kKiB, 3000 * kKiB, 25000 * kKiB};

LargeArray<uint32_t> makeArray(size_t size, uint32_t start) {
  LargeArray<uint32_t> array(size);
  std::iota(array.begin(), array.end(), start);
  return array;
}

bool isIntact(const LargeArray<uint32_t> &array, uint32_t start) {
  for (auto [index, value] : llvm::enumerate(array))
    if (value != start + index)
      return false;
  return true;
}

/// Arrays of all sizes that come and go in turns; false if one is damaged.
bool churn(uint32_t seed) {
  std::vector<LargeArray<uint32_t>> arrays(7);
  for (uint32_t step = 0; step < 20; ++step) {
    size_t place = (step * 5 + seed) % arrays.size();
    uint32_t start = seed + place;
    if (!arrays[place].empty() && !isIntact(arrays[place], start))
      return false;
    size_t size = kSizes[(step + seed) % std::size(kSizes)];
    arrays[place] = makeArray(size, start);
  }
  for (auto [place, array] : llvm::enumerate(arrays))
    if (!isIntact(array, seed + place))
      return false;
  return true;
}

TEST(LargeArrayTest, KeepsItsElementsWhileOthersComeAndGo) {
  EXPECT_TRUE(churn(0));
}

TEST(LargeArrayTest, GrowsElementByElement) {
  LargeArray<uint32_t> array;
  for (uint32_t i = 0; i < 5000 * kKiB; ++i)
    array.push_back(i);
  EXPECT_TRUE(isIntact(array, 0));
}

#if defined(__linux__) && !LLVM_ADDRESS_SANITIZER_BUILD
TEST(LargeArrayTest, KeepsThePagesOfSmallArrays) {
  auto makeTwo = [](uint32_t start) {
    std::array<LargeArray<uint32_t>, 2> arrays = {
        makeArray(10 * kKiB, start), makeArray(20 * kKiB, start + 1)};
    EXPECT_TRUE(isIntact(arrays[0], start));
    EXPECT_TRUE(isIntact(arrays[1], start + 1));
    return std::pair(arrays[0].data(), arrays[1].data());
  };
  auto [first, second] = makeTwo(0);
  EXPECT_EQ(first + 10 * kKiB, second);
  EXPECT_EQ(makeTwo(2), std::pair(first, second));
}

TEST(LargeArrayTest, KeepsTheFirstOfTheLargePages) {
  // The last array ends behind what stays: pages there are given back, and are
  // there again, all zero, when they are asked for.
  constexpr size_t kSize = 7000 * kKiB;
  const uint32_t *first = nullptr;
  auto makeThree = [&first](uint32_t start) {
    std::vector<LargeArray<uint32_t>> arrays;
    for (uint32_t i = 0; i < 3; ++i)
      arrays.push_back(makeArray(kSize, start + i));
    for (uint32_t i = 0; i < 3; ++i)
      EXPECT_TRUE(isIntact(arrays[i], start + i));
    first = arrays[0].data();
  };
  makeThree(0);
  const uint32_t *before = first;
  makeThree(5);
  EXPECT_EQ(first, before);
}
#endif

TEST(LargeArrayTest, ServesSeveralThreads) {
  std::array<bool, 4> intact{};
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < intact.size(); ++i)
    threads.emplace_back([&intact, i] { intact[i] = churn(100 * i); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(llvm::all_of(intact, [](bool one) { return one; }));
}

} // namespace
