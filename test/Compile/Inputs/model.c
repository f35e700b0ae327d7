/*===- model.c - Calls a compiled model ---------------------------*- C -*-===*\
|*                                                                            *|
|* Licensed under the Apache License v2.0 with LLVM Exceptions.               *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include HEADER
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const float x[6] = {1, 1, 1, 1, 1, 1};
static const float w[6] = {1, 2, 2, 4, 3, 6};
static const float b[2] = {2, 3};

static int print(const char *what, const float *y) {
  return printf("%s: %g %g %g %g\n", what, y[0], y[1], y[2], y[3]);
}

static void *runOften(void *model) {
  const void *inputs[3] = {x, NULL, NULL};
  for (int i = 0; i < 200; ++i) {
    float y[4] = {0, 0, 0, 0};
    void *outputs[1] = {y};
    if (amp_model_run(model, inputs, outputs) || y[0] != 8 || y[3] != 15)
      return NULL;
  }
  return model;
}

int main(void) {
  AmpModel *model = NULL, *none = NULL;
  const void *inputs[3] = {x, w, b};
  float y[4];
  void *outputs[1] = {y};
  const AmpTensorInfo *info = amp_model_input(0);
  pthread_t thread;
  void *ended = NULL;

  if (amp_model_abi_version() != AMP_MODEL_ABI_VERSION ||
      amp_model_input(3) || amp_model_output(-1) ||
      AMP_MODEL_INPUT_0_BYTES != sizeof(x))
    return 1;
  printf("%s, %d inputs, %d outputs\n", amp_model_target(),
         amp_model_num_inputs(), amp_model_num_outputs());
  printf("input 0: %s, type %d, %dx%d\n", info->name, info->type,
         (int)info->shape[0], (int)info->shape[1]);
  if (amp_model_create("threads=2", &model))
    return 2;
  if (amp_model_run(model, inputs, outputs))
    return 3;
  print("result", y);
  if (amp_model_bind(model, 1, w) || amp_model_bind(model, 2, b))
    return 4;
  inputs[1] = inputs[2] = NULL;
  memset(y, 0, sizeof(y));
  if (amp_model_run(model, inputs, outputs))
    return 5;
  print("bound", y);
  inputs[0] = NULL;
  if (amp_model_run(model, inputs, outputs) != AMP_ERROR_ARGUMENT)
    return 6;
  printf("null: %s\n", amp_model_last_error());
  if (amp_model_create("color=red", &none) != AMP_ERROR_ARGUMENT || none)
    return 7;
  printf("option: %s\n", amp_model_last_error());
  if (amp_model_create("threads=0", &none) != AMP_ERROR_ARGUMENT || none)
    return 8;
  printf("threads: %s\n", amp_model_last_error());
  inputs[0] = x;
  printf("device: %d", amp_model_run_device(model, inputs, outputs, NULL));
  printf(" %s\n", amp_model_last_error());
  if (pthread_create(&thread, NULL, runOften, model) || !runOften(model) ||
      pthread_join(thread, &ended) || !ended)
    return 9;
  printf("two threads agree\n");
  amp_model_destroy(model);
  amp_model_destroy(NULL);
  return 0;
}
