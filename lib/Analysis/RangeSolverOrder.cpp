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
// no longer, and stayed. So each cycle comes after all that it reads (Tarjan,
// "Depth-first search and linear graph algorithms", 1972).
//
//===----------------------------------------------------------------------===//

#include "RangeSolver.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

/// Nodes are ops by position, then results of calls and arguments of blocks. An
/// op stands for what it reads and for what it makes, its results and what its
/// regions are given; edges go to readers.
struct RangeSolver::Flow {
  explicit Flow(RangeSolver &solver)
      : solver(solver), marks(solver.ops.size()) {}

  void find();

  RangeSolver &solver;
  struct Mark {
    /// When it was reached, from one, and when the first one was that it leads
    /// back to.
    unsigned number = 0, lowest = 0;
    /// Its cycle, readers first; kOpen if not known yet.
    unsigned cycle = kOpen;
  };
  static constexpr unsigned kOpen = ~0u;
  std::vector<Mark> marks;
  unsigned numCycles = 0;

private:
  struct Frame {
    unsigned node;
    /// Where those of its edges start that have not been followed.
    size_t firstEdge;
  };

  unsigned getNode(const void *key, ValueRange values);
  void addReaders(ValueRange values);
  void addReadersOfTerminator(Operation *op);
  void addEdges(unsigned node);
  void enter(unsigned node);
  void leave();

  llvm::DenseMap<const void *, unsigned> others;
  std::vector<ValueRange> valuesOfOthers;
  std::vector<unsigned> edges, open;
  std::vector<Frame> frames;
  unsigned numReached = 0;
};

unsigned RangeSolver::Flow::getNode(const void *key, ValueRange values) {
  auto [it, isNew] = others.try_emplace(key, marks.size());
  if (isNew) {
    marks.emplace_back();
    valuesOfOthers.push_back(values);
  }
  return it->second;
}

void RangeSolver::Flow::addReaders(ValueRange values) {
  for (Value value : values)
    for (Operation *user : value.getUsers())
      edges.push_back(solver.getPosition(user));
}

void RangeSolver::Flow::addReadersOfTerminator(Operation *op) {
  for (Block *successor : op->getSuccessors())
    edges.push_back(getNode(successor, successor->getArguments()));
  Operation *parent = op->getParentOp();
  if (op->getNumSuccessors() != 0 || op == solver.root)
    return;
  if (auto it = solver.callers.find(parent); it != solver.callers.end()) {
    for (CallOpInterface call : it->second.calls)
      edges.push_back(getNode(call, call->getResults()));
    return;
  }
  // Of a function, the calls alone read what is returned.
  if (!solver.asFunction(parent))
    edges.push_back(solver.getPosition(parent));
}

void RangeSolver::Flow::addEdges(unsigned node) {
  if (node >= solver.ops.size())
    return addReaders(valuesOfOthers[node - solver.ops.size()]);
  Operation *op = solver.ops[node].op;
  auto callee = solver.callees.find(op);
  if (callee == solver.callees.end()) {
    if (op != solver.root)
      addReaders(op->getResults());
  } else if (solver.callers.find(callee->second)->second.areAll) {
    edges.push_back(solver.getPosition(callee->second));
  }
  for (Region &region : op->getRegions())
    // Where the op evaluates its region, it alone reads them.
    if (!region.empty())
      addReaders(region.getArguments());
  if (op->getBlock() && !op->getNextNode())
    addReadersOfTerminator(op);
  if (auto combining = dyn_cast<ParallelCombiningOpInterface>(op))
    if (Operation *loop = combining.getIteratingParent())
      edges.push_back(solver.getPosition(loop));
}

void RangeSolver::Flow::enter(unsigned node) {
  marks[node].number = marks[node].lowest = ++numReached;
  open.push_back(node);
  frames.push_back({node, edges.size()});
  addEdges(node);
}

void RangeSolver::Flow::leave() {
  unsigned node = frames.back().node, lowest = marks[node].lowest;
  frames.pop_back();
  if (!frames.empty()) {
    Mark &reader = marks[frames.back().node];
    reader.lowest = std::min(reader.lowest, lowest);
  }
  if (lowest != marks[node].number)
    return;
  unsigned last;
  do {
    last = open.back();
    open.pop_back();
    marks[last].cycle = numCycles;
  } while (last != node);
  ++numCycles;
}

void RangeSolver::Flow::find() {
  // From the last, so that a straight line keeps its order.
  for (unsigned root = solver.ops.size(); root-- != 0;) {
    if (marks[root].number == 0)
      enter(root);
    while (!frames.empty()) {
      Frame &frame = frames.back();
      if (edges.size() == frame.firstEdge) {
        leave();
        continue;
      }
      unsigned next = edges.back();
      edges.pop_back();
      if (marks[next].number == 0)
        enter(next);
      else if (marks[next].cycle == kOpen)
        marks[frame.node].lowest =
            std::min(marks[frame.node].lowest, marks[next].number);
    }
  }
}

void RangeSolver::orderByFlow() {
  Flow flow(*this);
  flow.find();
  // In a cycle, program order.
  std::vector<unsigned> next(flow.numCycles + 1);
  auto getCycle = [&](unsigned position) {
    return flow.numCycles - 1 - flow.marks[position].cycle;
  };
  for (unsigned position = 0, end = ops.size(); position < end; ++position)
    ++next[getCycle(position) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  order.resize(ops.size());
  places.resize(ops.size());
  for (unsigned position = 0, end = ops.size(); position < end; ++position) {
    places[position] = next[getCycle(position)]++;
    order[places[position]] = position;
  }
}
