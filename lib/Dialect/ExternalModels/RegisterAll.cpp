//===- RegisterAll.cpp - All external models ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"

void mlir::amp::registerAmpExternalModels(DialectRegistry &registry) {
  registerAccumulationExternalModels(registry);
  registerArithExternalModels(registry);
  registerBufferizationExternalModels(registry);
  registerControlFlowExternalModels(registry);
  registerFuncExternalModels(registry);
  registerGPUAccumulationExternalModels(registry);
  registerLinalgExternalModels(registry);
  registerMathExternalModels(registry);
  registerMLProgramExternalModels(registry);
  registerSCFExternalModels(registry);
  registerStableHLOExternalModels(registry);
  registerTensorExternalModels(registry);
  registerTosaExternalModels(registry);
  registerVectorExternalModels(registry);
  registerAmpRangeModels(registry);
}
