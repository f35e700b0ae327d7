//===- DecisionOutput.cpp - Plans, reports and remarks of a run -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Transforms/DecisionOutput.h"
#include "AmpDialect/Analysis/Assignment.h"
#include "AmpDialect/Analysis/ErrorLimit.h"
#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/Plan.h"
#include "AmpDialect/Analysis/Profile.h"
#include "AmpDialect/Analysis/Remarks.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::amp;

static Assignment solve(const PrecisionGraph &graph, AssignKind kind) {
  switch (kind) {
  case AssignKind::Optimal:
    return assignOptimal(graph);
  case AssignKind::Greedy:
    return assignGreedy(graph);
  case AssignKind::Fixpoint:
    return assignLowUnlessForbidden(graph);
  }
  llvm_unreachable("unknown assignment");
}

static StringRef stringifyAssign(AssignKind kind) {
  switch (kind) {
  case AssignKind::Optimal:
    return "optimal";
  case AssignKind::Greedy:
    return "greedy";
  case AssignKind::Fixpoint:
    return "fixpoint";
  }
  llvm_unreachable("unknown assignment");
}

bool amp::hasGain(const Decision &decision) {
  return llvm::any_of(decision.graph.ops, [&](const OpNode &op) {
    if (op.category != Category::Always || op.label == kNone ||
        !decision.assignment.labelLow[op.label])
      return false;
    // One that reads low values already (a rule may still call it ALWAYS) has
    // gained before.
    return llvm::any_of(decision.graph.getUses(op),
                        [&](const Use &use) { return use.label == op.label; });
  });
}

/// Without a contraction that gains, nothing changes. Returns whether that is
/// so.
static bool dropWithoutGain(ModuleOp module, Decision &decision) {
  bool anyGain = hasGain(decision);
  // All labels low and no value: nothing meets all that must hold.
  bool anyLow = llvm::is_contained(decision.assignment.hasLow, true);
  if (anyGain && !anyLow)
    emitWarning(module.getLoc(),
                "an op that must be low reads a value that the low type "
                "cannot hold: nothing is converted");
  if (anyGain && anyLow)
    return false;
  decision.assignment = decision.graph.getUntouched();
  return true;
}

LogicalResult amp::assignPrecision(ModuleOp module,
                                   const AutocastOptions &options,
                                   Decision &decision, bool ofPart) {
  if (!options.profile.empty()) {
    FailureOr<Profile> profile = readProfile(options.profile, module.getLoc());
    if (failed(profile) ||
        failed(applyProfile(decision.graph, *profile, module)))
      return failure();
  }
  if (options.plan.empty()) {
    bool wantRatios = !options.report.empty() || options.onReport ||
                      areRemarksEnabled(module.getContext());
    decision.assignment =
        options.assign == AssignKind::Optimal
            ? assignWithinErrorLimit(decision.graph, options.errorRatio,
                                     wantRatios, decision.errorLimit)
            : solve(decision.graph, options.assign);
    if (!ofPart)
      dropWithoutGain(module, decision);
    return success();
  }
  FailureOr<Plan> plan = readPlan(options.plan, module.getLoc());
  if (failed(plan))
    return failure();
  FailureOr<PlannedChoices> choices = applyPlan(decision.graph, *plan, module);
  if (failed(choices))
    return failure();
  decision.assignment = solve(decision.graph, options.assign);
  if (failed(enforcePlan(decision.graph, *plan, *choices, decision.assignment)))
    return failure();
  if (dropWithoutGain(module, decision))
    return checkNothingLow(*plan, *choices, module.getContext());
  return success();
}

void amp::explainPrices(const AutocastOptions &options, Decision &decision) {
  if (!options.profile.empty())
    markPriced(decision.graph, decision.assignment,
               [&](const PrecisionGraph &graph) {
                 return solve(graph, options.assign);
               });
}

static ExplanationOptions
getExplanationOptions(const AutocastOptions &options) {
  ExplanationOptions result;
  result.computeLow = options.compute == ComputeKind::Low;
  result.accumulateLow = options.accumulate == ComputeKind::Low;
  return result;
}

Report amp::buildDecisionReport(ModuleOp module, const Decision &decision,
                                const AutocastOptions &options) {
  ReportOptions reportOptions;
  reportOptions.explanation = getExplanationOptions(options);
  reportOptions.assign =
      options.plan.empty() ? stringifyAssign(options.assign).str() : "plan";
  reportOptions.keepSignature = options.signature == SignatureKind::Keep;
  reportOptions.withOps = options.report != "-" || options.onReport;
  reportOptions.errorLimit = decision.errorLimit;
  return buildReport(decision.graph, decision.assignment, module,
                     reportOptions);
}

LogicalResult amp::checkOutputs(const AutocastOptions &options, Location loc,
                                StringRef reportName) {
  // A module that was read from text begins in its file; a preset is no file.
  auto begin = loc->findInstanceOf<FileLineColLoc>();
  using Named = std::pair<StringRef, StringRef>;
  SmallVector<Named> modules = {
      {"the module", begin ? begin.getFilename().getValue() : StringRef()}};
  const Named read[] = {{"the policy", llvm::sys::fs::exists(options.policy)
                                           ? StringRef(options.policy)
                                           : StringRef()},
                        {"the profile", options.profile},
                        {"the plan", options.plan}};
  SmallVector<Named> written = {{"save-plan", options.savePlan},
                                {reportName, options.report}};
  for (const ProgramFile &file : getProgramFiles(loc.getContext()))
    (file.written ? written : modules).emplace_back(file.what, file.path);
  // Devices take them all.
  llvm::erase_if(written, [](Named file) { return isDevice(file.second); });
  auto checkBeside = [&](StringRef path, ArrayRef<Named> inputs) {
    for (auto [what, input] : inputs)
      if (isSameFile(path, input))
        return LogicalResult(emitError(loc)
                             << "expected an output beside " << what
                             << ", got '" << path << "'");
    return success();
  };
  for (const Named &file : written) {
    auto [name, path] = file;
    // The program may put the result into the module's place.
    if (failed(checkBeside(path, read)) ||
        (name != "-o" && failed(checkBeside(path, modules))))
      return failure();
    for (auto [otherName, other] : ArrayRef(written.data(), &file))
      if (isSameFile(path, other))
        return emitError(loc) << "expected " << otherName << " and " << name
                              << " to name two files, got '" << other
                              << "' and '" << path << "'";
  }
  return success();
}

LogicalResult amp::checkTakesOneModule(ModuleOp module, StringRef path,
                                       StringRef option) {
  if (path.empty() || path == "-" || isDevice(path))
    return success();
  for (Operation *op = module; Operation *parent = op->getParentOp();
       op = parent)
    for (Region &region : parent->getRegions())
      for (ModuleOp other : region.getOps<ModuleOp>())
        if (other != op)
          return emitError(module.getLoc())
                 << "expected one module for " << option << "='" << path
                 << "', got another beside it";
  return checkWrittenOnce(option, path, module.getLoc());
}

/// Puts the files of a run into their places, after all of them were written.
static LogicalResult commit(ArrayRef<StagedFile *> files, Location loc) {
  for (StagedFile *file : files)
    if (std::string problem = file->commit(); !problem.empty())
      return emitError(loc) << problem;
  return success();
}

LogicalResult amp::emitDecisionOutput(ModuleOp module, const Decision &decision,
                                      const AutocastOptions &options) {
  Location loc = module.getLoc();
  StagedFile planFile(options.savePlan), reportFile(options.report);
  if (!options.savePlan.empty() &&
      failed(writePlan(planFile,
                       makePlan(decision.graph, decision.assignment, module),
                       loc)))
    return failure();
  bool remarks = areRemarksEnabled(module.getContext());
  if (remarks)
    emitDecisionRemarks(decision.graph, decision.assignment,
                        getExplanationOptions(options));
  std::optional<Report> report;
  if (remarks || !options.report.empty() || options.onReport) {
    report = buildDecisionReport(module, decision, options);
    if (remarks)
      emitReportRemarks(loc, *report);
    if (!options.report.empty() &&
        failed(writeReport(reportFile, *report, loc)))
      return failure();
  }
  if (failed(commit({&planFile, &reportFile}, loc)))
    return failure();
  if (options.onReport)
    options.onReport(*report);
  return success();
}
