//===- Profile.cpp - From measurements to prices and constraints ----------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Profile.h"
#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "LocationMatcher.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

bool amp::leavesLowType(const ProfileEntry &entry, FloatType low,
                        double margin) {
  double magnitude = std::max(std::fabs(entry.min.value_or(0.0)),
                              std::fabs(entry.max.value_or(0.0)));
  LowTypeLimits limits = LowTypeLimits::get(low);
  // One bound alone says nothing about what is small.
  bool vanishes = entry.min && entry.max && magnitude > 0 &&
                  magnitude < margin * limits.vanishing;
  double usual = entry.rms.value_or(0.0);
  bool losesDigits = usual > 0 && usual < margin * limits.smallestWithDigits;
  return magnitude * margin > limits.largest || vanishes || losesDigits;
}

/// The names in the text of a location; files and lines change with every edit.
static SmallVector<StringRef> getNames(StringRef text) {
  SmallVector<StringRef> names;
  for (StringRef part : llvm::split(text, "; ")) {
    auto [file, column] = part.rsplit(':');
    if (part.empty() || part == "unknown" ||
        (file.contains(':') && llvm::all_of(column, llvm::isDigit)))
      continue;
    names.push_back(part);
  }
  return names;
}

namespace {
/// Matches entries with a graph and adds what they say.
class ProfileApplier {
public:
  ProfileApplier(PrecisionGraph &graph, const Profile &profile, Operation *root)
      : graph(graph), profile(profile), root(root), paths(root),
        locations(graph), rangeOf(graph.values.size(), kNone),
        forbiddenBy(graph.values.size(), kNone) {}
  LogicalResult run();

private:
  InFlightDiagnostic error(GraphIndex entry) {
    const ProfileEntry &at = profile.entries[entry];
    auto diagnostic = emitError(FileLineColLoc::get(
        root->getContext(), profile.file, at.line, at.column));
    diagnostic << "profile entry '" << at.key << "' ";
    return diagnostic;
  }
  void indexArguments();
  LogicalResult match(GraphIndex entry);
  LogicalResult checkName(GraphIndex entry, Location loc);
  LogicalResult matchLocation(GraphIndex entry);
  LogicalResult addOp(GraphIndex op, GraphIndex entry);
  void addPrice(GraphIndex value, GraphIndex entry);
  void addRange(GraphIndex value, GraphIndex entry);
  void forbid(GraphIndex value, GraphIndex entry);
  void passRangesOn();
  LogicalResult checkFixed();

  PrecisionGraph &graph;
  const Profile &profile;
  Operation *root;
  StablePaths paths;
  llvm::StringMap<GraphIndex> arguments;
  LocationMatcher locations;
  /// Per value: the entry whose range holds for it, kNone for none; of several,
  /// one that leaves the low type.
  std::vector<GraphIndex> rangeOf;
  /// Per value: the entry whose range forbids it, kNone for none.
  std::vector<GraphIndex> forbiddenBy;
};
} // namespace

void ProfileApplier::indexArguments() {
  for (GraphIndex index = 0; index < graph.values.size(); ++index)
    if (auto argument = dyn_cast<BlockArgument>(graph.values[index].value))
      arguments[paths.getPath(argument)] = index;
}

void ProfileApplier::addPrice(GraphIndex value, GraphIndex entry) {
  graph.values[value].lowPrice += profile.entries[entry].price.value_or(0);
}

void ProfileApplier::addRange(GraphIndex value, GraphIndex entry) {
  ValueNode &node = graph.values[value];
  const ProfileEntry &said = profile.entries[entry];
  if (said.error)
    node.error = std::max(node.error, static_cast<float>(*said.error));
  if (leavesLowType(said, graph.low, profile.margin))
    forbid(value, entry);
  else if ((said.min || said.max || said.rms) && rangeOf[value] == kNone)
    rangeOf[value] = entry;
}

void ProfileApplier::forbid(GraphIndex value, GraphIndex entry) {
  rangeOf[value] = entry;
  ValueNode &node = graph.values[value];
  if (node.forbidLow)
    return;
  node.forbidLow = true;
  node.binding = Binding::Profile;
  forbiddenBy[value] = entry;
}

LogicalResult ProfileApplier::addOp(GraphIndex index, GraphIndex entryIndex) {
  const OpNode &node = graph.ops[index];
  const ProfileEntry &entry = profile.entries[entryIndex];
  if (entry.result && *entry.result >= node.op->getNumResults()) {
    // Below a location some ops may have fewer results.
    if (entry.byLocation)
      return success();
    return error(entryIndex) << "names result " << *entry.result
                             << ", but the op has " << node.op->getNumResults();
  }
  // An op that works in one type pays once, for its arithmetic; any other pays
  // for each result that it stores low.
  bool byLabel = node.label != kNone && !entry.result;
  if (byLabel)
    graph.labels[node.label].lowCost += entry.price.value_or(0);
  bool found = byLabel && entry.price;
  for (auto [number, result] : llvm::enumerate(node.op->getResults())) {
    GraphIndex value = graph.lookup(result);
    if (value == kNone || (entry.result && *entry.result != number))
      continue;
    found = true;
    if (!byLabel)
      addPrice(value, entryIndex);
    addRange(value, entryIndex);
  }
  if (!found && !entry.byLocation)
    return error(entryIndex) << "takes no part in the conversion";
  return success();
}

LogicalResult ProfileApplier::matchLocation(GraphIndex entry) {
  SmallVector<GraphIndex> found = locations.find(profile.entries[entry].key);
  if (found.empty())
    return error(entry) << "matches no op's location";
  for (GraphIndex op : found)
    if (failed(addOp(op, entry)))
      return failure();
  return success();
}

/// A path counts ops: in another version of a model it may mean another one.
LogicalResult ProfileApplier::checkName(GraphIndex entry, Location loc) {
  StringRef measured = profile.entries[entry].location;
  std::string present = formatLocation(loc);
  SmallVector<StringRef> before = getNames(measured), now = getNames(present);
  if (before.empty() || now.empty() ||
      llvm::any_of(before, [&](StringRef name) {
        return llvm::is_contained(now, name);
      }))
    return success();
  return error(entry) << "was measured at '" << measured
                      << "', but its path leads to '" << present << "'";
}

LogicalResult ProfileApplier::match(GraphIndex entryIndex) {
  const ProfileEntry &entry = profile.entries[entryIndex];
  if (entry.byLocation)
    return matchLocation(entryIndex);
  if (auto it = arguments.find(entry.key); it != arguments.end()) {
    if (entry.result)
      return error(entryIndex) << "names a result, but is an argument";
    if (failed(checkName(entryIndex, graph.values[it->second].value.getLoc())))
      return failure();
    addPrice(it->second, entryIndex);
    addRange(it->second, entryIndex);
    return success();
  }
  Operation *op = paths.lookup(entry.key);
  if (!op)
    return error(entryIndex) << "matches nothing";
  if (failed(checkName(entryIndex, op->getLoc())))
    return failure();
  GraphIndex index = graph.lookup(op);
  if (index == kNone)
    return error(entryIndex) << "takes no part in the conversion";
  return addOp(index, entryIndex);
}

/// What is moved from a value, or views it, holds its elements: a range that
/// leaves the low type holds there, too, unless another was measured.
void ProfileApplier::passRangesOn() {
  auto isView = [&](GraphIndex value) {
    return graph.values[value].def == DefKind::View;
  };
  for (const OpNode &op : graph.ops) {
    ArrayRef<GraphIndex> results = graph.getResults(op);
    if (op.handsOn || (!hasAny(op.traits, NumericTraits::DataMovement) &&
                       llvm::none_of(results, isView)))
      continue;
    for (const Use &use : graph.getUses(op)) {
      GraphIndex entry = rangeOf[use.value];
      if (entry == kNone ||
          !leavesLowType(profile.entries[entry], graph.low, profile.margin))
        continue;
      for (GraphIndex result : results)
        if (rangeOf[result] == kNone)
          forbid(result, entry);
    }
  }
}

/// A value without a low copy that a rule wants low can have no assignment.
LogicalResult ProfileApplier::checkFixed() {
  for (GraphIndex value = 0; value < graph.values.size(); ++value)
    if (forbiddenBy[value] != kNone &&
        graph.values[value].def == DefKind::Labeled &&
        graph.isFixedLow(graph.values[value].label))
      return error(forbiddenBy[value])
             << "has a range that the low type cannot hold, but a rule fixes "
                "the op low";
  for (const Use &use : graph.uses) {
    GraphIndex entry = forbiddenBy[use.value];
    if (entry == kNone || use.kind != UseKind::Tied ||
        !graph.isFixedLow(use.label))
      continue;
    auto diagnostic = error(entry);
    diagnostic << "has a range that the low type cannot hold, but a rule fixes "
                  "an op low that reads it";
    if (use.operand)
      diagnostic.attachNote(use.operand->getOwner()->getLoc())
          << "read low here";
    return failure();
  }
  return success();
}

LogicalResult ProfileApplier::run() {
  indexArguments();
  for (GraphIndex entry = 0; entry < profile.entries.size(); ++entry)
    if (failed(match(entry)))
      return failure();
  passRangesOn();
  return checkFixed();
}

LogicalResult amp::applyProfile(PrecisionGraph &graph, const Profile &profile,
                                Operation *root) {
  return ProfileApplier(graph, profile, root).run();
}

void amp::markPriced(
    PrecisionGraph &graph, const Assignment &assignment,
    llvm::function_ref<Assignment(const PrecisionGraph &)> solve) {
  std::vector<int64_t> ofValues, ofLabels;
  bool any = false;
  auto take = [&](std::vector<int64_t> &saved, int64_t &price) {
    any |= price != 0;
    saved.push_back(price);
    price = 0;
  };
  for (ValueNode &node : graph.values)
    take(ofValues, node.lowPrice);
  for (LabelNode &node : graph.labels)
    take(ofLabels, node.lowCost);
  if (!any)
    return;
  Assignment free = solve(graph);
  for (auto [index, node] : llvm::enumerate(graph.values)) {
    node.lowPrice = ofValues[index];
    node.priced = !assignment.hasLow[index] && free.hasLow[index];
  }
  for (auto [index, node] : llvm::enumerate(graph.labels)) {
    node.lowCost = ofLabels[index];
    node.priced = !assignment.labelLow[index] && free.labelLow[index];
  }
}
