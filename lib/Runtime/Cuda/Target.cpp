//===- Target.cpp - Compiled models on NVIDIA GPUs ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <stdlib.h>
#include <string.h>

using namespace amp_cuda;

template <typename T> static T *allocate(int64_t count) {
  return static_cast<T *>(calloc(static_cast<size_t>(count) + 1, sizeof(T)));
}

static int32_t outOfMemory() {
  return amp_set_error(AMP_ERROR_MEMORY, "no memory for the model's state");
}

/// Compute capability times ten, plus whether a chip's name asks for exactly
/// it.
static int parseChip(const char *name, bool *exact) {
  int value = 0;
  const char *at = name + 3; // sm_
  for (; *at >= '0' && *at <= '9'; ++at)
    value = value * 10 + (*at - '0');
  *exact = *at == 'a';
  return value;
}

/// Whether an image is a fat binary, which the compiler makes of machine code
/// and the PTX that it comes from.
static bool holdsPtx(const void *image) {
  uint32_t magic;
  memcpy(&magic, image, sizeof(magic));
  return magic == 0xBA55ED50u;
}

/// How well code for `chip` suits a device; 0 if it does not run there. Machine
/// code runs on its own major version from its minor version on; from PTX the
/// driver makes code for any later one.
static int rank(const char *chip, const void *image, int capability) {
  bool exact;
  int wanted = parseChip(chip, &exact);
  if (exact)
    return wanted == capability ? 1000 : 0;
  if (wanted > capability)
    return 0;
  if (wanted / 10 == capability / 10)
    return 500 + wanted;
  return holdsPtx(image) ? wanted : 0;
}

/// Whether kernels for `chip` wait for each other by themselves, where the
/// driver knows that and nobody asked otherwise.
static bool canOverlap(const Driver *driver, const char *chip) {
  bool exact;
  int version = 0;
  const char *wish = getenv("AMP_CUDA_OVERLAP");
  return parseChip(chip, &exact) >= kAmpCudaOverlapCapability &&
         driver->launchKernelEx && !(wish && !strcmp(wish, "0")) &&
         driver->driverGetVersion(&version) == 0 && version >= kOverlapVersion;
}

/// Loads the best of the library's images.
static int32_t loadImage(State *state, const int64_t *chips, int64_t *chosen) {
  const Driver *driver = state->driver;
  int major = 0, minor = 0;
  driver->deviceGetAttribute(&major, 75, state->device);
  driver->deviceGetAttribute(&minor, 76, state->device);
  int capability = 10 * major + minor;
  int64_t best = -1;
  int bestRank = 0;
  for (int64_t i = 0; i != chips[0]; ++i) {
    int suits = rank(amp_cuda_strings + chips[1 + 2 * i], amp_cuda_images[i],
                     capability);
    if (suits > bestRank) {
      bestRank = suits;
      best = i;
    }
  }
  if (best < 0)
    return amp_set_error(AMP_ERROR_DEVICE,
                         "the library holds no code for a device of compute "
                         "capability %d.%d: it was compiled for %s",
                         major, minor, state->model->target);
  *chosen = best;
  state->overlaps = canOverlap(driver, amp_cuda_strings + chips[1 + 2 * best]);
  Status status = driver->moduleLoad(&state->module, amp_cuda_images[best]);
  return status == 0 ? AMP_OK
                     : fail(state, status, "cuModuleLoadData", nullptr);
}

/// Reads one chip's launch description; returns the word behind it.
static const int64_t *readLaunch(const int64_t *words, Kernel *kernel) {
  for (int i = 0; i != 3; ++i) {
    kernel->grid[i] = static_cast<uint32_t>(words[i]);
    kernel->block[i] = static_cast<uint32_t>(words[3 + i]);
  }
  // words[6..8], the cluster, is part of the kernel's code.
  kernel->shared = static_cast<uint32_t>(words[9]);
  kernel->numMaps = words[10];
  kernel->maps = words + 11;
  words += 11;
  for (int64_t i = 0; i != kernel->numMaps; ++i)
    words += 3 + 3 * words[2];
  return words;
}

static int32_t readKernels(State *state, const int64_t **words, int64_t chips,
                           int64_t chosen) {
  int64_t numKernels = *(*words)++;
  state->kernels = allocate<Kernel>(numKernels);
  if (!state->kernels)
    return outOfMemory();
  state->numKernels = numKernels;
  for (int64_t i = 0; i != state->numKernels; ++i) {
    Kernel &kernel = state->kernels[i];
    kernel.name = amp_cuda_strings + *(*words)++;
    for (int64_t chip = 0; chip != chips; ++chip) {
      Kernel other;
      *words = readLaunch(*words, chip == chosen ? &kernel : &other);
    }
    Status status = state->driver->moduleGetFunction(
        &kernel.function, state->module, kernel.name);
    if (status != 0)
      return fail(state, status, "cuModuleGetFunction", nullptr, kernel.name);
    // Above 48 KiB a kernel must be told: attribute 8 is the dynamic limit.
    if (kernel.shared > 48 * 1024)
      status = state->driver->functionSetAttribute(
          kernel.function, 8, static_cast<int>(kernel.shared));
    if (status != 0)
      return fail(state, status, "cuFuncSetAttribute (shared memory)", nullptr,
                  kernel.name);
  }
  return AMP_OK;
}

static int32_t readSteps(State *state, const int64_t *words) {
  int64_t numSteps = *words++;
  state->steps = allocate<Step>(numSteps);
  if (!state->steps)
    return outOfMemory();
  state->numSteps = numSteps;
  for (int64_t i = 0; i != state->numSteps; ++i) {
    Step &step = state->steps[i];
    step.words = words;
    switch (words[0]) {
    case AmpCudaLaunch: {
      int64_t maps = state->kernels[words[2]].numMaps;
      if (maps) {
        step.maps = static_cast<TensorMap *>(
            aligned_alloc(64, static_cast<size_t>(maps) * sizeof(TensorMap)));
        step.mapped = allocate<DevicePointer>(maps);
        if (!step.maps || !step.mapped)
          return outOfMemory();
      }
      words += 4 + 2 * words[3];
      words += 1 + words[0];
      break;
    }
    case AmpCudaCopy:
      words += 7;
      break;
    default:
      state->readsDevice = true;
      words += 5;
    }
  }
  return AMP_OK;
}

/// Device memory, at least a byte, so that a pointer always is one.
static int32_t allocateDevice(State *state, DevicePointer *pointer,
                              int64_t bytes) {
  if (*pointer)
    return AMP_OK;
  Status status = state->driver->memoryAllocate(
      pointer, static_cast<size_t>(bytes > 0 ? bytes : 1));
  return status == 0 ? AMP_OK : fail(state, status, "cuMemAlloc", nullptr);
}

static int32_t uploadConstants(State *state, const int64_t *sizes) {
  int64_t numConstants = *sizes++;
  state->constants = allocate<DevicePointer>(numConstants);
  if (!state->constants)
    return outOfMemory();
  state->numConstants = numConstants;
  for (int64_t i = 0; i != state->numConstants; ++i) {
    int32_t status = allocateDevice(state, &state->constants[i], sizes[i]);
    if (status != AMP_OK)
      return status;
    Status copied = state->driver->copyToDevice(
        state->constants[i], amp_cuda_constants[i],
        static_cast<size_t>(sizes[i]), state->stream);
    if (copied != 0)
      return fail(state, copied, "upload of a constant", nullptr);
  }
  // The first run may be on a stream of the caller's.
  Status recorded = state->driver->eventRecord(state->done, state->stream);
  return recorded == 0 ? AMP_OK
                       : fail(state, recorded, "cuEventRecord", nullptr);
}

static int32_t setUp(State *state) {
  const int64_t *words = amp_cuda_words;
  if (words[0] != kAmpCudaMagic || words[1] != kAmpCudaVersion)
    return amp_set_error(AMP_ERROR_DEVICE,
                         "the library was made by another compiler version");
  state->arenaBytes = words[2];
  const int64_t *constants = words + 4;
  const int64_t *chips = constants + 1 + constants[0];
  const int64_t *kernels = chips + 1 + 2 * chips[0];
  Status status = state->driver->streamCreate(&state->stream, 1);
  if (status != 0)
    return fail(state, status, "cuStreamCreate", nullptr);
  // Without timing, which would cost time.
  status = state->driver->eventCreate(&state->done, 2);
  if (status != 0)
    return fail(state, status, "cuEventCreate", nullptr);
  state->current = state->stream;
  int64_t chosen = 0;
  int32_t result = loadImage(state, chips, &chosen);
  if (result == AMP_OK)
    result = readKernels(state, &kernels, chips[0], chosen);
  if (result == AMP_OK)
    result = readSteps(state, kernels);
  if (result == AMP_OK)
    result = allocateDevice(state, &state->arena, state->arenaBytes);
  if (result == AMP_OK)
    result = uploadConstants(state, constants);
  return result;
}

static int32_t chooseDevice(State *state, const char *options) {
  int64_t device = 0, graph = 0, timing = 0;
  if (!amp_option(options, "device", &device) ||
      !amp_option(options, "graph", &graph) ||
      !amp_option(options, "timing", &timing))
    return AMP_ERROR_ARGUMENT;
  int count = 0;
  Status status = state->driver->deviceGetCount(&count);
  if (status == 0 && (device < 0 || device >= count))
    return amp_set_error(AMP_ERROR_ARGUMENT,
                         "expected device below %d, got %lld", count,
                         static_cast<long long>(device));
  if (status == 0)
    status = state->driver->deviceGet(&state->device, static_cast<int>(device));
  if (status == 0)
    status = state->driver->contextRetain(&state->context, state->device);
  state->wantsGraph = graph != 0;
  state->timing = timing != 0;
  if (status == 0)
    return AMP_OK;
  fail(state, status, "opening the device", nullptr);
  return AMP_ERROR_DEVICE;
}

int32_t amp_target_create(const AmpModelDescriptor *model, const char *options,
                          void **result) {
  const Driver *driver = openDriver();
  if (!driver)
    return AMP_ERROR_DEVICE;
  auto *state = allocate<State>(1);
  if (!state)
    return outOfMemory();
  state->model = model;
  state->driver = driver;
  state->inputs = allocate<DevicePointer>(model->numInputs);
  state->outputs = allocate<DevicePointer>(model->numOutputs);
  state->bound = allocate<bool>(model->numInputs);
  state->borrowed = allocate<bool>(model->numInputs);
  state->memory = allocate<const void *>(model->numInputs + model->numOutputs);
  state->inputTable = allocate<const void *>(model->numInputs);
  state->outputTable = allocate<void *>(model->numOutputs);
  int32_t status = AMP_OK;
  if (!state->inputs || !state->outputs || !state->bound || !state->borrowed ||
      !state->memory || !state->inputTable || !state->outputTable)
    status = outOfMemory();
  if (status == AMP_OK)
    status = chooseDevice(state, options);
  if (status == AMP_OK) {
    Current current(state);
    status = setUp(state);
  }
  if (status != AMP_OK) {
    amp_target_destroy(state);
    return status;
  }
  *result = state;
  return AMP_OK;
}

static void releaseAll(State *state, DevicePointer *pointers, int64_t count) {
  for (int64_t i = 0; pointers && i != count; ++i)
    if (pointers[i])
      state->driver->memoryFree(pointers[i]);
  free(pointers);
}

static void releaseEvents(State *state, Event begin, Event end) {
  if (begin)
    state->driver->eventDestroy(begin);
  if (end)
    state->driver->eventDestroy(end);
}

void amp_target_destroy(void *pointer) {
  auto *state = static_cast<State *>(pointer);
  if (!state)
    return;
  if (state->context) {
    Current current(state);
    // The last run may be on a stream of the caller's.
    if (state->done)
      state->driver->eventSynchronize(state->done);
    if (state->stream) {
      state->driver->streamSynchronize(state->stream);
      state->driver->streamDestroy(state->stream);
    }
    if (state->done)
      state->driver->eventDestroy(state->done);
    dropGraph(state);
    releaseEvents(state, state->begin, state->end);
    for (int64_t i = 0; i != state->numSteps; ++i)
      releaseEvents(state, state->steps[i].begin, state->steps[i].end);
    for (int32_t i = 0; state->inputs && i != state->model->numInputs; ++i)
      if (state->borrowed && state->borrowed[i])
        state->inputs[i] = 0;
    releaseAll(state, state->inputs, state->model->numInputs);
    releaseAll(state, state->outputs, state->model->numOutputs);
    releaseAll(state, state->constants, state->numConstants);
    if (state->arena)
      state->driver->memoryFree(state->arena);
    if (state->module)
      state->driver->moduleUnload(state->module);
  } else {
    free(state->inputs);
    free(state->outputs);
  }
  if (state->context)
    state->driver->contextRelease(state->device);
  for (int64_t i = 0; i != state->numSteps; ++i) {
    free(state->steps[i].maps);
    free(state->steps[i].mapped);
  }
  free(state->steps);
  free(state->kernels);
  free(state->bound);
  free(state->borrowed);
  free(state->memory);
  free(state->inputTable);
  free(state->outputTable);
  free(state);
}

/// Copies input `index` from the host to `place`, which is allocated if null.
static int32_t upload(State *state, int32_t index, const void *data,
                      DevicePointer *place) {
  int64_t bytes = state->model->inputs[index].bytes;
  int32_t status = allocateDevice(state, place, bytes);
  if (status != AMP_OK)
    return status;
  Status copied = state->driver->copyToDevice(
      *place, data, static_cast<size_t>(bytes), state->stream);
  return copied == 0 ? AMP_OK
                     : fail(state, copied, "upload of an input",
                            state->model->inputs[index].name);
}

/// What depends on bound inputs must run again; a graph holds none of it.
static void forgetSteps(State *state) {
  for (int64_t i = 0; i != state->numSteps; ++i)
    state->steps[i].done = false;
  dropGraph(state);
}

static void setBound(State *state, int32_t index) {
  state->bound[index] = true;
  forgetSteps(state);
}

/// Ends the handle's own copy of an input, or the loan of the caller's.
static void forgetInput(State *state, int32_t index) {
  if (state->inputs[index] && !state->borrowed[index])
    state->driver->memoryFree(state->inputs[index]);
  state->inputs[index] = 0;
  state->borrowed[index] = false;
}

int32_t amp_target_bind_device(void *pointer, int32_t index, const void *data) {
  auto *state = static_cast<State *>(pointer);
  if (reinterpret_cast<uintptr_t>(data) % 16 != 0)
    return amp_set_error(AMP_ERROR_ARGUMENT,
                         "expected input %d aligned to 16 bytes", index);
  Current current(state);
  // Later runs are on any stream: what makes the weight, and what reads the one
  // before it, has ended then.
  Status waited = state->driver->contextSynchronize();
  if (waited != 0)
    return fail(state, waited, "cuCtxSynchronize", nullptr);
  forgetInput(state, index);
  state->inputs[index] = reinterpret_cast<DevicePointer>(data);
  state->borrowed[index] = true;
  setBound(state, index);
  return AMP_OK;
}

int32_t amp_target_bind(void *pointer, int32_t index, const void *data) {
  auto *state = static_cast<State *>(pointer);
  Current current(state);
  // A run on a stream of the caller's may still read the old weight.
  Status waited = state->driver->streamWaitEvent(state->stream, state->done, 0);
  if (waited != 0)
    return fail(state, waited, "cuStreamWaitEvent", nullptr);
  // What the caller lent stays bound until the copy is there.
  DevicePointer place = state->borrowed[index] ? 0 : state->inputs[index];
  int32_t status = upload(state, index, data, &place);
  waited = state->driver->streamSynchronize(state->stream);
  if (status == AMP_OK && waited != 0)
    status = fail(state, waited, "upload of an input", nullptr);
  if (state->borrowed[index] && status != AMP_OK) {
    if (place)
      state->driver->memoryFree(place);
    return status;
  }
  state->inputs[index] = place;
  state->borrowed[index] = false;
  if (status == AMP_OK)
    setBound(state, index);
  return status;
}

/// Queues a run on the handle's own stream, from and to the host.
static int32_t queueRun(State *state, const void *const *inputs,
                        void *const *outputs) {
  const AmpModelDescriptor *model = state->model;
  for (int32_t i = 0; i != model->numInputs; ++i) {
    int32_t status = state->bound[i]
                         ? AMP_OK
                         : upload(state, i, inputs[i], &state->inputs[i]);
    if (status != AMP_OK)
      return status;
    state->inputTable[i] = reinterpret_cast<const void *>(state->inputs[i]);
  }
  for (int32_t i = 0; i != model->numOutputs; ++i) {
    int32_t status =
        allocateDevice(state, &state->outputs[i], model->outputs[i].bytes);
    if (status != AMP_OK)
      return status;
    state->outputTable[i] = reinterpret_cast<void *>(state->outputs[i]);
  }
  int32_t status =
      runTimed(state, state->inputTable, state->outputTable, state->stream);
  if (status != AMP_OK)
    return status;
  Status copied = 0;
  for (int32_t i = 0; i != model->numOutputs && copied == 0; ++i)
    copied = state->driver->copyToHost(
        outputs[i], state->outputs[i],
        static_cast<size_t>(model->outputs[i].bytes), state->stream);
  return copied == 0 ? AMP_OK
                     : fail(state, copied, "download of a result", nullptr);
}

int32_t amp_target_run(void *pointer, const void *const *inputs,
                       void *const *outputs) {
  auto *state = static_cast<State *>(pointer);
  Current current(state);
  state->current = state->stream;
  Status waited = state->driver->streamWaitEvent(state->stream, state->done, 0);
  if (waited != 0)
    return fail(state, waited, "cuStreamWaitEvent", nullptr);
  int32_t status = queueRun(state, inputs, outputs);
  // A run that failed may have queued some steps, which the next one must not
  // meet on another stream.
  waited = state->driver->streamSynchronize(state->stream);
  if (status == AMP_OK && waited != 0)
    status = fail(state, waited, "waiting for the results", nullptr);
  if (status != AMP_OK)
    forgetSteps(state);
  return status;
}

int32_t amp_target_run_device(void *pointer, const void *const *inputs,
                              void *const *outputs, void *stream) {
  auto *state = static_cast<State *>(pointer);
  const AmpModelDescriptor *model = state->model;
  Current current(state);
  // Kernels read 16 bytes at a time.
  for (int32_t i = 0; i != model->numInputs; ++i) {
    state->inputTable[i] =
        state->bound[i] ? reinterpret_cast<const void *>(state->inputs[i])
                        : inputs[i];
    if (reinterpret_cast<uintptr_t>(state->inputTable[i]) % 16 != 0)
      return amp_set_error(AMP_ERROR_ARGUMENT,
                           "expected input %d aligned to 16 bytes", i);
  }
  for (int32_t i = 0; i != model->numOutputs; ++i)
    if (reinterpret_cast<uintptr_t>(outputs[i]) % 16 != 0)
      return amp_set_error(AMP_ERROR_ARGUMENT,
                           "expected result %d aligned to 16 bytes", i);
  auto *queue = static_cast<Stream>(stream);
  int capturing = 0;
  Status ordered = state->driver->streamIsCapturing(queue, &capturing);
  if (ordered != 0)
    return fail(state, ordered, "cuStreamIsCapturing", nullptr);
  // The caller's graph: an event from outside may not enter it.
  if (capturing)
    return runCaptured(state, state->inputTable, outputs, queue);
  ordered = state->driver->streamWaitEvent(queue, state->done, 0);
  if (ordered != 0)
    return fail(state, ordered, "cuStreamWaitEvent", nullptr);
  int32_t status = runTimed(state, state->inputTable, outputs, queue);
  // Also behind the steps that a run queued before it failed.
  ordered = state->driver->eventRecord(state->done, queue);
  state->current = state->stream;
  if (status == AMP_OK && ordered != 0)
    status = fail(state, ordered, "cuEventRecord", nullptr);
  if (status != AMP_OK)
    forgetSteps(state);
  return status;
}
