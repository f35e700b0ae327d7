//===- AssignmentTest.cpp - Laws of the three assignments -----------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Assignment.h"
#include "AssignmentTestUtils.h"
#include "RandomGraph.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <optional>
#include <tuple>

using namespace mlir;
using namespace mlir::amp;
using mlir::amp::test::makeRandomGraph;

/// What `assignOptimal` minimises, in its order: bytes, low copies, casts,
/// second copies.
using Key = std::tuple<int64_t, int64_t, int64_t, int64_t>;

/// AMP_RANDOM_GRAPHS graphs, 500 by default.
static unsigned getNumGraphs() {
  const char *text = std::getenv("AMP_RANDOM_GRAPHS");
  return text ? std::atoi(text) : 500;
}

static Key getKey(const PrecisionGraph &graph, const Assignment &assignment) {
  int64_t lows = 0, copies = 0;
  for (size_t v = 0; v < graph.values.size(); ++v) {
    lows += assignment.hasLow[v];
    copies += assignment.hasHigh[v];
  }
  CostBreakdown cost = graph.evaluate(assignment);
  return {graph.objective(assignment), lows,
          cost.numCasts + cost.numWeightCasts, copies};
}

/// The best feasible key of all assignments, none if there is no feasible one.
static std::optional<Key> bruteForce(const PrecisionGraph &graph) {
  size_t numValues = graph.values.size(), numLabels = graph.labels.size();
  // Digits: high, low or both per value, then high or low per label.
  std::vector<unsigned> digits(numValues + numLabels, 0);
  std::optional<Key> best;
  for (bool more = true; more;) {
    Assignment assignment;
    for (size_t v = 0; v < numValues; ++v) {
      assignment.hasHigh.push_back(digits[v] != 1);
      assignment.hasLow.push_back(digits[v] != 0);
    }
    for (size_t l = 0; l < numLabels; ++l)
      assignment.labelLow.push_back(digits[numValues + l]);
    if (graph.isFeasible(assignment)) {
      Key key = getKey(graph, assignment);
      best = best ? std::min(*best, key) : key;
    }
    more = false;
    for (size_t i = 0; i < digits.size() && !more; ++i) {
      digits[i] = (digits[i] + 1) % (i < numValues ? 3 : 2);
      more = digits[i] != 0;
    }
  }
  return best;
}

// A wrong term, a wrong reduction step or a wrong tie-break changes the key of
// some small graph.
TEST(Assignment, OptimalEqualsBruteForce) {
  unsigned infeasible = 0, belowGreedy = 0, belowFixpoint = 0;
  for (unsigned seed = 0, end = getNumGraphs(); seed < end; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    PrecisionGraph graph = makeRandomGraph(seed);
    std::optional<Key> best = bruteForce(graph);
    Assignment optimal = assignOptimal(graph);
    Assignment greedy = assignGreedy(graph);
    Assignment fixpoint = assignLowUnlessForbidden(graph);
    if (!best) {
      ++infeasible;
      EXPECT_TRUE(optimal == graph.getAllHigh());
      EXPECT_TRUE(greedy == graph.getAllHigh());
      EXPECT_TRUE(fixpoint == graph.getAllHigh());
      continue;
    }
    std::string why;
    ASSERT_TRUE(graph.isFeasible(optimal, &why)) << why;
    ASSERT_TRUE(graph.isFeasible(greedy, &why)) << why;
    ASSERT_TRUE(graph.isFeasible(fixpoint, &why)) << why;
    ASSERT_EQ(getKey(graph, optimal), *best);
    int64_t objective = graph.objective(optimal);
    ASSERT_LE(objective, graph.objective(greedy));
    ASSERT_LE(objective, graph.objective(fixpoint));
    if (graph.isFeasible(graph.getAllHigh())) {
      ASSERT_LE(objective, graph.objective(graph.getAllHigh()));
    }
    belowGreedy += objective < graph.objective(greedy);
    belowFixpoint += objective < graph.objective(fixpoint);
    ASSERT_TRUE(optimal == assignOptimal(graph));
    ASSERT_TRUE(greedy == assignGreedy(graph));
    ASSERT_TRUE(fixpoint == assignLowUnlessForbidden(graph));
  }
  RecordProperty("infeasible", infeasible);
  RecordProperty("belowGreedy", belowGreedy);
  RecordProperty("belowFixpoint", belowFixpoint);
  // The generator must make graphs on which the comparison says something.
  EXPECT_LT(infeasible, getNumGraphs() / 2);
  EXPECT_GT(belowGreedy, getNumGraphs() / 10);
  EXPECT_GT(belowFixpoint, getNumGraphs() / 10);
}

// Larger graphs take the maximum flow, which small ones are reduced away from;
// no brute force, but feasible and never worse.
TEST(Assignment, OptimalIsNeverWorse) {
  test::RandomGraphShape shape;
  shape.maxValues = 400;
  shape.maxOps = 300;
  for (unsigned seed = 0, end = getNumGraphs() / 5; seed < end; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    shape.bindings = seed % 2;
    PrecisionGraph graph = makeRandomGraph(seed, shape);
    Assignment optimal = assignOptimal(graph);
    Assignment greedy = assignGreedy(graph);
    Assignment fixpoint = assignLowUnlessForbidden(graph);
    if (!graph.isFeasible(optimal))
      continue;
    ASSERT_TRUE(graph.isFeasible(greedy));
    ASSERT_TRUE(graph.isFeasible(fixpoint));
    ASSERT_LE(getKey(graph, optimal), getKey(graph, greedy));
    ASSERT_LE(getKey(graph, optimal), getKey(graph, fixpoint));
  }
}

// Where every op absorbs casts and nothing is bound, low everywhere is optimal:
// the gain comes from absorption there, not from the cut.
TEST(Assignment, FixpointIsOptimalWhereAllIsAbsorbed) {
  test::RandomGraphShape shape;
  shape.bindings = false;
  shape.rigid = false;
  shape.maxValues = shape.maxOps = 40;
  for (unsigned seed = 0, end = getNumGraphs(); seed < end; ++seed) {
    PrecisionGraph graph = makeRandomGraph(seed, shape);
    ASSERT_EQ(graph.objective(assignOptimal(graph)),
              graph.objective(assignLowUnlessForbidden(graph)))
        << "seed " << seed;
  }
}

namespace {
/// A graph built op by op, in which nothing absorbs a cast.
struct HandMade {
  PrecisionGraph graph{4, 2};

  GraphIndex addValue(DefKind def, int64_t elements, GraphIndex op = kNone,
                      GraphIndex label = kNone) {
    ValueNode node;
    node.def = def;
    node.elements = elements;
    node.op = op;
    node.label = label;
    graph.values.push_back(node);
    return graph.values.size() - 1;
  }
  /// An op that reads `inputs` at its one type; Never reads them high.
  GraphIndex addOp(Category category, ArrayRef<GraphIndex> inputs) {
    OpNode node;
    node.category = category;
    node.firstUse = graph.uses.size();
    node.numUses = inputs.size();
    GraphIndex op = graph.ops.size();
    if (category != Category::Never) {
      LabelNode label;
      label.op = op;
      if (category == Category::Always)
        label.highCost = 1000000;
      node.label = graph.labels.size();
      graph.labels.push_back(label);
    }
    for (GraphIndex value : inputs) {
      Use use;
      use.value = value;
      use.op = op;
      use.kind = category == Category::Never ? UseKind::High : UseKind::Tied;
      use.label = node.label;
      use.elements = graph.values[value].elements;
      graph.uses.push_back(use);
    }
    graph.ops.push_back(node);
    return op;
  }
  GraphIndex addResult(GraphIndex op, int64_t elements) {
    GraphIndex label = graph.ops[op].label;
    return addValue(label == kNone ? DefKind::Fixed : DefKind::Labeled,
                    elements, op, label);
  }
};
} // namespace

// Greedy keeps the addition high because of its small input and casts two large
// tensors; "low unless forbidden" narrows the FOLLOW op between two NEVER ops;
// the optimum does neither.
TEST(Assignment, OptimalBeatsBothWhereNothingAbsorbs) {
  HandMade made;
  GraphIndex product =
      made.addResult(made.addOp(Category::Always, {}), /*elements=*/1000);
  GraphIndex small = made.addResult(made.addOp(Category::Never, {}), 10);
  GraphIndex sum =
      made.addResult(made.addOp(Category::Follow, {product, small}), 1000);
  made.addOp(Category::Always, {sum});
  GraphIndex exponential = made.addResult(made.addOp(Category::Never, {}), 900);
  GraphIndex negated =
      made.addResult(made.addOp(Category::Follow, {exponential}), 900);
  made.addOp(Category::Never, {negated});

  const PrecisionGraph &graph = made.graph;
  Assignment optimal = assignOptimal(graph);
  EXPECT_LT(graph.objective(optimal), graph.objective(assignGreedy(graph)));
  EXPECT_LT(graph.objective(optimal),
            graph.objective(assignLowUnlessForbidden(graph)));
  EXPECT_EQ(graph.evaluate(optimal).numCasts, 1);
  EXPECT_TRUE(optimal.hasLow[sum]);
  EXPECT_FALSE(optimal.hasLow[negated]);
  // Two casts around the addition; two around the negation.
  EXPECT_EQ(graph.evaluate(assignGreedy(graph)).numCasts, 2);
  EXPECT_EQ(graph.evaluate(assignLowUnlessForbidden(graph)).numCasts, 3);
}

// A constant that hundreds of ops read is left out of the flow; the bytes are
// those of a graph in which each op has a constant of its own.
TEST(Assignment, SharedConstantsCostAsTheirOwn) {
  auto make = [](bool shared) {
    HandMade made;
    GraphIndex constant = kNone;
    for (unsigned i = 0; i < 400; ++i) {
      if (constant == kNone || !shared) {
        constant = made.addValue(DefKind::Creator, 16);
        made.graph.values[constant].noWrite = true;
      }
      // Some sums are cheaper low, some high.
      Category next = i % 3 == 0 ? Category::Never : Category::Always;
      GraphIndex input = made.addResult(
          made.addOp(i % 2 ? Category::Never : Category::Always, {}),
          10 + 7 * (i % 5));
      GraphIndex sum =
          made.addResult(made.addOp(Category::Follow, {input, constant}), 30);
      made.addOp(next, {sum});
    }
    return made.graph;
  };
  PrecisionGraph shared = make(true), own = make(false);
  Assignment optimal = assignOptimal(shared);
  EXPECT_TRUE(shared.isFeasible(optimal));
  EXPECT_EQ(shared.objective(optimal), own.objective(assignOptimal(own)));
  EXPECT_LE(shared.objective(optimal), shared.objective(assignGreedy(shared)));
}

// The forward sweep sees a loop's back edge: a carried value that ends high
// makes the FOLLOW op before it high as well.
TEST(Assignment, GreedyFollowsBackEdges) {
  HandMade made;
  GraphIndex product =
      made.addResult(made.addOp(Category::Always, {}), /*elements=*/100);
  LabelNode carried;
  made.graph.labels.push_back(carried);
  GraphIndex label = made.graph.labels.size() - 1;
  GraphIndex argument = made.addValue(DefKind::Labeled, 100, kNone, label);
  GraphIndex doubled =
      made.addResult(made.addOp(Category::Follow, {argument, product}), 100);
  GraphIndex exponential =
      made.addResult(made.addOp(Category::Never, {doubled}), 100);
  GraphIndex yield = made.addOp(Category::Follow, {});
  made.graph.ops[yield].label = kNone;
  made.graph.ops[yield].numUses = 1;
  Use use;
  use.value = exponential;
  use.op = yield;
  use.kind = UseKind::Tied;
  use.label = label;
  use.elements = 100;
  made.graph.uses.push_back(use);

  Assignment greedy = assignGreedy(made.graph);
  EXPECT_TRUE(made.graph.isFeasible(greedy));
  EXPECT_TRUE(greedy.hasLow[product]);
  EXPECT_FALSE(greedy.labelLow[label]);
  EXPECT_FALSE(greedy.hasLow[argument]);
  EXPECT_FALSE(greedy.hasLow[doubled]);
}

// A label that must be low over a value that must not is no assignment at all:
// all three hand the module back as it came.
TEST(Assignment, ContradictionGivesAllHigh) {
  HandMade made;
  GraphIndex value = made.addValue(DefKind::Fixed, 10);
  GraphIndex op = made.addOp(Category::Always, {value});
  made.graph.labels[made.graph.ops[op].label].fixed = LabelNode::Fixed::Low;
  made.graph.values[value].forbidLow = true;
  Assignment allHigh = made.graph.getAllHigh();
  EXPECT_TRUE(assignOptimal(made.graph) == allHigh);
  EXPECT_TRUE(assignGreedy(made.graph) == allHigh);
  EXPECT_TRUE(assignLowUnlessForbidden(made.graph) == allHigh);
}

// Of equally cheap assignments the one with the fewest low copies is taken.
TEST(Assignment, TiesGoHigh) {
  HandMade made;
  GraphIndex value = made.addValue(DefKind::Absorbed, 0);
  made.addOp(Category::Follow, {value});
  Assignment optimal = assignOptimal(made.graph);
  EXPECT_FALSE(optimal.hasLow[value]);
  EXPECT_FALSE(optimal.labelLow[0]);
}

// Costs near the 64-bit limit leave no room for tie-breaks; nothing overflows.
TEST(Assignment, HugeCosts) {
  HandMade made;
  GraphIndex value = made.addValue(DefKind::Absorbed, int64_t(1) << 56);
  made.addOp(Category::Always, {value});
  Assignment optimal = assignOptimal(made.graph);
  EXPECT_TRUE(made.graph.isFeasible(optimal));
  EXPECT_TRUE(optimal.hasLow[value]);
  EXPECT_FALSE(optimal.hasHigh[value]);
}

// Deep chains: no recursion, and linear enough to finish at once.
TEST(Assignment, DeepChain) {
  HandMade made;
  GraphIndex value = made.addValue(DefKind::Fixed, 100);
  for (unsigned i = 0; i < 100000; ++i) {
    Category category = i % 1000 == 999 ? Category::Always : Category::Follow;
    value = made.addResult(made.addOp(category, {value}), 100);
  }
  made.addOp(Category::Never, {value});
  Assignment optimal = assignOptimal(made.graph);
  EXPECT_TRUE(made.graph.isFeasible(optimal));
  // Down once before the first contraction or op, up once at the end.
  EXPECT_EQ(made.graph.evaluate(optimal).numCasts, 2);
  EXPECT_TRUE(made.graph.isFeasible(assignGreedy(made.graph)));
  EXPECT_TRUE(made.graph.isFeasible(assignLowUnlessForbidden(made.graph)));
}
