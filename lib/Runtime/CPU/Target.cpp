//===- Target.cpp - Compiled models on the CPU ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include <sched.h>
#include <stdlib.h>

using namespace amp_cpu;

/// Threads that the process may run at a time.
static int64_t countProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set))
    return 1;
  int count = CPU_COUNT(&set);
  return count > 0 ? count : 1;
}

int32_t amp_target_create(const AmpModelDescriptor *model, const char *options,
                          void **result) {
  int64_t threads = countProcessors();
  if (!amp_option(options, "threads", &threads))
    return AMP_ERROR_ARGUMENT;
  if (threads < 1 || threads > 1024)
    return amp_set_error(AMP_ERROR_ARGUMENT,
                         "expected threads between 1 and 1024, got %lld",
                         static_cast<long long>(threads));
  auto *state = static_cast<State *>(calloc(1, sizeof(State)));
  if (state) {
    state->model = model;
    state->bound = static_cast<bool *>(
        calloc(static_cast<size_t>(model->numInputs) + 1, sizeof(bool)));
    state->memory = createMemory();
    state->pool = createPool(threads, state);
  }
  if (!state || !state->bound || !state->memory || !state->pool) {
    amp_target_destroy(state);
    return amp_set_error(AMP_ERROR_MEMORY, "no memory for the model's state");
  }
  *result = state;
  return AMP_OK;
}

void amp_target_destroy(void *pointer) {
  auto *state = static_cast<State *>(pointer);
  if (!state)
    return;
  destroyPool(state->pool);
  destroyMemory(state->memory);
  dropPacked(state);
  free(state->bound);
  free(state);
}

int32_t amp_target_bind(void *pointer, int32_t index, const void *data) {
  auto *state = static_cast<State *>(pointer);
  state->bound[index] = data != nullptr;
  dropPacked(state);
  return AMP_OK;
}

int32_t amp_target_run(void *pointer, const void *const *inputs,
                       void *const *outputs) {
  auto *state = static_cast<State *>(pointer);
  current = state;
  state->inputs = inputs;
  state->failure.store(nullptr);
  jmp_buf end;
  escape = &end;
  if (!_setjmp(end))
    amp_model_entry(state, inputs, outputs);
  escape = nullptr;
  current = nullptr;
  const char *message = state->failure.load();
  if (!message)
    return AMP_OK;
  resetMemory(state->memory);
  return amp_set_error(AMP_ERROR_RUN, "%s", message);
}

static int32_t refuse(const char *what) {
  return amp_set_error(AMP_ERROR_UNSUPPORTED, "a model for the CPU has no %s",
                       what);
}

int32_t amp_target_bind_device(void *, int32_t, const void *) {
  return refuse("memory of a device to bind");
}

int32_t amp_target_num_steps(void *) { return 0; }

int32_t amp_target_step(void *, int32_t, AmpStepInfo *) {
  return refuse("steps");
}

int32_t amp_target_device_seconds(void *, double *) {
  return refuse("events to time it by");
}

int32_t amp_target_run_device(void *, const void *const *, void *const *,
                              void *) {
  return amp_set_error(AMP_ERROR_UNSUPPORTED,
                       "a model for the CPU takes host memory alone");
}

void amp_cpu_fail(const char *message) {
  const char *none = nullptr;
  current->failure.compare_exchange_strong(none, message);
  longjmp(*escape, 1);
}
