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

void *_mlir_memref_to_llvm_alloc(uint64_t bytes) {
  // More than any machine addresses: a size that the run computed.
  if (bytes >> 48)
    amp_cpu_fail("no memory for a value of the model");
  Memory *memory = current->memory;
  uint64_t size;
  int sizeClass = getClass(bytes, size);
  Block *block = memory->free[sizeClass];
  if (block) {
    memory->free[sizeClass] = block->next;
  } else {
    block = static_cast<Block *>(aligned_alloc(alignment, size + alignment));
    if (!block)
      amp_cpu_fail("no memory for a value of the model");
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
