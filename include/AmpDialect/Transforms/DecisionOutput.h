//===- DecisionOutput.h - Plans, reports and remarks of a run ---*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_DECISIONOUTPUT_H
#define AMPDIALECT_TRANSFORMS_DECISIONOUTPUT_H

#include "AmpDialect/Analysis/Report.h"
#include "AmpDialect/Transforms/Autocast.h"

namespace mlir::amp {

/// Assigns `decision.graph` with the solver that `options` names, under the
/// profile and the plan that it names, if any; where no contraction gains,
/// nothing is low: unless it is `ofPart` of a module, of which others may gain.
/// Fails after a diagnostic at these.
LogicalResult assignPrecision(ModuleOp module, const AutocastOptions &options,
                              Decision &decision, bool ofPart = false);

/// Whether some contraction runs low that did not before.
bool hasGain(const Decision &decision);

/// Marks in `decision.graph` what prices of the profile alone keep high. Asks
/// the solver once more if there is a profile.
void explainPrices(const AutocastOptions &options, Decision &decision);

/// Builds the report of a decision, before the module changes.
Report buildDecisionReport(ModuleOp module, const Decision &decision,
                           const AutocastOptions &options);

/// Fails, after a diagnostic at `loc`, if two outputs, those of the program
/// around the passes included, would be one file, or one the file that `loc` is
/// in, the policy, the profile or the plan. `reportName` is what the user calls
/// `options.report`.
LogicalResult checkOutputs(const AutocastOptions &options, Location loc,
                           StringRef reportName = "report");

/// Fails, after a diagnostic, if `path`, which `option` names, would take what
/// is decided for a module with others beside it, or before it in other pieces
/// of the program's input: each would write over what another has written.
LogicalResult checkTakesOneModule(ModuleOp module, StringRef path,
                                  StringRef option);

/// Emits remarks, saves the plan and writes and hands on the report, as far as
/// `options` and the context ask for them; to be called before the module
/// changes. Does nothing, in no time, if nobody asks.
LogicalResult emitDecisionOutput(ModuleOp module, const Decision &decision,
                                 const AutocastOptions &options);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_DECISIONOUTPUT_H
