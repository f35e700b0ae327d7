/*===- Model.h - C ABI of compiled models -------------------------*- C -*-===*\
|*                                                                            *|
|* Licensed under the Apache License v2.0 with LLVM Exceptions.               *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* What a library made by amp-compile exports, the same for every target.     *|
|* Plain C without other headers of the project; amp-compile writes a copy    *|
|* with the model's own constants beside the library.                         *|
|*                                                                            *|
|* Functions that can fail return AMP_OK or a code; amp_model_last_error then *|
|* gives the text. No function prints, exits or throws.                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef AMPDIALECT_C_MODEL_H
#define AMPDIALECT_C_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Raised when anything below changes its meaning or layout. */
#define AMP_MODEL_ABI_VERSION 1

#if defined(_WIN32)
#define AMP_MODEL_API
#else
#define AMP_MODEL_API __attribute__((visibility("default")))
#endif

/** What a call returns. */
typedef enum AmpStatus {
  AMP_OK = 0,
  /** A null pointer, an index out of range, an unknown option. */
  AMP_ERROR_ARGUMENT = 1,
  /** No memory on the host or the device. */
  AMP_ERROR_MEMORY = 2,
  /** No device, a device that the library holds no code for, a CPU without
      the instructions that the library was compiled for. */
  AMP_ERROR_DEVICE = 3,
  /** The model stopped: an assertion of its own, or an error of the device. */
  AMP_ERROR_RUN = 4,
  /** The target does not offer this call. */
  AMP_ERROR_UNSUPPORTED = 5
} AmpStatus;

/** Element types. Low floats are passed as their bits. */
typedef enum AmpType {
  AMP_TYPE_F64 = 1,
  AMP_TYPE_F32 = 2,
  AMP_TYPE_F16 = 3,
  AMP_TYPE_BF16 = 4,
  AMP_TYPE_I64 = 5,
  AMP_TYPE_I32 = 6,
  AMP_TYPE_I16 = 7,
  AMP_TYPE_I8 = 8,
  /** One byte, 0 or 1. */
  AMP_TYPE_I1 = 9,
  AMP_TYPE_F8E4M3FN = 10,
  AMP_TYPE_F8E5M2 = 11,
  /** Unsigned integers; those without a sign are the signed ones above. */
  AMP_TYPE_UI64 = 12,
  AMP_TYPE_UI32 = 13,
  AMP_TYPE_UI16 = 14,
  AMP_TYPE_UI8 = 15
} AmpType;

/** An input or a result: dense, row-major. Lives as long as the library. */
typedef struct AmpTensorInfo {
  /** Never null; `argN` or `resultN` where the module names nothing. */
  const char *name;
  /** An AmpType. */
  int32_t type;
  /** 0 for a scalar. */
  int32_t rank;
  /** `rank` extents, all static. */
  const int64_t *shape;
  /** Size of the data in bytes. */
  int64_t bytes;
} AmpTensorInfo;

/** A loaded model. One handle may be used by several threads at a time. */
typedef struct AmpModel AmpModel;

/** AMP_MODEL_ABI_VERSION of the library. */
AMP_MODEL_API int32_t amp_model_abi_version(void);

/** What the library was compiled for: `cpu`, or chips such as
    `cuda:sm_80,sm_90a`. Lives as long as the library. */
AMP_MODEL_API const char *amp_model_target(void);

/** Numbers of inputs and results. */
AMP_MODEL_API int32_t amp_model_num_inputs(void);
AMP_MODEL_API int32_t amp_model_num_outputs(void);

/** Describes input or result `index`, from 0; null if there is none. */
AMP_MODEL_API const AmpTensorInfo *amp_model_input(int32_t index);
AMP_MODEL_API const AmpTensorInfo *amp_model_output(int32_t index);

/** Makes a handle. `options` is null or `key=value` pairs between commas:
    `threads=N` (cpu; default: as many as the process may use),
    `device=N` (cuda; default 0), `graph=0|1` (cuda; runs that use the same
    memory as the run before are captured once and replayed; default 0),
    `timing=0|1` (cuda; events round runs and steps; default 0).
    On failure `*model` is null. */
AMP_MODEL_API int32_t amp_model_create(const char *options, AmpModel **model);

/** Fixes input `index` (a weight) to `data` for all later runs, which then take
    a null pointer for it. The target may copy or repack it once. On the CPU
    `data` must stay valid and unchanged until the handle is destroyed; on a
    device it is copied. Not to be called while a run is under way. */
AMP_MODEL_API int32_t amp_model_bind(AmpModel *model, int32_t index,
                                     const void *data);

/** As amp_model_bind, on memory of the handle's device that stays valid and
    unchanged until the handle is destroyed; nothing is copied. Waits for all
    work on the device, that which makes the data included. On the CPU:
    AMP_ERROR_UNSUPPORTED. */
AMP_MODEL_API int32_t amp_model_bind_device(AmpModel *model, int32_t index,
                                            const void *data);

/** Runs the model on host memory: one pointer an input, one a result, each to
    `bytes` of data aligned to its element. Inputs are only read; results must
    not overlap anything else. Returns when the results are there. Runs of one
    handle from several threads happen one after the other. */
AMP_MODEL_API int32_t amp_model_run(AmpModel *model, const void *const *inputs,
                                    void *const *outputs);

/** As amp_model_run, on memory of the handle's device, in order on `stream` (a
    CUstream, null for the default one); returns when the work is queued. Where
    the stream captures a graph the work becomes part of it; runs of the handle
    must then not overlap the graph's. On the CPU: AMP_ERROR_UNSUPPORTED. */
AMP_MODEL_API int32_t amp_model_run_device(AmpModel *model,
                                           const void *const *inputs,
                                           void *const *outputs, void *stream);

/** One step of a model on a device: a launch, or a copy. */
typedef struct AmpStepInfo {
  /** The kernel's name, `copy` or `read`; lives as long as the library. */
  const char *name;
  /** Where the op that it is there for stands in the source. */
  const char *location;
  /** What the step took in the last run; negative if it did not run alone:
      done once for bound inputs, or part of a graph. */
  double seconds;
} AmpStepInfo;

/** Number of steps; 0 on targets without. */
AMP_MODEL_API int32_t amp_model_num_steps(AmpModel *model);

/** Describes step `index` after a run with `timing=1`; waits for the run. */
AMP_MODEL_API int32_t amp_model_step(AmpModel *model, int32_t index,
                                     AmpStepInfo *info);

/** Seconds on the device between the first and the last step of the last run,
    copies from and to the host not counted. Needs `timing=1`; waits for the
    run. On the CPU: AMP_ERROR_UNSUPPORTED. */
AMP_MODEL_API int32_t amp_model_device_seconds(AmpModel *model,
                                               double *seconds);

/** What went wrong in the last call on this thread that did not return AMP_OK;
    empty if none. Valid until the next call on this thread. */
AMP_MODEL_API const char *amp_model_last_error(void);

/** Ends a handle; null is allowed. */
AMP_MODEL_API void amp_model_destroy(AmpModel *model);

#ifdef __cplusplus
}
#endif

#endif /* AMPDIALECT_C_MODEL_H */
