//===- Driver.h - The CUDA driver API, opened at run time -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model's library must load where there is no GPU, and say so when a handle
// is made. So nothing links against libcuda, and no header of CUDA's is needed:
// the few types below are part of the driver's binary interface.
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_DRIVER_H
#define AMP_RUNTIME_CUDA_DRIVER_H

#include <stddef.h>
#include <stdint.h>

namespace amp_cuda {

using Status = int; // CUresult; 0 is success
using DevicePointer = uint64_t;
using Context = struct ContextImpl *;
using Module = struct ModuleImpl *;
using Function = struct FunctionImpl *;
using Stream = struct StreamImpl *;
using Event = struct EventImpl *;
using Graph = struct GraphImpl *;
using GraphExec = struct GraphExecImpl *;

/// CUtensorMap: opaque, 64-byte aligned.
struct alignas(64) TensorMap {
  uint64_t opaque[16];
};

/// CUlaunchAttribute with one int of its value, and CUlaunchConfig.
struct LaunchAttribute {
  int id;
  int pad;
  int value[16];
};
struct LaunchConfig {
  unsigned grid[3], block[3], shared;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};
/// CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION: the kernel itself
/// waits for the one before it in the stream. Graphs know it from this version
/// of the driver on.
enum { kOverlapAttribute = 6, kOverlapVersion = 12030 };

/// name in the driver, result, parameters
#define AMP_CUDA_FUNCTIONS(X)                                                  \
  X(init, "cuInit", (unsigned))                                                \
  X(driverGetVersion, "cuDriverGetVersion", (int *))                           \
  X(getErrorName, "cuGetErrorName", (Status, const char **))                   \
  X(getErrorString, "cuGetErrorString", (Status, const char **))               \
  X(deviceGet, "cuDeviceGet", (int *, int))                                    \
  X(deviceGetCount, "cuDeviceGetCount", (int *))                               \
  X(deviceGetAttribute, "cuDeviceGetAttribute", (int *, int, int))             \
  X(contextRetain, "cuDevicePrimaryCtxRetain", (Context *, int))               \
  X(contextRelease, "cuDevicePrimaryCtxRelease_v2", (int))                     \
  X(contextPush, "cuCtxPushCurrent_v2", (Context))                             \
  X(contextPop, "cuCtxPopCurrent_v2", (Context *))                             \
  X(moduleLoad, "cuModuleLoadData", (Module *, const void *))                  \
  X(moduleUnload, "cuModuleUnload", (Module))                                  \
  X(moduleGetFunction, "cuModuleGetFunction",                                  \
    (Function *, Module, const char *))                                        \
  X(functionSetAttribute, "cuFuncSetAttribute", (Function, int, int))          \
  X(memoryAllocate, "cuMemAlloc_v2", (DevicePointer *, size_t))                \
  X(memoryFree, "cuMemFree_v2", (DevicePointer))                               \
  X(copyToDevice, "cuMemcpyHtoDAsync_v2",                                      \
    (DevicePointer, const void *, size_t, Stream))                             \
  X(copyToHost, "cuMemcpyDtoHAsync_v2",                                        \
    (void *, DevicePointer, size_t, Stream))                                   \
  X(copyOnDevice, "cuMemcpyDtoDAsync_v2",                                      \
    (DevicePointer, DevicePointer, size_t, Stream))                            \
  X(contextSynchronize, "cuCtxSynchronize", ())                                \
  X(streamCreate, "cuStreamCreate", (Stream *, unsigned))                      \
  X(streamDestroy, "cuStreamDestroy_v2", (Stream))                             \
  X(streamSynchronize, "cuStreamSynchronize", (Stream))                        \
  X(streamWaitEvent, "cuStreamWaitEvent", (Stream, Event, unsigned))           \
  X(eventCreate, "cuEventCreate", (Event *, unsigned))                         \
  X(eventRecord, "cuEventRecord", (Event, Stream))                             \
  X(eventDestroy, "cuEventDestroy_v2", (Event))                                \
  X(eventSynchronize, "cuEventSynchronize", (Event))                           \
  X(eventElapsedTime, "cuEventElapsedTime", (float *, Event, Event))           \
  X(launchKernel, "cuLaunchKernel",                                            \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **, void **))                                      \
  X(launchKernelEx, "cuLaunchKernelEx",                                        \
    (const LaunchConfig *, Function, void **, void **))                        \
  X(encodeTensorMap, "cuTensorMapEncodeTiled",                                 \
    (TensorMap *, int, uint32_t, void *, const uint64_t *, const uint64_t *,   \
     const uint32_t *, const uint32_t *, int, int, int, int))                  \
  X(streamBeginCapture, "cuStreamBeginCapture_v2", (Stream, int))              \
  X(streamIsCapturing, "cuStreamIsCapturing", (Stream, int *))                 \
  X(streamEndCapture, "cuStreamEndCapture", (Stream, Graph *))                 \
  X(graphInstantiate, "cuGraphInstantiateWithFlags",                           \
    (GraphExec *, Graph, unsigned long long))                                  \
  X(graphLaunch, "cuGraphLaunch", (GraphExec, Stream))                         \
  X(graphDestroy, "cuGraphDestroy", (Graph))                                   \
  X(graphExecDestroy, "cuGraphExecDestroy", (GraphExec))

/// The driver's functions. Those that only new drivers have (tensor maps,
/// launches with attributes) may be null.
struct Driver {
  void *library;
#define AMP_CUDA_DECLARE(member, symbol, parameters) Status(*member) parameters;
  AMP_CUDA_FUNCTIONS(AMP_CUDA_DECLARE)
#undef AMP_CUDA_DECLARE
};

/// Opens the driver (libcuda.so.1, or the file that AMP_CUDA_DRIVER names) once
/// per process. Null where there is none; the error is set then.
const Driver *openDriver();

/// The driver's name for a status, "CUDA_ERROR_..."; never null.
const char *getName(const Driver *driver, Status status);

} // namespace amp_cuda

#endif // AMP_RUNTIME_CUDA_DRIVER_H
