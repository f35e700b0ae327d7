//===- RangeSolverOrder.cpp - Cycles after what enters them ---------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of visits where there are calls or blocks. A loop keeps what it was
// found to reach when it was widened: where what it reads turned out to be more
// afterwards (an argument of a function, a call of which came later), that held
// no longer, and stayed. So each cycle, a strongly connected component, comes
// after all that it reads.
//
//===----------------------------------------------------------------------===//

#include "RangeSolver.h"
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/strong_components.hpp>
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

/// Vertices are ops, the last one first, then results of calls and arguments of
/// blocks. An op stands for what it reads and for what it makes, its results
/// and what its regions are given; edges go to readers.
struct RangeSolver::Flow {
  explicit Flow(RangeSolver &solver) : solver(solver) {}

  /// The cycle of each op by position; readers have smaller numbers.
  std::vector<unsigned> findCycles();

private:
  /// Boost's search begins with the first vertex: from the last op, so that a
  /// straight line keeps its order.
  unsigned getVertex(Operation *op) {
    return solver.ops.size() - 1 - solver.getPosition(op);
  }
  unsigned getVertex(const void *key, ValueRange values);
  void addEdge(unsigned to) { edges.emplace_back(vertex, to); }
  void addReaders(ValueRange values);
  void addReadersOfTerminator(Operation *op);
  void addEdges(Operation *op);

  RangeSolver &solver;
  llvm::DenseMap<const void *, unsigned> others;
  std::vector<ValueRange> valuesOfOthers;
  std::vector<std::pair<unsigned, unsigned>> edges;
  /// Where the edges that are added start.
  unsigned vertex = 0;
};

unsigned RangeSolver::Flow::getVertex(const void *key, ValueRange values) {
  auto [it, isNew] = others.try_emplace(
      key, unsigned(solver.ops.size() + valuesOfOthers.size()));
  if (isNew)
    valuesOfOthers.push_back(values);
  return it->second;
}

void RangeSolver::Flow::addReaders(ValueRange values) {
  for (Value value : values)
    for (Operation *user : value.getUsers())
      addEdge(getVertex(user));
}

void RangeSolver::Flow::addReadersOfTerminator(Operation *op) {
  for (Block *successor : op->getSuccessors())
    addEdge(getVertex(successor, successor->getArguments()));
  Operation *parent = op->getParentOp();
  if (op->getNumSuccessors() != 0 || op == solver.root)
    return;
  if (auto it = solver.callers.find(parent); it != solver.callers.end()) {
    for (CallOpInterface call : it->second.calls)
      addEdge(getVertex(call, call->getResults()));
    return;
  }
  // Of a function, the calls alone read what is returned.
  if (!solver.asFunction(parent))
    addEdge(getVertex(parent));
}

void RangeSolver::Flow::addEdges(Operation *op) {
  auto callee = solver.callees.find(op);
  if (callee == solver.callees.end()) {
    if (op != solver.root)
      addReaders(op->getResults());
  } else if (solver.callers.find(callee->second)->second.areAll) {
    addEdge(getVertex(callee->second));
  }
  for (Region &region : op->getRegions())
    // Where the op evaluates its region, it alone reads them.
    if (!region.empty())
      addReaders(region.getArguments());
  if (op->getBlock() && !op->getNextNode())
    addReadersOfTerminator(op);
  if (auto combining = dyn_cast<ParallelCombiningOpInterface>(op))
    if (Operation *loop = combining.getIteratingParent())
      addEdge(getVertex(loop));
}

std::vector<unsigned> RangeSolver::Flow::findCycles() {
  size_t numOps = solver.ops.size();
  for (const Visit &visit : llvm::reverse(solver.ops)) {
    addEdges(visit.op);
    ++vertex;
  }
  for (; vertex != numOps + valuesOfOthers.size(); ++vertex)
    addReaders(valuesOfOthers[vertex - numOps]);
  boost::compressed_sparse_row_graph<boost::directedS> graph(
      boost::edges_are_sorted, edges.begin(), edges.end(), vertex);
  std::vector<unsigned> cycles(vertex);
  boost::strong_components(
      graph, boost::make_iterator_property_map(
                 cycles.begin(), get(boost::vertex_index, graph)));
  cycles.resize(numOps);
  std::reverse(cycles.begin(), cycles.end());
  return cycles;
}

void RangeSolver::orderByFlow() {
  std::vector<unsigned> cycles = Flow(*this).findCycles();
  // What makes before what reads; in a cycle, program order.
  order.resize(ops.size());
  std::iota(order.begin(), order.end(), 0u);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return cycles[a] != cycles[b] ? cycles[a] > cycles[b] : a < b;
  });
  places.resize(ops.size());
  endsCycle.resize(ops.size());
  for (unsigned place = 0, end = ops.size(); place < end; ++place) {
    places[order[place]] = place;
    if (place + 1 == end || cycles[order[place]] != cycles[order[place + 1]])
      endsCycle.set(place);
  }
}
