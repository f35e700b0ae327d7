//===- Cuda.h - What generated host code asks of the CUDA runtime *- C++
//-*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler writes the tables below and @amp_model_entry (see Target.h),
// which calls the functions at the end with the numbers of rows ("sites") of
// those tables. All table entries are 64-bit words; a string is an offset into
// amp_cuda_strings.
//
//   header     magic, version, bytes of the arena, most scalars of a launch
//   constants  count, then bytes of each
//   chips      count, then name and image bytes of each
//   kernels    count, then for each its name and for each chip
//              grid x y z, block x y z, cluster x y z, shared bytes, and the
//              tensor maps: count, then buffer, element type
//              (CUtensorMapDataType), rank, dims, strides (rank - 1), box,
//              swizzle bytes
//   sites      count, then for each its kind, location, and
//                launch: kernel, count of arguments, place of each, count of
//                        inputs that alone its results depend on (0: not
//                        known), number of each
//                copy:   place of target, place of source, bytes
//                read:   place of source, bytes
//   A launch whose results depend on inputs alone, all of them bound, is run
//   once: its results keep their memory. a place is two words: AmpCudaSpace and
//   what it says.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_RUNTIME_CUDA_H
#define AMPDIALECT_RUNTIME_CUDA_H

#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum { kAmpCudaMagic = 0x43504d41, kAmpCudaVersion = 1 };

/// Kernels for chips of this compute capability (times ten) on wait by
/// themselves for the launch before theirs (griddepcontrol.wait).
enum { kAmpCudaOverlapCapability = 90 };

typedef enum AmpCudaSpace {
  /// A byte offset in the arena.
  AmpCudaArena = 0,
  /// The number of an input, of an output, of a constant.
  AmpCudaInput = 1,
  AmpCudaOutput = 2,
  AmpCudaConstant = 3,
  /// The number of a launch's scalar, passed by value.
  AmpCudaScalar = 4,
} AmpCudaSpace;

typedef enum AmpCudaSiteKind {
  AmpCudaLaunch = 0,
  AmpCudaCopy = 1,
  AmpCudaRead = 2,
} AmpCudaSiteKind;

/// Written by the compiler.
extern const int64_t amp_cuda_words[];
extern const char amp_cuda_strings[];
extern const void *const amp_cuda_constants[];
extern const void *const amp_cuda_images[];

/// Called by @amp_model_entry. After the first error the rest does nothing and
/// amp_cuda_finish returns it (an AmpStatus).
void amp_cuda_begin(void *state, const void *const *inputs,
                    void *const *outputs);
void amp_cuda_launch(void *state, int64_t site, const int64_t *scalars);
void amp_cuda_copy(void *state, int64_t site);
/// Waits for the stream and returns a scalar of device memory, zero-extended.
int64_t amp_cuda_read(void *state, int64_t site);
/// An assertion of the model's: where it does not hold, `message` is the error.
void amp_cuda_assert(void *state, int32_t holds, const char *message);
/// Whether no error has happened: ends a loop whose condition came from one.
int32_t amp_cuda_ok(void *state);
int32_t amp_cuda_finish(void *state);

#if defined(__cplusplus)
}
#endif

#endif // AMPDIALECT_RUNTIME_CUDA_H
