//===- Properties.cpp - What must hold of every module --------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Properties.h"
#include "AmpDialect/Analysis/Assignment.h"
#include "AmpDialect/IR/AccumulationOpInterface.h"
#include "AmpDialect/IR/PrecisionInfo.h"
#include "AmpDialect/Transforms/Autocast.h"
#include "ModuleGenerator.h"
#include "PropertyRuns.h"
#include "Reordering.h"
#include "UserCasts.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

std::vector<Configuration> fuzz::getConfigurations(uint64_t seed,
                                                   bool allowUnlisted) {
  std::vector<Configuration> all;
  for (const char *type : {"f16", "bf16"})
    for (const char *assign : {"optimal", "greedy", "fixpoint"})
      for (bool convert : {false, true}) {
        // The third way takes turns.
        if (StringRef(assign) == "fixpoint" && (seed + convert) % 4 != 0)
          continue;
        Configuration one{type, assign, "", !convert, true};
        one.options = std::string("type=") + type +
                      " unlisted=" + (allowUnlisted ? "ignore" : "error") +
                      " assign=" + assign;
        if (convert)
          one.options += " signature=convert";
        // Minor options take turns too.
        if (seed % 5 == 1)
          one.options += " compute=low";
        if (seed % 7 == 2)
          one.options += " accumulate=low";
        if (seed % 5 == 3)
          one.options += " fold-weights=false";
        if (seed % 11 == 4)
          one.options += " absorb=false";
        one.keepsPrecision = seed % 5 != 1 && seed % 7 != 2;
        all.push_back(one);
      }
  return all;
}

//===----------------------------------------------------------------------===//
// One module, before and after
//===----------------------------------------------------------------------===//

/// Where casts of ours are, and what they give.
using CastPlaces = llvm::DenseSet<std::pair<Location, Type>>;

static std::pair<Location, Type> getPlace(Operation *cast) {
  return {cast->getLoc(), cast->getResult(0).getType()};
}

/// Whether the conversion made the cast: those that the module came with,
/// marked as ours, keep their locations, and stay where nothing folds them.
static bool isNewCast(Operation *op, const CastPlaces &known) {
  return isPrecisionCast(op) && !known.contains(getPlace(op));
}

/// No cast of ours that undoes another. With `accumulateLow` the user asked for
/// a sum to be rounded, by a cast where its op has no low result (tosa.matmul).
static std::string findUndoingCast(ModuleOp module, const CastPlaces &known,
                                   bool accumulateLow) {
  std::string problem;
  module.walk([&](Operation *op) {
    if (!problem.empty() || !isNewCast(op, known))
      return;
    Operation *inner = op->getOperand(0).getDefiningOp();
    if (accumulateLow && inner &&
        isa_and_nonnull<AccumulationOpInterface>(
            inner->getNumOperands() ? inner->getOperand(0).getDefiningOp()
                                    : nullptr))
      return;
    if (isPrecisionCast(inner) &&
        inner->getOperand(0).getType() == op->getResult(0).getType())
      problem = print(op);
  });
  return problem;
}

/// No value that two casts of ours turn into one type. A body casts what it
/// captures for itself, as it extends what it reads: a scalar's cast is free.
static std::string findTwinCast(ModuleOp module, const CastPlaces &known) {
  std::string problem;
  llvm::DenseSet<std::tuple<Value, Type, Operation *>> seen;
  module.walk([&](Operation *op) {
    if (!problem.empty() || !isNewCast(op, known))
      return;
    Value value = op->getOperand(0);
    Operation *body =
        isa<FloatType>(value.getType()) ? op->getParentOp() : nullptr;
    if (!seen.insert({value, op->getResult(0).getType(), body}).second)
      problem = print(op);
  });
  return problem;
}

/// Loops whose carried sums, named by the generator behind the number of all
/// results, became narrower than they were.
static std::string findNarrowedSum(ModuleOp module) {
  std::string problem;
  module.walk([&](LoopLikeOpInterface loop) {
    auto sums = loop->getAttrOfType<DenseI64ArrayAttr>(kWideSums);
    // A pass may have dropped results.
    if (!sums || sums.empty() || sums[0] != loop->getNumResults())
      return;
    // One may have folded a sum to what is the same in each iteration.
    std::optional<MutableArrayRef<OpOperand>> yields =
        loop.getYieldedValuesMutable();
    auto loopOfTwo = dyn_cast<scf::WhileOp>(*loop);
    auto isSum = [&](int64_t index) {
      bool isFixed = yields && yields->size() == loop->getNumResults() &&
                     loop.isDefinedOutsideOfLoop((*yields)[index].get());
      if (loopOfTwo)
        isFixed |= loop.isDefinedOutsideOfLoop(
            loopOfTwo.getConditionOp().getArgs()[index]);
      return !isFixed;
    };
    for (int64_t index : sums.asArrayRef().drop_front())
      if (index < sums[0] && isSum(index) &&
          getElementTypeOrSelf(loop->getResult(index)).getIntOrFloatBitWidth() <
              32)
        problem = "result " + std::to_string(index) + " of " +
                  loop->getName().getStringRef().str();
  });
  return problem;
}

static std::vector<Type> getPublicTypes(ModuleOp module) {
  std::vector<Type> types;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (SymbolTable::getSymbolVisibility(function) ==
        SymbolTable::Visibility::Public)
      types.push_back(function.getFunctionType());
  return types;
}

/// What amp-verify-precision says, by line and column: the conversion keeps
/// locations.
static std::vector<std::pair<Location, std::string>>
findPrecisionErrors(ModuleOp module) {
  PassManager manager(module.getContext(), "builtin.module");
  manager.enableVerifier(false);
  Messages messages(*module.getContext());
  if (failed(parseModulePipeline("builtin.module(amp-verify-precision)",
                                 manager, llvm::errs())))
    return {{module.getLoc(), "amp-verify-precision is not registered"}};
  (void)manager.run(module);
  return messages.errors;
}

//===----------------------------------------------------------------------===//
// Checker
//===----------------------------------------------------------------------===//

namespace {
/// Names of the properties, in the order of the table.
enum Property : unsigned {
  Converts,
  VerifiesInStock,
  KeepsSignature,
  KeepsUserCasts,
  NoUndoingCasts,
  OneCastPerType,
  NeverLow,
  KeepsSums,
  Idempotent,
  SameAfterPrint,
  SameOnThreads,
  SameFromBytecode,
  SameInAnyOrder,
  FoldsCasts,
  OptimalCost,
  NumProperties
};
} // namespace

static constexpr const char *kNames[NumProperties] = {
    "converts",          "verifies-in-stock", "keeps-signature",
    "keeps-user-casts",  "no-undoing-casts",  "one-cast-per-type",
    "precision",         "keeps-sums",        "idempotent",
    "same-after-print",  "same-on-threads",   "same-from-bytecode",
    "same-in-any-order", "folds-casts",       "optimal-cost"};

std::vector<std::string> fuzz::getPropertyNames() {
  return {std::begin(kNames), std::end(kNames)};
}

struct Checker::State {
  State(const DialectRegistry &registry, const DialectRegistry &stockRegistry,
        bool allowUnregistered)
      : pool(llvm::hardware_concurrency(2)),
        context(registry, MLIRContext::Threading::DISABLED),
        other(registry, MLIRContext::Threading::DISABLED),
        threaded(registry, MLIRContext::Threading::DISABLED),
        stock(stockRegistry, MLIRContext::Threading::DISABLED) {
    threaded.setThreadPool(pool);
    for (MLIRContext *one : {&context, &other, &threaded})
      one->allowUnregisteredDialects(allowUnregistered);
    stock.allowUnregisteredDialects();
  }

  /// One property of one configuration; false ends the configuration.
  bool expect(Property property, const std::string &problem) {
    ++counts[property];
    if (problem.empty())
      return true;
    failures.push_back(std::string(kNames[property]) + ", " + pipeline + ": " +
                       StringRef(problem).rtrim().str());
    return false;
  }

  bool wanted(Property property) const {
    return only.empty() || only == kNames[property];
  }

  void checkConfiguration(const Configuration &configuration, unsigned turn);
  bool checkCasts(ModuleOp result);
  void checkOther(Property property, unsigned turn, ModuleOp result);
  std::string convertAgain(MLIRContext &where, const std::string &source,
                           StringRef options = "");
  std::string convertReordered(uint64_t seed, ModuleOp result);
  void checkFolding(ModuleOp module, const char *when);
  void checkCosts(const Configuration &configuration, ModuleOp module);

  // Before the contexts: they use it until they end.
  llvm::DefaultThreadPool pool;
  MLIRContext context, other, threaded, stock;
  uint64_t counts[NumProperties] = {};
  std::vector<std::string> failures;
  std::string text, pipeline, only;
  /// The module as it came, and what is known of it.
  OwningOpRef<ModuleOp> original;
  UserCasts userCasts;
  std::vector<Type> types;
  /// Errors and casts that the module came with are not the conversion's.
  llvm::DenseSet<Location> known;
  CastPlaces knownCasts;
  /// The result of the configuration under way.
  std::string converted;
};

/// `source` through the pipeline in another context, with further `options` of
/// the pass.
std::string Checker::State::convertAgain(MLIRContext &where,
                                         const std::string &source,
                                         StringRef options) {
  std::string problem;
  OwningOpRef<ModuleOp> module = parse(where, source, problem);
  if (!module)
    return problem;
  StringRef end = "})";
  problem = runPipeline(
      *module,
      (StringRef(pipeline).drop_back(end.size()) + options + end).str());
  if (!problem.empty())
    return problem;
  return printForComparison(*module) == converted ? "" : "the results differ";
}

/// The module with its ops in another order; `result` is the conversion's.
std::string Checker::State::convertReordered(uint64_t seed, ModuleOp result) {
  OwningOpRef<ModuleOp> module(original->clone());
  reorder(*module, seed);
  std::string problem = runPipeline(*module, pipeline);
  if (problem.empty())
    problem = findOtherOp(result, *module);
  return problem.empty() ? ""
                         : "in order " + std::to_string(seed) + ", " + problem;
}

/// The same ops, types, attributes and values: cheaper than to print both.
static bool isSame(ModuleOp a, ModuleOp b) {
  // Upstream's comparison knows no values that are read, in the text, before
  // their definition; their texts tell then.
  return OperationEquivalence::isEquivalentTo(
             a, b, OperationEquivalence::IgnoreLocations) ||
         printForComparison(a) == printForComparison(b);
}

static std::string printGeneric(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().printGenericOpForm());
  return text;
}

static std::string toBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  return succeeded(writeBytecodeToFile(module, stream)) ? bytes : "";
}

void Checker::State::checkFolding(ModuleOp module, const char *when) {
  const std::string fold = "builtin.module(amp-fold-casts)";
  std::string problem = runPipeline(module, fold);
  OwningOpRef<ModuleOp> once(module.clone());
  if (problem.empty())
    problem = runPipeline(module, fold);
  if (problem.empty() && !isSame(module, *once))
    problem = "folding twice differs from once";
  expect(FoldsCasts, problem.empty() ? "" : when + (": " + problem));
}

/// The minimum cut is never dearer than the other two, under its own model.
void Checker::State::checkCosts(const Configuration &configuration,
                                ModuleOp module) {
  AutocastOptions options;
  options.type = configuration.type;
  options.unlisted = UnlistedKind::Ignore;
  options.signature = configuration.keepsSignature ? SignatureKind::Keep
                                                   : SignatureKind::Convert;
  Messages messages(*module.getContext());
  FailureOr<Decision> decision = decidePrecision(module, options);
  if (failed(decision)) {
    expect(OptimalCost, "no decision: " + messages.text);
    return;
  }
  const PrecisionGraph &graph = decision->graph;
  Assignment optimal = assignOptimal(graph);
  std::string why, problem;
  if (!graph.isFeasible(optimal, &why) && graph.isFeasible(graph.getAllHigh()))
    problem = "the optimum is not feasible: " + why;
  auto compare = [&](const char *name, const Assignment &assignment) {
    if (!graph.isFeasible(assignment, &why))
      return;
    int64_t theirs = graph.objective(assignment),
            ours = graph.objective(optimal);
    if (problem.empty() && ours > theirs)
      problem = "the optimum costs " + std::to_string(ours) + ", " + name +
                " " + std::to_string(theirs);
  };
  compare("greedy", assignGreedy(graph));
  compare("fixpoint", assignLowUnlessForbidden(graph));
  compare("all high", graph.getAllHigh());
  expect(OptimalCost, problem);
}

bool Checker::State::checkCasts(ModuleOp result) {
  bool accumulateLow = StringRef(pipeline).contains("accumulate=low");
  bool holds = expect(NoUndoingCasts,
                      findUndoingCast(result, knownCasts, accumulateLow));
  holds &= expect(OneCastPerType, findTwinCast(result, knownCasts));
  holds &= expect(KeepsUserCasts, userCasts.compare(result));
  return holds;
}

/// The dearer properties take turns over the configurations.
void Checker::State::checkOther(Property property, unsigned turn,
                                ModuleOp result) {
  if (property == SameInAnyOrder) {
    expect(property, convertReordered(turn, result));
    return;
  }
  std::string problem;
  OwningOpRef<ModuleOp> source = parse(other, text, problem);
  if (!source) {
    expect(property, problem);
    return;
  }
  if (converted.empty() && property != VerifiesInStock &&
      property != FoldsCasts)
    converted = printForComparison(result);
  switch (property) {
  case SameAfterPrint:
    expect(property, convertAgain(other, turn % 8 < 4 ? print(*source)
                                                      : printGeneric(*source)));
    return;
  case SameOnThreads:
    expect(property, convertAgain(threaded, text, " min-task-size=1"));
    return;
  case SameFromBytecode:
    expect(property, convertAgain(context, toBytecode(*source)));
    return;
  case VerifiesInStock:
    // Generic: rules of the user stay, and upstream has no syntax for them.
    (void)parse(stock, printGeneric(result), problem);
    expect(property, problem);
    return;
  default:
    checkFolding(result, "after conversion");
    checkFolding(*source, "as it came");
  }
}

void Checker::State::checkConfiguration(const Configuration &configuration,
                                        unsigned turn) {
  pipeline = configuration.getPipeline();
  if (turn % 4 == 0 && wanted(OptimalCost))
    checkCosts(configuration, *original);
  OwningOpRef<ModuleOp> module(original->clone());
  if (!expect(Converts, runPipeline(*module, pipeline)))
    return;
  bool precision = configuration.keepsPrecision && wanted(NeverLow);
  std::string problem;
  if (precision) {
    for (const auto &[location, message] : findPrecisionErrors(*module))
      if (problem.empty() && !known.contains(location))
        problem = message;
    expect(NeverLow, problem);
  }
  if (configuration.keepsPrecision && wanted(KeepsSums))
    expect(KeepsSums, findNarrowedSum(*module));
  checkCasts(*module);
  if (configuration.keepsSignature)
    expect(KeepsSignature, getPublicTypes(*module) == types
                               ? ""
                               : "a public signature changed");
  converted.clear();
  // A scope is gone after the first time, with all that it said.
  if (wanted(Idempotent) && !StringRef(text).contains("amp.autocast")) {
    OwningOpRef<ModuleOp> again(module->clone());
    problem = runPipeline(*again, pipeline);
    if (problem.empty() && !isSame(*again, *module))
      problem = "the results differ";
    expect(Idempotent, problem);
  }
  static constexpr Property turns[] = {SameAfterPrint,   SameOnThreads,
                                       SameFromBytecode, FoldsCasts,
                                       VerifiesInStock,  SameInAnyOrder};
  for (unsigned i = 0; i < std::size(turns); ++i)
    if (only.empty() ? i == turn % std::size(turns) : wanted(turns[i]))
      checkOther(turns[i], turn, *module);
}

Checker::Checker(const DialectRegistry &registry, const DialectRegistry &stock,
                 bool allowUnregistered)
    : state(std::make_unique<State>(registry, stock, allowUnregistered)) {}
Checker::~Checker() = default;

std::vector<std::string> Checker::check(const std::string &text, uint64_t seed,
                                        StringRef only) {
  state->text = text;
  state->only = only.str();
  state->failures.clear();
  std::string problem;
  state->pipeline = "as it came";
  state->original = parse(state->context, text, problem);
  if (!state->expect(Converts, problem))
    return state->failures;
  state->userCasts = UserCasts(*state->original);
  state->types = getPublicTypes(*state->original);
  state->known.clear();
  for (const auto &error : findPrecisionErrors(*state->original))
    state->known.insert(error.first);
  state->knownCasts.clear();
  state->original->walk([&](Operation *op) {
    if (isPrecisionCast(op))
      state->knownCasts.insert(getPlace(op));
  });
  unsigned turn = 0;
  for (const Configuration &configuration :
       getConfigurations(seed, state->context.allowsUnregisteredDialects()))
    state->checkConfiguration(configuration, seed + turn++);
  state->original = nullptr;
  std::vector<std::string> failures;
  for (const std::string &failure : state->failures)
    if (only.empty() || StringRef(failure).starts_with((only + ",").str()))
      failures.push_back(failure);
  return failures;
}

std::vector<std::pair<std::string, uint64_t>> Checker::getCounts() const {
  std::vector<std::pair<std::string, uint64_t>> counts;
  for (unsigned i = 0; i < NumProperties; ++i)
    counts.push_back({kNames[i], state->counts[i]});
  return counts;
}
