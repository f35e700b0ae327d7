//===- CheckSizes.cpp - Refuses values that no memory holds ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "ModuleSymbols.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUCHECKSIZESPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

namespace {
struct CPUCheckSizesPass : amp::impl::CPUCheckSizesPassBase<CPUCheckSizesPass> {
  void runOnOperation() override;
};
} // namespace

/// Counts the bytes of `alloc`, one unknown size after the other.
static void check(memref::AllocOp alloc, ModuleSymbols &symbols) {
  OpBuilder builder(alloc);
  Location loc = alloc.getLoc();
  Type word = builder.getI64Type();
  MemRefType type = alloc.getType();
  auto known = static_cast<int64_t>(
      DataLayout::closest(alloc).getTypeSize(type.getElementType()));
  for (int64_t size : type.getShape())
    known *= ShapedType::isDynamic(size) ? 1 : size;
  func::FuncOp multiply = symbols.getRuntime(
      "amp_cpu_grow", builder.getFunctionType({word, word}, {word}));
  Value bytes =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(known));
  for (Value size : alloc.getDynamicSizes()) {
    Value extent = arith::IndexCastOp::create(builder, loc, word, size);
    bytes = func::CallOp::create(builder, loc, multiply, {bytes, extent})
                .getResult(0);
  }
}

void CPUCheckSizesPass::runOnOperation() {
  ModuleSymbols symbols(getOperation());
  getOperation()->walk([&](memref::AllocOp alloc) {
    if (!alloc.getDynamicSizes().empty())
      check(alloc, symbols);
  });
}
