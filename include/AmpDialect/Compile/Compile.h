//===- Compile.h - From a module to a shared library ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What amp-compile and mlir_amp.compile run: conversion, lowering, object code,
// linking. The library exports the C ABI of AmpDialect-c/Model.h.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_COMPILE_COMPILE_H
#define AMPDIALECT_COMPILE_COMPILE_H

#include "AmpDialect-c/Model.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace mlir::amp {

/// An input or a result of a model.
struct ModelTensor {
  std::string name;
  /// Of the elements.
  AmpType type;
  /// Extents, outermost first, all static; row-major in memory.
  SmallVector<int64_t> shape;
  /// Size of the data in bytes.
  int64_t getBytes() const;
};

/// What a model takes and gives.
struct ModelSignature {
  /// In the order of the function's arguments and results.
  SmallVector<ModelTensor> inputs, outputs;
};

/// The signature of function `entry`; diagnoses a missing function, and
/// arguments and results that are not tensors of static shape.
FailureOr<ModelSignature> readSignature(ModuleOp module, StringRef entry);

/// Gives arguments of function `entry` the sizes in `shapes`, each as `0:1x128`
/// (amp-specialize-shapes).
LogicalResult specializeShapes(ModuleOp module, ArrayRef<std::string> shapes,
                               StringRef entry);

/// Name of an element type as MLIR writes it (`f16`), for messages and tables.
StringRef getTypeName(AmpType type);

/// What compileModel is asked for; defaults are amp-compile's.
struct CompileOptions {
  /// Low type of the conversion, f16 or bf16; empty compiles the module as it
  /// is.
  std::string autocast;
  /// Options of the conversion, with the names and meanings of amp-autocast.
  std::string policy, profile, plan, report;
  /// False: `signature=convert`.
  bool keepSignature = true;
  /// `cpu`, or CUDA chips: `cuda:sm_80`, `cuda:sm_80,sm_90a`.
  std::string target = "cpu";
  /// What CUDA kernels are stored as: `bin` (machine code), `fatbin` (and PTX)
  /// or `llvm` (bitcode, for the emulator of the tests).
  std::string kernels = "bin";
  /// File of measured configurations of contraction kernels; empty for the
  /// compiler's own.
  std::string gemmTable;
  /// Where convolutions have their channels on CUDA: `auto`, `keep` or `last`,
  /// as ConvLayout of CudaModel.h.
  std::string convLayout = "auto";
  /// Whether, on CUDA, two products and the rows between them are one kernel.
  bool fuseAttention = true;
  /// Processor that code for the CPU is made for, as clang's -march: `native`,
  /// `x86-64-v4`, `znver4`, ...
  std::string cpu = "native";
  /// Function to compile.
  std::string entry = "main";
  /// Shapes of arguments whose sizes the function leaves open, as
  /// amp-specialize-shapes takes them: `0:1x128`.
  SmallVector<std::string> shapes;
  /// The module's file, which nothing may replace; empty if there is none.
  std::string input;
  /// Constants of more bytes than this together go where x86-64 code reaches
  /// them over any distance, as clang's -mcmodel=medium does: one library holds
  /// at most 2 GiB otherwise.
  uint64_t largeDataThreshold = uint64_t(1) << 30;
  /// The library; written to a temporary file and renamed.
  std::string output;
  /// The header; empty for none.
  std::string header;
};

/// Compiles `module`, which it changes. On failure there is a diagnostic, and
/// neither file is written nor touched. The context must know the dialects
/// (registerCompileDialects).
LogicalResult compileModel(ModuleOp module, const CompileOptions &options);

/// Adds what compileModel needs besides registerAllAmpDialects: upstream
/// dialects, their extensions for bufferization and LLVM, translations.
void registerCompileDialects(DialectRegistry &registry);

} // namespace mlir::amp

#endif // AMPDIALECT_COMPILE_COMPILE_H
