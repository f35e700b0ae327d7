//===- FillBorders.cpp - Padding around what is computed in place ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "CollectOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUFILLBORDERSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct CPUFillBordersPass
    : amp::impl::CPUFillBordersPassBase<CPUFillBordersPass> {
  void runOnOperation() override;
};

/// A box of a tensor, or slices of it that are apart.
struct Box {
  SmallVector<int64_t> offsets, sizes, strides;

  explicit Box(ArrayRef<int64_t> shape)
      : offsets(shape.size(), 0), sizes(shape), strides(shape.size(), 1) {}
  Box inDimension(int64_t dim, int64_t offset, int64_t size,
                  int64_t stride = 1) const {
    Box box(*this);
    box.offsets[dim] = offset;
    box.sizes[dim] = size;
    box.strides[dim] = stride;
    return box;
  }
};
} // namespace

static SmallVector<OpFoldResult> fold(OpBuilder &builder,
                                      ArrayRef<int64_t> numbers) {
  return getAsIndexOpFoldResult(builder.getContext(), numbers);
}

static Value insertBox(OpBuilder &builder, Location loc, Value tensor,
                       const Box &box, Value part) {
  return tensor::InsertSliceOp::create(
      builder, loc, part, tensor, fold(builder, box.offsets),
      fold(builder, box.sizes), fold(builder, box.strides));
}

/// Fills `box` of `tensor` with `value`; the new tensor.
static Value fillBox(OpBuilder &builder, Location loc, Value tensor,
                     const Box &box, Value value) {
  Value slice = tensor::ExtractSliceOp::create(
      builder, loc, tensor, fold(builder, box.offsets),
      fold(builder, box.sizes), fold(builder, box.strides));
  Value filled =
      linalg::FillOp::create(builder, loc, value, slice)->getResult(0);
  return insertBox(builder, loc, tensor, box, filled);
}

/// Fills what is before and behind `inside` of `box` of `tensor` in `dim`.
static Value fillEnds(OpBuilder &builder, Location loc, Value tensor, Box box,
                      int64_t dim, int64_t low, int64_t inside, int64_t high,
                      Value value) {
  // Ends of one element at once: in memory the last one of a row is beside the
  // first one of the next.
  if (low == 1 && high == 1)
    return fillBox(builder, loc, tensor, box.inDimension(dim, 0, 2, inside + 1),
                   value);
  if (low != 0)
    tensor = fillBox(builder, loc, tensor, box.inDimension(dim, 0, low), value);
  if (high != 0)
    tensor = fillBox(builder, loc, tensor,
                     box.inDimension(dim, low + inside, high), value);
  return tensor;
}

/// Where the borders of `pad` may be filled: in front of the elementwise op
/// that makes its source for it alone, so that this can write into the padded
/// tensor. A reduction is better off with a result that lies together.
static Operation *findFirstUse(tensor::PadOp pad) {
  auto maker = pad.getSource().getDefiningOp<linalg::LinalgOp>();
  bool inPlace = maker && maker.getNumReductionLoops() == 0 &&
                 pad.getSource().hasOneUse() &&
                 maker->getBlock() == pad->getBlock();
  return inPlace ? maker.getOperation() : pad.getOperation();
}

static void fillBorders(RewriterBase &rewriter, tensor::PadOp pad) {
  RankedTensorType type = pad.getResultType(), source = pad.getSourceType();
  Value value = pad.getConstantPaddingValue();
  bool isCut = llvm::any_of(
      llvm::concat<const int64_t>(pad.getStaticLow(), pad.getStaticHigh()),
      [](int64_t width) { return width < 0; });
  if (!value || !matchPattern(value, m_Constant()) || !type.hasStaticShape() ||
      !source.hasStaticShape() || isCut)
    return;
  Location loc = pad.getLoc();
  rewriter.setInsertionPoint(findFirstUse(pad));
  Value filler = rewriter.clone(*value.getDefiningOp())->getResult(0);
  Value padded = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                         type.getElementType());
  // Around what is inside in the dimensions so far, through all of the others.
  Box box(type.getShape());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t low = pad.getStaticLow()[dim], inside = source.getDimSize(dim);
    padded = fillEnds(rewriter, loc, padded, box, dim, low, inside,
                      pad.getStaticHigh()[dim], filler);
    box = box.inDimension(dim, low, inside);
  }
  rewriter.setInsertionPoint(pad);
  rewriter.replaceOp(pad,
                     insertBox(rewriter, loc, padded, box, pad.getSource()));
}

void CPUFillBordersPass::runOnOperation() {
  IRRewriter rewriter(&getContext());
  for (tensor::PadOp pad : collect<tensor::PadOp>(getOperation()))
    fillBorders(rewriter, pad);
}
