//===- ExternalModels.h - The interface on upstream ops ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function a dialect attaches MixedPrecisionOpInterface to its ops when the
// dialect is loaded, and one FloatRangeOpInterface.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_EXTERNALMODELS_EXTERNALMODELS_H
#define AMPDIALECT_EXTERNALMODELS_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::amp {

void registerArithExternalModels(DialectRegistry &registry);
void registerBufferizationExternalModels(DialectRegistry &registry);
void registerControlFlowExternalModels(DialectRegistry &registry);
void registerFuncExternalModels(DialectRegistry &registry);
void registerLinalgExternalModels(DialectRegistry &registry);
void registerMathExternalModels(DialectRegistry &registry);
void registerMLProgramExternalModels(DialectRegistry &registry);
void registerSCFExternalModels(DialectRegistry &registry);
void registerTensorExternalModels(DialectRegistry &registry);
void registerTosaExternalModels(DialectRegistry &registry);
void registerVectorExternalModels(DialectRegistry &registry);

/// Acts where a dialect called "stablehlo" is loaded; needs none of its code.
void registerStableHLOExternalModels(DialectRegistry &registry);

void registerAffineRangeModels(DialectRegistry &registry);
void registerArithRangeModels(DialectRegistry &registry);
void registerGlobalRangeModels(DialectRegistry &registry);
void registerLinalgRangeModels(DialectRegistry &registry);
void registerMathRangeModels(DialectRegistry &registry);
void registerStableHLORangeModels(DialectRegistry &registry);
void registerTensorRangeModels(DialectRegistry &registry);
void registerTosaRangeModels(DialectRegistry &registry);
void registerVectorRangeModels(DialectRegistry &registry);

/// FloatRangeOpInterface on upstream ops: the eight above.
void registerAmpRangeModels(DialectRegistry &registry);
/// The accumulation types of linalg, tosa and vector ops, and of the matrix
/// instructions of gpu, nvgpu and nvvm.
void registerAccumulationExternalModels(DialectRegistry &registry);
void registerGPUAccumulationExternalModels(DialectRegistry &registry);

/// All of the above.
void registerAmpExternalModels(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMPDIALECT_EXTERNALMODELS_EXTERNALMODELS_H
