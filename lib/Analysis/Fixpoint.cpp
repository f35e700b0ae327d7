//===- Fixpoint.cpp - Low unless forbidden --------------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assignment that needs no prices: the greatest feasible point. A value
// that is bound high (pinned, written high by its op, implied by such a one)
// gets a low copy only where a low label reads it; any other value is low and
// keeps a high copy beside it only where a use reads that one.
//
//===----------------------------------------------------------------------===//

#include "AmpDialect/Analysis/Assignment.h"
#include "Constraints.h"

using namespace mlir;
using namespace mlir::amp;

/// Per value: some reader takes whatever exists, or follows a label.
static std::vector<bool> findLowReaders(const PrecisionGraph &graph) {
  std::vector<bool> found(graph.values.size());
  for (const Use &use : graph.uses)
    if (use.kind != UseKind::High)
      found[use.value] = true;
  for (const ValueNode &node : graph.values)
    if (node.def == DefKind::View)
      found[node.source] = true;
  return found;
}

Assignment amp::assignLowUnlessForbidden(const PrecisionGraph &graph) {
  ConstraintSystem system(graph);
  if (!system.isFeasible())
    return graph.getAllHigh();
  ConstraintSystem::Point wanted = system.getGreatest();
  ConstraintSystem::Point besideReads = system.getGreatestBesideReads();
  std::vector<bool> lowReaders = findLowReaders(graph);
  for (GraphIndex v = 0; v < graph.values.size(); ++v) {
    bool boundHigh = !besideReads[system.p(v)];
    bool readHigh = !wanted[system.p(v)];
    if (boundHigh || (readHigh && !lowReaders[v]))
      wanted[system.q(v)] = 0;
  }
  return system.complete(wanted, /*keepHigh=*/{});
}
