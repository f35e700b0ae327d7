//===- PadChannels.cpp - Channels in runs that copies move ----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three channels of a picture are runs of 6 bytes, which no asynchronous
// copy moves: the kernel would gather each element by itself. A fourth channel
// of zeros, written by the kernel that casts the picture, makes runs of 8. The
// filter gets one as well.
//
//===----------------------------------------------------------------------===//

#include "PadChannels.h"
#include "Access.h"
#include "AmpDialect/Conversion/ToNVVM/TensorCoreAudit.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "ConvLayout.h"
#include "Roots.h"
#include "TransposeOperands.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cuda;

/// Bytes of the shortest run worth a layout.
static constexpr int64_t kRunBytes = 8;

/// A constant with zeros behind its elements along `dim`.
static DenseElementsAttr padElements(DenseElementsAttr elements,
                                     RankedTensorType type, int64_t dim) {
  ArrayRef<int64_t> shape = elements.getType().getShape();
  size_t width = type.getElementTypeBitWidth() / 8;
  size_t run = width;
  for (int64_t extent : shape.drop_front(dim + 1))
    run *= extent;
  size_t from = run * shape[dim], to = run * type.getDimSize(dim);
  std::vector<char> bytes(type.getNumElements() * width, 0);
  ArrayRef<char> source = elements.getRawData();
  for (size_t row = 0; row * to < bytes.size(); ++row)
    for (size_t at = 0; at != from; ++at)
      bytes[row * to + at] =
          elements.isSplat() ? source[at % width] : source[row * from + at];
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

/// An elementwise op that only casts one tensor, element by element.
static linalg::GenericOp getCast(Value value) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  bool casts = op && op->hasOneUse() && onlyCasts(op) &&
               op.getNumReductionLoops() == 0 &&
               llvm::all_of(op.getIndexingMapsArray(),
                            [](AffineMap map) { return map.isIdentity(); });
  return casts ? op : linalg::GenericOp();
}

namespace {
struct PadChannels : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override;
};
} // namespace

/// `value` with zeros up to `extent` along `dim`: where it is cast, before it.
static Value padAlong(PatternRewriter &rewriter, Value value, int64_t dim,
                      int64_t extent) {
  OpBuilder::InsertionGuard guard(rewriter);
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = extent;
  RankedTensorType padded = type.clone(shape);
  Location loc = value.getLoc();
  rewriter.setInsertionPointAfterValue(value);
  if (DenseElementsAttr elements = getConstantElements(value))
    return arith::ConstantOp::create(rewriter, loc,
                                     padElements(elements, padded, dim));
  Value empty =
      tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType());
  if (linalg::GenericOp convert = getCast(value)) {
    Value source = padAlong(rewriter, convert.getDpsInputs()[0], dim, extent);
    rewriter.setInsertionPointAfterValue(empty);
    auto copy = cast<linalg::GenericOp>(
        clone(rewriter, convert, TypeRange(padded), {source, empty}));
    return copy->getResult(0);
  }
  Value zero = arith::ConstantOp::create(
      rewriter, loc, rewriter.getZeroAttr(type.getElementType()));
  Value zeros = linalg::FillOp::create(rewriter, loc, zero, empty).getResult(0);
  auto indices = [&](ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(rewriter.getContext(), values);
  };
  SmallVector<int64_t> offsets(shape.size(), 0), strides(shape.size(), 1);
  return tensor::InsertSliceOp::create(
      rewriter, loc, value, zeros, indices(offsets), indices(type.getShape()),
      indices(strides));
}

/// Whether zeros cost less than gathered elements: bytes against multiply-adds.
static bool pays(linalg::LinalgOp op, RankedTensorType image, int64_t channels,
                 int64_t padded, bool isCast) {
  auto [batch, m, n, k] = getDeclaredSizes(op);
  double products = double(batch) * m * n * k,
         share = double(padded) / channels;
  double gathered = products * (1 + kGatherPenalty);
  double copied = products * share * (10 + kShortRunPenaltyTenths) / 10;
  double bytes =
      double(image.getNumElements()) * image.getElementTypeBitWidth() / 8;
  // The kernel of a cast writes more and the convolution reads more; without
  // one the zeros take a kernel.
  double moved = 2 * bytes * (share - 1) + (isCast ? 0 : 2 * bytes);
  return copied + moved * kProductsPerByte < gathered;
}

LogicalResult PadChannels::matchAndRewrite(linalg::LinalgOp op,
                                           PatternRewriter &rewriter) const {
  if (!isConvolutionRoot(op) || !op.hasPureTensorSemantics() ||
      op->hasAttr(kGemmConfigAttrName) || op.hasDynamicShape())
    return rewriter.notifyMatchFailure(op, "is no convolution to choose for");
  FailureOr<linalg::ConvolutionDimensions> dims =
      linalg::inferConvolutionDims(op);
  if (failed(dims) || !dims->depth.empty() || dims->inputChannel.size() != 1)
    return rewriter.notifyMatchFailure(op, "has no one loop over channels");
  Value image = op.getDpsInputs()[0], filter = op.getDpsInputs()[1];
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  unsigned loop = dims->inputChannel.front();
  std::optional<unsigned> imageDim = findAlone(maps[0], loop);
  std::optional<unsigned> filterDim = findAlone(maps[1], loop);
  auto type = cast<RankedTensorType>(image.getType());
  if (!imageDim || !filterDim || type.getElementTypeBitWidth() != 16 ||
      !isa<FloatType>(type.getElementType()) ||
      cast<RankedTensorType>(filter.getType()).getElementType() !=
          type.getElementType())
    return rewriter.notifyMatchFailure(op, "reads no 16-bit floats");
  int64_t channels = type.getDimSize(*imageDim);
  int64_t padded = llvm::alignTo(channels, kRunBytes / 2);
  // What pads the picture's borders is the convolution's to read through.
  auto border = image.getDefiningOp<tensor::PadOp>();
  bool inFront = border && border->hasOneUse() &&
                 border.getConstantPaddingValue() &&
                 border.getStaticLow()[*imageDim] == 0 &&
                 border.getStaticHigh()[*imageDim] == 0 &&
                 !ShapedType::isDynamicShape(border.getStaticLow()) &&
                 !ShapedType::isDynamicShape(border.getStaticHigh());
  Value source = inFront ? border.getSource() : image;
  if (channels == padded || !pays(op, cast<RankedTensorType>(source.getType()),
                                  channels, padded, getCast(source) != nullptr))
    return rewriter.notifyMatchFailure(op, "gains nothing by more channels");
  Value wide = padAlong(rewriter, source, *imageDim, padded);
  if (inFront) {
    rewriter.setInsertionPointAfter(border);
    SmallVector<int64_t> shape(type.getShape());
    shape[*imageDim] = padded;
    wide = tensor::PadOp::create(rewriter, border.getLoc(), type.clone(shape),
                                 wide, border.getMixedLowPad(),
                                 border.getMixedHighPad(),
                                 border.getConstantPaddingValue());
  }
  std::array<int64_t, 4> sizes = getDeclaredSizes(op);
  Value wideFilter = padAlong(rewriter, filter, *filterDim, padded);
  rewriter.modifyOpInPlace(op, [&] {
    op->setOperand(0, wide);
    op->setOperand(1, wideFilter);
    op->setAttr(kSourceSizesAttrName, rewriter.getDenseI64ArrayAttr(sizes));
  });
  return success();
}

void cuda::populatePadChannelsPatterns(RewritePatternSet &patterns) {
  patterns.add<PadChannels>(patterns.getContext());
}
