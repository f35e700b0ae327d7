//===- ModuleSymbols.cpp - New symbols of a module ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleSymbols.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::cpu;

ModuleSymbols::ModuleSymbols(ModuleOp module) : module(module), table(module) {}

StringAttr ModuleSymbols::makeName(StringRef prefix) {
  std::string name;
  do {
    name = (prefix + "_" + Twine(counts[prefix]++)).str();
  } while (table.lookup(name));
  return StringAttr::get(module.getContext(), name);
}

func::FuncOp ModuleSymbols::getRuntime(StringRef name, FunctionType type) {
  if (auto func = table.lookup<func::FuncOp>(name))
    return func;
  auto func = func::FuncOp::create(module.getLoc(), name, type);
  func.setPrivate();
  table.insert(func);
  return func;
}

func::FuncOp ModuleSymbols::addFunction(Location loc, StringRef prefix,
                                        FunctionType type) {
  auto func = func::FuncOp::create(loc, makeName(prefix), type);
  func.setPrivate();
  func->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  table.insert(func);
  return func;
}

func::FuncOp ModuleSymbols::shareFunction(func::FuncOp func) {
  StringAttr name = func.getNameAttr();
  SymbolTable::setSymbolName(func, "shared");
  std::string text;
  llvm::raw_string_ostream os(text);
  func->print(os, OpPrintingFlags().useLocalScope());
  SymbolTable::setSymbolName(func, name);
  auto [place, isNew] = shared.try_emplace(text, func);
  if (!isNew)
    table.erase(func);
  return place->second;
}

Value ModuleSymbols::addWords(OpBuilder &builder, Location loc,
                              ArrayRef<int64_t> words) {
  OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
  auto size = static_cast<int64_t>(words.size());
  auto type = LLVM::LLVMArrayType::get(atStart.getI64Type(), size);
  auto value = DenseElementsAttr::get(
      RankedTensorType::get({size}, atStart.getI64Type()), words);
  auto global = LLVM::GlobalOp::create(
      atStart, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
      makeName("amp_plan"), value, /*alignment=*/8);
  table.insert(global);
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value ModuleSymbols::addString(OpBuilder &builder, Location loc,
                               StringRef text) {
  OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
  std::string data = text.str();
  data.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(atStart.getI8Type(),
                                       static_cast<int64_t>(data.size()));
  auto global = LLVM::GlobalOp::create(
      atStart, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
      makeName("amp_text"), atStart.getStringAttr(data), /*alignment=*/1);
  table.insert(global);
  return LLVM::AddressOfOp::create(builder, loc, global);
}
