//===- GatherOperands.h - Operands read by nonlinear maps -------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GATHEROPERANDS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GATHEROPERANDS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::amp::cuda {

/// An operand of a generic that is read along no linear map (`i mod 3` of a
/// loop that three does not divide) is read by index in the body, as gathers
/// are.
void populateGatherOperandPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_GATHEROPERANDS_H
