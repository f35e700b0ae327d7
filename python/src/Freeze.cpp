//===- Freeze.cpp - Arguments become constants ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;
using namespace mlir_amp_python;

using Array = nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>;

/// Whether `array` has the shape and the type of `type`; bf16 comes as its
/// bits.
static bool fits(const Array &array, mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() ||
      !tensor.getElementType().isIntOrFloat())
    return false;
  llvm::ArrayRef<int64_t> shape(array.shape_ptr(), array.ndim());
  mlir::Type element = tensor.getElementType();
  bool isFloat = llvm::isa<mlir::FloatType>(element) && !element.isBF16();
  bool hasFloats =
      array.dtype().code == static_cast<uint8_t>(nb::dlpack::dtype_code::Float);
  return shape == tensor.getShape() && isFloat == hasFloats &&
         array.dtype().bits % 8 == 0 &&
         array.dtype().bits == element.getIntOrFloatBitWidth();
}

/// Shape and width, for messages.
static std::string describe(const Array &array) {
  bool hasFloats =
      array.dtype().code == static_cast<uint8_t>(nb::dlpack::dtype_code::Float);
  std::string text;
  for (size_t i = 0; i < array.ndim(); ++i)
    text += std::to_string(array.shape(i)) + "x";
  return text + std::to_string(array.dtype().bits) + " bits of " +
         (hasFloats ? "floats" : "integers");
}

/// A constant of `type` that holds a copy of `array`'s bytes.
static mlir::DenseResourceElementsAttr
makeConstant(mlir::RankedTensorType type, const Array &array, unsigned index) {
  llvm::ArrayRef<char> data(static_cast<const char *>(array.data()),
                            array.nbytes());
  return mlir::DenseResourceElementsAttr::get(
      type, "argument" + std::to_string(index),
      mlir::HeapAsmResourceBlob::allocateAndCopyWithAlign(data, 16));
}

/// Replaces arguments of `function`; returns what is wrong, or nothing.
static std::string freezeArguments(mlir::func::FuncOp function,
                                   const std::map<unsigned, Array> &values) {
  mlir::Block &entry = function.getBody().front();
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&entry);
  llvm::BitVector erased(function.getNumArguments());
  for (const auto &[index, array] : values) {
    if (index >= function.getNumArguments())
      return "expected arguments below " +
             std::to_string(function.getNumArguments()) + ", got " +
             std::to_string(index);
    mlir::BlockArgument argument = entry.getArgument(index);
    if (!fits(array, argument.getType())) {
      std::string type;
      llvm::raw_string_ostream(type) << argument.getType();
      return "argument " + std::to_string(index) + ": expected an array for " +
             type + ", got " + describe(array);
    }
    auto type = llvm::cast<mlir::RankedTensorType>(argument.getType());
    argument.replaceAllUsesWith(mlir::arith::ConstantOp::create(
        builder, argument.getLoc(), makeConstant(type, array, index)));
    erased.set(index);
  }
  if (failed(function.eraseArguments(erased)))
    return "the arguments cannot be erased";
  return {};
}

/// A copy of `module` where arguments of the function `entry` are constants.
static Module freeze(Module &module, const std::map<unsigned, Array> &values,
                     const std::string &entry) {
  Module result;
  std::string problem;
  {
    Working working(*module.context);
    result.context = module.context;
    result.op = module.op->clone();
    auto function = result.op->lookupSymbol<mlir::func::FuncOp>(entry);
    // The constants belong to a dialect that the module may not have used.
    module.context->context.getOrLoadDialect<mlir::arith::ArithDialect>();
    if (!function || function.isExternal())
      problem = "expected a function @" + entry + " with a body";
    else if (!mlir::SymbolTable::symbolKnownUseEmpty(function, *result.op))
      problem = "expected a function that is not called, got @" + entry;
    else
      problem = freezeArguments(function, values);
    if (!problem.empty())
      result = Module();
  }
  if (!problem.empty()) {
    PyErr_SetString(PyExc_ValueError, problem.c_str());
    throw nb::python_error();
  }
  return result;
}

void mlir_amp_python::bindFreeze(nb::module_ &m) {
  m.def("freeze", &freeze, nb::arg("module"), nb::arg("values"),
        nb::arg("entry"),
        nb::sig("def freeze(module: NativeModule, values: dict[int, object], "
                "entry: str) -> NativeModule"),
        "A copy with arguments replaced by constants.");
}
