//===- CopySlices.cpp - Slices are no whole buffers -----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUCOPYSLICESPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct CPUCopySlicesPass : amp::impl::CPUCopySlicesPassBase<CPUCopySlicesPass> {
  void runOnOperation() override;
};
} // namespace

/// True if values of `type` are known to lie one element behind the other.
static bool isDense(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  // How many elements the dimensions to the right have.
  int64_t inner = 1;
  for (auto [size, stride] :
       llvm::reverse(llvm::zip_equal(type.getShape(), strides))) {
    // Nothing is found by the stride of a single row.
    if (size == 1)
      continue;
    if (ShapedType::isDynamic(inner) || stride != inner)
      return false;
    inner = ShapedType::isDynamic(size) ? size : inner * size;
  }
  return true;
}

/// Replaces `cast` by a buffer of its own with the same elements. The value of
/// a tensor is all that a function takes or returns: nothing that is written to
/// the new buffer has to be seen in the old one.
static void copySource(memref::CastOp cast, MemRefType type) {
  OpBuilder builder(cast);
  Location loc = cast.getLoc();
  SmallVector<Value> sizes;
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isDynamic(size))
      sizes.push_back(memref::DimOp::create(builder, loc, cast.getSource(), i));
  // As upstream's bufferization aligns what it allocates.
  Value copy = memref::AllocOp::create(builder, loc, type, sizes,
                                       builder.getI64IntegerAttr(64));
  memref::CopyOp::create(builder, loc, cast.getSource(), copy);
  cast.replaceAllUsesWith(copy);
  cast.erase();
}

void CPUCopySlicesPass::runOnOperation() {
  getOperation()->walk([](memref::CastOp cast) {
    auto source = dyn_cast<MemRefType>(cast.getSource().getType());
    auto type = dyn_cast<MemRefType>(cast.getType());
    if (source && type && type.getLayout().isIdentity() && !isDense(source))
      copySource(cast, type);
  });
}
