//===- Program.h - Tables of a compiled CUDA model --------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_PROGRAM_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_PROGRAM_H

#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "AmpDialect/Runtime/Cuda.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::cuda {

struct KernelTable;

/// A piece of device memory and the times (numbers of host steps) between which
/// its contents matter.
struct Buffer {
  AmpCudaSpace space = AmpCudaArena;
  /// Offset in the arena, or number of the input, output or constant.
  int64_t place = 0;
  int64_t bytes = 0;
  int64_t firstUse = 0;
  int64_t lastUse = 0;
  /// For results of a launch that may run once: the inputs it depends on.
  SmallVector<int64_t> inputs;
};

/// An argument of a site: a buffer, or a scalar's slot.
struct Argument {
  int buffer = -1;
  int64_t scalar = 0;
};

/// One step of the host.
struct Site {
  AmpCudaSiteKind kind;
  std::string location;
  int64_t kernel = -1;
  int64_t bytes = 0;
  SmallVector<Argument> arguments;
  /// Numbers of the inputs that alone a launch's results depend on: if they are
  /// weights, the launch runs once. Empty where that does not hold.
  SmallVector<int64_t> inputs;
  /// Where a launch's root stands, as reports write it; those of a group.
  SmallVector<std::string> sources;
};

struct Program {
  SmallVector<Buffer> buffers;
  SmallVector<Site> sites;
  /// Name to number, in order of first use.
  llvm::MapVector<StringRef, int64_t> kernels;
  SmallVector<ElementsAttr> constants;
  int64_t maxScalars = 0;
  int64_t arenaBytes = 0;
  int64_t bytesWithoutReuse = 0;
};

/// Gives each arena buffer an offset such that buffers which matter at the same
/// time do not overlap: largest first, each at the lowest place that fits.
void planMemory(Program &program);

/// Writes the tables of Cuda.h as LLVM globals into `module`.
LogicalResult writeProgram(ModuleOp module, const Program &program,
                           const ToNVVMOptions &options,
                           ArrayRef<KernelTable> tables);

/// Turns the entry function into `@amp_model_entry` and its steps into
/// `program`. Diagnoses what the host cannot do.
LogicalResult buildHostCode(ModuleOp module, func::FuncOp entry,
                            Program &program);

/// Bytes of a static tensor in device memory.
int64_t getTensorBytes(RankedTensorType type);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_PROGRAM_H
