//===- GroupLaunches.h - Equal kernels side by side in one launch -*- C++ -===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GROUPLAUNCHES_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GROUPLAUNCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::cuda {

/// Contractions of one kernel that do not wait for each other, as the queries,
/// keys and values of attention, become one launch where each alone leaves most
/// of a device idle: a call of a kernel whose body is those calls. `blocks` are
/// those of host code.
void groupLaunches(ModuleOp module, ArrayRef<Block *> blocks);

/// The kernel that all calls in the body of `kernel` run; null where the body
/// is no such group.
func::FuncOp getGroupedKernel(func::FuncOp kernel);

/// The place of a call that several became, whose places are `places`.
Location getGroupLocation(MLIRContext *context, ArrayRef<Location> places);

/// Places of the calls that became `call`, their roots' first, or its own.
SmallVector<Location> getGroupedLocations(func::CallOp call);

/// Turns the kernel emitted for `single` into that of its group: blocks have
/// the call's number as their y, by which they choose their arguments.
void groupKernel(gpu::GPUModuleOp emitted, func::FuncOp single,
                 func::FuncOp group);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GROUPLAUNCHES_H
