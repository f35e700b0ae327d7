//===- Report.cpp - What a conversion decided, in numbers -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Report.h"
#include "AmpDialect/Analysis/StablePath.h"
#include "AmpDialect/IR/ConstantNarrowing.h"
#include "PlanText.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;

static ExplanationOptions withPaths(ExplanationOptions options,
                                    const StablePaths &paths) {
  options.paths = &paths;
  return options;
}

namespace {
/// Gathers one report; a class only to share the explanation and the paths.
class ReportBuilder {
public:
  ReportBuilder(const PrecisionGraph &graph, const Assignment &assignment,
                Operation *root, const ReportOptions &options)
      : graph(graph), assignment(assignment), options(options), paths(root),
        explanation(graph, assignment, withPaths(options.explanation, paths)),
        before(graph, graph.getUntouched()),
        explanationBefore(before.first, before.second) {}
  Report build(Operation *root);

private:
  TrafficReport &trafficOf(Operation *op);
  std::string pathOf(GraphIndex value) const;
  void addValue(GraphIndex value);
  void addOp(GraphIndex op);
  void addKept(GraphIndex op, const OpExplanation &explained);
  void addCasts(GraphIndex value, const ValueBytes &bytes);
  void addConstant(GraphIndex value);
  void addHints(Operation *root);

  const PrecisionGraph &graph;
  const Assignment &assignment;
  const ReportOptions &options;
  StablePaths paths;
  Explanation explanation;
  std::pair<const PrecisionGraph &, Assignment> before;
  Explanation explanationBefore;
  Report report;
  llvm::MapVector<Operation *, TrafficReport> functions;
  llvm::StringMap<size_t> keptIndex;
};
} // namespace

TrafficReport &ReportBuilder::trafficOf(Operation *op) {
  return functions[getEnclosingFunction(op)];
}

std::string ReportBuilder::pathOf(GraphIndex index) const {
  Value value = graph.values[index].value;
  if (!value)
    return "value#" + std::to_string(index);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return paths.getPath(argument);
  auto result = cast<OpResult>(value);
  std::string path = paths.getPath(result.getOwner());
  if (result.getOwner()->getNumResults() > 1)
    path += ":" + std::to_string(result.getResultNumber());
  return path;
}

void ReportBuilder::addCasts(GraphIndex value, const ValueBytes &bytes) {
  const ValueNode &node = graph.values[value];
  bool written = explanation.getStorage(value) == Storage::Low;
  CastReport cast;
  cast.path = pathOf(value);
  cast.location = formatLocation(getDefiningOrParentOp(node.value)->getLoc());
  // A value that loses its high copy behind a view was low, then widened.
  bool widened = node.def == DefKind::Labeled && !written &&
                 assignment.labelLow[node.label];
  if (node.def == DefKind::View)
    widened =
        assignment.hasLow[node.source] && !assignment.hasHigh[node.source];
  cast.from = getTypeText(widened ? graph.low : graph.high);
  cast.to = getTypeText(widened ? graph.high : graph.low);
  cast.weight = node.weight;
  cast.bytes = bytes.casts / bytes.numCasts;
  for (unsigned i = 0; i < bytes.numCasts; ++i)
    report.casts.push_back(cast);
}

/// Counts what becomes of a constant: the rewrite rounds its data where a low
/// copy is wanted.
void ReportBuilder::addConstant(GraphIndex value) {
  const ValueNode &node = graph.values[value];
  bool low = assignment.hasLow[value];
  TypedAttr data;
  if ((!low && !node.forbidLow) || !matchPattern(node.value, m_Constant(&data)))
    return;
  ConstantReport &constants = report.constants;
  NarrowingCounts counts = countNarrowing(data, graph.low);
  constants.outOfRange += counts.overflow;
  constants.underflow += counts.underflow;
  if (!low) {
    ++constants.keptHigh;
    return;
  }
  ++constants.changed;
  constants.elements += counts.total;
  if (!assignment.hasHigh[value])
    constants.bytesSaved += node.elements * (graph.highBytes - graph.lowBytes);
}

void ReportBuilder::addValue(GraphIndex value) {
  const ValueNode &node = graph.values[value];
  ValueBytes after = explanation.getBytes(value);
  ValueBytes untouched = explanationBefore.getBytes(value);
  TrafficReport &traffic = trafficOf(getDefiningOrParentOp(node.value));
  addTo(node.weight ? traffic.weightBytesAfter : traffic.activationBytesAfter,
        after.total());
  addTo(node.weight ? traffic.weightBytesBefore : traffic.activationBytesBefore,
        untouched.total());
  (node.weight ? traffic.weightCasts : traffic.activationCasts) +=
      after.numCasts;
  addTo(node.weight ? traffic.weightCastBytes : traffic.activationCastBytes,
        after.casts);
  if (after.numCasts)
    addCasts(value, after);
  if (node.def == DefKind::Creator)
    addConstant(value);
  report.changed |= assignment.hasLow[value];
}

void ReportBuilder::addKept(GraphIndex index, const OpExplanation &explained) {
  const OpNode &op = graph.ops[index];
  int64_t bytes = explanation.getOpBytes(index);
  // Views, empty tensors and constants move nothing; they only follow.
  if (bytes == 0 && op.category == Category::Follow)
    return;
  KeptGroup group;
  group.opName = op.op->getName().getStringRef().str();
  group.category = stringifyCategory(op.category).str();
  group.binding = explained.binding == Binding::Free
                      ? "bytes"
                      : stringifyBinding(explained.binding).str();
  group.reason = op.reason.str();
  std::string key = group.opName + "\n" + group.category + "\n" +
                    group.binding + "\n" + group.reason;
  auto [it, inserted] = keptIndex.try_emplace(key, report.kept.size());
  if (inserted)
    report.kept.push_back(std::move(group));
  KeptGroup &kept = report.kept[it->second];
  ++kept.count;
  addTo(kept.bytes, bytes);
  kept.paths.push_back(paths.getPath(op.op));
  kept.locations.push_back(formatLocation(op.op->getLoc()));
}

void ReportBuilder::addOp(GraphIndex index) {
  const OpNode &op = graph.ops[index];
  TrafficReport &traffic = trafficOf(op.op);
  ++(op.category == Category::Always   ? traffic.numAlways
     : op.category == Category::Follow ? traffic.numFollow
                                       : traffic.numNever);
  int64_t multiplyAdds = saturatingMultiply(op.multiplyAdds, op.trips);
  addTo(traffic.multiplyAdds, multiplyAdds);
  OpPrecision precision = explanation.getPrecision(index);
  bool low = precision == OpPrecision::Low || explanation.cameLow(index);
  if (low)
    addTo(traffic.multiplyAddsLow, multiplyAdds);
  // A contraction in f32 may have a result that is rounded.
  bool stays = !low && (precision == OpPrecision::High || multiplyAdds > 0);
  if (!stays && !options.withOps)
    return;
  OpExplanation explained = explanation.explainOp(index);
  if (stays)
    addKept(index, explained);
  if (!options.withOps)
    return;
  OpReport entry;
  entry.path = paths.getPath(op.op);
  entry.location = formatLocation(op.op->getLoc());
  entry.opName = op.op->getName().getStringRef().str();
  entry.category = stringifyCategory(op.category).str();
  entry.declaredBy = op.binding == Binding::Free
                         ? "interface"
                         : stringifyBinding(op.binding).str();
  entry.reason = op.reason.str();
  entry.precision = stringifyOpPrecision(precision).str();
  entry.binding = explained.binding == Binding::Free
                      ? "bytes"
                      : stringifyBinding(explained.binding).str();
  entry.compute = getTypeText(explained.compute);
  entry.accumulate = getTypeText(explained.accumulate);
  for (Type type : explained.operands)
    entry.operands.push_back(getTypeText(type));
  for (Type type : explained.results)
    entry.results.push_back(getTypeText(type));
  entry.otherwiseFeasible = explained.otherwise.feasible;
  entry.otherwiseBytes = explained.otherwise.bytes;
  entry.otherwiseConstraint = explained.otherwise.constraint;
  report.ops.push_back(std::move(entry));
}

static void accumulate(TrafficReport &total, const TrafficReport &part) {
  addTo(total.activationBytesBefore, part.activationBytesBefore);
  addTo(total.activationBytesAfter, part.activationBytesAfter);
  addTo(total.weightBytesBefore, part.weightBytesBefore);
  addTo(total.weightBytesAfter, part.weightBytesAfter);
  total.activationCasts += part.activationCasts;
  addTo(total.activationCastBytes, part.activationCastBytes);
  total.weightCasts += part.weightCasts;
  addTo(total.weightCastBytes, part.weightCastBytes);
  addTo(total.multiplyAdds, part.multiplyAdds);
  addTo(total.multiplyAddsLow, part.multiplyAddsLow);
  total.numAlways += part.numAlways;
  total.numFollow += part.numFollow;
  total.numNever += part.numNever;
}

/// Whether a tensor of `high` below `root` has an encoding.
static bool holdsEncoded(Operation *root, FloatType high) {
  auto isEncoded = [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding() && tensor.getElementType() == high;
  };
  return root
      ->walk([&](Operation *op) {
        return llvm::any_of(op->getOperandTypes(), isEncoded) ||
                       llvm::any_of(op->getResultTypes(), isEncoded)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void ReportBuilder::addHints(Operation *root) {
  const TrafficReport &total = report.total;
  if (!report.changed) {
    bool anyEncoded = !graph.hasAlwaysOp() && holdsEncoded(root, graph.high);
    if (anyEncoded)
      report.unchangedReason =
          "tensors with an encoding keep their type, and there is no "
          "contraction or convolution of other tensors or vectors of " +
          report.high + " that a rule did not exclude";
    else if (graph.ops.empty())
      report.unchangedReason =
          "no op reads or writes a tensor or vector of " + report.high;
    else if (!graph.hasAlwaysOp())
      report.unchangedReason =
          "no op is ALWAYS (no contraction or convolution of " + report.high +
          " that a rule did not exclude)";
    else if (total.multiplyAdds > 0 &&
             total.multiplyAddsLow == total.multiplyAdds)
      report.unchangedReason =
          "every contraction reads " + report.low + ", or less, already";
    else
      report.unchangedReason = "every ALWAYS op stays " + report.high +
                               ": lowering it would cost more than it saves, "
                               "or a constraint forbids it";
  }
  if (options.keepSignature && total.weightCastBytes > 0 &&
      double(total.weightBytesAfter) * 10 > double(total.weightBytesBefore) * 6)
    report.hints.push_back("weights arrive as " + report.high +
                           " arguments and are cast on each call (" +
                           formatBytes(total.weightCastBytes) +
                           "): use signature=convert, or make them constants");
  if (total.multiplyAdds > 0 && total.multiplyAddsLow < total.multiplyAdds)
    report.hints.push_back(
        "some multiply-adds stay " + report.high +
        ": see the contractions under what stayed, with their reasons");
}

/// The objective at `assignment` without the prices of accuracy.
static int64_t getObjective(const PrecisionGraph &graph,
                            const Assignment &assignment) {
  CostBreakdown bytes = graph.evaluate(assignment);
  int64_t cost = saturatingAdd(bytes.activationBytes(), bytes.weightReads);
  for (auto [index, label] : llvm::enumerate(graph.labels))
    addTo(cost, assignment.labelLow[index] ? 0 : label.highCost);
  return cost;
}

Report ReportBuilder::build(Operation *root) {
  report.low = graph.low ? getTypeText(graph.low) : "low";
  report.high = graph.high ? getTypeText(graph.high) : "high";
  report.assign = options.assign;
  report.errorLimit = options.errorLimit;
  report.signature = options.keepSignature ? "keep" : "convert";
  report.objectiveBefore = getObjective(graph, before.second);
  report.objectiveAfter = getObjective(graph, assignment);
  for (GraphIndex value = 0; value < graph.values.size(); ++value)
    addValue(value);
  for (GraphIndex op = 0; op < graph.ops.size(); ++op)
    addOp(op);
  for (auto &[function, traffic] : functions) {
    report.functions.push_back(
        {function ? getFunctionPath(function) : std::string(), traffic});
    accumulate(report.total, traffic);
  }
  llvm::sort(report.casts, [](const CastReport &a, const CastReport &b) {
    return std::tie(b.bytes, a.path) < std::tie(a.bytes, b.path);
  });
  llvm::sort(report.kept, [](const KeptGroup &a, const KeptGroup &b) {
    return std::tie(b.bytes, a.paths.front(), a.binding) <
           std::tie(a.bytes, b.paths.front(), b.binding);
  });
  addHints(root);
  return std::move(report);
}

Report amp::buildReport(const PrecisionGraph &graph,
                        const Assignment &assignment, Operation *root,
                        const ReportOptions &options) {
  return ReportBuilder(graph, assignment, root, options).build(root);
}
