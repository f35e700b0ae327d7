//===- Autocast.h - The conversion as a function ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--amp-autocast` runs, for embedders who want no pass manager: classify,
// assign, rewrite, with every option of the pass and a callback per op.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_TRANSFORMS_AUTOCAST_H
#define AMPDIALECT_TRANSFORMS_AUTOCAST_H

#include "AmpDialect/Analysis/ErrorLimit.h"
#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "AmpDialect/Transforms/AutocastOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include <functional>

namespace mlir {
class PassInstrumentor;
}

namespace mlir::amp {
struct Report;

/// Everything a caller can ask for. Defaults are those of the pass.
struct AutocastOptions {
  /// Target type name: f16 or bf16.
  std::string type = "f16";
  /// How types are chosen.
  AssignKind assign = AssignKind::Optimal;
  /// Type of arithmetic in bodies of FOLLOW ops, and of running values.
  ComputeKind compute = ComputeKind::High;
  ComputeKind accumulate = ComputeKind::High;
  /// What is said of an op without the interface, once per op name.
  UnlistedKind unlisted = UnlistedKind::Warn;
  /// Whether arguments and results of public functions keep their types.
  SignatureKind signature = SignatureKind::Keep;
  /// Estimated error that assign=optimal may reach, by greedy's; 0: any.
  double errorRatio = kDefaultErrorRatio;
  /// Round constants that are used low, instead of casting them.
  bool foldWeights = true;
  /// Use range facts (overflow, underflow, head-room) as constraints.
  bool ranges = true;
  /// Let ops hold casts in their bodies.
  bool absorb = true;
  /// Mark with `amp.low_sum` the ops that add up low because they came so,
  /// which is warned of, or because a rule or `accumulate` says so.
  bool markLowSums = false;
  /// Keep statistics and second moments high.
  bool statistics = true;
  /// Policy file or name of a preset; empty for none.
  std::string policy;
  /// A rule that matches nothing is an error instead of a warning.
  bool strictRules = false;
  /// Plan file to apply, and to save (`-` for stderr); empty for none.
  std::string plan, savePlan;
  /// Measured prices and ranges to apply; empty for none.
  std::string profile;
  /// Report file, `-` for a table on stderr; empty for none.
  std::string report;
  /// Handed the report, of every op, before the module changes.
  std::function<void(const Report &)> onReport;
  /// A rule in code, asked once per op in program order, before everything but
  /// attributes and regions in the IR. Returns no opinion, an override, or
  /// failure (after a diagnostic), which stops the conversion unchanged.
  std::function<FailureOr<std::optional<OpOverride>>(Operation *)> rule;
  /// A function, or another op that is isolated from above, outside of which
  /// everything stays as it is, scopes included, whatever attributes and rules
  /// ask for; so do the types of what it calls. Null: the module.
  Operation *target = nullptr;
  /// Functions that have nothing to do with each other are converted side by
  /// side, on the context's threads, in parts of at least so many ops; 0: all
  /// are converted as one. What a module becomes does not depend on it.
  size_t minTaskSize = kDefaultMinTaskSize;
  /// Told where each stage begins and ends, as of an analysis, so that
  /// --mlir-timing lists them: ranges, graph, assign, rewrite; where functions
  /// are converted side by side, decide and rewrite. Null for nobody.
  PassInstrumentor *instrumentor = nullptr;
};

/// A finished decision: the graph, the assignment, and what explains them. The
/// graph points into the module and is valid only until the module changes.
struct Decision {
  PrecisionGraph graph{4, 2};
  Assignment assignment;
  ErrorLimitResult errorLimit;
  /// The module holds amp.autocast regions, to be inlined at the end.
  bool hasScopes = true;
};

/// Classify and assign; changes nothing. Fails after a located diagnostic.
FailureOr<Decision> decidePrecision(ModuleOp module,
                                    const AutocastOptions &options);

/// Rewrites the module to `decision`, which it consumes. Where it fails (the
/// model of an op could not rebuild it), a diagnostic was emitted and the
/// module is half converted and to be discarded.
LogicalResult applyPrecision(ModuleOp module, Decision &&decision,
                             const AutocastOptions &options);

/// decidePrecision, applyPrecision, report.
LogicalResult convertToMixedPrecision(ModuleOp module,
                                      const AutocastOptions &options);

/// Parses `f16`, `bf16` into a type; fails with a diagnostic at `loc` naming
/// the accepted names otherwise.
FailureOr<FloatType> parseLowType(StringRef name, Location loc);

} // namespace mlir::amp

#endif // AMPDIALECT_TRANSFORMS_AUTOCAST_H
