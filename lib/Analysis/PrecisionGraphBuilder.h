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
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <array>

namespace mlir::amp {

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

  /// Makes room for the values that have a range: nearly all, as a rule.
  void reserve();
  void findEscapingFunctions();
  void visitFunction(FunctionOpInterface function);
  void visitRegionBranch(Operation *op);
  void visitBranch(Operation *op);
  void visitCall(Operation *op, FunctionOpInterface callee);
  /// Adds `op`; with `keepHigh`, whatever it answers.
  LogicalResult visitOp(Operation *op, bool keepHigh = false);
  /// What it costs that contraction `op` stays high; with `isRuled`, a rule
  /// wants it low.
  void priceContraction(const OpNode &op, bool isRuled);
  LogicalResult visitOwnedRegions(Operation *op);
  void addResults(Operation *op, GraphIndex opNode, const OpPrecisionInfo &info,
                  bool keepHigh);
  /// A fill, a splat, an iota: its elements cost no read.
  bool isMadeInPlace(const ValueNode &node) const;
  void addOperands(Operation *op, GraphIndex opNode,
                   const OpPrecisionInfo &info);
  void applyOverride(const OpOverride &change, OpPrecisionInfo &info,
                     OpNode &node);

  bool participates(Value value) const {
    return isParticipatingType(value.getType(), options.high);
  }
  bool participates(Operation *op) const;
  /// Interfaces of the ops of one name.
  struct NameTraits {
    InterfaceAnswer<MixedPrecisionOpInterface> asMixedPrecision;
    bool isRegionBranch = false, isBranch = false, isCall = false,
         isTerminator = false;
    /// What `asked` said, which ops of its signature need not be asked again.
    Operation *asked = nullptr;
    OpPrecisionInfo info;
  };
  InterfaceCache<FunctionOpInterface> asFunction;
  NameTraits &getTraits(Operation *op);
  /// What `op`, which has the interface, says; holds until the next question.
  const OpPrecisionInfo &ask(Operation *op, NameTraits &traits);
  const OpPrecisionInfo &askOfBody(MixedPrecisionOpInterface op);
  GraphIndex getValue(Value value);
  GraphIndex makeLabel(GraphIndex op, Binding binding);
  GraphIndex findLabel(GraphIndex label);
  void uniteLabels(GraphIndex a, GraphIndex b);
  /// Makes `value` carried: labelled, not written. Returns its label.
  GraphIndex getCarriedLabel(Value value);
  void tie(OpOperand &operand, ValueRange targets);
  void addUse(OpOperand &operand, GraphIndex value, GraphIndex op, UseKind kind,
              GraphIndex label, int64_t elements);
  int64_t getTrips(Operation *op);
  int64_t computeTrips(Operation *parent);
  const FunctionLabels &getLabels(FunctionOpInterface function);
  void finish();

  Operation *root;
  const PrecisionGraphOptions &options;
  PrecisionGraph graph;
  LowTypeLimits limits;
  SymbolTableCollection symbols;
  /// Functions that something other than a call refers to.
  llvm::DenseSet<Operation *> escaping;
  llvm::DenseMap<Operation *, FunctionLabels> functions;
  llvm::SmallDenseMap<OperationName, std::unique_ptr<NameTraits>, 16>
      nameTraits;
  /// What an op with a body said, which others of its signature and body need
  /// not be asked again; by their hash, one for all that share a place.
  struct Answer {
    Operation *asked;
    OpPrecisionInfo info;
  };
  std::array<std::unique_ptr<Answer>, 256> answers;
  /// Label that an operand of a branch, terminator or call is tied to.
  llvm::DenseMap<OpOperand *, GraphIndex> carried;
  llvm::DenseMap<Operation *, int64_t> regionTrips;
  /// The region op asked about last, and its answer.
  Operation *lastParent = nullptr;
  int64_t lastTrips = 1;
  std::vector<GraphIndex> labelParent;
  OpPrecisionInfo info;
  /// The regions of the op visited last are its own arithmetic.
  bool ownsRegions = false;
  /// Ops of fixed types on which a rule was wasted; each is named once.
  llvm::DenseSet<OperationName> fixedNames;
};

/// Marks weights: values moved from constants and arguments alone that feed a
/// contraction, or that come from constants alone.
void markWeights(PrecisionGraph &graph);

/// What the ops, uses and values of a graph hold at all.
struct GraphContents {
  bool anySum = false, anyParameter = false, anyNever = false,
       anyPinned = false;
};

/// Pins statistic chains, second moments and small parameters high, and adds
/// the implications of values that NEVER ops make.
void pinNumericRegions(PrecisionGraph &graph, const GraphContents &contents);

} // namespace mlir::amp

#endif // AMPDIALECT_LIB_ANALYSIS_PRECISIONGRAPHBUILDER_H
