//===- Toolkit.cpp - Where CUDA's tools are -------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Conversion/ToNVVM/Toolkit.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace mlir;
using namespace mlir::amp;
namespace path = llvm::sys::path;

/// Whether `folder`/`first`/`second` exists.
static bool holds(StringRef folder, StringRef first, StringRef second) {
  SmallString<128> place(folder);
  path::append(place, first, second);
  return !folder.empty() && llvm::sys::fs::exists(place);
}

FailureOr<std::string> amp::findToolkit(Location loc, bool needsPtxas) {
  SmallVector<std::string, 3> places;
  llvm::ErrorOr<std::string> inPath = llvm::sys::findProgramByName("ptxas");
  SmallString<128> real;
  if (inPath && !llvm::sys::fs::real_path(*inPath, real))
    places.push_back(path::parent_path(path::parent_path(real)).str());
  places.push_back(NVVM::getCUDAToolkitPath().str());
  places.push_back("/usr/local/cuda");
  bool hasPtxas = static_cast<bool>(inPath);
  std::string found;
  for (const std::string &place : places) {
    hasPtxas |= holds(place, "bin", "ptxas");
    if (found.empty() && holds(place, "nvvm", "libdevice"))
      found = place;
  }
  if (needsPtxas && !hasPtxas)
    return emitError(loc, "cannot find ptxas: expected it in PATH, CUDA_HOME "
                          "or /usr/local/cuda");
  return found;
}
