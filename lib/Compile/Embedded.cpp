//===- Embedded.cpp - Files that the compiler carries inside itself -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's object and the ABI's header lie in the compiler's own data, so
// that nothing has to be found at run time. CMake gives the paths.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

using namespace mlir;

#define AMP_EMBED(NAME, PATH)                                                  \
  __asm__(".pushsection .rodata\n"                                             \
          ".balign 16\n" #NAME ":\n"                                           \
          ".incbin \"" PATH "\"\n" #NAME "_end:\n"                             \
          ".byte 0\n"                                                          \
          ".popsection\n");                                                    \
  extern "C" __attribute__((visibility("hidden"))) const char NAME[];          \
  extern "C" __attribute__((visibility("hidden"))) const char NAME##_end[]

AMP_EMBED(amp_embedded_cpu_runtime, AMP_CPU_RUNTIME);
AMP_EMBED(amp_embedded_cuda_runtime, AMP_CUDA_RUNTIME);
AMP_EMBED(amp_embedded_abi_header, AMP_ABI_HEADER);

StringRef amp::getCPURuntime() {
  return StringRef(amp_embedded_cpu_runtime,
                   amp_embedded_cpu_runtime_end - amp_embedded_cpu_runtime);
}

StringRef amp::getCudaRuntime() {
  return StringRef(amp_embedded_cuda_runtime,
                   amp_embedded_cuda_runtime_end - amp_embedded_cuda_runtime);
}

StringRef amp::getABIHeader() {
  return StringRef(amp_embedded_abi_header,
                   amp_embedded_abi_header_end - amp_embedded_abi_header);
}
