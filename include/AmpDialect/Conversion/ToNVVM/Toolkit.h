//===- Toolkit.h - Where CUDA's tools are -----------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_CONVERSION_TONVVM_TOOLKIT_H
#define AMPDIALECT_CONVERSION_TONVVM_TOOLKIT_H

#include "mlir/IR/Location.h"
#include "llvm/Support/LogicalResult.h"

#include <string>

namespace mlir::amp {

/// The folder of CUDA's toolkit, for gpu::TargetOptions: around PATH's ptxas,
/// then what CUDA_ROOT, CUDA_HOME or CUDA_PATH names, then /usr/local/cuda; the
/// first that has libdevice. Empty if none has; then MLIR takes PATH's ptxas
/// and links no libdevice. Fails with a diagnostic at `loc` if `needsPtxas` and
/// none of these places has ptxas.
FailureOr<std::string> findToolkit(Location loc, bool needsPtxas);

} // namespace mlir::amp

#endif // AMPDIALECT_CONVERSION_TONVVM_TOOLKIT_H
