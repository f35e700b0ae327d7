//===- Run.cpp - One run of a model: eager, as a graph, timed -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace amp_cuda;

/// Records an event on the run's stream, made when it is first needed.
static Status record(State *state, Event *event) {
  // Made with the default flags: an event that keeps its time.
  Status status = *event ? 0 : state->driver->eventCreate(event, 0);
  return status != 0 ? status
                     : state->driver->eventRecord(*event, state->current);
}

Status amp_cuda::recordStep(State *state, Event *event) {
  return state->timing && !state->capturing ? record(state, event) : 0;
}

void amp_cuda::dropGraph(State *state) {
  if (state->graph)
    state->driver->graphExecDestroy(state->graph);
  state->graph = nullptr;
  state->ran = false;
}

/// Whether the run uses the memory of the run before; remembers it if not.
static bool usesSameMemory(State *state, const void *const *inputs,
                           void *const *outputs) {
  int32_t numInputs = state->model->numInputs;
  int32_t total = numInputs + state->model->numOutputs;
  bool same = state->ran;
  for (int32_t i = 0; i != total; ++i) {
    const void *pointer = i < numInputs ? inputs[i] : outputs[i - numInputs];
    same &= state->memory[i] == pointer;
    state->memory[i] = pointer;
  }
  return same;
}

/// Captures the steps on the handle's own stream, where nothing else waits.
static int32_t capture(State *state, const void *const *inputs,
                       void *const *outputs) {
  Graph graph = nullptr;
  // Relaxed: other threads may go on using the driver.
  Status status = state->driver->streamBeginCapture(state->stream, 2);
  if (status != 0)
    return fail(state, status, "cuStreamBeginCapture", nullptr);
  state->current = state->stream;
  state->capturing = true;
  int32_t result = amp_model_entry(state, inputs, outputs);
  state->capturing = false;
  status = state->driver->streamEndCapture(state->stream, &graph);
  if (result == AMP_OK && status == 0)
    status = state->driver->graphInstantiate(&state->graph, graph, 0);
  if (graph)
    state->driver->graphDestroy(graph);
  if (result != AMP_OK)
    return result;
  return status == 0 ? AMP_OK
                     : fail(state, status, "capture of the graph", nullptr);
}

/// Captured at the second run on the same memory: by then what depends on bound
/// inputs alone has run, and the graph need not hold it.
static int32_t runSteps(State *state, const void *const *inputs,
                        void *const *outputs, Stream stream) {
  state->current = stream;
  if (!state->wantsGraph || state->readsDevice)
    return amp_model_entry(state, inputs, outputs);
  if (!usesSameMemory(state, inputs, outputs)) {
    dropGraph(state);
    int32_t status = amp_model_entry(state, inputs, outputs);
    state->ran = status == AMP_OK;
    return status;
  }
  if (!state->graph) {
    int32_t status = capture(state, inputs, outputs);
    state->current = stream;
    if (status != AMP_OK)
      return status;
  }
  for (int64_t i = 0; i != state->numSteps; ++i)
    state->steps[i].timed = false;
  Status status = state->driver->graphLaunch(state->graph, stream);
  return status == 0 ? AMP_OK : fail(state, status, "cuGraphLaunch", nullptr);
}

int32_t amp_cuda::runCaptured(State *state, const void *const *inputs,
                              void *const *outputs, Stream stream) {
  if (state->readsDevice)
    return amp_set_error(AMP_ERROR_RUN, "expected a stream that captures "
                                        "nothing: the host reads device memory "
                                        "in this model");
  state->current = stream;
  state->capturing = true;
  int32_t status = amp_model_entry(state, inputs, outputs);
  state->capturing = false;
  state->current = state->stream;
  return status;
}

int32_t amp_cuda::runTimed(State *state, const void *const *inputs,
                           void *const *outputs, Stream stream) {
  state->current = stream;
  state->timed = false;
  Status status = state->timing ? record(state, &state->begin) : 0;
  if (status != 0)
    return fail(state, status, "cuEventRecord", nullptr);
  int32_t result = runSteps(state, inputs, outputs, stream);
  if (result != AMP_OK || !state->timing)
    return result;
  status = record(state, &state->end);
  state->timed = status == 0;
  return status == 0 ? AMP_OK : fail(state, status, "cuEventRecord", nullptr);
}

/// Seconds between two events; waits for the second.
static int32_t measure(State *state, Event begin, Event end, double *seconds) {
  Current current(state);
  float milliseconds = 0;
  Status status = state->driver->eventSynchronize(end);
  if (status == 0)
    status = state->driver->eventElapsedTime(&milliseconds, begin, end);
  *seconds = static_cast<double>(milliseconds) * 1e-3;
  return status == 0 ? AMP_OK
                     : fail(state, status, "cuEventElapsedTime", nullptr);
}

int32_t amp_target_num_steps(void *pointer) {
  return static_cast<int32_t>(static_cast<State *>(pointer)->numSteps);
}

int32_t amp_target_step(void *pointer, int32_t index, AmpStepInfo *info) {
  auto *state = static_cast<State *>(pointer);
  const Step &step = state->steps[index];
  info->name = step.words[0] == AmpCudaLaunch
                   ? state->kernels[step.words[2]].name
               : step.words[0] == AmpCudaCopy ? "copy"
                                              : "read";
  info->location = amp_cuda_strings + step.words[1];
  info->seconds = -1;
  return step.timed ? measure(state, step.begin, step.end, &info->seconds)
                    : AMP_OK;
}

int32_t amp_target_device_seconds(void *pointer, double *seconds) {
  auto *state = static_cast<State *>(pointer);
  if (!state->timed)
    return amp_set_error(AMP_ERROR_ARGUMENT,
                         state->timing
                             ? "no run to time: none has ended well yet"
                             : "expected a handle made with timing=1");
  return measure(state, state->begin, state->end, seconds);
}
