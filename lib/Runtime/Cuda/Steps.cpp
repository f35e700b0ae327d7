//===- Steps.cpp - What the generated host code calls ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <stdlib.h>
#include <string.h>

using namespace amp_cuda;

static const char *textAt(int64_t place) { return amp_cuda_strings + place; }

int32_t amp_cuda::fail(State *state, Status status, const char *what,
                       const char *where, const char *kernel) {
  const char *description = nullptr;
  if (state->driver->getErrorString(status, &description) != 0 || !description)
    description = "no description";
  return amp_set_error(status == 2 ? AMP_ERROR_MEMORY : AMP_ERROR_RUN,
                       "%s%s%s: %s (%s)%s%s", what, kernel ? " of kernel " : "",
                       kernel ? kernel : "", getName(state->driver, status),
                       description, where ? " at " : "", where ? where : "");
}

/// The device address of a place; scalars have none.
static DevicePointer addressOf(State *state, const int64_t *place) {
  switch (place[0]) {
  case AmpCudaArena:
    return state->arena + static_cast<uint64_t>(place[1]);
  case AmpCudaInput:
    return reinterpret_cast<DevicePointer>(state->runInputs[place[1]]);
  case AmpCudaOutput:
    return reinterpret_cast<DevicePointer>(state->runOutputs[place[1]]);
  case AmpCudaConstant:
    return state->constants[place[1]];
  default:
    return 0;
  }
}

void amp_cuda_begin(void *pointer, const void *const *inputs,
                    void *const *outputs) {
  auto *state = static_cast<State *>(pointer);
  state->runInputs = inputs;
  state->runOutputs = outputs;
  state->status = AMP_OK;
}

int32_t amp_cuda_ok(void *pointer) {
  return static_cast<State *>(pointer)->status == AMP_OK;
}

void amp_cuda_assert(void *pointer, int32_t holds, const char *message) {
  auto *state = static_cast<State *>(pointer);
  // What was read after an error is zero.
  if (state->status == AMP_OK && !holds)
    state->status = amp_set_error(AMP_ERROR_RUN, "%s", message);
}

int32_t amp_cuda_finish(void *pointer) {
  return static_cast<State *>(pointer)->status;
}

/// Encodes the tensor maps of a launch whose buffers are new or have moved.
static int32_t updateMaps(State *state, Step &step, const Kernel &kernel,
                          const DevicePointer *arguments, const char *where) {
  const int64_t *words = kernel.maps;
  for (int64_t i = 0; i != kernel.numMaps; ++i) {
    DevicePointer base = arguments[words[0]];
    int type = static_cast<int>(words[1]);
    int64_t rank = words[2];
    const int64_t *dims = words + 3, *strides = dims + rank,
                  *box = strides + rank - 1;
    int64_t swizzleBytes = box[rank];
    words = box + rank + 1;
    if (step.mapped[i] == base)
      continue;
    if (!state->driver->encodeTensorMap)
      return amp_set_error(AMP_ERROR_DEVICE, "the driver is too old: it lacks "
                                             "cuTensorMapEncodeTiled");
    uint64_t size[5], pitch[5];
    uint32_t boxSize[5], ones[5];
    for (int64_t d = 0; d != rank && d != 5; ++d) {
      size[d] = static_cast<uint64_t>(dims[d]);
      pitch[d] = d + 1 < rank ? static_cast<uint64_t>(strides[d]) : 0;
      boxSize[d] = static_cast<uint32_t>(box[d]);
      ones[d] = 1;
    }
    int swizzle = swizzleBytes == 128  ? 3
                  : swizzleBytes == 64 ? 2
                  : swizzleBytes == 32 ? 1
                                       : 0;
    // No interleave, promotion to 128 bytes in L2, zeros outside.
    Status status = state->driver->encodeTensorMap(
        &step.maps[i], type, static_cast<uint32_t>(rank),
        reinterpret_cast<void *>(base), size, pitch, boxSize, ones, 0, swizzle,
        2, 0);
    if (status != 0)
      return fail(state, status, "cuTensorMapEncodeTiled", where, kernel.name);
    step.mapped[i] = base;
  }
  return AMP_OK;
}

/// Whether a launch depends on bound inputs alone.
static bool dependsOnBound(const State *state, const int64_t *inputs) {
  for (int64_t i = 0; i != inputs[0]; ++i)
    if (!state->bound[inputs[1 + i]])
      return false;
  return inputs[0] != 0;
}

/// Queues a kernel. Where steps are timed, each runs alone.
static Status queueKernel(State *state, const Kernel &kernel,
                          void **parameters) {
  if (!state->overlaps || state->timing)
    return state->driver->launchKernel(
        kernel.function, kernel.grid[0], kernel.grid[1], kernel.grid[2],
        kernel.block[0], kernel.block[1], kernel.block[2], kernel.shared,
        state->current, parameters, nullptr);
  LaunchAttribute overlap = {kOverlapAttribute, 0, {1}};
  LaunchConfig config = {{kernel.grid[0], kernel.grid[1], kernel.grid[2]},
                         {kernel.block[0], kernel.block[1], kernel.block[2]},
                         kernel.shared,
                         state->current,
                         &overlap,
                         1};
  return state->driver->launchKernelEx(&config, kernel.function, parameters,
                                       nullptr);
}

static int32_t launch(State *state, Step &step, const int64_t *scalars) {
  const int64_t *words = step.words;
  const char *where = textAt(words[1]);
  Kernel &kernel = state->kernels[words[2]];
  int64_t count = words[3];
  const int64_t *places = words + 4;
  bool once = dependsOnBound(state, places + 2 * count);
  if (once && step.done) {
    step.timed = false;
    return AMP_OK;
  }
  // What is only captured has not run.
  step.done = once && !state->capturing;
  // Bounded by what a kernel may take (4 KiB of parameters).
  enum { kMost = 512 };
  DevicePointer arguments[kMost];
  void *parameters[kMost];
  if (count + kernel.numMaps > kMost)
    return amp_set_error(AMP_ERROR_RUN, "kernel %s takes too many arguments",
                         kernel.name);
  for (int64_t i = 0; i != count; ++i) {
    const int64_t *place = places + 2 * i;
    arguments[i] = place[0] == AmpCudaScalar
                       ? static_cast<uint64_t>(scalars[place[1]])
                       : addressOf(state, place);
    parameters[i] = &arguments[i];
  }
  int32_t mapped = updateMaps(state, step, kernel, arguments, where);
  if (mapped != AMP_OK) {
    step.done = false;
    return mapped;
  }
  for (int64_t i = 0; i != kernel.numMaps; ++i)
    parameters[count + i] = &step.maps[i];
  Status status = recordStep(state, &step.begin);
  if (status == 0)
    status = queueKernel(state, kernel, parameters);
  if (status == 0)
    status = recordStep(state, &step.end);
  if (status == 0 && getenv("AMP_CUDA_SYNC") && !state->capturing)
    status = state->driver->streamSynchronize(state->current);
  step.timed = status == 0 && state->timing && !state->capturing;
  if (status == 0)
    return AMP_OK;
  step.done = false;
  return fail(state, status, "launch", where, kernel.name);
}

void amp_cuda_launch(void *pointer, int64_t site, const int64_t *scalars) {
  auto *state = static_cast<State *>(pointer);
  if (state->status == AMP_OK)
    state->status = launch(state, state->steps[site], scalars);
}

void amp_cuda_copy(void *pointer, int64_t site) {
  auto *state = static_cast<State *>(pointer);
  if (state->status != AMP_OK)
    return;
  Step &step = state->steps[site];
  const int64_t *words = step.words;
  Status status = recordStep(state, &step.begin);
  if (status == 0)
    status = state->driver->copyOnDevice(
        addressOf(state, words + 2), addressOf(state, words + 4),
        static_cast<size_t>(words[6]), state->current);
  if (status == 0)
    status = recordStep(state, &step.end);
  step.timed = status == 0 && state->timing && !state->capturing;
  if (status != 0)
    state->status = fail(state, status, "copy", textAt(words[1]));
}

int64_t amp_cuda_read(void *pointer, int64_t site) {
  auto *state = static_cast<State *>(pointer);
  if (state->status != AMP_OK)
    return 0;
  const int64_t *words = state->steps[site].words;
  int64_t value = 0;
  Status status =
      state->driver->copyToHost(&value, addressOf(state, words + 2),
                                static_cast<size_t>(words[4]), state->current);
  if (status == 0)
    status = state->driver->streamSynchronize(state->current);
  if (status != 0)
    state->status = fail(state, status, "read", textAt(words[1]));
  return status == 0 ? value : 0;
}
