//===- PrecisionGraphBuilder.h - From a module to its graph -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library: the builder and the sweeps it runs at the end.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_PRECISIONGRAPHBUILDER_H
#define AMPDIALECT_LIB_ANALYSIS_PRECISIONGRAPHBUILDER_H

#include "AmpDialect/Analysis/PrecisionGraph.h"
#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "AmpDialect/IR/InterfaceCache.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/Allocator.h"
#include <array>

namespace mlir::amp {

/// What the ops, uses and values of a graph hold at all.
struct GraphContents {
  /// The first op that sums over a dimension, kNone if there is none.
  GraphIndex firstSum = kNone;
  /// What any op does to numbers, or to a single operand.
  NumericTraits traits = NumericTraits::None;
  bool anyParameter = false, anyNever = false, anyPinned = false;
  /// Some value is a number that the low type does not hold (see hasExtreme).
  bool anyExtreme = false;
  /// Some op multiplies or divides, whatever bodies compute in.
  bool anyFactor = false;
  /// Some op has results, none of which takes part; some op widens.
  bool anyOutside = false, anyWidening = false;
  /// Some op makes a view and is not marked as movement.
  bool anyOtherView = false;
  /// Bodies compute in the low type: differences count no more.
  bool computesLow = false;
  /// Ops that have a pole (see OperandInfo::pole).
  std::vector<GraphIndex> poleReaders;

  bool hasSum() const { return firstSum != kNone; }
  bool has(NumericTraits wanted) const { return hasAny(traits, wanted); }
  /// Adds op number `index`.
  void add(NumericTraits ofOp, GraphIndex index) {
    if (!hasSum() && hasAny(ofOp, NumericTraits::AdditiveReduction))
      firstSum = index;
    traits |= ofOp;
  }
};

class ValueRanges;

class PrecisionGraphBuilder {
public:
  PrecisionGraphBuilder(Operation *root, const PrecisionGraphOptions &options);
  FailureOr<PrecisionGraph> run();

private:
  /// Labels of a function's arguments and results; kNone where the type is
  /// kept.
  struct FunctionLabels {
    SmallVector<GraphIndex> arguments, results;
  };
  /// Interfaces of the ops of one name.
  struct NameTraits {
    InterfaceAnswer<MixedPrecisionOpInterface> asMixedPrecision;
    bool isRegionBranch = false, isBranch = false, isCall = false;
    /// One of these, or a terminator that hands on.
    bool isControlFlow = false;
    bool isConstant = false, isCast = false;
    InfoDependence dependence = InfoDependence::Structure;
  };

  /// Makes room for the values that have a range: nearly all, as a rule.
  void reserve();
  /// Whether something other than a call may refer to `function`.
  bool mayEscape(FunctionOpInterface function);
  void visitFunction(FunctionOpInterface function);
  void visitRegionBranch(Operation *op);
  void visitBranch(Operation *op);
  void visitCall(Operation *op, FunctionOpInterface callee);
  /// Lays down what `op`, which is control flow, hands on.
  void visitControlFlow(Operation *op, const NameTraits &traits);
  /// Adds `op`; with `keepHigh`, whatever it answers.
  LogicalResult visitOp(Operation *op, bool keepHigh = false);
  /// What it costs that contraction `op` stays high; with `isRuled`, a rule
  /// wants it low.
  void priceContraction(const OpNode &op, bool isRuled);
  LogicalResult visitOwnedRegions(Operation *op);
  /// Lays down the results; a rule may have asked for them in `ruled`.
  void addResults(Operation *op, GraphIndex opNode, const OpPrecisionInfo &info,
                  bool keepHigh, FloatType ruled);
  /// Whether `source` is a view of `view`, which is to be one of `source`: in
  /// dead code, and in regions without an order.
  bool closesCycle(GraphIndex source, GraphIndex view);
  void addOperands(Operation *op, GraphIndex opNode,
                   const OpPrecisionInfo &info);
  /// Whether `value`, each element of which serves `reuse` points, is a scale,
  /// bias or statistic to an op of these traits.
  bool isParameter(GraphIndex value, int64_t reuse, NumericTraits traits) const;
  /// Lays down how `operand`, which is neither carried nor viewed, is read.
  void addRead(OpOperand &operand, GraphIndex value, GraphIndex opNode,
               const OpPrecisionInfo &info);
  /// Makes all that takes part in `info` keep its type.
  static void setAllHigh(OpPrecisionInfo &info);
  /// Accumulators and the values they start from take the op's label.
  static void accumulateLow(OpPrecisionInfo &info);
  /// No op holds casts: one type for all that it reads and writes.
  static void forbidAbsorption(OpPrecisionInfo &info);
  /// Whether a rule may choose the type of a result by itself: not that of a
  /// view or of what is made from nothing, nor one that is tied to operands.
  static bool isWrittenApart(ResultRole role);
  /// Takes `change` into `info`. What cannot be had, goes from `change`.
  void applyOverride(OpOverride &change, OpPrecisionInfo &info, OpNode &node);
  /// Whether `type`, which `change` asks for, is one of this conversion's.
  bool isOneOfTwo(FloatType type, const OpOverride &change, Operation *op);
  /// Has the value of `node`, a result of `op`, stored low, whatever the op
  /// reads; false if the low type cannot hold it.
  bool storeLow(ValueNode &node, GraphIndex op, ResultRole role);
  /// Fixes the results that `op` writes at the type of its operands to the type
  /// that a rule asks for; warns of those that have none of their own.
  void fixResults(const OpNode &op, const OpOverride &change);
  /// Fixes what `op`, a loop, a choice or a call, hands on.
  void fixCarried(const OpNode &op, const OpOverride &change);

  /// What is asked of each value's type, several times.
  struct TypeFacts {
    Type type;
    bool participates = false;
    int64_t elements = 0;
  };
  const TypeFacts &getFacts(Type type);
  bool participates(Value value) {
    return getFacts(value.getType()).participates;
  }
  bool participates(Operation *op);
  InterfaceCache<FunctionOpInterface> asFunction;
  const NameTraits &getTraits(Operation *op);
  /// Whether `op` writes floats of a type that is neither of the two.
  bool writesOther(Operation *op) const;
  /// What keeps a product from being one of low factors: a factor that takes no
  /// part and has another type, or the type of the sums.
  std::optional<StringLiteral> findOtherType(Operation *op,
                                             const OpPrecisionInfo &info) const;
  /// Whether an op that works at one type meets one that stays: a float as
  /// small as the low one and another (no cast goes from one to the other), or
  /// a tensor that takes no part.
  bool meetsTypeThatStays(Operation *op, const OpPrecisionInfo &info) const;
  /// Asks `op`; what keeps it from working in the low type goes into the
  /// answer. One that does not fit the op is an error.
  void question(MixedPrecisionOpInterface op, OpPrecisionInfo &info);
  /// What `op` says; holds until the next question.
  const OpPrecisionInfo &ask(MixedPrecisionOpInterface op,
                             const NameTraits &traits);
  /// The same of any op, with the ties it asks for; null after an error.
  const OpPrecisionInfo *askOrAssume(Operation *op, const NameTraits &traits);
  /// Adds what `op` decides by, if it is a branch to more than one block.
  void addBranchConditions(Operation *op);
  /// Adds the truth values that terminators in `loop` take, but for those that
  /// are `handedOn`.
  void addConditions(Operation *loop,
                     llvm::function_ref<bool(OpOperand &)> handedOn);
  /// Lays down `ties`, which `op` asks for.
  LogicalResult visitTies(Operation *op, ArrayRef<PrecisionTie> ties);
  /// Lays down the ties that `op` asks for.
  LogicalResult addTies(MixedPrecisionOpInterface op);
  /// What the op of `node` said, as options and a rule change it. What of
  /// `change` cannot be had, goes from it.
  const OpPrecisionInfo &adapt(const OpPrecisionInfo &said, OpNode &node,
                               std::optional<OpOverride> &change,
                               bool keepHigh);
  GraphIndex getValue(Value value);
  /// Adds the node of `value`, whose range is `range`.
  void addValue(Value value, const ValueEntry &entry);
  GraphIndex makeLabel(GraphIndex op, Binding binding);
  /// The label of the op's operands and results, made when first asked for.
  GraphIndex getOwnLabel(GraphIndex opNode);
  GraphIndex findLabel(GraphIndex label);
  void uniteLabels(GraphIndex a, GraphIndex b);
  /// Keeps what has `label`, a root, high.
  void fixHigh(GraphIndex label);
  /// Makes `value` carried: labelled, not written. Returns its label.
  GraphIndex getCarriedLabel(Value value);
  void tie(OpOperand &operand, ValueRange targets);
  void addUse(OpOperand &operand, GraphIndex value, GraphIndex op, UseKind kind,
              GraphIndex label, int64_t elements);
  /// Marks the last use as what `role` says, and notes that there is one.
  void setDelicacy(const OperandInfo &role, bool isParameter);
  /// How often what stands in a region of `parent` is run.
  int64_t getTripsIn(Operation *parent);
  int64_t computeTrips(Operation *parent);
  /// Finds out how often private functions are run by all who call them.
  void findFunctionTrips();
  const FunctionLabels &getLabels(FunctionOpInterface function);
  /// After unions: in the order of first appearance.
  void renumberLabels();
  /// Judges ranges that end just within the low type's as if they did not:
  /// where something is stored low already, a constant may have been rounded,
  /// and the range have ended beyond it before.
  void judgeNearLimits(ValueRanges getRange);
  void finish();

  Operation *root;
  const PrecisionGraphOptions &options;
  PrecisionGraph graph;
  LowTypeLimits limits;
  SymbolTableCollection symbols;
  /// Functions that something other than a call refers to, once asked for;
  /// nothing where an op might refer to any: one that is not registered.
  std::optional<llvm::DenseSet<Operation *>> escaping;
  bool hasEscaping = false;
  llvm::DenseMap<Operation *, FunctionLabels> functions;
  OpNameTable<NameTraits> nameTraits;
  /// What an op said, which others that are equal in what it depends on need
  /// not be asked again; by their hash, one for all that share a place.
  struct Answer {
    Operation *asked;
    OpPrecisionInfo info;
  };
  static bool holdsFor(const Answer &answer, Operation *op,
                       InfoDependence dependence);
  std::array<Answer *, 1024> answers = {};
  llvm::SpecificBumpPtrAllocator<Answer> answerAllocator;
  /// By the type's address, one for all that share a place.
  std::array<TypeFacts, 128> typeFacts;
  /// Label that an operand of a branch, terminator or call is tied to.
  llvm::DenseMap<OpOperand *, GraphIndex> carried;
  llvm::DenseMap<Operation *, int64_t> regionTrips;
  /// Of private functions, 0 while it is being found out.
  llvm::DenseMap<Operation *, int64_t> functionTrips;
  /// What loops and branches decide by.
  SmallVector<Value> conditions;
  /// There are loops, branches or calls: values may depend on themselves.
  bool mayRecur = false;
  /// The same through what calls a public function.
  bool anyHandedBack = false;
  /// The region op asked about last, and its answer.
  Operation *lastParent = nullptr;
  int64_t lastTrips = 1;
  LargeArray<GraphIndex> labelParent;
  bool anyUnion = false;
  /// An op gave an answer that does not fit it.
  bool contradicted = false;
  /// Some view comes before what it views.
  bool anyLateSource = false;
  GraphContents contents;
  OpPrecisionInfo info;
  /// The regions of the op visited last are its own arithmetic.
  bool ownsRegions = false;
  /// Ops of fixed types on which a rule was wasted; each is named once.
  llvm::DenseSet<OperationName> fixedNames;
  /// Ops for which a rule asks for a type that is none of the two.
  llvm::DenseSet<std::pair<OperationName, Type>> otherTypes;
};

/// What ops do that sum over a dimension, or that reduce in any way.
inline constexpr NumericTraits kSums =
    NumericTraits::Contraction | NumericTraits::AdditiveReduction;
inline constexpr NumericTraits kReductions =
    kSums | NumericTraits::OrderReduction;
/// What ops do that multiply two values or scale one.
inline constexpr NumericTraits kMultiplies =
    NumericTraits::Product | NumericTraits::Scale;
/// What ops do that make a product of data, with itself or with other data.
inline constexpr NumericTraits kPowers =
    NumericTraits::Product | NumericTraits::Square;

/// No op takes more than so many data from each other that are all like that.
inline constexpr size_t kMostTerms = 4;

/// Marks weights: values moved from constants and arguments alone that feed a
/// contraction, or that come from constants alone.
void markWeights(PrecisionGraph &graph, const GraphContents &contents);

/// Pins what public functions add to or scale and return, for callers that hand
/// it in again. Returns whether there is any.
bool pinHandedBack(PrecisionGraph &graph);

/// The ranges of values, of those in a graph without a search. False where no
/// analysis ran.
class ValueRanges {
public:
  ValueRanges(const PrecisionGraph &graph, const RangeAnalysis *analysis)
      : graph(graph), analysis(analysis) {}
  explicit operator bool() const { return analysis; }
  const FloatRange &operator()(Value value) const {
    return analysis->lookup(graph.lookupEntry(value));
  }
  const FloatRange &operator()(GraphIndex value) const {
    return analysis->getRanges()[graph.rangeIds[value]];
  }

private:
  const PrecisionGraph &graph;
  const RangeAnalysis *analysis;
};

/// Pins squares and products high that feed an additive reduction through ops
/// that only move or scale them, or an accumulator where the low type has less
/// range; `firstSum` is the first op that sums. Not what a gate made of it lets
/// through (hard swish).
void pinSecondMoments(PrecisionGraph &graph, GraphIndex firstSum,
                      ValueRanges getRange);

/// The same before a sum over a window that slides (local response norms,
/// p-norm poolings), and what ops without other data make of such a sum, up to
/// a root. Returns whether there is any.
bool pinMomentsOfWindows(PrecisionGraph &graph, ValueRanges getRange);

/// Pins what loops, and functions of `root` that call themselves, carry and add
/// to or scale in each iteration. Returns whether there is any.
bool pinRecurrences(PrecisionGraph &graph, Operation *root,
                    ValueRanges getRange);

/// Pins what the states of loops go through that end when those change no more,
/// products too; `conditions` are what control flow decides by. Returns whether
/// there is any.
bool pinConvergence(PrecisionGraph &graph, Operation *root,
                    ArrayRef<Value> conditions, ValueRanges getRange);

/// How values are kept for what is made of them.
struct ChainRule {
  Binding binding;
  /// Whether a use is where a chain ends.
  llvm::function_ref<bool(const OpNode &, const Use &)> starts;
  /// Ops whose operands are in no chain of their results.
  NumericTraits barriers;
  /// What a chain reads is kept for it even if others read it, too: their
  /// casts cost less than what it would lose.
  bool keepsShared = false;
  /// So are results of contractions that others read, although they are as
  /// rough as what those read.
  bool keepsSharedProducts = true;
  /// More ops whose operands are in no chain of their results; may be null.
  llvm::function_ref<bool(const OpNode &)> bars = nullptr;
};

/// Backward: values whose every use (any use, with `keepsShared`) is what
/// `starts` says, or by an op all of whose results are such values. A rounding
/// on the way may change the integer, turn the angle or lose the small number;
/// an angle may be a product of positions and rates.
void pinChain(PrecisionGraph &graph, const ChainRule &rule);

/// Pins weighted sums of squares or products less the squares or products of
/// such sums, and has the products of matrices behind them computed high.
/// Returns whether there is any.
bool pinLocalVariances(PrecisionGraph &graph);

/// Pins sums with logarithms on their way to an exponential or a total.
void pinLogarithms(PrecisionGraph &graph);

/// Pins powers that products of matrices sum up before a logarithm, which is
/// known by what it pinned, and has those products computed high. Returns
/// whether there is any.
bool pinSpectra(PrecisionGraph &graph);

/// Whether `op` makes a power: a square, or the product of a value with itself,
/// which may be stored low by an earlier conversion.
bool makesPower(const OpNode &op);

/// Has the products that make a spectrum of the inputs, and all between them
/// and the logarithm of its powers, computed high. `getRange` may be null.
/// Returns whether there is any.
bool pinInputSpectra(PrecisionGraph &graph, ValueRanges getRange);

/// What has the label keeps its type, unless a rule has spoken; nothing for
/// kNone.
void fixLabelHigh(PrecisionGraph &graph, GraphIndex label, Binding binding);

/// Whether the low type has subnormals where the high one has normal numbers.
bool losesSmallNumbers(const PrecisionGraph &graph);

/// Pins what a remainder is taken of: a number of which an integer is made,
/// with `cutsToIntegers`, and what takes that from it.
void pinRemainders(PrecisionGraph &graph,
                   llvm::function_ref<bool(const OpNode &)> cutsToIntegers);

/// The value that `value` is moved from, through views and ops that only move
/// elements; at most some steps back.
GraphIndex findMovedValue(const PrecisionGraph &graph, GraphIndex value);

/// Pins `value` and what is between it and the value that it is moved from, but
/// not that one, which is returned (findMovedValue).
GraphIndex pinMoved(PrecisionGraph &graph, GraphIndex value, Binding binding);

/// Pins `value` and all that it is made of, but for constants and what is
/// pinned already, and has the ops between read that high.
void pinAllBehind(PrecisionGraph &graph, GraphIndex value, Binding binding);

/// The op that made what `value` is moved from, null if the graph has none.
const OpNode *findMovedMaker(const PrecisionGraph &graph, GraphIndex value);

/// The value of the one use of `op` that `counts`; kNone if there is none, or
/// several.
GraphIndex findOnlyRead(const PrecisionGraph &graph, const OpNode &op,
                        llvm::function_ref<bool(const Use &)> counts);

/// Whether all that `value` is made of, seen through moves and through ops that
/// `follows`, `isSource`; false where that is more than a few values.
bool areSourcesOf(const PrecisionGraph &graph, GraphIndex value,
                  llvm::function_ref<bool(GraphIndex)> isSource,
                  llvm::function_ref<bool(const OpNode &)> follows);

/// Whether a factor or divisor that makes a number of reach `after` from one of
/// `before` leaves it about as large.
inline bool staysAsLarge(double before, double after) {
  return after >= 0.5 * before && after <= 2 * before;
}

/// The range of the constant that `value` is, perhaps moved; none if it is not
/// one. `getRange` may be null: then nothing is known.
std::optional<FloatRange> getConstantRange(const PrecisionGraph &graph,
                                           GraphIndex value,
                                           ValueRanges getRange);

/// Has `use` read the value in the high type, which may mean that its op
/// computes in that, because of `binding`.
void readHigh(PrecisionGraph &graph, Use &use, Binding binding);

/// The same of all uses of the values that `isHigh` says so of, but for
/// products of matrices, which read them low as their other factor, and control
/// flow.
void readHighBesideProducts(PrecisionGraph &graph, Binding binding,
                            function_ref<bool(GraphIndex)> isHigh);

/// Pins `pending` and what they are made of, by ops that `follows` lets pass.
/// Returns whether anything was to be pinned.
bool pinTerms(PrecisionGraph &graph, SmallVector<GraphIndex> pending,
              Binding binding,
              llvm::function_ref<bool(const OpNode &)> follows);

/// Whether `value` is an argument of a public function, or moved from one or
/// from a constant: it is there in the high type.
bool isInputValue(const PrecisionGraph &graph, GraphIndex value);

/// Whether `use` reads as many elements as `op` makes, not a parameter that was
/// repeated for them.
bool readsData(const PrecisionGraph &graph, const OpNode &op, const Use &use);

/// The uses by which the body of `op` looks something up, as gathers do.
MutableArrayRef<Use> getLookups(PrecisionGraph &graph, const OpNode &op);

/// The uses of `op`, and those behind them by which its body looks something
/// up.
MutableArrayRef<Use> getUsesAndLookups(PrecisionGraph &graph, const OpNode &op);

/// Has what computes on what is made of inputs alone read that high, and, as
/// far as `contents` has them, differences and comparisons of what sums and
/// delicate ops made and differences of two values with the same input as a
/// summand, or of an input and a value with another one, and all on the way to
/// them. `getRange` may be null. Returns whether any value is pinned.
bool pinUnrounded(PrecisionGraph &graph, const GraphContents &contents,
                  ValueRanges getRange);

/// Whether a value with this binding belongs to a chain that a rounding of what
/// it starts from would spoil.
bool isFragile(Binding binding);

/// Has what is pinned on the way to an integer, an angle, a logarithm, a pole
/// or a difference read inputs as they came.
void readInputsOfChains(PrecisionGraph &graph);

/// What a loop or a branch hands on to `value`, one of its results or of the
/// arguments of its regions; none of another op.
SmallVector<Value, 2> getHandedOn(Value value);

/// Visits the ops that hand on to what `op` makes or its regions are given:
/// itself and its terminators.
void forEachPoint(Operation *op, llvm::function_ref<void(Operation *)> visit);

/// As the interface's getSuccessorInputOperandMapping, each list in the order
/// of the program: that one's go by addresses, from run to run.
RegionBranchInverseSuccessorMapping
getInverseMapping(RegionBranchOpInterface op);

/// Pins what is compared with the largest or the smallest of its own elements:
/// rounded, others are as large. Returns whether any value is pinned.
bool pinComparisons(PrecisionGraph &graph);

/// Whether `op` makes an index or a mask by comparing.
bool makesIndices(const OpNode &op);

/// Has what makes a mask or an index of a value that there is in the high type
/// for others read that one: a low copy for its sake saves little, and turns
/// ties.
void readHighWhatIsCompared(PrecisionGraph &graph);

/// Has differences that may cancel, and products of decays, read what there is
/// in the high type. Returns whether any value is pinned.
bool pinDifferences(PrecisionGraph &graph, ValueRanges getRange);

/// Keeps sums with a constant that is taken away again further on, and what
/// lies between. Returns whether any value is pinned.
bool pinOffsets(PrecisionGraph &graph, ValueRanges getRange);

/// The body of `op`, null unless it is one block with an argument for each
/// operand.
Block *getBodyOfOperands(Operation *op);

/// Whether the body of `op` adds a step to what it reads of an operand that
/// `isState` says so of, perhaps times a factor about one: `most` times as
/// large as that at most, as ranges tell.
bool addsSmallStepTo(Operation *op, double most, ValueRanges getRange,
                     llvm::function_ref<bool(OpOperand &)> isState);

/// Whether `op` multiplies by a single number, spread or captured, that is no
/// constant; false for null.
bool scalesByNumber(Operation *op);

/// Keeps `value` high, and what it is a sum of, for a few sums back.
void keepSums(PrecisionGraph &graph, GraphIndex value);

/// Has what both factors of a product are, less their own means, be taken from
/// the high type; `firstSum` is the first op that sums. Returns whether any
/// value is pinned.
bool pinCovariances(PrecisionGraph &graph, GraphIndex firstSum);

/// Has differences of what one value has become in two ways, by sums or by
/// movements, read all behind that in the high type. `getRange` may be null.
/// Returns whether any value is pinned.
bool pinCommonStarts(PrecisionGraph &graph, ValueRanges getRange);

/// Has what reads exponentials without an upper end, other than products, read
/// them high. Returns whether any value is pinned.
bool pinOpenExponentials(PrecisionGraph &graph, const GraphContents &contents,
                         ValueRanges getRange);

/// Has what other data makes of squares without a bound, other than products of
/// matrices, read and written high. Returns whether any value is pinned.
bool pinOpenPowers(PrecisionGraph &graph);

/// Has what multiplies by numbers that the low type may not hold, or as
/// subnormals alone, write and read high, but for products of matrices. With
/// `anyExtreme`, there are such outside of bodies (see hasExtreme). Returns
/// whether any value is pinned.
bool pinExtremeFactors(PrecisionGraph &graph, bool anyExtreme,
                       ValueRanges getRange);

/// Whether all numbers in one of `ranges` are such, for `low`.
bool hasExtreme(ArrayRef<FloatRange> ranges, FloatType low);

/// Pins numbers of an even grid to which the network adds an offset, and what
/// is made of such places. `getRange` may be null. Returns whether there is
/// any.
bool pinPositions(PrecisionGraph &graph, ValueRanges getRange);

/// Has what is divided by its own size, or by the largest of its own elements,
/// be read as it was made on the way to both. `getRange` may be null. Returns
/// whether any value is pinned.
bool pinOwnQuotients(PrecisionGraph &graph, ValueRanges getRange);

/// Keeps what several small steps in a row are added to. `getRange` may be
/// null. Returns whether any value is pinned.
bool pinWrittenSteps(PrecisionGraph &graph, ValueRanges getRange);

/// What moves an input to where nobody reads it low reads it high: a low copy
/// of a table would round for nothing what is looked up in it.
void readHighWhatStaysHigh(PrecisionGraph &graph);

/// Whether any op takes elements of a value from others of the same, or adds
/// them to those: what the next two rules start from.
bool hasSelfDifference(const PrecisionGraph &graph);

/// Pins sums, the elements of which are taken from one another, or added to one
/// another, for exponents. Returns whether there are any.
bool pinSegmentSums(PrecisionGraph &graph);

/// Pins running sums that are written as several sums of parts of one value.
/// Returns whether there are any.
bool pinPrefixSums(PrecisionGraph &graph);

/// Pins what is made before poles (divisors, logarithms) that sums may cancel
/// to; `readers` are the ops with poles, by number.
void pinPoles(PrecisionGraph &graph, ArrayRef<GraphIndex> readers,
              ValueRanges getRange);

/// Pins statistic chains, second moments and small parameters high, and adds
/// the implications of values that NEVER ops make. `getRange` is null where
/// nothing is known.
void pinNumericRegions(PrecisionGraph &graph, const GraphContents &contents,
                       ValueRanges getRange);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_PRECISIONGRAPHBUILDER_H
