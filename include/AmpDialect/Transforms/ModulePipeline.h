//===- ModulePipeline.h - Pipelines that run on modules ---------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_MODULEPIPELINE_H
#define AMPDIALECT_TRANSFORMS_MODULEPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::amp {

/// Registers what `build` adds as the pipeline `name`, as
/// PassPipelineRegistration does, but under another anchor than a module it is
/// an error of the command line: a pass manager of functions ends the process
/// when it is given a pass on modules.
template <typename OptionsT>
void registerModulePipeline(StringRef name, StringRef description,
                            void (*build)(OpPassManager &, const OptionsT &)) {
  registerPassPipeline(
      name, description,
      [name = name.str(),
       build](OpPassManager &manager, StringRef text,
              function_ref<LogicalResult(const Twine &)> error) {
        if (manager.getOpAnchorName() != ModuleOp::getOperationName())
          return error("'" + Twine(name) + "' runs on builtin.module, not on " +
                       manager.getOpAnchorName());
        OptionsT options;
        if (failed(options.parseFromString(text)))
          return failure();
        build(manager, options);
        return success();
      },
      [](function_ref<void(const mlir::detail::PassOptions &)> handle) {
        handle(OptionsT());
      });
}

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_MODULEPIPELINE_H
