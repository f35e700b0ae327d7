//===- amp-plugin.cpp - The dialect and the passes for stock mlir-opt -----===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

static constexpr const char kName[] = "AmpDialect";

/// Entry point of `--load-dialect-plugin`: the amp dialect and the interface on
/// upstream ops.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::amp::registerAllAmpDialects(*registry);
          }};
}

/// Entry point of `--load-pass-plugin`: every pass and pipeline.
extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, LLVM_VERSION_STRING,
          [] { mlir::amp::registerAllAmpPasses(); }};
}
