//===- TransposeOperands.cpp - 8-bit operands contiguous along K ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma and ldmatrix transpose elements of 16 bits only. An operand of 8-bit
// floats that is not contiguous along K, as the right one of a `linalg.matmul`,
// is copied into a layout that is: for a weight, once.
//
//===----------------------------------------------------------------------===//

#include "TransposeOperands.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "Roots.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

/// The dimensions of an operand, those of K last; nothing where they stand so,
/// or where the operand is no permutation of loops.
static std::optional<SmallVector<int64_t>> getKMajorOrder(linalg::GenericOp op,
                                                          OpOperand *operand) {
  AffineMap map = op.getMatchingIndexingMap(operand);
  if (!map.isProjectedPermutation())
    return std::nullopt;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<int64_t> outer, inner;
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    (kinds[loop] == utils::IteratorType::reduction ? inner : outer)
        .push_back(static_cast<int64_t>(dim));
  }
  if (inner.empty() || inner.back() + 1 == map.getNumResults())
    return std::nullopt;
  outer.append(inner);
  return outer;
}

/// `value` with its dimensions in `order`.
static Value transpose(PatternRewriter &rewriter, Location loc, Value value,
                       ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> read(order.size());
  for (auto [to, from] : llvm::enumerate(order)) {
    shape.push_back(type.getDimSize(from));
    read[from] = rewriter.getAffineDimExpr(to);
  }
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  AffineMap readMap =
      AffineMap::get(order.size(), 0, read, rewriter.getContext());
  auto copy = linalg::GenericOp::create(
      rewriter, loc, TypeRange{empty.getType()}, ValueRange{value},
      ValueRange{empty},
      ArrayRef<AffineMap>{readMap,
                          rewriter.getMultiDimIdentityMap(order.size())},
      SmallVector<utils::IteratorType>(order.size(),
                                       utils::IteratorType::parallel),
      [](OpBuilder &b, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(b, loc, arguments[0]);
      });
  return copy->getResult(0);
}

namespace {
struct TransposeFloat8 : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!cuda::isTensorContraction(op) ||
        !llvm::all_of(op.getDpsInputs(), [](Value value) {
          return isFloat8(getElementTypeOrSelf(value));
        }))
      return rewriter.notifyMatchFailure(op, "multiplies no two 8-bit floats");
    for (OpOperand *operand : op.getDpsInputOperands()) {
      std::optional<SmallVector<int64_t>> order = getKMajorOrder(op, operand);
      if (!order)
        continue;
      Value source = operand->get();
      Value copy = transpose(rewriter, op.getLoc(), source, *order);
      SmallVector<AffineMap> maps = op.getIndexingMapsArray();
      AffineMap &map = maps[operand->getOperandNumber()];
      SmallVector<AffineExpr> results;
      for (int64_t dim : *order)
        results.push_back(map.getResult(dim));
      map = AffineMap::get(map.getNumDims(), 0, results, op.getContext());
      rewriter.modifyOpInPlace(op, [&] {
        operand->set(copy);
        op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
      });
      return success();
    }
    return rewriter.notifyMatchFailure(op, "both are contiguous along K");
  }
};
} // namespace

void cuda::populateTransposeOperandPatterns(RewritePatternSet &patterns) {
  patterns.add<TransposeFloat8>(patterns.getContext());
}
