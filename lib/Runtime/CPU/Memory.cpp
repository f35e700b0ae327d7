//===- Memory.cpp - Memory of a model's runs on the CPU -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks by size class, four classes a power of two, kept until the model is
// destroyed: after the first run no page is faulted in again.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <stdlib.h>

using namespace amp_cpu;

namespace {
constexpr uint64_t alignment = 64;
constexpr int numClasses = 4 * 64;
/// What no system has, with room for a header and a class above.
constexpr int64_t maxBytes = int64_t(1) << 60;
constexpr char noMemory[] = "no memory for a value of the model";

/// Lies in front of each block, filling one alignment unit.
struct Block {
  Block *next;
  Memory *owner;
  /// All blocks there are.
  Block *other;
  int sizeClass;
};
} // namespace

struct amp_cpu::Memory {
  Block *free[numClasses];
  Block *all;
};

/// The class of `bytes` and the size that its blocks have.
static int getClass(uint64_t bytes, uint64_t &size) {
  uint64_t power = 256;
  int index = 0;
  while (power * 2 < bytes) {
    power *= 2;
    index += 4;
  }
  for (int quarter = 0; quarter <= 4; ++quarter)
    if ((size = power + power / 4 * quarter) >= bytes)
      return index + quarter;
  return index + 4;
}

Memory *amp_cpu::createMemory() {
  return static_cast<Memory *>(calloc(1, sizeof(Memory)));
}

void amp_cpu::destroyMemory(Memory *memory) {
  if (!memory)
    return;
  for (Block *block = memory->all; block;) {
    Block *other = block->other;
    free(block);
    block = other;
  }
  free(memory);
}

void amp_cpu::resetMemory(Memory *memory) {
  for (Block *&block : memory->free)
    block = nullptr;
  for (Block *block = memory->all; block; block = block->other) {
    block->next = memory->free[block->sizeClass];
    memory->free[block->sizeClass] = block;
  }
}

int64_t amp_cpu_grow(int64_t bytes, int64_t extent) {
  if (extent < 0)
    amp_cpu_fail("a value of the model has a negative size");
  int64_t grown;
  if (__builtin_mul_overflow(bytes, extent, &grown) || grown > maxBytes)
    amp_cpu_fail(noMemory);
  return grown;
}

void *_mlir_memref_to_llvm_alloc(uint64_t bytes) {
  Memory *memory = current->memory;
  if (bytes > static_cast<uint64_t>(maxBytes))
    amp_cpu_fail(noMemory);
  uint64_t size;
  int sizeClass = getClass(bytes, size);
  Block *block = memory->free[sizeClass];
  if (block) {
    memory->free[sizeClass] = block->next;
  } else {
    block = static_cast<Block *>(aligned_alloc(alignment, size + alignment));
    if (!block)
      amp_cpu_fail(noMemory);
    block->owner = memory;
    block->other = memory->all;
    memory->all = block;
    block->sizeClass = sizeClass;
  }
  return reinterpret_cast<char *>(block) + alignment;
}

void _mlir_memref_to_llvm_free(void *pointer) {
  if (!pointer)
    return;
  auto *block =
      reinterpret_cast<Block *>(static_cast<char *>(pointer) - alignment);
  block->next = block->owner->free[block->sizeClass];
  block->owner->free[block->sizeClass] = block;
}
