//===- InitAll.h - Registration for embedders -------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_INITALL_H
#define AMPDIALECT_INITALL_H

#include "AmpDialect/Conversion/CudaModel/CudaModel.h"
#include "AmpDialect/Conversion/CudaModel/Passes.h"
#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Pipelines/Pipelines.h"
#include "AmpDialect/TransformOps/AmpTransformOps.h"
#include "AmpDialect/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp {

/// Registers the amp dialect, the external models of all upstream dialects and
/// the `transform.amp.*` ops.
inline void registerAllAmpDialects(DialectRegistry &registry) {
  registry.insert<AmpDialect>();
  registerAmpExternalModels(registry);
  registerTransformDialectExtension(registry);
}

/// Registers every pass and pipeline of the project with the global registry.
inline void registerAllAmpPasses() {
  registerAmpPasses();
  registerAmpCudaModelPasses();
  registerAmpToNVVMPasses();
  registerAmpPipelines();
  registerAmpToCPUPasses();
  registerToCPUPipeline();
}

} // namespace mlir::amp

#endif // AMPDIALECT_INITALL_H
