//===- LargeArray.h - Room for arrays of many elements ----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From some thousand ops on, a quarter to a third of the conversion's time went
// into the kernel, which hands out memory page by page as an array is filled
// for the first time; its pages of 2 MiB take an eighth of that. So arrays that
// have pages of their own are laid side by side: what comes first into small
// pages, as one large one costs a hundred of those and a module of some hundred
// ops needs no more, and what lies behind into large ones.
// Arrays of very many elements do without: a virtual machine that gives its
// free memory back has few such pages at hand, and waits for each more until
// its host has made it. At a million ops that took longer than all else in the
// precision graph.
// The first pages stay with the process, half a megabyte of small and 16 of
// large ones: malloc gives them back where a stage ends, and the next stage or
// module had to ask for them again, a tenth of the time of a conversion of some
// hundred ops or some ten thousand.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_LARGEARRAY_H
#define AMPDIALECT_ANALYSIS_LARGEARRAY_H

#include <cstddef>
#include <vector>

namespace mlir::amp {

/// `size` bytes: of malloc if they fill no page or very many, else beside what
/// has been allocated so. Safe to call from several threads.
void *allocateLarge(size_t size);
/// Gives back what `allocateLarge` returned for `size`.
void freeLarge(void *data, size_t size);

template <typename T> struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <typename U> LargeAllocator(const LargeAllocator<U> &) {}
  T *allocate(size_t count) {
    return static_cast<T *>(allocateLarge(count * sizeof(T)));
  }
  void deallocate(T *data, size_t count) { freeLarge(data, count * sizeof(T)); }
  bool operator==(const LargeAllocator &) const { return true; }
  bool operator!=(const LargeAllocator &) const { return false; }
};

/// An array that grows with the module.
template <typename T> using LargeArray = std::vector<T, LargeAllocator<T>>;

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_LARGEARRAY_H
