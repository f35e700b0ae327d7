//===- RangeSolver.h - Ranges of values through control flow ----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fixpoint behind RangeAnalysis. MLIR's DataFlowSolver visits the users of
// a value in the order of its use list, which a clone or bytecode changes;
// since widening counts visits, what is known inside a loop would depend on how
// the module came to be. Here ops are visited in program order, so that the
// same program always gives the same facts. It also takes less time on loop
// nests (docs/ranges.md).
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_ANALYSIS_RANGESOLVER_H
#define AMPDIALECT_LIB_ANALYSIS_RANGESOLVER_H

#include "AmpDialect/Analysis/RangeAnalysis.h"
#include "AmpDialect/IR/FloatRangeOpInterface.h"
#include "AmpDialect/IR/InterfaceCache.h"
#include "AmpDialect/IR/MixedPrecisionOpInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ParallelCombiningOpInterface.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include <array>
#include <queue>

namespace mlir::amp {

/// Evaluates all ops below a root, each cycle once all that it reads is known:
/// what a loop reaches does not depend on what others were taken to be before.
/// In a cycle, what loops change is taken up by position, the first op first,
/// and what calls hand over when nothing else changes any more. Without calls
/// and blocks, cycles are loops, and program order has each before its readers;
/// otherwise see RangeSolverOrder.cpp.
class RangeSolver {
public:
  RangeSolver(RangeTable &table, Operation *root) : table(table), root(root) {}

  void run();
  /// Whether an op gave an answer that does not fit it, and an error was told.
  bool hasFailed() const { return contradicted; }

private:
  using RangeIds = SmallVector<RangeId, 8>;
  /// What `asked`, an op of one result, said of its operands' ranges.
  struct Answer {
    static constexpr size_t kMaxOperands = 8;
    Operation *asked = nullptr;
    std::array<RangeId, kMaxOperands> operands;
    RangeId result;
  };
  /// What the ops of one name are.
  struct Kind {
    InterfaceAnswer<FloatRangeOpInterface> asRanged;
    InterfaceAnswer<CallOpInterface> asCall;
    InterfaceAnswer<MixedPrecisionOpInterface> asMixed;
    RangeDependence dependence = RangeDependence::Structure;
    /// Answers by the operands' ranges, one for all that share a place: an op
    /// that is equal in what they depend on need not be asked.
    std::array<Answer, 32> answers;
    /// Where the answer of `op` is kept, if it depends on no more than that.
    size_t getPlace(Operation *op, ArrayRef<RangeId> operands) const;
    /// Whether `op` may be answered for by its equals, and they by it.
    bool isLikeOthers(Operation *op) const;
    std::optional<RangeId> findAnswer(Operation *op,
                                      ArrayRef<RangeId> operands) const;
    void keepAnswer(Operation *op, ArrayRef<RangeId> operands, RangeId result);
  };
  /// How control comes from what is being visited. Forward: all readers come
  /// after it. Loop: they may come before, and what they make may come back.
  enum class Edge { Forward, Loop, Call };
  /// Where a value comes from: the op that hands it on and which of its
  /// successors to; null: from outside.
  using Source = std::pair<Operation *, unsigned>;
  struct Visit {
    Operation *op;
    Kind *kind;
  };
  Kind *getKind(Operation *op);
  /// The ops that take part, in program order.
  void collect();
  /// Which functions are entered by known calls alone, and by which.
  void findCallers();
  /// What hands on what to whom, as a graph.
  struct Flow;
  /// Puts each cycle of that graph before its readers.
  void orderByFlow();
  const Visit &getAt(unsigned place) {
    return ops[order.empty() ? place : order[place]];
  }
  /// Takes up what changed at `front` or before it, until nothing does.
  void visitPending();
  /// Hands on what calls and returns have said since it was last asked.
  void visitDelivered();
  void visit(const Visit &visit);
  void visitPlain(Operation *op, FloatRangeOpInterface model, Kind &kind);
  /// The ranges of the results of `op`, which is of `kind`.
  RangeIds infer(Operation *op, FloatRangeOpInterface model, Kind &kind,
                 ArrayRef<RangeId> operands);
  /// Whether `type` is a number of the type `result`, or holds such numbers.
  static bool holdsSame(Type type, Type result);
  /// What may be said of an op that nobody has a model for: a constant is what
  /// it folds to; what moves or chooses elements makes no new ones; of
  /// integers, MLIR knows.
  static void inferWithoutModel(Operation *op, MixedPrecisionOpInterface iface,
                                ArrayRef<FloatRange> operands,
                                MutableArrayRef<FloatRange> results);
  /// getElementwiseMap, made once per pair of types.
  AffineMap getIndexMap(Type operand, Type result);
  void askModel(Operation *op, FloatRangeOpInterface model,
                ArrayRef<FloatRange> operands,
                MutableArrayRef<FloatRange> results);
  /// `op` adds to operand `running`, with which its loop does nothing else.
  struct RunningSum {
    Operation *op;
    unsigned running;
    Value start;
    double trips;
  };
  /// Of a loop that runs a known number of times.
  std::optional<RunningSum> matchRunningSum(Operation *op, Kind &kind);
  /// Whether the result moves as the running value does: that is a term, no
  /// factor, and nothing takes it away.
  bool isTerm(const RunningSum &sum, FloatRangeOpInterface model, Kind &kind,
              RangeIds operands);
  void visitRunningSum(const RunningSum &sum, FloatRangeOpInterface model,
                       Kind &kind, RangeIds operands);
  /// They read what `loop` starts from, which its carried values hide where
  /// they have been further.
  void revisitRunningSums(LoopLikeOpInterface loop);
  void visitFunction(FunctionOpInterface function);
  void visitRegionBranch(RegionBranchOpInterface branch);
  void visitTerminator(Operation *op);
  /// Whether all that `loop`, whose terminator is `op`, returns is its shared
  /// values and what ops in `op` put there.
  static bool combinesAll(Operation *op, LoopLikeOpInterface loop);
  /// `op` adds to what a parallel loop returns.
  void visitCombining(ParallelCombiningOpInterface op);
  void visitBranch(Operation *op);
  void visitCall(CallOpInterface call);
  /// Joins what `operands` hold into `inputs`, one to one. Other values of
  /// `all` come from outside: entry state.
  void forward(ValueRange operands, ValueRange inputs, ValueRange all,
               Edge edge, Source source);
  void forwardTo(const RegionSuccessor &successor, ValueRange operands,
                 Operation *parent, Edge edge, Source source);

  /// The function whose signature may say something of `value`, if any.
  FunctionOpInterface getDeclaringFunction(Value value);
  /// What counts the iterations of a loop, if `value` does; uninitialized if a
  /// bound of the loop is not known yet.
  std::optional<FloatRange> getInductionRange(Value value);
  void setEntryState(ValueRange values, Edge edge = Edge::Forward);
  /// The range of what comes from outside in `type`.
  RangeId getEntryRange(Type type);
  /// The result of a transfer function replaces what was there.
  void assign(Value value, RangeId range);
  /// Changes of what loops bring to a value before its bounds are given up, and
  /// of what calls do, which ends by itself but for recursion.
  static constexpr unsigned kLoopChanges = 3, kOtherChanges = 16;
  /// What one source brought last.
  struct Part {
    static constexpr uint32_t kEnd = ~0u;
    Source source;
    RangeId range;
    /// The next of the same value, in `parts`.
    uint32_t next;
  };
  /// What reaches a value in several ways. What each brought last counts: the
  /// reach of an unfinished state is no fact.
  struct Joined {
    uint32_t first = Part::kEnd;
    uint8_t numParts = 0;
    /// The parts are all; not those of a function with a great many calls.
    bool areAll = true;
    /// How often it has changed.
    uint8_t byLoops = 0, byOthers = 0;
    /// How often each of its ends has.
    uint8_t byLower = 0, byUpper = 0;
    /// How far the last two changes by a loop moved the ends of the reach, the
    /// later one first.
    std::array<double, 2> stepsLower = {}, stepsUpper = {};
  };
  /// Takes in that `source` brings `range`, of which so far `known`; whether it
  /// brought another before.
  bool setPart(Joined &known, Source source, RangeId range);
  FloatRange joinParts(const Joined &known) const;
  /// What one source brings to a value.
  struct Brought {
    Source source;
    RangeId range;
  };
  /// `source` brings `range` to `value`; widened after a few changes by loops.
  /// What a call hands over is kept until its cycle's other ops are done.
  void join(Value value, RangeId range, Edge edge, Source source);
  /// Takes in all that is brought to `value` at once.
  void joinAll(Value value, ArrayRef<Brought> brought, Edge edge);
  /// What `known`, of `value`, which was `old`, comes to with `range`;
  /// `isChange` if its source brought another before.
  RangeId joinInto(Value value, Joined &known, RangeId old,
                   const FloatRange &range, Edge edge, bool isChange);
  /// Moves the reach of `next`, of a `value` that a loop carries, to where it
  /// comes in the last iteration if each moves its ends as the last three did:
  /// `further` is what it would be after one more. Nothing where the number of
  /// iterations is not known.
  void extrapolateReach(Value value, const Joined &known,
                        const FloatRange &further, FloatRange &next);
  /// Has `op` visited again, unless it is yet to come.
  void revisit(Operation *op);
  /// Has the readers of `value` visited again.
  void revisitUsers(Value value);
  /// The position of `op`, or of the op whose arithmetic it is part of.
  unsigned getPosition(Operation *op);

  struct Callers {
    SmallVector<CallOpInterface, 2> calls;
    /// Nobody else enters it: arguments are what the calls pass.
    bool areAll = false;
  };

  RangeTable &table;
  Operation *root;
  LargeArray<Visit> ops;
  /// By name; the names of a module are few, its ops are not.
  OpNameTable<Kind> kinds;
  llvm::DenseMap<std::pair<Type, Type>, AffineMap> indexMaps;
  InterfaceCache<RegionBranchOpInterface> asRegionBranch;
  InterfaceCache<FunctionOpInterface> asFunction;
  InterfaceCache<LoopLikeOpInterface> asLoop;
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, Callers> callers;
  llvm::DenseMap<Operation *, CallableOpInterface> callees;
  bool hasCalls = false, hasLoops = false;
  /// Some region has several blocks, or is a graph: an op may come before what
  /// it reads, and in a graph be made of it.
  bool hasBlocks = false, hasGraphs = false;
  /// An op gave an answer that does not fit it.
  bool contradicted = false;

  /// Values that have more than one source or one that may change.
  llvm::DenseMap<Value, Joined> joined;
  LargeArray<Part> parts;
  /// What calls and returns hand on. Functions of one cycle would else go by
  /// what those before them in the text have become: it is taken up for all of
  /// them at once, when there is nothing else to visit.
  llvm::MapVector<Value, SmallVector<Brought, 1>> delivered;
  /// Position in `ops`; filled when first asked for.
  llvm::DenseMap<Operation *, unsigned> positions;
  /// Positions in the order of visits, and the place of each position there;
  /// empty: program order.
  std::vector<unsigned> order, places;
  /// Places behind which another cycle begins, where there is an order.
  llvm::BitVector endsCycle;
  /// Places to visit again.
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<unsigned>>
      pending;
  llvm::BitVector isPending;
  /// The type of an entry that was asked about last, and its range: arguments
  /// come in rows of one type.
  Type entryType;
  RangeId entryRange = RangeTable::kAnything;
  /// The first place that has not been done: later ones are visited anyway.
  unsigned front = 0;
  /// What is at `front` is being visited.
  bool isAtFront = true;
};

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_RANGESOLVER_H
