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

/// Instruction sets that the runtime's contractions use where a library was
/// compiled for a processor that has them (AmpModelDescriptor::flags).
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

/// Ends the run under way, which returns AMP_ERROR_RUN with `message`, a string
/// that lives as long as the library. The first call counts. Does not return.
void amp_cpu_fail(const char *message);

/// One loop of a contraction: its extent and its stride in each operand, in
/// elements; 0 where the operand does not move with it.
typedef struct AmpCpuLoop {
  int64_t extent, a, b, c;
} AmpCpuLoop;

/// C[batch, m, n] += A[batch, m, k] * B[batch, k, n], with any number of loops
/// of each kind: a convolution has its window among the k loops and its pixels
/// among the n loops, and their strides say which element is meant. Constant
/// data of generated code: 64-bit words, the loops behind.
typedef struct AmpCpuContraction {
  /// AmpType of A and B (the same) and of C: f32, f16 or bf16, and f32.
  int64_t inputType, resultType;
  /// 1: C starts from zero instead of what it holds.
  int64_t fromZero;
  /// Where A and B come from: the number of the model's input that holds them,
  /// -2 for constants of the model, -1 for what a run computes. Packed forms of
  /// constants and of bound inputs are kept under `slot`, a small number that
  /// no other contraction of the model has.
  int64_t aOrigin, bOrigin, slot;
  int64_t numBatch, numM, numN, numK;
  /// Batch loops, then m, n and k loops, outermost first.
  AmpCpuLoop loops[];
} AmpCpuContraction;

/// Accumulates in f32, in order of k within blocks of fixed length, so that the
/// number of threads changes no bit. bf16 pairs are multiplied and added by the
/// processor's dot product where it has one (subnormals then count as zero),
/// else like f16: extended to f32.
void amp_cpu_contract(const AmpCpuContraction *plan, const void *a,
                      const void *b, float *c);

/// What becomes of a part of C as soon as it is computed: elements
/// [begin, end) of its row number `row`, the first of which is `*sums`. C lies
/// in memory row by row, each as long as the n loops together.
typedef void (*AmpCpuEpilogue)(void *context, const float *sums, int64_t row,
                               int64_t begin, int64_t end);

/// As amp_cpu_contract, then `epilogue` on each part of C. Where C starts from
/// zero, `c` is neither read nor written: its parts are in buffers.
void amp_cpu_contract_then(const AmpCpuContraction *plan, const void *a,
                           const void *b, float *c, AmpCpuEpilogue epilogue,
                           void *context);

/// `bytes` times `extent`, a size that the run found; ends the run where that
/// is negative, or so large that a pointer could not walk it.
int64_t amp_cpu_grow(int64_t bytes, int64_t extent);

/// Memory of the run, aligned to 64 bytes and kept for the next request of
/// about that size. The names are those of finalize-memref-to-llvm.
void *_mlir_memref_to_llvm_alloc(uint64_t bytes);
void _mlir_memref_to_llvm_free(void *memory);

#if defined(__cplusplus)
}
#endif

#endif // AMPDIALECT_RUNTIME_CPU_H
