//===- CPU.h - What generated CPU code calls ---------------------*- C++
//-*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that `--amp-to-cpu` emits calls to, and the layout of the
// constant data that it passes. They act on the state of the run that the
// calling thread is in.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_RUNTIME_CPU_H
#define AMPDIALECT_RUNTIME_CPU_H

#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// Instruction sets that a library may need (AmpModelDescriptor::flags).
enum AmpCpuFeature {
  AMP_CPU_AVX2_FMA = 1,
  AMP_CPU_AVX512 = 2,
  AMP_CPU_AVX512_BF16 = 4
};

/// Items [begin, end) of a loop whose iterations are independent.
typedef void (*AmpCpuTask)(void *context, int64_t begin, int64_t end);

/// Runs [0, count) on the state's threads in pieces of at least `grain`; which
/// thread takes what changes no result. Nested calls run on their own thread.
void amp_cpu_parallel(AmpCpuTask task, void *context, int64_t count,
                      int64_t grain);

/// Makes the run under way return AMP_ERROR_RUN with `message`, a string that
/// lives as long as the library. The first call counts.
void amp_cpu_fail(const char *message);

/// Memory of the run, aligned to 64 bytes and kept for the next request of
/// about that size. The names are those of finalize-memref-to-llvm.
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void _mlir_memref_to_llvm_free(void *memory);

#if defined(__cplusplus)
}
#endif

#endif // AMPDIALECT_RUNTIME_CPU_H
