//===- RangesRegister.cpp - All range models ------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"

void mlir::amp::registerAmpRangeModels(DialectRegistry &registry) {
  registerAffineRangeModels(registry);
  registerArithRangeModels(registry);
  registerGlobalRangeModels(registry);
  registerLinalgRangeModels(registry);
  registerMathRangeModels(registry);
  registerStableHLORangeModels(registry);
  registerTensorRangeModels(registry);
  registerTosaRangeModels(registry);
  registerVectorRangeModels(registry);
}
