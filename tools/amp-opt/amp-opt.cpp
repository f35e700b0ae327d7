//===- amp-opt.cpp - mlir-opt with the amp dialect and passes -------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/InitAll.h"
#include "WholeOutput.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::amp::registerAllAmpPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::amp::registerAllAmpDialects(registry);
  return mlir::amp::runOptTool(
      argc, argv, "Automatic mixed precision optimizer driver\n", registry);
}
