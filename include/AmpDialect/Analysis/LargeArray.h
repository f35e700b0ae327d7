//===- LargeArray.h - Room for arrays of millions of elements ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On modules of a hundred thousand ops and more, a third of the conversion's
// time went into the kernel, which hands out memory page by page as an array is
// filled for the first time. Large pages take most of that away. Arrays of very
// many elements do without: a virtual machine that gives its free memory back
// has few such pages at hand, and waits for each more until its host has made
// it. At a million ops that took longer than all else in the precision graph.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_LARGEARRAY_H
#define AMPDIALECT_ANALYSIS_LARGEARRAY_H

#include <cstddef>
#include <vector>

namespace mlir::amp {

/// Asks for large pages behind the `size` bytes at `data`, which nobody has
/// written yet. Does nothing for small and for very large arrays or where there
/// are none.
void adviseLargePages(const void *data, size_t size);

template <typename T> void reserveLarge(std::vector<T> &array, size_t size) {
  array.reserve(size);
  adviseLargePages(array.data(), array.capacity() * sizeof(T));
}

/// `size` copies of `value`.
template <typename T> std::vector<T> makeLarge(size_t size, T value = T()) {
  std::vector<T> array;
  reserveLarge(array, size);
  array.resize(size, value);
  return array;
}

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_LARGEARRAY_H
