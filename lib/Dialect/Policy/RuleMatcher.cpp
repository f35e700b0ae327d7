//===- RuleMatcher.cpp - Rules made ready for matching --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleMatcher.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::amp;

/// Compiles a glob that the verifier has accepted.
static std::optional<llvm::GlobPattern>
compileGlob(std::optional<StringRef> text) {
  if (!text)
    return std::nullopt;
  return llvm::cantFail(
      llvm::GlobPattern::create(*text, /*MaxSubPatterns=*/1024));
}

/// `FILE:LINE`, or the location as MLIR prints it.
static std::string describe(Location loc) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto place = loc->findInstanceOf<FileLineColLoc>())
    stream << llvm::sys::path::filename(place.getFilename().getValue()) << ":"
           << place.getLine();
  else
    stream << loc;
  return text;
}

CompiledRule::CompiledRule(RuleOp rule, RuleSource source, Operation *scope)
    : loc(rule.getLoc()), source(source), scope(scope),
      opName(compileGlob(rule.getOpName())),
      dialect(compileGlob(rule.getDialectName())),
      function(compileGlob(rule.getFunction())),
      contains(compileGlob(rule.getContains())), file(rule.getFileAttr()),
      line(rule.getLine()), trait(rule.getTrait()),
      bounds(rule.getBoundsAttr()), attributes(rule.getHasAttributesAttr()),
      accumulate(
          cast_or_null<FloatType>(rule.getAccumulate().value_or(Type()))),
      result(cast_or_null<FloatType>(rule.getResultType().value_or(Type()))),
      reason("rule at " + describe(loc)) {
  if (CategoryAttr attr = rule.getDeclaresAttr())
    declares = attr.getValue();
  if (CategoryAttr attr = rule.getCategoryAttr())
    category = attr.getValue();
  if (std::optional<StringRef> text = rule.getOpName())
    if (text->find_first_of("*?[{\\") == StringRef::npos)
      exactName = text;
  if (std::optional<StringRef> text = rule.getLocation())
    location.emplace(*text);
  if (std::optional<StringRef> text = rule.getReason())
    reason += (": " + *text).str();
}

//===----------------------------------------------------------------------===//
// Facts about ops
//===----------------------------------------------------------------------===//

void OpFacts::readLocation() {
  isLocationRead = true;
  SmallVector<Location> worklist = {op->getLoc()};
  while (!worklist.empty()) {
    Location loc = worklist.pop_back_val();
    if (auto name = dyn_cast<NameLoc>(loc)) {
      texts.push_back(name.getName().str());
      worklist.push_back(name.getChildLoc());
    } else if (auto place = dyn_cast<FileLineColLoc>(loc)) {
      places.push_back(place);
      texts.push_back((place.getFilename().getValue() + ":" +
                       Twine(place.getLine()) + ":" + Twine(place.getColumn()))
                          .str());
    } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
      llvm::append_range(worklist, llvm::reverse(fused.getLocations()));
    } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
      worklist.push_back(call.getCaller());
      worklist.push_back(call.getCallee());
    } else if (auto opaque = dyn_cast<OpaqueLoc>(loc)) {
      worklist.push_back(opaque.getFallbackLocation());
    }
  }
}

ArrayRef<std::string> OpFacts::getLocationTexts() {
  if (!isLocationRead)
    readLocation();
  return texts;
}

ArrayRef<FileLineColLoc> OpFacts::getPlaces() {
  if (!isLocationRead)
    readLocation();
  return places;
}

void OpFacts::askInterface() {
  if (isInterfaceAsked)
    return;
  isInterfaceAsked = true;
  auto iface = dyn_cast<MixedPrecisionOpInterface>(op);
  if (!iface)
    return;
  // One call, since answers of ops with bodies share work.
  OpPrecisionInfo info;
  iface.getPrecisionInfo(Float32Type::get(op->getContext()), info);
  declared = info.category;
  traits = info.traits;
}

std::optional<Category> OpFacts::getDeclaredCategory() {
  askInterface();
  return declared;
}

NumericTraits OpFacts::getTraits() {
  askInterface();
  return traits;
}

/// Whether `path` is `file` or ends in it, at a path separator.
static bool isPathOf(StringRef path, StringRef file) {
  return path.consume_back(file) && (path.empty() || path.ends_with("/"));
}

/// Whether an op named by `name` stands directly in a region of `op`.
static bool containsOp(Operation *op, const llvm::GlobPattern &name) {
  for (Region &region : op->getRegions())
    for (Operation &inner : region.getOps())
      if (name.match(inner.getName().getStringRef()))
        return true;
  return false;
}

/// The bit of NumericTraits that a rule names.
static NumericTraits getNumericTrait(RuleTrait trait) {
  switch (trait) {
  case RuleTrait::Sum:
    return NumericTraits::AdditiveReduction;
  case RuleTrait::Order:
    return NumericTraits::OrderReduction;
  case RuleTrait::Square:
    return NumericTraits::Square;
  case RuleTrait::Exponential:
    return NumericTraits::Exponential;
  case RuleTrait::Movement:
    return NumericTraits::DataMovement;
  case RuleTrait::Contraction:
    return NumericTraits::Contraction;
  case RuleTrait::Product:
    return NumericTraits::Product;
  case RuleTrait::AbsoluteError:
    return NumericTraits::AbsoluteError;
  case RuleTrait::Scale:
    return NumericTraits::Scale;
  case RuleTrait::Logarithm:
    return NumericTraits::Logarithm;
  case RuleTrait::Difference:
    return NumericTraits::Difference;
  }
  llvm_unreachable("unknown trait");
}

/// Whether the op's interface declares what `rule` asks for.
static bool isDeclared(const CompiledRule &rule, OpFacts &facts) {
  if (rule.declares && facts.getDeclaredCategory() != rule.declares)
    return false;
  return !rule.trait || (facts.getTraits() & getNumericTrait(*rule.trait)) !=
                            NumericTraits::None;
}

/// Whether `op` has every attribute that `rule` names, of the value it names.
static bool hasAttributes(const CompiledRule &rule, Operation *op) {
  if (!rule.attributes)
    return true;
  for (NamedAttribute wanted : rule.attributes) {
    Attribute value = op->getAttr(wanted.getName());
    if (!value ||
        (!isa<UnitAttr>(wanted.getValue()) && value != wanted.getValue()))
      return false;
  }
  return true;
}

/// Whether `op` stands at the place that `rule` names.
static bool isAtPlace(const CompiledRule &rule, OpFacts &facts) {
  if (rule.location &&
      llvm::none_of(facts.getLocationTexts(), [&](const std::string &text) {
        return rule.location->match(text);
      }))
    return false;
  return !rule.file ||
         llvm::any_of(facts.getPlaces(), [&](FileLineColLoc place) {
           return isPathOf(place.getFilename().getValue(), rule.file) &&
                  (!rule.line || *rule.line == int64_t(place.getLine()));
         });
}

//===----------------------------------------------------------------------===//
// RuleMatcher
//===----------------------------------------------------------------------===//

StringRef RuleMatcher::getFunctionName(Operation *op) {
  if (lastParent == op->getParentOp() && lastParent)
    return lastFunction;
  lastParent = op->getParentOp();
  auto function = op->getParentOfType<FunctionOpInterface>();
  lastFunction = function ? function.getName().str() : std::string();
  return lastFunction;
}

bool RuleMatcher::holds(const CompiledRule &rule, OpFacts &facts) {
  if (rule.scope && !rule.scope->isProperAncestor(facts.op))
    return false;
  if (rule.function && !rule.function->match(getFunctionName(facts.op)))
    return false;
  if (rule.bounds)
    for (auto bound : rule.bounds.getAsRange<BoundAttr>())
      if (!bound.isMetBy(facts.op))
        return false;
  return hasAttributes(rule, facts.op) && isDeclared(rule, facts) &&
         isAtPlace(rule, facts) &&
         (!rule.contains || containsOp(facts.op, *rule.contains));
}

void RuleMatcher::Candidates::add(const CompiledRule &rule, size_t index) {
  if (rule.line)
    byLine[*rule.line].push_back(index);
  else
    any.push_back(index);
}

void RuleMatcher::indexRules() {
  if (numIndexed == rules.size())
    return;
  candidates.clear();
  for (; numIndexed != rules.size(); ++numIndexed) {
    const CompiledRule &rule = rules[numIndexed];
    if (rule.exactName)
      byExactName[*rule.exactName].push_back(numIndexed);
    else if (rule.opName || rule.dialect)
      patterns.push_back(numIndexed);
    else
      forAll.add(rule, numIndexed);
  }
}

const RuleMatcher::Candidates &RuleMatcher::getCandidates(OperationName name) {
  auto [it, isNew] = candidates.try_emplace(name);
  Candidates &found = it->second;
  if (!isNew)
    return found;
  auto add = [&](size_t index) {
    const CompiledRule &rule = rules[index];
    if ((!rule.opName || rule.opName->match(name.getStringRef())) &&
        (!rule.dialect || rule.dialect->match(name.getDialectNamespace())))
      found.add(rule, index);
  };
  for (size_t index : byExactName.lookup(name.getStringRef()))
    add(index);
  for (size_t index : patterns)
    add(index);
  return found;
}

void RuleMatcher::match(Operation *op,
                        SmallVectorImpl<CompiledRule *> &matching) {
  if (rules.empty())
    return;
  indexRules();
  OpFacts facts(op);
  SmallVector<size_t> indices;
  const Candidates *byName = &getCandidates(op->getName());
  for (const Candidates *found :
       {byName, static_cast<const Candidates *>(&forAll)}) {
    llvm::append_range(indices, found->any);
    if (found->byLine.empty())
      continue;
    for (FileLineColLoc place : facts.getPlaces()) {
      auto it = found->byLine.find(place.getLine());
      if (it != found->byLine.end())
        llvm::append_range(indices, it->second);
    }
  }
  llvm::sort(indices);
  indices.erase(llvm::unique(indices), indices.end());
  for (size_t index : indices) {
    if (!holds(rules[index], facts))
      continue;
    ++rules[index].matches;
    matching.push_back(&rules[index]);
  }
}
