//===- State.h - A compiled CUDA model at run time --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMP_RUNTIME_CUDA_STATE_H
#define AMP_RUNTIME_CUDA_STATE_H

#include "AmpDialect/Runtime/Cuda.h"
#include "AmpDialect/Runtime/Target.h"
#include "Driver.h"

namespace amp_cuda {

/// One kernel on the device of a handle.
struct Kernel {
  const char *name;
  Function function;
  uint32_t grid[3], block[3], shared;
  /// The words that describe its tensor maps, and their number.
  const int64_t *maps;
  int64_t numMaps;
};

/// One step: its row of the table, and the tensor maps of a launch, which are
/// made again when a buffer has moved.
struct Step {
  const int64_t *words;
  TensorMap *maps;
  DevicePointer *mapped;
  /// Whether the results of a launch that depends on bound inputs alone are
  /// there.
  bool done;
  /// Round the step's last run, where `timed`.
  Event begin, end;
  bool timed;
};

struct State {
  const AmpModelDescriptor *model;
  const Driver *driver;
  int device;
  Context context;
  Stream stream;
  /// Marks the end of the last run, on whatever stream it was: the next one may
  /// not touch the arena before.
  Event done;
  Module module;
  /// Whether kernels wait for each other by themselves, so that one may start
  /// while the one before it ends.
  bool overlaps;
  Kernel *kernels;
  int64_t numKernels;
  Step *steps;
  int64_t numSteps;
  DevicePointer arena;
  int64_t arenaBytes;
  DevicePointer *constants;
  int64_t numConstants;
  /// Device copies of host inputs and results; made when first needed.
  DevicePointer *inputs, *outputs;
  bool *bound;
  /// Bound inputs that lie in memory of the caller.
  bool *borrowed;
  /// Room for pointer tables of a run.
  const void **inputTable;
  void **outputTable;

  /// Of the run under way.
  Stream current;
  const void *const *runInputs;
  void *const *runOutputs;
  int32_t status;

  /// Whether runs on the same memory are captured once and replayed.
  bool wantsGraph;
  /// Whether the host reads device memory on its way: nothing to capture.
  bool readsDevice;
  /// The last run's inputs, then its results, and whether it went well.
  const void **memory;
  bool ran;
  /// What was captured on `memory`; null if nothing was.
  GraphExec graph;
  bool capturing;

  /// Whether events surround runs and steps, and those of the last run.
  bool timing;
  bool timed;
  Event begin, end;
};

/// Sets the error from a driver call that failed in `what`, at `where` if not
/// null; returns an AmpStatus.
int32_t fail(State *state, Status status, const char *what, const char *where,
             const char *kernel = nullptr);

/// Runs the steps on `stream`, as a graph and between events where the handle
/// was made so.
int32_t runTimed(State *state, const void *const *inputs, void *const *outputs,
                 Stream stream);

/// Adds the steps to what the caller captures on `stream`.
int32_t runCaptured(State *state, const void *const *inputs,
                    void *const *outputs, Stream stream);

/// Forgets what was captured: the next run is a first one.
void dropGraph(State *state);

/// Records a step's event where steps are timed.
Status recordStep(State *state, Event *event);

/// Makes a handle's context current for the length of a block.
struct Current {
  explicit Current(State *state) : state(state) {
    state->driver->contextPush(state->context);
  }
  ~Current() {
    Context previous;
    state->driver->contextPop(&previous);
  }
  State *state;
};

} // namespace amp_cuda

#endif // AMP_RUNTIME_CUDA_STATE_H
