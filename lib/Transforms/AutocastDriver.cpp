//===- AutocastDriver.cpp - The conversion as a function ------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/OutputFile.h"
#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "AmpDialect/Analysis/Remarks.h"
#include "AmpDialect/IR/AccumulationOpInterface.h"
#include "AmpDialect/IR/AmpDialect.h"
#include "AmpDialect/Policy/Policy.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "AmpDialect/Transforms/DecisionOutput.h"
#include "AmpDialect/Transforms/InsertCasts.h"
#include "ModuleTasks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Threading.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringSet.h"
#include <atomic>
#include <cmath>
#include <map>

using namespace mlir;
using namespace mlir::amp;

namespace {

/// Decide: ranges, graph and assignment of functions side by side.
enum class StageKind { Ranges, Graph, Assign, Rewrite, Decide };

/// Tells whoever watches the pass of one stage, from here to the end of the
/// scope. Costs nothing if nobody does.
class Stage {
public:
  Stage(StageKind kind, const AutocastOptions &options, ModuleOp module)
      : kind(kind), instrumentor(options.instrumentor), module(module) {
    if (instrumentor)
      instrumentor->runBeforeAnalysis(getName(), getId(), module);
  }
  ~Stage() {
    if (instrumentor)
      instrumentor->runAfterAnalysis(getName(), getId(), module);
  }
  Stage(const Stage &) = delete;
  Stage &operator=(const Stage &) = delete;

private:
  StringRef getName() const {
    static constexpr StringLiteral names[] = {
        "amp-autocast: ranges", "amp-autocast: graph", "amp-autocast: assign",
        "amp-autocast: rewrite", "amp-autocast: decide"};
    return names[static_cast<size_t>(kind)];
  }
  TypeID getId() const {
    static const SelfOwningTypeID ids[5];
    return ids[static_cast<size_t>(kind)];
  }

  StageKind kind;
  PassInstrumentor *instrumentor;
  ModuleOp module;
};

} // namespace

FailureOr<FloatType> amp::parseLowType(StringRef name, Location loc) {
  MLIRContext *context = loc.getContext();
  if (name == "f16")
    return FloatType(Float16Type::get(context));
  if (name == "bf16")
    return FloatType(BFloat16Type::get(context));
  InFlightDiagnostic error = emitError(loc)
                             << "expected low type to be f16 or bf16, got '"
                             << name << "'";
  if (name == "tf32")
    error << ": it takes 32 bits in memory, so storing it saves nothing; "
             "kernels multiply in it where `path` says so (docs/gpu.md)";
  else if (name.starts_with_insensitive("f8"))
    error << ": it needs scales that no conversion can choose; kernels take "
             "products that come in it (docs/gpu.md)";
  return failure();
}

/// Warns of the first contraction on buffers: it takes no part, and somebody
/// who converts a bufferized module waits in vain.
static void warnOfBuffers(Operation *root) {
  auto isBuffer = [](Type type) {
    auto memref = dyn_cast<BaseMemRefType>(type);
    return memref && memref.getElementType().isF32();
  };
  root->walk([&](MixedPrecisionOpInterface op) {
    if (!llvm::any_of(op->getOperandTypes(), isBuffer) ||
        op.getPrecisionCategory() != Category::Always)
      return WalkResult::advance();
    op->emitWarning() << "'" << op->getName()
                      << "' op works on buffers, which keep their types: "
                         "convert before bufferization";
    return WalkResult::interrupt();
  });
}

/// What `options` say of the graph; callbacks and ranges are the caller's.
static PrecisionGraphOptions getGraphOptions(const AutocastOptions &options,
                                             FloatType low) {
  PrecisionGraphOptions graph;
  graph.low = low;
  graph.high = Float32Type::get(low.getContext());
  graph.keepSignature = options.signature == SignatureKind::Keep;
  graph.accumulateLow = options.accumulate == ComputeKind::Low;
  graph.computeLow = options.compute == ComputeKind::Low;
  graph.absorb = options.absorb;
  graph.pinStatistics = options.statistics;
  return graph;
}

/// Diagnoses an op without the interface as `unlisted` says.
static LogicalResult reportUnlisted(Operation *op, UnlistedKind unlisted) {
  if (unlisted == UnlistedKind::Error)
    return op->emitOpError("has no mixed-precision interface; attach a model, "
                           "or pass unlisted=warn to keep its types");
  op->emitWarning() << "'" << op->getName()
                    << "' op has no mixed-precision interface: it keeps its "
                       "types";
  return success();
}

/// What is to be converted.
static Operation *getTarget(ModuleOp module, const AutocastOptions &options) {
  return options.target ? options.target : module.getOperation();
}

/// What is said of an op outside the target.
static OpOverride getOverrideOutside() {
  OpOverride keep;
  keep.category = Category::Never;
  keep.reason = "outside what is converted";
  return keep;
}

/// Whether an op, or the owner of a block, stands outside the target.
static bool isOutside(const AutocastOptions &options, Operation *op) {
  return options.target && !options.target->isAncestor(op);
}

/// Keeps what crosses the border of the target as it is outside: functions that
/// the target calls, or that call it, know one type.
static void keepOutside(PrecisionGraph &graph, const AutocastOptions &options) {
  auto keep = [&](GraphIndex label) {
    if (label == kNone || graph.labels[label].fixed != LabelNode::Fixed::None)
      return;
    graph.labels[label].fixed = LabelNode::Fixed::High;
    graph.labels[label].binding = Binding::Policy;
  };
  for (ValueNode &node : graph.values) {
    if (!isOutside(options, node.value.getParentRegion()->getParentOp()))
      continue;
    keep(node.label);
    node.forbidLow = node.pinnedHigh = true;
    node.binding = Binding::Policy;
  }
  for (const OpNode &node : graph.ops)
    if (node.op && isOutside(options, node.op))
      for (const Use &use : graph.getUses(node))
        keep(use.label);
}

/// Fails after a diagnostic for what only a caller in code can hand over, or a
/// number can be.
static LogicalResult checkOptions(ModuleOp module,
                                  const AutocastOptions &options) {
  if (!(options.errorRatio >= 0))
    return emitError(module.getLoc())
           << "expected error-ratio to be 0 or more, got "
           << options.errorRatio;
  if (std::isinf(options.errorRatio))
    return emitError(module.getLoc())
           << "expected error-ratio to be finite, got inf";

  auto check = [&](StringRef name, auto value, auto last) -> LogicalResult {
    if (value <= last)
      return success();
    return emitError(module.getLoc()) << "expected " << name << " to be 0 to "
                                      << int(last) << ", got " << int(value);
  };
  if (failed(check("assign", options.assign, AssignKind::Fixpoint)) ||
      failed(check("compute", options.compute, ComputeKind::Low)) ||
      failed(check("accumulate", options.accumulate, ComputeKind::Low)) ||
      failed(check("unlisted", options.unlisted, UnlistedKind::Ignore)) ||
      failed(check("signature", options.signature, SignatureKind::Convert)))
    return failure();
  if (failed(checkReadsInputOnce(
          {{"the plan", options.plan}, {"the profile", options.profile}},
          module.getLoc())))
    return failure();
  if (!options.target)
    return success();
  if (!module->isAncestor(options.target))
    return options.target->emitOpError(
        "expected what is converted to be in the module");
  if (!options.target->hasTrait<OpTrait::IsIsolatedFromAbove>())
    return options.target->emitOpError(
        "expected what is converted to be isolated from above");
  return success();
}

/// As decidePrecision; of ops without the interface, `unlisted` is told the
/// first of each name. Where it is `ofPart` of a module, nothing has to gain.
static FailureOr<Decision>
decide(ModuleOp module, const AutocastOptions &options, bool ofPart,
       function_ref<LogicalResult(Operation *)> unlisted) {
  FailureOr<FloatType> low = parseLowType(options.type, module.getLoc());
  if (failed(low))
    return failure();
  if (failed(checkOptions(module, options)))
    return failure();

  std::optional<Stage> stage;
  stage.emplace(StageKind::Ranges, options, module);
  llvm::StringSet<> reported;
  auto onUnlisted = [&](Operation *op) -> LogicalResult {
    if (options.unlisted == UnlistedKind::Ignore || isOutside(options, op) ||
        !reported.insert(op->getName().getStringRef()).second)
      return success();
    return unlisted(op);
  };
  Policy policy(*low);
  policy.setCallback(options.rule);
  if (failed(policy.addModule(module)) ||
      (!options.policy.empty() &&
       failed(policy.addFile(options.policy, module.getLoc()))))
    return failure();
  auto overrideOp = [&](Operation *op) {
    // Asked in any case: a rule that matches elsewhere is no mistake.
    std::optional<OpOverride> said = policy.match(op);
    return isOutside(options, op) ? getOverrideOutside() : said;
  };

  PrecisionGraphOptions graphOptions = getGraphOptions(options, *low);
  graphOptions.onUnlisted = onUnlisted;
  graphOptions.overrideOp = overrideOp;
  graphOptions.overridesByAttributesAlone =
      !options.target && policy.readsAttributesAlone();
  std::optional<RangeAnalysis> ranges;
  if (options.ranges) {
    ranges = RangeAnalysis::compute(module);
    if (ranges->hasFailed())
      return failure();
    graphOptions.ranges = &*ranges;
  }
  stage.reset();
  stage.emplace(StageKind::Graph, options, module);
  FailureOr<PrecisionGraph> graph = PrecisionGraph::build(module, graphOptions);
  ranges.reset(); // Its facts are in the graph.
  if (failed(graph) || policy.hasFailed() ||
      failed(policy.reportUseless(options.strictRules)))
    return failure();
  if (options.target)
    keepOutside(*graph, options);
  if (!graph->hasAlwaysOp() && options.unlisted != UnlistedKind::Ignore)
    warnOfBuffers(getTarget(module, options));

  stage.reset();
  stage.emplace(StageKind::Assign, options, module);
  Decision decision;
  decision.graph = std::move(*graph);
  decision.hasScopes = policy.hasScopes();
  if (failed(assignPrecision(module, options, decision, ofPart)))
    return failure();
  explainPrices(options, decision);
  return decision;
}

FailureOr<Decision> amp::decidePrecision(ModuleOp module,
                                         const AutocastOptions &options) {
  return decide(module, options, /*ofPart=*/false, [&](Operation *op) {
    return reportUnlisted(op, options.unlisted);
  });
}

/// Sums that came low are nobody's mistake but perhaps the model's.
static void markInheritedLowSums(Operation *root) {
  root->walk([](Operation *op) {
    std::optional<Accumulation> low = getLowAccumulation(op);
    if (!low)
      return;
    op->emitWarning() << "accumulates in " << low->accumulator
                      << " as it came; the conversion leaves it so";
    op->setAttr(kLowSumAttrName, UnitAttr::get(op->getContext()));
  });
}

/// What a rewritten module holds. A pass declares these; a module may come to a
/// function without them.
static void loadDialects(MLIRContext *context) {
  context
      ->loadDialect<AmpDialect, arith::ArithDialect, tensor::TensorDialect>();
}

LogicalResult amp::applyPrecision(ModuleOp module, Decision &&decision,
                                  const AutocastOptions &options) {
  loadDialects(module.getContext());
  if (options.markLowSums)
    markInheritedLowSums(getTarget(module, options));
  Stage stage(StageKind::Rewrite, options, module);
  InsertCastsOptions insert;
  insert.foldWeights = options.foldWeights;
  insert.markLowSums = options.markLowSums;
  if (options.compute == ComputeKind::Low)
    insert.compute = decision.graph.low;
  if (options.accumulate == ComputeKind::Low)
    insert.accumulate = decision.graph.low;
  IRRewriter rewriter(module.getContext());
  if (failed(
          insertCasts(rewriter, decision.graph, decision.assignment, insert)))
    return failure();
  // The scopes have had their say.
  if (decision.hasScopes)
    inlineAutocastRegions(getTarget(module, options));
  return success();
}

//===----------------------------------------------------------------------===//
// Functions side by side
//===----------------------------------------------------------------------===//

/// Whether all that is asked for can be had function by function: no file or
/// callback that speaks of the module, nothing summed up over it.
static bool canSplit(const AutocastOptions &options, MLIRContext *context) {
  return !options.rule && !options.onReport && !options.target &&
         options.errorRatio == 0 && !options.markLowSums &&
         options.policy.empty() && options.plan.empty() &&
         options.savePlan.empty() && options.profile.empty() &&
         options.report.empty() && !areRemarksEnabled(context);
}

namespace {

/// Keeps what this thread is told to say to itself, from here to the end of the
/// scope.
class Silence {
public:
  Silence() : wasSilent(std::exchange(isSilent, true)) {}
  ~Silence() { isSilent = wasSilent; }
  Silence(const Silence &) = delete;
  Silence &operator=(const Silence &) = delete;

  static bool holds() { return isSilent; }

private:
  static thread_local bool isSilent;
  bool wasSilent;
};

thread_local bool Silence::isSilent = false;

/// What came of one part.
struct PartDecision {
  FailureOr<Decision> decision = failure();
  /// The first op of each name that has no interface.
  SmallVector<Operation *> unlisted;
  /// Whether a contraction gains.
  bool gains = false;
};

} // namespace

/// Warns of the first op of each name without the interface, in the order of
/// the module.
static void warnOfUnlisted(const ModuleTasks &tasks,
                           ArrayRef<PartDecision> parts) {
  // Those of one function in their order.
  std::map<std::pair<size_t, size_t>, Operation *> found;
  for (const PartDecision &part : parts)
    for (auto [index, op] : llvm::enumerate(part.unlisted))
      found[{tasks.getPosition(op), index}] = op;
  llvm::StringSet<> reported;
  for (auto [position, op] : found)
    if (reported.insert(op->getName().getStringRef()).second)
      (void)reportUnlisted(op, UnlistedKind::Warn);
}

/// Solvers leave all values high where not everything that must hold can; then
/// all of the module stays as it is.
static bool mayBeInfeasible(const Assignment &assignment) {
  return llvm::is_contained(assignment.labelLow, true) &&
         !llvm::is_contained(assignment.hasLow, true);
}

/// Decides for each part; none where there is anything to be said but of ops
/// without the interface, which is then said of the module as a whole.
static std::optional<std::vector<PartDecision>>
decideParts(const ModuleTasks &tasks, const AutocastOptions &options,
            MLIRContext *context) {
  std::vector<PartDecision> parts(tasks.size());
  std::atomic<bool> gaveUp = false;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &) {
    if (Silence::holds())
      gaveUp = true;
    return success(Silence::holds());
  });
  parallelFor(context, 0, tasks.size(), [&](size_t index) {
    Silence silence;
    PartDecision &part = parts[index];
    part.decision =
        decide(tasks[index], options, /*ofPart=*/true, [&](Operation *op) {
          part.unlisted.push_back(op);
          return success(options.unlisted != UnlistedKind::Error);
        });
    if (failed(part.decision) || mayBeInfeasible(part.decision->assignment))
      gaveUp = true;
    else
      part.gains = hasGain(*part.decision);
  });
  if (gaveUp)
    return std::nullopt;
  // Where nothing gains in all the module, nothing changes.
  if (llvm::none_of(parts, [](const PartDecision &part) { return part.gains; }))
    for (PartDecision &part : parts)
      part.decision->assignment = part.decision->graph.getUntouched();
  return parts;
}

/// Converts functions that have nothing to do with each other side by side;
/// none where the module has to be converted as a whole.
static std::optional<LogicalResult>
convertParts(ModuleOp module, const AutocastOptions &options) {
  MLIRContext *context = module.getContext();
  if (!canSplit(options, context))
    return std::nullopt;
  std::optional<ModuleTasks> tasks =
      ModuleTasks::split(module, options.minTaskSize);
  if (!tasks)
    return std::nullopt;
  // Not while threads run.
  loadDialects(context);
  std::optional<Stage> stage;
  stage.emplace(StageKind::Decide, options, module);
  AutocastOptions ofParts = options;
  ofParts.instrumentor = nullptr;
  std::optional<std::vector<PartDecision>> parts =
      decideParts(*tasks, ofParts, context);
  if (!parts)
    return std::nullopt;
  stage.reset();
  stage.emplace(StageKind::Rewrite, options, module);
  warnOfUnlisted(*tasks, *parts);
  ParallelDiagnosticHandler handler(context);
  return failableParallelForEachN(context, 0, tasks->size(), [&](size_t index) {
    handler.setOrderIDForThread(index);
    LogicalResult done = applyPrecision(
        (*tasks)[index], std::move(*(*parts)[index].decision), ofParts);
    handler.eraseOrderIDForThread();
    return done;
  });
}

LogicalResult amp::convertToMixedPrecision(ModuleOp module,
                                           const AutocastOptions &options) {
  if (failed(checkOutputs(options, module.getLoc())))
    return failure();
  if (std::optional<LogicalResult> done = convertParts(module, options))
    return *done;
  FailureOr<Decision> decision = decidePrecision(module, options);
  if (failed(decision))
    return failure();
  if (failed(emitDecisionOutput(module, *decision, options)))
    return failure();
  return applyPrecision(module, std::move(*decision), options);
}
