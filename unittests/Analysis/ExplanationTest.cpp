//===- ExplanationTest.cpp - Prices of the other choice -------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an explanation computes from a value's own uses must equal what the
// whole graph says before and after the change.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Explanation.h"
#include "AmpDialect/Analysis/Assignment.h"
#include "RandomGraph.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::amp;

static constexpr unsigned kNumGraphs = 500;

TEST(ExplanationTest, ValueAlternativeEqualsGlobalEvaluation) {
  unsigned numFeasible = 0, numInfeasible = 0;
  for (unsigned seed = 0; seed < kNumGraphs; ++seed) {
    PrecisionGraph graph = test::RandomGraph(seed, {}).make();
    Assignment assignment = assignOptimal(graph);
    if (!graph.isFeasible(assignment))
      continue;
    Explanation explanation(graph, assignment);
    for (GraphIndex value = 0; value < graph.values.size(); ++value) {
      if (graph.values[value].def == DefKind::Labeled)
        continue;
      Alternative other = explanation.getAlternative(value);
      Assignment changed = assignment;
      changed.hasHigh[value] = assignment.hasLow[value];
      changed.hasLow[value] = !assignment.hasLow[value];
      ASSERT_EQ(graph.isFeasible(changed), other.feasible)
          << "seed " << seed << " value " << value << ": " << other.constraint;
      if (!other.feasible) {
        ++numInfeasible;
        EXPECT_FALSE(other.constraint.empty());
        continue;
      }
      ++numFeasible;
      EXPECT_EQ(graph.objective(changed) - graph.objective(assignment),
                other.bytes)
          << "seed " << seed << " value " << value;
      EXPECT_GE(other.bytes, 0) << "seed " << seed << " value " << value;
    }
  }
  // The test would say nothing if one of the branches were never taken.
  EXPECT_GT(numFeasible, kNumGraphs / 4);
  EXPECT_GT(numInfeasible, kNumGraphs / 4);
}

TEST(ExplanationTest, LabelAlternativeOfOptimumCostsAtLeastNothing) {
  unsigned numFeasible = 0;
  for (unsigned seed = 0; seed < kNumGraphs; ++seed) {
    PrecisionGraph graph = test::RandomGraph(seed, {}).make();
    Assignment assignment = assignOptimal(graph);
    if (!graph.isFeasible(assignment))
      continue;
    Explanation explanation(graph, assignment);
    for (GraphIndex label = 0; label < graph.labels.size(); ++label) {
      Alternative other = explanation.getLabelAlternative(label);
      numFeasible += other.feasible;
      EXPECT_GE(other.bytes, 0) << "seed " << seed << " label " << label;
      EXPECT_EQ(other.feasible, other.constraint.empty());
    }
  }
  EXPECT_GT(numFeasible, 50u);
}

// What a question changed for its answer is put back for the next one.
TEST(ExplanationTest, AlternativesDoNotDependOnTheOrderOfQuestions) {
  for (unsigned seed = 0; seed < kNumGraphs; ++seed) {
    PrecisionGraph graph = test::RandomGraph(seed, {}).make();
    Assignment assignment = assignGreedy(graph);
    Explanation explanation(graph, assignment), backwards(graph, assignment);
    std::vector<Alternative> labels, values;
    for (GraphIndex label = 0; label < graph.labels.size(); ++label)
      labels.push_back(explanation.getLabelAlternative(label));
    for (GraphIndex value = 0; value < graph.values.size(); ++value)
      values.push_back(explanation.getAlternative(value));
    auto expectSame = [&](const Alternative &a, const Alternative &b) {
      EXPECT_EQ(a.feasible, b.feasible) << "seed " << seed;
      EXPECT_EQ(a.bytes, b.bytes) << "seed " << seed;
      EXPECT_EQ(a.constraint, b.constraint) << "seed " << seed;
    };
    for (GraphIndex value = graph.values.size(); value-- > 0;)
      expectSame(backwards.getAlternative(value), values[value]);
    for (GraphIndex label = graph.labels.size(); label-- > 0;)
      expectSame(backwards.getLabelAlternative(label), labels[label]);
  }
}

TEST(ExplanationTest, BytesOfValuesAddUpToTheEvaluation) {
  for (unsigned seed = 0; seed < kNumGraphs; ++seed) {
    PrecisionGraph graph = test::RandomGraph(seed, {}).make();
    Assignment assignment = assignGreedy(graph);
    Explanation explanation(graph, assignment);
    int64_t activations = 0, weights = 0, numCasts = 0;
    for (GraphIndex value = 0; value < graph.values.size(); ++value) {
      ValueBytes bytes = explanation.getBytes(value);
      const ValueNode &node = graph.values[value];
      (node.weight ? weights : activations) += bytes.total() - bytes.casts;
      (node.castsOnce() ? weights : activations) += bytes.casts;
      numCasts += bytes.numCasts;
    }
    CostBreakdown cost = graph.evaluate(assignment);
    EXPECT_EQ(activations, cost.activationBytes()) << "seed " << seed;
    EXPECT_EQ(activations + weights, cost.totalBytes()) << "seed " << seed;
    EXPECT_EQ(numCasts, cost.numCasts + cost.numWeightCasts) << "seed " << seed;
  }
}
