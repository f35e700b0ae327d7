//===- RuleMatcher.h - Rules made ready for matching ------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_POLICY_RULEMATCHER_H
#define AMPDIALECT_LIB_POLICY_RULEMATCHER_H

#include "AmpDialect/IR/PrecisionInfo.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Regex.h"

namespace mlir::amp {

/// Where a rule comes from, strongest last.
enum class RuleSource : uint8_t { Module, Preset, File };

/// A rule whose patterns are compiled. Keeps attributes, not the op: the rule
/// may be erased.
struct CompiledRule {
  /// With `scope`, the rule holds inside of it alone.
  CompiledRule(RuleOp rule, RuleSource source, Operation *scope = nullptr);

  Location loc;
  RuleSource source;
  Operation *scope;
  /// The op name if it has no wildcard, else a pattern.
  std::optional<StringRef> exactName;
  std::optional<llvm::GlobPattern> opName, dialect, function, contains;
  std::optional<llvm::Regex> location;
  StringAttr file;
  std::optional<int64_t> line;
  std::optional<Category> declares;
  std::optional<RuleTrait> trait;
  ArrayAttr bounds;
  DictionaryAttr attributes;
  /// Settings.
  std::optional<Category> category;
  FloatType accumulate, result;
  /// `rule at FILE:LINE`, with the user's words if there are any.
  std::string reason;
  uint64_t matches = 0;
  /// A type it sets that the conversion does not have, once it matched.
  FloatType otherType;
};

/// What several rules may ask about one op, worked out when first asked.
class OpFacts {
public:
  explicit OpFacts(Operation *op) : op(op) {}
  Operation *op;

  /// Each name in the op's location, and each place as `file:line:column`.
  ArrayRef<std::string> getLocationTexts();
  /// Each place in the op's location.
  ArrayRef<FileLineColLoc> getPlaces();
  /// What the op's interface declares, none if it has none.
  std::optional<Category> getDeclaredCategory();
  NumericTraits getTraits();

private:
  void readLocation();
  void askInterface();
  bool isLocationRead = false;
  SmallVector<std::string, 2> texts;
  SmallVector<FileLineColLoc, 1> places;
  bool isInterfaceAsked = false;
  std::optional<Category> declared;
  NumericTraits traits = NumericTraits::None;
};

/// All rules, indexed by the op names they accept.
class RuleMatcher {
public:
  /// Rules in rank order: a later one is stronger.
  std::vector<CompiledRule> rules;

  /// Appends to `matching` the rules that hold for `op`, weakest first, and
  /// counts them.
  void match(Operation *op, SmallVectorImpl<CompiledRule *> &matching);

private:
  /// Rules that accept a set of op names. Those that name a line are apart, by
  /// line.
  struct Candidates {
    void add(const CompiledRule &rule, size_t index);
    SmallVector<size_t> any;
    llvm::DenseMap<int64_t, SmallVector<size_t, 1>> byLine;
  };
  /// Puts rules added since the last call into the index.
  void indexRules();
  const Candidates &getCandidates(OperationName name);
  bool holds(const CompiledRule &rule, OpFacts &facts);
  StringRef getFunctionName(Operation *op);

  size_t numIndexed = 0;
  /// Rules that accept every op.
  Candidates forAll;
  /// Rules that name an op without a wildcard, by that name.
  llvm::StringMap<SmallVector<size_t, 1>> byExactName;
  /// Rules that accept ops by a pattern or by dialect.
  SmallVector<size_t> patterns;
  /// Rules of the two kinds above, by the op names met so far.
  llvm::DenseMap<OperationName, Candidates> candidates;
  Operation *lastParent = nullptr;
  std::string lastFunction;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_POLICY_RULEMATCHER_H
