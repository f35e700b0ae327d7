//===- CutNetwork.cpp - Pairwise 0/1 minimisation -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/CutNetwork.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>

using namespace mlir::amp;

/// Unknowns with more neighbours are looked at seldom.
static constexpr uint32_t kSmallDegree = 8;
/// Components are cut together until they have this many unknowns.
static constexpr size_t kBatchSize = 1 << 14;

static CutCost capCut(CutCost cost) { return std::min(cost, kInfiniteCut); }

CutNetwork::CutNetwork(std::vector<uint8_t> known)
    : fixed(std::move(known)), slots(fixed.size()) {
  uint32_t count = 0;
  for (auto [value, slot] : llvm::zip_equal(fixed, slots))
    if (value == kFree)
      slot = count++;
  state.assign(count, kFree);
  unary.assign(count, 0);
}

void CutNetwork::reserve(size_t numTerms) { edges.reserve(numTerms); }

void CutNetwork::addTerm(uint32_t a, uint32_t b, CutCost forward,
                         CutCost backward) {
  if (a == b || (forward == 0 && backward == 0))
    return;
  // Up to what does not depend on the free one.
  if (fixed[a] != kFree)
    addUnary(b, fixed[a] == 0 ? forward : -backward);
  else if (fixed[b] != kFree)
    addUnary(a, fixed[b] == 0 ? backward : -forward);
  else
    edges.push_back({slots[a], slots[b], forward, backward});
}

void CutNetwork::link(uint32_t half, uint32_t x) {
  next[half] = first[x];
  first[x] = half;
}

// The steps of `reduce` are a few dozen instructions each, most of them run
// once an unknown: a call would cost as much, and what members of a class with
// outside linkage are called from, no compiler may count.

LLVM_ATTRIBUTE_ALWAYS_INLINE
void CutNetwork::kill(uint32_t half) {
  CutEdge &edge = edges[half >> 1];
  --degree[edge.a];
  --degree[edge.b];
  enqueue(edge.a);
  enqueue(edge.b);
  edge.a = edge.b = 0;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void CutNetwork::enqueue(uint32_t x) {
  // An unknown with many neighbours is looked at again only when it has lost
  // half of them, so that all looks together stay linear.
  bool worthIt = degree[x] <= kSmallDegree || 2 * degree[x] <= visitedDegree[x];
  if (queued[x] || state[x] != kFree || !worthIt)
    return;
  queued[x] = true;
  worklist.push_back(x);
}

void CutNetwork::linkEdges() {
  size_t size = state.size();
  first.assign(size, kEnd);
  next.assign(2 * edges.size(), kEnd);
  degree.assign(size, 0);
  for (uint32_t e = edges.size(); e-- > 0;) {
    link(2 * e, edges[e].a);
    link(2 * e + 1, edges[e].b);
    ++degree[edges[e].a];
    ++degree[edges[e].b];
  }
  visitedDegree = degree;
  queued.assign(size, false);
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void CutNetwork::collect(uint32_t x, Neighbours &neighbours) {
  neighbours.clear();
  uint32_t *link = &first[x];
  while (*link != kEnd) {
    uint32_t half = *link;
    const CutEdge &edge = edges[half >> 1];
    if (edge.a == edge.b) { // Dead.
      *link = next[half];
      continue;
    }
    neighbours.push_back({half, half & 1 ? edge.a : edge.b});
    link = &next[half];
  }
}

void CutNetwork::mergeInto(uint32_t into, uint32_t from) {
  CutEdge &edge = edges[into >> 1];
  CutCost low = costLow(into) + costLow(from);
  CutCost high = costHigh(into) + costHigh(from);
  bool atB = into & 1;
  edge.forward = capCut(atB ? high : low);
  edge.backward = capCut(atB ? low : high);
  kill(from);
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
void CutNetwork::mergeParallel(Neighbours &neighbours) {
  for (size_t i = 0; i + 1 < neighbours.size(); ++i) {
    for (size_t j = neighbours.size(); j-- > i + 1;) {
      if (neighbours[i].node != neighbours[j].node)
        continue;
      mergeInto(neighbours[i].half, neighbours[j].half);
      neighbours.erase(neighbours.begin() + j);
    }
  }
}

/// The same for many neighbours. What all users of one value lay between it and
/// another is often all that is left of them.
void CutNetwork::mergeOfHub(Neighbours &neighbours) {
  if (halfTo.empty())
    halfTo.assign(state.size(), kEnd);
  llvm::erase_if(neighbours, [&](Neighbour neighbour) {
    uint32_t &known = halfTo[neighbour.node];
    if (known != kEnd) {
      mergeInto(known, neighbour.half);
      return true;
    }
    known = neighbour.half;
    return false;
  });
  for (Neighbour neighbour : neighbours)
    halfTo[neighbour.node] = kEnd;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE
bool CutNetwork::trySettle(uint32_t x, llvm::ArrayRef<Neighbour> neighbours) {
  CutCost asZero = 0, asOne = 0;
  for (Neighbour neighbour : neighbours) {
    asZero = capCut(asZero + costLow(neighbour.half));
    asOne = capCut(asOne + costHigh(neighbour.half));
  }
  // Whatever the neighbours are, 0 costs no more; or 1 costs less.
  bool zero = unary[x] >= asZero;
  bool one = !zero && unary[x] + asOne < 0;
  if (!zero && !one)
    return false;
  state[x] = one;
  for (Neighbour neighbour : neighbours) {
    unary[neighbour.node] +=
        one ? -costHigh(neighbour.half) : costLow(neighbour.half);
    kill(neighbour.half);
  }
  return true;
}

/// Eliminates x, which has one neighbour.
LLVM_ATTRIBUTE_ALWAYS_INLINE
void CutNetwork::eliminateLeaf(uint32_t x, Neighbour only) {
  CutCost low = costLow(only.half), one = unary[x] + costHigh(only.half);
  uint8_t best = (one < 0 ? 1 : 0) | (unary[x] < low ? 2 : 0);
  eliminations.push_back({x, only.node, kEnd, best});
  state[x] = 0; // No longer free; the final value is set on the way back.
  unary[only.node] += std::min(low, unary[x]) - std::min(CutCost(0), one);
  kill(only.half);
}

/// Eliminates x, which has two neighbours.
LLVM_ATTRIBUTE_ALWAYS_INLINE
void CutNetwork::eliminate(uint32_t x, Neighbour toA, Neighbour toB) {
  CutCost lowA = costLow(toA.half), highA = costHigh(toA.half);
  CutCost lowB = costLow(toB.half), highB = costHigh(toB.half);
  // Index (value of a) + 2 * (value of b).
  CutCost zero[4] = {0, lowA, lowB, lowA + lowB};
  CutCost one[4] = {unary[x] + highA + highB, unary[x] + highB,
                    unary[x] + highA, unary[x]};
  CutCost least[4];
  uint8_t best = 0;
  for (unsigned i = 0; i < 4; ++i) {
    best |= (one[i] < zero[i]) << i;
    least[i] = std::min(zero[i], one[i]);
  }
  eliminations.push_back({x, toA.node, toB.node, best});
  state[x] = 0;
  kill(toB.half);
  retarget(x, toA, toB.node, least);
}

/// Makes the edge from x to a one from a to `b` that costs `least`, by the
/// values of a and b.
void CutNetwork::retarget(uint32_t x, Neighbour toA, uint32_t b,
                          const CutCost (&least)[4]) {
  uint32_t a = toA.node;
  // least = least[0] + ua*a + ub*b + forward[a=0,b=1] + backward[a=1,b=0].
  // All-0 and all-1 neighbours never break a constraint: least[0] and least[3]
  // are finite; the split keeps ua and ub finite too.
  CutCost ofB = least[2], ofA = least[1];
  bool hardForward = ofB >= kMaxFiniteCut;
  bool hardBackward = ofA >= kMaxFiniteCut;
  CutCost forward = 0, backward = 0, ub = 0;
  if (hardForward)
    forward = kInfiniteCut;
  if (hardBackward)
    backward = kInfiniteCut;
  if (hardForward && !hardBackward)
    ub = least[3] - ofA;
  else if (!hardForward)
    ub = hardBackward ? ofB - least[0] : least[3] - ofA;
  if (!hardForward && !hardBackward)
    forward = ofB + ofA - least[0] - least[3];
  unary[a] += least[3] - least[0] - ub;
  unary[b] += ub;
  if (forward == 0 && backward == 0) {
    kill(toA.half);
    return;
  }
  CutEdge &edge = edges[toA.half >> 1];
  if (toA.half & 1)
    edge = {a, b, forward, backward};
  else
    edge = {b, a, backward, forward};
  link(toA.half, b);
  ++degree[b];
  --degree[x];
  enqueue(a);
  enqueue(b);
}

/// Eliminates x, which has three neighbours, with one of them that has x and
/// the other two: a value's two copies, read by the same two ops.
bool CutNetwork::eliminatePair(uint32_t x,
                               llvm::ArrayRef<Neighbour> neighbours) {
  for (unsigned i = 0; i < 3; ++i) {
    Neighbour partner = neighbours[i];
    if (degree[partner.node] != 3)
      continue;
    Neighbour ofX[2] = {neighbours[(i + 1) % 3], neighbours[(i + 2) % 3]};
    Neighbour ofPartner[2] = {{kEnd, kEnd}, {kEnd, kEnd}};
    collect(partner.node, partnerNeighbours);
    for (Neighbour neighbour : partnerNeighbours)
      for (unsigned side = 0; side < 2; ++side)
        if (neighbour.node == ofX[side].node)
          ofPartner[side] = neighbour;
    if (ofPartner[0].half == kEnd || ofPartner[1].half == kEnd)
      continue;
    eliminatePair(x, partner, ofX, ofPartner);
    return true;
  }
  return false;
}

void CutNetwork::eliminatePair(uint32_t x, Neighbour partner,
                               const Neighbour (&ofX)[2],
                               const Neighbour (&ofPartner)[2]) {
  auto pay = [&](Neighbour to, bool own, bool neighbour) -> CutCost {
    return own == neighbour ? 0 : own ? costHigh(to.half) : costLow(to.half);
  };
  CutCost least[4];
  uint8_t bestX = 0, bestPartner = 0;
  for (unsigned i = 0; i < 4; ++i) {
    bool isA = i & 1, isB = i >> 1;
    CutCost ofX1[2], ofPartner1[2];
    for (unsigned one = 0; one < 2; ++one) {
      ofX1[one] =
          (one ? unary[x] : 0) + pay(ofX[0], one, isA) + pay(ofX[1], one, isB);
      ofPartner1[one] = (one ? unary[partner.node] : 0) +
                        pay(ofPartner[0], one, isA) +
                        pay(ofPartner[1], one, isB);
    }
    // The least of equals comes first.
    unsigned best = 0;
    for (unsigned both = 0; both < 4; ++both) {
      CutCost cost = ofX1[both >> 1] + ofPartner1[both & 1] +
                     pay(partner, both >> 1, both & 1);
      if (both == 0 || cost < least[i]) {
        least[i] = cost;
        best = both;
      }
    }
    bestX |= (best >> 1) << i;
    bestPartner |= (best & 1) << i;
  }
  uint32_t a = ofX[0].node, b = ofX[1].node;
  eliminations.push_back({x, a, b, bestX});
  eliminations.push_back({partner.node, a, b, bestPartner});
  state[x] = state[partner.node] = 0;
  for (Neighbour gone : {partner, ofPartner[0], ofPartner[1], ofX[1]})
    kill(gone.half);
  retarget(x, ofX[0], b, least);
}

void CutNetwork::reduce() {
  eliminations.reserve(state.size());
  for (uint32_t x = state.size(); x-- > 0;)
    if (state[x] == kFree) {
      queued[x] = true;
      worklist.push_back(x);
    }
  Neighbours neighbours;
  while (!worklist.empty()) {
    uint32_t x = worklist.back();
    worklist.pop_back();
    queued[x] = false;
    if (state[x] != kFree)
      continue;
    visitedDegree[x] = degree[x];
    collect(x, neighbours);
    if (neighbours.size() <= kSmallDegree)
      mergeParallel(neighbours);
    else
      mergeOfHub(neighbours);
    // What could be settled is eliminated without a term in its place.
    if (neighbours.size() == 1)
      eliminateLeaf(x, neighbours[0]);
    else if (neighbours.size() == 2)
      eliminate(x, neighbours[0], neighbours[1]);
    else if (!trySettle(x, neighbours) && neighbours.size() == 3)
      eliminatePair(x, neighbours);
  }
}

void CutNetwork::cutBatch(llvm::ArrayRef<uint32_t> members,
                          std::vector<uint32_t> &position) {
  std::vector<CutCost> batchUnary;
  std::vector<CutEdge> batchEdges;
  Neighbours neighbours;
  for (auto [index, x] : llvm::enumerate(members)) {
    position[x] = index;
    batchUnary.push_back(unary[x]);
  }
  for (uint32_t x : members) {
    collect(x, neighbours);
    for (Neighbour neighbour : neighbours) {
      const CutEdge &edge = edges[neighbour.half >> 1];
      if (!(neighbour.half & 1))
        batchEdges.push_back(
            {position[edge.a], position[edge.b], edge.forward, edge.backward});
    }
  }
  std::vector<uint8_t> values = solveByMaxFlow(batchUnary, batchEdges);
  for (auto [x, value] : llvm::zip(members, values))
    state[x] = value;
}

void CutNetwork::solveCore() {
  std::vector<uint32_t> position(state.size(), kEnd), members;
  Neighbours neighbours;
  for (uint32_t root = 0; root < state.size(); ++root) {
    if (state[root] != kFree || position[root] != kEnd)
      continue;
    // Breadth first: `members` is also the queue.
    size_t done = members.size();
    members.push_back(root);
    position[root] = 0;
    for (; done < members.size(); ++done) {
      collect(members[done], neighbours);
      for (Neighbour neighbour : neighbours)
        if (position[neighbour.node] == kEnd) {
          position[neighbour.node] = 0;
          members.push_back(neighbour.node);
        }
    }
    if (members.size() >= kBatchSize) {
      cutBatch(members, position);
      members.clear();
    }
  }
  if (!members.empty())
    cutBatch(members, position);
}

std::vector<uint8_t> CutNetwork::solve() {
  linkEdges();
  reduce();
  solveCore();
  for (const Elimination &step : llvm::reverse(eliminations)) {
    unsigned ofB = step.b == kEnd ? 0 : state[step.b];
    state[step.x] = step.best >> (state[step.a] + 2 * ofB) & 1;
  }
  for (auto [value, slot] : llvm::zip_equal(fixed, slots))
    if (value == kFree)
      value = state[slot];
  return std::move(fixed);
}
