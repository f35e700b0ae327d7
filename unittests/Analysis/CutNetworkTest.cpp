//===- CutNetworkTest.cpp - Reductions and flows against brute force ------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/CutNetwork.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

using namespace mlir::amp;

namespace {
struct RandomNetwork {
  std::vector<CutCost> unary;
  std::vector<CutEdge> edges;

  RandomNetwork(unsigned seed, unsigned size, unsigned numEdges) {
    std::mt19937 random(seed);
    for (unsigned i = 0; i < size; ++i)
      unary.push_back(CutCost(random() % 21) - 10);
    for (unsigned i = 0; i < numEdges; ++i) {
      uint32_t a = random() % size, b = random() % size;
      CutCost forward = random() % 12, backward = random() % 6;
      if (random() % 8 == 0)
        backward = kInfiniteCut;
      if (a != b)
        edges.push_back({a, b, forward, backward});
    }
  }

  /// The cost at the point whose bits are `bits`; infinite ones count 10^6.
  int64_t evaluate(unsigned bits) const {
    CutCost cost = 0;
    auto capped = [](CutCost c) { return c < 1000000 ? c : CutCost(1000000); };
    for (size_t x = 0; x < unary.size(); ++x)
      cost += bits >> x & 1 ? unary[x] : 0;
    for (const CutEdge &edge : edges) {
      bool a = bits >> edge.a & 1, b = bits >> edge.b & 1;
      cost += !a && b ? capped(edge.forward) : 0;
      cost += a && !b ? capped(edge.backward) : 0;
    }
    return cost;
  }

  /// The meet of all minimisers, which is one itself.
  unsigned bruteForce() const {
    int64_t best = evaluate(0);
    unsigned meet = 0;
    for (unsigned bits = 1; bits < 1u << unary.size(); ++bits) {
      int64_t cost = evaluate(bits);
      meet = cost < best ? bits : cost == best ? meet & bits : meet;
      best = std::min(best, cost);
    }
    return meet;
  }
};
} // namespace

static unsigned toBits(const std::vector<uint8_t> &values) {
  unsigned bits = 0;
  for (size_t i = 0; i < values.size(); ++i)
    bits |= unsigned(values[i]) << i;
  return bits;
}

// The graphs of AssignmentTest reduce to nothing; here the flow is called
// directly, and the networks are dense enough to keep a core.
TEST(CutNetwork, LeastMinimiser) {
  const char *text = std::getenv("AMP_RANDOM_GRAPHS");
  unsigned count = text ? std::atoi(text) : 500;
  for (unsigned seed = 0; seed < count; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    unsigned size = 2 + seed % 8;
    RandomNetwork random(seed, size, seed % (3 * size));
    unsigned expected = random.bruteForce();
    ASSERT_EQ(toBits(solveByMaxFlow(random.unary, random.edges)), expected);
    CutNetwork network(std::vector<uint8_t>(size, CutNetwork::kFree));
    for (unsigned x = 0; x < size; ++x)
      network.addUnary(x, random.unary[x]);
    for (const CutEdge &edge : random.edges) {
      network.addTerm(edge.a, edge.b, edge.forward, edge.backward);
    }
    ASSERT_EQ(toBits(network.solve()), expected);
  }
}

// Unknowns that are known from the start leave the network with their terms.
TEST(CutNetwork, FixedUnknowns) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomNetwork random(seed, 7, 14);
    for (CutEdge &edge : random.edges)
      edge.backward = 3;
    CutNetwork network({0, 1, 2, 2, 2, 2, 2});
    for (unsigned x = 0; x < 7; ++x)
      network.addUnary(x, random.unary[x]);
    for (const CutEdge &edge : random.edges) {
      network.addTerm(edge.a, edge.b, edge.forward, edge.backward);
    }
    random.unary[0] = 100000;
    random.unary[1] = -100000;
    ASSERT_EQ(toBits(network.solve()), random.bruteForce());
  }
}
