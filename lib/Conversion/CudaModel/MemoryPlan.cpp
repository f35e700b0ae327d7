//===- MemoryPlan.cpp - Offsets in the device arena -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// As cudaMalloc aligns.
static constexpr int64_t kAlignment = 256;

void cuda::planMemory(Program &program) {
  SmallVector<Buffer *> order;
  for (Buffer &buffer : program.buffers)
    if (buffer.space == AmpCudaArena)
      order.push_back(&buffer);
  llvm::sort(order, [](const Buffer *a, const Buffer *b) {
    return std::pair(-a->bytes, a) < std::pair(-b->bytes, b);
  });
  // Placed buffers, by offset.
  SmallVector<Buffer *> placed;
  for (Buffer *buffer : order) {
    int64_t bytes = llvm::alignTo(buffer->bytes, kAlignment);
    program.bytesWithoutReuse += bytes;
    int64_t at = 0;
    for (const Buffer *other : placed) {
      if (other->lastUse < buffer->firstUse ||
          buffer->lastUse < other->firstUse)
        continue;
      if (at + bytes <= other->place)
        break;
      at = std::max(at, static_cast<int64_t>(llvm::alignTo(
                            other->place + other->bytes, kAlignment)));
    }
    buffer->place = at;
    program.arenaBytes = std::max(program.arenaBytes, at + bytes);
    auto position =
        llvm::upper_bound(placed, buffer, [](const Buffer *a, const Buffer *b) {
          return a->place < b->place;
        });
    placed.insert(position, buffer);
  }
}
