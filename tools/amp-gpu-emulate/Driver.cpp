//===- Driver.cpp - A CUDA driver whose device is the emulator ------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver functions that lib/Runtime/Cuda looks up, on host memory: with
// AMP_CUDA_DRIVER set to this library, a model compiled with
// `amp-compile --target=cuda:CHIP --kernels=llvm` runs, host code and kernels,
// on a machine without a GPU. Memory comes filled with NaNs, and what lies
// beside it is out of bounds; copies and kernels run as late as the order of
// streams and events allows, and host memory is read and written only then, as
// pinned memory is. AMP_EMULATED_DEVICE is the compute capability times ten
// (default 80), AMP_EMULATED_ORDER the order of threads (0 to 2),
// AMP_EMULATED_FAULT the name of a driver function that fails, or of a kernel
// that fails when it runs, or cuLaunchKernel(NAME).
//
//===----------------------------------------------------------------------===//

#include "DeviceMemory.h"
#include "Jit.h"
#include "Machine.h"
#include "Streams.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

using namespace amp_emulate;

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {
constexpr int kInvalidValue = 1, kOutOfMemory = 2, kInvalidImage = 200,
              kNotFound = 500, kIllegalAddress = 700, kLaunchFailed = 719,
              kCaptureUnsupported = 900;

struct EmulatedFunction {
  std::string name;
  std::unique_ptr<CompiledKernel> kernel;
};

struct EmulatedModule {
  std::string bitcode;
  std::map<std::string, std::unique_ptr<EmulatedFunction>> functions;
};

using Time = std::chrono::steady_clock::time_point;

struct EmulatedEvent {
  /// The stream in which it was recorded and its place there; 0 if it was not.
  void *stream = nullptr;
  uint64_t number = 0;
  /// When the stream came to it; the event may be gone by then.
  std::shared_ptr<Time> time;
};

Streams streams;

/// What was captured: one call a step.
using EmulatedGraph = std::vector<Streams::Work>;

/// The capture under way on the calling thread, if any.
thread_local std::unique_ptr<EmulatedGraph> capture;

/// Queues a step, or leaves it to the graph that is being captured.
int queueOrRecord(void *stream, Streams::Work step) {
  if (capture)
    capture->push_back(std::move(step));
  else
    streams.queue(stream, std::move(step));
  return 0;
}

/// Held where kernels run and tensor maps are kept: models may run on several
/// threads, the machine is one for the process.
std::mutex device;

/// The tensor maps that were encoded; kernels get their addresses.
std::vector<std::unique_ptr<TensorMap>> tensorMaps;

/// Whether the function was asked to fail.
bool isFaulty(const char *name) {
  const char *fault = getenv("AMP_EMULATED_FAULT");
  return fault && !strcmp(fault, name);
}

int readNumber(const char *variable, int otherwise) {
  const char *text = getenv(variable);
  return text ? atoi(text) : otherwise;
}
} // namespace

#define RETURN_IF_FAULTY(NAME)                                                 \
  if (isFaulty(NAME))                                                          \
  return kLaunchFailed

EXPORT int cuInit(unsigned) {
  RETURN_IF_FAULTY("cuInit");
  return 0;
}

EXPORT int cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}

EXPORT int cuGetErrorName(int status, const char **name) {
  *name = status == kInvalidValue     ? "CUDA_ERROR_INVALID_VALUE"
          : status == kOutOfMemory    ? "CUDA_ERROR_OUT_OF_MEMORY"
          : status == kInvalidImage   ? "CUDA_ERROR_INVALID_IMAGE"
          : status == kNotFound       ? "CUDA_ERROR_NOT_FOUND"
          : status == kIllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : status == kLaunchFailed   ? "CUDA_ERROR_LAUNCH_FAILED"
          : status == kCaptureUnsupported
              ? "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"
              : "CUDA_ERROR_UNKNOWN";
  return 0;
}

EXPORT int cuGetErrorString(int, const char **text) {
  *text = "emulated";
  return 0;
}

EXPORT int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}

EXPORT int cuDeviceGetCount(int *count) {
  *count = 1;
  return 0;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int) {
  int capability = readNumber("AMP_EMULATED_DEVICE", 80);
  *value = attribute == 75   ? capability / 10
           : attribute == 76 ? capability % 10
                             : 0;
  return 0;
}

EXPORT int cuDevicePrimaryCtxRetain(void **context, int) {
  static char only;
  *context = &only;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
EXPORT int cuCtxPushCurrent_v2(void *) { return 0; }
EXPORT int cuCtxPopCurrent_v2(void **context) {
  *context = nullptr;
  return 0;
}

EXPORT int cuCtxSynchronize() {
  if (capture)
    return kCaptureUnsupported;
  return streams.finishAll();
}

EXPORT int cuModuleLoadData(EmulatedModule **result, const void *image) {
  RETURN_IF_FAULTY("cuModuleLoadData");
  const char *bytes = static_cast<const char *>(image);
  // "AMPBC", then the length in 8 bytes.
  if (memcmp(bytes, "AMPBC\0\0\0", 8))
    return kInvalidImage;
  uint64_t length;
  memcpy(&length, bytes + 8, 8);
  *result = new EmulatedModule{std::string(bytes + 16, length), {}};
  return 0;
}

EXPORT int cuModuleUnload(EmulatedModule *module) {
  streams.finishAll();
  delete module;
  return 0;
}

EXPORT int cuModuleGetFunction(EmulatedFunction **result,
                               EmulatedModule *module, const char *name) {
  auto &function = module->functions[name];
  if (!function) {
    std::string error;
    auto kernel = CompiledKernel::create(module->bitcode, name, error);
    if (!kernel) {
      fprintf(stderr, "emulator: %s: %s\n", name, error.c_str());
      return kNotFound;
    }
    function.reset(new EmulatedFunction{name, std::move(kernel)});
  }
  *result = function.get();
  return 0;
}

EXPORT int cuFuncSetAttribute(EmulatedFunction *, int, int) {
  RETURN_IF_FAULTY("cuFuncSetAttribute");
  return 0;
}

EXPORT int cuMemAlloc_v2(uint64_t *pointer, size_t bytes) {
  RETURN_IF_FAULTY("cuMemAlloc");
  void *memory = allocateDevice(bytes);
  if (!memory)
    return kOutOfMemory;
  *pointer = reinterpret_cast<uint64_t>(memory);
  return 0;
}

EXPORT int cuMemFree_v2(uint64_t pointer) {
  // It waits for the device.
  streams.finishAll();
  return freeDevice(reinterpret_cast<void *>(pointer)) ? 0 : kInvalidValue;
}

static int copy(void *target, const void *source, size_t bytes, void *stream) {
  DeviceBuffers buffers = DeviceBuffers::list();
  if (!buffers.allows(target, bytes) || !buffers.allows(source, bytes))
    return kInvalidValue;
  return queueOrRecord(stream, [=] {
    memmove(target, source, bytes);
    return 0;
  });
}
EXPORT int cuMemcpyHtoDAsync_v2(uint64_t target, const void *source,
                                size_t bytes, void *stream) {
  return copy(reinterpret_cast<void *>(target), source, bytes, stream);
}
EXPORT int cuMemcpyDtoHAsync_v2(void *target, uint64_t source, size_t bytes,
                                void *stream) {
  return copy(target, reinterpret_cast<const void *>(source), bytes, stream);
}
EXPORT int cuMemcpyDtoDAsync_v2(uint64_t target, uint64_t source, size_t bytes,
                                void *stream) {
  return copy(reinterpret_cast<void *>(target),
              reinterpret_cast<const void *>(source), bytes, stream);
}

EXPORT int cuStreamCreate(void **stream, unsigned) {
  *stream = new char;
  return 0;
}
EXPORT int cuStreamDestroy_v2(void *stream) {
  int status = streams.finish(stream);
  delete static_cast<char *>(stream);
  return status;
}
EXPORT int cuStreamSynchronize(void *stream) {
  return capture ? kCaptureUnsupported : streams.finish(stream);
}
EXPORT int cuStreamWaitEvent(void *stream, EmulatedEvent *event, unsigned) {
  RETURN_IF_FAULTY("cuStreamWaitEvent");
  void *other = event->stream;
  uint64_t last = event->number;
  streams.queue(stream, [=] { return streams.finish(other, last); });
  return 0;
}
EXPORT int cuEventCreate(EmulatedEvent **event, unsigned) {
  RETURN_IF_FAULTY("cuEventCreate");
  *event = new EmulatedEvent();
  return 0;
}
EXPORT int cuEventRecord(EmulatedEvent *event, void *stream) {
  RETURN_IF_FAULTY("cuEventRecord");
  auto time = std::make_shared<Time>();
  event->stream = stream;
  event->time = time;
  event->number = streams.queue(stream, [=] {
    *time = std::chrono::steady_clock::now();
    return 0;
  });
  return 0;
}
EXPORT int cuEventDestroy_v2(EmulatedEvent *event) {
  delete event;
  return 0;
}
EXPORT int cuEventSynchronize(EmulatedEvent *event) {
  return streams.finish(event->stream, event->number);
}
EXPORT int cuEventElapsedTime(float *milliseconds, EmulatedEvent *begin,
                              EmulatedEvent *end) {
  std::chrono::duration<float, std::milli> spent = *end->time - *begin->time;
  *milliseconds = spent.count();
  return 0;
}

/// `overlaps`: the device would not wait for the kernel before this one.
static int runKernel(EmulatedFunction *function, const Grid &grid,
                     const std::vector<void *> &values, bool overlaps) {
  RETURN_IF_FAULTY(function->name.c_str());
  std::lock_guard<std::mutex> lock(device);
  Counters counters;
  std::vector<void *> arguments = values;
  std::string error = launch(
      grid, Order(readNumber("AMP_EMULATED_ORDER", 0)), /*seed=*/1,
      [&] { (*function->kernel)(arguments.data()); }, counters);
  int64_t threads = grid.grid[0] * grid.grid[1] * grid.grid[2] * grid.block[0] *
                    grid.block[1] * grid.block[2];
  if (error.empty() && overlaps && counters.gridWaits != uint64_t(threads))
    error = "not all threads wait for the launch before theirs";
  if (error.empty())
    return 0;
  fprintf(stderr, "emulator: %s: %s\n", function->name.c_str(), error.c_str());
  return counters.outside ? kIllegalAddress : kLaunchFailed;
}

static int queueKernel(EmulatedFunction *function, Grid grid, void *stream,
                       void **parameters, bool overlaps) {
  RETURN_IF_FAULTY("cuLaunchKernel");
  RETURN_IF_FAULTY(("cuLaunchKernel(" + function->name + ")").c_str());
  // A parameter is 8 bytes: a pointer, a scalar, the address of a tensor map.
  std::vector<void *> values;
  for (unsigned i = 0; i != function->kernel->getNumParameters(); ++i) {
    void *value;
    memcpy(&value, parameters[i], sizeof(value));
    values.push_back(value);
  }
  grid.cluster = function->kernel->getCluster();
  grid.shared += function->kernel->getStaticShared();
  return queueOrRecord(
      stream, [=] { return runKernel(function, grid, values, overlaps); });
}

EXPORT int cuLaunchKernel(EmulatedFunction *function, unsigned gridX,
                          unsigned gridY, unsigned gridZ, unsigned blockX,
                          unsigned blockY, unsigned blockZ, unsigned shared,
                          void *stream, void **parameters, void **) {
  Grid grid{{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, 1, shared};
  return queueKernel(function, grid, stream, parameters, false);
}

/// CUlaunchConfig, with what is read of the attributes.
struct LaunchAttribute {
  int id, pad, value[16];
};
struct LaunchConfig {
  unsigned grid[3], block[3], shared;
  void *stream;
  const LaunchAttribute *attributes;
  unsigned numAttributes;
};

EXPORT int cuLaunchKernelEx(const LaunchConfig *config,
                            EmulatedFunction *function, void **parameters,
                            void **) {
  RETURN_IF_FAULTY("cuLaunchKernelEx");
  constexpr int kOverlap = 6;
  bool overlaps = false;
  for (unsigned i = 0; i != config->numAttributes; ++i) {
    if (config->attributes[i].id != kOverlap)
      return kInvalidValue;
    overlaps = config->attributes[i].value[0] != 0;
  }
  const unsigned *blocks = config->grid, *threads = config->block;
  Grid grid{{blocks[0], blocks[1], blocks[2]},
            {threads[0], threads[1], threads[2]},
            1,
            config->shared};
  return queueKernel(function, grid, config->stream, parameters, overlaps);
}

EXPORT int cuTensorMapEncodeTiled(void *result, int type, uint32_t rank,
                                  void *base, const uint64_t *dims,
                                  const uint64_t *strides, const uint32_t *box,
                                  const uint32_t *, int, int swizzle, int,
                                  int) {
  auto map = std::make_unique<TensorMap>();
  map->base = static_cast<char *>(base);
  map->elementBytes = type == 0 ? 1 : type == 7 ? 4 : type == 8 ? 8 : 2;
  map->rank = static_cast<int>(rank);
  map->swizzle = swizzle == 0 ? 0 : 16 << swizzle;
  map->strides[0] = map->elementBytes;
  for (uint32_t i = 0; i != rank; ++i) {
    map->dims[i] = static_cast<int64_t>(dims[i]);
    map->box[i] = box[i];
    if (i + 1 < rank)
      map->strides[i + 1] = static_cast<int64_t>(strides[i]);
  }
  memset(result, 0, 128);
  TensorMap *address = map.get();
  memcpy(result, &address, sizeof(address));
  std::lock_guard<std::mutex> lock(device);
  tensorMaps.push_back(std::move(map));
  return 0;
}

// Graphs: what is captured runs when the graph is launched, as on a device.
EXPORT int cuStreamBeginCapture_v2(void *, int) {
  if (capture)
    return kInvalidValue;
  capture = std::make_unique<EmulatedGraph>();
  return 0;
}
EXPORT int cuStreamIsCapturing(void *, int *status) {
  *status = capture != nullptr;
  return 0;
}
EXPORT int cuStreamEndCapture(void *, EmulatedGraph **graph) {
  if (!capture)
    return kInvalidValue;
  *graph = capture.release();
  return 0;
}
EXPORT int cuGraphInstantiateWithFlags(EmulatedGraph **result,
                                       EmulatedGraph *graph,
                                       unsigned long long) {
  RETURN_IF_FAULTY("cuGraphInstantiate");
  *result = new EmulatedGraph(*graph);
  return 0;
}
EXPORT int cuGraphLaunch(EmulatedGraph *graph, void *stream) {
  RETURN_IF_FAULTY("cuGraphLaunch");
  for (const Streams::Work &step : *graph)
    streams.queue(stream, step);
  return 0;
}
EXPORT int cuGraphDestroy(EmulatedGraph *graph) {
  delete graph;
  return 0;
}
EXPORT int cuGraphExecDestroy(EmulatedGraph *graph) {
  delete graph;
  return 0;
}
