//===- MLProgram.cpp - MixedPrecisionOpInterface on ml_program ops --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Globals are shared with code that the conversion does not see, so they keep
// their type.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "ModelUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

void amp::registerMLProgramExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context,
                            ml_program::MLProgramDialect *) {
    attach<Model<&ignored>, ml_program::FuncOp, ml_program::SubgraphOp,
           ml_program::GlobalOp, ml_program::OutputOp, ml_program::ReturnOp,
           ml_program::TokenOp>(context);
    attach<Model<&external>, ml_program::GlobalLoadOp,
           ml_program::GlobalLoadConstOp, ml_program::GlobalLoadGraphOp,
           ml_program::GlobalStoreOp, ml_program::GlobalStoreGraphOp>(context);
  });
}
