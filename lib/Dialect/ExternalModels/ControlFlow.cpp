//===- ControlFlow.cpp - MixedPrecisionOpInterface on cf ops --------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "ModelUtils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

void amp::registerControlFlowExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, cf::ControlFlowDialect *) {
    attach<Model<&ignored>, cf::AssertOp, cf::BranchOp, cf::CondBranchOp,
           cf::SwitchOp>(context);
  });
}
