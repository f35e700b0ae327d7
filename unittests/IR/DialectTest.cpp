//===- DialectTest.cpp - Registration of the dialect ----------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

// An embedder that registers the dialect and the external models gets a context
// that loads the dialect by name.
TEST(Dialect, LoadsFromRegistry) {
  DialectRegistry registry;
  registry.insert<amp::AmpDialect>();
  amp::registerAmpExternalModels(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  EXPECT_EQ(context.getLoadedDialect("amp"), nullptr);
  EXPECT_NE(context.getOrLoadDialect("amp"), nullptr);
}

} // namespace
