//===- toy-opt.cpp - A compiler that runs amp-autocast in its pipeline ----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/InitAll.h"
#include "Toy.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

// The toy compiler's own pipeline: clean up, mixed precision, clean up.
static void buildToyPipeline(mlir::OpPassManager &manager) {
  manager.addPass(mlir::createCanonicalizerPass());
  mlir::amp::AutocastPassOptions options;
  options.type = "bf16";
  manager.addPass(mlir::amp::createAutocastPass(options));
  manager.addPass(mlir::createCSEPass());
}

int main(int argc, char **argv) {
  mlir::amp::registerAllAmpPasses();
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::amp::registerAllAmpDialects(registry);
  registry.insert<toy::ToyDialect>();
  mlir::PassPipelineRegistration<> pipeline(
      "toy-compile", "Compiles a toy module to mixed precision",
      buildToyPipeline);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Toy compiler\n", registry));
}
