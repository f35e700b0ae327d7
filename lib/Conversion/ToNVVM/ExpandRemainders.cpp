//===- ExpandRemainders.cpp - Remainders of floats as device functions ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVPTX has no `frem`. Upstream's convert-gpu-to-nvvm makes a call of libdevice
// of `arith.remf`, if it gets there before arith is lowered; but then it makes
// calls of minima and maxima too, for which the GPU has instructions.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp {
#define GEN_PASS_DEF_EXPANDREMAINDERSPASS
#include "AmpDialect/Conversion/ToNVVM/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
struct ExpandRemaindersPass
    : amp::impl::ExpandRemaindersPassBase<ExpandRemaindersPass> {
  using ExpandRemaindersPassBase::ExpandRemaindersPassBase;
  void runOnOperation() override;
};
} // namespace

/// The function of libdevice for `type`, f32 or f64.
static LLVM::LLVMFuncOp getFunction(gpu::GPUModuleOp module, Type type) {
  StringRef name = type.isF32() ? "__nv_fmodf" : "__nv_fmod";
  if (auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  return LLVM::LLVMFuncOp::create(
      builder, module.getLoc(), name,
      LLVM::LLVMFunctionType::get(type, {type, type}));
}

static void expand(gpu::GPUModuleOp module, arith::RemFOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type type = op.getType();
  Type wide = type.isF64() ? type : builder.getF32Type();
  SmallVector<Value> operands(op->getOperands());
  if (type != wide)
    for (Value &operand : operands)
      operand = arith::ExtFOp::create(builder, loc, wide, operand);
  Value result =
      LLVM::CallOp::create(builder, loc, getFunction(module, wide), operands)
          .getResult();
  // Exact: a remainder has no digits that its operands have not.
  if (type != wide)
    result = arith::TruncFOp::create(builder, loc, type, result);
  op.replaceAllUsesWith(result);
  op.erase();
}

void ExpandRemaindersPass::runOnOperation() {
  SmallVector<arith::RemFOp> remainders;
  getOperation().walk([&](arith::RemFOp op) {
    // Vectors, and types that nothing computes in, are left to who lowers them.
    if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(op.getType()))
      remainders.push_back(op);
  });
  for (arith::RemFOp op : remainders)
    expand(getOperation(), op);
}
