//===- RangesVector.cpp - Ranges of vector ops ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes vectors of scalars. Movement and maxima need no model: the
// analysis asks for their traits.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "RangeModels.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::detail;

void amp::registerVectorRangeModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, vector::VectorDialect *) {
    using namespace vector;
    BroadcastOp::attachInterface<JoinRange<BroadcastOp, 0, 0>>(*context);
    FromElementsOp::attachInterface<JoinRange<FromElementsOp>>(*context);
  });
}
