//===- Bindings.cpp - The extension module --------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Module.h"
#include "mlir/Config/mlir-config.h"
#include "llvm/Config/llvm-config.h"

NB_MODULE(_mlir_amp, m) {
  m.doc() = "Native part of mlir_amp; import mlir_amp instead.";
  m.attr("mlir_version") = LLVM_VERSION_STRING;
  m.attr("version") = MLIR_AMP_VERSION;
  mlir_amp_python::bindModule(m);
  mlir_amp_python::bindOperation(m);
  mlir_amp_python::bindConvert(m);
  mlir_amp_python::bindCompile(m);
  mlir_amp_python::bindFreeze(m);
  mlir_amp_python::bindSpecialize(m);
}
