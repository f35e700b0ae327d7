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
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/ContractionKernel.h"
#include "Roots.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

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

Value cuda::transpose(OpBuilder &builder, Location loc, Value value,
                      ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> read(order.size());
  for (auto [to, from] : llvm::enumerate(order)) {
    shape.push_back(type.getDimSize(from));
    read[from] = builder.getAffineDimExpr(to);
  }
  Value empty =
      tensor::EmptyOp::create(builder, loc, shape, type.getElementType());
  AffineMap readMap =
      AffineMap::get(order.size(), 0, read, builder.getContext());
  auto copy = linalg::GenericOp::create(
      builder, loc, TypeRange{empty.getType()}, ValueRange{value},
      ValueRange{empty},
      ArrayRef<AffineMap>{readMap,
                          builder.getMultiDimIdentityMap(order.size())},
      SmallVector<utils::IteratorType>(order.size(),
                                       utils::IteratorType::parallel),
      [](OpBuilder &b, Location loc, ValueRange arguments) {
        linalg::YieldOp::create(b, loc, arguments[0]);
      });
  return copy->getResult(0);
}

DenseElementsAttr cuda::getConstantElements(Value value) {
  ElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0)
    return {};
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  if (!resource)
    return dyn_cast<DenseElementsAttr>(constant);
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  size_t bytes = type.getNumElements() * type.getElementTypeBitWidth() / 8;
  if (!blob || blob->getData().size() != bytes)
    return {};
  return DenseElementsAttr::getFromRawBuffer(type, blob->getData());
}

/// Elements of a constant in another order.
static DenseElementsAttr permuteElements(DenseElementsAttr elements,
                                         RankedTensorType type,
                                         ArrayRef<int64_t> order) {
  if (elements.isSplat())
    return elements.resizeSplat(type);
  SmallVector<int64_t> steps = permute(
      ArrayRef(getRowMajorStrides(elements.getType().getShape())), order);
  size_t width = elements.getRawData().size() / elements.getNumElements();
  std::vector<char> bytes(elements.getRawData().size());
  SmallVector<int64_t> at(order.size(), 0);
  const char *source = elements.getRawData().data();
  for (size_t to = 0; to < bytes.size(); to += width) {
    int64_t offset = 0;
    for (auto [index, step] : llvm::zip_equal(at, steps))
      offset += index * step;
    std::copy_n(source + offset * width, width, bytes.data() + to);
    for (size_t dim = at.size();
         dim-- > 0 && ++at[dim] == type.getDimSize(dim);)
      at[dim] = 0;
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

Value cuda::transposeOrFold(OpBuilder &builder, Location loc, Value value,
                            ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(value.getType());
  DenseElementsAttr elements = getConstantElements(value);
  if (!elements)
    return transpose(builder, loc, value, order);
  auto turned = RankedTensorType::get(permute(type.getShape(), order),
                                      type.getElementType());
  return arith::ConstantOp::create(builder, loc,
                                   permuteElements(elements, turned, order));
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
