//===- Driver.cpp - The CUDA driver API, opened at run time ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "AmpDialect/Runtime/Target.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

using namespace amp_cuda;

static Driver driver;
static pthread_mutex_t driverMutex = PTHREAD_MUTEX_INITIALIZER;

static bool isOptional(const char *symbol) {
  return !strcmp(symbol, "cuTensorMapEncodeTiled") ||
         !strcmp(symbol, "cuLaunchKernelEx");
}

/// Looks all functions up; names the first that is missing.
static const char *findMissing(void *library) {
  const char *missing = nullptr;
#define AMP_CUDA_FIND(member, symbol, parameters)                              \
  *reinterpret_cast<void **>(&driver.member) = dlsym(library, symbol);         \
  if (!driver.member && !missing && !isOptional(symbol))                       \
    missing = symbol;
  AMP_CUDA_FUNCTIONS(AMP_CUDA_FIND)
#undef AMP_CUDA_FIND
  return missing;
}

/// Opens and initialises the driver; called with the lock held.
static bool open() {
  const char *chosen = getenv("AMP_CUDA_DRIVER");
  const char *name = chosen && *chosen ? chosen : "libcuda.so.1";
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    amp_set_error(AMP_ERROR_DEVICE,
                  "an NVIDIA GPU and its driver are needed: %s",
                  why ? why : name);
    return false;
  }
  if (const char *missing = findMissing(library)) {
    amp_set_error(AMP_ERROR_DEVICE, "the driver '%s' is too old: it lacks %s",
                  name, missing);
    dlclose(library);
    return false;
  }
  Status status = driver.init(0);
  if (status != 0) {
    amp_set_error(AMP_ERROR_DEVICE, "cuInit: %s", getName(&driver, status));
    dlclose(library);
    return false;
  }
  driver.library = library;
  return true;
}

const Driver *amp_cuda::openDriver() {
  pthread_mutex_lock(&driverMutex);
  bool ready = driver.library || open();
  pthread_mutex_unlock(&driverMutex);
  return ready ? &driver : nullptr;
}

const char *amp_cuda::getName(const Driver *from, Status status) {
  const char *name = nullptr;
  if (from->getErrorName(status, &name) != 0 || !name)
    return "an unknown CUDA error";
  return name;
}
