//===- ExpandShapes.cpp - Dimensions split into several of unknown size ---===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUEXPANDSHAPESPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct CPUExpandShapesPass
    : amp::impl::CPUExpandShapesPassBase<CPUExpandShapesPass> {
  void runOnOperation() override;
};
} // namespace

/// True if one dimension of `op`'s source becomes several of unknown size.
static bool splitsIntoUnknown(memref::ExpandShapeOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  return llvm::any_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> dims) {
                        return llvm::count_if(dims, [&](int64_t dim) {
                                 return ShapedType::isDynamic(shape[dim]);
                               }) > 1;
                      });
}

/// `op` as a view with the strides of its source and the sizes that it states.
static void replaceByView(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  MemRefType type = op.getResultType();
  SmallVector<int64_t> known;
  int64_t knownOffset;
  if (failed(type.getStridesAndOffset(known, knownOffset)))
    return;
  auto source =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [i, dims] : llvm::enumerate(op.getReassociationIndices())) {
    Value stride = source.getStrides()[i];
    for (int64_t dim : llvm::reverse(dims)) {
      strides[dim] = ShapedType::isDynamic(known[dim])
                         ? OpFoldResult(stride)
                         : builder.getIndexAttr(known[dim]);
      if (dim == dims.front())
        continue;
      Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]);
      stride = arith::MulIOp::create(builder, loc, stride, size);
    }
  }
  OpFoldResult offset = builder.getIndexAttr(knownOffset);
  if (ShapedType::isDynamic(knownOffset))
    offset = source.getOffset();
  auto view = memref::ReinterpretCastOp::create(
      builder, loc, type, source.getBaseBuffer(), offset, sizes, strides);
  op.replaceAllUsesWith(view.getResult());
  op.erase();
}

void CPUExpandShapesPass::runOnOperation() {
  getOperation()->walk([](memref::ExpandShapeOp op) {
    if (splitsIntoUnknown(op))
      replaceByView(op);
  });
}
