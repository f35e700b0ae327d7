//===- DeviceMemory.h - Buffers with nothing beside them --------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory of the emulated device. Round each buffer lie addresses that belong to
// it and to nothing else, so that who misses a buffer is told from who reads
// memory of the host, and by how many bytes.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_TOOLS_GPU_EMULATE_DEVICEMEMORY_H
#define AMP_TOOLS_GPU_EMULATE_DEVICEMEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace amp_emulate {

/// Bytes of a buffer, aligned to 256 and filled with NaNs; null where there is
/// no room.
void *allocateDevice(size_t bytes);

/// False where no buffer begins there.
bool freeDevice(void *pointer);

/// The buffers at one time, by address.
class DeviceBuffers {
public:
  /// Those that there are now.
  static DeviceBuffers list();

  /// Whether an access lies in one buffer, or far from all: in memory of the
  /// host, which callers hand to kernels as well.
  bool allows(const void *address, int64_t bytes) {
    auto at = reinterpret_cast<uintptr_t>(address);
    return (at >= begin && at + bytes <= end) || find(at, bytes);
  }

  /// Where an access lies that is not allowed: "4 bytes that begin 2 bytes
  /// before a buffer of 64 bytes".
  std::string describe(const void *address, int64_t bytes) const;

private:
  struct Buffer {
    uintptr_t begin, end, zone;
  };
  const Buffer *findZone(uintptr_t address, int64_t bytes) const;
  bool find(uintptr_t address, int64_t bytes);

  std::vector<Buffer> buffers;
  /// The buffer of the last access.
  uintptr_t begin = 0, end = 0;
};

} // namespace amp_emulate

#endif // AMP_TOOLS_GPU_EMULATE_DEVICEMEMORY_H
