//===- Target.h - What a target supplies to a compiled model ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiled library has three parts: lib/Runtime/Model.cpp (the C ABI of
// AmpDialect-c/Model.h, the same for all targets), one target runtime that
// defines amp_target_*, and the object that amp-compile generates:
// amp_model_descriptor, amp_model_entry and whatever else the target asks for.
// Nothing but the C ABI leaves the library.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_RUNTIME_TARGET_H
#define AMPDIALECT_RUNTIME_TARGET_H

#include "AmpDialect-c/Model.h"

#if defined(__cplusplus)
extern "C" {
#endif

/// Constant data written by amp-compile.
typedef struct AmpModelDescriptor {
  int32_t abiVersion;
  int32_t numInputs;
  int32_t numOutputs;
  /// What the target runtime wants to know; 0 if nothing. CPU: the instruction
  /// sets that its contractions use (AmpCpuFeature).
  int32_t flags;
  const char *target;
  const AmpTensorInfo *inputs;
  const AmpTensorInfo *outputs;
  /// The instruction sets that the host's code may use, one bit a line of
  /// CPUFeatures.def.
  uint64_t features;
} AmpModelDescriptor;

extern const AmpModelDescriptor amp_model_descriptor;

/// The generated model: runs @main once. `state` is what amp_target_create
/// made, `inputs` and `outputs` one data pointer an argument and a result.
/// Returns an AmpStatus; on failure the target runtime's calls have set the
/// error text. Calls of one state never overlap.
int32_t amp_model_entry(void *state, const void *const *inputs,
                        void *const *outputs);

/// Makes the target's state; `options` as of amp_model_create, never null.
/// On failure sets the error and leaves `*state` alone.
int32_t amp_target_create(const AmpModelDescriptor *model, const char *options,
                          void **state);
void amp_target_destroy(void *state);

/// Input `index` keeps `data` from now on (see amp_model_bind).
int32_t amp_target_bind(void *state, int32_t index, const void *data);

/// The same with memory of the device, which is not copied.
int32_t amp_target_bind_device(void *state, int32_t index, const void *data);

/// As the functions of AmpDialect-c/Model.h.
int32_t amp_target_num_steps(void *state);
int32_t amp_target_step(void *state, int32_t index, AmpStepInfo *info);
int32_t amp_target_device_seconds(void *state, double *seconds);

/// Runs on host memory. Pointers of bound inputs are the bound ones. A CPU
/// calls amp_model_entry; CUDA copies in, runs, copies out.
int32_t amp_target_run(void *state, const void *const *inputs,
                       void *const *outputs);
/// Runs on device memory, in order on `stream`; may be unsupported.
int32_t amp_target_run_device(void *state, const void *const *inputs,
                              void *const *outputs, void *stream);

/// LLVM's name of an instruction set in `features` (AmpModelDescriptor) that
/// this processor or its system lacks; null if none.
const char *amp_find_missing(uint64_t features);

/// Sets the calling thread's error text (printf style) and returns `status`.
int32_t amp_set_error(int32_t status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/// Reads the whole number of `key` from `key=value,...` into `*value`, which
/// keeps its value if the key is not there; false if it is no number.
int32_t amp_option(const char *options, const char *key, int64_t *value);

#if defined(__cplusplus)
}
#endif

#endif // AMPDIALECT_RUNTIME_TARGET_H
