//===- ErrorLimitTest.cpp - Laws of the error model and its limit ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/ErrorLimit.h"
#include "AmpDialect/Analysis/Assignment.h"
#include "AmpDialect/Analysis/ErrorModel.h"
#include "AssignmentTestUtils.h"
#include "RandomGraph.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using mlir::amp::test::makeRandomGraph;

static double getTotal(const PrecisionGraph &graph,
                       const Assignment &assignment) {
  std::vector<double> errors = ErrorModel(graph).estimate(assignment);
  return std::accumulate(errors.begin(), errors.end(), 0.0);
}

/// A graph to fill op by op; every value has 64 elements unless said otherwise.
struct GraphMaker {
  PrecisionGraph graph{4, 2};

  GraphIndex addValue(GraphIndex op = kNone, int64_t elements = 64) {
    ValueNode node;
    node.op = op;
    node.elements = elements;
    node.def = DefKind::Absorbed;
    graph.values.push_back(node);
    return graph.values.size() - 1;
  }
  /// One op that reads `operands` and makes one value, or none for a sink.
  GraphIndex addOp(ArrayRef<GraphIndex> operands, NumericTraits traits,
                   int64_t elements = 64) {
    OpNode op;
    op.category = Category::Follow;
    op.traits = traits;
    op.firstUse = graph.uses.size();
    op.firstResult = graph.results.size();
    GraphIndex index = graph.ops.size();
    for (GraphIndex operand : operands) {
      Use use;
      use.value = operand;
      use.op = index;
      use.kind = UseKind::Any;
      use.elements = graph.values[operand].elements;
      graph.uses.push_back(use);
    }
    op.numUses = operands.size();
    GraphIndex result = kNone;
    if (elements) {
      result = addValue(index, elements);
      graph.results.push_back(result);
      op.numResults = 1;
    }
    graph.ops.push_back(op);
    return result;
  }
  void addSink(GraphIndex value) { addOp(value, NumericTraits::None, 0); }
};

// Factors add their variances up, terms share them, a value read by two of a
// product counts at most once.
TEST(ErrorModel, SumsAndProducts) {
  GraphMaker b;
  GraphIndex x = b.addValue(), y = b.addValue();
  GraphIndex product = b.addOp({x, y}, NumericTraits::Product);
  GraphIndex sum = b.addOp({product, x}, NumericTraits::None);
  b.addSink(sum);
  ErrorModel model(b.graph);
  EXPECT_EQ(model.getWeight(0), 0.5);
  EXPECT_EQ(model.getWeight(1), 0.5);
  EXPECT_EQ(model.getWeight(2), 0.5);
  EXPECT_EQ(model.getWeight(3), 0.5);
  EXPECT_EQ(model.getWeight(4), 1.0);
}

// A statistic that meets its data again averages the errors of its elements; a
// broadcast term of a sum does not count, a broadcast factor does.
TEST(ErrorModel, Statistics) {
  GraphMaker b;
  GraphIndex x = b.addValue();
  GraphIndex sum = b.addOp({x}, NumericTraits::AdditiveReduction, 4);
  GraphIndex scaled = b.addOp({x, sum}, NumericTraits::Scale);
  GraphIndex shifted = b.addOp({scaled, sum}, NumericTraits::None);
  b.addSink(shifted);
  ErrorModel model(b.graph);
  EXPECT_EQ(model.getWeight(0), 4.0 / 64); // x to the sum: 1 by 16 elements
  EXPECT_EQ(model.getWeight(2), 1.0);      // the factor
  EXPECT_EQ(model.getWeight(4), 0.0);      // the term
}

// What goes around a contraction is most of the sum with its result, a bias
// between them or not; what was given (a bias of full size) is not.
TEST(ErrorModel, AroundContractions) {
  GraphMaker b;
  GraphIndex given = b.addValue(), bias = b.addValue();
  GraphIndex x = b.addOp({given}, NumericTraits::None);
  GraphIndex product = b.addOp({x}, NumericTraits::Contraction);
  GraphIndex shifted = b.addOp({product, bias}, NumericTraits::None);
  GraphIndex sum = b.addOp({x, shifted}, NumericTraits::None);
  b.addSink(sum);
  ErrorModel model(b.graph);
  EXPECT_NEAR(model.getWeight(1), 0.1, 1e-6); // x to the contraction
  EXPECT_NEAR(model.getWeight(2), 0.1, 1e-6); // its result beside the bias
  EXPECT_NEAR(model.getWeight(4), 0.8, 1e-6); // x to the sum
  EXPECT_NEAR(model.getWeight(5), 0.2, 1e-6);
}

// A low value moved low is rounded once.
TEST(ErrorModel, MovesAreExact) {
  GraphMaker b;
  GraphIndex x = b.addValue();
  GraphIndex moved = b.addOp({x}, NumericTraits::DataMovement);
  b.addSink(moved);
  Assignment low = b.graph.getAllHigh();
  low.hasLow.assign(2, true);
  EXPECT_EQ(getTotal(b.graph, low), 1.0);
  low.hasLow[x] = false;
  EXPECT_EQ(getTotal(b.graph, low), 1.0);
  EXPECT_EQ(getTotal(b.graph, b.graph.getAllHigh()), 0.0);
}

// The limit is kept wherever the result says so; where it does not bind, the
// optimum stays; no more bytes than before; the same each time.
TEST(ErrorLimit, RandomGraphs) {
  unsigned bound = 0, reached = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    test::RandomGraphShape shape;
    shape.maxValues = seed % 2 ? 6 : 60;
    shape.maxOps = seed % 2 ? 5 : 50;
    shape.bindings = seed % 2;
    PrecisionGraph graph = makeRandomGraph(seed, shape);
    Assignment optimal = assignOptimal(graph);
    // Without any conversion, a label that is fixed low is high, too.
    Assignment untouched = graph.getAllHigh();
    untouched.labelLow.assign(graph.labels.size(), false);
    double ratio = seed % 3 ? 0.5 : 1.1;
    ErrorLimitResult result;
    Assignment chosen =
        assignWithinErrorLimit(graph, ratio, /*wantRatios=*/true, result);
    PrecisionGraph again = makeRandomGraph(seed, shape);
    double greedy = getTotal(again, assignGreedy(again));
    EXPECT_LE(result.solves, kMaxLimitSolves);
    std::string why;
    if (again.isFeasible(optimal)) {
      ASSERT_TRUE(again.isFeasible(chosen, &why)) << why;
    }
    if (result.reached) {
      ASSERT_LE(getTotal(again, chosen), ratio * ratio * greedy + 1e-9);
    }
    if (!result.binding)
      ASSERT_TRUE(chosen == optimal);
    else
      EXPECT_LE(again.evaluate(chosen).activationBytes(),
                std::max(again.evaluate(untouched).activationBytes(),
                         again.evaluate(optimal).activationBytes()));
    bound += result.binding;
    reached += result.binding && result.reached;
    // The same without the ratios, and the same again.
    ASSERT_TRUE(chosen == assignWithinErrorLimit(again, ratio, false, result));
    PrecisionGraph off = makeRandomGraph(seed, shape);
    ASSERT_TRUE(optimal == assignWithinErrorLimit(off, 0, true, result));
    for (size_t label = 0; label < graph.labels.size(); ++label)
      EXPECT_EQ(graph.labels[label].fixed, off.labels[label].fixed);
  }
  EXPECT_GT(bound, 50u);
  EXPECT_GT(reached, bound / 2);
}
