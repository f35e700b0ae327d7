//===- Entry.cpp - The entry point of a compiled model --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToCPU/Passes.h"
#include "AmpDialect/Transforms/Symbols.h"
#include "LoopNest.h"
#include "ModuleSymbols.h"
#include "PointerViews.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CPUENTRYPASS
#include "AmpDialect/Conversion/ToCPU/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

namespace {
struct CPUEntryPass : amp::impl::CPUEntryPassBase<CPUEntryPass> {
  using CPUEntryPassBase::CPUEntryPassBase;
  void runOnOperation() override;
};
} // namespace

/// Diagnoses a type that no array of bytes stands for.
static LogicalResult checkType(func::FuncOp func, Type type, StringRef what,
                               unsigned index) {
  auto memref = dyn_cast<MemRefType>(type);
  if (memref && memref.hasStaticShape() && memref.getLayout().isIdentity())
    return success();
  return emitError(func.getLoc())
         << "expected " << what << " " << index << " of '" << func.getName()
         << "' to have a static shape, got " << type;
}

/// The pointer at `index` of the array at `array`, as a memref of `type`.
static Value loadView(OpBuilder &builder, Location loc, Value array,
                      unsigned index, MemRefType type) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value place =
      LLVM::GEPOp::create(builder, loc, pointer, pointer, array,
                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
  Value data = LLVM::LoadOp::create(builder, loc, pointer, place);
  return makeMemRef(builder, loc, data, type);
}

/// The results of `func` at the builder's place. Its body is copied there: a
/// call would pass some thousand words on the stack, and LLVM's time is
/// quadratic in them.
static SmallVector<Value> takeBody(OpBuilder &builder, func::FuncOp func,
                                   ArrayRef<Value> arguments) {
  if (!func.getBody().hasOneBlock()) {
    auto call = func::CallOp::create(builder, func.getLoc(), func, arguments);
    return SmallVector<Value>(call.getResults());
  }
  IRMapping mapping;
  mapping.map(func.getArguments(), arguments);
  Block &block = func.front();
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookup(value); });
}

/// Puts what `module` defines out of the way of the C library's functions,
/// libm's and the runtime's, which lowering calls by their names.
static void renameDefinitions(ModuleOp module) {
  llvm::DenseMap<StringAttr, StringAttr> names;
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol || symbol.isDeclaration())
      continue;
    auto name =
        StringAttr::get(module.getContext(), "model." + symbol.getName());
    names[symbol.getNameAttr()] = name;
    if (isa<func::FuncOp>(op))
      op.setAttr(
          "llvm.linkage",
          LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  }
  renameSymbols(module, names);
}

void CPUEntryPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto func = module.lookupSymbol<func::FuncOp>(entry);
  if (!func || func.isExternal()) {
    emitError(module.getLoc())
        << "expected a function '" << entry << "' with a body";
    return signalPassFailure();
  }
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
    if (failed(checkType(func, type, "argument", i)))
      return signalPassFailure();
  for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
    if (failed(checkType(func, type, "result", i)))
      return signalPassFailure();

  renameDefinitions(module);
  Location loc = func.getLoc();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Type pointer = LLVM::LLVMPointerType::get(&getContext());
  auto type = builder.getFunctionType({pointer, pointer, pointer},
                                      builder.getI32Type());
  auto wrapper = func::FuncOp::create(builder, loc, "amp_model_entry", type);
  builder.setInsertionPointToStart(wrapper.addEntryBlock());
  SmallVector<Value> arguments;
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes())) {
    arguments.push_back(loadView(builder, loc, wrapper.getArgument(1), i,
                                 cast<MemRefType>(type)));
    arguments.back().getDefiningOp()->setAttr(
        inputAttrName, builder.getI64IntegerAttr(static_cast<int64_t>(i)));
  }
  SmallVector<Value> results = takeBody(builder, func, arguments);
  for (auto [i, result] : llvm::enumerate(results)) {
    Value place = loadView(builder, loc, wrapper.getArgument(2), i,
                           cast<MemRefType>(result.getType()));
    memref::CopyOp::create(builder, loc, result, place);
  }
  // All at once: two results may be one buffer, which is freed once.
  Value owned =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  bufferization::DeallocOp::create(builder, loc, results,
                                   SmallVector<Value>(results.size(), owned),
                                   /*retained=*/ValueRange());
  Value ok =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  func::ReturnOp::create(builder, loc, ok);
  if (SymbolTable::symbolKnownUseEmpty(func, module))
    func.erase();
  else
    func.setPrivate();
}
