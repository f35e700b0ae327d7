//===- CutNetwork.cpp - Pairwise 0/1 minimisation -------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/CutNetwork.h"
#include "AmpDialect/Analysis/LargeArray.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace mlir::amp;

/// Unknowns with more neighbours are looked at seldom.
static constexpr uint32_t kSmallDegree = 8;
/// Components are cut together until they have this many unknowns.
static constexpr size_t kBatchSize = 1 << 14;

static CutCost saturate(CutCost cost) { return std::min(cost, kInfiniteCut); }

CutNetwork::CutNetwork(std::vector<uint8_t> known)
    : fixed(std::move(known)), slots(makeLarge<uint32_t>(fixed.size())) {
  uint32_t count = 0;
  for (auto [value, slot] : llvm::zip_equal(fixed, slots))
    if (value == kFree)
      slot = count++;
  state.assign(count, kFree);
  unary = makeLarge<CutCost>(count);
}

void CutNetwork::reserve(size_t numTerms) { reserveLarge(edges, numTerms); }

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

void CutNetwork::kill(uint32_t half) {
  CutEdge &edge = edges[half >> 1];
  --degree[edge.a];
  --degree[edge.b];
  enqueue(edge.a);
  enqueue(edge.b);
  edge.a = edge.b = 0;
}

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
  first = makeLarge(size, uint32_t(kEnd));
  next = makeLarge(2 * edges.size(), uint32_t(kEnd));
  degree = makeLarge<uint32_t>(size);
  for (uint32_t e = edges.size(); e-- > 0;) {
    link(2 * e, edges[e].a);
    link(2 * e + 1, edges[e].b);
    ++degree[edges[e].a];
    ++degree[edges[e].b];
  }
  visitedDegree = degree;
  queued.assign(size, false);
}

void CutNetwork::collect(uint32_t x, llvm::SmallVectorImpl<uint32_t> &halves) {
  halves.clear();
  uint32_t *link = &first[x];
  while (*link != kEnd) {
    if (isDead(*link)) {
      *link = next[*link];
      continue;
    }
    halves.push_back(*link);
    link = &next[*link];
  }
}

void CutNetwork::mergeInto(uint32_t into, uint32_t from) {
  CutEdge &edge = edges[into >> 1];
  CutCost low = costLow(into) + costLow(from);
  CutCost high = costHigh(into) + costHigh(from);
  bool atB = into & 1;
  edge.forward = saturate(atB ? high : low);
  edge.backward = saturate(atB ? low : high);
  kill(from);
}

void CutNetwork::mergeParallel(llvm::SmallVectorImpl<uint32_t> &halves) {
  for (size_t i = 0; i < halves.size(); ++i) {
    for (size_t j = halves.size(); j-- > i + 1;) {
      if (other(halves[i]) != other(halves[j]))
        continue;
      mergeInto(halves[i], halves[j]);
      halves.erase(halves.begin() + j);
    }
  }
}

/// The same for many neighbours. What all users of one value lay between it and
/// another is often all that is left of them.
void CutNetwork::mergeOfHub(llvm::SmallVectorImpl<uint32_t> &halves) {
  if (halfTo.empty())
    halfTo = makeLarge(state.size(), uint32_t(kEnd));
  llvm::erase_if(halves, [&](uint32_t half) {
    uint32_t &known = halfTo[other(half)];
    if (known != kEnd) {
      mergeInto(known, half);
      return true;
    }
    known = half;
    return false;
  });
  for (uint32_t half : halves)
    halfTo[other(half)] = kEnd;
}

bool CutNetwork::trySettle(uint32_t x, llvm::ArrayRef<uint32_t> halves) {
  CutCost asZero = 0, asOne = 0;
  for (uint32_t half : halves) {
    asZero = saturate(asZero + costLow(half));
    asOne = saturate(asOne + costHigh(half));
  }
  // Whatever the neighbours are, 0 costs no more; or 1 costs less.
  bool zero = unary[x] >= asZero;
  bool one = !zero && unary[x] + asOne < 0;
  if (!zero && !one)
    return false;
  state[x] = one;
  for (uint32_t half : halves) {
    unary[other(half)] += one ? -costHigh(half) : costLow(half);
    kill(half);
  }
  return true;
}

void CutNetwork::eliminate(uint32_t x, llvm::ArrayRef<uint32_t> halves) {
  // Index 2 * (value of a) + (value of b); a missing b counts as 0.
  bool hasB = halves.size() == 2;
  CutCost lowA = costLow(halves[0]), highA = costHigh(halves[0]);
  CutCost lowB = hasB ? costLow(halves[1]) : 0;
  CutCost highB = hasB ? costHigh(halves[1]) : 0;
  CutCost zero[4] = {0, lowB, lowA, lowA + lowB};
  CutCost one[4] = {unary[x] + highA + highB, unary[x] + highA,
                    unary[x] + highB, unary[x]};
  CutCost least[4];
  uint8_t best = 0;
  for (unsigned i = 0; i < 4; ++i) {
    best |= (one[i] < zero[i]) << i;
    least[i] = std::min(zero[i], one[i]);
  }
  uint32_t a = other(halves[0]), b = hasB ? other(halves[1]) : a;
  eliminations.push_back({x, a, b, best});
  state[x] = 0; // No longer free; the final value is set on the way back.
  if (!hasB) {
    unary[a] += least[2] - least[0];
    kill(halves[0]);
    return;
  }
  kill(halves[1]);
  retarget(halves[0], b, least);
}

/// Makes the edge x-a of half-edge `half`, at x, one from a to `b` that costs
/// `least`, by the values of a and b.
void CutNetwork::retarget(uint32_t half, uint32_t b,
                          const CutCost (&least)[4]) {
  uint32_t a = other(half),
           x = half & 1 ? edges[half >> 1].b : edges[half >> 1].a;
  // least = least[0] + ua*a + ub*b + forward[a=0,b=1] + backward[a=1,b=0].
  // All-0 and all-1 neighbours never break a constraint: least[0] and least[3]
  // are finite; the split keeps ua and ub finite too.
  bool hardForward = least[1] >= kMaxFiniteCut;
  bool hardBackward = least[2] >= kMaxFiniteCut;
  CutCost forward = 0, backward = 0, ub = 0;
  if (hardForward)
    forward = kInfiniteCut;
  if (hardBackward)
    backward = kInfiniteCut;
  if (hardForward && !hardBackward)
    ub = least[3] - least[2];
  else if (!hardForward)
    ub = hardBackward ? least[1] - least[0] : least[3] - least[2];
  if (!hardForward && !hardBackward)
    forward = least[1] + least[2] - least[0] - least[3];
  unary[a] += least[3] - least[0] - ub;
  unary[b] += ub;
  CutEdge &edge = edges[half >> 1];
  if (forward == 0 && backward == 0) {
    kill(half);
    return;
  }
  if (half & 1)
    edge = {a, b, forward, backward};
  else
    edge = {b, a, backward, forward};
  link(half, b);
  ++degree[b];
  --degree[x];
  enqueue(a);
  enqueue(b);
}

/// Eliminates x, which has three neighbours, with one of them that has x and
/// the other two: a value's two copies, read by the same two ops.
bool CutNetwork::eliminatePair(uint32_t x, llvm::ArrayRef<uint32_t> halves) {
  llvm::SmallVector<uint32_t, 4> ofPartner;
  for (unsigned i = 0; i < 3; ++i) {
    uint32_t partner = other(halves[i]);
    if (degree[partner] != 3)
      continue;
    uint32_t ofX[2] = {halves[(i + 1) % 3], halves[(i + 2) % 3]};
    uint32_t ofOther[2] = {kEnd, kEnd};
    collect(partner, ofPartner);
    for (uint32_t half : ofPartner)
      for (unsigned side = 0; side < 2; ++side)
        if (other(half) == other(ofX[side]))
          ofOther[side] = half;
    if (ofOther[0] == kEnd || ofOther[1] == kEnd)
      continue;
    eliminatePair(halves[i], ofX, ofOther);
    return true;
  }
  return false;
}

void CutNetwork::eliminatePair(uint32_t toOther, const uint32_t (&ofX)[2],
                               const uint32_t (&ofOther)[2]) {
  const CutEdge &between = edges[toOther >> 1];
  uint32_t x = toOther & 1 ? between.b : between.a, partner = other(toOther);
  uint32_t a = other(ofX[0]), b = other(ofX[1]);
  auto pay = [&](uint32_t half, bool own, bool neighbour) -> CutCost {
    return own == neighbour ? 0 : own ? costHigh(half) : costLow(half);
  };
  CutCost least[4];
  uint8_t bestX = 0, bestPartner = 0;
  for (unsigned i = 0; i < 4; ++i) {
    bool isA = i >> 1, isB = i & 1;
    CutCost ofX1[2], ofPartner1[2];
    for (unsigned one = 0; one < 2; ++one) {
      ofX1[one] =
          (one ? unary[x] : 0) + pay(ofX[0], one, isA) + pay(ofX[1], one, isB);
      ofPartner1[one] = (one ? unary[partner] : 0) + pay(ofOther[0], one, isA) +
                        pay(ofOther[1], one, isB);
    }
    // The least of equals comes first.
    unsigned best = 0;
    for (unsigned both = 0; both < 4; ++both) {
      CutCost cost = ofX1[both >> 1] + ofPartner1[both & 1] +
                     pay(toOther, both >> 1, both & 1);
      if (both == 0 || cost < least[i]) {
        least[i] = cost;
        best = both;
      }
    }
    bestX |= (best >> 1) << i;
    bestPartner |= (best & 1) << i;
  }
  eliminations.push_back({x, a, b, bestX});
  eliminations.push_back({partner, a, b, bestPartner});
  state[x] = state[partner] = 0;
  for (uint32_t half : {toOther, ofOther[0], ofOther[1], ofX[1]})
    kill(half);
  retarget(ofX[0], b, least);
}

void CutNetwork::reduce() {
  reserveLarge(eliminations, state.size());
  for (uint32_t x = state.size(); x-- > 0;)
    if (state[x] == kFree) {
      queued[x] = true;
      worklist.push_back(x);
    }
  llvm::SmallVector<uint32_t> halves;
  while (!worklist.empty()) {
    uint32_t x = worklist.back();
    worklist.pop_back();
    queued[x] = false;
    if (state[x] != kFree)
      continue;
    visitedDegree[x] = degree[x];
    collect(x, halves);
    if (halves.size() <= kSmallDegree)
      mergeParallel(halves);
    else
      mergeOfHub(halves);
    // What could be settled is eliminated without a term in its place.
    if (halves.size() == 1 || halves.size() == 2)
      eliminate(x, halves);
    else if (!trySettle(x, halves) && halves.size() == 3)
      eliminatePair(x, halves);
  }
}

void CutNetwork::cutBatch(llvm::ArrayRef<uint32_t> members,
                          std::vector<uint32_t> &position) {
  std::vector<CutCost> batchUnary;
  std::vector<CutEdge> batchEdges;
  llvm::SmallVector<uint32_t> halves;
  for (auto [index, x] : llvm::enumerate(members)) {
    position[x] = index;
    batchUnary.push_back(unary[x]);
  }
  for (uint32_t x : members) {
    collect(x, halves);
    for (uint32_t half : halves) {
      const CutEdge &edge = edges[half >> 1];
      if (!(half & 1))
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
  llvm::SmallVector<uint32_t> halves;
  for (uint32_t root = 0; root < state.size(); ++root) {
    if (state[root] != kFree || position[root] != kEnd)
      continue;
    // Breadth first: `members` is also the queue.
    size_t done = members.size();
    members.push_back(root);
    position[root] = 0;
    for (; done < members.size(); ++done) {
      collect(members[done], halves);
      for (uint32_t half : halves) {
        if (position[other(half)] == kEnd) {
          position[other(half)] = 0;
          members.push_back(other(half));
        }
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
  for (const Elimination &step : llvm::reverse(eliminations))
    state[step.x] = step.best >> (2 * state[step.a] + state[step.b]) & 1;
  for (auto [value, slot] : llvm::zip_equal(fixed, slots))
    if (value == kFree)
      value = state[slot];
  return std::move(fixed);
}
