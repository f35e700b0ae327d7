//===- Policy.cpp - Loading and merging what the user asked for -----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Policy/Policy.h"
#include "AmpDialect/IR/WalkPreOrder.h"
#include "RuleMatcher.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::amp;

struct Policy::Impl {
  explicit Impl(FloatType low) : low(low) {}
  LogicalResult addRules(Operation *root, RuleSource source);
  /// `type` if the conversion has it; else nothing, and `rule` remembers.
  FloatType getPossibleType(CompiledRule &rule, FloatType type) const;

  FloatType low;
  /// Per source, since files outrank the module whatever the order of adding.
  RuleMatcher moduleRules, fileRules;
  AutocastScopes scopes;
  Callback callback;
  bool hasFailed = false;
};

Policy::Policy(FloatType low) : impl(std::make_unique<Impl>(low)) {}
Policy::~Policy() = default;
Policy::Policy(Policy &&) = default;
Policy &Policy::operator=(Policy &&) = default;
void Policy::setCallback(Callback callback) {
  impl->callback = std::move(callback);
}
bool Policy::hasScopes() const { return !impl->scopes.empty(); }
bool Policy::readsAttributesAlone() const {
  return impl->scopes.empty() && !impl->callback &&
         impl->fileRules.rules.empty() && impl->moduleRules.rules.empty();
}
bool Policy::readsPlaces() const {
  auto readsPlace = [](const CompiledRule &rule) {
    return rule.location || rule.file;
  };
  return hasScopes() || impl->callback ||
         llvm::any_of(impl->fileRules.rules, readsPlace) ||
         llvm::any_of(impl->moduleRules.rules, readsPlace);
}
bool Policy::hasFailed() const { return impl->hasFailed; }

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

LogicalResult Policy::Impl::addRules(Operation *root, RuleSource source) {
  RuleMatcher &matcher = source == RuleSource::Module ? moduleRules : fileRules;
  // By how deep their modules are nested: the innermost one's are the
  // strongest.
  SmallVector<SmallVector<PolicyOp>> policies;
  root->walk<WalkOrder::PreOrder>([&](PolicyOp policy) {
    unsigned depth = 0;
    for (Operation *op = policy->getParentOp(); op != root;
         op = op->getParentOp())
      ++depth;
    if (policies.size() <= depth)
      policies.resize(depth + 1);
    policies[depth].push_back(policy);
    return WalkResult::skip();
  });
  // A policy's verifier compares its own rules; here policies of one module
  // meet.
  llvm::DenseMap<std::pair<Operation *, Attribute>, RuleOp> earlier;
  auto add = [&](PolicyOp policy) {
    // A file's rules hold for the module that is converted.
    Operation *scope =
        source == RuleSource::Module ? policy->getParentOp() : root;
    for (auto rule : policy.getBody().getOps<RuleOp>()) {
      auto [it, isNew] = earlier.try_emplace({scope, rule.getMatchers()}, rule);
      if (!isNew && failed(verifyNoConflict(rule, it->second)))
        return false;
      matcher.rules.emplace_back(rule, source, scope == root ? nullptr : scope);
    }
    return true;
  };
  return success(llvm::all_of(policies, [&](ArrayRef<PolicyOp> ofDepth) {
    return llvm::all_of(ofDepth, add);
  }));
}

LogicalResult Policy::addModule(Operation *root) {
  // One walk finds out which of the two is worth one.
  bool anyScope = false, anyRules = false;
  walkPreOrder(root, [&](Operation *op) {
    anyScope |= isa<AutocastOp>(op);
    anyRules |= isa<PolicyOp>(op);
    return WalkResult::advance();
  });
  if (anyScope)
    impl->scopes.record(root);
  return anyRules ? impl->addRules(root, RuleSource::Module) : success();
}

/// Opens the file or the preset that `nameOrPath` names.
static std::unique_ptr<llvm::MemoryBuffer>
openPolicy(StringRef nameOrPath, Location loc, RuleSource &source) {
  bool mayBePreset = !nameOrPath.contains('/') &&
                     llvm::sys::path::extension(nameOrPath).empty();
  StringRef text = mayBePreset ? getPresetText(nameOrPath) : StringRef();
  bool isFile =
      !mayBePreset || (text.empty() && llvm::sys::fs::exists(nameOrPath));
  if (isFile) {
    source = RuleSource::File;
    std::string why;
    std::unique_ptr<llvm::MemoryBuffer> buffer =
        openInputFile(nameOrPath, &why);
    if (!buffer)
      emitError(loc) << "expected a readable policy file: " << why;
    return buffer;
  }
  source = RuleSource::Preset;
  if (text.empty()) {
    InFlightDiagnostic diag =
        emitError(loc) << "expected a policy file, or one of the presets ";
    llvm::interleaveComma(getPresetNames(), diag);
    return diag << "; got '" << nameOrPath << "'", nullptr;
  }
  return llvm::MemoryBuffer::getMemBuffer(
      text, ("preset-" + nameOrPath + ".mlir").str());
}

LogicalResult Policy::addFile(StringRef nameOrPath, Location loc) {
  RuleSource source;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openPolicy(nameOrPath, loc, source);
  if (!buffer)
    return failure();
  auto sourceMgr = std::make_shared<llvm::SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  MLIRContext *context = loc.getContext();
  OwningOpRef<ModuleOp> file =
      parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(context));
  if (!file)
    return failure();
  for (Operation &op : *file->getBody())
    if (!isa<PolicyOp>(op))
      return op.emitError()
             << "expected only 'amp.policy' ops in a policy file, got '"
             << op.getName() << "'";
  if (file->getBody()->empty()) // As a full disk leaves it.
    return file->emitError("expected an 'amp.policy' in a policy file");
  return impl->addRules(*file, source);
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Sets what `into` leaves open. The reason is that of whoever sets the
/// category, else of the strongest who sets anything.
static void merge(std::optional<OpOverride> &into, const OpOverride &weaker) {
  if (!into) {
    into = weaker;
    return;
  }
  if (!into->category && weaker.category) {
    into->category = weaker.category;
    into->binding = weaker.binding;
    into->fromPreset = weaker.fromPreset;
    into->reason = weaker.reason;
  }
  if (!into->accumulate)
    into->accumulate = weaker.accumulate;
  if (!into->result)
    into->result = weaker.result;
}

/// Whether `to` is a narrower float type than the elements of `type`.
static bool isNarrowing(Type type, Type to) {
  auto from = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  auto narrow = dyn_cast<FloatType>(to);
  return from && narrow && narrow.getWidth() < from.getWidth();
}

/// What a full signature on an op asks for.
static OpOverride readSignature(Operation *op, PrecisionAttr precision) {
  OpOverride override;
  override.reason = "attribute amp.precision";
  override.accumulate = cast<FloatType>(precision.getAccumulate());
  bool readsLow = false, writesLow = false;
  for (auto [type, wanted] :
       llvm::zip_equal(op->getOperandTypes(), precision.getOperands()))
    readsLow |= isNarrowing(type, wanted);
  for (auto [type, wanted] :
       llvm::zip_equal(op->getResultTypes(), precision.getResults())) {
    writesLow |= isNarrowing(type, wanted);
    if (auto result = dyn_cast<FloatType>(wanted); result && !override.result)
      override.result = result;
  }
  if (readsLow)
    override.category = Category::Always;
  else if (!writesLow)
    override.category = Category::Never;
  return override;
}

/// What attributes on the op itself say.
static std::optional<OpOverride> readAttributes(Operation *op) {
  std::optional<OpOverride> merged;
  OpOverride single;
  if (auto attr = op->getAttrOfType<CategoryAttr>(kCategoryAttrName)) {
    single.category = attr.getValue();
    single.reason = "attribute amp.category";
  }
  if (auto attr = op->getAttrOfType<TypeAttr>(kAccumulateAttrName)) {
    single.accumulate = dyn_cast<FloatType>(attr.getValue());
    if (single.reason.empty())
      single.reason = "attribute amp.accumulate";
  }
  if (auto attr = op->getAttrOfType<TypeAttr>(kResultAttrName)) {
    single.result = dyn_cast<FloatType>(attr.getValue());
    if (single.reason.empty())
      single.reason = "attribute amp.result";
  }
  if (!single.reason.empty())
    merge(merged, single);
  // Beside a reason it is what an earlier run found out, not a wish.
  if (auto attr = op->getAttrOfType<PrecisionAttr>(kPrecisionAttrName))
    if (!op->hasAttr(kReasonAttrName))
      merge(merged, readSignature(op, attr));
  return merged;
}

/// What the innermost autocast region says; nothing if it is enabled and of the
/// conversion's type.
static std::optional<OpOverride> readScope(const AutocastScope &scope,
                                           FloatType low) {
  bool isOther = scope.enabled && scope.dtype && scope.dtype != low;
  if (scope.enabled && !isOther)
    return std::nullopt;
  OpOverride override;
  override.category = Category::Never;
  llvm::raw_string_ostream stream(override.reason);
  if (isOther)
    stream << "autocast region of another type, " << scope.dtype;
  else
    stream << "autocast region, disabled";
  return override;
}

FloatType Policy::Impl::getPossibleType(CompiledRule &rule,
                                        FloatType type) const {
  if (!type || type == low || type.isF32())
    return type;
  rule.otherType = type;
  return FloatType();
}

std::optional<OpOverride> Policy::match(Operation *op) {
  std::optional<OpOverride> merged;
  if (!op->getRawDictionaryAttrs().empty())
    merged = readAttributes(op);
  if (const AutocastScope *scope =
          impl->scopes.empty() ? nullptr : impl->scopes.lookup(op))
    if (std::optional<OpOverride> said = readScope(*scope, impl->low))
      merge(merged, *said);
  if (impl->callback && !impl->hasFailed) {
    FailureOr<std::optional<OpOverride>> said = impl->callback(op);
    impl->hasFailed = failed(said);
    if (succeeded(said) && *said)
      merge(merged, **said);
  }
  for (RuleMatcher *matcher : {&impl->fileRules, &impl->moduleRules}) {
    if (matcher->rules.empty())
      continue;
    SmallVector<CompiledRule *> matching;
    matcher->match(op, matching);
    for (CompiledRule *rule : llvm::reverse(matching)) {
      OpOverride said;
      said.category = rule->category;
      said.accumulate = impl->getPossibleType(*rule, rule->accumulate);
      said.result = impl->getPossibleType(*rule, rule->result);
      said.fromPreset = rule->source == RuleSource::Preset;
      said.reason = rule->reason;
      merge(merged, said);
    }
  }
  return merged;
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

LogicalResult Policy::reportUseless(bool strict) const {
  LogicalResult result = success();
  auto report = [&](Location loc) {
    if (!strict)
      return emitWarning(loc);
    result = failure();
    return emitError(loc);
  };
  for (const RuleMatcher *matcher : {&impl->fileRules, &impl->moduleRules})
    for (const CompiledRule &rule : matcher->rules) {
      if (rule.source == RuleSource::Preset)
        continue;
      if (rule.matches == 0)
        report(rule.loc) << (strict ? "expected the rule to match an op, but "
                                      "it matched none"
                                    : "the rule matched no op");
      else if (rule.otherType)
        report(rule.loc) << "the rule asks for " << rule.otherType
                         << ", but this conversion has " << impl->low
                         << " and 'f32' alone";
    }
  return result;
}

std::vector<RuleCount> Policy::getRuleCounts() const {
  std::vector<RuleCount> counts;
  for (const RuleMatcher *matcher : {&impl->fileRules, &impl->moduleRules})
    for (const CompiledRule &rule : llvm::reverse(matcher->rules))
      counts.push_back({rule.loc, rule.matches});
  return counts;
}
