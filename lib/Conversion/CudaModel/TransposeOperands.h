//===- TransposeOperands.h - 8-bit operands contiguous along K --*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_TRANSPOSEOPERANDS_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_TRANSPOSEOPERANDS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace mlir::amp::cuda {

/// The elements of a constant, one in a resource included; null for others, and
/// where elements are no whole bytes.
DenseElementsAttr getConstantElements(Value value);

/// A copy of `value` with its dimensions in `order`.
Value transpose(OpBuilder &builder, Location loc, Value value,
                ArrayRef<int64_t> order);

/// The same; a constant's elements are put in that order here.
Value transposeOrFold(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<int64_t> order);

/// `values[order[i]]` for each i.
template <typename Range>
auto permute(const Range &values, ArrayRef<int64_t> order) {
  return llvm::map_to_vector(order, [&](int64_t from) { return values[from]; });
}

/// Copies operands of generic contractions of two 8-bit floats (f8E4M3FN,
/// f8E5M2) that are not contiguous along K into a layout that is.
void populateTransposeOperandPatterns(RewritePatternSet &patterns);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_TRANSPOSEOPERANDS_H
