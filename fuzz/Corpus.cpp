//===- Corpus.cpp - Modules that exist, and the dialects they need --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Corpus.h"
#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "PropertyRuns.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::amp;

std::string fuzz::Source::describe() const {
  return path + " " + llvm::StringRef(problem).split('\n').first.str();
}

std::string fuzz::readCorpus(llvm::StringRef folder,
                             std::vector<Source> &sources) {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      paths.push_back(it->path());
  if (error)
    return "cannot read '" + folder.str() + "': " + error.message();
  llvm::sort(paths);
  for (const std::string &path : paths) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return "cannot read '" + path + "': " + buffer.getError().message();
    sources.push_back({path, (*buffer)->getBuffer().str(), ""});
  }
  return sources.empty() ? "no .mlir file below '" + folder.str() + "'" : "";
}

bool fuzz::parseCorpus(std::vector<Source> &sources,
                       const DialectRegistry &registry, bool all,
                       bool allowUnregistered) {
  bool any = false;
  for (Source &source : sources) {
    if (any && !all)
      break;
    // One context each: contexts keep every constant.
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects(allowUnregistered);
    any |= bool(parse(context, source.text, source.problem));
  }
  return any;
}

void fuzz::registerStockDialects(DialectRegistry &registry) {
  registry
      .insert<affine::AffineDialect, arith::ArithDialect,
              cf::ControlFlowDialect, func::FuncDialect, linalg::LinalgDialect,
              math::MathDialect, ml_program::MLProgramDialect, scf::SCFDialect,
              tensor::TensorDialect, tosa::TosaDialect, ub::UBDialect>();
}

void fuzz::registerAllStockDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
}

void fuzz::registerConvertingDialects(DialectRegistry &registry) {
  registry.insert<AmpDialect>();
  registerAmpExternalModels(registry);
}
