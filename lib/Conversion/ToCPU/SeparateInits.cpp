//===- SeparateInits.cpp - A destination for each op ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUSEPARATEINITSPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct CPUSeparateInitsPass
    : amp::impl::CPUSeparateInitsPassBase<CPUSeparateInitsPass> {
  void runOnOperation() override;
};
} // namespace

/// A `tensor.empty`, or a fill of one, like `value`, in front of `op`; null for
/// what is made otherwise.
static Value makeAnother(Operation *op, Value value) {
  auto fill = value.getDefiningOp<linalg::FillOp>();
  Value made = fill ? fill.getOutputs().front() : value;
  auto empty = made.getDefiningOp<tensor::EmptyOp>();
  if (!empty)
    return nullptr;
  OpBuilder builder(op);
  IRMapping mapping;
  mapping.map(made, builder.clone(*empty)->getResult(0));
  return fill ? builder.clone(*fill, mapping)->getResult(0)
              : mapping.lookup(made);
}

void CPUSeparateInitsPass::runOnOperation() {
  SmallVector<OpOperand *> inits;
  getOperation()->walk([&](DestinationStyleOpInterface op) {
    // What a fill writes to is separated with it.
    if (!isa<linalg::FillOp>(op) && op.hasPureTensorSemantics())
      llvm::append_range(inits,
                         llvm::make_pointer_range(op.getDpsInitsMutable()));
  });
  for (OpOperand *init : inits) {
    Operation *op = init->getOwner();
    // From outside of a loop, each iteration is a user.
    if (init->get().hasOneUse() &&
        init->get().getParentBlock() == op->getBlock())
      continue;
    if (Value another = makeAnother(op, init->get()))
      init->set(another);
  }
}
