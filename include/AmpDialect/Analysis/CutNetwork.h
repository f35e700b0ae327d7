//===- CutNetwork.h - Pairwise 0/1 minimisation -----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Minimises a sum of terms over 0/1 unknowns, where each pairwise term costs
// only where one certain unknown is 0 and the other 1. That is a minimum cut,
// but most of a real graph never needs one: the network first settles unknowns
// whose own cost outweighs all that their neighbours could add, and eliminates
// unknowns with at most two neighbours, and pairs of neighbours with two more
// (exactly: the minimum over them is again such a term between the two). What
// is left is cut, component by component. Every step keeps the least minimiser:
// ties go to 0.
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_ANALYSIS_CUTNETWORK_H
#define AMPDIALECT_ANALYSIS_CUTNETWORK_H

#include "AmpDialect/Analysis/LargeArray.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace mlir::amp {

/// Scaled costs: bytes in the upper bits, tie-breaks in the lower ones.
using CutCost = __int128;
/// Sums of all finite costs of a network stay below this.
inline constexpr CutCost kMaxFiniteCut = CutCost(1) << 122;
/// The cost of breaking a hard constraint.
inline constexpr CutCost kInfiniteCut = CutCost(1) << 124;

/// A pairwise term: `forward` at (a, b) = (0, 1), `backward` at (1, 0).
struct CutEdge {
  /// Numbers of the two unknowns.
  uint32_t a, b;
  CutCost forward, backward;
};

/// The least minimiser of the sum of unary[x] * x and `edges`, by one
/// Boykov-Kolmogorov maximum flow.
std::vector<uint8_t> solveByMaxFlow(llvm::ArrayRef<CutCost> unary,
                                    llvm::ArrayRef<CutEdge> edges);

/// Unknowns that are 0 or 1 and the terms that are to be minimised over them.
class CutNetwork {
public:
  /// The value of an unknown that has none yet.
  static constexpr uint8_t kFree = 2;
  /// `fixed[x]` is 0 or 1 for an unknown with a known value, else kFree.
  explicit CutNetwork(std::vector<uint8_t> fixed);

  /// Makes room for so many terms.
  void reserve(size_t numTerms);

  /// Adds `cost` where x is 1 (which may be negative).
  void addUnary(uint32_t x, CutCost cost) {
    if (fixed[x] == kFree)
      unary[slots[x]] += cost;
  }
  /// Adds `forward` >= 0 where a is 0 and b is 1, and `backward` >= 0 where a
  /// is 1 and b is 0. An infinite `backward` demands a <= b.
  void addTerm(uint32_t a, uint32_t b, CutCost forward, CutCost backward = 0);
  /// Demands a <= b, which a known one of the two meets whatever the other is.
  void addDemand(uint32_t a, uint32_t b) {
    if (fixed[a] == kFree && fixed[b] == kFree)
      edges.push_back({slots[a], slots[b], 0, kInfiniteCut});
  }

  /// The least minimiser. Demands must be satisfiable by all-0 and by all-1
  /// choices of the free unknowns. Call once.
  std::vector<uint8_t> solve();

private:
  static constexpr uint32_t kEnd = ~0u;

  /// An eliminated unknown: its best value for each value of its neighbours,
  /// of which `b` may be missing (kEnd).
  struct Elimination {
    uint32_t x, a, b;
    uint8_t best;
  };

  /// One term of an unknown: its half-edge there and the unknown at the other
  /// end.
  struct Neighbour {
    uint32_t half, node;
  };
  using Neighbours = llvm::SmallVector<Neighbour, 16>;

  /// Cost at (x, neighbour) = (0, 1) and (1, 0), seen from the half-edge's x.
  CutCost costLow(uint32_t half) const {
    return half & 1 ? edges[half >> 1].backward : edges[half >> 1].forward;
  }
  CutCost costHigh(uint32_t half) const {
    return half & 1 ? edges[half >> 1].forward : edges[half >> 1].backward;
  }
  void kill(uint32_t half);
  void link(uint32_t half, uint32_t x);
  void enqueue(uint32_t x);
  void linkEdges();
  void collect(uint32_t x, Neighbours &neighbours);
  /// Adds the costs of half-edge `from` to those of `into`, which goes to the
  /// same neighbour.
  void mergeInto(uint32_t into, uint32_t from);
  void mergeParallel(Neighbours &neighbours);
  void mergeOfHub(Neighbours &neighbours);
  void reduce();
  bool trySettle(uint32_t x, llvm::ArrayRef<Neighbour> neighbours);
  void eliminateLeaf(uint32_t x, Neighbour only);
  void eliminate(uint32_t x, Neighbour toA, Neighbour toB);
  bool eliminatePair(uint32_t x, llvm::ArrayRef<Neighbour> neighbours);
  void eliminatePair(uint32_t x, Neighbour partner, const Neighbour (&ofX)[2],
                     const Neighbour (&ofPartner)[2]);
  void retarget(uint32_t x, Neighbour toA, uint32_t b,
                const CutCost (&least)[4]);
  void solveCore();
  void cutBatch(llvm::ArrayRef<uint32_t> members,
                std::vector<uint32_t> &position);

  /// Of all unknowns: the known value or kFree, and the number that a free one
  /// has in what follows.
  std::vector<uint8_t> fixed;
  LargeArray<uint32_t> slots;
  LargeArray<uint8_t> state;
  LargeArray<CutCost> unary;
  LargeArray<CutEdge> edges;
  /// Half-edges of an unknown as a linked list; half-edge 2e lies at edge e's
  /// a, 2e + 1 at its b. Dead edges are unlinked when a walk meets them.
  LargeArray<uint32_t> first, next, degree, visitedDegree;
  LargeArray<uint32_t> worklist;
  LargeArray<uint8_t> queued;
  /// Per unknown: the half-edge of a hub that goes there, while it is merged.
  LargeArray<uint32_t> halfTo;
  LargeArray<Elimination> eliminations;
  Neighbours partnerNeighbours;
};

} // namespace mlir::amp

#endif // AMPDIALECT_ANALYSIS_CUTNETWORK_H
