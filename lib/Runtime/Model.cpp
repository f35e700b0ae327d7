//===- Model.cpp - The C ABI of compiled models, for every target ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into every compiled library: checks arguments, keeps bound inputs and
// the lock, and hands over to the target. Uses the C library alone, so that a
// compiled model needs no C++ runtime.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Runtime/Target.h"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct AmpModel {
  pthread_mutex_t mutex;
  void *state;
  /// Bound inputs, null where free; then room for one call's inputs.
  const void **bound;
  const void **inputs;
};

static thread_local char lastError[512];

int32_t amp_set_error(int32_t status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(lastError, sizeof(lastError), format, arguments);
  va_end(arguments);
  return status;
}

/// Length of the item that starts at `options`.
static size_t itemLength(const char *options) {
  const char *comma = strchr(options, ',');
  return comma ? static_cast<size_t>(comma - options) : strlen(options);
}

int32_t amp_option(const char *options, const char *key, int64_t *value) {
  size_t length = strlen(key);
  while (*options) {
    size_t item = itemLength(options);
    if (item > length && !strncmp(options, key, length) &&
        options[length] == '=') {
      char *end = nullptr;
      long long number = strtoll(options + length + 1, &end, 10);
      if (end != options + item || end == options + length + 1) {
        amp_set_error(AMP_ERROR_ARGUMENT,
                      "expected a whole number in option '%.*s'",
                      static_cast<int>(item), options);
        return 0;
      }
      *value = number;
    }
    options += item + (options[item] == ',');
  }
  return 1;
}

/// Whether each item of `options` is a `key=value` of a key that some target
/// has: one string of options serves all targets.
static bool knowsOptions(const char *options) {
  static const char *const keys[] = {
      "threads=", "device=", "graph=", "timing="};
  while (*options) {
    size_t item = itemLength(options);
    bool known = item == 0;
    for (const char *key : keys)
      known |= !strncmp(options, key, strlen(key));
    if (!known) {
      amp_set_error(AMP_ERROR_ARGUMENT,
                    "unknown option '%.*s': expected threads=N, device=N, "
                    "graph=0|1 or timing=0|1",
                    static_cast<int>(item), options);
      return false;
    }
    options += item + (options[item] == ',');
  }
  return true;
}

int32_t amp_model_abi_version(void) { return AMP_MODEL_ABI_VERSION; }
const char *amp_model_target(void) { return amp_model_descriptor.target; }
int32_t amp_model_num_inputs(void) { return amp_model_descriptor.numInputs; }
int32_t amp_model_num_outputs(void) { return amp_model_descriptor.numOutputs; }

const AmpTensorInfo *amp_model_input(int32_t index) {
  bool exists = index >= 0 && index < amp_model_descriptor.numInputs;
  return exists ? &amp_model_descriptor.inputs[index] : nullptr;
}

const AmpTensorInfo *amp_model_output(int32_t index) {
  bool exists = index >= 0 && index < amp_model_descriptor.numOutputs;
  return exists ? &amp_model_descriptor.outputs[index] : nullptr;
}

int32_t amp_model_create(const char *options, AmpModel **result) {
  if (!result)
    return amp_set_error(AMP_ERROR_ARGUMENT, "the place for the model is null");
  *result = nullptr;
  options = options ? options : "";
  if (!knowsOptions(options))
    return AMP_ERROR_ARGUMENT;
  if (const char *missing = amp_find_missing(amp_model_descriptor.features))
    return amp_set_error(AMP_ERROR_DEVICE,
                         "the model was compiled for a processor with %s, "
                         "which this one lacks",
                         missing);
  size_t inputs = static_cast<size_t>(amp_model_descriptor.numInputs);
  auto *model = static_cast<AmpModel *>(calloc(1, sizeof(AmpModel)));
  auto *room =
      static_cast<const void **>(calloc(2 * inputs + 1, sizeof(void *)));
  if (!model || !room) {
    free(model);
    free(room);
    return amp_set_error(AMP_ERROR_MEMORY, "no memory for a model handle");
  }
  model->bound = room;
  model->inputs = room + inputs;
  int32_t status =
      amp_target_create(&amp_model_descriptor, options, &model->state);
  if (status != AMP_OK) {
    free(room);
    free(model);
    return status;
  }
  pthread_mutex_init(&model->mutex, nullptr);
  *result = model;
  return AMP_OK;
}

static int32_t bind(AmpModel *model, int32_t index, const void *data,
                    int32_t (*bindTarget)(void *, int32_t, const void *)) {
  if (!model || !data)
    return amp_set_error(AMP_ERROR_ARGUMENT, "the %s is null",
                         model ? "data to bind" : "model");
  if (!amp_model_input(index))
    return amp_set_error(AMP_ERROR_ARGUMENT,
                         "expected an input below %d, got %d",
                         amp_model_descriptor.numInputs, index);
  pthread_mutex_lock(&model->mutex);
  int32_t status = bindTarget(model->state, index, data);
  if (status == AMP_OK)
    model->bound[index] = data;
  pthread_mutex_unlock(&model->mutex);
  return status;
}

int32_t amp_model_bind(AmpModel *model, int32_t index, const void *data) {
  return bind(model, index, data, amp_target_bind);
}

int32_t amp_model_bind_device(AmpModel *model, int32_t index,
                              const void *data) {
  return bind(model, index, data, amp_target_bind_device);
}

/// Fills in the pointers of one call; names the first that is missing.
static int32_t collect(AmpModel *model, const void *const *inputs,
                       void *const *outputs) {
  for (int32_t i = 0; i < amp_model_descriptor.numInputs; ++i) {
    const void *given = inputs ? inputs[i] : nullptr;
    if (given && model->bound[i] && given != model->bound[i])
      return amp_set_error(AMP_ERROR_ARGUMENT,
                           "input %d ('%s') is bound and was given again", i,
                           amp_model_descriptor.inputs[i].name);
    model->inputs[i] = given ? given : model->bound[i];
    if (!model->inputs[i] && amp_model_descriptor.inputs[i].bytes)
      return amp_set_error(AMP_ERROR_ARGUMENT, "input %d ('%s') is null", i,
                           amp_model_descriptor.inputs[i].name);
  }
  for (int32_t i = 0; i < amp_model_descriptor.numOutputs; ++i)
    if ((!outputs || !outputs[i]) && amp_model_descriptor.outputs[i].bytes)
      return amp_set_error(AMP_ERROR_ARGUMENT, "result %d ('%s') is null", i,
                           amp_model_descriptor.outputs[i].name);
  return AMP_OK;
}

int32_t amp_model_run(AmpModel *model, const void *const *inputs,
                      void *const *outputs) {
  if (!model)
    return amp_set_error(AMP_ERROR_ARGUMENT, "the model is null");
  pthread_mutex_lock(&model->mutex);
  int32_t status = collect(model, inputs, outputs);
  if (status == AMP_OK)
    status = amp_target_run(model->state, model->inputs, outputs);
  pthread_mutex_unlock(&model->mutex);
  return status;
}

int32_t amp_model_run_device(AmpModel *model, const void *const *inputs,
                             void *const *outputs, void *stream) {
  if (!model)
    return amp_set_error(AMP_ERROR_ARGUMENT, "the model is null");
  pthread_mutex_lock(&model->mutex);
  int32_t status = collect(model, inputs, outputs);
  if (status == AMP_OK)
    status =
        amp_target_run_device(model->state, model->inputs, outputs, stream);
  pthread_mutex_unlock(&model->mutex);
  return status;
}

int32_t amp_model_num_steps(AmpModel *model) {
  return model ? amp_target_num_steps(model->state) : 0;
}

int32_t amp_model_step(AmpModel *model, int32_t index, AmpStepInfo *info) {
  if (!model || !info)
    return amp_set_error(AMP_ERROR_ARGUMENT, "the %s is null",
                         model ? "place for the step" : "model");
  int32_t count = amp_target_num_steps(model->state);
  if (index < 0 || index >= count)
    return amp_set_error(AMP_ERROR_ARGUMENT, "expected a step below %d, got %d",
                         count, index);
  pthread_mutex_lock(&model->mutex);
  int32_t status = amp_target_step(model->state, index, info);
  pthread_mutex_unlock(&model->mutex);
  return status;
}

int32_t amp_model_device_seconds(AmpModel *model, double *seconds) {
  if (!model || !seconds)
    return amp_set_error(AMP_ERROR_ARGUMENT, "the %s is null",
                         model ? "place for the seconds" : "model");
  pthread_mutex_lock(&model->mutex);
  int32_t status = amp_target_device_seconds(model->state, seconds);
  pthread_mutex_unlock(&model->mutex);
  return status;
}

const char *amp_model_last_error(void) { return lastError; }

void amp_model_destroy(AmpModel *model) {
  if (!model)
    return;
  amp_target_destroy(model->state);
  pthread_mutex_destroy(&model->mutex);
  free(model->bound);
  free(model);
}
