//===- MinCut.cpp - Minimum cuts by Boykov-Kolmogorov ---------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/CutNetwork.h"
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

using namespace mlir::amp;

namespace {

using FlowGraph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                       boost::no_property, boost::no_property,
                                       uint32_t, uint32_t>;
using Arc = boost::graph_traits<FlowGraph>::edge_descriptor;

/// The s-t network in the order that the compressed graph wants: arcs sorted by
/// tail, each with its reverse. Side s is 0, side t is 1.
class FlowNetwork {
public:
  FlowNetwork(llvm::ArrayRef<CutCost> unary, llvm::ArrayRef<CutEdge> edges);
  std::vector<uint8_t> solve();

private:
  void addPair(uint32_t tail, uint32_t head, CutCost capacity,
               CutCost reverseCapacity);
  /// Runs `visit` on every pair of opposite arcs.
  template <typename Visitor> void forEachPair(Visitor visit) const;

  llvm::ArrayRef<CutCost> unary;
  llvm::ArrayRef<CutEdge> edges;
  uint32_t source, sink;
  std::vector<uint32_t> position;
  std::vector<std::pair<uint32_t, uint32_t>> arcs;
  std::vector<CutCost> capacities;
  std::vector<Arc> reverses;
};

} // namespace

template <typename Visitor> void FlowNetwork::forEachPair(Visitor visit) const {
  for (uint32_t x = 0; x < unary.size(); ++x) {
    if (unary[x] > 0)
      visit(source, x, unary[x], CutCost(0));
    else if (unary[x] < 0)
      visit(x, sink, -unary[x], CutCost(0));
  }
  for (const CutEdge &edge : edges)
    visit(edge.a, edge.b, edge.forward, edge.backward);
}

FlowNetwork::FlowNetwork(llvm::ArrayRef<CutCost> unary,
                         llvm::ArrayRef<CutEdge> edges)
    : unary(unary), edges(edges), source(unary.size()), sink(unary.size() + 1),
      position(unary.size() + 3, 0) {
  forEachPair([&](uint32_t tail, uint32_t head, CutCost, CutCost) {
    ++position[tail + 1];
    ++position[head + 1];
  });
  for (size_t i = 1; i < position.size(); ++i)
    position[i] += position[i - 1];
  arcs.resize(position.back());
  capacities.resize(arcs.size());
  reverses.resize(arcs.size());
  forEachPair([&](uint32_t tail, uint32_t head, CutCost capacity,
                  CutCost reverseCapacity) {
    addPair(tail, head, capacity, reverseCapacity);
  });
}

void FlowNetwork::addPair(uint32_t tail, uint32_t head, CutCost capacity,
                          CutCost reverseCapacity) {
  uint32_t forward = position[tail]++, backward = position[head]++;
  arcs[forward] = {tail, head};
  arcs[backward] = {head, tail};
  capacities[forward] = capacity;
  capacities[backward] = reverseCapacity;
  reverses[forward] = Arc(head, backward);
  reverses[backward] = Arc(tail, forward);
}

std::vector<uint8_t> FlowNetwork::solve() {
  uint32_t numVertices = unary.size() + 2, numArcs = arcs.size();
  FlowGraph graph(boost::edges_are_sorted, arcs.begin(), arcs.end(),
                  numVertices, numArcs);
  auto vertexIndex = get(boost::vertex_index, graph);
  auto edgeIndex = get(boost::edge_index, graph);
  std::vector<Arc> predecessors(numVertices);
  std::vector<boost::default_color_type> colors(numVertices);
  std::vector<uint32_t> distances(numVertices);
  // The flow may use up the capacities in place.
  auto capacity =
      boost::make_iterator_property_map(capacities.begin(), edgeIndex);
  boost::boykov_kolmogorov_max_flow(
      graph, capacity, capacity,
      boost::make_iterator_property_map(reverses.begin(), edgeIndex),
      boost::make_iterator_property_map(predecessors.begin(), vertexIndex),
      boost::make_iterator_property_map(colors.begin(), vertexIndex),
      boost::make_iterator_property_map(distances.begin(), vertexIndex),
      vertexIndex, source, sink);
  // The sink's tree is all that still reaches the sink: the least set of ones.
  std::vector<uint8_t> result(unary.size());
  for (size_t x = 0; x < unary.size(); ++x)
    result[x] = colors[x] == boost::white_color;
  return result;
}

std::vector<uint8_t> mlir::amp::solveByMaxFlow(llvm::ArrayRef<CutCost> unary,
                                               llvm::ArrayRef<CutEdge> edges) {
  return FlowNetwork(unary, edges).solve();
}
