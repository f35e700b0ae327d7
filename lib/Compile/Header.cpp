//===- Header.cpp - The header of a compiled model ------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::amp;

/// `1x8x8 f32 "image"`, fit for a C comment.
static void printTensor(llvm::raw_ostream &os, const ModelTensor &tensor) {
  for (int64_t extent : tensor.shape)
    os << extent << "x";
  os << getTypeName(tensor.type) << " ";
  for (char c : tensor.name)
    os << (isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'
               ? c
               : '_');
}

static void printTensors(llvm::raw_ostream &os, StringRef what,
                         ArrayRef<ModelTensor> tensors) {
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    os << "/* " << what << " " << i << ": ";
    printTensor(os, tensor);
    os << " */\n";
    std::string name = what.upper() + "_" + std::to_string(i);
    os << "#define AMP_MODEL_" << name << "_TYPE " << int(tensor.type) << "\n"
       << "#define AMP_MODEL_" << name << "_BYTES " << tensor.getBytes()
       << "\n";
  }
}

/// A number that tells apart what the macros of two headers say.
static uint32_t fingerprint(const ModelSignature &signature) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (ArrayRef<ModelTensor> tensors :
       {ArrayRef(signature.inputs), ArrayRef(signature.outputs)}) {
    for (const ModelTensor &tensor : tensors)
      os << int(tensor.type) << " " << tensor.getBytes() << " ";
    os << "\n";
  }
  return static_cast<uint32_t>(llvm::xxh3_64bits(text));
}

std::string amp::makeHeader(const ModelSignature &signature, StringRef target,
                            StringRef libraryName) {
  std::string sizes = llvm::formatv("{0:x}u", fingerprint(signature));
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* Written by amp-compile for " << libraryName << " (" << target
     << "). */\n\n"
     << getABIHeader() << "\n#ifndef AMP_MODEL_SIZES\n"
     << "#define AMP_MODEL_SIZES " << sizes << "\n"
     << "#define AMP_MODEL_NUM_INPUTS " << signature.inputs.size() << "\n"
     << "#define AMP_MODEL_NUM_OUTPUTS " << signature.outputs.size() << "\n";
  printTensors(os, "input", signature.inputs);
  printTensors(os, "output", signature.outputs);
  // Silence would leave the second model the sizes of the first.
  os << "#elif AMP_MODEL_SIZES != " << sizes << "\n"
     << "#error \"the sizes of another model are defined: include the header "
        "of one model in a source file, or ask amp_model_input and "
        "amp_model_output\"\n"
     << "#endif\n";
  return text;
}
