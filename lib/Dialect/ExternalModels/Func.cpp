//===- Func.cpp - MixedPrecisionOpInterface on func ops -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "ModelUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

void amp::registerFuncExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    attach<Model<&ignored>, func::CallOp, func::ConstantOp, func::FuncOp,
           func::ReturnOp>(context);
    attach<Model<&external>, func::CallIndirectOp>(context);
  });
}
