//===- LargeArray.cpp - Room for arrays of many elements ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/LargeArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <mutex>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

using namespace mlir::amp;

/// Smaller arrays are left to malloc: a large page costs as much as some
/// hundred small ones.
static constexpr size_t kMinSize = size_t(256) << 10;
static constexpr size_t kMaxSize = size_t(24) << 20;

#ifdef __linux__

namespace {

/// Address space that is filled from its begin on. What nobody has written
/// takes no memory.
struct Region {
  static constexpr size_t kSize = size_t(64) << 20;
  static constexpr size_t kPageSize = size_t(2) << 20;
  uintptr_t mapped, begin, end;
  /// Behind the last array, and how many there are.
  uintptr_t top;
  size_t count = 0;

  bool contains(uintptr_t address) const {
    return begin <= address && address < end;
  }
};

/// The regions in use. They go when their last array does.
class Regions {
public:
  /// Null where nothing can be mapped.
  void *allocate(size_t size);
  /// False if `data` lies in no region.
  bool free(void *data, size_t size);

private:
  Region *makeRegion();

  std::mutex mutex;
  llvm::SmallVector<Region, 4> regions;
};

} // namespace

Region *Regions::makeRegion() {
  size_t size = Region::kSize + Region::kPageSize;
  void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  Region region;
  region.mapped = reinterpret_cast<uintptr_t>(mapped);
  region.begin = region.top = llvm::alignTo(region.mapped, Region::kPageSize);
  region.end = region.begin + Region::kSize;
  // A kernel that has none says so, which changes nothing.
  (void)madvise(reinterpret_cast<void *>(region.begin), Region::kSize,
                MADV_HUGEPAGE);
  return &regions.emplace_back(region);
}

void *Regions::allocate(size_t size) {
  std::lock_guard<std::mutex> guard(mutex);
  Region *region = regions.empty() ? nullptr : &regions.back();
  if (!region || region->end - region->top < size)
    region = makeRegion();
  if (!region)
    return nullptr;
  uintptr_t data = region->top;
  region->top += llvm::alignTo(size, alignof(std::max_align_t));
  ++region->count;
  return reinterpret_cast<void *>(data);
}

bool Regions::free(void *data, size_t size) {
  std::lock_guard<std::mutex> guard(mutex);
  auto address = reinterpret_cast<uintptr_t>(data);
  Region *region = llvm::find_if(
      regions, [&](const Region &each) { return each.contains(address); });
  if (region == regions.end())
    return false;
  // The last array's place is the next one's, whose pages are there already.
  if (address + llvm::alignTo(size, alignof(std::max_align_t)) == region->top)
    region->top = address;
  if (--region->count > 0)
    return true;
  munmap(reinterpret_cast<void *>(region->mapped),
         Region::kSize + Region::kPageSize);
  regions.erase(region);
  return true;
}

static Regions &getRegions() {
  // Never destroyed: arrays may outlive it.
  static Regions *regions = new Regions;
  return *regions;
}

#endif // __linux__

static bool isLarge(size_t size) {
  return size >= kMinSize && size <= kMaxSize;
}

void *mlir::amp::allocateLarge(size_t size) {
#ifdef __linux__
  if (isLarge(size))
    if (void *data = getRegions().allocate(size))
      return data;
#endif
  return ::operator new(size);
}

void mlir::amp::freeLarge(void *data, size_t size) {
#ifdef __linux__
  if (isLarge(size) && getRegions().free(data, size))
    return;
#endif
  ::operator delete(data);
}
