//===- assignment_scaling.cpp - Time of assignments by graph size ---------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints processor time per op of the three assignments on synthetic graphs
// from 10,000 to 1,000,000 ops, or to the count given as the argument. The
// shapes:
//   absorbed  blocks of matmul, bias, activation, softmax, residual addition,
//             as linalg generics: every elementwise op absorbs casts
//   rigid     the same blocks where no elementwise op does (TOSA, arith)
//   chain     one long chain of rigid elementwise ops, a contraction in 50
//   shared    rigid ops that read values up to 64 ops back: a core that needs
//             the maximum flow
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Assignment.h"
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>

using namespace mlir::amp;

namespace {

class Builder {
public:
  explicit Builder(bool absorbs) : absorbs(absorbs) {}

  GraphIndex addArgument(int64_t elements, bool weight) {
    ValueNode node;
    node.elements = elements;
    node.weight = weight;
    node.noWrite = true;
    graph.values.push_back(node);
    return graph.values.size() - 1;
  }

  GraphIndex addOp(Category category, llvm::ArrayRef<GraphIndex> inputs,
                   int64_t elements) {
    bool labeled = category == Category::Always ||
                   (category == Category::Follow && !absorbs);
    OpNode op;
    op.category = category;
    op.firstUse = graph.uses.size();
    op.numUses = inputs.size();
    if (labeled) {
      LabelNode label;
      label.op = graph.ops.size();
      label.highCost = category == Category::Always ? 64 * elements : 0;
      op.label = graph.labels.size();
      graph.labels.push_back(label);
    }
    for (GraphIndex value : inputs) {
      Use use;
      use.value = value;
      use.op = graph.ops.size();
      use.kind = labeled                       ? UseKind::Tied
                 : category == Category::Never ? UseKind::High
                                               : UseKind::Any;
      use.label = op.label;
      use.elements = graph.values[value].elements;
      graph.uses.push_back(use);
    }
    ValueNode node;
    node.op = graph.ops.size();
    node.elements = elements;
    // A contraction accumulates high; its low copy is the epilogue.
    bool rigid = labeled && category == Category::Follow;
    node.def = category == Category::Never ? DefKind::Fixed
               : rigid                     ? DefKind::Labeled
                                           : DefKind::Absorbed;
    node.label = rigid ? op.label : kNone;
    graph.ops.push_back(op);
    graph.values.push_back(node);
    return graph.values.size() - 1;
  }

  PrecisionGraph graph{4, 2};

private:
  bool absorbs;
};

} // namespace

static PrecisionGraph makeBlocks(size_t numOps, bool absorbs) {
  Builder builder(absorbs);
  GraphIndex data = builder.addArgument(4096, /*weight=*/false);
  while (builder.graph.ops.size() < numOps) {
    GraphIndex weight = builder.addArgument(16384, /*weight=*/true);
    GraphIndex bias = builder.addArgument(64, /*weight=*/true);
    GraphIndex product = builder.addOp(Category::Always, {data, weight}, 4096);
    GraphIndex sum = builder.addOp(Category::Follow, {product, bias}, 4096);
    GraphIndex relu = builder.addOp(Category::Follow, {sum}, 4096);
    GraphIndex maximum = builder.addOp(Category::Follow, {relu}, 64);
    GraphIndex shifted = builder.addOp(Category::Follow, {relu, maximum}, 4096);
    GraphIndex exponential = builder.addOp(Category::Never, {shifted}, 4096);
    GraphIndex total = builder.addOp(Category::Never, {exponential}, 64);
    GraphIndex quotient =
        builder.addOp(Category::Follow, {exponential, total}, 4096);
    data = builder.addOp(Category::Follow, {quotient, data}, 4096);
  }
  return std::move(builder.graph);
}

static PrecisionGraph makeChain(size_t numOps) {
  Builder builder(/*absorbs=*/false);
  GraphIndex data = builder.addArgument(4096, /*weight=*/false);
  for (size_t i = 0; i < numOps; ++i)
    data = builder.addOp(i % 50 == 0    ? Category::Always
                         : i % 50 == 25 ? Category::Never
                                        : Category::Follow,
                         {data}, 64 + i * 7919 % 4096);
  return std::move(builder.graph);
}

static PrecisionGraph makeShared(size_t numOps) {
  Builder builder(/*absorbs=*/false);
  std::mt19937 random(1);
  std::vector<GraphIndex> results;
  for (unsigned i = 0; i < 64; ++i)
    results.push_back(builder.addArgument(4096, /*weight=*/false));
  for (size_t i = 0; i < numOps; ++i) {
    auto pick = [&] { return results[results.size() - 1 - random() % 64]; };
    unsigned kind = random() % 10;
    Category category = kind == 0   ? Category::Always
                        : kind == 1 ? Category::Never
                                    : Category::Follow;
    results.push_back(
        builder.addOp(category, {pick(), pick()}, 64 + random() % 4096));
  }
  return std::move(builder.graph);
}

/// Processor seconds that `assign` takes on `graph`; checks that the result is
/// feasible.
static double measure(const PrecisionGraph &graph,
                      Assignment (*assign)(const PrecisionGraph &),
                      int64_t &objective) {
  std::clock_t start = std::clock();
  Assignment assignment = assign(graph);
  double time = double(std::clock() - start) / CLOCKS_PER_SEC;
  if (!graph.isFeasible(assignment)) {
    std::fprintf(stderr, "infeasible assignment\n");
    std::exit(1);
  }
  objective = graph.objective(assignment);
  return time;
}

int main(int argc, char **argv) {
  size_t most = argc > 1 ? std::atoll(argv[1]) : 1000000;
  std::printf("%-9s %9s | microseconds per op: %7s %7s %7s | bytes, of greedy: "
              "%7s %7s | %s\n",
              "shape", "ops", "greedy", "lowest", "optimal", "lowest",
              "optimal", "optimal, s");
  for (const char *shape : {"absorbed", "rigid", "chain", "shared"}) {
    for (size_t numOps : {10000, 100000, 1000000}) {
      if (numOps > most)
        continue;
      PrecisionGraph graph = *shape == 'a'   ? makeBlocks(numOps, true)
                             : *shape == 'r' ? makeBlocks(numOps, false)
                             : *shape == 'c' ? makeChain(numOps)
                                             : makeShared(numOps);
      int64_t bytes[3];
      double greedy = measure(graph, assignGreedy, bytes[0]);
      double lowest = measure(graph, assignLowUnlessForbidden, bytes[1]);
      double optimal = measure(graph, assignOptimal, bytes[2]);
      double perOp = 1e6 / numOps;
      std::printf("%-9s %9zu | %29.3f %7.3f %7.3f | %25.4f %7.4f | %.3f\n",
                  shape, numOps, greedy * perOp, lowest * perOp,
                  optimal * perOp, double(bytes[1]) / bytes[0],
                  double(bytes[2]) / bytes[0], optimal);
      std::fflush(stdout);
    }
  }
  return 0;
}
