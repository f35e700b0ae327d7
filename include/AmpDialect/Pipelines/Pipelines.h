//===- Pipelines.h - Named sequences of passes ------------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_PIPELINES_PIPELINES_H
#define AMPDIALECT_PIPELINES_PIPELINES_H

#include "AmpDialect/Transforms/Passes.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
}

namespace mlir::amp {

/// Options of `amp-autocast-pipeline`. Those named as options of amp-autocast
/// mean the same and have the same defaults.
struct AutocastPipelineOptions
    : public PassPipelineOptions<AutocastPipelineOptions> {
  PassOptions::Option<std::string> type{
      *this, "type", llvm::cl::desc("Target type: f16 or bf16"),
      llvm::cl::init("f16")};
  PassOptions::Option<bool> keepSignature{
      *this, "keep-signature",
      llvm::cl::desc("Public functions keep their types (signature=keep)"),
      llvm::cl::init(true)};
  PassOptions::Option<std::string> policy{
      *this, "policy", llvm::cl::desc("Policy file or preset; empty for none"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> profile{
      *this, "profile", llvm::cl::desc("Profile to use; empty for none"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> plan{
      *this, "plan", llvm::cl::desc("Precision plan to apply; empty for none"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> report{
      *this, "report", llvm::cl::desc("Report file, - for a table on stderr"),
      llvm::cl::init("")};
  PassOptions::Option<bool> cleanUp{
      *this, "clean-up",
      llvm::cl::desc("Canonicalize and CSE before and after the conversion"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> verify{
      *this, "verify",
      llvm::cl::desc("Check at the end that no accumulation was narrowed"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> strip{
      *this, "strip",
      llvm::cl::desc("Remove policies and attributes of the amp dialect"),
      llvm::cl::init(true)};
};

/// Appends the conversion to `manager`, which runs on builtin.module: clean-up,
/// amp-autocast, amp-fold-casts, clean-up, amp-verify-precision, amp-strip. Put
/// it before fusion of elementwise ops: fused bodies hide norms, activations
/// and contractions.
void buildAutocastPipeline(OpPassManager &manager,
                           const AutocastPipelineOptions &options);

/// Registers `amp-autocast-pipeline` with the global registry.
void registerAmpPipelines();

} // namespace mlir::amp

#endif // AMPDIALECT_PIPELINES_PIPELINES_H
