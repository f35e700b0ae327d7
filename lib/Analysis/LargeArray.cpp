//===- LargeArray.cpp - Room for arrays of many elements ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/LargeArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir::amp;

/// Smaller arrays are left to malloc.
static constexpr size_t kMinSize = size_t(4) << 10;
static constexpr size_t kMaxSize = size_t(24) << 20;
static constexpr size_t kLargePage = size_t(2) << 20;
/// The first arrays take small pages: a large one costs as much as a hundred.
static constexpr size_t kInSmallPages = size_t(512) << 10;
static constexpr size_t kRegionSize = kInSmallPages + 32 * kLargePage;
/// Of the last region, so much stays.
static constexpr size_t kKeptSize = kInSmallPages + 8 * kLargePage;

#ifdef __linux__

/// What a region maps: its begin is moved to where large pages fit.
static constexpr size_t kMappedSize = kRegionSize + kLargePage;

namespace {

/// Address space that is filled from its begin on. What nobody has written
/// takes no memory.
struct MappedRegion {
  uintptr_t mapped, begin, end;
  /// Behind the last array, the furthest that it was, and how many there are.
  uintptr_t top, furthest;
  size_t count = 0;

  bool contains(uintptr_t address) const {
    return begin <= address && address < end;
  }
};

/// The regions in use. They go when their last array does; of the last one the
/// first pages stay: malloc would give the memory back to the kernel at the end
/// of each stage, to ask for it again.
class MappedRegions {
public:
  /// Null where nothing can be mapped.
  void *allocate(size_t size);
  /// False if `data` lies in no region.
  bool free(void *data, size_t size);

private:
  MappedRegion *makeRegion();
  /// Takes `region`, in which no array is left, back to its begin.
  void empty(MappedRegion &region);

  std::mutex mutex;
  llvm::SmallVector<MappedRegion, 4> regions;
};

} // namespace

MappedRegion *MappedRegions::makeRegion() {
  void *mapped = mmap(nullptr, kMappedSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  MappedRegion region;
  region.mapped = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t inLargePages =
      llvm::alignTo(region.mapped + kInSmallPages, kLargePage);
  region.begin = region.top = region.furthest = inLargePages - kInSmallPages;
  region.end = region.begin + kRegionSize;
  // A kernel that has none says so, which changes nothing.
  (void)madvise(reinterpret_cast<void *>(inLargePages),
                kRegionSize - kInSmallPages, MADV_HUGEPAGE);
  return &regions.emplace_back(region);
}

void MappedRegions::empty(MappedRegion &region) {
  uintptr_t kept = region.begin + kKeptSize;
  if (region.furthest > kept) {
    (void)madvise(reinterpret_cast<void *>(kept), region.furthest - kept,
                  MADV_DONTNEED);
    region.furthest = kept;
  }
  region.top = region.begin;
}

void *MappedRegions::allocate(size_t size) {
  std::lock_guard<std::mutex> guard(mutex);
  MappedRegion *region = regions.empty() ? nullptr : &regions.back();
  if (!region || region->end - region->top < size)
    region = makeRegion();
  if (!region)
    return nullptr;
  uintptr_t data = region->top;
  region->top += llvm::alignTo(size, alignof(std::max_align_t));
  region->furthest = std::max(region->furthest, region->top);
  ++region->count;
  return reinterpret_cast<void *>(data);
}

bool MappedRegions::free(void *data, size_t size) {
  std::lock_guard<std::mutex> guard(mutex);
  auto address = reinterpret_cast<uintptr_t>(data);
  MappedRegion *region = llvm::find_if(regions, [&](const MappedRegion &each) {
    return each.contains(address);
  });
  if (region == regions.end())
    return false;
  // The last array's place is the next one's, whose pages are there already.
  if (address + llvm::alignTo(size, alignof(std::max_align_t)) == region->top)
    region->top = address;
  if (--region->count > 0)
    return true;
  if (regions.size() == 1) {
    empty(*region);
    return true;
  }
  munmap(reinterpret_cast<void *>(region->mapped), kMappedSize);
  regions.erase(region);
  return true;
}

/// Never destroyed: arrays may outlive them.
static MappedRegions &getRegions() {
  static MappedRegions *regions = new MappedRegions;
  return *regions;
}

#endif // __linux__

/// Whether an array of `size` bytes is none of malloc's.
static bool liesInRegion(size_t size) {
  // The sanitizers see through malloc alone.
#if LLVM_ADDRESS_SANITIZER_BUILD || LLVM_MEMORY_SANITIZER_BUILD
  return false;
#endif
  return size >= kMinSize && size <= kMaxSize;
}

void *mlir::amp::allocateLarge(size_t size) {
#ifdef __linux__
  if (liesInRegion(size))
    if (void *data = getRegions().allocate(size))
      return data;
#endif
  return ::operator new(size);
}

void mlir::amp::freeLarge(void *data, size_t size) {
#ifdef __linux__
  if (liesInRegion(size) && getRegions().free(data, size))
    return;
#endif
  ::operator delete(data);
}
