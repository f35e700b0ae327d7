//===- WithModels.h - Passes that ask ops for their interfaces --*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_TRANSFORMS_WITHMODELS_H
#define AMPDIALECT_LIB_TRANSFORMS_WITHMODELS_H

#include "AmpDialect/ExternalModels/ExternalModels.h"
#include "AmpDialect/Transforms/BareWord.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LLVM.h"

namespace mlir::amp {

/// A pass that asks upstream ops for their interfaces brings the models along,
/// for tools that load its plugin and nothing else. Costs nothing where they
/// are registered already, and loads no dialect.
template <typename BaseT> struct WithModels : BaseT {
  using BaseT::BaseT;

  void getDependentDialects(DialectRegistry &registry) const override {
    BaseT::getDependentDialects(registry);
    registerAmpExternalModels(registry);
  }
};

/// Such a pass whose leading bare word is its `type`: `--amp-autocast=f16`.
template <typename BaseT> struct WithModelsAndType : WithModels<BaseT> {
  using WithModels<BaseT>::WithModels;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    return BaseT::initializeOptions(nameBareWord(options, "type"),
                                    errorHandler);
  }
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_TRANSFORMS_WITHMODELS_H
