//===- LargeArray.cpp - Room for arrays of millions of elements -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/LargeArray.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir::amp;

void mlir::amp::adviseLargePages(const void *data, size_t size) {
#ifdef __linux__
  constexpr size_t pageSize = size_t(1) << 21, kMaxAdvised = size_t(24) << 20;
  uintptr_t begin = llvm::alignTo(reinterpret_cast<uintptr_t>(data), pageSize);
  uintptr_t end =
      llvm::alignDown(reinterpret_cast<uintptr_t>(data) + size, pageSize);
  // A kernel that has none says so, which changes nothing.
  if (begin < end && size <= kMaxAdvised)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}
