//===- DeviceMemory.cpp - Buffers with nothing beside them ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>

using namespace amp_emulate;

/// Pages are at most as large on the machines that tests run on.
static constexpr size_t kPage = 1 << 16;

static size_t roundToPages(size_t bytes) {
  return (bytes + kPage - 1) / kPage * kPage;
}

/// Addresses before and behind a buffer; they take no memory. Who misses a
/// buffer misses it by no more than strides of its own size.
static size_t getZone(size_t bytes) {
  constexpr size_t kLeast = 1 << 20;
  return std::max(kLeast, roundToPages(bytes));
}

namespace {
struct Registry {
  std::mutex mutex;
  /// Bytes by the buffer's start.
  std::map<uintptr_t, size_t> buffers;
};
} // namespace

/// Never destroyed: models may outlive it.
static Registry &getRegistry() {
  static auto *registry = new Registry;
  return *registry;
}

void *amp_emulate::allocateDevice(size_t bytes) {
  size_t zone = getZone(bytes);
  size_t inside = roundToPages(bytes);
  if (inside < bytes || inside > SIZE_MAX / 4)
    return nullptr;
  void *map = mmap(nullptr, inside + 2 * zone, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED)
    return nullptr;
  char *buffer = static_cast<char *>(map) + zone;
  if (inside && mprotect(buffer, inside, PROT_READ | PROT_WRITE) != 0) {
    munmap(map, inside + 2 * zone);
    return nullptr;
  }
  std::memset(buffer, 0xff, bytes);
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  registry.buffers[reinterpret_cast<uintptr_t>(buffer)] = bytes;
  return buffer;
}

bool amp_emulate::freeDevice(void *pointer) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto found = registry.buffers.find(reinterpret_cast<uintptr_t>(pointer));
  if (found == registry.buffers.end())
    return false;
  size_t zone = getZone(found->second);
  size_t inside = roundToPages(found->second);
  munmap(static_cast<char *>(pointer) - zone, inside + 2 * zone);
  registry.buffers.erase(found);
  return true;
}

DeviceBuffers DeviceBuffers::list() {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  DeviceBuffers result;
  for (auto [begin, bytes] : registry.buffers)
    result.buffers.push_back({begin, begin + bytes, getZone(bytes)});
  return result;
}

/// The buffer round which the access lies, null if there is none. An access
/// that reaches into a zone from elsewhere belongs to it, too.
const DeviceBuffers::Buffer *DeviceBuffers::findZone(uintptr_t address,
                                                     int64_t bytes) const {
  auto found = std::partition_point(
      buffers.begin(), buffers.end(), [&](const Buffer &buffer) {
        return buffer.end + buffer.zone <= address;
      });
  if (found == buffers.end() || found->begin - found->zone >= address + bytes)
    return nullptr;
  return &*found;
}

bool DeviceBuffers::find(uintptr_t address, int64_t bytes) {
  const Buffer *buffer = findZone(address, bytes);
  if (!buffer || bytes == 0)
    return true;
  if (address < buffer->begin || address + bytes > buffer->end)
    return false;
  begin = buffer->begin;
  end = buffer->end;
  return true;
}

std::string DeviceBuffers::describe(const void *address, int64_t bytes) const {
  auto at = reinterpret_cast<uintptr_t>(address);
  auto count = [](uint64_t number) {
    return std::to_string(number) + (number == 1 ? " byte" : " bytes");
  };
  std::string text = count(bytes) + " ";
  const Buffer *buffer = findZone(at, bytes);
  if (!buffer)
    return text + "far from all buffers";
  const char *third = bytes == 1 ? "s " : " ";
  if (at < buffer->begin)
    text += std::string("that begin") + third + count(buffer->begin - at) +
            " before";
  else
    text += std::string("that end") + third + count(at + bytes - buffer->end) +
            " past";
  return text + " a buffer of " + count(buffer->end - buffer->begin);
}
