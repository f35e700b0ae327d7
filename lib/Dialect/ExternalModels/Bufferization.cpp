//===- Bufferization.cpp - MixedPrecisionOpInterface on bufferization ops -===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "ModelUtils.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::models;

static void allocate(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (cast<bufferization::AllocTensorOp>(op).getCopy())
    return movement(op, high, info);
  creator(op, high, info);
}

/// A tensor destination is overwritten unread; a buffer keeps its type.
static void materialize(Operation *op, FloatType high, OpPrecisionInfo &info) {
  if (op->getNumResults() == 0)
    return external(op, high, info);
  movement(op, high, info);
  tieDestination(info, 1, 0);
  info.operands[1].readElements = 0;
}

void amp::registerBufferizationExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context,
                            bufferization::BufferizationDialect *) {
    attach<Model<&allocate>, bufferization::AllocTensorOp>(context);
    attach<Model<&materialize>, bufferization::MaterializeInDestinationOp>(
        context);
    attach<Model<&external>, bufferization::ToTensorOp,
           bufferization::ToBufferOp, bufferization::DeallocTensorOp>(context);
    attach<Model<&ignored>, bufferization::CloneOp, bufferization::DeallocOp>(
        context);
  });
}
