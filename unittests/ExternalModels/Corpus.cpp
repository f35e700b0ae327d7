//===- Corpus.cpp - One instance of every op with a model -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::amp;

ArrayRef<StringRef> test::getCorpusDialects() {
  static const StringRef names[] = {
      "arith", "bufferization", "cf",  "func",   "linalg",
      "math",  "ml_program",    "scf", "tensor", "vector"};
  return names;
}

std::unique_ptr<MLIRContext> test::createCorpusContext() {
  DialectRegistry registry;
  registry
      .insert<arith::ArithDialect, bufferization::BufferizationDialect,
              cf::ControlFlowDialect, func::FuncDialect, linalg::LinalgDialect,
              math::MathDialect, ml_program::MLProgramDialect, scf::SCFDialect,
              tensor::TensorDialect, vector::VectorDialect>();
  registerAmpExternalModels(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->allowUnregisteredDialects();
  return context;
}

OwningOpRef<ModuleOp> test::loadCorpus(MLIRContext *context) {
  return parseSourceFile<ModuleOp>(AMP_CORPUS_FILE, context);
}

static StringRef name(OperandRole role) {
  switch (role) {
  case OperandRole::Ignored:
    return "ignored";
  case OperandRole::ShapeOnly:
    return "shape";
  case OperandRole::Low:
    return "low";
  case OperandRole::High:
    return "high";
  case OperandRole::Label:
    return "label";
  case OperandRole::Tied:
    return "tied";
  case OperandRole::Any:
    return "any";
  }
  return "";
}

static StringRef name(ResultRole role) {
  switch (role) {
  case ResultRole::Ignored:
    return "ignored";
  case ResultRole::High:
    return "high";
  case ResultRole::Label:
    return "label";
  case ResultRole::Any:
    return "any";
  case ResultRole::Accumulator:
    return "accumulator";
  case ResultRole::View:
    return "view";
  case ResultRole::Creator:
    return "creator";
  }
  return "";
}

static std::string nameTraits(NumericTraits traits) {
  static const std::pair<NumericTraits, StringRef> names[] = {
      {NumericTraits::AdditiveReduction, "sum"},
      {NumericTraits::OrderReduction, "order"},
      {NumericTraits::Square, "square"},
      {NumericTraits::Exponential, "exponential"},
      {NumericTraits::AbsoluteError, "absolute"},
      {NumericTraits::Logarithm, "logarithm"},
      {NumericTraits::DataMovement, "movement"},
      {NumericTraits::Contraction, "contraction"},
      {NumericTraits::Product, "product"}};
  SmallVector<StringRef> words;
  for (auto [trait, word] : names)
    if ((traits & trait) != NumericTraits::None)
      words.push_back(word);
  return words.empty() ? "" : " [" + llvm::join(words, ", ") + "]";
}

std::string test::formatAnswer(const OpPrecisionInfo &info) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << stringifyCategory(info.category) << " (";
  llvm::interleaveComma(info.operands, os, [&](const OperandInfo &operand) {
    os << name(operand.role);
  });
  os << ") -> ";
  if (info.results.empty())
    os << "()";
  llvm::interleaveComma(info.results, os, [&](const ResultInfo &result) {
    os << name(result.role);
  });
  os << nameTraits(info.traits);
  return text;
}
