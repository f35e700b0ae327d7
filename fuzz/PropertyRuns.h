//===- PropertyRuns.h - Running passes and listening to them ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_FUZZ_PROPERTYRUNS_H
#define AMPDIALECT_FUZZ_PROPERTYRUNS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/DenseSet.h"
#include <string>
#include <vector>

namespace mlir::amp::fuzz {

/// Diagnostics as text and locations instead of output.
struct Messages {
  explicit Messages(MLIRContext &context);
  std::string text;
  bool isError = false;
  /// Where errors were.
  std::vector<std::pair<Location, std::string>> errors;

private:
  ScopedDiagnosticHandler handler;
};

/// The op as MLIR prints it.
std::string print(Operation *op);

/// The same with a hash in the place of each dense_resource: a context gives it
/// another name each time that it is read or made.
std::string printForComparison(ModuleOp module);

/// Fills `manager`, which runs on a module, from `builtin.module(...)`. (MLIR's
/// own function would run such a pipeline on modules inside the module.)
LogicalResult parseModulePipeline(const std::string &pipeline,
                                  PassManager &manager,
                                  llvm::raw_ostream &errors);

/// Runs a textual pipeline with the verifier on; empty on success, else what
/// went wrong.
std::string runPipeline(ModuleOp module, const std::string &pipeline);

/// The module of `text`; null and `problem` set if it does not parse.
OwningOpRef<ModuleOp> parse(MLIRContext &context, const std::string &text,
                            std::string &problem);

} // namespace mlir::amp::fuzz

#endif // AMPDIALECT_FUZZ_PROPERTYRUNS_H
