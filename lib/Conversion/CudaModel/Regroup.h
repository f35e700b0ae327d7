//===- Regroup.h - Kernels that move fewer bytes ----------------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AMPDIALECT_LIB_CONVERSION_CUDAMODEL_REGROUP_H
#define AMPDIALECT_LIB_CONVERSION_CUDAMODEL_REGROUP_H

#include "Groups.h"

namespace mlir::amp::cuda {

/// The group that each op belongs to.
using GroupHomes = llvm::DenseMap<Operation *, int>;

/// The group that makes `value`, through views; -1 if none does.
int findHome(const GroupHomes &home, Value value);

/// The groups that make what `op` reads, its body included, in order.
SmallVector<int> findSources(const GroupHomes &home, Operation *op);

/// The groups of a block, and which of them each one needs, directly or not.
/// Groups without ops are left over.
struct Grouping {
  SmallVector<Group> groups;
  SmallVector<llvm::BitVector> depends;
  GroupHomes home;
};

/// Moves elementwise work into the only kernel that reads it, where that one
/// reads it in another order of loops (a transpose) and fewer bytes move so.
void pullTransposedWork(Grouping &grouping);

/// Makes one kernel of those that reduce rows of the same tensor, which then is
/// read once.
void mergeRowReaders(Grouping &grouping);

} // namespace mlir::amp::cuda

#endif // AMPDIALECT_LIB_CONVERSION_CUDAMODEL_REGROUP_H
