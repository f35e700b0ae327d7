//===- Cases.cpp - Inputs, results and bounds of a kernel -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include "AmpDialect/IR/KernelAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <cstring>

using namespace mlir;

void amp_emulate::encode(double value, Type type, char *to) {
  int64_t bits = 0;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    llvm::APFloat rounded(value);
    bool lossy;
    rounded.convert(floatType.getFloatSemantics(),
                    llvm::APFloat::rmNearestTiesToEven, &lossy);
    bits = rounded.bitcastToAPInt().getZExtValue();
  } else {
    bits = int64_t(value);
  }
  std::memcpy(to, &bits, getElementBytes(type));
}

double amp_emulate::decode(const char *from, Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  uint64_t bits = 0;
  std::memcpy(&bits, from, getElementBytes(type));
  if (auto floatType = dyn_cast<FloatType>(type))
    return llvm::APFloat(floatType.getFloatSemantics(),
                         llvm::APInt(width, bits))
        .convertToDouble();
  return double(llvm::SignExtend64(bits, width));
}

int64_t amp_emulate::getElementBytes(Type type) {
  return (type.getIntOrFloatBitWidth() + 7) / 8;
}

amp_emulate::Tensor amp_emulate::makeInput(RankedTensorType type,
                                           std::mt19937_64 &random) {
  Tensor tensor(type);
  for (double &value : tensor.data) {
    int64_t step = int64_t(random() % 17) - 8;
    value = isa<FloatType>(type.getElementType()) ? double(step) / 8
                                                  : double(step & 1);
  }
  return tensor;
}

std::vector<amp_emulate::Tensor> amp_emulate::makeInputs(func::FuncOp function,
                                                         unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Tensor> inputs;
  for (Type type : function.getArgumentTypes())
    inputs.push_back(makeInput(cast<RankedTensorType>(type), random));
  return inputs;
}

/// The unit roundoff of a float type; 0 for integers.
static double getRoundoff(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType ? std::ldexp(1.0, -int(floatType.getFPMantissaWidth())) : 0;
}

amp_emulate::Bound amp_emulate::getBound(func::FuncOp function, Type type) {
  // Intermediate rounding to a low type may fall the other way; the rest is f32
  // arithmetic of the epilogue.
  double rounding = 0;
  function.walk([&](arith::TruncFOp cast) {
    rounding += 2 * getRoundoff(getElementTypeOrSelf(cast.getType()));
  });
  double slack = rounding + 0x1p-18;
  return {slack + getRoundoff(type), slack};
}

/// A module whose `@main` is `function`, or calls it where it is a kernel.
static OwningOpRef<ModuleOp> makeModule(func::FuncOp function,
                                        unsigned processors) {
  OpBuilder builder(function.getContext());
  Location loc = function.getLoc();
  OwningOpRef<ModuleOp> module(ModuleOp::create(loc));
  builder.setInsertionPointToEnd(module->getBody());
  auto clone = cast<func::FuncOp>(builder.clone(*function));
  if (!function->hasAttr(amp::kKernelAttrName)) {
    clone.setName("main");
    clone.setPublic();
    return module;
  }
  if (processors)
    clone->setAttr(amp::kProcessorsAttrName,
                   builder.getI64IntegerAttr(processors));
  auto entry =
      func::FuncOp::create(builder, loc, "main", function.getFunctionType());
  builder.setInsertionPointToStart(entry.addEntryBlock());
  auto call = func::CallOp::create(builder, loc, clone, entry.getArguments());
  func::ReturnOp::create(builder, loc, call.getResults());
  return module;
}

static llvm::json::Object describe(RankedTensorType type) {
  std::string name;
  llvm::raw_string_ostream(name) << type.getElementType();
  return llvm::json::Object{{"type", name},
                            {"shape", llvm::json::Array(type.getShape())}};
}

static LogicalResult writeFile(const Twine &path, StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path.str(), error);
  stream << text;
  stream.close();
  if (!error && !stream.has_error())
    return success();
  llvm::errs() << "amp-gpu-emulate: cannot write '" << path << "'\n";
  stream.clear_error();
  return failure();
}

/// Writes the files of one function; its row of cases.json.
static FailureOr<llvm::json::Object> writeCase(func::FuncOp function,
                                               const Twine &stem, unsigned seed,
                                               unsigned processors) {
  using namespace amp_emulate;
  std::vector<Tensor> inputs = makeInputs(function, seed);
  FailureOr<std::vector<Tensor>> expected = evaluate(function, inputs);
  if (failed(expected))
    return failure();
  llvm::json::Array inputRows, outputRows;
  std::string inputBytes, expectedBytes, text;
  for (const Tensor &tensor : inputs) {
    Type type = tensor.type.getElementType();
    inputRows.push_back(describe(tensor.type));
    for (double value : tensor.data) {
      char element[8];
      encode(value, type, element);
      inputBytes.append(element, getElementBytes(type));
    }
  }
  for (const Tensor &tensor : *expected) {
    Bound bound = getBound(function, tensor.type.getElementType());
    llvm::json::Object row = describe(tensor.type);
    row["relative"] = bound.relative;
    row["absolute"] = bound.absolute;
    outputRows.push_back(std::move(row));
    expectedBytes.append(reinterpret_cast<const char *>(tensor.data.data()),
                         tensor.data.size() * sizeof(double));
  }
  llvm::raw_string_ostream(text) << *makeModule(function, processors) << "\n";
  if (failed(writeFile(stem + ".mlir", text)) ||
      failed(writeFile(stem + ".inputs", inputBytes)) ||
      failed(writeFile(stem + ".expected", expectedBytes)))
    return failure();
  return llvm::json::Object{{"name", function.getSymName()},
                            {"inputs", std::move(inputRows)},
                            {"outputs", std::move(outputRows)}};
}

LogicalResult amp_emulate::writeCases(ModuleOp module, StringRef folder,
                                      unsigned seed, unsigned processors) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder)) {
    llvm::errs() << "amp-gpu-emulate: cannot make '" << folder
                 << "': " << error.message() << "\n";
    return failure();
  }
  llvm::json::Array rows;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    SmallString<128> stem(folder);
    llvm::sys::path::append(stem, function.getSymName());
    FailureOr<llvm::json::Object> row =
        writeCase(function, stem, seed, processors);
    if (failed(row))
      return failure();
    rows.push_back(std::move(*row));
  }
  if (rows.empty())
    return module.emitError("expected a function with a body");
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(rows)));
  SmallString<128> index(folder);
  llvm::sys::path::append(index, "cases.json");
  return writeFile(index, text);
}
