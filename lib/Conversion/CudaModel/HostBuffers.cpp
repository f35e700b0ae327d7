//===- HostBuffers.cpp - Buffers, copies and loops they outlive -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Evaluator.h"
#include "HostBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

int64_t cuda::getTensorBytes(RankedTensorType type) {
  return type.getNumElements() * getMemoryBytes(type.getElementType());
}

int HostBuilder::newBuffer(RankedTensorType type) {
  Buffer buffer;
  buffer.bytes = getTensorBytes(type);
  buffer.firstUse = buffer.lastUse = now;
  program.buffers.push_back(buffer);
  return program.buffers.size() - 1;
}

void HostBuilder::touch(int number) {
  Buffer &buffer = program.buffers[number];
  buffer.lastUse = std::max(buffer.lastUse, now);
  for (Loop &loop : loops)
    if (buffer.firstUse < loop.start)
      loop.outer.insert(number);
}

void HostBuilder::beginLoop() { loops.push_back({++now, {}}); }

void HostBuilder::endLoop() {
  ++now;
  Loop loop = loops.pop_back_val();
  for (int buffer : loop.outer)
    touch(buffer);
}

/// The buffer of a tensor; a constant or tensor.empty gets one when asked for.
int HostBuilder::bufferOf(Value tensor) {
  tensor = stripViews(tensor);
  auto found = buffers.find(tensor);
  if (found != buffers.end())
    return found->second;
  auto type = cast<RankedTensorType>(tensor.getType());
  ElementsAttr elements;
  if (!matchPattern(tensor, m_Constant(&elements)))
    return buffers[tensor] = newBuffer(type);
  auto [entry, isNew] = constants.try_emplace(elements, 0);
  if (isNew) {
    entry->second = newBuffer(type);
    Buffer &buffer = program.buffers[entry->second];
    buffer.space = AmpCudaConstant;
    buffer.place = program.constants.size();
    program.constants.push_back(elements);
  }
  return buffers[tensor] = entry->second;
}

void HostBuilder::copy(int source, int target, int64_t bytes,
                       Location location) {
  if (source == target || bytes == 0)
    return;
  Site site{AmpCudaCopy, {}, -1, bytes, {{target, 0}, {source, 0}}, {}, {}};
  int64_t number = addSite(std::move(site), location);
  callRuntime("amp_cuda_copy", LLVM::LLVMVoidType::get(builder.getContext()),
              {state, constant(number)});
}

/// Copies tensors to buffers as if all at once; null targets are skipped.
void HostBuilder::copyAll(ValueRange sources, ArrayRef<int> targets,
                          Location location) {
  SmallVector<int> from(sources.size(), -1);
  for (auto [number, source] : llvm::enumerate(sources)) {
    if (targets[number] < 0)
      continue;
    from[number] = bufferOf(source);
    // A target that a later copy still reads is saved first.
    bool overwritten =
        from[number] != targets[number] &&
        llvm::is_contained(targets.take_front(number), from[number]);
    if (!overwritten)
      continue;
    auto type = cast<RankedTensorType>(source.getType());
    int saved = newBuffer(type);
    copy(from[number], saved, getTensorBytes(type), location);
    from[number] = saved;
  }
  for (auto [number, source] : llvm::enumerate(sources))
    if (targets[number] >= 0)
      copy(from[number], targets[number],
           getTensorBytes(cast<RankedTensorType>(source.getType())), location);
}

/// A buffer for each tensor among `types`, -1 for scalars.
SmallVector<int> HostBuilder::carriedBuffers(TypeRange types) {
  return llvm::map_to_vector(types, [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? newBuffer(tensor) : -1;
  });
}
