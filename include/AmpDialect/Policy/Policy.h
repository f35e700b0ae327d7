//===- Policy.h - What the user asked for, one object -----------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything a person can say about an op, merged. From strongest to weakest:
//   1. attributes on the op: amp.category, amp.accumulate, amp.result, then
//      amp.precision
//   2. the innermost amp.autocast region around the op
//   3. the callback
//   4. rules of the policy file or preset
//   5. rules of amp.policy ops in the module
//   6. the op's interface (not asked here)
// Within 4 and within 5 later rules win. The category, the accumulation type
// and the result type are merged one by one: a rule that sets only the
// accumulation type leaves the category to weaker sources.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_POLICY_POLICY_H
#define AMPDIALECT_POLICY_POLICY_H

#include "AmpDialect/IR/OpOverride.h"
#include "AmpDialect/Policy/AutocastScopes.h"
#include "mlir/IR/Operation.h"
#include <functional>
#include <memory>

namespace mlir::amp {

/// One rule and how many ops it matched so far, overruled matches included.
struct RuleCount {
  Location loc;
  uint64_t matches;
};

/// What the user asked for: rules of files, presets, the module and code,
/// merged by rank (docs/policy.md). Compiled as they come in, asked op by op.
class Policy {
public:
  /// A rule in code. Returns no opinion, an override, or failure.
  using Callback =
      std::function<FailureOr<std::optional<OpOverride>>(Operation *)>;

  /// `low` is the conversion's target type: an autocast region of another type
  /// keeps its ops as they are.
  explicit Policy(FloatType low);
  ~Policy();
  Policy(Policy &&);
  Policy &operator=(Policy &&);

  /// Takes in the rules and the autocast regions below `root`, normally the
  /// module to convert. Fails, with an error at the rule, if two rules of the
  /// module conflict.
  LogicalResult addModule(Operation *root);

  /// Takes in the rules of a file, or of a preset if `nameOrPath` has neither
  /// slash nor extension. Fails with an error located in the file, or at `loc`
  /// if it cannot be found or opened. `loc`'s context must know the amp
  /// dialect.
  LogicalResult addFile(StringRef nameOrPath, Location loc);

  /// Sets the rule in code. After a failure it is not called again.
  void setCallback(Callback callback);

  /// What sources 1 to 5 say about `op`; nothing if they are silent. To be
  /// called once per op: it counts. The time grows with the rules whose op name
  /// fits, not with all rules.
  std::optional<OpOverride> match(Operation *op);

  /// No source speaks of ops that have no discardable attributes.
  bool readsAttributesAlone() const;

  /// Whether sources 2 to 5 may say different things of two ops of one function
  /// that are equal but for their places: by scopes, locations, or in code.
  bool readsPlaces() const;

  /// Whether the module holds autocast regions.
  bool hasScopes() const;

  /// Whether the callback failed; it has then emitted a diagnostic.
  bool hasFailed() const;

  /// Warns at each rule that matched nothing, or sets a type that is neither
  /// the low one nor f32, rules of presets aside; with `strict` these are
  /// errors, and it fails if there is one.
  LogicalResult reportUseless(bool strict) const;

  /// All rules, strongest first.
  std::vector<RuleCount> getRuleCounts() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// Names of the presets, sorted.
ArrayRef<StringRef> getPresetNames();

/// The text of a preset, empty if there is none of that name.
StringRef getPresetText(StringRef name);

} // namespace mlir::amp

#endif // AMPDIALECT_POLICY_POLICY_H
